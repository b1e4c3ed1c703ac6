"""Finished pages, read back: which figures, ids and links stand in their HTML.

A page of an article holds tens of thousands of elements, most of them in its appendix, and each page is read back in
each build; so this reads tags by one pattern, and attributes only where they matter. A test holds what it finds to
what the standard library's parser finds.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from html import unescape

from zahlwerk.elements import VOID
from zahlwerk.views import Page

_RAW = {"script", "style"}  # their content is no HTML
_TAG = re.compile(
    r"<(?:!--.*?-->|!(?!--)[^>]*>|(?P<end>/)?(?P<name>[a-zA-Z][^\s/>]*)(?P<rest>(?:[^>\"']|\"[^\"]*\"|'[^']*')*)>)",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(r"([^\s=/>\"']+)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+)))?")
_OF_INTEREST = re.compile(r"\b(?:id|href|src|lang|http-equiv)\s*=|\bdata-ref\b", re.IGNORECASE)


@dataclass(slots=True)
class FoundFigure:
    """A figure as it stands in a finished page."""

    reference: str
    show: str
    value: str
    language: str  # tag of the nearest element that names one, outside the figure itself
    line: int
    navigation: bool  # whether it repeats what stands elsewhere: in a table of contents or a drawing
    chart: str  # id of the chart it belongs to, or empty
    part: str  # of the chart: "svg" for the drawing, "tbody" for the table, or empty
    was: str = ""  # a former value, where it stands for a correction
    text: str = ""


@dataclass(frozen=True, slots=True)
class FinishedPage:
    """What a finished page holds."""

    page: Page
    figures: tuple[FoundFigure, ...]
    ids: tuple[str, ...]
    links: tuple[tuple[str, int], ...]  # targets with their lines
    descriptions: Mapping[str, str]  # of drawings, by the ids of their charts


def read_page(page: Page) -> FinishedPage:
    """The figures, ids and links of a finished page."""
    reader = _Reader(page.html)
    reader.read()
    return FinishedPage(page, tuple(reader.figures), tuple(reader.ids), tuple(reader.links), reader.descriptions)


class _Reader:
    def __init__(self, html: str) -> None:
        self.html = html
        self.figures: list[FoundFigure] = []
        self.ids: list[str] = []
        self.links: list[tuple[str, int]] = []
        self.descriptions: dict[str, str] = {}
        self.open: list[tuple[str, str, FoundFigure | None]] = []  # tag, language, figure
        self._listening = 0  # how many of these are figures or descriptions, whose texts are taken
        self._chart = ""
        self._line, self._counted = 1, 0  # the line of a place that was counted up to

    def read(self) -> None:
        position = 0
        while tag := _TAG.search(self.html, position):
            if self._listening and tag.start() > position:
                self._take(unescape(self.html[position : tag.start()]))
            position = tag.end()
            if name := tag["name"]:
                name = name.lower()
                if tag["end"]:
                    self._close(name)
                else:
                    self._start(name, tag["rest"], tag.start())
                    if name in _RAW:
                        end = self.html.find(f"</{name}", position)
                        position = len(self.html) if end < 0 else end
        if self._listening and position < len(self.html):
            self._take(unescape(self.html[position:]))

    def _line_of(self, place: int) -> int:
        self._line += self.html.count("\n", self._counted, place)
        self._counted = place
        return self._line

    def _start(self, name: str, rest: str, place: int) -> None:
        language, figure = self.open[-1][1] if self.open else "", None
        if name == "figure":
            self._chart = ""
        if rest and _OF_INTEREST.search(rest):
            values = _attributes(rest)
            figure = self._noted(name, values, place, language)
            language = values.get("lang", language)
        if name not in VOID and not rest.endswith("/"):
            self.open.append((name, language, figure))
            self._listening += figure is not None or name == "desc"

    def _noted(self, name: str, values: Mapping[str, str], place: int, language: str) -> FoundFigure | None:
        if "id" in values:
            self.ids.append(values["id"])
            if name == "figure":
                self._chart = values["id"]
        self.links += [(values[key], self._line_of(place)) for key in ("href", "src") if key in values]
        if values.get("http-equiv") == "refresh":
            self.links.append((values.get("content", "").partition("url=")[2], self._line_of(place)))
        if "data-ref" not in values:
            return None
        figure = self._figure(values, language, place)
        self.figures.append(figure)
        return figure

    def _figure(self, values: Mapping[str, str], language: str, place: int) -> FoundFigure:
        value = values.get("value", values.get("datetime", values.get("data-value", "")))
        around = {tag for tag, _, _ in self.open}
        part = next((tag for tag in ("svg", "tbody") if tag in around), "")
        chart = self._chart if "figure" in around else ""
        repeated = bool(around & {"nav", "svg"})
        show, was = values.get("data-show", ""), values.get("data-was", "")
        return FoundFigure(values["data-ref"], show, value, language, self._line_of(place), repeated, chart, part, was)

    def _close(self, name: str) -> None:
        if self.open and self.open[-1][0] != name and all(tag != name for tag, _, _ in self.open):
            return
        while self.open:
            tag, _, figure = self.open.pop()
            self._listening -= figure is not None or tag == "desc"
            if tag == name:
                return

    def _take(self, text: str) -> None:
        for tag, _, figure in self.open:
            if figure:
                figure.text += text
            elif tag == "desc":
                self.descriptions[self._chart] = self.descriptions.get(self._chart, "") + text


def _attributes(rest: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for match in _ATTRIBUTE.finditer(rest):
        value = match[2] or match[3] or match[4] or ""
        found.setdefault(match[1].lower(), unescape(value) if "&" in value else value)
    return found
