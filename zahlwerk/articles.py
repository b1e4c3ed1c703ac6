"""An article in its source language: its front matter, its texts, and the structure of its body."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from markdown_it.token import Token

from zahlwerk.chartblocks import Chart
from zahlwerk.corrections import Correction, read_corrections
from zahlwerk.disk import composed
from zahlwerk.markup import blocks, heading_slug
from zahlwerk.problems import BuildFailed, Place, Problem, known_words
from zahlwerk.questions import answer_texts, question_sections
from zahlwerk.schema import FieldReader
from zahlwerk.slugs import FORM, KEY, SLUG, Earlier, proposed_slug, read_earlier
from zahlwerk.texts import COMMENT, Claim, Silence, Text, faults, first_line, read_texts
from zahlwerk.yamlfile import Mapping, Scalar, Sequence, parse_yaml, read_text

KINDS = ("article",)
_KEYS = (
    "title", "description", "language", "kind", "published", "modified", "tags", "questions", "highlights",
    "corrections", KEY, "ignore",
)  # fmt: skip
RESERVED_SLUGS = {"site"}  # catalogues that are no article's
MOST_HIGHLIGHTS = 2  # what the article's picture has room for
RESERVED_IDS = {"content", "corrections", "how", "how-title", "planner", "sources", "title"}  # of the templates


@dataclass(frozen=True, slots=True)
class Fence:
    """A fenced block of an article, such as code, or what a part of the page is declared by."""

    info: str  # what stands behind the fence
    text: str
    place: Place  # of its first line


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
    questions: str = ""  # id of the heading that questions stand under; empty for none
    highlights: tuple[str, ...] = ()  # references of its text that its picture shows, with braces
    corrections: tuple[Correction, ...] = ()  # newest first
    charts: tuple[Chart, ...] = ()  # in order
    fences: tuple[Fence, ...] = ()  # in order
    moved_from: tuple[Earlier, ...] = ()  # its earlier addresses, oldest first
    front: tuple[tuple[str, Place], ...] = ()  # the keys of its front matter, and where each stands
    silences: tuple[Silence, ...] = ()  # of the front matter

    @property
    def references(self) -> tuple[str, ...]:
        """The references of its corrections and of all its texts, with braces, in order, then those of its charts."""
        corrected = (str(correction.reference) for correction in self.corrections)
        drawn = (reference for chart in self.charts for reference in chart.references)
        return (*corrected, *(reference for text in self.texts for reference in text.references), *drawn)

    @property
    def claims(self) -> tuple[Claim, ...]:
        """All claims, each once."""
        return tuple(dict.fromkeys(claim for text in self.texts for claim in text.claims))


def chart_id(chart: Chart) -> str:
    """The id of a chart on its page: equal in every language."""
    return f"chart-{heading_slug(chart.title.source)}"


def read_article(path: Path, file: str) -> Article:
    """Read one article. Raises BuildFailed with everything that is wrong in it."""
    front, body, first_line = _split(read_text(path, file), file)
    reader = _ArticleReader(file, first_line)
    article = reader.read(composed(path.stem), front, body)
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
        if not SLUG.fullmatch(slug):
            proposal = proposed_slug(slug)
            hint = f'{FORM}: rename it to "{proposal}.md"' if proposal else FORM
            self.problem(Place(self.file), f'"{slug}" is no slug', hint)
        self.closed(front, _KEYS, "key of the front matter")
        title, description = self.text(front, "title", start), self.text(front, "description", start)
        language, kind = self.text(front, "language", start), self.choice(front, "kind", KINDS, start)
        published = self.date(front, "published", start)
        modified = self.date(front, "modified") or published
        tokens = blocks(body)
        found = read_texts(tokens, self.file, self.first_line)
        self.problems += found.problems
        texts = (*self._front_texts(front), *found.texts)
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
        for chart in found.charts:
            if [chart_id(other) for other in found.charts].count(chart_id(chart)) > 1:
                self.problem(chart.title.place, "two charts have the same title", "give each a title of its own")
        tags, moved_from = tuple(self._tags(front)), read_earlier(front, self)
        questions = self._questions(front, tokens, headings)
        highlights = tuple(self._highlights(front, texts))
        corrections = tuple(sorted(read_corrections(self, front), key=lambda c: c.day, reverse=True))
        for correction in corrections:
            if not published <= correction.day <= modified:
                hint = "set modified to the day of the last correction"
                self.problem(correction.place, "a correction lies between published and modified", hint)
        return Article(
            slug, self.file, title, description, language, kind, published, modified, tags, body, texts, headings,
            questions, highlights, corrections, found.charts, tuple(self._fences(tokens)), moved_from,
            tuple(front.places.items()), tuple(self._silences(front)),
        )  # fmt: skip

    def _questions(self, front: Mapping, tokens: list[Token], headings: tuple[str, ...]) -> str:
        name = self.text(front, "questions")
        if name and name not in headings:
            message = f'questions names no heading: "{name}"'
            self.problem(front.places["questions"], message, known_words(name, headings, "headings"))
        elif name:
            sections = list(question_sections(tokens, name))
            if not sections:
                hint = "write each question as a heading one level below it"
                self.problem(front.places["questions"], f'no question stands under "{name}"', hint)
            for section in sections:
                if not answer_texts(section):
                    place = self._place(first_line(section.heading))
                    self.problem(place, f'the question "{section.heading.content}" has no answer')
        return name

    def _highlights(self, front: Mapping, texts: tuple[Text, ...]) -> Iterator[str]:
        shown = {reference for text in texts for reference in text.references}
        listed = front.entries.get("highlights", Sequence((), front.place))
        items = listed.items if isinstance(listed, Sequence) else (listed,)
        if len(items) > MOST_HIGHLIGHTS:
            self.problem(listed.place, f"there are {len(items)} highlights", f"keep at most {MOST_HIGHLIGHTS}")
        for item in items:
            if isinstance(item, Scalar) and item.text in shown:
                yield item.text
            else:
                hint = 'write "{case.name}", as it stands in a sentence or a table'
                self.problem(item.place, "a highlight must be a reference that the text shows", hint)

    def _fences(self, tokens: list[Token]) -> Iterator[Fence]:
        for token in tokens:
            if token.type == "fence":
                yield Fence(token.info.strip(), token.content, self._place(first_line(token) + 1))

    def _silences(self, front: Mapping) -> Iterator[Silence]:
        listed = front.entries.get("ignore", Mapping({}, {}, front.place))
        if not isinstance(listed, Mapping):
            self.problem(listed.place, "ignore must give a reason for each check that it names")
            return
        for code, reason in listed.entries.items():
            yield Silence(code, reason.text.strip() if isinstance(reason, Scalar) else "", listed.places[code])

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

    def _check_structure(self, tokens: list[Token], texts: tuple[Text, ...]) -> None:
        for token in tokens:
            place = self._place(first_line(token))
            if token.type == "comment" and not COMMENT.fullmatch(token.content):
                hint = "write <!-- claim: … -->, <!-- note: … --> or <!-- ignore-CHECK: reason --> on lines of its own"
                self.problem(place, "this comment is neither a claim nor a note, and silences no check", hint)
            elif token.type == "html_block":
                self.problem(place, "raw HTML is refused", "use Markdown, or a code block to show HTML")
            elif token.type == "heading_open" and token.tag == "h1":
                self.problem(place, "a heading of the first level is refused", "the title is the only one")
        level = 1
        for token in (token for token in tokens if token.type == "heading_open"):
            if int(token.tag[1]) > level + 1:
                hint = f"write {'#' * (level + 1)}"
                self.problem(self._place(first_line(token)), "a heading skips a level", hint)
            level = int(token.tag[1])
        for text in texts:
            self.problems += [Problem(text.place, f.message, f.hint, code=f.code) for f in faults(text)]

    def _place(self, body_line: int) -> Place:
        return Place(self.file, self.first_line + body_line)
