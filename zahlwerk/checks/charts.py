"""Charts: what stands on one axis can be measured on it, and parts add up to their whole."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from zahlwerk.chartblocks import POINTS, STACKED, Chart, Row, Value
from zahlwerk.editions import Edition
from zahlwerk.figures import Figures
from zahlwerk.markup import pieces
from zahlwerk.presentation import shown
from zahlwerk.problems import Problem
from zahlwerk.project import Project
from zahlwerk.quantity import PLAIN, Quantity
from zahlwerk.references import parse_reference

CODE = "charts"
MOST_LETTERS = 42  # in a line of bold type of a chart that is 328 pixels wide


def can_be_drawn(project: Project) -> Iterator[Problem]:
    """Each figure of a chart is known, is a quantity of one dimension with the others, and has a place on the axis."""
    for article in project.articles:
        for chart in article.charts:
            yield from _wrong_values(chart, project.figures)


def parts_add_up(project: Project) -> Iterator[Problem]:
    """The parts of each stacked bar are together exactly what its limit says."""
    for article in project.articles:
        for chart in article.charts:
            if chart.kind == STACKED and not any(_wrong_values(chart, project.figures)):
                for row in chart.rows:
                    yield from _wrong_sum(row, row.limit or chart.common, project.figures)


def labels_fit(project: Project) -> Iterator[Problem]:
    """What is drawn above a bar fits on a phone, in each language."""
    for article in project.articles:
        for edition in project.editions.values():
            catalogue = edition.articles.get(article.slug)
            if catalogue is None and edition.language != article.language:
                continue
            for label in dict.fromkeys(label for chart in article.charts for label in chart.drawn_labels):
                words = edition.translation(article.slug, "", label.source) or label.source
                length = sum(len(text) for text in _shown(words, edition, project.figures))
                if length > MOST_LETTERS:
                    place = catalogue.place("", label.source) if catalogue else label.place
                    message = f'"{words}" has {length} letters, and a phone shows {MOST_LETTERS} in a line of a chart'
                    yield Problem(place, message, "say it shorter, or in the note of the chart", "warning", CODE)


def _shown(words: str, edition: Edition, figures: Figures) -> Iterator[str]:
    """A label as readers see it, in pieces; nothing of a figure that other checks report."""
    for piece, is_figure in pieces(words):
        reference = parse_reference(piece) if is_figure else None
        figure = figures.known.get(reference.target) if reference else None
        try:
            yield edition.figure(shown(figure, reference.presentation)) if figure and reference else piece
        except ValueError:
            continue


def _wrong_values(chart: Chart, figures: Figures) -> Iterator[Problem]:
    first: tuple[str, Quantity] | None = None
    for value in chart.values:
        reference = parse_reference(value.reference)
        try:
            figure = figures.find(reference.target)
            shown(figure, reference.presentation)
        except KeyError as error:
            yield Problem(value.place, str(error.args[0]), code=CODE)
            continue
        except ValueError as error:
            yield Problem(value.place, f"{value.reference}: {error}", code=CODE)
            continue
        if not isinstance(figure.value, Quantity):
            yield Problem(value.place, f"{value.reference} is no quantity, and cannot be drawn", code=CODE)
            continue
        first = first or (value.reference, figure.value)
        if figure.value.dimension != first[1].dimension:
            own, other = _named(figure.value), _named(first[1])
            message = f"{value.reference} is {own}, but {first[0]} on the same axis is {other}"
            yield Problem(value.place, message, "draw two charts", code=CODE)
        yield from _off_the_axis(chart, value, figure.value)


def _off_the_axis(chart: Chart, value: Value, quantity: Quantity) -> Iterator[Problem]:
    if quantity.value < 0:
        yield Problem(
            value.place, f"{value.reference} is negative, and cannot be drawn", "leave its row out", code=CODE
        )
    elif quantity.value == 0 and chart.kind == POINTS:
        yield Problem(value.place, f"{value.reference} is zero, and stands on no logarithmic scale", code=CODE)


def _wrong_sum(row: Row, limit: Value | None, figures: Figures) -> Iterator[Problem]:
    if limit is None:
        return
    parts, whole = sum((_exact(value, figures) for value in row.values), Fraction(0)), _exact(limit, figures)
    if parts != whole:
        message = f"the parts are {float(parts):g} together, but {limit.reference} is {float(whole):g}"
        yield Problem(row.label.place, message, "name all parts, and what is left", code=CODE)


def _exact(value: Value, figures: Figures) -> Fraction:
    quantity = figures.find(parse_reference(value.reference).target).value
    assert isinstance(quantity, Quantity)
    return Fraction(quantity.value)


def _named(quantity: Quantity) -> str:
    return "a plain number" if quantity.dimension == PLAIN else f"in {quantity.dimension}"
