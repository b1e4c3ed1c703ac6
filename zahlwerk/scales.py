"""The scales of charts: from zero in equal steps, or in steps of ten times."""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction

MOST_INTERVALS = 4  # between the ticks of an axis: more numbers do not fit on a phone
_STEPS = (1, 2, 5)
_LOGARITHMS = Context(prec=30)


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
    power = decades(largest, largest).low - 1
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
