"""Every text of every article, in every language it is shown in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from zahlwerk.articles import Article, Text
from zahlwerk.editions import SITE, Edition
from zahlwerk.markup import Structure, structure
from zahlwerk.problems import Place
from zahlwerk.project import Texts


@dataclass(frozen=True, slots=True)
class ShownText:
    """One text of an article as it stands in one language."""

    article: Article
    text: Text  # of the source
    edition: Edition  # whose words it is in
    words: str  # Markdown, in that language
    place: Place
    translated: bool

    @property
    def structure(self) -> Structure:
        """What it holds beside its words."""
        return structure(self.words)


def source_texts(texts: Texts) -> Iterator[ShownText]:
    """The texts of all articles in their own languages, without code."""
    for article in texts.articles:
        for text in article.texts:
            if not text.is_code:
                yield ShownText(article, text, texts.editions[article.language], text.source, text.place, False)


def translations(texts: Texts) -> Iterator[ShownText]:
    """The usable translations of all articles' messages, without code."""
    return (item for item in _translated(texts) if not item.text.is_code)


def translated_code(texts: Texts) -> Iterator[ShownText]:
    """The usable translations of code, in which nothing is markup."""
    return (item for item in _translated(texts) if item.text.is_code)


def _translated(texts: Texts) -> Iterator[ShownText]:
    for article in texts.articles:
        for edition in texts.editions.values():
            if edition.language == article.language or article.slug not in edition.articles:
                continue
            catalogue = edition.articles[article.slug]
            for text in article.texts:
                words = catalogue.translation(text.context, text.source)
                if words is not None:
                    place = catalogue.place(text.context, text.source)
                    yield ShownText(article, text, edition, words, place, True)


def shown_texts(texts: Texts) -> Iterator[ShownText]:
    """The texts of all articles in all languages, without code."""
    yield from source_texts(texts)
    yield from translations(texts)


def names_pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    """Any of the names that may hold digits; a hyphen in a compound stands for a name's space."""
    patterns = (r"[ \-\u00a0]".join(re.escape(part) for part in name.split(" ")) for name in names)
    return re.compile(rf"(?<!\w)(?:{'|'.join(patterns)})(?!\w)" if names else r"(?!)")


def alternatives(edition: Edition, context: str, source: str) -> list[str]:
    """The words that a message of the site lists, separated by vertical bars."""
    listed = edition.translation(SITE, context, source) or ""
    return [word.strip() for word in listed.split("|") if word.strip()]
