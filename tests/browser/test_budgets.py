"""The first article stays small: readers on telephones wait for every byte."""

from __future__ import annotations

import pytest

from browser.serving import ARTICLE, SPOKEN, Served
from browser.sizes import CODE_BUDGET, HTML_BUDGET, page_sizes


@pytest.mark.parametrize("tag", SPOKEN)
def test_the_first_article_keeps_to_its_budget(site: Served, tag: str) -> None:
    sizes = page_sizes(site, f"{tag}/{ARTICLE}/index.html")
    assert 10_000 < sizes.html <= HTML_BUDGET
    assert 1_000 < sizes.code <= CODE_BUDGET
