"""A made-up site of any size, always the same for the same number of articles and seed.

    python -m benchmarks.corpus FOLDER --articles 100

Each article has 40 paragraphs, two tables, 8 headings, 6 links and 80 references to figures, about 13 kB in all, and is
written in English and translated into German. Facts, templates, words around the articles and everything else are
those of this very project; a card with its facts, its source and a sized case is added for every fourth article.
"""

from __future__ import annotations

import argparse
import itertools
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from benchmarks.shown import CARD_FIGURES, CASE_FIGURES, PROJECT_FIGURES, ROWS
from benchmarks.words import (
    ADJECTIVES,
    CORNER,
    DESCRIPTION,
    HEADINGS,
    LINK,
    NOTHING,
    NOUNS,
    ONE_FIGURE,
    PLAIN,
    QUANTITIES,
    REVISION,
    SYLLABLES,
    TITLE,
    TOPICS,
    TWO_FIGURES,
    Pair,
)  # fmt: skip

PARAGRAPHS, TABLES, REFERENCES, LINKS = 40, 2, 80, 6  # of each article
SHARED_ARTICLES = 25  # that show the shared card; each has a page in two languages
SHARED = "shared_card"
SHARED_CASE = f"lora_{SHARED}"
_SECTIONS = ((0, 4), (2, 5), (2, 4), (3, 5), (2, 4), (3, 5), (2, 4), (2, 5), (3, 4))  # level of heading, paragraphs
_SHARED_FIGURES = (f"{SHARED}.memory", f"{SHARED_CASE}.memory_left", f"{SHARED_CASE}.pool_memory")
_TABLE_AFTER = {2: (4, 3), 5: (5, 4)}  # section to rows and columns of figures
_COMPARED = 3  # cards that an article compares its own with
_FEWEST_CARDS = _COMPARED + 2
_FIGURES = (2, 1, 0, 2, 1)  # of a paragraph and those after it, over again


@dataclass(frozen=True, slots=True)
class Card:
    """A made-up card with the facts that figures come from."""

    id: str
    name: str
    memory: int  # GB
    bandwidth: int  # GB/s
    power: int  # W
    rate: int  # TFLOPS

    @property
    def case(self) -> str:
        """The id of the case that sizes four of them."""
        return f"lora_{self.id}"


@dataclass(frozen=True, slots=True)
class Block:
    """A part of an article's body: a heading, a paragraph or a table."""

    level: int = 0  # of a heading; 0 for what is none
    text: Pair = NOTHING  # of a heading or a paragraph, in Markdown
    rows: tuple[tuple[Pair, ...], ...] = ()  # of a table, its head first


