"""Two evaluated projects side by side: all that differs for readers, and how much stays."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from zahlwerk.appearances import View, by_target
from zahlwerk.articles import Article
from zahlwerk.changes.charts import ChartChange, chart_changes
from zahlwerk.changes.claims import ClaimChange, CountChange, claim_changes, count_changes
from zahlwerk.changes.figures import FigureChange, figure_changes
from zahlwerk.changes.pairs import article_pairs
from zahlwerk.changes.planners import PlannerChange, planner_change
from zahlwerk.changes.texts import REMOVED, TextChange, text_changes
from zahlwerk.grammar import count_forms
from zahlwerk.project import Project

_Change = TypeVar("_Change")
_Both = tuple[Article | None, Article | None]


@dataclass(frozen=True, slots=True)
class ArticleChange:
    """An article that is new, gone, renamed, or appears in other languages."""

    before: str  # its slug; empty where there was none
    after: str
    languages_before: tuple[str, ...]
    languages_after: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Share:
    """How many of some things stay as they are."""

    total: int  # in the later project
    stay: int


@dataclass(frozen=True, slots=True)
class Totals:
    """How much there is in a project."""

    shown: int  # figures that articles show
    figures: int  # all figures
    sentences: int  # texts with words, headings and labels of charts among them
    cells: int  # cells of tables that hold words or figures
    charts: int
    claims: int
    counts: int  # over all languages


@dataclass(frozen=True, slots=True)
class Changes:
    """All that differs between two projects."""

    articles: tuple[ArticleChange, ...]
    figures: tuple[FigureChange, ...]
    texts: tuple[TextChange, ...]
    charts: tuple[ChartChange, ...]
    planners: tuple[PlannerChange, ...]
    claims: tuple[ClaimChange, ...]
    counts: tuple[CountChange, ...]
    totals: Totals  # of the later project

    @property
    def displayed(self) -> tuple[FigureChange, ...]:
        """The figures that readers see."""
        return tuple(change for change in self.figures if change.displayed)

    @property
    def hidden(self) -> tuple[FigureChange, ...]:
        """The figures that no article shows."""
        return tuple(change for change in self.figures if not change.displayed)

    @property
    def sentences(self) -> tuple[TextChange, ...]:
        """The texts that are no cells of tables."""
        return tuple(change for change in self.texts if change.kind != "cell")

    @property
    def cells(self) -> tuple[TextChange, ...]:
        """The cells of tables."""
        return tuple(change for change in self.texts if change.kind == "cell")

    @property
    def lacking(self) -> tuple[TextChange, ...]:
        """The texts that are new or changed, and whose translation in some language is not."""
        return tuple(change for change in self.texts if any(said.lacking for said in change.said))

    @property
    def stays(self) -> dict[str, Share]:
        """How much of the later project is as it was, by what it is."""
        totals, there = self.totals, [change for change in self.figures if change.after]
        texts = [text for text in self.texts if text.change != REMOVED and any(said.differs for said in text.said)]
        cells = sum(text.kind == "cell" for text in texts)
        changed = {
            "figures that articles show": (totals.shown, sum(change.displayed for change in there)),
            "figures in all": (totals.figures, len(there)),
            "sentences, headings and labels": (totals.sentences, len(texts) - cells),
            "cells of tables": (totals.cells, cells),
            "charts": (totals.charts, sum(chart.change != "removed" for chart in self.charts)),
            "claims": (totals.claims, sum(claim.change != "removed" for claim in self.claims)),
            "counts, over all languages": (totals.counts, len(self.counts)),
        }
        return {noun: Share(total, total - number) for noun, (total, number) in changed.items()}

    @property
    def empty(self) -> bool:
        """Whether there is nothing to tell."""
        parts = (self.articles, self.figures, self.texts, self.charts, self.planners, self.claims, self.counts)
        return not any(parts)


def compare(before: Project, after: Project) -> Changes:
    """All that differs between two projects."""
    old, new = View(before), View(after)
    pairs = list(article_pairs(before.articles, after.articles))
    shown = by_target(old.appearances()), by_target(new.appearances())
    figures = tuple(figure_changes(old, new, *shown))
    texts = tuple(_each(text_changes, old, new, pairs))
    charts = tuple(_each(chart_changes, old, new, pairs))
    claims = tuple(_each(claim_changes, old, new, pairs))
    counts = tuple(count_changes(old, new))
    planners = (planner_change(old, new, *pair) for pair in pairs)
    articles = tuple(_article_changes(old, new, pairs))
    parts = (figures, texts, charts, tuple(change for change in planners if change), claims, counts)
    return Changes(articles, *parts, _totals(new))


def _each(
    changes: Callable[[View, View, Article | None, Article | None], Iterator[_Change]],
    before: View,
    after: View,
    pairs: Sequence[_Both],
) -> Iterator[_Change]:
    for pair in pairs:
        yield from changes(before, after, *pair)


def _article_changes(before: View, after: View, pairs: Sequence[_Both]) -> Iterator[ArticleChange]:
    for old, new in pairs:
        languages = before.published[old.slug] if old else (), after.published[new.slug] if new else ()
        slugs = old.slug if old else "", new.slug if new else ""
        if slugs[0] != slugs[1] or set(languages[0]) != set(languages[1]):
            yield ArticleChange(*slugs, *languages)


def _totals(view: View) -> Totals:
    texts = [text for article in view.articles for text in article.texts if text.is_message or text.references]
    cells = sum(text.kind == "cell" for text in texts)
    languages = [edition for edition in view.project.editions.values() if edition.parent is None]
    return Totals(
        shown=len({one.target for one in view.appearances() if one.said}),
        figures=len(view.project.figures.known),
        sentences=len(texts) - cells,
        cells=cells,
        charts=sum(len(article.charts) for article in view.articles),
        claims=sum(len({claim.text for claim in article.claims}) for article in view.articles),
        counts=sum(len(count_forms(view.project, edition)) for edition in languages),
    )
