"""What differs between two projects as Markdown, for the comment of a merge request."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from zahlwerk.changes.comparison import Changes
from zahlwerk.changes.figures import FigureChange
from zahlwerk.changes.texts import SaidChange, TextChange
from zahlwerk.changes.told import (
    WHAT_HAPPENED,
    alike,
    arrow,
    claim_line,
    counted,
    lacking_rows,
    places_text,
    rendered_rows,
    stays_lines,
    summary,
)
from zahlwerk.editions import Edition

MOST_ROWS = 40  # of one table: a forge cuts long comments off, or refuses them
_MARKDOWN = re.compile(r"([\\`*_\[\]<>|#~])")
_Item = TypeVar("_Item")
_TABLE_OF_FIGURES = "| figure | languages | before | after | where |\n|---|---|---|---|---|"


def comment(changes: Changes, title: str, edition: Edition, notes: Sequence[str] = ()) -> str:
    """The comment: a line that sums up, what an editor must look at, then tables that fold."""
    parts = [f"### {title}", f"{_sentence(summary(changes))}", *(f"> {note}" for note in notes)]
    parts += [part for part in (_claims(changes), _lacking(changes), _counts(changes), _articles(changes)) if part]
    figures = _rows(changes.displayed, lambda change: _figure_rows(change, edition))
    if figures:
        parts.append("\n".join(("#### Figures", "", _TABLE_OF_FIGURES, *figures)))
    parts += [part for part in (_hidden(changes, edition), _charts(changes)) if part]
    parts += [
        part for part in (_texts("Sentences", changes.sentences), _texts("Cells of tables", changes.cells)) if part
    ]
    stays = "; ".join(stays_lines(changes))
    parts.append(f"What stays: {stays}.")
    return "\n\n".join(parts) + "\n"


def _sentence(text: str) -> str:
    return f"What differs for readers: {text}."


def _claims(changes: Changes) -> str:
    rows = []
    for claim in changes.claims:
        mark = "**" if claim.is_false else ""
        rows.append(f"- `{claim.text}` {mark}{_plain(claim_line(claim))}{mark} ({places_text(claim.places)})")
    return _listed("Claims", rows)


def _lacking(changes: Changes) -> str:
    rows = [
        f"- {change.place}: {languages}: {words}"
        for change in changes.lacking
        for languages, words in lacking_rows(change)
    ]
    return _listed("Sources that changed without their translations", rows)


def _counts(changes: Changes) -> str:
    rows = [
        f"- `{one.written}` in {one.language}: {one.before} → {one.after} ({one.form_before} → {one.form_after})"
        f"{'' if one.read or not one.places else ', read the sentences again'}"
        for one in changes.counts
    ]
    return _listed("Counts whose form changes", rows)


def _articles(changes: Changes) -> str:
    rows = [
        f"- {arrow(one.before, one.after) if one.before != one.after else one.after}, "
        f"in {arrow(', '.join(one.languages_before) or 'none', ', '.join(one.languages_after) or 'none')}"
        for one in changes.articles
    ]
    return _listed("Articles", rows)


def _listed(heading: str, rows: Sequence[str]) -> str:
    return "\n".join((f"#### {heading}", "", *_limited(rows))) if rows else ""


def _figure_rows(change: FigureChange, edition: Edition) -> Iterator[str]:
    places = places_text(one.place for one in change.appearances if one.said)
    name = f"{_plain(change.name(edition))}<br>"
    for written, languages, before, after in rendered_rows(change):
        yield f"| {name}`{written}` | {languages} | {_plain(before) or '–'} | {_plain(after) or '–'} | {places} |"
        name = places = ""


def _hidden(changes: Changes, edition: Edition) -> str:
    stated = [change for change in changes.hidden if change.stated]
    rows = [f"| `{one.reference}` | {_default(one, edition)} |" for one in stated]
    computed = len(changes.hidden) - len(stated)
    if not changes.hidden:
        return ""
    summed = f"{counted(len(changes.hidden), 'figure')} that no text, table or chart shows"
    table = ["| fact | |", "|---|---|", *_limited(rows, table=True), ""] if rows else []
    more = [f"{'and ' if rows else ''}{counted(computed, 'figure')} computed from facts"] if computed else []
    return _folded(summed, [*table, *more])


def _default(change: FigureChange, edition: Edition) -> str:
    return "; ".join(
        _plain(arrow(one.before, one.after)) for one in change.rendered if one.language == edition.language
    )


def _charts(changes: Changes) -> str:
    rows = []
    for chart in changes.charts:
        rows.append(f"- **{_plain(chart.title)}** ({chart.place}), {WHAT_HAPPENED[chart.change]}")
        for value in chart.values if chart.change == "changed" else ():
            name = _plain(", ".join(words for words in (value.row, value.series) if words))
            rows += [f"  - {name} ({found[0]}): {_plain(arrow(*found[1:]))}" for found in alike(value.texts)]
    for planner in changes.planners:
        rows.append(f"- planner ({planner.place}): {planner.changed} of {planner.answers} answers differ")
    return _folded(f"Charts and planners ({len(changes.charts) + len(changes.planners)})", rows) if rows else ""


def _texts(heading: str, changes: Sequence[TextChange]) -> str:
    told = [change for change in changes if any(said.differs for said in change.said)]
    rows = _rows(told, _text_rows)
    return _folded(f"{heading} ({len(told)})", rows) if rows else ""


def _text_rows(change: TextChange) -> Iterator[str]:
    beside = " / ".join(words for words in change.heads if words)
    beside = f" ({_plain(beside)})" if beside else ""
    yield f"- {change.place}, {change.kind}{beside}, {WHAT_HAPPENED[change.change]}"
    yield from (f"  - {said.language}: {_marked(said)}" for said in change.said if said.differs)


def _marked(said: SaidChange) -> str:
    """A text as it was and is: what is gone is struck out, what is new is underlined."""
    marks = {"same": "{}", "old": "<del>{}</del>", "new": "<ins>{}</ins>"}
    return "".join(marks[piece.kind].format(_plain(piece.text)) for piece in said.pieces).replace("\n", " ")


def _rows(changes: Sequence[_Item], rows: Callable[[_Item], Iterator[str]]) -> list[str]:
    """The rows of the first changes, and how many more there are."""
    shown = [row for change in changes[:MOST_ROWS] for row in rows(change)]
    left = len(changes) - MOST_ROWS
    return [*shown, f"\nand {left} more"] if left > 0 else shown


def _limited(rows: Sequence[str], *, table: bool = False) -> list[str]:
    left = len(rows) - MOST_ROWS
    more = f"| and {left} more | |" if table else f"- and {left} more"
    return [*rows[:MOST_ROWS], *([more] if left > 0 else [])]


def _folded(heading: str, rows: Sequence[str]) -> str:
    return "\n".join((f"<details><summary>{heading}</summary>", "", *rows, "", "</details>"))


def _plain(text: str) -> str:
    """A text in which nothing is Markdown."""
    return _MARKDOWN.sub(r"\\\1", text)
