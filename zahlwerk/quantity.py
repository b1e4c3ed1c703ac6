"""Exact numbers with a dimension, and the closed table of the units they may be written in."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

Number = int | Fraction


@dataclass(frozen=True, slots=True, order=True)
class Dimension:
    """A product of powers of byte, second, watt, flop, parameter, token and day; empty for a plain number."""

    powers: tuple[tuple[str, int], ...] = ()

    def __mul__(self, other: Dimension) -> Dimension:
        return _dimension({**dict(self.powers)}, other, 1)

    def __truediv__(self, other: Dimension) -> Dimension:
        return _dimension({**dict(self.powers)}, other, -1)

    def __str__(self) -> str:
        above = [_power(name, power) for name, power in self.powers if power > 0]
        below = [_power(name, -power) for name, power in self.powers if power < 0]
        if not above and not below:
            return "1"
        return "/".join(["·".join(above) or "1", *below])


def _dimension(powers: dict[str, int], other: Dimension, sign: int) -> Dimension:
    for name, power in other.powers:
        powers[name] = powers.get(name, 0) + sign * power
    return Dimension(tuple(sorted((name, power) for name, power in powers.items() if power)))


def _power(name: str, power: int) -> str:
    return name if power == 1 else f"{name}^{power}"


def base(name: str) -> Dimension:
    """The dimension of one base quantity."""
    return Dimension(((name, 1),))


PLAIN = Dimension()
BYTE, SECOND, WATT, FLOP = base("byte"), base("second"), base("watt"), base("flop")
PARAMETER, TOKEN, DAY = base("parameter"), base("token"), base("day")
BOTH_DIRECTIONS = base("both directions")  # makes a link's total rate unlike its rate per direction
COUNTED = (PARAMETER, TOKEN)  # things a formula may count: a plain number becomes a number of them


@dataclass(frozen=True, slots=True)
class Unit:
    """One unit: how many base units it holds, and of which dimension."""

    factor: Number
    dimension: Dimension


def _units() -> dict[str, Unit]:
    units = {"": Unit(1, PLAIN), "%": Unit(Fraction(1, 100), PLAIN)}
    units["byte"] = Unit(1, BYTE)
    units["bit"] = Unit(Fraction(1, 8), BYTE)
    for power, prefix in enumerate(("k", "M", "G", "T", "P"), start=1):
        units[f"{prefix}B"] = Unit(1000**power, BYTE)
        units[f"{prefix}B/s"] = Unit(1000**power, BYTE / SECOND)
        units[f"{prefix}B/s in both directions"] = Unit(1000**power, BYTE / SECOND * BOTH_DIRECTIONS)
        units[f"{prefix}FLOP"] = Unit(1000**power, FLOP)
        units[f"{prefix}FLOPS"] = Unit(1000**power, FLOP / SECOND)
    for power, prefix in enumerate(("Ki", "Mi", "Gi", "Ti"), start=1):
        units[f"{prefix}B"] = Unit(1024**power, BYTE)
    units |= {
        "B/s": Unit(1, BYTE / SECOND),
        "FLOP": Unit(1, FLOP),
        "FLOPS": Unit(1, FLOP / SECOND),
        "byte/parameter": Unit(1, BYTE / PARAMETER),
        "byte/token": Unit(1, BYTE / TOKEN),
        "flop/token": Unit(1, FLOP / TOKEN),
        "bit/parameter": Unit(Fraction(1, 8), BYTE / PARAMETER),
        "flop/parameter/token": Unit(1, FLOP / PARAMETER / TOKEN),
        "s": Unit(1, SECOND),
        "ms": Unit(Fraction(1, 1000), SECOND),
        "W": Unit(1, WATT),
        "kW": Unit(1000, WATT),
        "kWh": Unit(3_600_000, WATT * SECOND),
        "h": Unit(3600, SECOND),
        "parameter": Unit(1, PARAMETER),
        "token": Unit(1, TOKEN),
        "day": Unit(1, DAY),
    }
    return units


UNITS = _units()
_MOST_DIGITS = 60  # behind the decimal point of an exact value that is still written with one


@dataclass(frozen=True, slots=True)
class Quantity:
    """An exact number of base units."""

    value: Number  # in base units: bytes, seconds, watts, flop, parameters, tokens, or a plain number
    dimension: Dimension = PLAIN

    def in_unit(self, unit: str) -> Fraction:
        """The number of ``unit`` this is. The unit must be of the same dimension."""
        if UNITS[unit].dimension != self.dimension:
            raise ValueError(f"{unit} is no unit of {self.dimension}")
        return Fraction(self.value) / UNITS[unit].factor

    def ratio_text(self) -> str:
        """The exact value as ``numerator/denominator`` in base units."""
        exact = Fraction(self.value)
        return f"{exact.numerator}/{exact.denominator}"

    def exact_text(self) -> str:
        """The exact value in base units: all its digits where they end, otherwise ``numerator/denominator``."""
        exact = Fraction(self.value)
        digits = 0
        while (10**digits * exact).denominator != 1:
            digits += 1
            if digits > _MOST_DIGITS:
                return self.ratio_text()
        whole = str(abs(exact.numerator * 10**digits // exact.denominator)).rjust(digits + 1, "0")
        point = len(whole) - digits
        return f"{'-' * (exact < 0)}{whole[:point]}{'.' * bool(digits)}{whole[point:]}"


@dataclass(frozen=True, slots=True)
class Written:
    """A quantity together with the way it was written."""

    quantity: Quantity
    unit: str  # a key of UNITS
    decimals: int  # digits behind the decimal point, of the mantissa where there is an exponent
    exponent: int | None = None  # the power of ten as written, None for a plain decimal


_NUMBER = re.compile(r"([-+]?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([-+]?\d{1,3}))?", re.ASCII)


def parse_quantity(text: str) -> Written:
    """Read ``141 GB``, ``989.5e12 FLOPS``, ``15 %`` or ``36``. Raises ValueError saying what is wrong."""
    number_text, _, unit = text.strip().partition(" ")
    unit = unit.strip()
    match = _NUMBER.fullmatch(number_text)
    if match is None:
        raise ValueError(_why_no_number(text))
    if unit not in UNITS:
        raise ValueError(f'unknown unit "{unit}"')
    sign, whole, decimals, exponent_text = match.groups()
    exponent = int(exponent_text) if exponent_text is not None else None
    exact = Fraction(f"{sign}{whole}.{decimals or 0}") * Fraction(10) ** (exponent or 0)
    exact *= UNITS[unit].factor
    value: Number = exact.numerator if exact.denominator == 1 else exact
    return Written(Quantity(value, UNITS[unit].dimension), unit, len(decimals or ""), exponent)


def _why_no_number(text: str) -> str:
    if re.match(r"[-+]?\d+,\d", text):
        return f'"{text}" is not a number: write thousands without a separator and decimals with a point'
    if re.fullmatch(r"[-+]?[\d.]+(?:[eE][-+]?\d+)?[A-Za-z%]\S*", text.strip()):
        return f'"{text}" is not a number with a unit: put a space before the unit'
    return f'"{text}" is not a number'
