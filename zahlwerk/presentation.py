"""How a figure is shown, before any language: unit, rounding and direction, decided on the exact value."""

from __future__ import annotations

import dataclasses
import datetime
import math
from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction

from zahlwerk.figures import Figure, Value
from zahlwerk.provenance import Quote
from zahlwerk.quantity import PLAIN, UNITS, Quantity
from zahlwerk.references import COUNTS, NOUNS, SCALES, SHOWN_UNITS, Presentation, noun_of

LARGEST_WORD = 12
MOST_MORE_DECIMALS = 9  # a byte of a gigabyte
SPELLED = range(1, LARGEST_WORD + 1)  # the counts that are words where a reference asks for them


class ZeroShownError(ValueError):
    """A figure that is not zero would be shown as 0."""


@dataclass(frozen=True, slots=True)
class ShownNumber:
    """A number as every language shows it: rounded, with its unit, not yet spelled in any."""

    number: Decimal  # rounded, with the digits that are shown
    unit: str = ""  # a key of SHOWN_UNITS or of UNITS, empty for counts
    scale: str = ""  # a key of SCALES
    direction: str = ""  # the qualifier to be put into words
    form: str = ""  # "words", "Words", "bare" or "sci"
    exponent: int = 0  # power of ten of a number in scientific form
    counts: str = ""  # what it is a count of, a key of NOUNS
    noun: bool = False  # whether the name of that follows


Shown = ShownNumber | datetime.date | Quote


def shown(figure: Figure, asked: Presentation) -> Shown:
    """What is to be shown of a figure. Raises ValueError saying why it must not be shown like that."""
    if not isinstance(figure.value, Quantity):
        if asked.text:
            raise ValueError(f"a date or quotation takes no {asked.text}")
        return figure.value
    resolved = _resolved(figure, figure.value, asked)
    if asked.noun:
        _check_noun(figure, figure.value, resolved)
    exact = in_shown_unit(figure.value, resolved)
    exponent, rounded = (
        _scientific(figure, exact, resolved) if resolved.form == "sci" else (0, _rounded(exact, resolved))
    )
    _check_bound(figure, resolved, exact, Fraction(rounded) * Fraction(10) ** exponent)
    if rounded == 0 and exact != 0:
        raise ZeroShownError(f"{float(exact):g} is not zero, but would be shown as 0; ask for more decimals")
    return ShownNumber(
        rounded,
        resolved.unit,
        resolved.scale,
        resolved.direction,
        asked.form if asked.form == "bare" else resolved.form,
        exponent,
        counts=noun_of(figure.reference) if not resolved.unit else "",
        noun=bool(asked.noun),
    )


def former(figure: Figure, value: Quantity | datetime.date) -> Figure:
    """A figure as it once was. Raises ValueError where it cannot have had such a value."""
    given, due = _kind(value), _kind(figure.value)
    if given != due or isinstance(figure.value, Quote):
        raise ValueError(f"its former value is {given}, but {figure.reference} is {due}")
    return dataclasses.replace(figure, value=value)


def _kind(value: Value) -> str:
    if isinstance(value, Quantity):
        return "a plain number" if value.dimension == PLAIN else f"in {value.dimension}"
    return "a quotation" if isinstance(value, Quote) else "a date"


def shown_above_zero(figure: Figure, asked: Presentation) -> Shown:
    """The same, with as many more decimals as it takes for a small amount not to be shown as 0."""
    first = asked.decimals if asked.decimals is not None else figure.default.decimals or 0
    for decimals in range(first, first + MOST_MORE_DECIMALS):
        try:
            return shown(figure, dataclasses.replace(asked, decimals=decimals))
        except ZeroShownError:
            continue
    return shown(figure, dataclasses.replace(asked, decimals=first + MOST_MORE_DECIMALS))


def exact_text(figure: Figure) -> str:
    """The exact value in base units: all digits where they end, otherwise 17 significant ones."""
    if isinstance(figure.value, datetime.date):
        return figure.value.isoformat()
    if isinstance(figure.value, Quote):
        return figure.value.text
    exact = Fraction(figure.value.value)
    rest = exact.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    digits = 17 if rest != 1 else 1000
    quotient = Context(prec=digits).divide(Decimal(exact.numerator), Decimal(exact.denominator))
    return format(quotient.normalize(Context(prec=digits)), "f")


