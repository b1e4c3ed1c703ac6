"""Sums: parts that are shown beside their whole add up to it as they are shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from zahlwerk.chartblocks import STACKED, Chart
from zahlwerk.checks.passages import Finding, ShownArticle, ShownFigure
from zahlwerk.checks.shown import shown_figure
from zahlwerk.figures import Figure, Figures
from zahlwerk.quantity import Quantity

CODE = "sum"
_Part = tuple[str, Fraction | None]  # a name and a value
_MOST_PARTS = 5
_MOST_FIGURES = 16  # of one dimension in a paragraph; beyond, nobody adds up
_HINT = "show all with as many decimals, or say beside them that figures are rounded"


def add_up(shown: ShownArticle) -> Iterator[Finding]:
    """What is exactly the sum of others is their sum as shown, too, unless the words speak of rounding.

    Such figures are looked for in a paragraph, in a row or column of a table, and in a bar of a chart.
    """
    rounding = shown.said("rounding")
    for passage in shown.prose:
        if not rounding.search(passage.words):
            yield from _wrong_sums(passage.figures, shown.figures)
    for table in shown.tables:
        if not rounding.search(table.words):
            for cells in (*table.rows[1:], *table.columns):
                yield from _wrong_sums([figure for cell in cells for figure in cell.figures], shown.figures)
    for chart in shown.article.charts:
        words = {passage.item.text.source: passage for passage in shown.prose}
        if chart.kind == STACKED and not any(rounding.search(words[label.source].words) for label in chart.labels):
            yield from _wrong_bars(chart, shown)


def _wrong_sums(figures: Sequence[ShownFigure], known: Figures) -> Iterator[Finding]:
    """A finding for each whole whose parts do not add up; only figures of one dimension add up at all."""
    alike: dict[object, dict[_Part, ShownFigure]] = {}
    for figure in figures:
        if figure.quantity.value > 0:
            alike.setdefault(figure.dimension, {}).setdefault(_part(figure.figure), figure)
    for found in alike.values():
        if len(found) > 2 and not all(figure.is_exact for figure in found.values()):
            for whole, parts in _sums(list(found.values())[:_MOST_FIGURES]):
                if _belong_together((whole, *parts), known):
                    yield from _wrong_sum(whole, parts)


def _sums(figures: list[ShownFigure]) -> Iterator[tuple[ShownFigure, tuple[ShownFigure, ...]]]:
    for whole in figures:
        smaller = [figure for figure in figures if figure.quantity.value < whole.quantity.value]
        for number in range(2, min(_MOST_PARTS, len(smaller)) + 1):
            for parts in combinations(smaller, number):
                if sum(part.quantity.value for part in parts) == whole.quantity.value:
                    yield whole, parts


def _part(figure: Figure) -> _Part:
    """What a figure is, whichever of several cases that have it in common it is shown for."""
    value = figure.value
    return figure.reference.partition(".")[2], Fraction(value.value) if isinstance(value, Quantity) else None


def _belong_together(figures: Sequence[ShownFigure], known: Figures) -> bool:
    """Whether one of the figures is computed from all others: that three numbers add up may be chance."""
    parts = {_part(figure.figure) for figure in figures}
    return any(parts <= {_part(behind) for behind in known.behind(figure.target)} for figure in figures)


def _wrong_sum(whole: ShownFigure, parts: Sequence[ShownFigure]) -> Iterator[Finding]:
    alike = len({(figure.number.unit, figure.number.scale) for figure in (whole, *parts)}) == 1  # or nobody adds them
    if alike and sum(part.value for part in parts) != whole.value:
        about = (whole.target, *sorted(part.target for part in parts))
        message = f"{' + '.join(part.text for part in parts)} do not add up to {whole.text} as shown"
        yield Finding(whole.item, CODE, about, message, _HINT)


def _wrong_bars(chart: Chart, shown: ShownArticle) -> Iterator[Finding]:
    """The same for the parts of a bar and the limit that they fill."""
    places = {passage.item.text.place: passage.item for passage in shown.prose}
    for row in chart.rows:
        item, limit = places[row.label.place], row.limit or chart.common
        if item.translated or limit is None:
            continue  # the same in every language
        values = (shown_figure(value.reference, item, shown.figures) for value in (*row.values, limit))
        found = [figure for figure in values if figure]
        if len(found) == len(row.values) + 1:
            *parts, whole = found
            yield from _wrong_sum(whole, [part for part in parts if part.quantity.value])
