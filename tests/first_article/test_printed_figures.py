"""The first article's figures, compared with a table that was made without the engine."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest
import yaml

from zahlwerk.build import Checked
from zahlwerk.checks.readback import FinishedPage, read_page

SLUG = "gpt-oss-120b-fine-tuning"
ROWS = yaml.safe_load((Path(__file__).parent / "figures.yaml").read_text("utf-8"))


@pytest.fixture(scope="module")
def pages(checked: Checked) -> dict[str, FinishedPage]:
    return {page.language: read_page(page) for page in checked.pages if page.slug == SLUG}


def prose(page: FinishedPage) -> str:
    """The article without its appendix, without tags."""
    article = page.page.html.partition('<section class="how"')[0]
    return html.unescape(re.sub(r"<[^>]+>", "", article)).replace("\u00a0", " ")


def test_the_table_is_whole() -> None:
    assert len(ROWS) == 85
    assert len({row["id"] for row in ROWS}) == 85


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("row", [row for row in ROWS if "typed" not in row], ids=lambda row: row["id"])
def test_each_figure_stands_in_the_finished_page(
    row: dict[str, str], language: str, pages: dict[str, FinishedPage]
) -> None:
    found = [f for f in pages[language].figures if (f.reference, f.show) == (row["reference"], row["show"])]
    assert found
    assert {figure.text.replace("\u00a0", " ") for figure in found} == {row[language]}
    assert {figure.value for figure in found} == {row["value"]}


@pytest.mark.parametrize("row", [row for row in ROWS if "typed" in row], ids=lambda row: row["id"])
def test_each_figure_in_words_stands_under_a_claim_about_it(
    row: dict[str, str], checked: Checked, pages: dict[str, FinishedPage]
) -> None:
    (article,) = checked.project.articles
    assert row["reference"] in {claim.left for claim in article.claims}
    for language in ("en", "de"):
        assert re.search(rf"\b{row[language]}", prose(pages[language]))


def test_no_figure_breaks_from_its_unit(pages: dict[str, FinishedPage]) -> None:
    for page in pages.values():
        for figure in page.figures:
            assert not re.search(r"\d (GB|TB|GiB|W|kW|TFLOPS?|GB/s)\b", figure.text), figure


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_no_digit_stands_outside_figures_quotations_code_and_names(
    language: str, checked: Checked, pages: dict[str, FinishedPage]
) -> None:
    article = re.search(r'<div class="text">.*?</article>', pages[language].page.html, re.DOTALL)
    assert article
    prose = re.sub(r'<section class="planner".*?</section>', "", article[0], flags=re.DOTALL)  # has checks of its own
    bare = re.sub(r'<svg class="drawing".*?(?=<details>)', "", prose, flags=re.DOTALL)  # has tests of its own
    bare = re.sub(r"<(data|time|code|q)\b.*?</\1>", "", bare, flags=re.DOTALL)
    bare = html.unescape(re.sub(r"<[^>]+>", "", bare))
    for name in checked.project.texts.names or ():
        bare = re.sub(re.escape(name).replace(r"\ ", "[ \u00a0-]"), "", bare)
    assert re.findall(r"\S*\d\S*", bare) == []


def test_the_english_source_has_the_length_of_an_article(checked: Checked) -> None:
    (article,) = checked.project.articles
    prose = [text for text in article.texts if not text.context and text.kind != "chart label"]
    words = [word for text in prose for word in text.source.split()]
    assert 1600 <= len(words) <= 2500


FRENCH = {
    ("lora_4x_h200.weight_bytes", ""): "233,7 Go",
    ("lora_4x_h200.weight_bytes", "[GiB]:.1"): "217,6 Gio",
    ("gpt_oss_120b.parameters", ""): "116,83 milliards",
    ("full_adam32.state_bytes", ""): "1 869 Go",
    ("lora_4x_h200_pcie.gather_seconds", "[about]"): "environ 5,5 secondes",
    ("gpt_oss_120b.published_expert_share", "[over]"): "plus de 90 pour cent",
    ("unsloth_tutorial.read", ""): "24 octobre 2026",
    ("lora_4x_h200.fewest_cards", "[words]"): "quatre",
}


@pytest.mark.parametrize(("reference", "show"), FRENCH)
def test_french_pages_show_figures_by_french_conventions(
    reference: str, show: str, pages: dict[str, FinishedPage]
) -> None:
    found = {f.text for f in pages["fr"].figures if (f.reference, f.show) == (reference, show)}
    spaces = str.maketrans({"\u00a0": " ", "\u202f": " "})
    assert {text.translate(spaces) for text in found} == {FRENCH[reference, show]}
