"""The command messages status: what is left to translate, and what changed in the sources of fuzzy messages."""

from __future__ import annotations

import argparse
import dataclasses
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from zahlwerk.cli.options import Parser, build_day, refuse_unknown_languages
from zahlwerk.cli.output import console_for

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

    from zahlwerk.status import Fuzzy, Status
    from zahlwerk.worddiff import Piece

_MARKS = {"same": "{}", "old": "[-{}-]", "new": "{{+{}+}}"}  # in the text itself, for where there is no colour
_STYLES = {"same": "", "old": "red", "new": "green"}
_NO_PREVIOUS = "not known: the catalogue holds no earlier source of this entry"


def run_status(parser: Parser, options: argparse.Namespace, project: Path) -> int:
    """Print how far the languages are, or what changed in the sources of their fuzzy messages."""
    from zahlwerk.editions import find_languages
    from zahlwerk.project import load_project
    from zahlwerk.status import fuzzy_messages, statuses

    refuse_unknown_languages(parser, options.languages, find_languages(project / "locales"))
    if options.diff:
        fuzzy = fuzzy_messages(load_project(project), options.languages)
        if options.json:
            _print_json(_fuzzy_record(one) for one in fuzzy)
        else:
            _print_fuzzy(fuzzy)
    else:
        today = build_day(parser)
        found = statuses(load_project(project), options.languages, today)
        if options.json:
            _print_json(_status_record(one) for one in found)
        else:
            _print_statuses(found)
    return 0


def _print_json(records: Iterable[dict[str, object]]) -> None:
    print(json.dumps(list(records), indent=1))


def _status_record(status: Status) -> dict[str, object]:
    oldest = status.oldest
    return {
        **dataclasses.asdict(status.coverage),
        "oldest_change": oldest.day.isoformat() if oldest else None,
        "oldest_message": str(oldest.place) if oldest else None,
    }


def _fuzzy_record(fuzzy: Fuzzy) -> dict[str, object]:
    return {
        "place": str(fuzzy.place),
        "context": fuzzy.context,
        "old": fuzzy.old or None,
        "new": fuzzy.new,
        "translation": fuzzy.translation,
        "changes": [[piece.kind, piece.text] for piece in fuzzy.changes],
    }


def _print_statuses(statuses: Sequence[Status]) -> None:
    """How far each language has come, as a table."""
    from rich import box
    from rich.table import Table

    table = Table("language", "domain", box=box.SIMPLE, show_edge=False, pad_edge=False)
    for head in ("translated", "fuzzy", "missing", "obsolete", "words left", "oldest change"):
        table.add_column(head, justify="right")
    for status in statuses:
        one = status.coverage
        numbers = (one.translated, one.fuzzy, one.missing, one.obsolete, one.words_left)
        day = status.oldest.day.isoformat() if status.oldest else ""
        table.add_row(one.language, one.domain, *map(str, numbers), day)
    console_for(wide=True).print(table)


def _print_fuzzy(messages: Sequence[Fuzzy]) -> None:
    """Both sources of each fuzzy message side by side, with the translation below."""
    from rich.text import Text

    console = console_for()
    if not messages:
        console.print("no message is fuzzy")
    for number, fuzzy in enumerate(messages):
        context = f"  ({fuzzy.context})" if fuzzy.context else ""
        console.print(Text.assemble("\n" if number else "", (str(fuzzy.place), "bold"), (context, "dim")))
        console.print(_both_sources(fuzzy), soft_wrap=False)
        translation = Text.assemble(("translation: ", "dim"), fuzzy.translation or ("none yet", "dim"))
        console.print(translation, soft_wrap=False)


def _both_sources(fuzzy: Fuzzy) -> Table:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    from zahlwerk.worddiff import side

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, expand=True)
    table.add_column("earlier source", ratio=1)
    table.add_column("source now", ratio=1)
    if fuzzy.old:
        table.add_row(*(_marked(side(fuzzy.changes, kind)) for kind in ("old", "new")))
    else:
        table.add_row(Text(_NO_PREVIOUS, "dim"), Text(fuzzy.new))
    return table


def _marked(pieces: Sequence[Piece]) -> Text:
    """A text whose changed words stand between marks, and in a colour where there is one."""
    from rich.text import Text

    return Text.assemble(*((_with_marks(piece), _STYLES[piece.kind]) for piece in pieces))


def _with_marks(piece: Piece) -> str:
    """The piece with marks around its words; the space around them stays outside."""
    words = piece.text.strip() or piece.text
    return piece.text.replace(words, _MARKS[piece.kind].format(words), 1)
