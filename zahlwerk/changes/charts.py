"""Charts that are new, gone or drawn otherwise, value by value."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from zahlwerk.appearances import View
from zahlwerk.articles import Article
from zahlwerk.changes.pairs import chart_pairs
from zahlwerk.chartblocks import Chart, Value
from zahlwerk.editions import Edition
from zahlwerk.markup import pieces
from zahlwerk.problems import Place
from zahlwerk.references import parse_reference

_Key = tuple[int, int]  # row and series, counted from zero; after the last series the limit


@dataclass(frozen=True, slots=True)
class ValueChange:
    """A value that a chart draws otherwise."""

    row: str  # its label, in the language of the source
    series: str
    written: str  # the reference with braces, after
    texts: tuple[tuple[str, str, str], ...]  # language, before and after; empty where it was not or is not drawn


@dataclass(frozen=True, slots=True)
class ChartChange:
    """A chart that differs."""

    change: str  # "added", "removed" or "changed"
    slug: str
    title: str  # in the language of the source
    place: Place
    values: tuple[ValueChange, ...]


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A chart of one of two projects."""

    view: View
    article: Article
    chart: Chart

    @property
    def edition(self) -> Edition:
        return self.view.project.editions[self.article.language]

    def words(self, source: str) -> str:
        runs = pieces(source)
        return "".join(self.view.part(run, self.edition).text if figure else run for run, figure in runs)

    def values(self) -> dict[_Key, Value]:
        found = {
            (number, series): value
            for number, row in enumerate(self.chart.rows)
            for series, value in enumerate(row.values)
        }
        limits = {
            (number, len(self.chart.series)): row.limit for number, row in enumerate(self.chart.rows) if row.limit
        }
        common = {(len(self.chart.rows), len(self.chart.series)): self.chart.common} if self.chart.common else {}
        return {**found, **limits, **common}

    def names(self, key: _Key) -> tuple[str, str]:
        """The labels of a value's row and series."""
        rows, columns = self.chart.rows, (*self.chart.series, self.chart.limit)
        row = self.words(rows[key[0]].label.source) if key[0] < len(rows) else ""
        label = columns[key[1]]
        return row, self.words(label.source) if label else ""

    def text(self, value: Value | None, language: str) -> str:
        edition = self.view.project.editions.get(language)
        return self.view.part(value.reference, edition).text if value and edition else ""

    def exact(self, value: Value | None) -> object:
        """What is drawn of it, which may differ where its text does not."""
        figures = self.view.project.figures.known
        figure = figures.get(parse_reference(value.reference).target) if value else None
        return figure.value if figure else None


def chart_changes(before: View, after: View, old: Article | None, new: Article | None) -> Iterator[ChartChange]:
    """The charts of an article that differ."""
    for then, now in chart_pairs(old, new):
        first = _Drawn(before, old, then) if old and then else None
        second = _Drawn(after, new, now) if new and now else None
        drawn = second or first
        assert drawn is not None
        values = tuple(_value_changes(first, second))
        change = "added" if first is None else "removed" if second is None else "changed"
        if values:
            title, place = drawn.words(drawn.chart.title.source), drawn.chart.place
            yield ChartChange(change, drawn.article.slug, title, place, values)


def _value_changes(first: _Drawn | None, second: _Drawn | None) -> Iterator[ValueChange]:
    then, now = first.values() if first else {}, second.values() if second else {}
    for key in sorted(then.keys() | now.keys()):
        old, new = then.get(key), now.get(key)
        drawn = second if second and new else first
        value = new or old
        if drawn is None or value is None:
            continue
        languages = drawn.view.published[drawn.article.slug]
        texts = tuple(
            (language, first.text(old, language) if first else "", second.text(new, language) if second else "")
            for language in languages
        )
        redrawn = (first.exact(old) if first else None) != (second.exact(new) if second else None)
        if redrawn or any(was != becomes for _, was, becomes in texts):
            yield ValueChange(*drawn.names(key), value.reference, texts)
