"""What impact and diff print: all that differs for readers, and how much stays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from zahlwerk.cli.output import console_for

if TYPE_CHECKING:
    from rich.text import Text

    from zahlwerk.changes.comparison import Changes
    from zahlwerk.changes.figures import FigureChange
    from zahlwerk.changes.texts import SaidChange, TextChange
    from zahlwerk.editions import Edition

_MARKS = {"same": "{}", "old": "[-{}-]", "new": "{{+{}+}}"}  # in the text itself, for where there is no colour
_STYLES = {"same": "", "old": "red", "new": "green"}
_LIST_AT_MOST = 8  # names of figures that nothing shows, of one record or case


def print_changes(changes: Changes, edition: Edition) -> None:
    """Everything that differs, section by section, and what stays."""
    sections = (
        ("Articles", list(_articles(changes))),
        ("Figures", [line for change in changes.displayed for line in _figure(change, edition)]),
        ("Figures that no text, table or chart shows", list(_hidden(changes.hidden))),
        ("Sentences", [line for change in changes.sentences for line in _text(change)]),
        ("Cells of tables", [line for change in changes.cells for line in _text(change)]),
        ("Charts", list(_charts(changes))),
        ("Planners", list(_planners(changes))),
        ("Claims", list(_claims(changes))),
        ("Counts whose form changes", list(_counts(changes))),
        ("Sources that changed without their translations", list(_lacking(changes))),
    )
    console = console_for()
    for heading, lines in sections:
        if lines:
            console.print(f"\n{heading}", style="bold underline")
            for line in lines:
                console.print(line)
    if changes.texts or changes.figures:
        _print_stays(changes)


def _print_stays(changes: Changes) -> None:
    from zahlwerk.changes.told import stays_lines

    console = console_for()
    console.print("\nWhat stays", style="bold underline")
    for line in stays_lines(changes):
        console.print(f"  {line}", markup=False)


def _articles(changes: Changes) -> Iterator[Text]:
    from rich.text import Text

    for one in changes.articles:
        name = one.after if one.before in ("", one.after) else f"{one.before} → {one.after or 'gone'}"
        languages = [", ".join(side) or "none" for side in (one.languages_before, one.languages_after)]
        appears = languages[1] if languages[0] == languages[1] else f"{languages[0]} → {languages[1]}"
        yield Text.assemble("  ", (name, "bold"), f"  in {appears}")


def _figure(change: FigureChange, edition: Edition) -> Iterator[Text]:
    from rich.text import Text

    from zahlwerk.changes.told import WHAT_HAPPENED, arrow, places_text, rendered_rows

    new = f", {WHAT_HAPPENED[change.change]}" if change.change != "changed" else ""
    yield Text.assemble("  ", (change.reference, "bold"), f"  {change.name(edition)}{new}")
    for written, languages, before, after in rendered_rows(change):
        yield Text.assemble("    ", (f"{languages}  ", "dim"), arrow(before, after), (f"  {written}", "dim"))
    yield Text(f"    {places_text(one.place for one in change.appearances if one.said)}", "dim")
    if change.reason:
        yield Text(f"    {change.reason}", "red")


def _hidden(changes: Sequence[FigureChange]) -> Iterator[Text]:
    from rich.text import Text

    from zahlwerk.changes.told import hidden_groups

    for owner, names in hidden_groups(changes):
        shown = ", ".join(names[:_LIST_AT_MOST])
        more = f" and {len(names) - _LIST_AT_MOST} more" if len(names) > _LIST_AT_MOST else ""
        yield Text.assemble("  ", (owner, "bold"), f"  {shown}{more}")


def _text(change: TextChange) -> Iterator[Text]:
    from rich.text import Text

    from zahlwerk.changes.told import WHAT_HAPPENED

    if not any(said.differs for said in change.said):
        return
    row, column = change.heads
    beside = f' "{row}", "{column}"' if row or column else ""
    yield Text.assemble("  ", (str(change.place), "bold"), f"  {change.kind}{beside}, {WHAT_HAPPENED[change.change]}")
    width = max(len(said.language) for said in change.said)
    for said in change.said:
        if said.differs:
            yield Text.assemble((f"    {said.language:{width}}  ", "dim"), _marked(said))


def _marked(said: SaidChange) -> Text:
    """A text whose changed runs stand between marks, and in a colour where there is one."""
    from rich.text import Text

    marked = Text()
    for piece in said.pieces:
        words = piece.text.strip() or piece.text
        marked.append(piece.text.replace(words, _MARKS[piece.kind].format(words), 1), _STYLES[piece.kind])
    return marked


def _charts(changes: Changes) -> Iterator[Text]:
    from rich.text import Text

    from zahlwerk.changes.told import WHAT_HAPPENED, alike, arrow

    for chart in changes.charts:
        yield Text.assemble("  ", (str(chart.place), "bold"), f'  "{chart.title}", {WHAT_HAPPENED[chart.change]}')
        for value in chart.values if chart.change == "changed" else ():
            name = ", ".join(words for words in (value.row, value.series) if words)
            for languages, before, after in alike(value.texts):
                yield Text.assemble(f"    {name}  ", (f"{languages}  ", "dim"), arrow(before, after))


def _planners(changes: Changes) -> Iterator[Text]:
    from rich.text import Text

    from zahlwerk.changes.told import WHAT_HAPPENED, arrow

    for one in changes.planners:
        what = WHAT_HAPPENED[one.change]
        yield Text.assemble("  ", (str(one.place), "bold"), f"  {what}: {one.changed} of {one.answers} answers differ")
        for part, language, before, after in one.start:
            yield Text.assemble((f"    {language}  ", "dim"), arrow(before, after), (f"  {part}", "dim"))


def _claims(changes: Changes) -> Iterator[Text]:
    from rich.text import Text

    from zahlwerk.changes.told import claim_line, places_text

    for claim in changes.claims:
        style = "red" if claim.is_false else ""
        places = places_text(claim.places)
        yield Text.assemble("  ", (places, "bold"), f"  {claim.text} ", (claim_line(claim), style))


def _counts(changes: Changes) -> Iterator[Text]:
    from rich.text import Text

    from zahlwerk.changes.told import places_text

    for count in changes.counts:
        read = "" if not count.places else "; read again" if count.read else "; read the sentences again"
        forms = f"{count.form_before} → {count.form_after}{read}"
        yield Text.assemble(
            "  ", (count.written, "bold"), (f"  {count.language}  ", "dim"), f"{count.before} → {count.after} ({forms})"
        )
        if count.places:
            yield Text(f"    {places_text(count.places)}", "dim")


def _lacking(changes: Changes) -> Iterator[Text]:
    from rich.text import Text

    from zahlwerk.changes.told import lacking_rows

    for change in changes.lacking:
        for languages, words in lacking_rows(change):
            yield Text.assemble("  ", (str(change.place), "bold"), (f"  {languages}  ", "dim"), words)
