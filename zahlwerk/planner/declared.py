"""What an article declares for its planner: a fenced block of strict YAML, read against the facts."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from zahlwerk.articles import Article, Fence
from zahlwerk.cases import INPUTS
from zahlwerk.facts import Facts
from zahlwerk.problems import BuildFailed, Place, known_words
from zahlwerk.records import Adapter, Build, Card, Estimates, Estimator, Model, Recipe, Record
from zahlwerk.schema import FieldReader
from zahlwerk.yamlfile import Mapping as YamlMapping
from zahlwerk.yamlfile import Node, Scalar, Sequence, parse_yaml

FENCE = "planner"  # the info string of the block
_KEYS = ("model", "methods", "cards", "counts", "tokens", "serving", "start")
_Record = TypeVar("_Record", bound=Record)


@dataclass(frozen=True, slots=True)
class Choice:
    """One combination of what a reader may choose: ids, as they stand in addresses."""

    method: str
    card: str
    cards: str  # how many
    tokens: str  # of a micro-batch
    serve: str


AXES = tuple(field.name for field in dataclasses.fields(Choice))


@dataclass(frozen=True, slots=True)
class Way:
    """A way to train or to serve the model."""

    recipe: Recipe
    adapter: Adapter  # one without any rank where there is none


@dataclass(frozen=True, slots=True)
class Planner:
    """The planner of an article."""

    model: Model
    methods: Mapping[str, Way]  # by the id of the recipe, as is what follows
    cards: Mapping[str, Card]
    counts: Mapping[str, int]  # of cards
    tokens: Mapping[str, int]
    serving: Mapping[str, Way]
    start: Choice  # what stands on the page before anything is chosen
    builds: tuple[Build, ...]  # servers whose host memory is known
    estimates: Estimates
    estimator: Estimator

    @property
    def axes(self) -> dict[str, tuple[str, ...]]:
        """What may be chosen, by axis."""
        found = (self.methods, self.cards, self.counts, self.tokens, self.serving)
        return {axis: tuple(ids) for axis, ids in zip(AXES, found, strict=True)}


def planner_of(article: Article, facts: Facts) -> Planner | None:
    """The planner that an article declares; None where it declares none.

    Raises BuildFailed with everything that is wrong in its block.
    """
    fences = [fence for fence in article.fences if fence.info == FENCE]
    if not fences:
        return None
    reader = _PlannerReader(facts)
    for second in fences[1:]:
        reader.problem(second.place, "an article has one planner", "merge the blocks")
    planner = reader.read(fences[0])
    if reader.problems or planner is None:
        raise BuildFailed(reader.problems)
    return planner


class _PlannerReader(FieldReader):
    def __init__(self, facts: Facts) -> None:
        super().__init__()
        self.facts = facts

    def read(self, fence: Fence) -> Planner | None:
        node = parse_yaml(fence.text, fence.place.file, fence.place.line)
        self.closed(node, _KEYS, "key of a planner")
        for key in _KEYS:
            if key not in node.entries:
                self.problem(fence.place, f"the planner lacks {key}", f"it has {', '.join(_KEYS)}")
        if self.problems:
            return None
        model = self._record(node.entries["model"], Model)
        methods, serving = self._ways(node, "methods"), self._ways(node, "serving")
        cards = {card.id: card for item in self._items(node, "cards") if (card := self._record(item, Card))}
        counts = dict(self._numbers(node, "counts", "cards"))
        tokens = dict(self._numbers(node, "tokens", "tokens"))
        choices: dict[str, Iterable[str]] = dict(zip(AXES, (methods, cards, counts, tokens, serving), strict=True))
        start = self._start(node.entries["start"], choices) if not self.problems else None
        estimates, estimator = self._first(Estimates, fence.place), self._first(Estimator, fence.place)
        if self.problems or not (model and start and estimates and estimator):
            return None
        builds = tuple(_all(Build, self.facts))
        return Planner(model, methods, cards, counts, tokens, serving, start, builds, estimates, estimator)

    def _record(self, node: Node, record_type: type[_Record]) -> _Record | None:
        known = {record.id: record for record in _all(record_type, self.facts)}
        name = node.text if isinstance(node, Scalar) else ""
        if name not in known:
            noun = record_type.__name__.lower()
            self.problem(node.place, f'there is no {noun} "{name}"', known_words(name, known, f"{noun}s"))
        return known.get(name)

    def _ways(self, node: YamlMapping, key: str) -> dict[str, Way]:
        """Recipes with the adapter that goes with each."""
        entries = node.entries[key]
        if not isinstance(entries, YamlMapping) or not entries.entries:
            self.problem(node.places[key], f"{key} must give an adapter for each recipe", "write qlora: attention_r16")
            return {}
        found = {}
        for name, value in entries.entries.items():
            recipe = self._record(Scalar(name, False, entries.places[name]), Recipe)
            adapter = self._record(value, Adapter)
            if recipe and adapter:
                found[name] = Way(recipe, adapter)
        return found

    def _items(self, node: YamlMapping, key: str) -> tuple[Node, ...]:
        value = node.entries[key]
        if not isinstance(value, Sequence) or not value.items:
            self.problem(node.places[key], f"{key} must be a list")
            return ()
        texts = [item.text for item in value.items if isinstance(item, Scalar)]
        for repeated in sorted({text for text in texts if texts.count(text) > 1}):
            self.problem(node.places[key], f"{key} lists {repeated} more than once")
        return value.items

    def _numbers(self, node: YamlMapping, key: str, name: str) -> Iterator[tuple[str, int]]:
        for item in self._items(node, key):
            text = item.text if isinstance(item, Scalar) else ""
            if not (text.isascii() and text.isdigit() and INPUTS[name].contains(int(text))):
                self.problem(item.place, f'"{text}" is no number of {name}', "write a whole number from 1 on")
            else:
                yield text, int(text)

    def _start(self, node: Node, choices: Mapping[str, Iterable[str]]) -> Choice | None:
        if not isinstance(node, YamlMapping):
            self.problem(node.place, "start must choose one of each", f"it has {', '.join(AXES)}")
            return None
        self.closed(node, AXES, "key of start")
        chosen = {axis: self.text(node, axis, node.place) for axis in AXES}
        for axis, name in chosen.items():
            if name and name not in choices[axis]:
                hint = known_words(name, choices[axis], "choices")
                self.problem(node.places[axis], f'the planner has no {axis} "{name}" to start with', hint)
        return None if self.problems else Choice(**chosen)

    def _first(self, record_type: type[_Record], place: Place) -> _Record | None:
        """The planning values, which every site has but one of."""
        found = next(_all(record_type, self.facts), None)
        if found is None:
            self.problem(place, f"the facts hold no {record_type.__name__.lower()}, which a planner needs")
        return found


def _all(record_type: type[_Record], facts: Facts) -> Iterator[_Record]:
    return (record for record in facts.records.values() if isinstance(record, record_type))
