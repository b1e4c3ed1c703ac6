"""The commands. The only module that prints; what it needs for one command, it imports in that command."""

from __future__ import annotations

import argparse
import os
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
    from zahlwerk.coverage import Coverage
    from zahlwerk.editions import Edition
    from zahlwerk.size import Sized

_OUT = "public"  # below the project, unless another folder is asked for
_SHARED = ("--language", "--strict", "--base-url", "--help")
_SIZE = (
    "--model", "--config", "--method", "--card", "--cards", "--link", "--tokens", "--rank", "--language", "--json",
    "--explain", "--compare", "--help",
)  # fmt: skip
_OPTIONS = {"build": ("--out", *_SHARED), "check": _SHARED, "messages": ("--json", "--help"), "size": _SIZE}


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
    _add_size(commands, program)
    actions = ("update", "status", "add")
    messages.add_argument("action", nargs="?", choices=actions, default="update", help="update (also when left out)")
    messages.add_argument("language", nargs="?", default="", help="of add: the language to begin, such as fr or de_AT")
    messages.add_argument("--json", action="store_true", help="of status: for programs")
    return parser


def _add_size(commands: argparse._SubParsersAction[_Parser], program: str) -> None:
    size = commands.add_parser(
        "size", help="size one configuration, or several side by side", allow_abbrev=False,
        epilog=f"example: {program} size --model gpt-oss-120b --method bf16-lora --card h200-nvl --cards 4",
    )  # fmt: skip
    size.add_argument("--model", default="", help="a model of the facts")
    size.add_argument("--config", type=Path, metavar="FILE", help="a Hugging Face config.json instead")
    size.add_argument("--method", default="", help="a recipe of the facts, such as bf16-lora")
    size.add_argument("--card", action="append", default=[], help="a card of the facts; again with --compare")
    size.add_argument("--cards", action="append", default=[], type=_count_of_things, metavar="N", help="how many (1)")
    size.add_argument("--link", default="", help="a link of the facts; every one that applies without it")
    size.add_argument("--tokens", type=_count_of_things, default=2048, metavar="N", help="of a micro-batch (2048)")
    size.add_argument("--rank", type=_count_of_things, default=16, metavar="N", help="of the adapter (16)")
    size.add_argument("--language", default="", metavar="L", help="of what is printed")
    size.add_argument("--json", action="store_true", help="exact values for programs")
    size.add_argument("--explain", action="store_true", help="how each figure comes about")
    size.add_argument("--compare", action="store_true", help="several cards or counts side by side")


def _count_of_things(text: str) -> int:
    if not re.fullmatch(r"[1-9][0-9]{0,8}", text):
        raise argparse.ArgumentTypeError(f'"{text}" is not a whole number from 1 on')
    return int(text)


def main(arguments: Sequence[str], project: Path, program: str = "python build.py") -> int:
    """Run a command for the project in a folder; the exit code: 0, 1 for problems, 2 for a misuse."""
    given = list(arguments)
    if not given or (given[0].startswith("-") and given[0] not in ("-h", "--help", "--version")):
        given.insert(0, "build")
    try:
        code = _run(given, project, program)
        sys.stdout.flush()
    except SystemExit as misuse:
        return int(misuse.code or 0)
    except BrokenPipeError:
        # Whoever reads has read enough, as head does; what is still buffered must go nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    else:
        return code


def _run(given: list[str], project: Path, program: str) -> int:
    parser = _parser(program)
    options, unknown = parser.parse_known_args(given)
    if unknown:
        word = unknown[0].partition("=")[0]
        parser.error(f'{options.command} knows no "{word}"; {known_words(word, _OPTIONS[options.command], "options")}')
    try:
        if options.command in ("check", "messages"):
            _complete_interrupted(project)
        if options.command == "messages":
            return _messages(parser, options, project)
        if options.command == "size":
            return _size(parser, options, project)
        return _build(parser, options, project)
    except BuildFailed as failed:
        _print_problems(failed.problems)
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


def _build(parser: _Parser, options: argparse.Namespace, project: Path) -> int:
    from zahlwerk.build import build, check

    started = time.monotonic()
    wanted = _wanted(parser, options, project)
    if options.command == "check":
        checked = check(project, wanted)
        changed = None
    else:
        out = options.out if options.out else project / _OUT
        checked, changed = build(project, out, wanted)
    if checked.warnings:
        _print_problems(checked.warnings)
    _print_summary(checked, changed, time.monotonic() - started)
    return 0


def _complete_interrupted(project: Path) -> None:
    """Whatever the command: a site whose replacement was interrupted is completed first."""
    from zahlwerk.writer import complete_interrupted

    complete_interrupted(project / _OUT)


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