def _resolved(figure: Figure, quantity: Quantity, asked: Presentation) -> Presentation:
    """The presentation with everything filled in that the reference leaves to the figure."""
    default = figure.default
    form = _form(asked, default)
    if form in ("words", "Words"):
        _check_words(quantity, asked)
        return dataclasses.replace(asked, decimals=0, form=form if quantity.value in SPELLED else "")
    unit, scale = (asked.unit, asked.scale) if asked.unit or asked.scale else (default.unit, default.scale)
    same = (unit, scale) == (default.unit, default.scale)
    decimals = asked.decimals if asked.decimals is not None else default.decimals if same else None
    if decimals is None:
        raise ValueError(f"another unit needs its decimals: write [{unit or scale}]:.1")
    if unit and UNITS[SHOWN_UNITS.get(unit, unit)].dimension != quantity.dimension:
        raise ValueError(f"{unit} is no unit of {figure.reference}, which is in {quantity.dimension}")
    if scale and quantity.dimension not in COUNTS:
        raise ValueError(f"{scale} is for counts, and {figure.reference} is in {quantity.dimension}")
    return Presentation(asked.text, unit, scale, asked.direction, form, decimals=decimals)


def _form(asked: Presentation, default: Presentation) -> str:
    """The form asked for; a number written with an exponent keeps it unless another unit is asked for."""
    if default.form == "sci" and asked.form in ("", "bare") and not (asked.unit or asked.scale):
        return "sci"
    return asked.form


def _check_words(quantity: Quantity, asked: Presentation) -> None:
    if asked.unit or asked.scale or asked.decimals is not None:
        raise ValueError("a spelled-out count takes no unit and no decimals")
    if quantity.dimension not in COUNTS or Fraction(quantity.value).denominator != 1:
        raise ValueError(f"only whole counts are spelled out, and this is {float(quantity.value):g}")


def _check_noun(figure: Figure, quantity: Quantity, resolved: Presentation) -> None:
    if not noun_of(figure.reference) or quantity.dimension not in COUNTS:
        raise ValueError(f"{figure.reference} counts nothing that has a noun here; known: {', '.join(NOUNS)}")
    if resolved.scale or Fraction(quantity.value).denominator != 1:
        raise ValueError("a noun follows whole counts without a scale")


def in_shown_unit(quantity: Quantity, resolved: Presentation) -> Fraction:
    """How many of the presentation's units, or of its scale, a quantity is."""
    if resolved.unit:
        return quantity.in_unit(SHOWN_UNITS.get(resolved.unit, resolved.unit))
    return Fraction(quantity.value) / SCALES.get(resolved.scale, 1)


def _rounded(exact: Fraction, resolved: Presentation) -> Decimal:
    decimals = resolved.decimals or 0
    scaled = exact * 10**decimals
    if resolved.direction in ("min", "over"):
        whole = math.floor(scaled)
    elif resolved.direction in ("max", "under"):
        whole = math.ceil(scaled)
    else:
        whole = math.floor(abs(scaled) + Fraction(1, 2)) * (1 if scaled >= 0 else -1)
    return Decimal(whole).scaleb(-decimals, Context(prec=1000))


def _check_bound(figure: Figure, resolved: Presentation, exact: Fraction, rounded: Fraction) -> None:
    direction, moved = resolved.direction, rounded - exact
    lower, upper = figure.bound in ("min", "over"), figure.bound in ("max", "under")
    if (lower and direction in ("max", "under")) or (upper and direction in ("min", "over")):
        kind = "a lower" if lower else "an upper"
        raise ValueError(f"{figure.reference} is {kind} bound and cannot be [{direction}]")
    if figure.bound == "about" and direction != "about":
        raise ValueError(f"{figure.reference} is an estimate: write [about]")
    if figure.bound and figure.fact and not direction:
        raise ValueError(f"{figure.reference} is stated as a bound: write [{figure.bound}]")
    if direction in ("over", "under") and moved == 0 and figure.bound != direction:
        raise ValueError(f"{figure.reference} is exactly what would be shown, not {direction} it")
    if not direction and ((lower and moved > 0) or (upper and moved < 0)):
        wanted = "min" if lower else "max"
        raise ValueError(f"{figure.reference} is a bound that rounding would turn false: write [{wanted}] or [about]")


def _scientific(figure: Figure, exact: Fraction, resolved: Presentation) -> tuple[int, Decimal]:
    """Power of ten and mantissa: as they were written, otherwise with one digit before the point."""
    if figure.fact and figure.fact.written.exponent is not None:
        exponent = figure.fact.written.exponent
        return exponent, _rounded(exact / Fraction(10) ** exponent, resolved)
    exponent = 0
    while abs(exact) >= Fraction(10) ** (exponent + 1):
        exponent += 1
    while exact and abs(exact) < Fraction(10) ** exponent:
        exponent -= 1
    mantissa = _rounded(exact / Fraction(10) ** exponent, resolved)
    if abs(mantissa) >= 10:
        return exponent + 1, _rounded(exact / Fraction(10) ** (exponent + 1), resolved)
    return exponent, mantissa
