"""Conventions: where two ways of counting stand side by side, the words tell which figure is counted in which."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from zahlwerk.checks.passages import Finding, ShownArticle, ShownFigure
from zahlwerk.figures import Figures
from zahlwerk.quantity import BOTH_DIRECTIONS, BYTE, SECOND

PER_DIRECTION, BOTH = "per direction", "both directions"
_RATE, _TOTAL = BYTE / SECOND, BYTE / SECOND * BOTH_DIRECTIONS
LISTED, VISIBLE = "listed memory", "visible memory"


@dataclass(frozen=True, slots=True)
class _Convention:
    """Two ways of counting: what figures are without a word, and what they are only where somebody says so."""

    code: str
    usual: str
    unusual: str
    hint: str


_DIRECTIONS = _Convention("directions", PER_DIRECTION, BOTH, "say of each rate which it is")
_MEMORY = _Convention("memory", LISTED, VISIBLE, "say of which memory each figure is")


def directions_are_told(shown: ShownArticle) -> Iterator[Finding]:
    """Where rates per direction and of both directions stand together, words tell them apart; none contradict them."""
    for words, figures in shown.blocks:
        yield from _untold(words, [(figure, _direction(figure)) for figure in figures], _DIRECTIONS, shown)
        yield from _contradicted(figures, shown)


def memory_is_told(shown: ShownArticle) -> Iterator[Finding]:
    """Where listed and visible memory of cards, or what follows from each, stand together, words tell them apart."""
    bases: dict[str, str] = {}

    def basis(figure: ShownFigure) -> str:
        if figure.target not in bases:
            bases[figure.target] = _basis(figure, shown.figures)
        return bases[figure.target]

    for words, figures in shown.blocks:
        yield from _untold(words, [(figure, basis(figure)) for figure in figures], _MEMORY, shown)


def _untold(
    words: str, figures: Sequence[tuple[ShownFigure, str]], convention: _Convention, shown: ShownArticle
) -> Iterator[Finding]:
    """Each unusual figure that the words beside it do not name as such, and a usual one if no word here does."""
    usual = [figure for figure, kind in figures if kind == convention.usual]
    unusual = [figure for figure, kind in figures if kind == convention.unusual]
    if not (usual and unusual):
        return
    for figure in unusual:
        if not (_unit_tells(figure, convention.unusual) or shown.said(convention.unusual).search(figure.said)):
            yield _finding(figure, usual[0], convention, (convention.unusual, convention.usual))
    if not shown.said(convention.usual).search(words):
        yield _finding(usual[0], unusual[0], convention, (convention.usual, convention.unusual))


def _finding(figure: ShownFigure, other: ShownFigure, convention: _Convention, kinds: tuple[str, str]) -> Finding:
    own, others = map(_named, kinds)
    message = f"no word says that {figure.text} is {own}, while {other.text} beside it is {others}"
    return Finding(figure.item, convention.code, (figure.target, other.target), message, convention.hint)


def _unit_tells(figure: ShownFigure, what: str) -> bool:
    return what == BOTH and figure.number.form != "bare"


def _contradicted(figures: Sequence[ShownFigure], shown: ShownArticle) -> Iterator[Finding]:
    """Rates behind which words stand that say the opposite."""
    for figure in figures:
        kind = _direction(figure)
        opposite = {PER_DIRECTION: BOTH, BOTH: PER_DIRECTION}.get(kind, "")
        match = shown.said(opposite).match(figure.after) if opposite else None
        if match and match[0]:
            message = f'{figure.text} is a rate {_named(kind)}, but the words behind it say "{opposite}"'
            hint = "refer to the other rate, or change the words"
            yield Finding(figure.item, _DIRECTIONS.code, (figure.target, opposite), message, hint, "error")


def _named(kind: str) -> str:
    return kind if kind == PER_DIRECTION else f"of {kind}"


def _direction(figure: ShownFigure) -> str:
    """Which way the rate of a link is counted; empty for all other figures."""
    if figure.dimension == _TOTAL:
        return BOTH
    return PER_DIRECTION if figure.figure.record_type == "link" and figure.dimension == _RATE else ""


def _basis(figure: ShownFigure, figures: Figures) -> str:
    """Which memory of a card an amount of bytes goes back to; empty for neither, and for both."""
    if figure.dimension != BYTE:
        return ""
    behind = [one.reference.partition(".")[2] for one in figures.behind(figure.target) if one.record_type == "card"]
    listed, visible = "memory" in behind, "visible_memory" in behind
    return "" if listed == visible else LISTED if listed else VISIBLE
