"""What differs between two projects, for programs: plain values that become JSON, exact ones as texts."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from typing import Any

from zahlwerk.appearances import Appearance
from zahlwerk.changes.charts import ChartChange
from zahlwerk.changes.claims import ClaimChange, CountChange
from zahlwerk.changes.comparison import Changes
from zahlwerk.changes.figures import FigureChange
from zahlwerk.changes.planners import PlannerChange
from zahlwerk.changes.texts import SaidChange, TextChange
from zahlwerk.checks.claims import Verdict
from zahlwerk.editions import Edition
from zahlwerk.figures import Figure
from zahlwerk.problems import Problem
from zahlwerk.provenance import Quote
from zahlwerk.quantity import Quantity

Record = dict[str, Any]


def changes_record(changes: Changes, edition: Edition) -> Record:
    """Everything that differs; names are in the language of the edition."""
    return {
        "articles": [
            {
                "before": one.before or None,
                "after": one.after or None,
                "languages": {"before": list(one.languages_before), "after": list(one.languages_after)},
            }
            for one in changes.articles
        ],
        "figures": [_figure_change(change, edition) for change in changes.figures],
        "texts": [_text_change(change) for change in changes.texts],
        "charts": [_chart_change(change) for change in changes.charts],
        "planners": [_planner_change(change) for change in changes.planners],
        "claims": [_claim_change(change) for change in changes.claims],
        "counts": [_count_change(change) for change in changes.counts],
        "stays": {noun: {"total": share.total, "stay": share.stay} for noun, share in changes.stays.items()},
    }


def value_record(figure: Figure | None) -> Record | None:
    """An exact value: a number of base units, a day, or a text."""
    if figure is None:
        return None
    if isinstance(figure.value, Quantity):
        return {
            "value": figure.value.exact_text(),
            "unit": str(figure.value.dimension),
            "bound": figure.bound or None,
        }
    if isinstance(figure.value, datetime.date):
        return {"date": figure.value.isoformat()}
    assert isinstance(figure.value, Quote)
    return {"text": figure.value.text}


def places_record(appearances: Iterable[Appearance]) -> list[Record]:
    """Where a figure stands."""
    return [
        {
            "article": one.slug,
            "place": str(one.place),
            "kind": one.kind,
            "reference": one.written or None,
            "section": one.section or None,
            "languages": [
                {
                    "language": said.language,
                    "spoken": said.spoken,
                    "text": said.text,
                    "form": said.form or None,
                    "place": str(said.place),
                    "reason": said.reason or None,
                }
                for said in one.said
            ],
        }
        for one in appearances
    ]


def problem_record(problem: Problem) -> Record:
    """A finding of a check."""
    return {
        "place": str(problem.place),
        "message": problem.message,
        "hint": problem.hint or None,
        "severity": problem.severity,
        "code": problem.code or None,
    }


def _figure_change(change: FigureChange, edition: Edition) -> Record:
    return {
        "change": change.change,
        "figure": change.reference,
        "name": change.name(edition),
        "stated": change.stated,
        "before": value_record(change.before),
        "after": value_record(change.after),
        "reason": change.reason or None,
        "displayed": change.displayed,
        "shown": [
            {
                "reference": one.written,
                "language": one.language,
                "before": one.before or None,
                "after": one.after or None,
                "reason": one.reason or None,
            }
            for one in change.rendered
        ],
        "places": [{"article": one.slug, "place": str(one.place), "kind": one.kind} for one in change.appearances],
    }


def _text_change(change: TextChange) -> Record:
    return {
        "change": change.change,
        "article": change.slug,
        "kind": change.kind,
        "place": str(change.place),
        "section": change.section or None,
        "row": change.heads[0] or None,
        "column": change.heads[1] or None,
        "references": list(change.references),
        "languages": [_said(one) for one in change.said],
    }


def _said(said: SaidChange) -> Record:
    return {
        "language": said.language,
        "published": said.shown,
        "state": said.state,
        "place": str(said.place),
        "before": said.before,
        "after": said.after,
        "changes": [[piece.kind, piece.text] for piece in said.pieces],
    }


def _chart_change(change: ChartChange) -> Record:
    return {
        "change": change.change,
        "article": change.slug,
        "title": change.title,
        "place": str(change.place),
        "values": [
            {
                "row": value.row or None,
                "series": value.series,
                "reference": value.written,
                "languages": [
                    {"language": language, "before": was or None, "after": becomes or None}
                    for language, was, becomes in value.texts
                ],
            }
            for value in change.values
        ],
    }


def _planner_change(change: PlannerChange) -> Record:
    return {
        "change": change.change,
        "article": change.slug,
        "place": str(change.place),
        "answers": change.answers,
        "changed": change.changed,
        "start": [
            {"part": part, "language": language, "before": was or None, "after": becomes or None}
            for part, language, was, becomes in change.start
        ],
    }


def _claim_change(change: ClaimChange) -> Record:
    return {
        "change": change.change,
        "article": change.slug,
        "claim": change.text,
        "places": [str(place) for place in change.places],
        "before": _verdict(change.before),
        "after": _verdict(change.after),
    }


def _verdict(verdict: Verdict | None) -> Record | None:
    if verdict is None:
        return None
    left, right = (side.exact_text() if side else None for side in (verdict.left, verdict.right))
    unit = str(verdict.left.dimension) if verdict.left else None
    return {"left": left, "right": right, "unit": unit, "fault": verdict.fault or None}


def _count_change(change: CountChange) -> Record:
    return {
        "reference": change.written,
        "language": change.language,
        "before": change.before,
        "after": change.after,
        "form": {"before": change.form_before, "after": change.form_after},
        "places": [str(place) for place in change.places],
        "read": change.read,
    }
