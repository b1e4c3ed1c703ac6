"""Sentences, headings and table cells that differ between two projects, as the readers of each language see them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from zahlwerk.appearances import View, kind_of
from zahlwerk.articles import Article
from zahlwerk.changes.cells import Heads, cell_heads
from zahlwerk.changes.lines import Line, Side, pieces
from zahlwerk.changes.pairs import text_pairs
from zahlwerk.markup import pieces as cut
from zahlwerk.problems import Place
from zahlwerk.texts import Text
from zahlwerk.worddiff import Piece

ADDED, REMOVED, REWRITTEN = "added", "removed", "rewritten"
FIGURES, TRANSLATION = "figures", "translation"  # only values differ, or only the words of translations
LACKING = (STALE, UNTRANSLATED, KEPT) = ("stale", "untranslated", "kept")  # translations that did not follow


@dataclass(frozen=True, slots=True)
class SaidChange:
    """A text as the page of one language says it, before and after."""

    language: str
    before: str | None  # Markdown with values filled in; None where it did not stand there
    after: str | None
    pieces: tuple[Piece, ...]  # both, run by run
    state: str  # of the words after: that of Spoken, one of LACKING, or "gone"
    place: Place  # of the words after, or of those before where they are gone
    shown: bool  # whether the article appears in that language

    @property
    def differs(self) -> bool:
        """Whether readers see anything else."""
        return self.before != self.after

    @property
    def lacking(self) -> bool:
        """Whether the source is new or changed, and its translation is not."""
        return self.state in LACKING


@dataclass(frozen=True, slots=True)
class TextChange:
    """A text that is new, gone, or says something else in some language."""

    change: str  # one of those above
    slug: str
    kind: str  # "paragraph", "cell" …
    place: Place  # in the article: after, or before where it is gone
    section: str  # id of the heading above
    heads: tuple[str, str]  # of a cell: what its row and its column begin with, in the language of the source
    said: tuple[SaidChange, ...]  # in each language in which it differs, or was not translated anew
    references: tuple[str, ...]  # with braces: those whose values differ


def text_changes(before: View, after: View, old: Article | None, new: Article | None) -> Iterator[TextChange]:
    """The texts of an article that differ, in the order of the later version, then those that are gone."""
    heads = {id(text): heads for article in (old, new) if article for text, heads in _heads(article)}
    for then, now in text_pairs(old, new):
        sides = (
            Side(before, old, then) if old and then else None,
            Side(after, new, now) if new and now else None,
        )
        if change := _change(*sides, heads):
            yield change


def _heads(article: Article) -> Iterator[tuple[Text, Heads]]:
    for place, heads in cell_heads(article.texts).items():
        yield article.texts[place], heads


def _change(old: Side | None, new: Side | None, heads: Mapping[int, Heads]) -> TextChange | None:
    side = new or old
    if side is None or not (side.text.is_message or side.text.references):
        return None
    before, after = old.lines() if old else {}, new.lines() if new else {}
    rewritten = bool(old and new and old.text.source != new.text.source)
    said, values = [], dict[str, None]()
    for language in (*after, *(before.keys() - after.keys())):
        then, now = before.get(language), after.get(language)
        if old and new and not (then and now):
            continue  # the article has a language more or less, which is told of it as a whole
        values |= dict.fromkeys(_differing(then, now))
        if found := _said(language, then, now, rewritten=rewritten):
            said.append(found)
    if not said:
        return None
    change = ADDED if old is None else REMOVED if new is None else REWRITTEN if rewritten else ""
    change = change or (FIGURES if values else TRANSLATION)
    row, column = (_text(side, head) for head in heads.get(id(side.text), ()) or (None, None))
    kind = kind_of(side.article, side.text)
    place, section = side.text.place, side.text.section
    return TextChange(change, side.article.slug, kind, place, section, (row, column), tuple(said), tuple(values))


def _differing(old: Line | None, new: Line | None) -> Iterator[str]:
    """The references of both sides that are shown differently."""
    if old and new:
        shared = [written for written in new.text.references if written in old.text.references]
        yield from (written for written in shared if old.value(written) != new.value(written))


def _said(language: str, old: Line | None, new: Line | None, *, rewritten: bool) -> SaidChange | None:
    """What a language says on both sides; None where that is the same, and was translated."""
    line = new or old
    assert line is not None
    state = _state(old, new, rewritten=rewritten)
    same = old and new and old.spoken.words == new.spoken.words and not any(_differing(old, new))
    if same and state not in LACKING:
        return None
    runs = pieces(old, new)
    before = "".join(run.text for run in runs if run.kind != "new") if old else None
    after = "".join(run.text for run in runs if run.kind != "old") if new else None
    if before == after and state not in LACKING:
        return None
    shown = any(one.spoken.published for one in (old, new) if one)
    return SaidChange(language, before, after, runs, state, line.spoken.place, shown)


def _state(old: Line | None, new: Line | None, *, rewritten: bool) -> str:
    """How the words after stand beside those before."""
    if new is None:
        return "gone"
    was, state = old.spoken.state if old else "", new.spoken.state
    if state in ("fuzzy", "missing"):
        return STALE if was == "translated" else UNTRANSLATED if rewritten or old is None else state
    kept = rewritten and old and state == was == "translated" and old.spoken.words == new.spoken.words
    return KEPT if kept else state


def _text(side: Side, head: Text | None) -> str:
    """The words of a head in the language of the source."""
    if head is None:
        return ""
    edition = side.view.project.editions[side.article.language]
    return "".join(side.view.part(run, edition).text if figure else run for run, figure in cut(head.source))
