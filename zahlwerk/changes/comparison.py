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
class Stays:
    """How much of a project stays."""

    shown: Share  # figures that articles show
    figures: Share  # all figures
    sentences: Share  # texts with words, headings and labels of charts among them
    cells: Share  # cells of tables that hold words or figures
    charts: Share
    claims: Share
    counts: Share  # over all languages


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
    stays: Stays

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
    return Changes(articles, *parts, _stays(new, figures, texts, charts, claims, counts))


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


def _stays(
    view: View,
    figures: Sequence[FigureChange],
    texts: Sequence[TextChange],
    charts: Sequence[ChartChange],
    claims: Sequence[ClaimChange],
    counts: Sequence[CountChange],
) -> Stays:
    shown = {one.target for one in view.appearances() if one.said}
    there = {change.reference for change in figures if change.after}
    every = [text for article in view.articles for text in article.texts if text.is_message or text.references]
    moved = [text for text in texts if text.change != REMOVED and any(s.differs for s in text.said)]
    cells = sum(text.kind == "cell" for text in every), sum(text.kind == "cell" for text in moved)
    known = view.project.figures.known
    drawn = sum(len(article.charts) for article in view.articles)
    guards = sum(len({claim.text for claim in article.claims}) for article in view.articles)
    forms = sum(len(count_forms(view.project, e)) for e in view.project.editions.values() if e.parent is None)
    return Stays(
        shown=_share(len(shown), len(shown & there)),
        figures=_share(len(known), len(there)),
        sentences=_share(len(every) - cells[0], len(moved) - cells[1]),
        cells=_share(*cells),
        charts=_share(drawn, sum(chart.change != "removed" for chart in charts)),
        claims=_share(guards, sum(claim.change != REMOVED for claim in claims)),
        counts=_share(forms, len(counts)),
    )


def _share(total: int, changed: int) -> Share:
    return Share(total, total - changed)
