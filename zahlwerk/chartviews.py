"""A chart in one language, as its template shows it: the drawing with its words and figures, and its description."""

from __future__ import annotations

from dataclasses import dataclass

from babel.lists import format_list

from zahlwerk.articles import chart_id
from zahlwerk.chartblocks import POINTS, Chart, Label, Row
from zahlwerk.charts import DrawnRow, Drawing, draw, mirrored
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
    columns: tuple[Words, ...]  # the names of the series, then that of the limit
    limited: bool  # whether the last column is one
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
    columns = tuple(_words(label, renderer) for label in (*chart.series, chart.limit) if label)
    return ChartView(
        id=chart_id(chart),
        title=_words(chart.title, renderer),
        note=_words(chart.note, renderer) if chart.note else None,
        columns=columns,
        limited=chart.limit is not None,
        logarithmic=chart.kind == POINTS,
        keyed=len(columns) > 1,
        rows=rows,
        ticks=_ticks(drawing, edition),
        drawing=drawing,
        mirrored=from_the_right,
        description=_description(columns, rows, edition),
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


def _description(columns: tuple[Words, ...], rows: tuple[RowView, ...], edition: Edition) -> str:
    """All that a chart shows, as sentences."""
    return " ".join(_sentence(row, columns, edition) for row in rows)


def _sentence(row: RowView, columns: tuple[Words, ...], edition: Edition) -> str:
    pattern = edition.say("{name} {figure}", "chart") if len(columns) > 1 else "{figure}"
    values = [
        pattern.replace("{name}", name.text).replace("{figure}", value.text)
        for name, value in zip(columns, row.values, strict=True)
    ]
    listed = format_list(values, locale=edition.locale)
    sentence = edition.say("{row}: {values}.", "chart")
    return sentence.replace("{row}", row.label.text).replace("{values}", listed)
