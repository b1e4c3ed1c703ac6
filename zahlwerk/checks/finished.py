"""Finished pages, read back: what stands there is what the exact values give, alike in every language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser

from zahlwerk.editions import Edition
from zahlwerk.pages import Page
from zahlwerk.presentation import exact_text, shown
from zahlwerk.problems import Place, Problem
from zahlwerk.project import Project
from zahlwerk.references import parse_presentation, parse_reference

_VOID = {"meta", "link", "br", "hr", "img", "input", "source", "wbr", "col", "area", "base", "embed", "track"}


@dataclass(slots=True)
class FoundFigure:
    """A figure as it stands in a finished page."""

    reference: str
    show: str
    value: str
    language: str  # tag of the nearest element that names one, outside the figure itself
    line: int
    navigation: bool  # whether it repeats a heading in a table of contents
    text: str = ""


@dataclass(slots=True)
class FoundPage:
    """What a finished page holds."""

    figures: list[FoundFigure] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    links: list[tuple[str, int]] = field(default_factory=list)  # targets with their lines


class _PageReader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found = FoundPage()
        self.open: list[tuple[str, str, FoundFigure | None]] = []  # tag, language, figure

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        outer = self.open[-1][1] if self.open else ""
        figure = None
        if "id" in values:
            self.found.ids.append(values["id"])
        for name in ("href", "src"):
            if name in values:
                self.found.links.append((values[name], self.getpos()[0]))
        if "data-ref" in values:
            value = values.get("value", values.get("datetime", ""))
            navigation = any(tag == "nav" for tag, _, _ in self.open)
            figure = FoundFigure(
                values["data-ref"], values.get("data-show", ""), value, outer, self.getpos()[0], navigation
            )
            self.found.figures.append(figure)
        if tag not in _VOID:
            self.open.append((tag, values.get("lang", outer), figure))

    def handle_endtag(self, tag: str) -> None:
        while self.open:
            if self.open.pop()[0] == tag:
                return

    def handle_data(self, data: str) -> None:
        for _, _, figure in self.open:
            if figure:
                figure.text += data


def read_page(html: str) -> FoundPage:
    """The figures, ids and links of a finished page."""
    reader = _PageReader()
    reader.feed(html)
    reader.close()
    return reader.found


def figures_are_exact(project: Project, pages: Sequence[Page]) -> Iterator[Problem]:
    """Each figure's text is what its exact value gives when it is formatted afresh for the page's language."""
    editions = {edition.tag: edition for edition in project.editions.values()}
    for page in pages:
        for found in read_page(page.html).figures:
            if problem := _wrong(found, page, project, editions):
                yield problem


def _wrong(found: FoundFigure, page: Page, project: Project, editions: Mapping[str, Edition]) -> Problem | None:
    place = Place(page.file, found.line)
    figure = project.figures.known.get(found.reference)
    if figure is None:
        return Problem(place, f"{found.reference} is no figure")
    text = editions[found.language].figure(shown(figure, parse_presentation(found.show)))
    if found.text != text:
        return Problem(place, f'{found.reference} is shown as "{found.text}", but its exact value gives "{text}"')
    exact = exact_text(figure)
    if found.value and found.value != exact:
        return Problem(place, f"{found.reference} carries the value {found.value}, but it is {exact}")
    return None


def languages_agree(project: Project, pages: Sequence[Page]) -> Iterator[Problem]:
    """Each version of a page shows exactly the figures of its article, as often and in the same presentation."""
    articles = {article.slug: article for article in project.articles}
    for page in pages:
        if page.slug not in articles:
            continue
        written = [parse_reference(name) for text in articles[page.slug].texts for name in text.references]
        wanted = Counter((reference.target, reference.presentation.text) for reference in written)
        figures = [figure for figure in read_page(page.html).figures if not figure.navigation]
        found = Counter((figure.reference, figure.show) for figure in figures)
        for (reference, show), times in ((found - wanted) + (wanted - found)).items():
            message = f"{{{reference}{show}}} is shown {found[reference, show]} times, not {wanted[reference, show]}"
            yield Problem(Place(page.file), message, f"compare with {articles[page.slug].file}; off by {times}")


def links_arrive(project: Project, pages: Sequence[Page]) -> Iterator[Problem]:
    """Each internal link of each page leads to a file of the site, and to an id there."""
    base = project.settings.base_path
    found = {page.file: read_page(page.html) for page in pages}
    for page in pages:
        for target, line in found[page.file].links:
            path, _, fragment = target.partition("#")
            if path and not path.startswith(base) or path.startswith("//"):
                continue
            file = page.file if not path else f"{path.removeprefix(base)}{'index.html' if path.endswith('/') else ''}"
            if file.endswith(".html") and file not in found:
                yield Problem(Place(page.file, line), f'the link "{target}" leads to no page')
            elif fragment and file in found and fragment not in found[file].ids:
                yield Problem(Place(page.file, line), f'the link "{target}" leads to no heading')


def ids_are_unique(project: Project, pages: Sequence[Page]) -> Iterator[Problem]:
    """No id stands twice on a page."""
    for page in pages:
        for name, times in Counter(read_page(page.html).ids).items():
            if times > 1:
                yield Problem(Place(page.file), f'the id "{name}" is given {times} times')
