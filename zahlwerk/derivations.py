"""How a figure came about, in one language: value, formula in words and in numbers, inputs and sources."""

from __future__ import annotations

import ast
import datetime
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction

from zahlwerk.editions import Edition
from zahlwerk.figures import Figure, Figures
from zahlwerk.presentation import ShownNumber, shown
from zahlwerk.provenance import Citation, Fact, Quote, Source
from zahlwerk.quantity import UNITS, Dimension, Quantity
from zahlwerk.records import INPUTS, ROLES, SECTIONS, record_fields
from zahlwerk.references import SCALES, SHOWN_UNITS, Presentation, written_presentation
from zahlwerk.sizing.expression import chains as chains_of
from zahlwerk.sizing.expression import compiled, text_of

_SIGNIFICANT = 6  # digits of an input in a filled-in formula
_BASE_UNITS = ("byte", "FLOP", "s", "W", "Bps", "FLOPS", "bytes", "byte/token", "flop/parameter/token")


@dataclass(frozen=True, slots=True)
class Cited:
    """A source as a page shows it, and the place in it."""

    id: str  # of the source's own entry on the page
    publisher: str
    title: str
    language: str
    url: str
    where: str
    kind: str
    note: str
    read: str
    read_iso: str
    published: str
    published_iso: str


@dataclass(frozen=True, slots=True)
class Input:
    """Something a formula read."""

    id: str  # of its own derivation on the page
    name: str
    title: str  # of the case or record, where it is another one
    shown: str


@dataclass(frozen=True, slots=True)
class OtherValue:
    """A value that some source gives and that is not used."""

    shown: str
    source: Cited


@dataclass(frozen=True, slots=True)
class Derivation:
    """One entry of the appendix."""

    id: str
    name: str
    title: str  # of the case or record
    shown: str
    exact: str
    bound: str
    formula: str
    filled: str
    inputs: tuple[Input, ...]
    why: str
    sources: tuple[Cited, ...]  # its own, or for a computed figure those of everything it was computed from
    conflicts: tuple[OtherValue, ...]


def anchor(reference: str) -> str:
    """The id under which a figure is explained."""
    return f"how-{reference}"


def figures_behind(references: Iterable[str], figures: Figures) -> list[Figure]:
    """The figures of these references and all they were computed from, each once, in order of need."""
    found: dict[str, Figure] = {}
    for reference in references:
        for figure in figures.behind(reference):
            found.setdefault(figure.reference, figure)
    return list(found.values())


def derivation(figure: Figure, figures: Figures, edition: Edition) -> Derivation:
    """How a figure came about, for the readers of an edition."""
    sources, why, conflicts = _provenance(figure, edition)
    if figure.inputs:
        sources = all_sources([figure.reference], figures, edition)
    return Derivation(
        id=anchor(figure.reference),
        name=quantity_name(figure, edition),
        title=title_of(figure, edition),
        shown=_default_text(figure, edition),
        exact=_exact(figure, edition),
        bound=edition.say(figure.bound, "bound note") if figure.bound else "",
        formula=_formula_text(figure, figures, edition, _Names(figure, edition)),
        filled=_filled(figure, figures, edition),
        inputs=tuple(_inputs(figure, figures, edition)),
        why=edition.say(why, "why") if why else "",
        sources=sources,
        conflicts=conflicts,
    )


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


def title_of(figure: Figure, edition: Edition) -> str:
    """The case or record a figure belongs to; a source keeps its own title."""
    if figure.record_type:
        return edition.say(figure.title, "name")
    if isinstance(figure.value, Quantity):
        title = edition.site.translation("title", figure.title)
        return title or edition.say(figure.title, "name")
    return figure.title


def all_sources(references: Iterable[str], figures: Figures, edition: Edition) -> tuple[Cited, ...]:
    """The sources behind some figures, each once, by publisher and title."""
    found = {source.id: source for figure in figures_behind(references, figures) for source in named_sources(figure)}
    ordered = sorted(found.values(), key=lambda source: (source.publisher, source.title))
    return tuple(cited(Citation(source), edition) for source in ordered)


def named_sources(figure: Figure) -> tuple[Source, ...]:
    """The sources a figure names itself, those of values that are not used included."""
    others = figure.fact.conflicts if figure.fact and not figure.inputs else ()
    return (*figure.sources, *(other.source for other in others))


class _Names:
    """The names of a formula's inputs."""

    def __init__(self, figure: Figure, edition: Edition) -> None:
        self.figure = figure
        self.edition = edition

    def __call__(self, chain: str) -> str:
        owner, *fields = chain.split(".")
        if not fields:
            return self.edition.say(owner, "input" if owner in INPUTS else "formula")
        kind = SECTIONS[ROLES[owner]]
        through = ""
        for field in fields[:-1]:
            through = f" ({self.edition.say(f'{kind.__name__.lower()}.{field}', 'field')})"
            kind = SECTIONS[record_fields(kind)[field]]
        return self.edition.say(f"{kind.__name__.lower()}.{fields[-1]}", "field") + through


