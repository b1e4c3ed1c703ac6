"""What checks know of an article as readers see it: its texts with their figures, and the words that speak of each."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from zahlwerk.articles import Article
from zahlwerk.checks.texts import ShownText
from zahlwerk.editions import SITE, Edition
from zahlwerk.figures import Figure, Figures
from zahlwerk.presentation import ShownNumber
from zahlwerk.problems import Problem
from zahlwerk.quantity import UNITS, Dimension, Quantity
from zahlwerk.references import SCALES, SHOWN_UNITS

SAID = "said"  # context of the phrases by which a language says what a figure is


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
        """The phrases by which the language says something, in any inflection of their last words.

        Where it lists none, the pattern finds an empty text everywhere: nobody can be held to words that are not known.
        """
        listed = self.edition.translation(SITE, SAID, what)
        return phrase_pattern(listed) if listed else re.compile("")


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


def displayed(number: ShownNumber) -> Fraction:
    """What is shown, in base units."""
    factor = UNITS[SHOWN_UNITS.get(number.unit, number.unit)].factor
    return Fraction(number.number) * Fraction(10) ** number.exponent * factor * SCALES.get(number.scale, 1)


def step(number: ShownNumber) -> Fraction:
    """One unit in the last place of what is shown, in base units."""
    last = int(number.number.as_tuple().exponent)
    factor = UNITS[SHOWN_UNITS.get(number.unit, number.unit)].factor
    return Fraction(10) ** (last + number.exponent) * factor * SCALES.get(number.scale, 1)


@lru_cache(maxsize=1000)
def phrase_pattern(listed: str) -> re.Pattern[str]:
    """Any of the phrases that a message of the site lists, in any inflection of their last words."""
    return re.compile(rf"(?<!\w){any_of([phrase.strip() for phrase in listed.split('|')])}", re.IGNORECASE)


def any_of(phrases: Iterable[str]) -> str:
    """A regular expression for any of some phrases, the longest first; for none, one that never matches."""
    escaped = [re.escape(phrase) for phrase in sorted(phrases, key=len, reverse=True) if phrase]
    return f"(?:{'|'.join(escaped)})" if escaped else "(?!)"
