"""The commands. The only module that prints; what it needs for one command, it imports in that command."""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from zahlwerk import __version__
from zahlwerk.problems import BuildFailed, Problem, did_you_mean, known_words

if TYPE_CHECKING:
    from rich.console import Console

    from zahlwerk.build import Checked, Wanted

_SHARED = ("--language", "--strict", "--base-url", "--help")
_OPTIONS = {"build": ("--out", *_SHARED), "check": _SHARED, "messages": ("--help",)}


class _Parser(argparse.ArgumentParser):
    """A parser whose complaints say what may have been meant."""

    def error(self, message: str) -> NoReturn:
        if found := re.search(r"invalid choice: '([^']*)' \(choose from (.*)\)", message):
            word, known = found[1], re.findall(r"[\w-]+", found[2])
            message = f'unknown word "{word}"; {known_words(word, known, "words")}'
        self.print_usage(sys.stderr)
        self.exit(2, f"{self.prog}: {message}\n")


def _parser(program: str) -> _Parser:
    description = "Multilingual articles whose every figure is computed."
    parser = _Parser(prog=program, description=description, allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"zahlwerk {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="command", required=True)
    build = commands.add_parser(
        "build", help="check everything and write the site (without a command, too)", allow_abbrev=False,
        epilog=f"example: {program} build --out public --strict",
    )  # fmt: skip
    build.add_argument("--out", type=Path, metavar="DIR", help="folder to write to (public)")
    check = commands.add_parser(
        "check", help="everything a build does but writing", allow_abbrev=False,
        epilog=f"example: {program} check --strict",
    )  # fmt: skip
    for command in (build, check):
        command.add_argument(
            "--language", action="append", default=[], metavar="L", help="only this language; may be given again"
        )
        command.add_argument("--strict", action="store_true", help="warnings fail, too, such as missing translations")
        command.add_argument("--base-url", default="", metavar="URL", help="where the site will be published")
    messages = commands.add_parser(
        "messages", help="bring the PO files up to the articles", allow_abbrev=False,
        epilog=f"example: {program} messages update",
    )  # fmt: skip
    messages.add_argument("action", nargs="?", choices=["update"], default="update", help="update (also when left out)")
    return parser


def main(arguments: Sequence[str], project: Path, program: str = "python build.py") -> int:
    """Run a command for the project in a folder; the exit code: 0, 1 for problems, 2 for a misuse."""
    given = list(arguments)
    if not given or (given[0].startswith("-") and given[0] not in ("-h", "--help", "--version")):
        given.insert(0, "build")
    try:
        return _run(given, project, program)
    except SystemExit as misuse:
        return int(misuse.code or 0)


def _run(given: list[str], project: Path, program: str) -> int:
    parser = _parser(program)
    options, unknown = parser.parse_known_args(given)
    if unknown:
        word = unknown[0].partition("=")[0]
        parser.error(f'{options.command} knows no "{word}"; {known_words(word, _OPTIONS[options.command], "options")}')
    try:
        if options.command == "messages":
            return _messages(project)
        return _build(parser, options, project)
    except BuildFailed as failed:
        _print_problems(failed.problems)
        return 1
    except KeyboardInterrupt:
        return 130
    except Exception as error:
        if sys.flags.dev_mode:
            raise
        print(f"a fault of Zahlwerk itself: {error!r}; python -X dev shows where", file=sys.stderr)
        return 1


def _build(parser: _Parser, options: argparse.Namespace, project: Path) -> int:
    from zahlwerk.build import build, check

    started = time.monotonic()
    wanted = _wanted(parser, options, project)
    if options.command == "check":
        checked = check(project, wanted)
        changed = None
    else:
        out = options.out if options.out else project / "public"
        checked, changed = build(project, out, wanted)
    if checked.warnings:
        _print_problems(checked.warnings)
    _print_summary(checked, changed, time.monotonic() - started)
    return 0


def _wanted(parser: _Parser, options: argparse.Namespace, project: Path) -> Wanted:
    from zahlwerk.build import Wanted
    from zahlwerk.editions import find_languages
    from zahlwerk.settings import checked_base_url

    languages = find_languages(project / "locales")
    for language in options.language:
        if language not in languages:
            hint = did_you_mean(language, languages) or f"known languages: {', '.join(languages)}"
            parser.error(f'unknown language "{language}"; {hint}')
    if options.base_url:
        try:
            checked_base_url(options.base_url)
        except ValueError as error:
            parser.error(str(error))
    return Wanted(frozenset(options.language), options.base_url, options.strict)


def _messages(project: Path) -> int:
    from zahlwerk.extraction import update_catalogues
    from zahlwerk.project import load_project

    changed = update_catalogues(load_project(project))
    console = _console()
    for name in changed:
        console.print(f"updated {name}", markup=False, highlight=False)
    if not changed:
        console.print("every catalogue is up to date")
    return 0


def _console(*, errors: bool = False) -> Console:
    from rich.console import Console

    return Console(stderr=errors, soft_wrap=True, highlight=False)


def _print_problems(problems: Sequence[Problem]) -> None:
    """The problems, grouped by file, and how many there are."""
    from rich.text import Text

    console = _console(errors=True)
    file = ""
    for problem in sorted(problems):
        if file and problem.place.file != file:
            console.print()
        file = problem.place.file
        severity = Text("") if problem.severity == "error" else Text(f"{problem.severity}: ", "yellow")
        hint = f"; {problem.hint}" if problem.hint else ""
        console.print(Text.assemble((f"{problem.place}: ", "bold"), severity, problem.message, (hint, "dim")))
    number = Counter(problem.severity for problem in problems)
    nouns = {"error": "problem", "warning": "warning", "notice": "notice"}
    counts = [_count(number[severity], noun) for severity, noun in nouns.items()]
    style = "bold red" if number["error"] else "yellow"
    console.print(Text("\n" + ", ".join(count for count in counts if count), style))


def _count(number: int, noun: str) -> str:
    return "" if not number else f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _print_summary(checked: Checked, changed: int | None, seconds: float) -> None:
    figures = sum(len(article.references) for article in checked.project.articles)
    languages = sorted({page.language for page in checked.pages if page.language})
    wrote = "nothing written" if changed is None else f"{changed} of {len(checked.files)} files changed"
    _console().print(
        f"{len(checked.pages)} pages, {figures} figures shown, in {', '.join(languages)}; {wrote}; {seconds:.1f} s",
        markup=False,
    )


def run() -> NoReturn:
    """The installed command: the project is the current folder."""
    sys.exit(main(sys.argv[1:], Path.cwd(), "zahlwerk"))
