"""Precision: a quantity has as many decimals each time a paragraph shows it, and ranges keep their ends apart."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from zahlwerk.checks.passages import SAID, Finding, Passage, ShownArticle, ShownFigure
from zahlwerk.editions import SITE

GAP = "…"  # stands for a figure in the words that make a range
_Joint = tuple[re.Pattern[str], re.Pattern[str]]  # what stands before the first end, and between both


def one_precision(shown: ShownArticle) -> Iterator[Finding]:
    """A figure that a paragraph or table shows several times in one unit has as many decimals each time."""
    for _, figures in shown.blocks:
        first: dict[tuple[str, str, str], ShownFigure] = {}
        for figure in figures:
            number = figure.number
            if number.form in ("words", "Words"):
                continue
            other = first.setdefault((figure.target, number.unit, number.scale), figure)
            if _decimals(figure) != _decimals(other):
                message = f"{{{figure.target}}} is shown as {other.text} and as {figure.text}"
                hint = "show it with as many decimals each time"
                yield Finding(figure.item, "precision", (figure.target,), message, hint)


def _decimals(figure: ShownFigure) -> int:
    return int(figure.number.number.as_tuple().exponent)


def ranges_have_two_ends(shown: ShownArticle) -> Iterator[Finding]:
    """The ends of a range are apart as they are shown, and in the order in which they are exactly."""
    joints = _joints(shown.edition.translation(SITE, SAID, "range") or "")
    for passage in shown.passages:
        for low, high in pairwise(passage.figures):
            if low.dimension == high.dimension and _joined(passage, low, high, joints):
                yield from _touching(low, high)


def _touching(low: ShownFigure, high: ShownFigure) -> Iterator[Finding]:
    about = (low.target, high.target)
    if low.value == high.value:
        message = f"the range from {low.text} to {high.text} has one end only as it is shown"
        yield Finding(high.item, "range", about, message, "show more decimals, or say it with one figure")
    elif (low.value < high.value) != (low.quantity.value < high.quantity.value):
        message = f"the range from {low.text} to {high.text} runs the other way than its exact ends"
        yield Finding(high.item, "range", about, message, "show more decimals, or round both ends alike")


@lru_cache(maxsize=100)
def _joints(listed: str) -> tuple[_Joint, ...]:
    """The ways in which a language writes ranges: ``between … and …``, ``… to …``, ``…–…``."""
    found = []
    for template in listed.split("|"):
        before, *between = (re.escape(part.strip()) for part in template.split(GAP))
        if between and between[0]:
            first = re.compile(rf"(?<!\w){before}\s*$" if before else "$", re.IGNORECASE)
            found.append((first, re.compile(rf"\s*{between[0]}\s*", re.IGNORECASE)))
    return tuple(found)


def _joined(passage: Passage, low: ShownFigure, high: ShownFigure, joints: tuple[_Joint, ...]) -> bool:
    before, between = passage.words[: low.at], passage.words[low.at + 1 : high.at]
    return any(middle.fullmatch(between) and first.search(before) for first, middle in joints)
