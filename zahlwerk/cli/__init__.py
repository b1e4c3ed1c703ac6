"""The commands. The only package that prints; what it needs for one command, it imports in that command."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import NoReturn

from zahlwerk.cli.environment import follow_environment, out_of_environment
from zahlwerk.cli.options import Parser, command_parser, read_options
from zahlwerk.cli.output import print_problems, told_of_waiting
from zahlwerk.ownfiles import JOURNAL, STATE
from zahlwerk.problems import BuildFailed

OUT = "public"  # below the project, unless another folder is asked for
Command = Callable[[Parser, argparse.Namespace, Path], int]
_MODULES = {"check": "build"}  # commands whose module goes by another name


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
        print(f"what the command has to say or to keep cannot be written: {error.strerror}", file=sys.stderr)
        return 1
    else:
        return code


def _print_nothing_more() -> None:
    """What is still buffered goes nowhere, also when Python ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(parser: Parser, given: list[str], project: Path) -> int:
    options = read_options(parser, given)
    follow_environment(options.parser, options)
    try:
        _complete_interrupted(out_of_environment() or project / OUT)
        if getattr(options, "out", "") is None:
            options.out = project / OUT
        return _command(options.command)(parser, options, project)
    except BuildFailed as failed:
        print_problems(failed.problems)
        return 1
    except OSError as refused:
        if refused.filename is None:  # of what is printed, or written
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


def _command(name: str) -> Command:
    """What runs a command: the function run_<name> of the command's own module."""
    module = import_module(f"zahlwerk.cli.{_MODULES.get(name, name)}")
    command: Command = getattr(module, f"run_{name}")
    return command


def _complete_interrupted(out: Path) -> None:
    """Whatever the command: a site whose replacement was interrupted is completed first."""
    if (out / STATE / JOURNAL).exists():
        from zahlwerk.writer import complete_interrupted

        complete_interrupted(out, told_of_waiting(out))


def run() -> NoReturn:
    """The installed command: the project is the current folder."""
    sys.exit(main(sys.argv[1:], Path.cwd(), "zahlwerk"))