def _formula_text(figure: Figure, figures: Figures, edition: Edition, show: _Names | _Numbers) -> str:
    if figure.formula is None:
        return ""

    def phrase(name: str, arguments: list[str]) -> str:
        text = edition.say(name, "phrase")
        for placeholder, argument in zip(("{first}", "{second}"), arguments, strict=False):
            text = text.replace(placeholder, argument)
        return text

    def holds(test: ast.expr) -> bool:
        read = chains_of(test)
        values = (_number(figures.known[figure.inputs[chain]]) for chain in read)
        return bool(compiled(test, read)(*values))

    return text_of(figure.formula.expression, show, phrase, holds)


def _number(figure: Figure) -> Fraction:
    assert isinstance(figure.value, Quantity)
    return Fraction(figure.value.value)


class _Numbers:
    """The values of a formula's inputs."""

    def __init__(self, figure: Figure, figures: Figures, edition: Edition) -> None:
        self.figure = figure
        self.figures = figures
        self.edition = edition

    def __call__(self, chain: str) -> str:
        return _significant(self.figures.known[self.figure.inputs[chain]], self.edition)


def _filled(figure: Figure, figures: Figures, edition: Edition) -> str:
    if figure.formula is None:
        return ""
    numbers = _formula_text(figure, figures, edition, _Numbers(figure, figures, edition))
    result = _significant(figure, edition)
    steps = f"= {numbers}" if numbers == result else f"= {numbers} = {result}"
    return steps.replace("= ≈", "≈ ")


def _significant(figure: Figure, edition: Edition) -> str:
    """A figure in its own unit, to six significant digits; dates and quotations do not come here."""
    assert isinstance(figure.value, Quantity)
    return _in_six_digits(figure.value, figure.default, edition)


def _in_six_digits(quantity: Quantity, own: Presentation, edition: Edition) -> str:
    """A quantity: exactly up to six significant digits, otherwise six of them with ≈."""
    exact = _in_unit(quantity, own)
    digits = _decimal(exact, 40)
    if Fraction(digits) == exact and len(digits.normalize().as_tuple().digits) <= _SIGNIFICANT:
        return edition.figure(ShownNumber(_plain(digits), own.unit, own.scale))
    rounded = _plain(_decimal(exact, _SIGNIFICANT))
    return f"≈{edition.figure(ShownNumber(rounded, own.unit, own.scale))}"


def _in_unit(quantity: Quantity, own: Presentation) -> Fraction:
    if own.unit:
        return quantity.in_unit(SHOWN_UNITS.get(own.unit, own.unit))
    return Fraction(quantity.value) / SCALES.get(own.scale, 1)


def _decimal(exact: Fraction, digits: int) -> Decimal:
    return Context(prec=digits).divide(Decimal(exact.numerator), Decimal(exact.denominator))


def _plain(number: Decimal) -> Decimal:
    """The number without trailing zeros and without an exponent."""
    return Decimal(format(number.normalize(), "f"))


def _default_text(figure: Figure, edition: Edition) -> str:
    if not isinstance(figure.value, Quantity):
        return edition.figure(figure.value)
    try:
        return edition.figure(shown(figure, Presentation()))
    except ValueError:
        return _significant(figure, edition)


def _exact(figure: Figure, edition: Edition) -> str:
    """The value in base units with all its digits, or as a fraction where they do not end."""
    if not isinstance(figure.value, Quantity):
        return _default_text(figure, edition)
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


def _inputs(figure: Figure, figures: Figures, edition: Edition) -> Iterator[Input]:
    for reference in dict.fromkeys(figure.inputs.values()):
        read = figures.known[reference]
        title = title_of(read, edition)
        other = title if title != title_of(figure, edition) else ""
        yield Input(anchor(reference), quantity_name(read, edition), other, _significant(read, edition))


def _provenance(figure: Figure, edition: Edition) -> tuple[tuple[Cited, ...], str, tuple[OtherValue, ...]]:
    fact: Fact | None = None if figure.inputs else figure.fact
    if fact is None:
        where = figure.value.where if isinstance(figure.value, Quote) else ""
        return tuple(cited(Citation(source, where), edition) for source in figure.sources), "", ()
    others = tuple(
        OtherValue(
            _in_six_digits(other.written.quantity, written_presentation(other.written), edition),
            cited(Citation(other.source, other.where), edition),
        )
        for other in fact.conflicts
    )
    sources = (cited(Citation(fact.source, fact.where), edition),) if fact.source else ()
    return sources, fact.why, others


def cited(citation: Citation, edition: Edition) -> Cited:
    """A source as the readers of an edition see it."""
    source = citation.source
    assert source is not None
    return Cited(
        id=f"source-{source.id}",
        publisher=source.publisher,
        title=source.title,
        language=source.language,
        url=source.url,
        where=edition.say(citation.where, "where") if citation.where else "",
        kind=edition.say(source.kind, "source kind"),
        note=edition.say(source.note, "note") if source.note else "",
        read=edition.date(source.read),
        read_iso=source.read.isoformat(),
        published=edition.date(source.published) if source.published else "",
        published_iso=source.published.isoformat() if source.published else "",
    )
