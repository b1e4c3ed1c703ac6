"""Prose holds no figure that is typed: no digit, no number word, no bound that the figure does not carry."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator

from zahlwerk.checks.texts import ShownText, alternatives, names_pattern, shown_texts
from zahlwerk.editions import Edition
from zahlwerk.markup import inline
from zahlwerk.presentation import LARGEST_WORD
from zahlwerk.problems import Problem
from zahlwerk.project import Texts
from zahlwerk.quantity import Quantity
from zahlwerk.references import DIRECTIONS
from zahlwerk.texts import Claim


def no_typed_digits(texts: Texts) -> Iterator[Problem]:
    """A digit stands in a reference, in code, or in a name of the list of names."""
    if texts.names is None:
        return
    named = names_pattern(texts.names)
    for item in shown_texts(texts):
        for run in item.structure.words:
            for found in (word for word in named.sub("", run).split() if any(map(_is_digit, word))):
                hint = "refer to a figure, or add the name to facts/names.yaml"
                yield Problem(item.place, f'"{found}" is a typed digit', hint, code="digits")


def _is_digit(character: str) -> bool:
    """Whether a character stands for a number in any script: digits, fractions, superscripts, Roman numerals."""
    return unicodedata.category(character)[0] == "N"


def no_typed_number_words(texts: Texts) -> Iterator[Problem]:
    """A number word that could be a figure stands only in a block that claims it."""
    named = names_pattern(texts.names or ())
    known = {language: _number_words(edition) for language, edition in texts.editions.items()}
    patterns = {language: _any_of(words) for language, words in known.items()}
    for item in shown_texts(texts):
        words = known[item.edition.language]
        for run in item.structure.words:
            for found in patterns[item.edition.language].findall(named.sub("", run)):
                if not _claimed(words[found.lower()], item.text.claims):
                    hint = "refer to a figure with [words], or claim it before the block"
                    yield Problem(item.place, f'"{found}" is a typed number word', hint, code="number-words")


def _any_of(words: Collection[str]) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, words))})(?![\w-])" if words else r"(?!)", re.IGNORECASE)


def _number_words(edition: Edition) -> dict[str, int | None]:
    """The words that stand for a number in a language; None for those that stand for none in particular."""
    words: dict[str, int | None] = {
        word.lower(): number
        for number in range(1, LARGEST_WORD + 1)
        for word in alternatives(edition, "typed number", str(number))
    }
    words.update({word.lower(): None for word in alternatives(edition, "typed number", "other")})
    return dict(sorted(words.items(), key=lambda item: -len(item[0])))


def _claimed(number: int | None, claims: tuple[Claim, ...]) -> bool:
    equal = [claim.right for claim in claims if claim.operator == "=="]
    if number is None:
        return bool(equal)
    return any(isinstance(right, Quantity) and right.value == number for right in equal)


def bounds_come_from_figures(texts: Texts) -> Iterator[Problem]:
    """No bound is typed before a figure: its words and its rounding come from the same place."""
    known = {
        language: {direction: _bound_pattern(edition, direction) for direction in DIRECTIONS}
        for language, edition in texts.editions.items()
    }
    for item in shown_texts(texts):
        for before, reference in _before_figures(item):
            for direction, pattern in known[item.edition.language].items():
                if pattern and (found := pattern.search(before)):
                    hint = f"drop the words and write [{direction}] into the reference"
                    yield Problem(item.place, f'"{found[1]}" is typed before {reference}', hint, code="bounds")


def _bound_pattern(edition: Edition, direction: str) -> re.Pattern[str] | None:
    words = alternatives(edition, "typed bound", direction)
    return re.compile(rf"(?<!\w)({'|'.join(map(re.escape, words))})\s+$", re.IGNORECASE) if words else None


def _before_figures(item: ShownText) -> Iterator[tuple[str, str]]:
    """The text in front of each figure, as it would be rendered."""
    run = ""
    for token in inline(item.words, item.edition.quotes):
        if token.type == "figure":
            yield run, token.info
            run = ""
        elif token.type in ("text", "text_special", "softbreak"):
            run += token.content or " "
        elif token.type == "code_inline":
            run = ""
