"""Typography: quotation marks and no-break spaces as the language of a translation has them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from zahlwerk.checks.texts import HOLE, Wording, is_wide, site_wordings, wordings
from zahlwerk.editions import Edition
from zahlwerk.markup import STRAIGHT_QUOTES
from zahlwerk.problems import Problem
from zahlwerk.project import Texts

_SPACES = ("typography", "no-break spaces")
_LISTS = {
    "gender",
    "language",
    "spelled",
    "typography",
    "said",
    "typed bound",
    "typed factor",
    "typed number",
}  # contexts that hold no running text
_QUOTATION_MARK = re.compile("[“”„‟‘’‚‛«»‹›「」『』〝〞〟＂]")
_APOSTROPHE = "’"
_OPENING_BRACKETS = "([{"
_NAMES = {"\u00a0": "a no-break space (U+00A0)", "\u202f": "a narrow no-break space (U+202F)"}
_NO_BREAK = re.compile("([\u00a0\u202f]+)")


@dataclass(frozen=True, slots=True)
class _Quotes:
    """The quotation marks of a language."""

    opening: frozenset[str]
    closing: frozenset[str]
    spaced: bool  # whether they keep a space between themselves and the words
    written: str  # as a hint


def quotation_marks_of_the_language(texts: Texts) -> Iterator[Problem]:
    """Each quotation mark is one of the language's, and opens or closes as it does there."""
    known = {language: _quotes(edition) for language, edition in texts.editions.items()}
    for item in wordings(texts):
        quotes = known[item.edition.language]
        if quotes and item.context not in _LISTS:
            for message in dict.fromkeys(_wrong_marks(item.words, quotes)):
                yield Problem(item.place, message, quotes.written, "warning", "quotes")


def no_straight_marks_around_articles(texts: Texts) -> Iterator[Problem]:
    """The texts of the site hold no straight quotation marks: nothing sets them there as it does in articles."""
    known = {language: _quotes(edition) for language, edition in texts.editions.items()}
    for item in site_wordings(texts):
        quotes = known[item.edition.language]
        if quotes and item.context not in _LISTS and '"' in item.words:
            yield Problem(item.place, 'the straight mark " stays as it is here', quotes.written, "warning", "quotes")


def _quotes(edition: Edition) -> _Quotes | None:
    """The marks of a language; None while it names none but straight ones."""
    marks = edition.quotes
    outer, inner = (f"{marks[start]}…{marks[start + 1]}" for start in (0, 2))
    opening, closing = (frozenset(mark.strip() for mark in marks[start::2]) for start in (0, 1))
    spaced = any(mark != mark.strip() for mark in marks)
    return None if marks == STRAIGHT_QUOTES else _Quotes(opening, closing, spaced, f"write {outer}, and {inner} inside")


def _wrong_marks(words: str, quotes: _Quotes) -> Iterator[str]:
    for found in _QUOTATION_MARK.finditer(words):
        mark, before, after = found[0], words[: found.start()][-1:], words[found.end() :][:1]
        opens, closes = mark in quotes.opening, mark in quotes.closing
        if mark == _APOSTROPHE and (_is_word(before) or _is_word(after)):
            continue
        if not (opens or closes):
            yield f"{mark} is no quotation mark of this language"
        elif opens and not closes and _can_only_close(before, after, quotes):
            yield f"{mark} opens a quotation, and stands where one closes"
        elif closes and not opens and _can_only_open(before, after, quotes):
            yield f"{mark} closes a quotation, and stands where one opens"


def _can_only_close(before: str, after: str, quotes: _Quotes) -> bool:
    return _is_word(before) or not after or (after.isspace() and not quotes.spaced)


def _can_only_open(before: str, after: str, quotes: _Quotes) -> bool:
    if not before or before in _OPENING_BRACKETS:
        return True
    return before.isspace() and (not quotes.spaced or _is_word(after))


def _is_word(character: str) -> bool:
    """Whether a character is part of a word, in scripts that put spaces between words."""
    return character == HOLE or (character.isalnum() and not is_wide(character))


@dataclass(frozen=True, slots=True)
class _Spaced:
    """A text with no-break spaces, as a language lists it."""

    parts: tuple[str, ...]  # what stands between the spaces
    spaces: tuple[str, ...]  # one less than the parts
    pattern: re.Pattern[str]  # the same with any spaces, or none, in their place


def no_break_spaces_of_the_language(texts: Texts) -> Iterator[Problem]:
    """What a language lists with no-break spaces is written with just those spaces."""
    known = {language: [*map(_spaced, _listed(edition))] for language, edition in texts.editions.items()}
    for item in wordings(texts):
        if item.context not in _LISTS:
            messages = (message for spaced in known[item.edition.language] for message in _wrong_spaces(item, spaced))
            for message in dict.fromkeys(messages):
                yield Problem(item.place, message, "", "warning", "spaces")


def no_break_spaces_are_listed_with_their_texts(texts: Texts) -> Iterator[Problem]:
    """Each text that a language lists has a no-break space, and something beside it."""
    hint = "type it where it belongs, or | alone if the language has none"
    for edition in texts.editions.values():
        for text in _texts(edition):
            if text not in _listed(edition):
                message = f'"{text}" is no text with a no-break space'
                yield Problem(edition.site.place(*_SPACES), message, hint, "warning", "spaces")


def _texts(edition: Edition) -> list[str]:
    """What a language lists, without the ordinary spaces around each."""
    texts = (text.strip(" ") for text in (edition.site.translation(*_SPACES) or "").split("|"))
    return [text for text in texts if text]


def _listed(edition: Edition) -> list[str]:
    return [text for text in _texts(edition) if _NO_BREAK.search(text) and text.strip()]


def _spaced(text: str) -> _Spaced:
    parts, spaces = _NO_BREAK.split(text)[::2], _NO_BREAK.findall(text)
    start, *rest = map(re.escape, parts)
    if parts[0][:1].isalpha():  # it may begin a sentence
        start = rf"(?<!\w)[{re.escape(parts[0][0].lower() + parts[0][0].upper())}]{re.escape(parts[0][1:])}"
    elif not parts[0]:
        start = r"(?<=[^\s?!:;(\[])"  # marks in a row, as in "?!", keep together
    end = rf"(?![\w/{HOLE}])" if parts[-1] else r"(?=\S)"  # not the colon of an address, a time or a ratio
    return _Spaced(tuple(parts), tuple(spaces), re.compile(r"(\s*)".join((start, *rest)) + end))


def _wrong_spaces(item: Wording, spaced: _Spaced) -> Iterator[str]:
    for found in spaced.pattern.finditer(item.words):
        for number, (there, wanted) in enumerate(zip(found.groups(), spaced.spaces, strict=True)):
            if there != wanted:
                before, after = spaced.parts[number], spaced.parts[number + 1]
                where = f'after "{before}"' if before else f'before "{after}"'
                yield f'"{_around(item.words, found, spaced)}" needs {_NAMES[wanted[0]]} {where}'
                break


def _around(words: str, found: re.Match[str], spaced: _Spaced) -> str:
    """What was found, with the word it stands at."""
    before = "" if spaced.parts[0] else words[: found.start()].rsplit(maxsplit=1)[-1]
    after = "" if spaced.parts[-1] else words[found.end() :].split(maxsplit=1)[0]
    return f"{before}{found[0]}{after}".replace(HOLE, "…").replace("\n", " ")
