"""What readers see of an article in one language: its texts with their figures, and the words that speak of each."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache

from zahlwerk.articles import Article
from zahlwerk.checks.texts import HOLE, ShownText
from zahlwerk.editions import SITE, Edition
from zahlwerk.figures import Figure, Figures
from zahlwerk.markup import inline
from zahlwerk.presentation import Shown, ShownNumber, shown
from zahlwerk.problems import Problem
from zahlwerk.project import Project
from zahlwerk.quantity import UNITS, Dimension, Quantity
from zahlwerk.references import SCALES, SHOWN_UNITS, parse_reference

SAID = "said"  # context of the phrases by which a language says what a figure is
CODE = "\ufffd"  # stands where a reader sees code
_Number = tuple[Figure, Quantity, ShownNumber, Fraction]  # of the fields of a shown figure
_Numbers = Callable[[str], _Number | None]
_HOLES = re.compile(f"[{HOLE}{CODE}]")
_SENTENCE_ENDS = re.compile(  # where no abbreviation of one letter ends, and no lower-case letter follows
    rf"(?:(?<=[\w)\]”»“’]{{2}}[.!?])|(?<=[{HOLE}{CODE}][.!?]))[”»“’)]*\s+(?![a-zß-ÿ])"
)


@dataclass(frozen=True, slots=True)
class ShownFigure:
    """A number where a reader meets it; ``value`` is what is shown of it, in base units."""

    item: ShownText  # the text it stands in
    figure: Figure
    quantity: Quantity  # exact
    number: ShownNumber
    value: Fraction
    at: int = 0  # of its hole in the words of the passage
    said: str = ""  # the words that speak of it: its sentence; in a table its cell, and the heads of column and row
    after: str = ""  # the words between it and the next figure, or the end of the sentence
    sentence: int = 0  # which one of the passage

    @property
    def text(self) -> str:
        """The number as the language writes it."""
        return self.item.edition.figure(self.number)

    @property
    def target(self) -> str:
        """What it is a figure of: ``lora_4x_h200.weight_bytes``."""
        return self.figure.reference

    @property
    def name(self) -> str:
        """The quantity, whosever it is: ``weight_bytes``."""
        return self.figure.reference.partition(".")[2]

    @property
    def dimension(self) -> Dimension:
        """In which it is measured."""
        return self.quantity.dimension

    @property
    def is_exact(self) -> bool:
        """Whether nothing was rounded away."""
        return self.value == self.quantity.value


@dataclass(frozen=True, slots=True)
class Passage:
    """A text of an article as a reader sees it, with a hole for each figure."""

    item: ShownText
    words: str
    figures: tuple[ShownFigure, ...]
    ends: tuple[int, ...] = ()  # of its sentences but the last

    def sentence_at(self, at: int) -> int:
        """Which sentence a place in the words lies in."""
        return sum(end <= at for end in self.ends)


@dataclass(frozen=True, slots=True)
class Table:
    """A table, row by row; the first row holds the heads."""

    rows: tuple[tuple[Passage, ...], ...]
    words: str  # of all its cells, and of the text that follows it

    @property
    def columns(self) -> tuple[tuple[Passage, ...], ...]:
        """The same cells, column by column."""
        return tuple(zip(*self.rows, strict=False))

    @property
    def figures(self) -> tuple[ShownFigure, ...]:
        """All figures, row by row."""
        return tuple(found for row in self.rows for passage in row for found in passage.figures)


@dataclass(frozen=True, slots=True)
class ShownArticle:
    """An article in one language."""

    article: Article
    edition: Edition
    figures: Figures  # of the project
    prose: tuple[Passage, ...]  # what stands in no table, in order
    tables: tuple[Table, ...]

    @property
    def passages(self) -> Iterator[Passage]:
        """All texts: the prose, then the cells of tables."""
        yield from self.prose
        yield from (cell for table in self.tables for row in table.rows for cell in row)

    @property
    def blocks(self) -> Iterator[tuple[str, tuple[ShownFigure, ...]]]:
        """What is read together, the words and the figures: of a paragraph, of a heading, of a whole table."""
        yield from ((passage.words, passage.figures) for passage in self.prose)
        yield from ((table.words, table.figures) for table in self.tables)

    def said(self, what: str) -> re.Pattern[str]:
        """The phrases by which the language says something, in any inflection of their last words."""
        return phrase_pattern(self.edition.translation(SITE, SAID, what) or "")


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check has to say of a text; ``about`` is the same in every language that it holds for."""

    item: ShownText
    code: str
    about: tuple[str, ...]
    message: str
    hint: str
    severity: str = "warning"

    @property
    def problem(self) -> Problem:
        """The finding as it is told."""
        return Problem(self.item.place, self.message, self.hint, self.severity, self.code)


ShownCheck = Callable[[ShownArticle], Iterator[Finding]]


def shown_articles(project: Project) -> Iterator[tuple[ShownArticle, ...]]:
    """Each article in every language it has texts of its own in, that of its source first."""
    numbers = cache(lambda written: _number(written, project.figures))
    for article in project.articles:
        others = (edition for edition in project.editions.values() if edition.language != article.language)
        editions = (project.editions[article.language], *(e for e in others if article.slug in e.articles))
        yield tuple(_shown_article(article, edition, project.figures, numbers) for edition in editions)


