"""Pseudo-languages: editions made of another language's words, to test pages with before any translator has begun.

XA has accented, longer words in brackets: a text without accents does not come from a catalogue, and a bracket that
is missing was cut off. XB runs from right to left: a word that does not is left out of the catalogues, and a box on
the wrong side is not mirrored. The names are those that CLDR gives to pseudo-locales.
"""

from __future__ import annotations

import dataclasses
import re
import unicodedata
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from itertools import groupby

from zahlwerk.articles import Article
from zahlwerk.catalogs import Catalogue, Entry
from zahlwerk.checks.texts import names_pattern
from zahlwerk.coverage import edition_messages
from zahlwerk.editions import SITE, Edition, Variant
from zahlwerk.messages import Message, article_messages
from zahlwerk.problems import Place, Problem
from zahlwerk.project import Project

_PROTECTED = (  # what is no word for readers, or would no longer be what it is
    r"(`+)(?!`).*?(?<!`)\1(?!`)|`+",  # a code span, or backticks that open none
    r"\{\{.*?\}\}|\{[^{}\n]*\}|\{+",  # a reference or placeholder
    r"%\(\w+\)s|%%",  # a placeholder of a template
    r"\\[!-/:-@\[-`{-~]",  # an escaped mark
    r"&(?:#[0-9]+|#[xX][0-9a-fA-F]+|[A-Za-z][A-Za-z0-9]*);",  # an HTML entity
    r"\]\(\s*(?:<[^<>\n]*>|(?:\\.|[^\s()\\]|\([^\s()]*\))*)",  # a link's target; its title is for readers
    r"<[^\s<>]+>|<[A-Za-z/!?][^<>]*>",  # an address in angle brackets
)
_ACCENTED = str.maketrans(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
    "ÅƁÇĎÉƑĜĤÎĴĶĽṀÑÖṖǪŔŠŤÛṼŴẌÝŽåƀçďéƒĝĥîĵķľṁñöṗǫŕšťûṽŵẍýž",
)
_VOWELS = frozenset("aeiouy")
_OVERRIDE, _POP = "\u200f\u202e", "\u202c\u200f"  # all between them runs from right to left, and counts as such
_KEPT = (
    "typography", "unit", "scale", "typed number", "typed bound", "typed factor", "said",
)  # fmt: skip  # contexts that are no words of a sentence
_PARTS = ("bound", "phrase", "verdict", "spelled", "formula", "field", "input", "role", "name", "title")

Rewrite = Callable[[str, re.Pattern[str]], str]  # of a text, but not of what matches the pattern


@dataclass(frozen=True, slots=True)
class _Kind:
    """A kind of pseudo-language."""

    region: str  # of its name, as CLDR has it
    rewrite: Rewrite
    direction: str  # empty for that of the base


def protected(names: tuple[str, ...]) -> re.Pattern[str]:
    """What a rewriting must leave alone in a Markdown text: markup, references, and these names."""
    return re.compile("|".join((*_PROTECTED, names_pattern(names).pattern)), re.DOTALL)