@dataclass(frozen=True, slots=True)
class Article:
    """An article in both languages."""

    slug: str
    title: Pair
    description: Pair
    day: str  # of publication
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class Corpus:
    """A site of so many articles."""

    size: int
    seed: int = 1

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The made-up cards, the shared one first."""
        chance = random.Random(f"{self.seed}/cards")  # noqa: S311  # nothing here is a secret
        names = ["".join(parts).capitalize() for parts in itertools.permutations(SYLLABLES, 3)]
        chance.shuffle(names)
        count = max(_FEWEST_CARDS, -(-self.size // len(TOPICS)))
        if count > len(names):
            raise ValueError(f"there are names for {len(names) * len(TOPICS):,} articles only")
        own = [_card(chance, name) for name in names[:count]]
        return (Card(SHARED, "Zentrix", 160, 3200, 500, 700), *own)

    @cached_property
    def shared(self) -> frozenset[int]:
        """The numbers of the articles that show the shared card: evenly spread, all where there are few."""
        count = min(self.size, SHARED_ARTICLES)
        return frozenset(number * self.size // count for number in range(count))

    def subject(self, number: int) -> tuple[Card, Pair]:
        """The card that an article is about, and its topic."""
        return self.cards[1 + number // len(TOPICS)], TOPICS[number % len(TOPICS)]

    def slug(self, number: int) -> str:
        """The address of an article."""
        card, topic = self.subject(number)
        return f"{card.id}-for-{topic.english}"

    def articles(self) -> Iterator[Article]:
        """All articles, made one by one."""
        return (_Writer(self, number).article() for number in range(self.size))


def _card(chance: random.Random, name: str) -> Card:
    memory, bandwidth = chance.randrange(112, 289, 8), chance.randrange(1200, 8001, 100)
    power, rate = chance.randrange(300, 1001, 50), chance.randrange(250, 2251, 25)
    return Card(name.lower(), name, memory, bandwidth, power, rate)


class _Writer:
    """Writes one article; what it draws depends on the seed and the article's number."""

    def __init__(self, corpus: Corpus, number: int) -> None:
        self.corpus, self.number = corpus, number
        self.chance = random.Random(f"{corpus.seed}/{number}")  # noqa: S311  # likewise
        self.card, self.topic = corpus.subject(number)
        self.of_cards, self.of_cases = self._presented(CARD_FIGURES), self._presented(CASE_FIGURES)
        self.compared = self._others(_COMPARED)
        self.waiting = list(_SHARED_FIGURES) if number in corpus.shared else []
        self.linking = set(self.chance.sample(range(PARAGRAPHS), LINKS))
        self.written = 0  # paragraphs

    def article(self) -> Article:
        words = {"name": self._name(), "topic": self.topic}
        title, description = TITLE.filled(**words), DESCRIPTION.filled(**words, **self._words())
        day = f"2026-{1 + self.number % 10:02}-{1 + self.number % 28:02}"
        return Article(self.corpus.slug(self.number), title, description, day, tuple(self._blocks()))

    def _blocks(self) -> Iterator[Block]:
        headings = iter(self.chance.sample(HEADINGS, len(_SECTIONS) - 1))
        for section, (level, paragraphs) in enumerate(_SECTIONS):
            if level:
                yield Block(level, next(headings))
            for _ in range(paragraphs):
                yield Block(text=self._paragraph())
            if section in _TABLE_AFTER:
                yield Block(rows=self._table(*_TABLE_AFTER[section]))

    def _paragraph(self) -> Pair:
        """Two or three sentences, and one more where there is a link."""
        figures = _FIGURES[self.written % len(_FIGURES)]
        kinds = {0: (PLAIN,) * 3, 1: (PLAIN, ONE_FIGURE, PLAIN), 2: (TWO_FIGURES, PLAIN)}[figures]
        if figures == 2 and self.chance.random() < 0.5:
            kinds = (ONE_FIGURE, PLAIN, ONE_FIGURE)
        sentences = [self._sentence(self.chance.choice(kind)) for kind in kinds]
        if self.written in self.linking:
            sentences.append(self._sentence(LINK))
        self.written += 1
        if self.written == PARAGRAPHS:
            sentences.append(REVISION)
        return Pair(*map(" ".join, zip(*sentences, strict=True)))

    def _sentence(self, pattern: Pair) -> Pair:
        words = {**self._words(), "name": self._name(), "to": self._link()}
        for name in ("f", "g"):
            if f"<{name}>" in pattern.english:
                words[name] = _same(self._figure())
        return pattern.filled(**words)

    def _words(self) -> dict[str, Pair]:
        (a, b), (n, m) = self.chance.sample(ADJECTIVES, 2), self.chance.sample(NOUNS, 2)
        return {"a": a, "b": b, "n": n, "m": m}

    def _name(self) -> Pair:
        return _same(self.card.name)

    def _link(self) -> Pair:
        """The address of another article; of this one where there is no other."""
        step = self.chance.randrange(1, max(2, self.corpus.size))
        return _same(self.corpus.slug((self.number + step) % self.corpus.size))

    def _figure(self) -> str:
        """A reference: to the article's own card and case, to those it is compared with, to the project's."""
        if self.waiting:
            return f"{{{self.waiting.pop(0)}}}"
        drawn = self.chance.random()
        if drawn < 0.2:
            return f"{{{self.chance.choice(PROJECT_FIGURES)}}}"
        card = self.card if drawn < 0.6 else self.chance.choice(self.compared)
        if self.chance.random() < 0.5:
            return f"{{{card.id}.{self.chance.choice(self.of_cards)}}}"
        return f"{{{card.case}.{self.chance.choice(self.of_cases)}}}"

    def _presented(self, figures: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
        """Each figure with the one way in which the article shows it."""
        return tuple(name + self.chance.choice(ways) for name, ways in figures.items())

    def _others(self, count: int) -> tuple[Card, ...]:
        """So many cards beside the article's own, each once, and never the shared one."""
        drawn = self.chance.sample(self.corpus.cards[1:], count + 1)
        return tuple([card for card in drawn if card is not self.card][:count])

    def _table(self, rows: int, columns: int) -> tuple[tuple[Pair, ...], ...]:
        cards = [self.card, *self.compared[: columns - 1]]
        head = (CORNER, *(_same(card.name) for card in cards))
        body = [
            (QUANTITIES[row], *(_same(f"{{{card.case}.{ROWS[row][at]}}}") for at, card in enumerate(cards)))
            for row in range(rows)
        ]
        return (head, *body)


def _same(text: str) -> Pair:
    return Pair(text, text)


def main() -> None:
    """Write a site."""
    from benchmarks.zahlwerk_site import write_site

    options = argparse.ArgumentParser(description="write a made-up site")
    options.add_argument("folder", type=Path)
    options.add_argument("--articles", type=int, default=10)
    options.add_argument("--seed", type=int, default=1)
    asked = options.parse_args()
    write_site(asked.folder, Corpus(asked.articles, asked.seed))


if __name__ == "__main__":
    main()
