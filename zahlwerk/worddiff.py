"""What changed between two texts, word by word."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from dataclasses import dataclass

_WORD = re.compile(
    r"!?\[(?:[^\[\]{}]|\{[^{}]*\})*\]\([^()]*\)"  # a link or an image, with references in its text
    r"|\{[^{}]*\}"  # a reference
    r"|\s+"
    r"|\w+(?:[-'’]\w+)*"
    r"|."
)


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of text that two texts share, or that only one of them has."""

    kind: str  # "same", "old" or "new"
    text: str


def word_changes(old: str, new: str) -> tuple[Piece, ...]:
    """The pieces of both texts in order: without the new ones they are the old text, without the old ones the new.

    References and links are one word each.
    """
    before, after = _WORD.findall(old), _WORD.findall(new)
    # Space is no match by itself: otherwise every gap between changed words would be one, and cut them apart.
    matcher = difflib.SequenceMatcher(str.isspace, before, after, autojunk=False)
    pieces = []
    for tag, old_start, old_end, new_start, new_end in matcher.get_opcodes():
        if tag == "equal":
            pieces.append(Piece("same", "".join(before[old_start:old_end])))
        else:
            pieces.append(Piece("old", "".join(before[old_start:old_end])))
            pieces.append(Piece("new", "".join(after[new_start:new_end])))
    return tuple(piece for piece in pieces if piece.text)


def side(pieces: Sequence[Piece], kind: str) -> tuple[Piece, ...]:
    """One of both texts: what it shares with the other, and its own."""
    return tuple(piece for piece in pieces if piece.kind in ("same", kind))
