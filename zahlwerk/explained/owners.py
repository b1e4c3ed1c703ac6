"""A record, a case or a source explained: what it states, who names it, and what leans on it."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass

from zahlwerk.appearances import View, by_target
from zahlwerk.derivations import Cited, cited
from zahlwerk.editions import Edition
from zahlwerk.explained.figures import Leaning, leaning_on
from zahlwerk.facts import implicit_case
from zahlwerk.figures import Figure, Figures
from zahlwerk.formulatext import default_text, quantity_in_six_digits, quantity_name
from zahlwerk.problems import Place, known_words
from zahlwerk.project import Project
from zahlwerk.provenance import Citation
from zahlwerk.records import Record
from zahlwerk.references import written_presentation


@dataclass(frozen=True, slots=True)
class Stated:
    """A fact as a record, a case or a source brings it along."""

    reference: str
    name: str
    text: str
    place: Place | None  # None for a computed figure that a case takes over
    origin: str  # a source and the place in it, the reason for a choice, or the figure it is taken from
    used: bool  # whether another value of the fact is the one that is used


@dataclass(frozen=True, slots=True)
class Owner:
    """What there is to say of a record, a case or a source."""

    id: str
    kind: str  # "card", "case", "source" …
    title: str
    place: Place
    note: str
    source: Cited | None  # for a source itself
    parts: tuple[tuple[str, str], ...]  # roles or fields that name a record, with its id
    named_by: tuple[str, ...]  # records and cases that name it
    facts: tuple[Stated, ...]
    leaning: tuple[Leaning, ...]


def explain_owner(project: Project, name: str, edition: Edition) -> Owner:
    """Explain a record, a case or a source by its id. Raises KeyError with a hint where there is none."""
    facts = project.facts
    if name in facts.sources:
        return _source(project, name, edition)
    if name not in facts.records and name not in facts.cases:
        owners = [*facts.sources, *facts.records, *facts.cases]
        raise KeyError(f'there is no "{name}"; {known_words(name, owners, "ids")}')
    record, case = facts.records.get(name), facts.cases.get(name)
    situation = case or implicit_case(facts.records[name])
    given = (f"{name}.{key}" for key in situation.inputs) if case else ()
    own = [figure for figure in _stated_figures(project.figures) if figure.reference.partition(".")[0] == name]
    own = [
        *own,
        *(
            project.figures.known[key]
            for key in given
            if key in project.figures.known and project.figures.known[key].inputs
        ),
    ]
    title = edition.say(situation.title, "title" if case else "name")
    parts = _parts(record) if record else ((role, part.id) for role, part in situation.roles.items())
    kind = type(record).__name__.lower() if record else "case"
    note = edition.say(record.note, "note") if record and record.note else ""
    return Owner(
        name,
        kind,
        title,
        situation.place,
        note,
        None,
        tuple(parts),
        tuple(_named_by(project, name)),
        tuple(_stated(figure, edition) for figure in own),
        _leaning(project, [figure.reference for figure in own], edition),
    )


def _stated_figures(figures: Figures) -> Iterator[Figure]:
    return (figure for figure in figures.known.values() if figure.fact and not figure.inputs)


def _parts(record: Record) -> Iterator[tuple[str, str]]:
    for field in dataclasses.fields(record):
        part = getattr(record, field.name)
        if isinstance(part, Record):
            yield field.name, part.id


def _named_by(project: Project, name: str) -> Iterator[str]:
    for record in project.facts.records.values():
        if any(part == name for _, part in _parts(record)):
            yield record.id
    for case in project.facts.cases.values():
        if any(part.id == name for part in case.roles.values()):
            yield case.id


def _stated(figure: Figure, edition: Edition) -> Stated:
    place = figure.fact.place if figure.fact else None
    told = quantity_name(figure, edition), default_text(figure, edition)
    return Stated(figure.reference, *told, place, _origin(figure), True)


def _origin(figure: Figure) -> str:
    """Where a value is from: a source and the place in it, or another figure."""
    if figure.inputs:
        return f"as {next(iter(figure.inputs.values()))}"
    fact = figure.fact
    if fact is None or fact.source is None:
        return fact.why if fact else ""
    return f"{fact.source.id}, {fact.where}" if fact.where else fact.source.id


def _source(project: Project, name: str, edition: Edition) -> Owner:
    source = project.facts.sources[name]
    figures = project.figures
    from_it = [figure for figure in _stated_figures(figures) if source in figure.sources]
    dates = [figure.reference for figure in figures.known.values() if figure.fact is None and source in figure.sources]
    facts = [_stated(figure, edition) for figure in from_it]
    facts += [other for figure in _stated_figures(figures) for other in _other_values(figure, name, edition)]
    targets = [figure.reference for figure in from_it]
    told = cited(Citation(source), edition)
    note = told.note
    leaning = _leaning(project, [*targets, *dates], edition)
    return Owner(name, "source", told.title, source.place, note, told, (), (), tuple(facts), leaning)


def _other_values(figure: Figure, source: str, edition: Edition) -> Iterator[Stated]:
    """The values of a fact that a source gives and that are not used."""
    assert figure.fact is not None
    for other in figure.fact.conflicts:
        if other.source.id == source:
            text = quantity_in_six_digits(other.written.quantity, written_presentation(other.written), edition)
            where = f"{source}, {other.where}" if other.where else source
            name = quantity_name(figure, edition)
            yield Stated(figure.reference, name, text, figure.fact.place, where, False)


def _leaning(project: Project, targets: list[str], edition: Edition) -> tuple[Leaning, ...]:
    """What is computed from some facts, after those of them that articles show themselves."""
    places = by_target(View(project).appearances())
    known = project.figures.known
    own = [Leaning(name, default_text(known[name], edition), True, places[name]) for name in targets if name in places]
    return (*own, *leaning_on(targets, project.figures, edition, places))
