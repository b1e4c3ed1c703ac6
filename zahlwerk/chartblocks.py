"""Charts as an article declares them: a fenced block that names figures and holds the words around them.

Every number of a chart comes from a figure; what is drawn where is decided elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from zahlwerk.problems import BuildFailed, Place
from zahlwerk.references import parse_reference
from zahlwerk.schema import FieldReader
from zahlwerk.yamlfile import Mapping, Node, Scalar, Sequence, parse_yaml

CHART = "chart"  # the language of a fence that declares one
STACKED, BARS, POINTS = "stacked bars", "bars", "points on a logarithmic scale"
KINDS = (STACKED, BARS, POINTS)
MOST_SERIES = 4  # there are as many colours, patterns and marks
_KEYS = ("kind", "title", "note", "series", "limit", "rows")
_OF_LIMIT = ("label", "figure")  # keys of a limit that all rows have in common
_OF_ROWS = ("label", "limit")  # keys of a row that no series may have


@dataclass(frozen=True, slots=True)
class Label:
    """Words of a chart, which may hold references."""

    source: str
    place: Place
    plain: bool = True  # whether it is drawn, where nothing but words and figures can stand


@dataclass(frozen=True, slots=True)
class Value:
    """A figure that a chart draws."""

    reference: str  # with braces and presentation
    place: Place


@dataclass(frozen=True, slots=True)
class Row:
    """What is drawn side by side for one thing: a bar, some bars, or a line of points."""

    label: Label
    values: tuple[Value, ...]  # one for each series, in their order
    limit: Value | None


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart as it is declared."""

    kind: str  # one of KINDS
    title: Label
    note: Label | None
    series: tuple[Label, ...]
    limit: Label | None  # what the line is that each row has, or that crosses all of them
    common: Value | None  # what all rows are measured against, where they have no limits of their own
    rows: tuple[Row, ...]
    place: Place

    @property
    def labels(self) -> tuple[Label, ...]:
        """All its words, in order."""
        around = (self.title, self.note, *self.series, self.limit)
        return tuple(label for label in (*around, *(row.label for row in self.rows)) if label)

    @property
    def drawn_labels(self) -> tuple[Label, ...]:
        """The words that stand in the drawing, each in a line of its own."""
        rows = tuple(row.label for row in self.rows)
        return (*rows, self.limit) if self.limit and self.common else rows

    @property
    def values(self) -> tuple[Value, ...]:
        """All its figures, row by row."""
        of_rows = tuple(value for row in self.rows for value in (*row.values, row.limit) if value)
        return (*of_rows, self.common) if self.common else of_rows

    @property
    def references(self) -> tuple[str, ...]:
        """The references of its figures, without those in its words."""
        return tuple(value.reference for value in self.values)


def read_chart(text: str, file: str, line: int) -> Chart:
    """Read a block whose first line stands in a line of a file. Raises BuildFailed with all that is wrong in it."""
    node = parse_yaml(text, file, line)
    reader = _ChartReader()
    chart = reader.read(node)
    if reader.problems:
        raise BuildFailed(reader.problems)
    return chart


class _ChartReader(FieldReader):
    def read(self, node: Mapping) -> Chart:
        self.closed(node, _KEYS, "key of a chart")
        kind = self.choice(node, "kind", KINDS, node.place)
        title = self._label(node, "title", node.place)
        note = self._label(node, "note", plain=False) if "note" in node.entries else None
        series = self._series(node)
        limit, common = self._limit(node)
        rows = tuple(self._rows(node, tuple(series), limit is not None and common is None))
        return Chart(kind, title, note, tuple(series.values()), limit, common, rows, node.place)

    def _limit(self, node: Mapping) -> tuple[Label | None, Value | None]:
        """The words of a limit, and its figure where all rows have the same."""
        found = node.entries.get("limit")
        if not isinstance(found, Mapping):
            return (self._label(node, "limit") if found else None), None
        self.closed(found, _OF_LIMIT, "key of a limit")
        return self._label(found, "label", found.place), self._value(found, "figure")

    def _label(self, node: Mapping, key: str, required_at: Place | None = None, *, plain: bool = True) -> Label:
        value = node.entries.get(key)
        if isinstance(value, Mapping | Sequence):
            hint = "put it into quotes where it begins with a brace or bracket"
            self.problem(node.places[key], f"{key} must be a text", hint)
            return Label("", node.place, plain)
        text = self.text(node, key, required_at)
        if value is not None and not text:
            self.problem(node.places[key], f"{key} must not be empty")
        return Label(" ".join(text.split()), value.place if value else node.place, plain)

    def _series(self, node: Mapping) -> dict[str, Label]:
        found = node.entries.get("series")
        if not isinstance(found, Mapping) or not found.entries:
            hint = "write a name for each, and behind it the words that readers see"
            self.problem(found.place if found else node.place, "series must name what is drawn in each row", hint)
            return {}
        if len(found.entries) > MOST_SERIES:
            self.problem(found.place, f"a chart has at most {MOST_SERIES} series", "draw two charts")
        for name in _OF_ROWS:
            if name in found.entries:
                self.problem(found.places[name], f'a series must not be named "{name}"', "rows use it themselves")
        return {name: self._label(found, name) for name in found.entries}

    def _rows(self, node: Mapping, series: tuple[str, ...], limited: bool) -> Iterator[Row]:
        rows = node.entries.get("rows")
        if not isinstance(rows, Sequence) or not rows.items:
            self.problem(
                rows.place if rows else node.place, "rows must be a list of what is drawn", "begin each with -"
            )
            return
        for item in rows.items:
            if not isinstance(item, Mapping):
                self.problem(item.place, "a row must hold its label, and a figure for each series")
                continue
            self.closed(item, (*series, *_OF_ROWS[: 1 + limited]), "key of a row")
            label = self._label(item, "label", item.place)
            values = tuple(value for name in series if (value := self._value(item, name)))
            yield Row(label, values, self._value(item, "limit") if limited else None)

    def _value(self, row: Mapping, key: str) -> Value | None:
        node: Node | None = row.entries.get(key)
        if not isinstance(node, Scalar):
            self.problem(node.place if node else row.place, f"{key} must name a figure", "write id.name")
            return None
        try:
            return Value(str(parse_reference(f"{{{node.text}}}")), node.place)
        except ValueError:
            hint = "write id.name, or id.name[unit]:.1, without braces"
            self.problem(node.place, f'"{node.text}" is no figure', hint)
            return None
