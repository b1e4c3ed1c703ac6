"""An article's source, read into messages, references and claims."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from markdown_it.token import Token

from zahlwerk.markup import CODE, blocks, is_translated_code, structure, unwrapped
from zahlwerk.problems import BuildFailed, Place, Problem
from zahlwerk.quantity import Quantity, parse_quantity
from zahlwerk.references import REFERENCE
from zahlwerk.schema import FieldReader
from zahlwerk.yamlfile import Mapping, Scalar, Sequence, parse_yaml, read_text

KINDS = ("article",)
_KEYS = ("title", "description", "language", "kind", "published", "modified", "tags")
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
RESERVED_SLUGS = {"site"}  # catalogues that are no article's
RESERVED_IDS = {"content", "how", "how-title", "sources", "title"}  # of the templates
_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_COMMENT = re.compile(r"<!--\s*(claim|note):(.*?)-->", re.S)
_CLAIM = re.compile(r"\s*\{([a-z0-9_]+\.[a-z0-9_]+)\}\s*(<=|>=|==|<|>)\s*(.+?)\s*")
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


@dataclass(frozen=True, slots=True)
class Article:
    """One article in its source language."""

    slug: str
    file: str
    title: str
    description: str
    language: str  # of the source, a folder of locales/
    kind: str
    published: datetime.date
    modified: datetime.date
    tags: tuple[str, ...]
    body: str  # Markdown below the front matter
    texts: tuple[Text, ...]  # title, description, then the body's in order
    headings: tuple[str, ...]  # ids, in order

    @property
    def references(self) -> tuple[str, ...]:
        """The references of all its texts, with braces, in order."""
        return tuple(reference for text in self.texts for reference in text.references)

    @property
    def claims(self) -> tuple[Claim, ...]:
        """All claims, each once."""
        return tuple(dict.fromkeys(claim for text in self.texts for claim in text.claims))


def read_article(path: Path, file: str) -> Article:
    """Read one article. Raises BuildFailed with everything that is wrong in it."""
    front, body, first_line = _split(read_text(path, file), file)
    reader = _ArticleReader(file, first_line)
    article = reader.read(path.stem, front, body)
    if reader.problems or article is None:
        raise BuildFailed(reader.problems)
    return article


def _split(text: str, file: str) -> tuple[Mapping, str, int]:
    lines = text.split("\n")
    if lines[0] != "---" or "---" not in lines[1:]:
        hint = "begin the file with --- and close the front matter with ---"
        raise BuildFailed([Problem(Place(file, 1), "has no front matter", hint)])
    end = lines.index("---", 1)
    return parse_yaml("\n".join(lines[1:end]), file, 2), "\n".join(lines[end + 1 :]), end + 2


class _ArticleReader(FieldReader):
    def __init__(self, file: str, first_line: int) -> None:
        super().__init__()
        self.file = file
        self.first_line = first_line  # of the body

    def read(self, slug: str, front: Mapping, body: str) -> Article | None:
        start = Place(self.file, 1)
        if slug in RESERVED_SLUGS:
            self.problem(Place(self.file), f'"{slug}" is the name of another catalogue', "rename the article")
        if not _SLUG.fullmatch(slug):
            self.problem(Place(self.file), f'"{slug}" is no slug', "use lower-case letters, digits and single hyphens")
        self.closed(front, _KEYS, "key of the front matter")
        title, description = self.text(front, "title", start), self.text(front, "description", start)
        language, kind = self.text(front, "language", start), self.choice(front, "kind", KINDS, start)
        published = self.date(front, "published", start)
        modified = self.date(front, "modified") or published
        tokens = blocks(body)
        texts = (*self._front_texts(front), *self._texts(tokens))
        self._check_structure(tokens, texts)
        if published is None or modified is None:
            return None
        headings = tuple(str(token.attrs["id"]) for token in tokens if token.type == "heading_open")
        if modified < published:
            self.problem(front.places["modified"], "modified lies before published")
        for taken in sorted(set(headings) & RESERVED_IDS):
            self.problem(start, f'the page itself uses the id "{taken}"', "give the heading another with {#id}")
        for repeated in sorted({name for name in headings if headings.count(name) > 1}):
            self.problem(start, f"the heading id {repeated} is given more than once", "give another with {#id}")
        tags = tuple(self._tags(front))
        return Article(
            slug, self.file, title, description, language, kind, published, modified, tags, body, texts, headings
        )

    def _tags(self, front: Mapping) -> Iterator[str]:
        tags = front.entries.get("tags", Sequence((), front.place))
        for tag in tags.items if isinstance(tags, Sequence) else (tags,):
            if isinstance(tag, Scalar) and tag.text.strip():
                yield tag.text
            else:
                self.problem(tag.place, "a tag must be a text")

    def _front_texts(self, front: Mapping) -> Iterator[Text]:
        for key in ("title", "description"):
            value = front.entries.get(key)
            if isinstance(value, Scalar):
                yield Text(key, value.text.strip(), key, "", value.place)

    def _texts(self, tokens: list[Token]) -> Iterator[Text]:
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
            elif token.type in ("fence", "code_block", "hr"):
                self._refuse(waiting)
                waiting = []
            elif token.nesting == 1:
                scopes.append(waiting)
                waiting = []
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

    def _refuse(self, comments: list[Token]) -> None:
        for comment in comments:
            place = self._place(_first_line(comment))
            self.problem(place, "this comment stands before no block of text", "move it before the block it is about")

    def _text(self, token: Token, line: int, kind: str, above: _Heading, comments: list[Token]) -> Text:
        claims, notes = [], []
        for comment in comments:
            content = _COMMENT.fullmatch(comment.content)
            if content and content[1] == "note":
                notes.append(" ".join(content[2].split()))
            elif content and (claim := self._claim(content[2].strip(), self._place(_first_line(comment)))):
                claims.append(claim)
        place, said = self._place(line), (tuple(claims), tuple(notes), above.source)
        if token.type == "fence":
            return Text(CODE, token.content.rstrip("\n"), kind, above.id, place, (), *said)
        source = unwrapped(token.content)
        return Text("", source, kind, above.id, place, structure(source).references, *said)

    def _claim(self, text: str, place: Place) -> Claim | None:
        match = _CLAIM.fullmatch(text)
        if match is None:
            hint = "write {case.name} < 30 GB, with <, <=, >, >= or ==, and no presentation"
            self.problem(place, f'"{text}" is not a claim', hint)
            return None
        left, operator, right = match.groups()
        if reference := REFERENCE.fullmatch(right):
            if reference[2]:
                self.problem(place, f"a claim compares exact values; drop {reference[2]}")
            return Claim(text, left, operator, reference[1], place)
        try:
            return Claim(text, left, operator, parse_quantity(right).quantity, place)
        except ValueError as error:
            self.problem(place, f"{error}")
            return None

    def _check_structure(self, tokens: list[Token], texts: tuple[Text, ...]) -> None:
        for token in tokens:
            place = self._place(_first_line(token))
            if token.type == "comment" and not _COMMENT.fullmatch(token.content):
                hint = "write <!-- claim: … --> or <!-- note: … --> on lines of its own"
                self.problem(place, "this comment is neither a claim nor a note", hint)
            elif token.type == "html_block":
                self.problem(place, "raw HTML is refused", "use Markdown, or a code block to show HTML")
            elif token.type == "heading_open" and token.tag == "h1":
                self.problem(place, "a heading of the first level is refused", "the title is the only one")
        level = 1
        for token in (token for token in tokens if token.type == "heading_open"):
            if int(token.tag[1]) > level + 1:
                hint = f"write {'#' * (level + 1)}"
                self.problem(self._place(_first_line(token)), "a heading skips a level", hint)
            level = int(token.tag[1])
        for text in texts:
            self.problems += [Problem(text.place, f.message, f.hint, code=f.code) for f in faults(text)]

    def _place(self, body_line: int) -> Place:
        return Place(self.file, self.first_line + body_line)


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that an inline text must not hold."""

    code: str  # of the check that explains it
    message: str
    hint: str = ""


def _first_line(token: Token) -> int:
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
