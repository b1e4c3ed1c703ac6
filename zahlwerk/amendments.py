"""What a page says of its corrections: each figure as it is, and as it was published, in one language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from zahlwerk.corrections import Correction
from zahlwerk.derivations import anchor
from zahlwerk.editions import Edition
from zahlwerk.figures import Figure, Figures
from zahlwerk.formulatext import quantity_name, title_of
from zahlwerk.presentation import former, shown
from zahlwerk.rendering import TextRenderer, figure_element

NOTE = "Corrected on {date}: {name}, {now} instead of {was}."  # the message of a template


@dataclass(frozen=True, slots=True)
class Amended:
    """A correction as a page notes it."""

    date: Markup
    name: str  # of the figure, with its case or record
    was: Markup
    now: Markup


def amended(renderer: TextRenderer) -> Iterator[Amended]:
    """The corrections of an article. Every former value must be presentable."""
    edition = renderer.edition
    for correction in renderer.article.corrections:
        figure, show = renderer.figures.known[correction.reference.target], correction.reference.presentation.text
        was, now = texts(correction, renderer.figures, edition)
        before = _markup(figure_element(former(figure, correction.was), show, was, correction.written))
        link = Markup('<a class="figure" href="#{}">{}</a>')
        after = link.format(anchor(figure.reference), _markup(figure_element(figure, show, now)))
        day = Markup('<time datetime="{}">{}</time>').format(correction.day.isoformat(), edition.date(correction.day))
        yield Amended(day, _name(figure, edition), before, after)


def _markup(element: str) -> Markup:
    return Markup(element)  # noqa: S704 - made by figure_element, which escapes every text


def notes(renderer: TextRenderer) -> Iterator[tuple[str, str]]:
    """The corrections of an article in plain words, each with its day."""
    edition = renderer.edition
    for correction in renderer.article.corrections:
        was, now = texts(correction, renderer.figures, edition)
        name = _name(renderer.figures.known[correction.reference.target], edition)
        said = {"{date}": edition.date(correction.day), "{name}": name, "{now}": now, "{was}": was}
        text = edition.say(NOTE)
        for placeholder, words in said.items():
            text = text.replace(placeholder, words)
        yield correction.day.isoformat(), text


def texts(correction: Correction, figures: Figures, edition: Edition) -> tuple[str, str]:
    """What readers saw of a corrected figure, and what they see now. Raises ValueError where it cannot be shown."""
    figure, presentation = figures.known[correction.reference.target], correction.reference.presentation
    return edition.figure(shown(former(figure, correction.was), presentation)), edition.figure(
        shown(figure, presentation)
    )


def _name(figure: Figure, edition: Edition) -> str:
    return f"{quantity_name(figure, edition)} ({title_of(figure, edition)})"
