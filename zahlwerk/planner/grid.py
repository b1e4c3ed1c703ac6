"""A planner's answers in one language, as a page loads them: every text once, and for each part where to look."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from zahlwerk.editions import Edition
from zahlwerk.planner.answers import Answers
from zahlwerk.planner.cells import Cell, Part, cell_text
from zahlwerk.planner.declared import Choice, Planner
from zahlwerk.planner.parts import PARTS

_PART = re.compile(r"\{([a-z_]+)\}")  # stands for another part
Cells = Mapping[str, tuple[Cell, ...]]  # a part's cells, in the order of the choices of its axes


@dataclass(frozen=True, slots=True)
class PlannerGrid:
    """Every answer of an article's planner, before any language."""

    slug: str  # of the article
    planner: Planner
    cells: Cells


def grid_name(slug: str, tag: str) -> str:
    """The name of the grid of an article in a language, below the output folder."""
    return f"data/planner-{slug}.{tag}.json"


def make_grid(answers: Answers) -> Cells:
    """Every cell that readers can come to see, before any language."""
    planner = answers.planner
    return {part.name: tuple(part.cell(answers, choice) for choice in choices_of(part, planner)) for part in PARTS}


def choices_of(part: Part, planner: Planner) -> Iterator[Choice]:
    """Every choice along the axes of a part; on others, where nothing depends on it, the start's."""
    start = {axis: getattr(planner.start, axis) for axis in planner.axes}
    for ids in product(*(planner.axes[axis] for axis in part.axes)):
        yield Choice(**(start | dict(zip(part.axes, ids, strict=True))))


def neighbours(planner: Planner) -> Iterator[Choice]:
    """The start, and every choice that differs from it along one axis."""
    for axis, ids in planner.axes.items():
        yield from (replace(planner.start, **{axis: name}) for name in ids)


def grid_text(grid: PlannerGrid, edition: Edition) -> str:
    """The grid in the words of an edition, as JSON."""
    told: dict[Cell, str] = {}
    places: dict[str, int] = {}
    parts = {}
    for part in PARTS:
        cells = []
        for cell in grid.cells[part.name]:
            if cell not in told:
                told[cell] = cell_text(cell, edition)
            cells.append(places.setdefault(told[cell], len(places)))
        parts[part.name] = [part.axes, cells]
    document = {"axes": grid.planner.axes, "texts": list(places), "parts": parts}
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")) + "\n"


def look_up(document: Mapping[str, Any], part: str, choice: Choice) -> str:
    """What a grid, as it was written, says of a part for a choice."""
    axes, cells = document["parts"][part]
    place = 0
    for axis in axes:
        known: Sequence[str] = document["axes"][axis]
        place = place * len(known) + known.index(getattr(choice, axis))
    text: str = document["texts"][cells[place]]
    return _PART.sub(lambda other: look_up(document, other[1], choice), text)


def answered(answers: Answers, choice: Choice, edition: Edition) -> dict[str, str]:
    """Every part for one choice, straight from the engine."""
    texts = {part.name: cell_text(part.cell(answers, choice), edition) for part in PARTS}

    def filled(text: str) -> str:
        return _PART.sub(lambda other: filled(texts[other[1]]), text)

    return {name: filled(text) for name, text in texts.items()}
