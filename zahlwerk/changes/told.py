"""What differs between two projects in a few words, the same in every form it is told in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from zahlwerk.changes.claims import ADDED, REMOVED, ClaimChange
from zahlwerk.changes.comparison import Changes, Share
from zahlwerk.changes.figures import FigureChange
from zahlwerk.changes.texts import KEPT, STALE, UNTRANSLATED, TextChange
from zahlwerk.problems import Place

_NOUNS = {
    "figure": "figures", "sentence": "sentences", "cell of tables": "cells of tables", "chart": "charts",
    "planner": "planners", "claim": "claims", "count": "counts", "article": "articles",
}  # fmt: skip
WHAT_HAPPENED = {
    "added": "new", "removed": "gone", "rewritten": "rewritten", "figures": "other values",
    "translation": "translated otherwise", "changed": "changed",
}  # fmt: skip
WHAT_LACKS = {
    STALE: "its translation is of the earlier text, so the text itself is shown",
    UNTRANSLATED: "not translated",
    KEPT: "the translation stays as it was",
}


def counted(number: int, noun: str) -> str:
    """A number with its noun."""
    return f"{number} {noun if number == 1 else _NOUNS[noun]}"


def alike(texts: Iterable[tuple[str, str, str]]) -> Iterator[tuple[str, str, str]]:
    """Languages that say the same together: their names, before and after."""
    groups: dict[tuple[str, str], list[str]] = {}
    for language, before, after in texts:
        groups.setdefault((before, after), []).append(language)
    yield from ((", ".join(languages), *both) for both, languages in groups.items())


def rendered_rows(change: FigureChange) -> Iterator[tuple[str, str, str, str]]:
    """Each reference to a figure with its languages, before and after."""
    for written in dict.fromkeys(one.written for one in change.rendered):
        texts = [
            (one.language, one.before, one.after or one.reason) for one in change.rendered if one.written == written
        ]
        yield from ((written, *row) for row in alike(texts))


def arrow(before: str, after: str) -> str:
    """What became of a text, in a line."""
    if before == after:
        return f"{after} as before"
    if not before or not after:
        return f"new: {after}" if after else f"gone: {before}"
    return f"{before} → {after}"


def places_text(places: Iterable[Place]) -> str:
    """Places, the lines of one file together: ``content/a.md:3, 8``."""
    lines: dict[str, set[int]] = {}
    for place in places:
        lines.setdefault(place.file, set()).add(place.line)
    return "; ".join(f"{file}:{', '.join(map(str, sorted(found)))}" for file, found in lines.items())


def hidden_groups(changes: Iterable[FigureChange]) -> Iterator[tuple[str, list[str]]]:
    """Figures that nothing shows, by what they belong to: the owner, and the names of its quantities."""
    groups: dict[str, list[str]] = {}
    for change in changes:
        owner, _, name = change.reference.partition(".")
        groups.setdefault(owner, []).append(name)
    yield from groups.items()


def claim_line(change: ClaimChange) -> str:
    """What became of a claim, behind its text, with the values it stands on."""
    if change.change in (ADDED, REMOVED):
        return f"is {WHAT_HAPPENED[change.change]}"
    verdict = change.after
    if verdict is None or verdict.fault:
        return f"cannot be checked: {verdict.fault}" if verdict else ""
    return f"{change.change}: {verdict.values}"


def lacking_rows(change: TextChange) -> Iterator[tuple[str, str]]:
    """The languages whose translation did not follow a text, by what they lack."""
    for state, words in WHAT_LACKS.items():
        languages = [said.language for said in change.said if said.state == state]
        if languages:
            yield ", ".join(languages), words


def summary(changes: Changes) -> str:
    """How much differs, in a line."""
    numbers = [
        (len(changes.displayed), "figure"),
        (sum(any(said.differs for said in text.said) for text in changes.sentences), "sentence"),
        (len(changes.cells), "cell of tables"),
        (len(changes.charts), "chart"),
        (len(changes.planners), "planner"),
        (len(changes.counts), "count"),
    ]
    parts = [counted(number, noun) for number, noun in numbers if number]
    false = sum(claim.is_false for claim in changes.claims)
    parts += [f"{counted(false, 'claim')} false"] if false else []
    return ", ".join(parts) or "nothing in the text of articles"


def stays_lines(changes: Changes) -> Iterator[str]:
    """How much stays, a line for each kind of thing."""
    yield from (f"{_of(share)} {noun}" for noun, share in changes.stays.items() if share.total)


def _of(share: Share) -> str:
    return f"all {share.total}" if share.stay == share.total > 1 else f"{share.stay} of {share.total}"
