"""Texts with their references filled in: what readers of one language see in place of each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from zahlwerk.editions import Edition
from zahlwerk.figures import Figures
from zahlwerk.presentation import shown
from zahlwerk.references import parse_reference


@dataclass(frozen=True, slots=True)
class Part:
    """A run of a text: words as they are written, or what a reference stands for."""

    text: str  # as it is shown
    reference: str = ""  # as written, where the text stands for one
    reason: str = ""  # why there is no figure to show; the text is then the reference itself


def filled_reference(written: str, figures: Figures, edition: Edition) -> Part:
    """What readers of an edition see of a reference, or why there is nothing to see."""
    try:
        reference = parse_reference(written)
        figure = figures.find(reference.target)
        return Part(edition.figure(shown(figure, reference.presentation)), written)
    except KeyError as error:
        return Part(written, written, str(error.args[0]))
    except ValueError as error:
        return Part(written, written, str(error))


def joined(parts: Iterable[Part]) -> str:
    """The text of its parts."""
    return "".join(part.text for part in parts)
