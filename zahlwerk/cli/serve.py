"""The command serve: the site as it is written, in a browser."""

from __future__ import annotations

import argparse
import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from zahlwerk.cli.options import Parser, build_day
from zahlwerk.cli.output import console_for, print_problems, problem_list

if TYPE_CHECKING:
    from zahlwerk.problems import Problem
    from zahlwerk.serve.session import Happened


def run_serve(parser: Parser, options: argparse.Namespace, project: Path) -> int:
    """Serve until Ctrl-C, which is how this command ends well."""
    from zahlwerk.serve.server import PortBusy
    from zahlwerk.serve.session import Session
    from zahlwerk.serve.wire import Extras

    day = build_day(parser)
    extras = Extras(options.search, options.pseudo, day if day != datetime.date.today() else None)
    try:
        session = Session(project, options.port, extras, lambda problems: problem_list(problems).plain)
    except PortBusy as busy:
        hint = f"; {busy.free} is free: {parser.prog} serve --port {busy.free}" if busy.free else ""
        console_for(errors=True).print(f"{busy}{hint}", markup=False)
        return 1
    except OSError as error:
        parser.error(f"port {options.port} cannot be used: {error.strerror}")
    try:
        with session:
            _say(f"{session.address} shows the site as you write it; Ctrl-C ends")
            told: tuple[Problem, ...] = ()
            for happened in session.happenings():
                told = _tell(happened, told)
    except KeyboardInterrupt:
        _say("\nended")
    return 0


def _say(text: str) -> None:
    console_for().print(text, markup=False)


def _tell(happened: Happened, told: tuple[Problem, ...]) -> tuple[Problem, ...]:
    """Say what happened; which problems have been told of the last change, each list once."""
    from zahlwerk.serve.wire import Changed, Early, Sound

    message, seconds, problems = happened.message, f"{happened.seconds:.1f} s", happened.shown.problems
    match message:
        case Changed():
            _say(f"changed: {', '.join(message.paths)}")
            return ()
        case Early(problems=()):
            _say(f"shown: {', '.join(message.pages)}; {seconds}")
        case Sound():
            if problems:
                print_problems(problems)
            _say(f"checked: {message.figures} figures shown, in {', '.join(message.languages)}; {seconds}")
        case _ if problems != told:
            print_problems(problems)
            _say(f"the last good pages are shown; {seconds}")
            return problems
    return told
