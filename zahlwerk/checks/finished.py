"""Finished pages, read back: what stands there is what the exact values give, alike in every language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from zahlwerk.checks.readback import FinishedPage, FoundFigure
from zahlwerk.corrections import read_value
from zahlwerk.editions import Edition
from zahlwerk.presentation import exact_text, former, shown
from zahlwerk.problems import Place, Problem
from zahlwerk.project import Project
from zahlwerk.references import parse_presentation, parse_reference


def figures_are_exact(project: Project, pages: Sequence[FinishedPage]) -> Iterator[Problem]:
    """Each figure's text is what its exact value gives when it is formatted afresh for the page's language."""
    editions = {edition.tag: edition for edition in project.editions.values()}
    for page in pages:
        for found in page.figures:
            if problem := _wrong(found, page.page.file, project, editions):
                yield problem


def _wrong(found: FoundFigure, file: str, project: Project, editions: Mapping[str, Edition]) -> Problem | None:
    place = Place(file, found.line)
    figure = project.figures.known.get(found.reference)
    if figure is None:
        return Problem(place, f"{found.reference} is no figure")
    if found.was:
        figure = former(figure, read_value(found.was))
    text = editions[found.language].figure(shown(figure, parse_presentation(found.show)))
    if found.text != text:
        return Problem(place, f'{found.reference} is shown as "{found.text}", but its exact value gives "{text}"')
    exact = exact_text(figure)
    if found.value and found.value != exact:
        return Problem(place, f"{found.reference} carries the value {found.value}, but it is {exact}")
    return None


def languages_agree(project: Project, pages: Sequence[FinishedPage]) -> Iterator[Problem]:
    """Each version of a page shows exactly the figures of its article, as often and in the same presentation."""
    articles = {article.slug: article for article in project.articles}
    for page in pages:
        article = articles.get(page.page.slug)
        if article is None:
            continue
        written = [parse_reference(name) for name in article.references]
        wanted = Counter((reference.target, reference.presentation.text, "") for reference in written)
        for corrected in article.corrections:
            wanted[corrected.reference.target, corrected.reference.presentation.text, corrected.written] += 1
        found = Counter((figure.reference, figure.show, figure.was) for figure in page.figures if not figure.navigation)
        for key, times in ((found - wanted) + (wanted - found)).items():
            reference, show, was = key
            before = f", as it was ({was})," if was else ""
            message = f"{{{reference}{show}}}{before} is shown {found[key]} times, not {wanted[key]}"
            yield Problem(Place(page.page.file), message, f"compare with {article.file}; off by {times}")


def drawings_say_what_tables_say(_project: Project, pages: Sequence[FinishedPage]) -> Iterator[Problem]:
    """Each chart draws the figures of its table, each as often, and its description names them all."""
    for page in pages:
        for chart in dict.fromkeys(figure.chart for figure in page.figures if figure.chart):
            drawn, listed = (
                Counter((f.reference, f.show) for f in page.figures if f.chart == chart and f.part == part)
                for part in ("svg", "tbody")
            )
            for (reference, show), times in ((drawn - listed) + (listed - drawn)).items():
                message = f"the drawing and the table of {chart} differ in {{{reference}{show}}}, by {times}"
                yield Problem(Place(page.page.file), message)
            described = page.descriptions.get(chart, "")
            for text in dict.fromkeys(f.text for f in page.figures if f.chart == chart and f.part == "tbody"):
                if text not in described:
                    yield Problem(Place(page.page.file), f'the description of {chart} does not say "{text}"')


def links_arrive(project: Project, pages: Sequence[FinishedPage], files: Collection[str]) -> Iterator[Problem]:
    """Each internal link of each page leads to one of the files of the site, and to an id there."""
    settings = project.settings
    targets = _Targets(settings.base_path, {*files}, {page.page.file: {*page.ids} for page in pages})
    for page in pages:
        for written, line in page.links:
            own = written.startswith(settings.base_url)
            target = f"{settings.base_path}{written.removeprefix(settings.base_url)}" if own else written
            if message := targets.fault(target, page.page.file):
                yield Problem(Place(page.page.file, line), f'the link "{written}" {message}')


@dataclass(frozen=True, slots=True)
class _Targets:
    """What links can lead to."""

    base_path: str
    files: Collection[str]
    ids: Mapping[str, Collection[str]]  # by page

    def fault(self, target: str, own: str) -> str:
        """What is wrong with a link of a page; nothing where it arrives or leads to another site."""
        address, _, fragment = target.partition("#")
        path = address.partition("?")[0]
        if ":" in path or path.startswith("//"):
            return ""
        if path and not path.startswith("/"):
            return "depends on the address of its page; begin it with a slash"
        if path and not path.startswith(self.base_path):
            return f"leaves the site, which begins at {self.base_path}"
        if path.endswith("/index.html"):
            return "names the file of a page; end it with the slash before that"
        file = f"{path.removeprefix(self.base_path)}{'index.html' if path.endswith('/') else ''}" if path else own
        if file not in self.files:
            return f"leads to no {'page' if file.endswith('.html') else 'file of the site'}"
        return "leads to no heading" if fragment and fragment not in self.ids.get(file, ()) else ""


def ids_are_unique(project: Project, pages: Sequence[FinishedPage]) -> Iterator[Problem]:
    """No id stands twice on a page."""
    for page in pages:
        for name, times in Counter(page.ids).items():
            if times > 1:
                yield Problem(Place(page.page.file), f'the id "{name}" is given {times} times')