def accented(text: str, kept: re.Pattern[str]) -> str:
    """The text with accents on its letters, and with 40 per cent more of them, rounded up.

    The additional letters repeat vowels, spread evenly over all of them; without a vowel, over all letters.
    """
    letters = [place for place in _places(text, kept) if text[place].isalpha()]
    vowels = [place for place in letters if unicodedata.normalize("NFD", text[place])[0].lower() in _VOWELS] or letters
    more = -(-2 * len(letters) // 5)
    repeated = {
        place: (number + 1) * more // len(vowels) - number * more // len(vowels) for number, place in enumerate(vowels)
    }
    found = list(text)
    for place in letters:
        again = text[place] if _stands_in_capitals(text, place) else text[place].lower()
        found[place] = (text[place] + again * repeated.get(place, 0)).translate(_ACCENTED)
    return "".join(found)


def _stands_in_capitals(text: str, place: int) -> bool:
    """Whether a capital is one of several, as in GPU, rather than the first letter of a word."""
    after = text[place + 1 : place + 2]
    return after.isupper() or (not after.isalpha() and text[max(0, place - 1) : place].isupper())


def mirrored(text: str, kept: re.Pattern[str]) -> str:
    """The text with the letters of each word from right to left."""
    free = set(_places(text, kept))
    found = ""
    for is_word, run in groupby(range(len(text)), lambda place: place in free and _belongs_to_a_word(text[place])):
        part = "".join(text[place] for place in run)
        found += f"{_OVERRIDE}{part}{_POP}" if is_word else part
    return found


def _belongs_to_a_word(character: str) -> bool:
    return character.isalpha() or unicodedata.category(character)[0] == "M"


def _places(text: str, kept: re.Pattern[str]) -> Iterator[int]:
    """The places of a text outside of what is kept."""
    start = 0
    for match in kept.finditer(text):
        yield from range(start, match.start())
        start = match.end()
    yield from range(start, len(text))


_KINDS = (_Kind("XA", accented, ""), _Kind("XB", mirrored, "rtl"))


def with_pseudo_languages(project: Project) -> Project:
    """The project with the pseudo-languages of each language that an article is written in, behind all others.

    Raises BuildFailed for a template that cannot be read.
    """
    written = {article.language for article in project.articles}
    made = {
        edition.language: edition
        for base in project.editions.values()
        if base.language in written
        for edition in (_edition(project, base, kind) for kind in _KINDS)
    }
    texts = dataclasses.replace(project.texts, editions={**project.editions, **made})
    return dataclasses.replace(project, texts=texts)


def names_are_free(languages: Collection[str]) -> Iterator[Problem]:
    """No language on disk has the name of a pseudo-language of another."""
    for base in languages:
        for name in (_name(base, kind) for kind in _KINDS):
            if name in languages:
                message = f'"{name}" is the pseudo-language that is made of "{base}", and cannot be one of its own'
                yield Problem(Place(f"locales/{name}"), message, "rename the folder, or build without --pseudo")


def _name(base: str, kind: _Kind) -> str:
    """The name of a pseudo-language; a base that has a region keeps it, since no name may have two."""
    has_region = re.search(r"_(?:[A-Z]{2}|[0-9]{3})(?:_|$)", base)
    return f"{base}_x_{kind.region.lower()}" if has_region else f"{base}_{kind.region}"


def _edition(project: Project, base: Edition, kind: _Kind) -> Edition:
    kept = protected(project.texts.names or ())
    name = _name(base.language, kind)
    messages = edition_messages(project, base)
    site = tuple(_site_entry(message, base, kind, kept) for message in messages)
    articles = {
        article.slug: Catalogue(f"{name}/{article.slug}", {}, tuple(_article_entries(article, base, kind, kept)))
        for article in project.articles
        if base.speaks(article.language) or base.catalogues(article.slug)
    }
    variant = Variant(base.language, kind.region, kind.direction or base.direction)
    header = {"Plural-Forms": base.plural_forms}
    return Edition(name, base.locale, Catalogue(f"{name}/{SITE}", header, site), articles, variant=variant)


def _site_entry(message: Message, base: Edition, kind: _Kind, kept: re.Pattern[str]) -> Entry:
    said = base.say(message.source, message.context)
    speaker = base.speaker(SITE, *message.key)
    spoken = speaker.site.by_key[message.key].forms if speaker and message.plural else ()
    forms = tuple(_site_text(message, form, kind, kept) for form in spoken)
    return Entry(*message.key, _site_text(message, said, kind, kept), plural=message.plural, forms=forms)


def _site_text(message: Message, said: str, kind: _Kind, kept: re.Pattern[str]) -> str:
    """What the pseudo-language says for a message of the site: a part of a sentence stays without brackets."""
    context = re.split("[.,]", message.context)[0]
    if message.context == "language":
        return f"{_bracketed(kind.rewrite(said, kept))} {kind.region}" if message.source == "name" else said
    if context in _KEPT:
        return said
    rewritten = kind.rewrite(said, kept)
    return rewritten if context in _PARTS or message.placeholders else _bracketed(rewritten)


def _article_entries(article: Article, base: Edition, kind: _Kind, kept: re.Pattern[str]) -> Iterator[Entry]:
    """What the base shows of an article, rewritten; what it has not translated is not translated here."""
    for message in (message for message in article_messages(article) if not message.optional):
        said = base.translation(article.slug, *message.key)
        if said is None and base.speaks(article.language):
            said = message.source
        if said is not None:
            yield Entry(*message.key, _bracketed(kind.rewrite(said, kept)))


def _bracketed(text: str) -> str:
    """The text between marks that show where it begins and ends, and that mean nothing in Markdown."""
    return f"⟦{text}⟧"
