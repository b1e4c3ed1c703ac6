"""Figures that differ between two projects, as each language shows them in every presentation that is used."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from zahlwerk.appearances import Appearance, View
from zahlwerk.editions import Edition
from zahlwerk.figures import Figure
from zahlwerk.formulatext import default_text, quantity_name, title_of

ADDED, REMOVED, CHANGED = "added", "removed", "changed"


@dataclass(frozen=True, slots=True)
class Rendered:
    """What one language shows of a figure for one reference."""

    written: str  # the reference with braces; without presentation for a figure that nothing shows
    language: str
    before: str  # empty where there was no such figure
    after: str
    reason: str = ""  # why it cannot be shown any more

    @property
    def differs(self) -> bool:
        """Whether readers see anything else."""
        return self.before != self.after


@dataclass(frozen=True, slots=True)
class FigureChange:
    """A figure that is new, gone, of another value, or shown in other words."""

    change: str  # "added", "removed" or "changed"
    reference: str
    before: Figure | None
    after: Figure | None
    rendered: tuple[Rendered, ...]
    appearances: tuple[Appearance, ...]  # where it stands, or stood where it is gone
    reason: str = ""  # why it is gone, where its inputs are still there

    @property
    def figure(self) -> Figure:
        """The figure as it is, or as it was."""
        found = self.after or self.before
        assert found is not None
        return found

    @property
    def displayed(self) -> bool:
        """Whether readers see it, and do so in an article's text, table or chart."""
        return any(one.said for one in self.appearances)

    @property
    def stated(self) -> bool:
        """Whether it is a fact, and not computed or taken over from one."""
        return self.figure.formula is None and not self.figure.inputs

    def name(self, edition: Edition) -> str:
        """What it is, with what it belongs to."""
        return f"{quantity_name(self.figure, edition)} ({title_of(self.figure, edition)})"


Appearances = Mapping[str, tuple[Appearance, ...]]


def figure_changes(
    before: View, after: View, shown_before: Appearances, shown_after: Appearances
) -> Iterator[FigureChange]:
    """The figures that differ, in the order of the later project, then those that are gone."""
    old, new = before.project.figures.known, after.project.figures.known
    for reference in (*new, *(name for name in old if name not in new)):
        then, now = old.get(reference), new.get(reference)
        places = shown_after.get(reference, ()), shown_before.get(reference, ())
        rendered = tuple(_rendered(before, after, reference, (*places[0], *places[1])))
        if _same(then, now) and not any(one.differs for one in rendered):
            continue
        if not rendered:
            rendered = tuple(_by_default(before, after, reference))
        change = ADDED if then is None else REMOVED if now is None else CHANGED
        reason = after.project.figures.missing.get(reference, "") if now is None else ""
        yield FigureChange(change, reference, then, now, rendered, places[0 if now else 1], reason)


def _same(old: Figure | None, new: Figure | None) -> bool:
    if old is None or new is None:
        return old is new
    return (old.value, old.bound, old.default) == (new.value, new.bound, new.default)


def _rendered(before: View, after: View, reference: str, places: tuple[Appearance, ...]) -> Iterator[Rendered]:
    """What is shown of a figure on both sides, for each reference to it and each language of the pages it is on."""
    pairs = dict.fromkeys((one.written, said.spoken) for one in places for said in one.said)
    for written, language in pairs:
        then, now = _part(before, reference, written, language), _part(after, reference, written, language)
        yield Rendered(written, language, then[0], now[0], now[1])


def _part(view: View, reference: str, written: str, language: str) -> tuple[str, str]:
    """What a language shows, and why it shows nothing."""
    edition = view.project.editions.get(language)
    if edition is None or reference not in view.project.figures.known:
        return "", view.project.figures.missing.get(reference, "")
    part = view.part(written, edition)
    return "" if part.reason else part.text, part.reason


def _by_default(before: View, after: View, reference: str) -> Iterator[Rendered]:
    """What a figure that nothing shows would be shown as."""
    for language in after.project.editions:
        texts = [_default(view, reference, language) for view in (before, after)]
        yield Rendered(f"{{{reference}}}", language, *texts)


def _default(view: View, reference: str, language: str) -> str:
    figure, edition = view.project.figures.known.get(reference), view.project.editions.get(language)
    return default_text(figure, edition) if figure and edition else ""
