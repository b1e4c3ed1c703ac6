"""The command impact: what other facts would change, before anything is written."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from zahlwerk.cli.changes import print_changes
from zahlwerk.cli.options import Parser, refuse_unknown_languages
from zahlwerk.cli.output import console_for, print_problems

if TYPE_CHECKING:
    from zahlwerk.editions import Edition
    from zahlwerk.impact import Impact


def run_impact(parser: Parser, options: argparse.Namespace, folder: Path) -> int:
    """Compare the project with itself under other facts, and print what differs."""
    from zahlwerk.impact import Misstated, impact, read_overrides
    from zahlwerk.project import load_project

    if not options.stated and not options.facts:
        parser.error('give a fact with its value, such as "h200_nvl.power=700 W", or --facts FILE')
    if options.facts and not options.facts.exists():
        parser.error(f"there is no {options.facts}; --facts takes a facts file, or a folder of them")
    try:
        overrides = read_overrides(options.stated)
        project = load_project(folder)
        language = options.language or project.settings.language or next(iter(project.editions))
        refuse_unknown_languages(parser, [language], project.editions)
        edition = project.editions[language]
        found = impact(project, options.facts, overrides, edition)
    except Misstated as misstated:
        print_problems(misstated.problems)
        return 2
    if options.json:
        print(json.dumps(_record(found, edition), ensure_ascii=False, indent=1))
    else:
        _print_impact(found, edition)
    return 0


def _record(found: Impact, edition: Edition) -> dict[str, object]:
    from zahlwerk.changes.record import changes_record, problem_record

    return {
        "supposed": [
            {"fact": one.reference, "before": one.before or None, "after": one.after} for one in found.supposed
        ],
        **changes_record(found.changes, edition),
        "problems": [problem_record(problem) for problem in found.problems],
    }


def _print_impact(found: Impact, edition: Edition) -> None:
    from rich.text import Text

    from zahlwerk.changes.told import arrow, summary

    console = console_for()
    for one in found.supposed:
        console.print(Text.assemble((f"{one.reference}: ", "bold"), arrow(one.before, one.after)))
    console.print(f"would change {summary(found.changes)}; nothing was written", markup=False)
    print_changes(found.changes, edition)
    if found.problems:
        console.print("\nWhat a build would say", style="bold underline")
        for problem in found.problems:
            severity = "" if problem.severity == "error" else f"{problem.severity}: "
            console.print(f"  {severity}{problem}", markup=False)
