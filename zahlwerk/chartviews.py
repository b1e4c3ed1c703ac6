"""A chart in one language, as its template shows it: the drawing with its words and figures, and its description."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from babel.lists import format_list

from zahlwerk.articles import chart_id
from zahlwerk.chartblocks import POINTS, Chart, Label, Row
from zahlwerk.charts import Drawing, DrawnRow, draw, mirrored
from zahlwerk.editions import Edition
from zahlwerk.rendering import TextRenderer, Words


@dataclass(frozen=True, slots=True)
class TickView:
    """A number on the axis, in words."""

    at: str  # per cent of the width
    text: str
    anchor: str  # of the text: where it touches the tick


@dataclass(frozen=True, slots=True)
class RowView:
    """A row with its words."""

    label: Words
    values: tuple[Words, ...]  # of each series, then the limit
    drawn: DrawnRow


@dataclass(frozen=True, slots=True)
class ChartView:
    """What the template of charts shows."""

    id: str
    title: Words
    note: Words | None
    columns: tuple[Words, ...]  # the names of the series, then that of a limit that each row has
    limited: bool  # whether the last column is one
    common: tuple[Words, Words] | None  # the name of a limit that all rows have, and its figure
    logarithmic: bool
    keyed: bool  # whether there is more than one column, so that each needs its mark beside its words
    rows: tuple[RowView, ...]
    ticks: tuple[TickView, ...]
    drawing: Drawing
    mirrored: bool
    description: str


def chart_view(chart: Chart, renderer: TextRenderer) -> ChartView:
    """A chart for the readers of an edition."""
    edition = renderer.edition
    drawing = draw(chart, renderer.figures)
    from_the_right = edition.direction == "rtl"
    drawing = mirrored(drawing) if from_the_right else drawing
    drawn = zip(chart.rows, drawing.rows, strict=True)
    rows = tuple(RowView(_words(row.label, renderer), _values(row, renderer), place) for row, place in drawn)
    limited = chart.limit is not None and chart.common is None
    common = _common(chart, renderer)
    columns = tuple(_words(label, renderer) for label in (*chart.series, chart.limit if limited else None) if label)
    return ChartView(
        id=chart_id(chart),
        title=_words(chart.title, renderer),
        note=_words(chart.note, renderer) if chart.note else None,
        columns=columns,
        limited=limited,
        common=common,
        logarithmic=chart.kind == POINTS,
        keyed=len(columns) > 1,
        rows=rows,
        ticks=_ticks(drawing, edition),
        drawing=drawing,
        mirrored=from_the_right,
        description=" ".join(_sentences(columns, rows, common, edition)),
    )


def _words(label: Label, renderer: TextRenderer) -> Words:
    return renderer.words(label.source)


def _values(row: Row, renderer: TextRenderer) -> tuple[Words, ...]:
    return tuple(renderer.value(value.reference) for value in (*row.values, row.limit) if value)


def _ticks(drawing: Drawing, edition: Edition) -> tuple[TickView, ...]:
    """The numbers of the axis; the outermost stay within the chart."""
    anchors = ["start", *["middle"] * (len(drawing.ticks) - 2), "end"]
    return tuple(
        TickView(str(tick.at), edition.figure(tick.number), anchor)
        for tick, anchor in zip(drawing.ticks, anchors, strict=True)
    )


def _common(chart: Chart, renderer: TextRenderer) -> tuple[Words, Words] | None:
    if chart.limit is None or chart.common is None:
        return None
    return _words(chart.limit, renderer), renderer.value(chart.common.reference)


def _sentences(
    columns: tuple[Words, ...], rows: tuple[RowView, ...], common: tuple[Words, Words] | None, edition: Edition
) -> Iterator[str]:
    """All that a chart shows, a sentence for each row."""
    pattern = edition.say("{name} {figure}", "chart") if len(columns) > 1 else "{figure}"
    for row in rows:
        values = [
            pattern.replace("{name}", name.text).replace("{figure}", value.text)
            for name, value in zip(columns, row.values, strict=True)
        ]
        yield _sentence(row.label, values, edition)
    if common:
        yield _sentence(common[0], [common[1].text], edition)


def _sentence(label: Words, values: list[str], edition: Edition) -> str:
    sentence = edition.say("{row}: {values}.", "chart")
    return sentence.replace("{row}", label.text).replace("{values}", format_list(values, locale=edition.locale))
