"""A figure in words and in numbers: its formula with names, with values filled in, and its exact value."""

from __future__ import annotations

import ast
import datetime
from collections.abc import Callable
from decimal import Context, Decimal
from fractions import Fraction
from functools import lru_cache

from zahlwerk.cases import INPUTS, ROLES
from zahlwerk.editions import SITE, Edition
from zahlwerk.figures import Figure, Figures
from zahlwerk.presentation import ShownNumber, in_shown_unit, shown
from zahlwerk.provenance import Quote, Source
from zahlwerk.quantity import UNITS, Dimension, Quantity
from zahlwerk.records import SECTIONS, record_fields
from zahlwerk.references import SHOWN_UNITS, Presentation
from zahlwerk.sizing.expression import chains, compiled, text_of

_SIGNIFICANT = 6  # digits of an input in a filled-in formula
_BASE_UNITS = ("byte", "FLOP", "s", "W", "Bps", "FLOPS", "bytes", "bytesPerToken", "flop/parameter/token", "flop/token")


def quantity_name(figure: Figure, edition: Edition) -> str:
    """What a figure is, without the case it belongs to."""
    name = figure.reference.partition(".")[2]
    if figure.formula:
        return edition.say(figure.formula.name, "formula")
    if isinstance(figure.value, Quote):
        return edition.say("quotation", "field")
    if isinstance(figure.value, datetime.date):
        return edition.say(name, "field")
    if figure.record_type:
        return edition.say(f"{figure.record_type}.{name}", "field")
    return edition.say(name, "input" if name in INPUTS else "formula")


def source_title(source: Source, edition: Edition) -> tuple[str, str]:
    """The title of a source, with the language tag it is in: only titles of our own are translated."""
    title = edition.translation(SITE, "source title", source.title) if source.titled_here else None
    return (title, edition.tag) if title else (source.title, source.language)


def title_of(figure: Figure, edition: Edition) -> str:
    """The case, record or source a figure belongs to."""
    if figure.record_type:
        return edition.say(figure.title, "name")
    if isinstance(figure.value, Quantity):
        title = edition.translation(SITE, "title", figure.title)
        return title or edition.say(figure.title, "name")
    return source_title(figure.sources[0], edition)[0]


def formula_in_words(figure: Figure, figures: Figures, edition: Edition) -> str:
    """The formula with the names of its inputs; empty for what is not computed."""
    return _formula_text(figure, figures, edition, lambda chain: _chain_name(chain, edition))


def formula_in_numbers(figure: Figure, figures: Figures, edition: Edition) -> str:
    """The formula with the values of its inputs, and its result; empty for what is not computed."""
    if figure.formula is None:
        return ""
    numbers = _formula_text(
        figure, figures, edition, lambda chain: in_six_digits(figures.known[figure.inputs[chain]], edition)
    )
    result = in_six_digits(figure, edition)
    if numbers == result:
        return f"= {numbers}"
    return f"= {numbers} ≈ {result[1:]}" if result.startswith("≈") else f"= {numbers} = {result}"


def _chain_name(chain: str, edition: Edition) -> str:
    """The name of what a formula reads: an input, another formula, or a field of a record."""
    owner, *fields = chain.split(".")
    if not fields:
        return edition.say(owner, "input" if owner in INPUTS else "formula")
    kind, through = SECTIONS[ROLES[owner]], ""
    for field in fields[:-1]:
        through = f" ({edition.say(f'{kind.__name__.lower()}.{field}', 'field')})"
        kind = SECTIONS[record_fields(kind)[field]]
    return edition.say(f"{kind.__name__.lower()}.{fields[-1]}", "field") + through


def _formula_text(figure: Figure, figures: Figures, edition: Edition, value: Callable[[str], str]) -> str:
    if figure.formula is None:
        return ""

    def phrase(name: str, arguments: list[str]) -> str:
        text = edition.say(name, "phrase")
        for placeholder, argument in zip(("{first}", "{second}"), arguments, strict=False):
            text = text.replace(placeholder, argument)
        return text

    def holds(test: ast.expr) -> bool:
        read = chains(test)
        return bool(compiled(test, read)(*(_number(figures.known[figure.inputs[chain]]) for chain in read)))

    return text_of(figure.formula.expression, value, phrase, holds)


def _number(figure: Figure) -> Fraction:
    assert isinstance(figure.value, Quantity)
    return Fraction(figure.value.value)


def in_six_digits(figure: Figure, edition: Edition) -> str:
    """A figure in its own unit, exactly up to six significant digits, otherwise six of them with ≈."""
    assert isinstance(figure.value, Quantity)
    return quantity_in_six_digits(figure.value, figure.default, edition)


def quantity_in_six_digits(quantity: Quantity, own: Presentation, edition: Edition) -> str:
    """A quantity in the unit of a presentation, exactly up to six significant digits, otherwise with ≈."""
    about, shown = _six_digits(quantity, own)
    return f"≈{edition.figure(shown)}" if about else edition.figure(shown)


@lru_cache(maxsize=20_000)
def _six_digits(quantity: Quantity, own: Presentation) -> tuple[bool, ShownNumber]:
    """The digits, and whether they were rounded."""
    exact = in_shown_unit(quantity, own)
    digits = _decimal(exact, 40)
    if Fraction(digits) == exact and len(digits.normalize().as_tuple().digits) <= _SIGNIFICANT:
        return False, ShownNumber(_plain(digits), own.unit, own.scale)
    return True, ShownNumber(_plain(_decimal(exact, _SIGNIFICANT)), own.unit, own.scale)


def _decimal(exact: Fraction, digits: int) -> Decimal:
    return Context(prec=digits).divide(Decimal(exact.numerator), Decimal(exact.denominator))


def _plain(number: Decimal) -> Decimal:
    """The number without trailing zeros and without an exponent."""
    return Decimal(format(number.normalize(), "f"))


def default_text(figure: Figure, edition: Edition) -> str:
    """A figure as it is shown when a reference asks for nothing."""
    if not isinstance(figure.value, Quantity):
        return edition.figure(figure.value)
    try:
        return edition.figure(shown(figure, Presentation()))
    except ValueError:
        return in_six_digits(figure, edition)


def exact_value(figure: Figure, edition: Edition) -> str:
    """The value in base units with all its digits, or as a fraction where they do not end."""
    if not isinstance(figure.value, Quantity):
        return default_text(figure, edition)
    exact, unit = Fraction(figure.value.value), _base_unit(figure.value.dimension)
    digits = _decimal(exact, 60)
    if Fraction(digits) == exact:
        return edition.figure(ShownNumber(_plain(digits), unit))
    whole = [edition.number(Decimal(number)) for number in (exact.numerator, exact.denominator)]
    return edition.counted(" ÷ ".join(whole), ShownNumber(Decimal("0.0"), unit))


def _base_unit(dimension: Dimension) -> str:
    for name in _BASE_UNITS:
        unit = UNITS[SHOWN_UNITS.get(name, name)]
        if unit.dimension == dimension and unit.factor == 1:
            return name
    return ""
