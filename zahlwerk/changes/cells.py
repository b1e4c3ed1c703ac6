"""What the cells of tables stand beside and below."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from zahlwerk.texts import Text

Heads = tuple[Text, Text]  # the first cell of the row, and that of the column


def cell_heads(texts: Sequence[Text]) -> Mapping[int, Heads]:
    """The heads of each cell among the texts of an article, by the place of the cell among them."""
    found: dict[int, Heads] = {}
    for table in _tables(texts):
        for row in table[1:]:
            for column, place in enumerate(row):
                found[place] = texts[row[0]], texts[table[0][column]]
    return found


def _tables(texts: Sequence[Text]) -> Iterator[list[list[int]]]:
    """The tables as rows of places; below the first row stands the line that sets it off."""
    cells = [place for place, text in enumerate(texts) if text.kind == "cell"]
    table: list[list[int]] = []
    for line, places in groupby(cells, key=lambda place: texts[place].place.line):
        above = texts[table[-1][0]].place.line if table else 0
        if table and line != above + (2 if len(table) == 1 else 1):
            yield table
            table = []
        table.append(list(places))
    if table:
        yield table
