"""How a figure came about, in one language: value, formula in words and in numbers, inputs and sources."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from zahlwerk.editions import Edition
from zahlwerk.figures import Figure, Figures
from zahlwerk.formulatext import (
    default_text,
    exact_value,
    formula_in_numbers,
    formula_in_words,
    in_six_digits,
    quantity_in_six_digits,
    quantity_name,
    source_title,
    title_of,
)
from zahlwerk.provenance import Citation, Fact, Quote, Source
from zahlwerk.quantity import Quantity
from zahlwerk.references import written_presentation


@dataclass(frozen=True, slots=True)
class Cited:
    """A source as a page shows it, and the place in it."""

    id: str  # of the source's own entry on the page
    publisher: str
    title: str
    language: str  # tag of the title's language
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
    title: str  # of the case, record or source
    title_tag: str  # the language of a source's title; empty for what the page's language names
    shown: str
    shown_tag: str  # the language of a quotation; empty for what the page's language says
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
    of_source = not isinstance(figure.value, Quantity)  # a date or a quotation
    return Derivation(
        id=anchor(figure.reference),
        name=quantity_name(figure, edition),
        title=title_of(figure, edition),
        title_tag=source_title(figure.sources[0], edition)[1] if of_source else "",
        shown=default_text(figure, edition),
        shown_tag=figure.sources[0].language if isinstance(figure.value, Quote) else "",
        exact=exact_value(figure, edition),
        bound=edition.say(figure.bound, "bound note") if figure.bound else "",
        formula=formula_in_words(figure, figures, edition),
        filled=formula_in_numbers(figure, figures, edition),
        inputs=tuple(_inputs(figure, figures, edition)),
        why=edition.say(why, "why") if why else "",
        sources=sources,
        conflicts=conflicts,
    )


def all_sources(references: Iterable[str], figures: Figures, edition: Edition) -> tuple[Cited, ...]:
    """The sources behind some figures, each once, by publisher and title as they are shown."""
    found = {source.id: source for figure in figures_behind(references, figures) for source in named_sources(figure)}
    shown = (cited(Citation(source), edition) for source in found.values())
    return tuple(sorted(shown, key=lambda source: (source.publisher.casefold(), source.title.casefold())))


def named_sources(figure: Figure) -> tuple[Source, ...]:
    """The sources a figure names itself, those of values that are not used included."""
    others = figure.fact.conflicts if figure.fact and not figure.inputs else ()
    return (*figure.sources, *(other.source for other in others))


def _inputs(figure: Figure, figures: Figures, edition: Edition) -> Iterator[Input]:
    for reference in dict.fromkeys(figure.inputs.values()):
        read = figures.known[reference]
        title = title_of(read, edition)
        other = title if title != title_of(figure, edition) else ""
        yield Input(anchor(reference), quantity_name(read, edition), other, in_six_digits(read, edition))


def _provenance(figure: Figure, edition: Edition) -> tuple[tuple[Cited, ...], str, tuple[OtherValue, ...]]:
    fact: Fact | None = None if figure.inputs else figure.fact
    if fact is None:
        where = figure.value.where if isinstance(figure.value, Quote) else ""
        return tuple(cited(Citation(source, where), edition) for source in figure.sources), "", ()
    others = tuple(
        OtherValue(
            quantity_in_six_digits(other.written.quantity, written_presentation(other.written), edition),
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
    title, language = source_title(source, edition)
    return Cited(
        id=f"source-{source.id}",
        publisher=edition.say(source.publisher, "publisher"),
        title=title,
        language=language,
        url=source.url,
        where=edition.say(citation.where, "where") if citation.where else "",
        kind=edition.say(source.kind, "source kind"),
        note=edition.say(source.note, "note") if source.note else "",
        read=edition.date(source.read),
        read_iso=source.read.isoformat(),
        published=edition.date(source.published) if source.published else "",
        published_iso=source.published.isoformat() if source.published else "",
    )
