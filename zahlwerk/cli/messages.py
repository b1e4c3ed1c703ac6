"""The command messages: the catalogues of every language."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from zahlwerk.cli.options import Parser, refuse_unknown_languages
from zahlwerk.cli.output import console_for, print_problems
from zahlwerk.cli.preview import run_preview
from zahlwerk.cli.status import run_status

if TYPE_CHECKING:
    from zahlwerk.checks.explanations import Explanation


def run_messages(parser: Parser, options: argparse.Namespace, project: Path) -> int:
    """Run the action of messages that was asked for."""
    return _ACTIONS[options.action or "update"](parser, options, project)


def _update(_parser: Parser, _options: argparse.Namespace, project: Path) -> int:
    from zahlwerk.extraction import update_catalogues
    from zahlwerk.project import load_project

    changed = update_catalogues(load_project(project))
    for name in changed:
        console_for().print(f"updated {name}", markup=False)
    if not changed:
        console_for().print("every catalogue is up to date")
    return 0


def _add(parser: Parser, options: argparse.Namespace, project: Path) -> int:
    from zahlwerk.extraction import add_language

    try:
        names = add_language(project, options.language)
    except ValueError as error:
        parser.error(str(error))
    for name in names:
        console_for().print(f"began {name}", markup=False)
    return 0


def _reread(parser: Parser, options: argparse.Namespace, project: Path) -> int:
    from zahlwerk.extraction import record_reading
    from zahlwerk.project import load_project

    read = load_project(project)
    refuse_unknown_languages(parser, [options.language], read.editions)
    changed = record_reading(read, options.language)
    for name in changed:
        console_for().print(f"updated {name}", markup=False)
    if not changed:
        console_for().print("every sentence was read with the counts of today")
    return 0


def _check(parser: Parser, options: argparse.Namespace, project: Path) -> int:
    from zahlwerk.checks import check_translations
    from zahlwerk.checks.explanations import EXPLANATIONS
    from zahlwerk.editions import find_languages
    from zahlwerk.project import Unreadable, read_project

    known = find_languages(project / "locales")
    refuse_unknown_languages(parser, options.languages, known)
    read = read_project(project)
    problems = check_translations(read, options.languages or known)
    if isinstance(read, Unreadable) and not any(problem.severity == "error" for problem in problems):
        print_problems(read.problems)
        console_for(errors=True).print("translations cannot be checked whole while the project cannot be read")
        return 1
    if not problems:
        console_for().print("every translation is sound")
        return 0
    print_problems(problems)
    codes = sorted({problem.code for problem in problems} & EXPLANATIONS.keys())
    _print_explanations({code: EXPLANATIONS[code] for code in codes})
    return int(any(problem.severity == "error" for problem in problems))


def _print_explanations(explanations: Mapping[str, Explanation]) -> None:
    """What the findings mean, each kind once."""
    console = console_for(errors=True)
    for code, explanation in explanations.items():
        console.print(f"\n{code}", style="bold")
        console.print(f"  {explanation.means}\n  {explanation.cure}", markup=False)
        if explanation.can_be_ignored:
            console.print(f"  If the text is right as it is, add the flag ignore-{code} to its entry.", markup=False)


_ACTIONS: Mapping[str, Callable[[Parser, argparse.Namespace, Path], int]] = {
    "update": _update, "add": _add, "status": run_status, "check": _check, "preview": run_preview,
    "reread": _reread,
}  # fmt: skip
