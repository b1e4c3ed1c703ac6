"""Planners, read back: declared soundly, and what is written of their answers is what the engine gives."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from html.parser import HTMLParser
from typing import Any

from zahlwerk.editions import Edition
from zahlwerk.planner.answers import Answers
from zahlwerk.planner.cells import cell_text
from zahlwerk.planner.declared import planner_of
from zahlwerk.planner.grid import PlannerGrid, answered, choices_of, grid_name, look_up, neighbours
from zahlwerk.planner.parts import PARTS
from zahlwerk.problems import BuildFailed, Place, Problem
from zahlwerk.project import Project
from zahlwerk.site import OutputFile
from zahlwerk.views import Page


def are_sound(project: Project) -> Iterator[Problem]:
    """Each planner offers what the facts hold."""
    for article in project.articles:
        try:
            planner_of(article, project.facts)
        except BuildFailed as failed:
            yield from failed.problems


def grids_are_exact(project: Project, grids: Sequence[PlannerGrid], files: Sequence[OutputFile]) -> Iterator[Problem]:
    """Each written grid says in its language what the engine answers: cell by cell, and combined along each axis."""
    written = {file.file: file.content for file in files}
    for grid in grids:
        answers = Answers(grid.planner)
        for edition in project.editions.values():
            name = grid_name(grid.slug, edition.tag)
            if name in written:
                document = json.loads(written[name])
                for problem in (*_wrong_cells(grid, document, edition), *_wrong_answers(answers, document, edition)):
                    yield Problem(Place(name), problem)


def _wrong_cells(grid: PlannerGrid, document: Mapping[str, Any], edition: Edition) -> Iterator[str]:
    """Cells whose text is not what their exact value gives when it is formatted afresh."""
    told: dict[object, str] = {}
    for part in PARTS:
        places = document["parts"][part.name][1]
        for number, (cell, place) in enumerate(zip(grid.cells[part.name], places, strict=True)):
            if cell not in told:
                told[cell] = cell_text(cell, edition)
            if document["texts"][place] != told[cell]:
                choice = list(choices_of(part, grid.planner))[number]
                yield f'{part.name} is "{document["texts"][place]}" for {choice}, not "{told[cell]}"'


def _wrong_answers(answers: Answers, document: Mapping[str, Any], edition: Edition) -> Iterator[str]:
    """Choices for which a reader of the grid is told something else than by the engine."""
    for choice in neighbours(answers.planner):
        for part, text in answered(answers, choice, edition).items():
            if (found := look_up(document, part, choice)) != text:
                yield f'{part} is "{found}" for {choice}, but the engine says "{text}"'


class _PartReader(HTMLParser):
    """Reads what a page shows of a planner."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[tuple[str, str]] = []
        self.open: list[str] = []  # tags, from the one that shows a part inwards

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        part = dict(attrs).get("data-part")
        if part:
            self.open = [tag]
            self.found.append((part, ""))
        elif self.open:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self.open and self.open[-1] == tag:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        if self.open:
            part, text = self.found[-1]
            self.found[-1] = part, text + data


def pages_start_as_their_grids(
    project: Project, grids: Sequence[PlannerGrid], files: Sequence[OutputFile], pages: Sequence[Page]
) -> Iterator[Problem]:
    """What a page shows before anything is chosen is what its grid says of that choice."""
    written = {file.file: file.content for file in files}
    by_slug = {grid.slug: grid for grid in grids}
    for page in pages:
        if page.slug not in by_slug:
            continue
        document = json.loads(written[grid_name(page.slug, project.editions[page.language].tag)])
        reader = _PartReader()
        reader.feed(page.html.partition('<section class="planner"')[2].partition("</section>")[0])
        if not reader.found:
            yield Problem(Place(page.file), "shows no answer of its planner")
        for part, text in reader.found:
            wanted = look_up(document, part, by_slug[page.slug].planner.start)
            if text != wanted:
                yield Problem(Place(page.file), f'{part} is shown as "{text}", but the grid says "{wanted}"')
