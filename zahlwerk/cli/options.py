"""What the command line takes, and what it says to what it does not."""

from __future__ import annotations

import argparse
import datetime
import os
import re
import sys
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import NoReturn

from zahlwerk import __version__
from zahlwerk.problems import known_words

_Commands = argparse._SubParsersAction  # argparse gives what add_subparsers returns no public name


class Parser(argparse.ArgumentParser):
    """A parser whose complaints say what may have been meant."""

    def error(self, message: str) -> NoReturn:
        """Print the usage and what is wrong, and leave with exit code 2."""
        if found := re.search(r"invalid choice: '([^']*)' \(choose from (.*)\)", message):
            word, known = found[1], re.findall(r"[\w-]+", found[2])
            message = f'unknown word "{word}"; {known_words(word, known, "words")}'
        self.print_usage(sys.stderr)
        self.exit(2, f"{self.prog}: {message}\n")


def command_parser(program: str) -> Parser:
    """The parser of all commands."""
    description = "Multilingual articles whose every figure is computed."
    parser = Parser(prog=program, description=description, allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"zahlwerk {__version__}")
    parser.epilog = f"example: {program} build --strict; each command has a --help of its own"
    commands = parser.add_subparsers(dest="command", metavar="command", required=True)
    _add_build(commands, program)
    _add_messages(commands, program)
    _add_size(commands, program)
    _add_explain(commands, program)
    _add_impact(commands, program)
    _add_diff(commands, program)
    _add_sources(commands, program)
    _add_new(commands, program)
    _add_serve(commands, program)
    return parser


def read_options(parser: Parser, given: list[str]) -> argparse.Namespace:
    """What was given. A misuse is told, and leaves with exit code 2."""
    options, unknown = parser.parse_known_args(given)
    if unknown:
        word = unknown[0].partition("=")[0]
        known = [option for action in options.parser._actions for option in action.option_strings]
        long = [option for option in known if option.startswith("--")]
        parser.error(f'{options.parser.prog.split()[-1]} knows no "{word}"; {known_words(word, long, "options")}')
    return options


def refuse_unknown_languages(parser: Parser, given: Iterable[str], known: Collection[str]) -> None:
    """Leave with exit code 2 when a language is given that is not known."""
    for language in given:
        if language not in known:
            parser.error(f'unknown language "{language}"; {known_words(language, known, "languages")}')


def build_day(parser: Parser) -> datetime.date:
    """The day that SOURCE_DATE_EPOCH names, in UTC; the system's without it."""
    given = os.environ.get("SOURCE_DATE_EPOCH", "")
    if not given:
        return datetime.date.today()
    try:
        return datetime.datetime.fromtimestamp(int(given), datetime.UTC).date()
    except (ValueError, OverflowError, OSError):
        parser.error(f'SOURCE_DATE_EPOCH is "{given}"; give it as seconds since 1970, such as $(date +%s)')


def _add(commands: _Commands[Parser], name: str, says: str, example: str) -> Parser:
    parser = commands.add_parser(name, help=says, description=f"{says}.".capitalize(), allow_abbrev=False)
    parser.epilog = f"example: {example}"
    parser.set_defaults(parser=parser)
    return parser


def _add_build(commands: _Commands[Parser], program: str) -> None:
    build = _add(
        commands, "build", "check everything and write the site (without a command, too)", f"{program} build --strict"
    )
    build.add_argument("--out", type=Path, metavar="DIR", help="folder to write to (public)")
    build.add_argument("--verify", action="store_true", help="trust what files hold, not their sizes and times")
    check = _add(commands, "check", "everything a build does but writing", f"{program} check --strict")
    for command in (build, check):
        command.add_argument(
            "--language", action="append", default=[], metavar="L", help="only this language; may be given again"
        )
        command.add_argument("--strict", action="store_true", help="warnings fail, too, such as missing translations")
        command.add_argument(
            "--pseudo", action="store_true", help="also pseudo-languages, to test layouts and find untranslated texts"
        )
        command.add_argument("--verbose", action="store_true", help="how long each step takes")
        command.add_argument("--no-search", action="store_true", help="pages without a search")
        command.add_argument("--base-url", default="", metavar="URL", help="where the site will be published")


