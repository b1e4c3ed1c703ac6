"""What other facts would change, without writing anything: the project as it is beside the same with those facts."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from zahlwerk.changes.comparison import Changes, compare
from zahlwerk.checks import check_figures
from zahlwerk.editions import Edition
from zahlwerk.facts import Facts, load_facts
from zahlwerk.figures import evaluate
from zahlwerk.formulatext import default_text
from zahlwerk.overrides import Override, read_override
from zahlwerk.problems import BuildFailed, Problem
from zahlwerk.project import Project
from zahlwerk.records import Record
from zahlwerk.sizing import FORMULAS


@dataclass(frozen=True, slots=True)
class Supposed:
    """A fact that is taken to be another."""

    reference: str
    before: str  # in the language of the command; empty where it is not stated
    after: str


@dataclass(frozen=True, slots=True)
class Impact:
    """What other facts come to."""

    supposed: tuple[Supposed, ...]
    before: Project
    after: Project
    changes: Changes
    problems: tuple[Problem, ...]  # that a build would find, and does not find now


class Misstated(BuildFailed):
    """Facts that were given for a supposition and that no facts file could hold."""


def read_overrides(written: Sequence[str]) -> tuple[Override, ...]:
    """What a command line takes for granted. Raises Misstated with all that is wrong in it."""
    found: list[Override] = []
    problems: list[Problem] = []
    for words in written:
        try:
            found.append(read_override(words))
        except BuildFailed as failed:
            problems += failed.problems
    twice = {override.reference for override in found if sum(o.reference == override.reference for o in found) > 1}
    problems += [
        Problem(override.place, f"{override.reference} is given twice")
        for override in found
        if override.reference in twice
    ]
    if problems:
        raise Misstated(problems)
    return tuple(found)


def impact(project: Project, path: Path | None, overrides: tuple[Override, ...], edition: Edition) -> Impact:
    """What a project becomes with other facts: those of a file or folder, if one is given, and single ones on top.

    Raises Misstated for facts that no facts file could hold, and BuildFailed for figures that cannot be computed.
    """
    after = supposed(project, path, overrides)
    known = set(check_figures(project))
    new = tuple(sorted(problem for problem in set(check_figures(after)) if problem not in known))
    told = tuple(
        Supposed(override.reference, _written(override, project, edition), _written(override, after, edition))
        for override in overrides
    )
    return Impact(told, project, after, compare(project, after), new)


def supposed(project: Project, path: Path | None, overrides: tuple[Override, ...]) -> Project:
    """The project with other facts. Raises as ``impact`` does."""
    facts = _facts(path or project.folder / "facts", overrides)
    return dataclasses.replace(project, facts=facts, figures=evaluate(facts, FORMULAS))


def _facts(path: Path, overrides: tuple[Override, ...]) -> Facts:
    try:
        return load_facts(path, {name: formula.dimension for name, formula in FORMULAS.items()}, overrides)
    except BuildFailed as failed:
        places = {override.place for override in overrides}
        misstated = [problem for problem in failed.problems if problem.place in places]
        if misstated:
            raise Misstated(misstated) from failed
        raise


def _written(override: Override, project: Project, edition: Edition) -> str:
    """What a project says of a fact: a value, or the id of a record."""
    if figure := project.figures.known.get(override.reference):
        return default_text(figure, edition)
    record: object = project.facts.records.get(override.owner)
    if case := project.facts.cases.get(override.owner):
        record = case.roles
    part = record.get(override.name) if isinstance(record, Mapping) else getattr(record, override.name, None)
    return part.id if isinstance(part, Record) else ""
