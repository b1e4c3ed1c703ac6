"""Every text of every article, in every language it is shown in."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from zahlwerk.articles import Article
from zahlwerk.catalogs import Entry
from zahlwerk.editions import SITE, Edition
from zahlwerk.markup import Structure, structure
from zahlwerk.problems import Place
from zahlwerk.project import Texts
from zahlwerk.texts import Text

HOLE = "\ufffc"  # stands where a reader sees a figure or code
_PLACEHOLDER = re.compile(r"\{\w+\}")
_KEYED = {  # kinds of site messages whose sources are keys, and no words to be translated
    "language", "site", "source kind", "typography", "unit", "scale", "bound", "bound note", "typed bound",
    "spelled", "typed number", "typed factor", "said", "verdict", "formula", "phrase", "field", "input", "role",
    "gender",
}  # fmt: skip
_OF_FACTS = {
    "name",
    "publisher",
    "source title",
    "title",
    "where",
    "why",
    "note",
}  # contexts whose sources editors write, not the templates
_WORD = re.compile(r"[^\W\d_]{2,}(?:['’-][^\W\d_]+)*")


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


@dataclass(frozen=True, slots=True)
class Wording:
    """A translation beside its source, both in the words that readers see, with holes for figures and code."""

    source: str
    words: str
    context: str
    languages: tuple[str, ...]  # that the source is in; none where they cannot be told
    edition: Edition  # whose words the translation is in
    place: Place

    @property
    def keyed(self) -> bool:
        """Whether the source is no text but the key of one."""
        return is_keyed(self.context)


def article_wordings(texts: Texts) -> Iterator[Wording]:
    """The usable translations of all articles, each once."""
    seen: set[Place] = set()
    for item in translations(texts):
        if item.place not in seen:
            seen.add(item.place)
            source, words = shown_words(item.text.source), shown_words(item.words)
            yield Wording(source, words, item.text.context, (item.article.language,), item.edition, item.place)


@lru_cache(maxsize=1)
def site_wordings(texts: Texts) -> tuple[Wording, ...]:
    """The usable translations of everything around the articles, in every language: no catalogue is but a source."""
    return tuple(_site_wordings(texts))


def _site_wordings(texts: Texts) -> Iterator[Wording]:
    of_templates, of_facts = _site_languages(texts, of_facts=False), _site_languages(texts, of_facts=True)
    for edition in texts.editions.values():
        for entry in edition.site.entries:
            languages = of_facts if entry.context in _OF_FACTS else of_templates
            place = Place(edition.site.file, entry.line)
            for source, words in _beside_their_sources(entry) if entry.usable and entry.source else ():
                yield Wording(source, words, entry.context, languages, edition, place)


def _beside_their_sources(entry: Entry) -> Iterator[tuple[str, str]]:
    """The translation, in each of its forms, and the source that it says; with holes for what is put in."""
    for number, words in enumerate(entry.texts):
        source = entry.plural if number and entry.plural else entry.source
        yield _PLACEHOLDER.sub(HOLE, source), _PLACEHOLDER.sub(HOLE, words)


def wordings(texts: Texts) -> Iterator[Wording]:
    """All usable translations."""
    yield from article_wordings(texts)
    yield from site_wordings(texts)


@lru_cache(maxsize=20_000)
def shown_words(text: str) -> str:
    """The words of an inline text as they would be rendered, titles of links in lines of their own."""
    found = structure(text)
    holes = len(found.references) + len(found.braces) + found.code.total() + len(found.html)
    return "\n".join((HOLE.join(found.words[: holes + 1]), *found.words[holes + 1 :]))


def is_keyed(context: str) -> bool:
    """Whether the sources of a context are keys, and no words to be translated."""
    return context.partition(".")[0].partition(",")[0] in _KEYED


def _site_languages(texts: Texts, *, of_facts: bool) -> tuple[str, ...]:
    """The languages that the templates or the facts are written in: those that repeat most of their texts."""
    found = []
    for edition in texts.editions.values():
        entries = [entry for entry in edition.site.entries if entry.usable and _tells_language(entry, of_facts)]
        if 2 * sum(entry.source == entry.texts[0] for entry in entries) > len(entries):
            found.append(edition.language)
    return tuple(found)


def _tells_language(entry: Entry, of_facts: bool) -> bool:
    if entry.context in ("name", "publisher") or is_keyed(entry.context) or (entry.context in _OF_FACTS) != of_facts:
        return False
    return number_of_words(entry.source) >= 2


def number_of_words(text: str) -> int:
    """How many words there are; names of files and settings are none, and two characters of East Asia make one."""
    trimmed = (part.strip(".,;:!?()[]\"'“”„«»‘’…") for part in text.replace(HOLE, " ").split())
    words = [part for part in trimmed if _WORD.fullmatch(part)]
    return sum(max(1, sum(map(is_wide, word)) // 2) for word in words)


def is_wide(character: str) -> bool:
    """Whether a character takes the width of two, as those of East Asia do."""
    return unicodedata.east_asian_width(character) in ("W", "F")


def names_pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    """Any of the names that may hold digits; a hyphen in a compound stands for a name's space."""
    patterns = (r"[ \-\u00a0]".join(re.escape(part) for part in name.split(" ")) for name in names)
    return re.compile(rf"(?<!\w)(?:{'|'.join(patterns)})(?!\w)" if names else r"(?!)")


def alternatives(edition: Edition, context: str, source: str) -> list[str]:
    """The words that a message of the site lists, separated by vertical bars."""
    listed = edition.translation(SITE, context, source) or ""
    return [word.strip() for word in listed.split("|") if word.strip()]
