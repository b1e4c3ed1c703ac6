"""What is read back from pages is what the standard library's parser of HTML reads there."""

from __future__ import annotations

from html import escape
from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zahlwerk.build import Checked
from zahlwerk.checks.readback import read_page
from zahlwerk.views import Page

VOID = ("meta", "link", "br", "hr", "img", "input", "source", "wbr", "col", "area", "base", "embed", "track")


class Oracle(HTMLParser):
    """Reads ids, links, figures with their texts, and descriptions, one element after the other."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.ids: list[str] = []
        self.links: list[tuple[str, int]] = []
        self.figures: list[dict[str, Any]] = []
        self.descriptions: dict[str, str] = {}
        self.open: list[tuple[str, str, dict[str, Any] | None]] = []
        self.chart = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        line, outer, figure = self.getpos()[0], self.open[-1][1] if self.open else "", None
        self.ids += [values["id"]] if "id" in values else []
        self.links += [(values[name], line) for name in ("href", "src") if name in values]
        if tag == "figure":
            self.chart = values.get("id", "")
        if values.get("http-equiv") == "refresh":
            self.links.append((values["content"].partition("url=")[2], line))
        if "data-ref" in values:
            figure = {"reference": values["data-ref"], "language": outer, "line": line, "text": ""}
            self.figures.append(figure)
        if tag not in VOID:
            self.open.append((tag, values.get("lang", outer), figure))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        while tag in (name for name, _, _ in self.open):
            if self.open.pop()[0] == tag:
                return

    def handle_data(self, data: str) -> None:
        for tag, _, figure in self.open:
            if figure is not None:
                figure["text"] += data
            elif tag == "desc":
                self.descriptions[self.chart] = self.descriptions.get(self.chart, "") + data


def alike(html: str) -> int:
    """Compare both readings; how many figures were found."""
    oracle, found = Oracle(), read_page(Page("a.html", "en", "a", html))
    oracle.feed(html)
    oracle.close()
    assert list(found.ids) == oracle.ids
    assert list(found.links) == oracle.links
    assert dict(found.descriptions) == oracle.descriptions
    told = [{"reference": f.reference, "language": f.language, "line": f.line, "text": f.text} for f in found.figures]
    assert told == oracle.figures
    return len(told)


def test_every_page_of_this_project_is_read_alike(checked: Checked) -> None:
    assert sum(alike(page.html) for page in checked.pages) > 900


@pytest.mark.parametrize(
    "html",
    [
        '<p lang="de"><data data-ref="a.b" value="1">1 &lt; 2</data></p>',
        "<p id='x'><a href=/a/?b=1&amp;c=2>&#x2019;</a><br><img src=a.png alt='a > b'></p>",
        '<script>if (1 < 2 && "</p>") { document.write("<a href=no>") }</script><a href="/yes/">x</a>',
        "<style>a > b { color: red } /* <p id=no> */</style><p id=yes>",
        "<!-- <a href=no> --><a href=yes title='<!--'>x</a><!doctype html>",
        '<svg><title/><rect width="1"/><desc>Words</desc></svg>',
        '<figure id="c"><svg><desc>One &amp; <data data-ref="a.b">two</data></desc></svg></figure><p>after',
        '<p><b><data data-ref="a.b">x</p></b>y</data>',
        '<DATA DATA-REF="a.b" LANG=fr>x</DATA><p lang>y',
        '<meta http-equiv="refresh" content="0; url=/to/"><link rel=icon href=/i.svg>',
        "a < b and c <3 <p id=z>",
    ],
)
def test_whatever_stands_in_a_page_is_read_alike(html: str) -> None:
    alike(html)


ELEMENTS = st.sampled_from(["p", "data", "a", "svg", "desc", "figure", "br", "nav", "tbody"])
VALUES = st.text(st.sampled_from("ab <>&'/=1\n"), max_size=6)
ATTRIBUTES = st.dictionaries(st.sampled_from(["id", "href", "src", "lang", "data-ref", "title"]), VALUES, max_size=3)
STARTS = st.builds(
    lambda name, given: f"<{name}" + "".join(f' {key}="{escape(value)}"' for key, value in given.items()) + ">",
    ELEMENTS,
    ATTRIBUTES,
)
PIECES = st.one_of(STARTS, ELEMENTS.map(lambda name: f"</{name}>"), VALUES.map(escape), st.just("<!-- <p id=no> -->"))


@given(st.lists(PIECES, max_size=20))
def test_any_sequence_of_tags_and_texts_is_read_alike(pieces: list[str]) -> None:
    alike("".join(pieces))
