"""The texts of an article's body: what is translated, with its references, claims and notes for translators."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markdown_it.token import Token

from zahlwerk.chartblocks import Chart, read_chart
from zahlwerk.markup import CODE, is_chart, is_translated_code, structure, unwrapped
from zahlwerk.problems import BuildFailed, Place, Problem
from zahlwerk.quantity import Quantity, parse_quantity
from zahlwerk.references import REFERENCE

CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
IGNORE = "ignore-"  # begins what silences a check: a comment of an article, a flag of a catalogue
COMMENT = re.compile(rf"<!--\s*(claim|note|{IGNORE}[^\s:]*):(.*?)-->", re.S)
_CLAIM = re.compile(r"\s*\{([a-z0-9_]+\.[a-z0-9_]+)\}\s*(<=|>=|==|<|>)\s*(.+?)\s*")
_PLAIN_HINT = "take out links, code and emphasis"
_KIND_OF = {"heading_open": "heading", "th_open": "cell", "td_open": "cell", "list_item_open": "list item"}


@dataclass(frozen=True, slots=True)
class Claim:
    """A comparison that a block's sentences depend on."""

    text: str  # as written
    left: str  # target of a reference
    operator: str  # "<", "<=", ">", ">=" or "=="
    right: str | Quantity  # target of a reference, or a quantity
    place: Place


@dataclass(frozen=True, slots=True)
class Silence:
    """What an editor has judged to be no mistake, and why."""

    code: str  # of the check
    reason: str
    place: Place


@dataclass(frozen=True, slots=True)
class Cell:
    """Where in an article's tables a text stands; the row of the heads is the first."""

    table: int
    row: int
    column: int


@dataclass(frozen=True, slots=True)
class Text:
    """One inline text of an article: a paragraph, heading, list item or cell, or a field of the front matter."""

    context: str  # "title", "description", or "code"; empty for the rest of the body
    source: str  # Markdown, with references; of code, the code
    kind: str
    section: str  # id of the heading above, of a heading the one it belongs to; empty before the first
    place: Place
    references: tuple[str, ...] = ()  # with braces, in order
    claims: tuple[Claim, ...] = ()
    notes: tuple[str, ...] = ()  # for translators
    heading: str = ""  # source of the heading above
    silences: tuple[Silence, ...] = ()
    cell: Cell | None = None  # of a text in a table

    @property
    def is_message(self) -> bool:
        """Whether it holds anything to translate: a text of references alone does not."""
        return is_message(self.source)

    @property
    def is_code(self) -> bool:
        """Whether it is code, in which nothing is markup."""
        return self.context == CODE


def is_message(source: str) -> bool:
    """Whether a text holds words beside its references."""
    return any(character.isalpha() for character in REFERENCE.sub("", source))


@dataclass(frozen=True, slots=True)
class _Heading:
    """A heading that texts stand under."""

    level: int
    id: str
    source: str


