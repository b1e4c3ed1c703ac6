"""Fields of record types: the dimension and range of a quantity, or the section of another record."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from zahlwerk.quantity import PLAIN, Dimension, Number


@dataclass(frozen=True, slots=True)
class Range:
    """What values a field may take."""

    dimension: Dimension
    low: Number = 0  # in base units
    high: Number = 10**30  # in base units
    whole: bool = False  # whether only whole numbers of base units make sense

    def contains(self, value: Number) -> bool:
        """Whether a number of base units lies within the range."""
        return self.low <= value <= self.high and not (self.whole and Fraction(value).denominator != 1)


def stated(dimension: Dimension, low: Number, high: Number, *, whole: bool = False) -> Any:
    """A quantity that each record states."""
    return dataclasses.field(metadata={"range": Range(dimension, low, high, whole)})


def perhaps(dimension: Dimension, low: Number, high: Number, *, whole: bool = False) -> Any:
    """A quantity that a record may state."""
    return dataclasses.field(default=None, metadata={"range": Range(dimension, low, high, whole)})


def count(low: int = 1, high: int = 10**7) -> Any:
    """A whole number that each record states."""
    return stated(PLAIN, low, high, whole=True)


def perhaps_count(low: int = 0, high: int = 10**7) -> Any:
    """A whole number that a record may state."""
    return perhaps(PLAIN, low, high, whole=True)


def yes_or_no() -> Any:
    """1 or 0, which each record states."""
    return stated(PLAIN, 0, 1, whole=True)


def record(section: str) -> Any:
    """Another record, of a section, that each record names."""
    return dataclasses.field(metadata={"section": section})


def perhaps_record(section: str) -> Any:
    """Another record, of a section, that a record may name."""
    return dataclasses.field(default=None, metadata={"section": section})
