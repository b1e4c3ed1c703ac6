"""A project as it was at a revision of git beside the same as it lies on disk."""

from __future__ import annotations

import dataclasses
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import zahlwerk
from zahlwerk.changes.comparison import Changes, compare
from zahlwerk.facts import load_facts
from zahlwerk.figures import evaluate
from zahlwerk.problems import BuildFailed, Place, Problem
from zahlwerk.project import TEMPLATES, Project, Unreadable, read_project
from zahlwerk.revisions import Revision, differs, write_revision
from zahlwerk.settings import FILE
from zahlwerk.sizing import FORMULAS

_PARTS = ("content", "facts", "locales", TEMPLATES, FILE)
_DISPENSABLE = (f"{TEMPLATES}/", FILE)  # what is said around articles, which is not compared


@dataclass(frozen=True, slots=True)
class Difference:
    """What became of a project since a revision."""

    revision: Revision
    before: Project
    after: Project
    changes: Changes
    engine_differs: bool  # whether the engine itself changed, with which both sides are computed as it is now


class Unsound(BuildFailed):
    """The project cannot be read as it was at a revision."""


def difference(project: Project, revision: Revision) -> Difference:
    """What became of a project since a revision. Raises Unsound where the project of then cannot be read now."""
    before = project_at(project, revision)
    engine = Path(zahlwerk.__file__).parent / "sizing"
    return Difference(revision, before, project, compare(before, project), differs(project.folder, revision, engine))


def project_at(project: Project, revision: Revision) -> Project:
    """The project as it was; with the settings and templates of today where those of then cannot be read.

    Raises Unsound with the problems of all its other files.
    """
    with tempfile.TemporaryDirectory(prefix="zahlwerk-") as name:
        folder = Path(name) / project.folder.name
        folder.mkdir()
        write_revision(project.folder, revision, _PARTS, folder)
        read = read_project(folder)
        if isinstance(read, Project):
            return dataclasses.replace(read, folder=project.folder)
        return _without_settings(project, read, folder, revision)


def _without_settings(project: Project, read: Unreadable, folder: Path, revision: Revision) -> Project:
    needed = [problem for problem in read.problems if not problem.place.file.startswith(_DISPENSABLE)]
    if needed:
        raise Unsound(_of_then(needed, revision))
    facts = load_facts(folder / "facts", {name: formula.dimension for name, formula in FORMULAS.items()})
    return dataclasses.replace(project, facts=facts, figures=evaluate(facts, FORMULAS), texts=read.texts)


def _of_then(problems: Iterable[Problem], revision: Revision) -> Iterator[Problem]:
    """The problems with the revision before the names of their files, as git writes it."""
    for problem in problems:
        place = Place(f"{revision.name}:{problem.place.file}", problem.place.line)
        yield dataclasses.replace(problem, place=place)