def _shown_article(article: Article, edition: Edition, figures: Figures, numbers: _Numbers) -> ShownArticle:
    passages = tuple(_passage(item, numbers) for item in _items(article, edition))
    rows: dict[int, dict[int, list[Passage]]] = {}
    words: dict[int, str] = {}
    number = -1
    for passage in passages:
        if cell := passage.item.text.cell:
            number = cell.table
            rows.setdefault(number, {}).setdefault(cell.row, []).append(passage)
        if number >= 0:
            words[number] = f"{words.get(number, '')} {passage.words}"
        number = number if passage.item.text.cell else -1
    tables = tuple(_table(list(table.values()), words[number]) for number, table in rows.items())
    return ShownArticle(article, edition, figures, tuple(p for p in passages if not p.item.text.cell), tables)


def _items(article: Article, edition: Edition) -> Iterator[ShownText]:
    """The texts in the words of a language; in those of the source where it has none."""
    catalogue = edition.articles.get(article.slug) if edition.language != article.language else None
    for text in article.texts:
        if text.is_code:
            continue
        words = catalogue.translation(text.context, text.source) if catalogue and text.is_message else None
        if catalogue and words is not None:
            yield ShownText(article, text, edition, words, catalogue.place(text.context, text.source), True)
        else:
            yield ShownText(article, text, edition, text.source, text.place, False)


def _passage(item: ShownText, numbers: _Numbers) -> Passage:
    words, references = seen(item.words, item.edition.quotes)
    ends = tuple(match.end() for match in _SENTENCE_ENDS.finditer(words)) if references else ()
    found = []
    for written, at in references:
        sentence = sum(end <= at for end in ends)
        start, end = [0, *ends][sentence], [*ends, len(words)][sentence]
        if number := numbers(written):
            after = _HOLES.split(words[at + 1 : end], maxsplit=1)[0].strip()
            found.append(ShownFigure(item, *number, at, words[start:end], after, sentence))
    return Passage(item, words, tuple(found), ends)


@lru_cache(maxsize=20_000)
def seen(text: str, quotes: tuple[str, ...]) -> tuple[str, tuple[tuple[str, int], ...]]:
    """The words of an inline text with a hole for each reference, and the references with the places of their holes."""
    words, references = "", []
    for token in inline(text, quotes):
        if token.type == "figure":
            references.append((token.info, len(words)))
            words += HOLE
        elif token.type in ("code_inline", "html_inline", "brace"):
            words += CODE
        else:
            words += token.content or " " * (token.type == "softbreak")
    return words, tuple(references)


def shown_figure(written: str, item: ShownText, figures: Figures) -> ShownFigure | None:
    """What a reference shows in a text, where that is a number."""
    number = _number(written, figures)
    return ShownFigure(item, *number) if number else None


def _number(written: str, figures: Figures) -> _Number | None:
    """What a reference shows, where that is a number; of those that are wrong another check tells."""
    try:
        reference = parse_reference(written)
        figure = figures.find(reference.target)
        said: Shown = shown(figure, reference.presentation)
    except (KeyError, ValueError):
        return None
    if isinstance(figure.value, Quantity) and isinstance(said, ShownNumber):
        return figure, figure.value, said, displayed(said)
    return None


def displayed(number: ShownNumber) -> Fraction:
    """What is shown, in base units."""
    factor = UNITS[SHOWN_UNITS.get(number.unit, number.unit)].factor
    return Fraction(number.number) * Fraction(10) ** number.exponent * factor * SCALES.get(number.scale, 1)


def step(number: ShownNumber) -> Fraction:
    """One unit in the last place of what is shown, in base units."""
    last = int(number.number.as_tuple().exponent)
    factor = UNITS[SHOWN_UNITS.get(number.unit, number.unit)].factor
    return Fraction(10) ** (last + number.exponent) * factor * SCALES.get(number.scale, 1)


def _table(rows: list[list[Passage]], words: str) -> Table:
    """The cells, each figure with the heads of its column and row among the words that speak of it."""
    heads = rows[0]
    told = (tuple(_told(cell, head, row[0]) for cell, head in zip(row, heads, strict=False)) for row in rows[1:])
    return Table((tuple(heads), *told), words)


def _told(cell: Passage, column: Passage, row: Passage) -> Passage:
    """A cell whose figures know their heads; where it has no words to translate, those of the column are at fault."""
    said = f"{column.words} {row.words} {cell.words}"
    item = column.item if column.item.translated and not cell.item.text.is_message else cell.item
    figures = tuple(dataclasses.replace(found, item=item, said=said) for found in cell.figures)
    return dataclasses.replace(cell, figures=figures)


@lru_cache(maxsize=1000)
def phrase_pattern(listed: str) -> re.Pattern[str]:
    """Any of the phrases that a message of the site lists, in any inflection of their last words."""
    return re.compile(rf"(?<!\w){any_of([phrase.strip() for phrase in listed.split('|')])}", re.IGNORECASE)


def any_of(phrases: Iterable[str]) -> str:
    """A regular expression for any of some phrases, the longest first; for none, one that never matches."""
    escaped = [re.escape(phrase) for phrase in sorted(phrases, key=len, reverse=True) if phrase]
    return f"(?:{'|'.join(escaped)})" if escaped else "(?!)"