def _add_messages(commands: _Commands[Parser], program: str) -> None:
    messages = _add(
        commands, "messages", "the PO files of every language (update, without an action)", f"{program} messages update"
    )
    messages.set_defaults(action="update")
    actions = messages.add_subparsers(dest="action", metavar="action")
    _add(actions, "update", "bring the PO files up to the articles and templates", f"{program} messages update")
    add = _add(actions, "add", "begin a language", f"{program} messages add nl")
    add.add_argument("language", help="such as fr or de_AT")
    status = _add(actions, "status", "how far each language has come", f"{program} messages status de --diff")
    status.add_argument("languages", nargs="*", metavar="LANGUAGE", help="only these languages")
    status.add_argument("--diff", action="store_true", help="what changed in the source of each fuzzy message")
    status.add_argument("--json", action="store_true", help="for programs")
    reread = _add(
        actions, "reread", "say that sentences were read with the counts of today", f"{program} messages reread de"
    )
    reread.add_argument("language", help="whose sentences were read")
    check = _add(actions, "check", "read the translations, without building pages", f"{program} messages check de")
    check.add_argument("languages", nargs="*", metavar="LANGUAGE", help="only these languages")
    preview = _add(
        actions, "preview", "articles with live values, beside their source", f"{program} messages preview de"
    )
    preview.add_argument("language", metavar="LANGUAGE", help="of the translation")
    preview.add_argument("slug", nargs="?", default="", metavar="SLUG", help="only this article")
    preview.add_argument("--page", type=Path, metavar="FILE", help="write a page, which ends in .html, instead")


def _add_size(commands: _Commands[Parser], program: str) -> None:
    example = f"{program} size --model gpt-oss-120b --method bf16-lora --card h200-nvl --cards 4"
    size = _add(commands, "size", "size one configuration, or several side by side", example)
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


def _add_serve(commands: _Commands[Parser], program: str) -> None:
    says = "show the site in a browser as it is written, until Ctrl-C"
    serve = _add(commands, "serve", says, f"{program} serve --port 8080")
    serve.add_argument("--port", type=_port, default=8000, metavar="N", help="of this machine alone (8000); 0 for any")
    serve.add_argument("--search", action="store_true", help="also the search index, which takes longer")
    serve.add_argument("--pseudo", action="store_true", help="also pseudo-languages, to test layouts")


def _add_explain(commands: _Commands[Parser], program: str) -> None:
    says = "where a figure comes from, where it stands, and what leans on it"
    explain = _add(commands, "explain", says, f"{program} explain lora_4x_h200.wall_power")
    explain.add_argument("reference", metavar="REF", help="a figure or fact; the id of a record, a case or a source")
    explain.add_argument("--language", default="", metavar="L", help="of what is shown")
    explain.add_argument("--json", action="store_true", help="for programs")


def _add_impact(commands: _Commands[Parser], program: str) -> None:
    example = f'{program} impact "h200_nvl.power=700 W"'
    impact = _add(commands, "impact", "what other facts would change, without writing anything", example)
    impact.add_argument(
        "stated", nargs="*", metavar="FACT=VALUE", help="a fact, and what it is to be, as a facts file writes it"
    )
    impact.add_argument("--facts", type=Path, metavar="FILE", help="other facts in place of all: a file, or a folder")
    impact.add_argument("--language", default="", metavar="L", help="of the names of figures")
    impact.add_argument("--json", action="store_true", help="for programs")


