"""What the facts hold and nothing uses: sources, quotations, facts; and what is kept all the same."""

from __future__ import annotations

from collections.abc import Iterator

from zahlwerk.problems import Place, Problem, did_you_mean
from zahlwerk.project import Project
from zahlwerk.records import SECTIONS, quantity_fields
from zahlwerk.settings import FILE, TABLE
from zahlwerk.tomllines import line_of
from zahlwerk.uses import asked_for, field_of, source_uses, unused_facts

_HINT = f"use it, take it out, or list it with the reason under [tool.zahlwerk.kept] in {FILE}"


def is_used_or_kept(project: Project) -> Iterator[Problem]:
    """Each source is named by something, each quotation shown by an article, each fact asked for; or it is kept."""
    unused = {**dict(_sources(project)), **dict(_quotes(project))}
    facts, kept = dict(_facts(project)), project.settings.kept
    fields = {name: field_of(name, project.facts) for name in facts}
    yield from (problem for name, problem in unused.items() if name not in kept)
    yield from (problem for name, problem in facts.items() if not kept.keys() & {name, fields[name]})
    yield from _kept(project, {*unused, *facts, *fields.values()})


def _sources(project: Project) -> Iterator[tuple[str, Problem]]:
    for use in source_uses(project):
        if not use.is_used:
            message = f"no fact and no article uses the source {use.source.id}"
            yield use.source.id, Problem(use.source.place, message, _HINT, "warning", "unused-source")


def _quotes(project: Project) -> Iterator[tuple[str, Problem]]:
    shown = {reference for article in project.articles for reference in asked_for(project, article)}
    for source in project.facts.sources.values():
        for name, quote in source.quotes.items():
            reference = f"{source.id}.{name}"
            if reference not in shown:
                message = f"no article shows the quotation {{{reference}}}"
                yield reference, Problem(quote.place, message, _HINT, "warning", "unused-quotation")


def _facts(project: Project) -> Iterator[tuple[str, Problem]]:
    for reference, fact in unused_facts(project).items():
        message = f"no formula and no article asks for {reference}"
        yield reference, Problem(fact.place, message, _HINT, "warning", "unused-fact")


def _kept(project: Project, unused: set[str]) -> Iterator[Problem]:
    """What is listed as kept is there, and would be warned of."""
    fields = {f"{kind.__name__.lower()}.{name}" for kind in SECTIONS.values() for name in quantity_fields(kind)}
    known = {*project.facts.sources, *project.figures.known, *fields}
    for name in project.settings.kept.keys() - unused:
        place = Place(FILE, line_of((project.folder / FILE).read_text("utf-8"), *TABLE, "kept", name))
        if name in known:
            yield Problem(place, f'"{name}" is used and need not be kept', "take it out of kept", "warning", "kept")
        else:
            hint = did_you_mean(name, known) or "write a source, source.quotation, record.field or card.field"
            yield Problem(place, f'kept names "{name}", which the facts do not hold', hint, "warning", "kept")