def _messages(parser: _Parser, options: argparse.Namespace, project: Path) -> int:
    from zahlwerk.extraction import add_language, coverages, update_catalogues
    from zahlwerk.project import load_project

    if bool(options.language) != (options.action == "add"):
        parser.error("messages add takes the language to begin, and the other actions take none")
    if options.json and options.action != "status":
        parser.error("--json is of messages status")
    if options.action == "status":
        return _status(coverages(load_project(project)), as_json=options.json)
    console = _console()
    if options.action == "add":
        try:
            names = add_language(project, options.language)
        except ValueError as error:
            parser.error(str(error))
        for name in names:
            console.print(f"began {name}", markup=False)
        return 0
    changed = update_catalogues(load_project(project))
    for name in changed:
        console.print(f"updated {name}", markup=False)
    if not changed:
        console.print("every catalogue is up to date")
    return 0


def _status(coverages: Sequence[Coverage], *, as_json: bool) -> int:
    """How far each language has come, as a table or for programs."""
    if as_json:
        import dataclasses
        import json

        print(json.dumps([dataclasses.asdict(coverage) for coverage in coverages], indent=1))
        return 0
    from rich import box
    from rich.table import Table

    table = Table("language", "domain", box=box.SIMPLE, show_edge=False, pad_edge=False)
    for head in ("translated", "fuzzy", "missing", "obsolete", "words left"):
        table.add_column(head, justify="right")
    for one in coverages:
        numbers = (one.translated, one.fuzzy, one.missing, one.obsolete, one.words_left)
        table.add_row(one.language, one.domain, *map(str, numbers))
    _console(wide=True).print(table)
    return 0


def _size(parser: _Parser, options: argparse.Namespace, folder: Path) -> int:
    from zahlwerk.project import load_project
    from zahlwerk.size import Asked, as_json, known_names, size

    if bool(options.model) == bool(options.config):
        parser.error("give either --model or --config")
    if options.json and options.explain:
        parser.error("--json and --explain exclude each other")
    if len(options.card) * max(1, len(options.cards)) > 1 and not options.compare:
        parser.error("several cards or counts are sized with --compare")
    project = load_project(folder)
    language = options.language or project.settings.language or next(iter(project.editions))
    if language not in project.editions:
        parser.error(f'unknown language "{language}"; {known_words(language, project.editions, "languages")}')
    edition = project.editions[language]
    for name in ("method", "card"):
        if not getattr(options, name):
            parser.error(f"give --{name}; {known_words('', known_names(project.facts, name), f'{name}s')}")
    asked = [
        Asked(options.model, options.config, options.method, card, cards, options.link, options.tokens, options.rank)
        for card in options.card
        for cards in options.cards or [1]
    ]
    try:
        sized = [size(one, project.facts, edition) for one in asked]
    except ValueError as error:
        parser.error(str(error))
    if options.json:
        import json

        print(json.dumps(as_json(sized), ensure_ascii=False, indent=1))
    else:
        _print_sized(sized, edition, explained=options.explain)
    return 0


def _print_sized(sized: Sequence[Sized], edition: Edition, *, explained: bool) -> None:
    """A table with a column for each configuration, what each comes to, and how the figures come about."""
    from rich import box
    from rich.table import Table

    console = _console(wide=True)
    table = Table(box=box.SIMPLE, show_edge=False, pad_edge=False)
    table.add_column("")
    for one in sized:
        table.add_column(one.title, justify="right", no_wrap=True)
    keys = list(dict.fromkeys((row.heading, row.quantity, row.link) for one in sized for row in one.rows))
    heading = ""
    for key in keys:
        if key[0] != heading:
            heading = key[0]
            table.add_row(f"[bold]{edition.say(heading, 'size')}[/bold]")
        texts = [{(r.heading, r.quantity, r.link): r.text for r in one.rows}.get(key, "") for one in sized]
        link = f" ({edition.say(key[2], 'name')})" if key[2] else ""
        table.add_row(f"  {edition.say(key[1], 'formula')}{link}", *texts)
    console.print(table)
    for one in sized:
        console.print(f"\n{one.title}:" if len(sized) > 1 else "", markup=False)
        for verdict in one.verdicts:
            console.print(verdict, markup=False)
    for entry in (entry for one in sized for entry in one.derivations) if explained else ():
        console.print(f"\n{entry.name}: {entry.shown}", style="bold", markup=False)
        console.print(f"  {entry.formula}\n  {entry.filled}", markup=False)
        for source in entry.sources:
            console.print(f"  {source.publisher}: {source.title} ({source.read})", markup=False)


def _console(*, errors: bool = False, wide: bool = False) -> Console:
    from rich.console import Console

    return Console(stderr=errors, soft_wrap=True, highlight=False, width=500 if wide else None)


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
