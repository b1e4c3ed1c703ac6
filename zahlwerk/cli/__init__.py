"""The commands. The only package that prints; what it needs for one command, it imports in that command."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from zahlwerk.cli.options import Parser, command_parser, read_options
from zahlwerk.cli.output import print_problems
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
    except BrokenPipeError:
        # Whoever reads has read enough, as head does; what is still buffered must go nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    else:
        return code


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
        if options.command == "serve":
            from zahlwerk.cli.serve import run_serve

            return run_serve(parser, options, project, parser.prog)
        from zahlwerk.cli.build import run_build, run_check

        if options.command == "check":
            _complete_interrupted(project)
            return run_check(parser, options, project)
        return run_build(parser, options, project, options.out or project / OUT)
    except BuildFailed as failed:
        print_problems(failed.problems)
        return 1
    except BrokenPipeError:
        raise
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

    complete_interrupted(project / OUT)


def run() -> NoReturn:
    """The installed command: the project is the current folder."""
    sys.exit(main(sys.argv[1:], Path.cwd(), "zahlwerk"))
