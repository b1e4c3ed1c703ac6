"""A text in one language, before and after, run by run and with its values filled in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from zahlwerk.appearances import Spoken, View
from zahlwerk.articles import Article
from zahlwerk.markup import structure
from zahlwerk.references import REFERENCE
from zahlwerk.texts import Text
from zahlwerk.worddiff import Piece, word_changes


@dataclass(frozen=True, slots=True)
class Side:
    """A text of one of two projects."""

    view: View
    article: Article
    text: Text

    def lines(self) -> dict[str, Line]:
        """The text in each language that has it."""
        return {one.language: Line(self.view, one, self.text) for one in self.view.spoken(self.article, self.text)}


@dataclass(frozen=True, slots=True)
class Line:
    """A text of one of two projects in one language."""

    view: View
    spoken: Spoken
    text: Text

    def value(self, written: str) -> str:
        """What readers see of a reference; the reference itself where that is nothing."""
        return self.view.part(written, self.spoken.edition).text

    @property
    def references(self) -> frozenset[str]:
        """What stands for figures in its words; in code, nothing does."""
        return frozenset(() if self.text.is_code else structure(self.spoken.words).references)


def pieces(old: Line | None, new: Line | None) -> tuple[Piece, ...]:
    """What both sides share, and what only one of them says. Values are pieces of their own where they differ."""
    before, after = (line.spoken.words if line else "" for line in (old, new))
    changes: tuple[Piece, ...]
    if old and new and before == after:
        changes = (Piece("same", before),)
    elif old and new and old.spoken.edition.language == new.spoken.edition.language:
        changes = word_changes(before, after)
    else:  # words that are alike in two languages are so by chance
        changes = (Piece("old", before), Piece("new", after))
    if "{" not in before + after:
        return tuple(piece for piece in changes if piece.text)
    figures = frozenset[str]().union(*(line.references for line in (old, new) if line))
    return tuple(_merged(run for piece in changes for run in _filled(piece, old, new, figures)))


def _filled(piece: Piece, old: Line | None, new: Line | None, figures: frozenset[str]) -> Iterator[Piece]:
    end = 0
    for match in REFERENCE.finditer(piece.text):
        if match[0] not in figures:  # it stands in code, where it stays as it is written
            continue
        yield Piece(piece.kind, piece.text[end : match.start()])
        yield from _value(match[0], old if piece.kind != "new" else None, new if piece.kind != "old" else None)
        end = match.end()
    yield Piece(piece.kind, piece.text[end:])


def _value(written: str, old: Line | None, new: Line | None) -> Iterator[Piece]:
    before, after = (line.value(written) if line else "" for line in (old, new))
    if old and new and before == after:
        yield Piece("same", before)
        return
    yield Piece("old", before)
    yield Piece("new", after)


def _merged(runs: Iterable[Piece]) -> Iterator[Piece]:
    """The pieces without empty ones, neighbours of one kind as one."""
    kept: Piece | None = None
    for run in runs:
        if not run.text:
            continue
        if kept and kept.kind == run.kind:
            kept = Piece(kept.kind, kept.text + run.text)
            continue
        if kept:
            yield kept
        kept = run
    if kept:
        yield kept
