"""What stands in one place of a planner: a figure or a sentence, before any language."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from zahlwerk.editions import Edition
from zahlwerk.figures import Figure
from zahlwerk.planner.answers import Answers
from zahlwerk.planner.declared import AXES, Choice
from zahlwerk.presentation import ShownNumber, shown_above_zero
from zahlwerk.quantity import Number, Quantity
from zahlwerk.references import Presentation, parse_presentation
from zahlwerk.sizing import FORMULAS


@dataclass(frozen=True, slots=True)
class Said:
    """A message of the site; each of its placeholders stands for another part."""

    source: str
    context: str
    parts: tuple[tuple[str, str], ...] = ()  # placeholder and part, where these have different names


Cell = ShownNumber | Said | str  # a plain text is the same in every language


@dataclass(frozen=True, slots=True)
class Part:
    """Something that a planner shows, and what it depends on."""

    name: str
    axes: tuple[str, ...]  # in the order of AXES
    cell: Callable[[Answers, Choice], Cell]


def cell_text(cell: Cell, edition: Edition) -> str:
    """What readers see of a cell; names of other parts stand in braces."""
    if isinstance(cell, ShownNumber):
        return edition.figure(cell)
    if isinstance(cell, str):
        return cell
    text = edition.say(cell.source, cell.context)
    for placeholder, part in cell.parts:
        text = text.replace(f"{{{placeholder}}}", f"{{{part}}}")
    return text


@lru_cache(maxsize=20_000)
def figure_cell(name: str, quantity: Quantity, show: str, default: Presentation) -> Cell:
    """A quantity in a presentation, with more decimals where it would be shown as 0."""
    told = shown_above_zero(Figure(f"planner.{name}", quantity, "", default, ()), parse_presentation(show))
    assert isinstance(told, ShownNumber)
    return told


def computed_cell(name: str, number: Number, show: str = "") -> Cell:
    """A quantity of the engine in the presentation of its formula, or another one of its unit."""
    formula = FORMULAS[name]
    return figure_cell(name, Quantity(number, formula.dimension), show, parse_presentation(formula.show))


def axes_of(names: str) -> tuple[str, ...]:
    """The axes of these names, in the order of AXES."""
    return tuple(axis for axis in AXES if axis in names.split())
