"""Reading single values of the facts files against what is declared for them."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Mapping

from zahlwerk.fields import Range
from zahlwerk.problems import Place, Problem, did_you_mean, known_words
from zahlwerk.provenance import BOUNDS, Citation, Conflict, Fact, Source
from zahlwerk.quantity import PLAIN, UNITS, Written, parse_quantity
from zahlwerk.yamlfile import Mapping as YamlMapping
from zahlwerk.yamlfile import Node, Scalar, Sequence

_FACT_KEYS = ("value", "source", "where", "why", "bound", "conflicts")


class FieldReader:
    """Reads fields and gathers what is wrong with them."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def problem(self, place: Place, message: str, hint: str = "") -> None:
        """Note a problem and go on."""
        self.problems.append(Problem(place, message, hint))

    def closed(self, node: YamlMapping, known: Iterable[str], noun: str) -> None:
        """Note every key that is not known."""
        for key in node.entries.keys() - set(known):
            self.problem(node.places[key], f'unknown {noun}: "{key}"', known_words(key, known, "keys"))

    def text(self, node: YamlMapping, key: str, required_at: Place | None = None) -> str:
        """A text; empty, and a problem where it is required, when there is none."""
        value = node.entries.get(key)
        if isinstance(value, Scalar) and value.text.strip():
            return value.text.strip()
        if value is not None:
            self.problem(node.places[key], f"{key} must be a text")
        elif required_at is not None:
            self.problem(required_at, f"{key} is missing")
        return ""

    def choice(self, node: YamlMapping, key: str, known: tuple[str, ...], required_at: Place | None = None) -> str:
        """One of some known words."""
        text = self.text(node, key, required_at)
        if text and text not in known:
            self.problem(node.places[key], f'{key} must not be "{text}"', known_words(text, known, "values"))
        return text

    def date(self, node: YamlMapping, key: str, required_at: Place | None = None) -> datetime.date | None:
        """A date, written as 2026-10-24."""
        text = self.text(node, key, required_at)
        try:
            return datetime.datetime.strptime(text, "%Y-%m-%d").date() if text else None
        except ValueError:
            self.problem(node.places[key], f'"{text}" is not a date', "write it as 2026-10-24")
            return None

    def quantity(self, node: Scalar, reference: str, limits: Range) -> Written | None:
        """A quantity of the declared dimension within the declared range."""
        try:
            written = parse_quantity(node.text)
        except ValueError as error:
            self.problem(node.place, f"{reference}: {error}", _unit_hint(str(error), limits))
            return None
        dimension = written.quantity.dimension
        if dimension != limits.dimension:
            due = "a plain number" if limits.dimension == PLAIN else f"a quantity in {limits.dimension}"
            hint = "add the unit" if dimension == PLAIN else ""
            self.problem(node.place, f'{reference} must be {due}, but is "{node.text}"', hint)
            return None
        if not limits.contains(written.quantity.value):
            self.problem(node.place, f"{reference} is out of range: {node.text}", f"expected {_span(limits)}")
            return None
        return written

    def source(self, node: YamlMapping, sources: Mapping[str, Source | None]) -> Source | None:
        """The source a node names; None where it names none, or one with problems of its own."""
        value = node.entries.get("source")
        if value is None:
            return None
        name = value.text if isinstance(value, Scalar) else ""
        if name not in sources:
            self.problem(value.place, f'unknown source "{name}"', did_you_mean(name, sources))
        return sources.get(name)

    def fact(
        self, node: Node, reference: str, limits: Range, lent: Citation, sources: Mapping[str, Source | None]
    ) -> Fact | None:
        """A quantity with its provenance; ``lent`` serves where the node names no source of its own."""
        source, where = lent.source, lent.where
        if isinstance(node, Scalar):
            written = self.quantity(node, reference, limits)
            return Fact(reference, written, node.place, source, where) if written else None
        if not isinstance(node, YamlMapping):
            self.problem(node.place, f"{reference} must be one quantity")
            return None
        self.closed(node, _FACT_KEYS, "key of a fact")
        value = node.entries.get("value")
        if not isinstance(value, Scalar):
            self.problem(node.place, f"{reference} lacks a value")
            return None
        written = self.quantity(value, reference, limits)
        if "source" in node.entries:
            source, where = self.source(node, sources), ""
        bound, why = self.choice(node, "bound", BOUNDS), self.text(node, "why")
        conflicts = tuple(self._conflicts(node, reference, limits, sources))
        if not why and (conflicts or (source and source.kind == "own")):
            reason = "which of the values is used" if conflicts else "how the estimate came about"
            self.problem(node.place, f"{reference} must say why", f"add why: {reason}")
        where = self.text(node, "where") or where
        return Fact(reference, written, node.place, source, where, why, bound, conflicts) if written else None

    def _conflicts(
        self, node: YamlMapping, reference: str, limits: Range, sources: Mapping[str, Source | None]
    ) -> Iterator[Conflict]:
        body = node.entries.get("conflicts", Sequence((), node.place))
        for item in body.items if isinstance(body, Sequence) else (body,):
            value = item.entries.get("value") if isinstance(item, YamlMapping) else None
            if not isinstance(item, YamlMapping) or not isinstance(value, Scalar):
                self.problem(item.place, f"a conflict of {reference} must hold value, source and where")
                continue
            self.closed(item, ("value", "source", "where"), "key of a conflict")
            written, source = self.quantity(value, reference, limits), self.source(item, sources)
            if "source" not in item.entries:
                self.problem(item.place, f"a conflict of {reference} lacks its source")
            if written and source:
                yield Conflict(written, source, self.text(item, "where"))


def _span(limits: Range) -> str:
    noun = "a whole number " if limits.whole else ""
    unit = "" if limits.dimension == PLAIN else f" {limits.dimension}"
    return f"{noun}from {float(limits.low):g} to {float(limits.high):g}{unit}"


def _unit_hint(message: str, limits: Range) -> str:
    if "unit" not in message:
        return ""
    known = [name for name, unit in UNITS.items() if unit.dimension == limits.dimension and name]
    return f"units of this field: {', '.join(known)}" if known else "this field takes a plain number"
