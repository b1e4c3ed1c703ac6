"""What leans on what: the articles behind which a figure stands, and what the facts hold that nothing asks for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from zahlwerk.articles import Article
from zahlwerk.cases import INPUTS, ROLES
from zahlwerk.facts import Facts
from zahlwerk.planner.declared import planner_of
from zahlwerk.problems import Place
from zahlwerk.project import Project
from zahlwerk.provenance import Conflict, Fact, Source
from zahlwerk.records import SECTIONS, Build, Record, quantity_fields, record_fields
from zahlwerk.references import parse_reference
from zahlwerk.sizing import FORMULAS

# Read by sizing.situation itself, which no formula's text tells.
_READ_BESIDE_FORMULAS = frozenset({"model.all_linear_experts"})


@dataclass(frozen=True, slots=True)
class SourceUse:
    """A source with all that rests on it."""

    source: Source
    facts: tuple[Fact, ...]  # whose value is the source's
    passed_over: tuple[tuple[Fact, Conflict], ...]  # facts with another value, and the source's that is not used
    articles: tuple[str, ...]  # slugs of those that a figure of the source stands behind

    @property
    def is_used(self) -> bool:
        """Whether anything names it."""
        return bool(self.facts or self.passed_over or self.articles)


def source_uses(project: Project) -> tuple[SourceUse, ...]:
    """Every source, in the order of the facts. Raises BuildFailed for a planner that cannot be read."""
    facts = all_facts(project.facts)
    behind = {article.slug: set(_sources_behind(project, article)) for article in project.articles}
    return tuple(
        SourceUse(
            source,
            tuple(fact for fact in facts if fact.source is source),
            tuple((fact, other) for fact in facts for other in fact.conflicts if other.source is source),
            tuple(slug for slug, ids in behind.items() if source.id in ids),
        )
        for source in project.facts.sources.values()
    )


def all_facts(facts: Facts) -> tuple[Fact, ...]:
    """Every fact of records and cases, each once, by the name of its own record or case."""
    found = {fact.reference: fact for record in facts.records.values() for _, fact in stated(record)}
    for case in facts.cases.values():
        found |= {given.reference: given for given in case.inputs.values() if isinstance(given, Fact)}
    return tuple(found.values())


def stated(record: Record) -> Iterator[tuple[str, Fact]]:
    """The facts of a record, each with its field as it is called of any such record: ``card.memory``."""
    for name in quantity_fields(type(record)):
        if (fact := getattr(record, name)) is not None:
            yield f"{_type_name(type(record))}.{name}", fact


def asked_for(project: Project, article: Article) -> tuple[str, ...]:
    """Every figure that an article shows, compares in a claim, or lets its planner compute with."""
    shown = (parse_reference(written).target for written in article.references)
    compared = (side for claim in article.claims for side in (claim.left, claim.right) if isinstance(side, str))
    return tuple(dict.fromkeys((*shown, *compared, *_planned(project, article))))


def _planned(project: Project, article: Article) -> Iterator[str]:
    planner = planner_of(article, project.facts)
    if planner:
        ways = (*planner.methods.values(), *planner.serving.values())
        chosen = (record for way in ways for record in (way.recipe, way.adapter))
        offered = (planner.model, *chosen, *planner.cards.values(), *planner.builds)
        for record in (*offered, planner.estimates, planner.estimator):
            yield from _read_of(record)


def _read_of(record: Record) -> Iterator[str]:
    """What formulas may read of a record and of those within it."""
    for field, fact in stated(record):
        if field in fields_read():
            yield fact.reference
    for name in record_fields(type(record)):
        if (inner := getattr(record, name)) is not None:
            yield from _read_of(inner)


def _sources_behind(project: Project, article: Article) -> Iterator[str]:
    for reference in asked_for(project, article):
        if reference in project.figures.known:
            for figure in project.figures.behind(reference):
                yield from (source.id for source in figure.sources)


@cache
def fields_read() -> frozenset[str]:
    """The fields of record types that the engine reads, such as ``card.memory``."""
    chains = {chain for formula in FORMULAS.values() for chain in formula.inputs}
    for formula in FORMULAS.values():
        chains |= {chain for condition in (*formula.requires, *formula.applies) for chain in condition.inputs}
    found = set(_READ_BESIDE_FORMULAS)
    for owner, *fields in (chain.split(".") for chain in chains):
        if fields:
            record_type = SECTIONS[ROLES[owner]]
            for name in fields[:-1]:
                record_type = SECTIONS[record_fields(record_type)[name]]
            found.add(f"{_type_name(record_type)}.{fields[-1]}")
        elif owner in INPUTS and owner in quantity_fields(Build):
            found.add(f"{_type_name(Build)}.{owner}")  # a build brings the numbers of its fields into a case
    return frozenset(found)


def unused_facts(project: Project) -> Mapping[str, Fact]:
    """The facts that nothing asks for, by their fields' names and their own, each line of the facts once.

    A fact is asked for where a formula reads its field, or where an article asks for that field of any record: what
    is stated of one card may be stated of all. Raises BuildFailed for a planner that cannot be read.
    """
    shown = {reference for article in project.articles for reference in asked_for(project, article)}
    fields = {fact.reference: field for record in project.facts.records.values() for field, fact in stated(record)}
    asked = fields_read() | {fields[reference] for reference in shown & fields.keys()}
    found: dict[tuple[str, Place], Fact] = {}
    for record in project.facts.records.values():
        for field, fact in stated(record):
            if field not in asked:
                found.setdefault((field, fact.place), fact)  # once, however many records take it over
    return {fact.reference: fact for fact in found.values()}


def field_of(reference: str, facts: Facts) -> str:
    """The field of a fact as it is called of any such record: ``card.memory``."""
    owner, _, name = reference.partition(".")
    return f"{_type_name(type(facts.records[owner]))}.{name}"


def _type_name(record_type: type[Record]) -> str:
    return record_type.__name__.lower()
