"""The commands. The only package that prints; what it needs for one command, it imports in that command."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from zahlwerk.cli.options import Parser, command_parser, read_options
from zahlwerk.cli.output import print_problems, told_of_waiting
from zahlwerk.problems import BuildFailed

OUT = "public"  # below the project, unless another folder is asked for


def main(arguments: Sequence[str], project: Path, program: str = "python build.py") -> int:
    """Run a command for the project in a folder; the exit code: 0, 1 for problems, 2 for a misuse."""
    given = list(arguments)
    if not given or (given[0].startswith("-") and given[0] not in ("-h", "--help", "--version")):
        given.insert(0, "build")
    try:
        code = _run(command_parser(program), given, project)
        sys.stdout.flush()
    except SystemExit as misuse:
        return int(misuse.code or 0)
    except BrokenPipeError:  # whoever reads has read enough, as head does
        _print_nothing_more()
        return 1
    except OSError as error:
        _print_nothing_more()
        print(f"what the command has to say cannot be written: {error.strerror}", file=sys.stderr)
        return 1
    else:
        return code


def _print_nothing_more() -> None:
    """What is still buffered goes nowhere, also when Python ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(parser: Parser, given: list[str], project: Path) -> int:
    options = read_options(parser, given)
    try:
        if options.command == "size":
            from zahlwerk.cli.size import run_size

            return run_size(parser, options, project)
        if options.command == "messages":
            from zahlwerk.cli.messages import run_messages

            _complete_interrupted(project)
            return run_messages(parser, options, project)
        if options.command == "explain":
            from zahlwerk.cli.explain import run_explain

            return run_explain(parser, options, project)
        if options.command == "impact":
            from zahlwerk.cli.impact import run_impact

            return run_impact(parser, options, project)
        if options.command == "diff":
            from zahlwerk.cli.diff import run_diff

            return run_diff(parser, options, project)
        from zahlwerk.cli.build import run_build, run_check

        if options.command == "check":
            _complete_interrupted(project)
            return run_check(parser, options, project)
        return run_build(parser, options, project, options.out or project / OUT)
    except BuildFailed as failed:
        print_problems(failed.problems)
        return 1
    except OSError as refused:
        if refused.filename is None:  # of what is printed
            raise
        print(f"{refused.filename}: {refused.strerror}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    except Exception as error:
        if sys.flags.dev_mode:
            raise
        print(f"a fault of Zahlwerk itself: {error!r}; python -X dev shows where", file=sys.stderr)
        return 1


def _complete_interrupted(project: Path) -> None:
    """Whatever the command: a site whose replacement was interrupted is completed first."""
    from zahlwerk.writer import complete_interrupted

    complete_interrupted(project / OUT, told_of_waiting(project / OUT))


def run() -> NoReturn:
    """The installed command: the project is the current folder."""
    sys.exit(main(sys.argv[1:], Path.cwd(), "zahlwerk"))