class _BodyReader:
    """Reads a body's tokens and gathers what is wrong with its comments."""

    def __init__(self, file: str, first_line: int) -> None:
        self.file = file
        self.first_line = first_line  # of the body
        self.problems: list[Problem] = []
        self.charts: list[Chart] = []
        self.cell: Cell | None = None  # the one that was opened last
        self.tables = 0

    def texts(self, tokens: Sequence[Token]) -> Iterator[Text]:
        """The inline texts of the body, each with the comments that stand before the block it belongs to."""
        above = [_Heading(0, "", "")]  # the heading above, and those it belongs to
        kind, line, opening = "paragraph", 0, Token("", "", 0)
        waiting: list[Token] = []
        scopes: list[list[Token]] = []  # comments of each open block
        for token in tokens:
            if token.map:
                line = token.map[0]
            if token.type == "comment":
                waiting.append(token)
            elif token.type == "fence" and is_translated_code(token):
                yield self._text(
                    token, line, "code block", above[-1], [c for scope in [*scopes, waiting] for c in scope]
                )
                waiting = []
            elif is_chart(token):
                yield from self._chart_texts(token, above[-1], [c for scope in [*scopes, waiting] for c in scope])
                waiting = []
            elif token.type in ("fence", "code_block", "hr"):
                self._refuse(waiting)
                waiting = []
            elif token.nesting == 1:
                scopes.append(waiting)
                waiting = []
                self._enter(token)
                kind = _KIND_OF.get(token.type, kind)
                opening = token if token.type == "heading_open" else opening
            elif token.nesting == -1:
                self._refuse(waiting)
                waiting = []
                scopes.pop()
                kind = "paragraph" if token.type in ("heading_close", "table_close", "list_item_close") else kind
            elif token.type == "inline":
                comments = [comment for scope in scopes for comment in scope]
                level = int(opening.tag[1]) if kind == "heading" else 0
                above = [heading for heading in above if not level or heading.level < level]
                text = self._text(token, line, kind, above[-1], comments)
                yield text
                if level:
                    above.append(_Heading(level, str(opening.attrs["id"]), text.source))
        self._refuse(waiting)

    def _enter(self, token: Token) -> None:
        """Note where in the tables a text stands that comes next."""
        if token.type == "table_open":
            self.cell, self.tables = Cell(self.tables, -1, -1), self.tables + 1
        elif self.cell and token.type == "tr_open":
            self.cell = Cell(self.cell.table, self.cell.row + 1, -1)
        elif self.cell and token.type in ("th_open", "td_open"):
            self.cell = dataclasses.replace(self.cell, column=self.cell.column + 1)

    def _refuse(self, comments: list[Token]) -> None:
        for comment in comments:
            place = self._place(first_line(comment))
            self._problem(place, "this comment stands before no block of text", "move it before the block it is about")

    def _chart_texts(self, token: Token, above: _Heading, comments: list[Token]) -> Iterator[Text]:
        """The words of a chart."""
        try:
            chart = read_chart(token.content, self.file, self.first_line + first_line(token) + 1)
        except BuildFailed as failed:
            self.problems.extend(failed.problems)
            return
        self.charts.append(chart)
        claims, notes, silences = self._said(comments)
        for label in chart.labels:
            found = structure(label.source)
            if label.plain and (found.links or found.code or found.emphasis):
                self._problem(label.place, "a label of a chart holds words and figures only", _PLAIN_HINT)
            said = (found.references, claims, notes, above.source, silences)
            yield Text("", label.source, "chart label", above.id, label.place, *said)

    def _text(self, token: Token, line: int, kind: str, above: _Heading, comments: list[Token]) -> Text:
        place = self._place(line)
        claims, notes, silences = self._said(comments)
        said = (claims, notes, above.source, silences)
        if token.type == "fence":
            return Text(CODE, token.content.rstrip("\n"), kind, above.id, place, (), *said)
        source, cell = unwrapped(token.content), self.cell if kind == "cell" else None
        return Text("", source, kind, above.id, place, structure(source).references, *said, cell)

    def _said(self, comments: list[Token]) -> tuple[tuple[Claim, ...], tuple[str, ...], tuple[Silence, ...]]:
        """The claims and notes of some comments, and what they silence."""
        claims, notes, silences = [], [], []
        for comment in comments:
            content, place = COMMENT.fullmatch(comment.content), self._place(first_line(comment))
            if content and content[1] == "note":
                notes.append(" ".join(content[2].split()))
            elif content and content[1] != "claim":
                silences.append(Silence(content[1].removeprefix(IGNORE), " ".join(content[2].split()), place))
            elif content and (claim := self._claim(content[2].strip(), place)):
                claims.append(claim)
        return tuple(claims), tuple(notes), tuple(silences)

    def _claim(self, text: str, place: Place) -> Claim | None:
        match = _CLAIM.fullmatch(text)
        if match is None:
            hint = "write {case.name} < 30 GB, with <, <=, >, >= or ==, and no presentation"
            self._problem(place, f'"{text}" is not a claim', hint)
            return None
        left, operator, right = match.groups()
        if reference := REFERENCE.fullmatch(right):
            if reference[2]:
                self._problem(place, f"a claim compares exact values; drop {reference[2]}")
            return Claim(text, left, operator, reference[1], place)
        try:
            return Claim(text, left, operator, parse_quantity(right).quantity, place)
        except ValueError as error:
            self._problem(place, f"{error}")
            return None

    def _problem(self, place: Place, message: str, hint: str = "") -> None:
        self.problems.append(Problem(place, message, hint))

    def _place(self, body_line: int) -> Place:
        return Place(self.file, self.first_line + body_line)


@dataclass(frozen=True, slots=True)
class BodyTexts:
    """What is read from a body."""

    texts: tuple[Text, ...]
    charts: tuple[Chart, ...]
    problems: tuple[Problem, ...]  # of charts, and of the comments before blocks


def read_texts(tokens: Sequence[Token], file: str, line: int) -> BodyTexts:
    """The texts and charts of a body that begins in a line of a file, and what is wrong with them."""
    reader = _BodyReader(file, line)
    texts = tuple(reader.texts(tokens))
    return BodyTexts(texts, tuple(reader.charts), tuple(reader.problems))


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that an inline text must not hold."""

    code: str  # of the check that explains it
    message: str
    hint: str = ""


def first_line(token: Token) -> int:
    """The line of a token in the body, counted from zero."""
    return token.map[0] if token.map else 0


def faults(text: Text) -> Iterator[Fault]:
    """What an inline text of an article must not hold, in the source or in a translation."""
    for character in CONTROL.findall(text.source):
        yield Fault("control", f"a control character is refused: {character!r}", "delete it")
    if not text.is_code:
        yield from _faulty_markup(text)


def _faulty_markup(text: Text) -> Iterator[Fault]:
    found = structure(text.source)
    if text.context and found.references:
        yield Fault("references", f"the {text.context} must not hold figures", "they stand in the head of the page")
    for brace in found.braces:
        yield Fault(
            "references", f"{brace} is not a reference", "write {id.name}, {id.name[unit]:.1}, or \\{ for a brace"
        )
    for tag in found.html:
        yield Fault("html", f"raw HTML is refused: {tag}", "use Markdown, or a code span to show HTML")
    for hidden in found.hidden_references:
        message = f"a figure cannot stand in a link's address or title or in an image's text: {hidden}"
        yield Fault("references", message)
    for definition in found.definitions:
        yield Fault(
            "links", f"a link's address defined apart is refused: {definition.strip()}", "write [text](address)"
        )
    if found.hard_breaks:
        yield Fault("marks", "a hard line break is refused", "begin a new paragraph")
    if found.images:
        yield Fault("marks", "images are refused", "the site has no place for them yet")
