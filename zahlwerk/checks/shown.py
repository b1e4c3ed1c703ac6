"""Articles as readers see them, in every language: what is shown of each figure, and the words that speak of it."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache, lru_cache

from zahlwerk.articles import Article
from zahlwerk.checks.passages import Passage, ShownArticle, ShownFigure, Table, displayed
from zahlwerk.checks.texts import HOLE, ShownText
from zahlwerk.editions import Edition
from zahlwerk.figures import Figure, Figures
from zahlwerk.markup import inline
from zahlwerk.presentation import Shown, ShownNumber, shown
from zahlwerk.project import Project
from zahlwerk.quantity import Quantity
from zahlwerk.references import parse_reference

CODE = "\ufffd"  # stands where a reader sees code
_Number = tuple[Figure, Quantity, ShownNumber, Fraction]  # of the fields of a shown figure
_Numbers = Callable[[str], _Number | None]
_HOLES = re.compile(f"[{HOLE}{CODE}]")
_SENTENCE_ENDS = re.compile(  # where no abbreviation of one letter ends, and no lower-case letter follows
    rf"(?:(?<=[\w)\]”»“’]{{2}}[.!?])|(?<=[{HOLE}{CODE}][.!?]))[”»“’)]*\s+(?![a-zß-ÿ])"
)


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
