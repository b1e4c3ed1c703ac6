"""The command sources: what rests on each source, how old its reading is, and where sources disagree."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from zahlwerk.cli.options import Parser, build_day
from zahlwerk.cli.output import console_for
from zahlwerk.problems import known_words

if TYPE_CHECKING:
    from zahlwerk.editions import Edition
    from zahlwerk.project import Project
    from zahlwerk.provenance import Fact
    from zahlwerk.quantity import Written
    from zahlwerk.sources import Held


def run_sources(parser: Parser, options: argparse.Namespace, folder: Path) -> int:
    """Print the sources that were asked for; 1 where only stale ones were, and there are any."""
    from zahlwerk.project import load_project
    from zahlwerk.sources import as_json, disputed_facts, held_sources

    today = build_day(parser)
    project = load_project(folder)
    wanted = [name.replace("-", "_") for name in options.sources]
    for name in wanted:
        if name not in project.facts.sources:
            parser.error(f'unknown source "{name}"; {known_words(name, project.facts.sources, "sources")}')
    held = [one for one in held_sources(project, today) if not wanted or one.use.source.id in wanted]
    if options.stale:
        held = [one for one in held if one.is_stale]
    disputed = disputed_facts(project)
    if options.json:
        print(json.dumps(as_json(tuple(held), disputed, today), ensure_ascii=False, indent=1))
    elif options.stale and not held:
        console_for().print("no source is stale")
    else:
        _print_overview(held)
        edition = project.editions[project.settings.language or next(iter(project.editions))]
        for one in held if wanted or options.facts else ():
            _print_source(one, project, edition)
        _print_conflicts([] if options.stale else disputed, {one.use.source.id for one in held}, edition)
    return int(options.stale and bool(held))


def _print_overview(held: Sequence[Held]) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table("source", "document", "read", box=box.SIMPLE, show_edge=False, pad_edge=False)
    for head in ("age in days", "budget", "facts"):
        table.add_column(head, justify="right")
    table.add_column("articles")
    for one in held:
        use = one.use
        age = Text(f"{one.age} (stale)" if one.is_stale else str(one.age), "bold red" if one.is_stale else "")
        numbers = ("none" if one.budget is None else str(one.budget), str(len(use.facts)))
        row = (use.source.id, use.source.document, use.source.read.isoformat())
        table.add_row(*row, age, *numbers, ", ".join(use.articles))
    console_for(wide=True).print(table)


def _print_source(held: Held, project: Project, edition: Edition) -> None:
    """A source with every fact and quotation that rests on it."""
    from rich.text import Text

    console, use = console_for(), held.use
    console.print(Text.assemble("\n", (use.source.id, "bold"), f": {use.source.publisher}, {use.source.title}"))
    console.print(f"  {use.source.url or 'no address is recorded'}", markup=False)
    for fact in use.facts:
        console.print(f"  {fact.reference}: {_shown(fact.written, edition)}  ({fact.place})", markup=False)
    for fact, other in use.passed_over:
        text = f"  {fact.reference}: {_shown(other.written, edition)}, not used  ({fact.place})"
        console.print(text, markup=False)
    for name, quote in use.source.quotes.items():
        console.print(f"  {use.source.id}.{name}: “{quote.text}”  ({quote.place})", markup=False)


def _print_conflicts(disputed: Sequence[Fact], ids: set[str], edition: Edition) -> None:
    """Where sources disagree, which value is used, and why."""
    concerned = [
        fact
        for fact in disputed
        if ids & {*(other.source.id for other in fact.conflicts), fact.source.id if fact.source else ""}
    ]
    console = console_for()
    if concerned:
        console.print("\nConflicts", style="bold")
    for fact in concerned:
        used = _value(fact.written, fact.source.id if fact.source else "the case itself", fact.where, edition)
        others = ", ".join(_value(one.written, one.source.id, one.where, edition) for one in fact.conflicts)
        console.print(f"  {fact.reference}: {used} is used, not {others}", markup=False)
        console.print(f"    {fact.place}: {fact.why}", style="dim", markup=False)


def _value(written: Written, source: str, where: str, edition: Edition) -> str:
    return f"{_shown(written, edition)} of {source}" + (f" ({where})" if where else "")


def _shown(written: Written, edition: Edition) -> str:
    """A value as its source writes it, in the words of a language."""
    from zahlwerk.formulatext import quantity_in_six_digits
    from zahlwerk.references import written_presentation

    return quantity_in_six_digits(written.quantity, written_presentation(written), edition)
