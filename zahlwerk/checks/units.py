"""Units: figures that are compared are shown in one unit, or the words say that it changes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from zahlwerk.checks.passages import Finding, Passage, ShownArticle, ShownFigure
from zahlwerk.figures import Figures
from zahlwerk.quantity import Quantity
from zahlwerk.texts import Claim

CODE = "units"
_BINARY = re.compile(r"[KMGT]iB")
_HINT = "show both in one unit, or show one of them in both"


def stay_alike(shown: ShownArticle) -> Iterator[Finding]:
    """Neighbours of one dimension are shown in one unit.

    In a sentence, no powers of two stand beside powers of ten, and no bits beside bytes. In a paragraph, figures of one
    quantity, and those that a claim before it compares, have the same prefix, too. A figure that is shown in both units
    says what the other is. In the column of a table, all have one unit.
    """
    told = shown.said("binary or decimal")
    for passage in shown.prose:
        if not told.search(passage.words):
            yield from _in_prose(passage, shown.figures)
    for table in shown.tables:
        for cells in table.columns if not told.search(table.words) else ():
            yield from _in_column([figure for cell in cells[1:] for figure in cell.figures if _speaks(cell, figure)])


def _speaks(cell: Passage, figure: ShownFigure) -> bool:
    """Whether a cell shows the unit itself: a bare number with words of its own has its unit among them."""
    return figure.number.form != "bare" or not any(character.isalpha() for character in cell.words)


def _in_prose(passage: Passage, figures: Figures) -> Iterator[Finding]:
    whole = [figure for figure in passage.figures if figure.number.form != "bare"]
    compared = {values for claim in passage.item.text.claims if (values := _compared(claim, figures))}
    seen: set[frozenset[str]] = set()
    for one, other in combinations(whole, 2):
        units = frozenset((_unit(one), _unit(other)))
        if len(units) == 1 or one.dimension != other.dimension or _converted(one, other, whole):
            continue
        near = one.sentence == other.sentence and _family(one) != _family(other)
        if (near or one.name == other.name or _values(one, other) in compared) and units not in seen:
            seen.add(units)
            yield _finding(one, other)


def _in_column(figures: Sequence[ShownFigure]) -> Iterator[Finding]:
    first: dict[object, ShownFigure] = {}
    for figure in figures:
        other = first.setdefault(figure.dimension, figure)
        if _unit(figure) != _unit(other):
            yield _finding(other, figure)
            return


def _finding(one: ShownFigure, other: ShownFigure) -> Finding:
    message = f"{one.text} stands beside {other.text}: the unit changes without a word"
    return Finding(other.item, CODE, (one.target, other.target), message, _HINT)


def _unit(figure: ShownFigure) -> str:
    return figure.number.unit or figure.number.scale


def _family(figure: ShownFigure) -> str:
    """Whether a unit counts in powers of two, in bits, or as all others do."""
    unit = figure.number.unit
    return "binary" if _BINARY.match(unit) else "bit" if unit.startswith("bit") else ""


def _converted(one: ShownFigure, other: ShownFigure, figures: Sequence[ShownFigure]) -> bool:
    """Whether either of them is shown in the other's unit, too, so that readers see what the change means."""
    shown = {(figure.target, _unit(figure)) for figure in figures}
    return (one.target, _unit(other)) in shown or (other.target, _unit(one)) in shown


def _compared(claim: Claim, figures: Figures) -> frozenset[Fraction]:
    """The values that a claim compares, where both are figures."""
    if isinstance(claim.right, Quantity):
        return frozenset()
    sides = (figures.known.get(claim.left), figures.known.get(claim.right))
    values = [side.value for side in sides if side]
    return frozenset(Fraction(value.value) for value in values if isinstance(value, Quantity))


def _values(one: ShownFigure, other: ShownFigure) -> frozenset[Fraction]:
    return frozenset((Fraction(one.quantity.value), Fraction(other.quantity.value)))
