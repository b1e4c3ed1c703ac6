"""Snapshots of what readers see. They change only when a fact, a formula, a text or a translation does."""

from __future__ import annotations

import html
import re

import pytest
from pytest_regressions.data_regression import DataRegressionFixture
from pytest_regressions.file_regression import FileRegressionFixture

from zahlwerk.build import Checked
from zahlwerk.presentation import exact_text, shown
from zahlwerk.references import parse_reference


def test_the_figures_of_each_article(checked: Checked, data_regression: DataRegressionFixture) -> None:
    figures = {}
    for article in checked.project.articles:
        for written in article.references:
            reference = parse_reference(written)
            figure = checked.project.figures.find(reference.target)
            texts = {
                edition.language: edition.figure(shown(figure, reference.presentation))
                for edition in checked.project.editions.values()
            }
            figures[f"{article.slug} {written}"] = {"exact": exact_text(figure), **texts}
    data_regression.check(figures)


@pytest.mark.parametrize("language", ["de", "en", "fr"])
def test_the_text_of_each_page(language: str, checked: Checked, file_regression: FileRegressionFixture) -> None:
    pages = [page for page in checked.pages if page.language == language]
    file_regression.check("\n\n".join(f"== {page.file}\n\n{as_text(page.html)}" for page in pages), encoding="utf-8")


def as_text(page: str) -> str:
    """The text of a page, a line for each block."""
    body = re.sub(r"\s+", " ", page.partition("<body>")[2])
    body = re.sub(
        r"</(p|title|desc|text|h1|h2|h3|li|tr|dt|dd|summary|a class)>|<br>|</a>(?=\s*<(?:a|nav|ul|header))", "\n", body
    )
    body = re.sub(r"</t[hd]>", " | ", body)
    lines = (html.unescape(re.sub(r"<[^>]+>", "", line)).strip(" |") for line in body.split("\n"))
    return "".join(f"{line}\n" for line in lines if line)
