"""The sources of a project as its editors look after them: what rests on each, its age, and where sources disagree."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from zahlwerk.project import Project
from zahlwerk.provenance import Fact
from zahlwerk.uses import SourceUse, all_facts, source_uses


@dataclass(frozen=True, slots=True)
class Held:
    """A source against the days that its sort of document may be relied on."""

    use: SourceUse
    age: int  # days since it was read; negative for a day that is yet to come
    budget: int | None  # None for what never goes stale

    @property
    def is_stale(self) -> bool:
        """Whether it is to be read again."""
        return self.budget is not None and self.age > self.budget


def held_sources(project: Project, today: datetime.date) -> tuple[Held, ...]:
    """Every source of a project with its age. Raises BuildFailed for a planner that cannot be read."""
    budgets = project.settings.source_budgets
    return tuple(
        Held(use, (today - use.source.read).days, budgets[use.source.document]) for use in source_uses(project)
    )


def disputed_facts(project: Project) -> tuple[Fact, ...]:
    """The facts for which a source gives another value than the one that is used."""
    return tuple(fact for fact in all_facts(project.facts) if fact.conflicts)


def as_json(held: tuple[Held, ...], disputed: tuple[Fact, ...], today: datetime.date) -> dict[str, Any]:
    """All there is to say, with exact values as texts."""
    ids = {one.use.source.id for one in held}
    concerned = (fact for fact in disputed if ids & {source for source, _ in _values(fact)})
    return {
        "today": today.isoformat(),
        "sources": [_source(one) for one in held],
        "conflicts": [_conflict(fact) for fact in concerned],
    }


def _source(held: Held) -> dict[str, Any]:
    source = held.use.source
    return {
        "id": source.id,
        "publisher": source.publisher,
        "title": source.title,
        "url": source.url or None,
        "kind": source.kind,
        "document": source.document,
        "published": source.published.isoformat() if source.published else None,
        "read": source.read.isoformat(),
        "age_days": held.age,
        "budget_days": held.budget,
        "stale": held.is_stale,
        "place": str(source.place),
        "facts": [fact.reference for fact in held.use.facts],
        "passed_over": [fact.reference for fact, _ in held.use.passed_over],
        "articles": list(held.use.articles),
    }


def _values(fact: Fact) -> Iterator[tuple[str, str]]:
    """Each source that gives a value for a fact, the one in use first, with the place in it."""
    yield (fact.source.id if fact.source else ""), fact.where
    yield from ((other.source.id, other.where) for other in fact.conflicts)


def _conflict(fact: Fact) -> dict[str, Any]:
    quantities = (fact.written.quantity, *(other.written.quantity for other in fact.conflicts))
    used, *others = (
        {"source": source or None, "where": where, "value": quantity.exact_text(), "unit": str(quantity.dimension)}
        for (source, where), quantity in zip(_values(fact), quantities, strict=True)
    )
    return {"fact": fact.reference, "place": str(fact.place), "used": used, "not_used": others, "why": fact.why}
