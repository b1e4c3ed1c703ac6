"""An earlier address leads on: to the same section where scripts run, to the article where they do not."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser
from small import BODY, GERMAN, SLUG, article, english, german, write_small_site

from browser.serving import serving
from zahlwerk.build import Wanted, build


@pytest.fixture(scope="module")
def moved(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a small site below a path, one of whose articles was called "old" before."""
    folder = tmp_path_factory.mktemp("moved")
    source = article(f"{BODY}\n## Power\n\nWords.\n").replace("published:", "moved_from: [old]\npublished:")
    languages = {"en": english(), "de": german(small=GERMAN)}
    site = write_small_site(folder / "site", articles={SLUG: source}, languages=languages)
    with serving(folder / "served") as origin:
        build(site.folder, folder / "served" / "docs", Wanted(base_url=f"{origin}/docs/", search=False))
        yield f"{origin}/docs"


@pytest.mark.parametrize(("javascript", "section"), [(True, "#power"), (False, "")])
def test_an_earlier_address_leads_on(browser: Browser, moved: str, javascript: bool, section: str) -> None:
    context = browser.new_context(java_script_enabled=javascript)
    page = context.new_page()
    page.goto(f"{moved}/de/old/#power")
    page.wait_for_url(f"{moved}/de/{SLUG}/**")
    assert page.url == f"{moved}/de/{SLUG}/{section}"
    context.close()
