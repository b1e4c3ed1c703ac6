"""Explanations for programs: plain values that become JSON, exact ones as texts."""

from __future__ import annotations

import dataclasses
from typing import Any

from zahlwerk.changes.record import places_record, value_record
from zahlwerk.derivations import Cited
from zahlwerk.explained.figures import Explanation, Leaning, Step
from zahlwerk.explained.owners import Owner

Record = dict[str, Any]


def explanation_record(found: Explanation, language: str) -> Record:
    """A figure: its derivation as a list of steps that name one another, each once."""
    return {
        "figure": found.root.figure.reference,
        "reference": found.written,
        "language": language,
        "text": found.text,
        "steps": [_step(step) for step in found.steps()],
        "sources": [_source(source) for source in found.sources],
        "places": places_record(found.places),
        "appendices": list(found.appendices),
        "leaning": [_leaning(one) for one in found.leaning],
    }


def owner_record(owner: Owner, language: str) -> Record:
    """A record, a case or a source."""
    return {
        "id": owner.id,
        "kind": owner.kind,
        "language": language,
        "title": owner.title,
        "place": str(owner.place),
        "note": owner.note or None,
        "source": _source(owner.source) if owner.source else None,
        "parts": dict(owner.parts),
        "named by": list(owner.named_by),
        "facts": [
            {
                "fact": one.reference,
                "name": one.name,
                "text": one.text,
                "place": str(one.place) if one.place else None,
                "origin": one.origin or None,
                "used": one.used,
            }
            for one in owner.facts
        ],
        "leaning": [_leaning(one) for one in owner.leaning],
    }


def _step(step: Step) -> Record:
    told, figure = step.told, step.figure
    return {
        "figure": figure.reference,
        "name": told.name,
        "title": told.title,
        "text": told.shown,
        "exact": value_record(figure),
        "place": str(step.place) if step.place else None,
        "formula": {"code": figure.formula.text, "words": told.formula, "numbers": told.filled}
        if figure.formula
        else None,
        "inputs": dict(figure.inputs),
        "why": told.why or None,
        "sources": [_source(source) for source in told.sources] if not figure.inputs else [],
        "conflicts": [{"text": other.shown, "source": _source(other.source)} for other in told.conflicts],
    }


def _source(source: Cited) -> Record:
    record = {name: value or None for name, value in dataclasses.asdict(source).items()}
    return {**record, "id": source.id.removeprefix("source-")}


def _leaning(one: Leaning) -> Record:
    return {
        "figure": one.reference,
        "text": one.text,
        "direct": one.direct,
        "places": [{"article": place.slug, "place": str(place.place), "kind": place.kind} for place in one.places],
    }
