"""How long a text takes to read."""

from __future__ import annotations

import unicodedata

_WORDS_A_MINUTE = 200
_WRITTEN_WITHOUT_SPACES = ("CJK", "HIRAGANA", "KATAKANA")  # how the names of such letters begin


def minutes(text: str) -> int:
    """The minutes it takes to read a text, rounded up; at least one.

    A word is what stands between spaces and holds a letter or a digit. Of scripts that are written without
    spaces between words, two letters count as one.
    """
    halves = 0
    for run in text.split():
        letters = [character for character in run if character.isalnum()]
        unspaced = sum(unicodedata.name(letter, "").startswith(_WRITTEN_WITHOUT_SPACES) for letter in letters)
        halves += unspaced + (2 if len(letters) > unspaced else 0)
    return max(1, -(-halves // (2 * _WORDS_A_MINUTE)))
