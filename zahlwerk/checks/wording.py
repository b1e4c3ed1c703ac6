"""Wording: agreed terms, nothing left out or left as it was, no marks that readers would see."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from zahlwerk.checks.texts import HOLE, Wording, article_wordings, is_wide, names_pattern, number_of_words, wordings
from zahlwerk.glossary import says, term_finder
from zahlwerk.problems import Problem
from zahlwerk.project import Texts

_LONG_ENOUGH = 25  # characters of a source whose length says something about that of its translation
_SHORTEST, _LONGEST = 0.4, 2.5  # times the source
_NEVER_SAME = {
    "name",
    "publisher",
    "language",
    "typography",
    "spelled",
}  # contexts whose texts may be alike in all languages
_MARK = re.compile(r"\*|`|\]\(|(?<!\w)_(?=\w)|(?<=[^\W_])_(?!\w)")


def terms_of_the_glossary(texts: Texts) -> Iterator[Problem]:
    """A translation says what the glossary of its language says for the terms of its source.

    What is left as it was is a name, or another check's.
    """
    finders = {
        (language, source): term_finder(terms)
        for language, glossary in texts.glossaries.items()
        for source, terms in glossary.terms.items()
    }
    for item in wordings(texts):
        for source in () if item.keyed or item.words == item.source else item.languages:
            find = finders.get((item.edition.language, source))
            for term in find(item.source) if find else ():
                if not says(item.words, term):
                    message = f'the glossary says "{term.say[0]}" for "{term.source}"'
                    yield Problem(item.place, message, term.note, "warning", "glossary")


def neither_short_nor_long(texts: Texts) -> Iterator[Problem]:
    """A translation is about as long as its source."""
    for item in wordings(texts):
        source, words = _length(item.source), _length(item.words)
        if item.keyed or source < _LONG_ENOUGH or _SHORTEST * source <= words <= _LONGEST * source:
            continue
        short = words < source
        message = f"suspiciously {'short' if short else 'long'}: {words} characters for {source} of the source"
        hint = f"see whether something {'is missing' if short else 'was added'}"
        yield Problem(item.place, message, hint, "warning", "length")


def _length(words: str) -> int:
    """The width of the words; a character of East Asian width says as much as two others."""
    return sum(2 if is_wide(character) else 1 for character in " ".join(words.replace(HOLE, " ").split()))


def not_the_source(texts: Texts) -> Iterator[Problem]:
    """A translation that holds words differs from its source, unless both are in one language."""
    named = names_pattern(texts.names or ())
    for item in wordings(texts):
        if item.context in _NEVER_SAME or item.edition.language in item.languages or item.words != item.source:
            continue
        if number_of_words(named.sub(" ", item.words)) >= 2:
            yield Problem(item.place, "the translation is the source text", "translate it", "warning", "same")


def no_marks_are_shown(texts: Texts) -> Iterator[Problem]:
    """No mark of Markdown is shown to readers as it stands, unless the source shows it, too."""
    for item in article_wordings(texts):
        if _marks(item.words) - _marks(item.source):
            message = f'"{_first_with_mark(item)}" would be shown with its marks'
            hint = "close each mark, and put no quotation mark between closing stars and a letter"
            yield Problem(item.place, message, hint, code="marks")


def _marks(words: str) -> Counter[str]:
    return Counter(_MARK.findall(words))


def _first_with_mark(item: Wording) -> str:
    """The word around the first mark that the source does not show."""
    extra = _marks(item.words) - _marks(item.source)
    at = next(match.start() for match in _MARK.finditer(item.words) if match[0] in extra)
    spaces = [-1, *(found.start() for found in re.finditer(rf"[\s{HOLE}]", item.words)), len(item.words)]
    start, end = next((start, end) for start, end in pairwise(spaces) if start < at < end)
    return item.words[start + 1 : end]
