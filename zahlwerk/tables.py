"""Tables of an article: which cells head their row, and how figures stand below each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from markdown_it.token import Token

from zahlwerk.presentation import ShownNumber

_ALIGNED = {"text-align:left": "", "text-align:center": "centre", "text-align:right": "end"}
_AROUND = ("em_open", "em_close", "strong_open", "strong_close")  # what may stand around a figure without words
Read = Callable[[Token], ShownNumber | None]  # the number that a figure's token shows; None for dates and quotations


@dataclass(frozen=True, slots=True)
class _Cell:
    """A cell of a table."""

    opening: Token
    closing: Token
    number: ShownNumber | None  # where it holds that and nothing else

    @property
    def places(self) -> int:
        """How many digits stand behind the decimal point."""
        return max(0, -int(self.number.number.as_tuple().exponent)) if self.number else 0


def arrange(tokens: Sequence[Token], read: Read) -> None:
    """Mark the cells of all tables, by classes that the style sheet knows, and the first of each row as its heading.

    Cells that hold only a number are ``number``; what shares a column with them is ``end``. Where all numbers of a
    column have the same unit, those with fewer decimals are also ``digits-N`` for the digits they lack, and ``point``
    if they lack the decimal point, too.
    """
    for table in _tables(tokens):
        rows = [_cells(row, read) for row in table]
        for row in rows:
            for cell in row:
                _class_for_style(cell.opening)
        for row in rows[1:]:
            _head(row[0])
        for cells in zip(*rows, strict=True):
            _align(cells)


def _tables(tokens: Sequence[Token]) -> Iterator[list[list[Token]]]:
    """The rows of each table, a row as all tokens within it."""
    rows: list[list[Token]] = []
    for token in tokens:
        if token.type == "tr_open":
            rows.append([])
        elif token.type == "table_close":
            yield rows
            rows = []
        elif rows:
            rows[-1].append(token)


def _cells(row: list[Token], read: Read) -> list[_Cell]:
    contents = zip(row, row[1:], row[2:], strict=False)
    return [
        _Cell(opening, closing, _number(content, read))
        for opening, content, closing in contents
        if content.children is not None and opening.type in ("th_open", "td_open")
    ]


def _number(content: Token, read: Read) -> ShownNumber | None:
    said = [token for token in content.children or [] if token.type != "text" or token.content.strip()]
    children = [token for token in said if token.type not in _AROUND]
    return read(children[0]) if len(children) == 1 and children[0].type == "figure" else None


def _class_for_style(opening: Token) -> None:
    """Alignment by a class that follows the direction of the page, in place of a style that does not."""
    name = _ALIGNED.get(str(opening.attrs.pop("style", "")), "")
    if name:
        opening.attrJoin("class", name)


def _head(cell: _Cell) -> None:
    cell.opening.tag = cell.closing.tag = "th"
    cell.opening.attrSet("scope", "row")


def _align(column: Sequence[_Cell]) -> None:
    numbers = [cell for cell in column if cell.number]
    if not numbers:
        return
    most = max(cell.places for cell in numbers)
    alike = len({(cell.number.unit, cell.number.scale) for cell in numbers if cell.number}) == 1
    for cell in column:
        cell.opening.attrJoin("class", "number" if cell.number else "end")
        if cell.number and alike and cell.places < most:
            lacking = [f"digits-{most - cell.places}", *(["point"] if cell.places == 0 else [])]
            cell.opening.attrJoin("class", " ".join(lacking))
