"""The same articles with every number already formatted, for generators that know nothing of figures."""

from __future__ import annotations

import dataclasses
import re
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from benchmarks.corpus import Article, Block, Corpus
from benchmarks.words import Pair
from benchmarks.zahlwerk_site import SOURCE, TRANSLATION, write_frame
from zahlwerk.presentation import shown
from zahlwerk.project import load_project
from zahlwerk.references import REFERENCE, parse_reference

LANGUAGES = (SOURCE, TRANSLATION)  # an index into a Pair, too
SITE_NAME = "Made-up guides"
BASE_URL = "https://guides.example.com/"
_LINK = re.compile(r"\[([^]]+)\]\(([\w-]+)\)")
_CODE = re.compile(r"`([^`]+)`")


@dataclass(frozen=True, slots=True)
class Content:
    """What generators are given, each in a form of its own."""

    corpus: Corpus
    articles: tuple[Article, ...]  # with numbers in place of references


def content_of(corpus: Corpus) -> Content:
    """All articles with the numbers that Zahlwerk shows."""
    with tempfile.TemporaryDirectory() as folder:
        write_frame(Path(folder) / "site", corpus)
        project = load_project(Path(folder) / "site")

    @cache
    def number(written: str, language: str) -> str:
        reference = parse_reference(written)
        figure = project.figures.find(reference.target)
        return project.editions[language].figure(shown(figure, reference.presentation))

    def formatted(text: Pair) -> Pair:
        english, german = (
            REFERENCE.sub(lambda found: number(found[0], language), words)  # noqa: B023  # called at once
            for words, language in zip(text, LANGUAGES, strict=True)
        )
        return Pair(english, german)

    return Content(corpus, tuple(_formatted(article, formatted) for article in corpus.articles()))


def _formatted(article: Article, formatted: Callable[[Pair], Pair]) -> Article:
    blocks = tuple(
        dataclasses.replace(
            block, text=formatted(block.text), rows=tuple(tuple(map(formatted, row)) for row in block.rows)
        )
        for block in article.blocks
    )
    return dataclasses.replace(article, blocks=blocks)


def markdown(article: Article, at: int, address: Callable[[str], str]) -> str:
    """The body in Markdown, with links to what ``address`` makes of a slug."""
    return "\n\n".join(_markdown_block(block, at, address) for block in article.blocks) + "\n"


def _markdown_block(block: Block, at: int, address: Callable[[str], str]) -> str:
    if block.rows:
        head, *rows = ([cell[at] for cell in row] for row in block.rows)
        return "\n".join(f"| {' | '.join(line)} |" for line in (head, ["---"] * len(head), *rows))
    text = _LINK.sub(lambda found: f"[{found[1]}]({address(found[2])})", block.text[at])
    return f"{'#' * block.level} {text}" if block.level else text


def restructured(article: Article) -> str:
    """The English article in reStructuredText, for Sphinx."""
    lines = [_underlined(article.title.english, "=")]
    lines += [_restructured_block(block) for block in article.blocks]
    return "\n\n".join([f":description: {article.description.english}", *lines]) + "\n"


def _restructured_block(block: Block) -> str:
    if block.rows:
        rows = "\n".join(
            "\n".join(f"   {'* -' if first else '  -'} {cell.english}" for first, cell in _firsts(row))
            for row in block.rows
        )
        return f".. list-table::\n   :header-rows: 1\n\n{rows}"
    text = _restructured_text(block.text.english)
    return _underlined(text, "=-~"[block.level - 1]) if block.level else text


def _firsts(row: tuple[Pair, ...]) -> Iterator[tuple[bool, Pair]]:
    return ((at == 0, cell) for at, cell in enumerate(row))


def _underlined(text: str, mark: str) -> str:
    return f"{text}\n{mark * len(text)}"


def _restructured_text(text: str) -> str:
    return _LINK.sub(r":doc:`\1 <\2>`", _CODE.sub(r"``\1``", text))


def restructured_messages(article: Article) -> dict[str, str]:
    """The texts that Sphinx finds in an article, with their translations."""
    pairs = [article.title, *(block.text for block in article.blocks if not block.rows)]
    pairs += [cell for block in article.blocks for row in block.rows for cell in row]
    return {_restructured_text(english): _restructured_text(german) for english, german in pairs}
