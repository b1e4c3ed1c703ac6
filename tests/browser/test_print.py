"""A printed article: no row of a table is cut, neither by the edge of the paper nor by its end."""

from __future__ import annotations

import io
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

import pypdf
import pytest
from playwright.sync_api import Browser

from browser.serving import ARTICLE, TAGS, Served
from browser.views import View, open_page

SAMPLE = "de"
PAPER = 680  # pixels: A4 less margins of 15 mm, at 96 to an inch
MARGINS = {"top": "15mm", "bottom": "15mm", "left": "15mm", "right": "15mm"}
CUT = """() => [...document.querySelectorAll("main table")].filter(table => table.checkVisibility()).filter(table => {
    const box = table.getBoundingClientRect()
    const holder = table.parentElement.getBoundingClientRect()
    return box.left < holder.left - 1 || box.right > holder.right + 1
        || table.parentElement.scrollWidth > table.parentElement.clientWidth + 1
}).map(table => table.outerHTML.slice(0, 200))"""
ROWS = """() => [...document.querySelectorAll("main table tr")].filter(row => row.checkVisibility())
    .map(row => [getComputedStyle(row).breakInside, [...row.cells].map(cell => cell.innerText).join(" ")])"""


@dataclass(frozen=True)
class Printed:
    """The first article on paper."""

    tag: str
    cut: list[str]  # tables wider than the paper
    rows: list[tuple[str, str]]  # of all tables: whether they may be broken, and their text
    pdf: bytes


def _languages(tags: Sequence[str]) -> list[object]:
    return [pytest.param(tag, marks=() if tag == SAMPLE else (pytest.mark.soak,)) for tag in tags]


@pytest.fixture(scope="module", params=_languages(TAGS))
def printed(request: pytest.FixtureRequest, browser: Browser, site: Served) -> Printed:
    """The article of a language, printed by the browser itself."""
    tag: str = request.param
    visit = open_page(browser, site, f"{tag}/{ARTICLE}/index.html", View(tag, PAPER, "dark"))
    visit.page.emulate_media(media="print")
    cut, rows = visit.page.evaluate(CUT), visit.page.evaluate(ROWS)
    pdf = visit.page.pdf(format="A4", margin=MARGINS)
    visit.page.context.close()
    return Printed(tag, cut, [(inside, text) for inside, text in rows], pdf)


def test_every_table_fits_the_paper(printed: Printed) -> None:
    assert printed.cut == []


def test_no_row_may_be_broken(printed: Printed) -> None:
    assert printed.rows
    assert [text for inside, text in printed.rows if inside != "avoid"] == []


# Texts that run from right to left are not read back from PDF in their order.
@pytest.mark.parametrize("printed", _languages([tag for tag in TAGS if tag != "en-XB"]), indirect=True)
def test_every_row_stands_whole_on_one_sheet(printed: Printed) -> None:
    missing = {_letters(text): text for _, text in printed.rows}
    assert missing
    for sheet in pypdf.PdfReader(io.BytesIO(printed.pdf)).pages:
        found = _letters(sheet.extract_text())
        missing = {letters: text for letters, text in missing.items() if letters not in found}
        if not missing:  # an appendix is long
            break
    assert list(missing.values()) == []


def _letters(text: str) -> str:
    """A text without spaces and breaks, which PDF does not keep, and without ligatures, which it makes."""
    return re.sub(r"[\s\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069]+", "", unicodedata.normalize("NFKC", text))
