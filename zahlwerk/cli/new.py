"""The command new: begins articles, states facts, adds sources."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from zahlwerk.cli.options import Parser, build_day, refuse_unknown_languages
from zahlwerk.cli.output import console_for, print_problems
from zahlwerk.problems import BuildFailed

if TYPE_CHECKING:
    from zahlwerk.factfiles import Added


def run_new(parser: Parser, options: argparse.Namespace, project: Path) -> int:
    """Add what was asked for. A misuse is told, and leaves with exit code 2."""
    asked: Parser = options.parser
    try:
        return _ACTIONS[options.action](parser, options, project)
    except ValueError as error:
        asked.error(str(error))
    except BuildFailed as failed:
        # The lines are those of a file that holds what was asked for, which is the file on disk up to there.
        print_problems(failed.problems)
        console_for(errors=True).print("nothing was written")
        return 1


def _article(parser: Parser, options: argparse.Namespace, folder: Path) -> int:
    from zahlwerk.editions import find_languages
    from zahlwerk.newarticles import begin_article
    from zahlwerk.project import read_project
    from zahlwerk.scaffold import scaffold

    today, language = build_day(parser), options.language or _own_language(folder)
    refuse_unknown_languages(parser, [language], find_languages(folder / "locales"))
    files = begin_article(read_project(folder), folder, options.slug, scaffold(language, today))
    console = console_for()
    console.print(f"began {files[0]}", markup=False)
    for file in files[1:]:
        console.print(f"updated {file}: the page is planned no longer", markup=False)
    console.print("write its title, description and text; then run python build.py messages", markup=False)
    return 0


def _fact(_parser: Parser, options: argparse.Namespace, folder: Path) -> int:
    from zahlwerk.newfacts import NewRecord, add_facts, read_new_fact

    if bool(options.type) != bool(options.name):
        options.parser.error("a new record takes both --type and --name")
    stated = [read_new_fact(written) for written in options.facts]
    cited = {"source": options.source.replace("-", "_"), "where": options.where, "why": options.why}
    new = NewRecord(options.type, options.name) if options.type else None
    _print_added(add_facts(folder, stated, {**cited, "bound": options.bound}, new), translated=new is not None)
    return 0


def _source(parser: Parser, options: argparse.Namespace, folder: Path) -> int:
    from zahlwerk.newfacts import add_source

    fields = {
        "title": options.title,
        "publisher": options.publisher,
        "language": options.language or _own_language(folder),
        "url": options.url,
        "document": options.document,
        "kind": options.kind,
        "published": options.published,
        "read": options.read or build_day(parser).isoformat(),
        "note": options.note,
    }
    _print_added(add_source(folder, options.id.replace("-", "_"), fields), translated=True)
    return 0


def _own_language(folder: Path) -> str:
    """The language that commands speak, in which editors may be taken to write."""
    from zahlwerk.editions import find_languages
    from zahlwerk.settings import load_settings

    return load_settings(folder).language or next(iter(find_languages(folder / "locales")), "")


def _print_added(added: list[Added], *, translated: bool) -> None:
    console = console_for()
    for one in added:
        console.print(f"added {one.reference} ({one.file}:{one.line})", markup=False)
    if translated:
        console.print("its names are translated after python build.py messages", markup=False)


_ACTIONS: Mapping[str, Callable[[Parser, argparse.Namespace, Path], int]] = {
    "article": _article, "fact": _fact, "source": _source,
}  # fmt: skip
