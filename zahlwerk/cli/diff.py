"""The command diff: what became of the project since a revision of git."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from zahlwerk.cli.changes import print_changes
from zahlwerk.cli.options import Parser, refuse_unknown_languages
from zahlwerk.cli.output import console_for, print_problems

if TYPE_CHECKING:
    from zahlwerk.diff import Difference
    from zahlwerk.editions import Edition


def run_diff(parser: Parser, options: argparse.Namespace, folder: Path) -> int:
    """Compare the project as it was at a revision with how it lies on disk, and print what differs."""
    from zahlwerk.diff import Unsound, difference
    from zahlwerk.project import load_project
    from zahlwerk.revisions import RevisionError, find_revision

    if options.json and options.markdown:
        parser.error("--json and --markdown exclude each other")
    try:
        revision = find_revision(folder, options.revision)
    except RevisionError as error:
        parser.error(str(error))
    project = load_project(folder)
    language = options.language or project.settings.language or next(iter(project.editions))
    refuse_unknown_languages(parser, [language], project.editions)
    edition = project.editions[language]
    try:
        found = difference(project, revision)
    except Unsound as unsound:
        print_problems(unsound.problems)
        what = f"the project of {revision} cannot be read by this version of Zahlwerk, so nothing was compared"
        console_for(errors=True).print(what, markup=False)
        return 1
    if options.json:
        print(json.dumps(_record(found, edition), ensure_ascii=False, indent=1))
    elif options.markdown:
        from zahlwerk.changes.comment import comment

        title = f"What changes since {found.revision}"
        print(comment(found.changes, title, edition, _notes(found)), end="")
    else:
        _print_difference(found, edition)
    return 0


def _notes(found: Difference) -> list[str]:
    """What a reader of the comparison has to know."""
    if not found.engine_differs:
        return []
    return ["The engine changed, too: both sides were computed with its formulas as they are now."]


def _record(found: Difference, edition: Edition) -> dict[str, object]:
    from zahlwerk.changes.record import changes_record

    return {
        "revision": found.revision.name,
        "commit": found.revision.commit,
        "engine differs": found.engine_differs,
        **changes_record(found.changes, edition),
    }


def _print_difference(found: Difference, edition: Edition) -> None:
    from zahlwerk.changes.told import summary

    console = console_for()
    if found.changes.empty:
        console.print(f"nothing that is compared differs from {found.revision}", markup=False)
    else:
        console.print(f"since {found.revision}: {summary(found.changes)}", markup=False)
    for note in _notes(found):
        console.print(note, markup=False)
    if not found.changes.empty:
        print_changes(found.changes, edition)
