"""Where everything of a chart stands: scales, ticks and marks, computed from exact values and rounded at the end.

Across, positions are per cent of the width, so that a chart fills any screen; down, they are in the height of its
letters, so that no text shrinks with the screen.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction
from itertools import groupby

from zahlwerk.chartblocks import BARS, POINTS, Chart, Row, Value
from zahlwerk.figures import Figures
from zahlwerk.presentation import ShownNumber, in_shown_unit, shown
from zahlwerk.quantity import Quantity
from zahlwerk.references import Presentation, parse_reference

MOST_INTERVALS = 5  # between the ticks of an axis
_STEPS = (1, 2, 5)
_THOUSANDTH = Fraction(1, 1000)
_LOGARITHMS = Context(prec=30)

# In hundredths of the height of letters.
_LABEL, _ABOVE, _BAR, _THIN, _GAP, _VALUES, _BELOW = 100, 155, 170, 100, 30, 135, 110
_OVERHANG, _TICKS, _FOOT, _SWATCH = 35, 130, 170, 85


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
    """A line across all rows in a row that have the same limit."""

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
    axis_at: Decimal
    ticks_at: Decimal
    height: Decimal


@dataclass(frozen=True, slots=True)
class Linear:
    """A scale from zero."""

    step: Fraction  # from tick to tick
    top: Fraction

    def share(self, amount: Fraction) -> Fraction:
        """How far along an amount stands, from 0 to 1."""
        return amount / self.top

    @property
    def amounts(self) -> tuple[Fraction, ...]:
        """Where ticks stand."""
        return tuple(self.step * number for number in range(int(self.top / self.step) + 1))

    @property
    def between(self) -> tuple[Fraction, ...]:
        """No lines stand between them."""
        return ()


@dataclass(frozen=True, slots=True)
class Decades:
    """A scale on which each tick is ten times the one before."""

    low: int  # power of ten of the first tick
    high: int

    def share(self, amount: Fraction) -> Fraction:
        """How far along an amount stands, from 0 to 1."""
        logarithm = _LOGARITHMS.divide(Decimal(amount.numerator), Decimal(amount.denominator)).log10(_LOGARITHMS)
        return (Fraction(logarithm) - self.low) / (self.high - self.low)

    @property
    def amounts(self) -> tuple[Fraction, ...]:
        """Where ticks stand."""
        return tuple(Fraction(10) ** power for power in range(self.low, self.high + 1))

    @property
    def between(self) -> tuple[Fraction, ...]:
        """Twice to nine times each tick but the last."""
        return tuple(amount * times for amount in self.amounts[:-1] for times in range(2, 10))


Scale = Linear | Decades


def linear(largest: Fraction) -> Linear:
    """The scale whose steps are 1, 2 or 5 times a power of ten, as small as few ticks allow."""
    if largest <= 0:
        return Linear(Fraction(1), Fraction(1))
    power = math.floor(math.log10(largest)) - 1
    while True:
        for times in _STEPS:
            step = times * Fraction(10) ** power
            intervals = math.ceil(largest / step)
            if intervals <= MOST_INTERVALS:
                return Linear(step, step * intervals)
        power += 1


def decades(smallest: Fraction, largest: Fraction) -> Decades:
    """The whole decades around amounts, which are greater than zero."""
    low = high = 0
    while Fraction(10) ** low > smallest:
        low -= 1
    while Fraction(10) ** (low + 1) <= smallest:
        low += 1
    while Fraction(10) ** high < largest:
        high += 1
    while high > low + 1 and Fraction(10) ** (high - 1) >= largest:
        high -= 1
    return Decades(low, max(high, low + 1))


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
        rows, top = [], 0
        for row in self.chart.rows:
            rows.append(self._row(row, top))
            top += _ABOVE + self._bars_height() + _VALUES + _BELOW
        number = len(self.chart.series) + (self.chart.limit is not None)
        axis = top - _BELOW // 2
        return Drawing(
            tuple(rows),
            tuple(self._limits(rows)),
            tuple(Tick(self._at(amount), self._tick(amount)) for amount in self.scale.amounts),
            between=tuple(map(self._at, self.scale.between)),
            columns=tuple(_percent(Fraction(column, number)) for column in range(number)),
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

    def _tick(self, amount: Fraction) -> ShownNumber:
        exact = Decimal(amount.numerator) / Decimal(amount.denominator)
        return ShownNumber(Decimal(format(exact.normalize(), "f")), self.unit.unit, self.unit.scale)

    def _bars_height(self) -> int:
        number = len(self.chart.series)
        return number * (_THIN + _GAP) - _GAP if self.chart.kind == BARS and number > 1 else _BAR

    def _row(self, row: Row, top: int) -> DrawnRow:
        first, last = top + _ABOVE, top + _ABOVE + self._bars_height()
        marks = tuple(self._marks(row, first))
        start = min(mark.start for mark in marks)
        end = max(mark.start + mark.width for mark in marks)
        return DrawnRow(
            _ems(top + _LABEL), _ems(last + _VALUES), _ems(first), _ems(last), start, end - start, marks
        )

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
        for at, group in groupby(limited, lambda pair: self._at(self._amount(pair[0]))):
            drawn = [row for _, row in group]
            yield LimitLine(at, drawn[0].top - _ems(_OVERHANG), drawn[-1].bottom + _ems(_OVERHANG))


def _percent(share: Fraction) -> Decimal:
    """A share of the width in per cent, to three decimals."""
    thousandths = math.floor(share * 100 / _THOUSANDTH + Fraction(1, 2))
    return Decimal(thousandths).scaleb(-3)


def _ems(hundredths: int) -> Decimal:
    return Decimal(hundredths).scaleb(-2)