def _add_diff(commands: _Commands[Parser], program: str) -> None:
    says = "what differs from a revision of git, for editors and their readers"
    diff = _add(commands, "diff", says, f"{program} diff HEAD --markdown")
    diff.add_argument("revision", nargs="?", default="HEAD", metavar="REVISION", help="a branch, tag or commit (HEAD)")
    diff.add_argument("--language", default="", metavar="L", help="of the names of figures")
    diff.add_argument("--json", action="store_true", help="for programs")
    diff.add_argument("--markdown", action="store_true", help="for the comment of a merge request")


def _add_sources(commands: _Commands[Parser], program: str) -> None:
    sources = _add(
        commands, "sources", "what rests on each source, and how old its reading is", f"{program} sources h200-page"
    )
    sources.add_argument("sources", nargs="*", metavar="SOURCE", help="only these, with all that rests on them")
    sources.add_argument("--stale", action="store_true", help="only stale ones; exit code 1 where there are any")
    sources.add_argument("--facts", action="store_true", help="the facts of every source, with their values")
    sources.add_argument("--json", action="store_true", help="for programs")


def _add_new(commands: _Commands[Parser], program: str) -> None:
    new = _add(commands, "new", "begin an article, state a fact, add a source", f"{program} new fact --help")
    actions = new.add_subparsers(dest="action", metavar="article|fact|source", required=True)
    slug = "gpu-memory-for-fine-tuning"
    article = _add(actions, "article", "begin content/SLUG.md", f"{program} new article {slug}")
    article.add_argument("slug", metavar="SLUG", help="the last part of its address")
    article.add_argument("--language", default="", metavar="L", help="in which it is written")
    example = '"h100.bandwidth=2000 GB/s" --source h100-pcie-brief --where "specification table"'
    fact = _add(actions, "fact", "state facts of a record or case, or begin a record", f"{program} new fact {example}")
    fact.add_argument("facts", nargs="+", metavar="FACT=VALUE", help='such as "h200_nvl.memory=141 GB"')
    fact.add_argument("--source", default="", metavar="ID", help="where the value is from (the record's source)")
    fact.add_argument("--where", default="", metavar="TEXT", help="the place in the source (the record's)")
    fact.add_argument("--why", default="", metavar="TEXT", help="the reason for an estimate or a choice")
    fact.add_argument("--bound", default="", metavar="B", help="min, max, over, under or about, if the source says so")
    fact.add_argument("--type", default="", metavar="T", help="begin a record of this type, such as card")
    fact.add_argument("--name", default="", metavar="TEXT", help="of the new record, for readers")
    example = 'h200-brief --title "H200 NVL product brief" --publisher NVIDIA --document product'
    source = _add(actions, "source", "add a source", f"{program} new source {example}")
    source.add_argument("id", metavar="ID", help="by which facts name it")
    source.add_argument("--title", required=True, metavar="TEXT", help="as the source calls itself")
    source.add_argument("--publisher", required=True, metavar="TEXT", help="whom it is from")
    source.add_argument("--language", default="", metavar="L", help="it is written in")
    source.add_argument("--url", default="", metavar="URL", help="where it is read")
    source.add_argument("--document", default="", metavar="D", help="what sort of document it is, such as paper")
    source.add_argument("--kind", default="copy", metavar="K", help="primary, copy, measured or own (copy)")
    source.add_argument("--published", default="", metavar="DATE", help="such as 2026-10-24")
    source.add_argument("--read", default="", metavar="DATE", help="when you read it (today)")
    source.add_argument("--note", default="", metavar="TEXT", help="what readers should know of it")


def _port(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,5}", text) or int(text) > 65535:
        raise argparse.ArgumentTypeError(f'"{text}" is no port; give a number up to 65535')
    return int(text)


def _count_of_things(text: str) -> int:
    if not re.fullmatch(r"[1-9][0-9]{0,8}", text):
        raise argparse.ArgumentTypeError(f'"{text}" is not a whole number from 1 on')
    return int(text)
