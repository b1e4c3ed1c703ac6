"""The command size: one configuration, or several side by side."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from zahlwerk.cli.options import Parser
from zahlwerk.cli.output import console_for
from zahlwerk.problems import known_words

if TYPE_CHECKING:
    from zahlwerk.editions import Edition
    from zahlwerk.size import Sized


def run_size(parser: Parser, options: argparse.Namespace, folder: Path) -> int:
    """Size what was asked for, and print it."""
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

    console = console_for(wide=True)
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
