"""Where everything of a chart stands: scales, ticks and marks, computed from exact values and rounded at the end.

Across, positions are per cent of the width, so that a chart fills any screen; down, they are in the height of its
letters, so that no text shrinks with the screen.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from zahlwerk.chartblocks import BARS, POINTS, Chart, Row, Value
from zahlwerk.figures import Figures
from zahlwerk.presentation import ShownNumber, in_shown_unit, shown
from zahlwerk.quantity import Quantity
from zahlwerk.references import Presentation, parse_reference
from zahlwerk.scales import Scale, decades, linear

_THOUSANDTH = Fraction(1, 1000)

# In hundredths of the height of letters.
_LABEL, _ABOVE, _BAR, _THIN, _GAP, _VALUES, _BELOW = 100, 155, 170, 100, 30, 135, 110
_LIMIT, _OVERHANG, _TICKS, _FOOT, _SWATCH = 190, 35, 130, 170, 85


@dataclass(frozen=True, slots=True)
class Tick:
    """A number on the axis."""

    at: Decimal  # per cent of the width
    number: ShownNumber


@dataclass(frozen=True, slots=True)
class Mark:
    """A bar, a part of one, or a point."""

    series: int  # counted from zero
    start: Decimal  # per cent of the width
    width: Decimal  # per cent; none for a point
    top: Decimal
    height: Decimal

    @property
    def middle(self) -> Decimal:
        """Half-way down."""
        return self.top + self.height / 2


@dataclass(frozen=True, slots=True)
class DrawnRow:
    """One row of a chart."""

    label_at: Decimal
    values_at: Decimal
    top: Decimal  # of its bars
    bottom: Decimal
    start: Decimal  # from where to where its marks reach
    width: Decimal
    marks: tuple[Mark, ...]

    @property
    def middle(self) -> Decimal:
        """Half-way down its bars."""
        return (self.top + self.bottom) / 2

    @property
    def swatches_at(self) -> Decimal:
        """The upper edge of what stands in front of its values."""
        return self.values_at - _ems(_SWATCH)


@dataclass(frozen=True, slots=True)
class LimitLine:
    """A line across the bars of one row, or across all rows."""

    at: Decimal
    top: Decimal
    bottom: Decimal


@dataclass(frozen=True, slots=True)
class Drawing:
    """All positions of a chart."""

    rows: tuple[DrawnRow, ...]
    limits: tuple[LimitLine, ...]
    ticks: tuple[Tick, ...]
    between: tuple[Decimal, ...]  # lines between the ticks of a logarithmic scale
    columns: tuple[Decimal, ...]  # where the values of a row are written
    limit_at: Decimal  # where the words of a limit of all rows are written
    axis_at: Decimal
    ticks_at: Decimal
    height: Decimal


def draw(chart: Chart, figures: Figures) -> Drawing:
    """The positions of a chart, from left to right. Its figures must be known, presentable and of one dimension."""
    return _Drawer(chart, figures).drawing()


def mirrored(drawing: Drawing) -> Drawing:
    """The same from right to left."""
    rows = tuple(
        dataclasses.replace(
            row,
            start=_opposite(row.start, row.width),
            marks=tuple(dataclasses.replace(mark, start=_opposite(mark.start, mark.width)) for mark in row.marks),
        )
        for row in drawing.rows
    )
    return dataclasses.replace(
        drawing,
        rows=rows,
        limits=tuple(dataclasses.replace(line, at=_opposite(line.at)) for line in drawing.limits),
        ticks=tuple(dataclasses.replace(tick, at=_opposite(tick.at)) for tick in drawing.ticks),
        between=tuple(map(_opposite, drawing.between)),
        columns=tuple(map(_opposite, drawing.columns)),
    )


def _opposite(start: Decimal, width: Decimal = Decimal(0)) -> Decimal:
    return 100 - start - width


class _Drawer:
    """Draws one chart in the unit of its first figure."""

    def __init__(self, chart: Chart, figures: Figures) -> None:
        self.chart = chart
        self.figures = figures
        first = parse_reference(chart.values[0].reference)
        number = shown(figures.find(first.target), first.presentation)
        assert isinstance(number, ShownNumber)
        self.unit = Presentation("", number.unit, number.scale)
        self.scale = self._scale()

    def drawing(self) -> Drawing:
        rows, top = [], _LIMIT if self.chart.common else 0
        for row in self.chart.rows:
            rows.append(self._row(row, top))
            top += _ABOVE + self._bars_height() + _VALUES + _BELOW
        number = len(self.chart.series) + (self.chart.limit is not None and self.chart.common is None)
        axis = top - _BELOW // 2
        return Drawing(
            tuple(rows),
            tuple(self._limits(rows)),
            tuple(self._ticks()),
            between=tuple(map(self._at, self.scale.between)),
            columns=tuple(_percent(Fraction(column, number)) for column in range(number)),
            limit_at=_ems(_LABEL),
            axis_at=_ems(axis),
            ticks_at=_ems(axis + _TICKS),
            height=_ems(axis + _FOOT),
        )

    def _scale(self) -> Scale:
        amounts = [self._amount(value) for value in self.chart.values]
        if self.chart.kind == POINTS:
            return decades(min(amounts), max(amounts))
        if self.chart.kind == BARS:
            return linear(max(amounts))
        sums = [sum(map(self._amount, row.values), Fraction(0)) for row in self.chart.rows]
        return linear(max(*sums, *amounts))

    def _amount(self, value: Value) -> Fraction:
        quantity = self.figures.find(parse_reference(value.reference).target).value
        assert isinstance(quantity, Quantity)
        return in_shown_unit(quantity, self.unit)

    def _at(self, amount: Fraction) -> Decimal:
        return _percent(self.scale.share(amount))

    def _ticks(self) -> Iterator[Tick]:
        """The numbers of the axis, the last of them with the unit."""
        for amount in self.scale.amounts:
            exact = Decimal(amount.numerator) / Decimal(amount.denominator)
            form = "" if amount == self.scale.amounts[-1] else "bare"
            number = Decimal(format(exact.normalize(), "f"))
            yield Tick(self._at(amount), ShownNumber(number, self.unit.unit, self.unit.scale, form=form))

    def _bars_height(self) -> int:
        number = len(self.chart.series)
        return number * (_THIN + _GAP) - _GAP if self.chart.kind == BARS and number > 1 else _BAR

    def _row(self, row: Row, top: int) -> DrawnRow:
        first, last = top + _ABOVE, top + _ABOVE + self._bars_height()
        marks = tuple(self._marks(row, first))
        start = min(mark.start for mark in marks)
        end = max(mark.start + mark.width for mark in marks)
        return DrawnRow(_ems(top + _LABEL), _ems(last + _VALUES), _ems(first), _ems(last), start, end - start, marks)

    def _marks(self, row: Row, top: int) -> Iterator[Mark]:
        begun = Fraction(0)  # where the next part of a stacked bar begins
        height = _THIN if self.chart.kind == BARS and len(row.values) > 1 else _BAR
        for series, value in enumerate(row.values):
            amount = self._amount(value)
            if self.chart.kind == POINTS:
                yield Mark(series, self._at(amount), Decimal(0), _ems(top), _ems(height))
            elif self.chart.kind == BARS:
                yield Mark(series, Decimal(0), self._at(amount), _ems(top), _ems(height))
                top += _THIN + _GAP
            else:
                start, end = self._at(begun), self._at(begun + amount)
                yield Mark(series, start, end - start, _ems(top), _ems(height))
                begun += amount

    def _limits(self, rows: list[DrawnRow]) -> Iterator[LimitLine]:
        limited = ((row.limit, drawn) for row, drawn in zip(self.chart.rows, rows, strict=True) if row.limit)
        for limit, drawn in limited:
            yield self._line(limit, drawn, drawn)
        if self.chart.common:
            yield self._line(self.chart.common, rows[0], rows[-1])

    def _line(self, limit: Value, first: DrawnRow, last: DrawnRow) -> LimitLine:
        top, bottom = first.top - _ems(_OVERHANG), last.bottom + _ems(_OVERHANG)
        return LimitLine(self._at(self._amount(limit)), top, bottom)


def _percent(share: Fraction) -> Decimal:
    """A share of the width in per cent, to three decimals."""
    thousandths = math.floor(share * 100 / _THOUSANDTH + Fraction(1, 2))
    return Decimal(thousandths).scaleb(-3)


def _ems(hundredths: int) -> Decimal:
    return Decimal(hundredths).scaleb(-2)
