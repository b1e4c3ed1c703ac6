"""What the engine answers for each combination that a planner offers: exact numbers, through compiled plans."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from zahlwerk.cases import INPUTS
from zahlwerk.planner.declared import Choice, Planner, Way
from zahlwerk.provenance import Fact
from zahlwerk.quantity import Dimension, Number, Quantity
from zahlwerk.records import Adapter, Build, Card, Record, quantity_fields, record_fields
from zahlwerk.sizing import FORMULAS
from zahlwerk.sizing.plan import Plan, make_plan

FULL_SHARDING = 3  # the stage of ZeRO that FSDP's full sharding is
_TRAINED = (
    "resident_share", "gather_buffer_bytes", "working_bytes", "reserve_bytes", "need_bytes",
    "listed_left", "listed_paper_left", "fewest_cards", "host_bytes", "estimated_host_bytes",
)  # fmt: skip
_VISIBLE = ("visible_left", "visible_paper_left", "fewest_cards_visible")  # where the driver's memory is known
_STATED = ("cards", "tokens", "zero_stage")
Numbers = Mapping[str, Number | None]  # by quantity; None for one that there is not


@dataclass(frozen=True, slots=True)
class _Setting:
    """A method on a card: what many combinations share."""

    plan: Plan
    fixed: tuple[Number, ...]  # values of the plan's inputs but those that are stated

    def numbers(self, *stated: Number) -> Numbers:
        return dict(zip(self.plan.quantities, self.plan.compute(*self.fixed, *stated), strict=True))


class Answers:
    """The answers of one planner, each computed when first asked for."""

    def __init__(self, planner: Planner) -> None:
        self.planner = planner
        self._settings: dict[tuple[str, str], _Setting] = {}
        self._trained: dict[tuple[str, ...], Numbers] = {}
        self._served: dict[tuple[str, str], Numbers] = {}
        self._with_adapter = {name for name, way in planner.serving.items() if self._size(way.adapter)}

    def trained(self, choice: Choice) -> Numbers:
        """Memory per card, what is left, the fewest cards, and what goes to host memory."""
        key = (choice.method, choice.card, choice.cards, choice.tokens)
        if key not in self._trained:
            setting = self._setting(choice.method, choice.card)
            cards, tokens = self.planner.counts[choice.cards], self.planner.tokens[choice.tokens]
            self._trained[key] = setting.numbers(cards, tokens, FULL_SHARDING)
        return self._trained[key]

    def served(self, choice: Choice) -> Numbers:
        """The weights that are served, the cards that takes, and what the weights leave on each of these."""
        key = (choice.serve, choice.card)
        if key not in self._served:
            self._served[key] = self._serving(self.planner.serving[choice.serve], self.planner.cards[choice.card])
        return self._served[key]

    def adapter_is_lacking(self, choice: Choice) -> bool:
        """Whether an adapter is to be served that the method does not train."""
        wanted, trained = self.planner.serving[choice.serve].adapter, self.planner.methods[choice.method].adapter
        return choice.serve in self._with_adapter and wanted.id != trained.id

    def host(self, choice: Choice) -> tuple[Number, Number] | None:
        """Host memory of the build with these cards, and what offloaded states leave of it; None without a build."""
        build = _build(self.planner, choice)
        if build is None:
            return None
        fixed = {"dimms": build.dimms.written.quantity, "dimm": build.dimm.written.quantity}
        host = Quantity(self.trained(choice)["host_bytes"] or 0, FORMULAS["host_bytes"].dimension)
        wanted = ("host_memory", "host_memory_left")
        numbers = _setting(wanted, {}, (), {**fixed, "host_bytes": host}).numbers()
        memory, left = (numbers[name] for name in wanted)
        assert memory is not None
        assert left is not None
        return memory, left

    def _size(self, adapter: Adapter) -> Number | None:
        name = "adapter_parameters"
        return _setting((name,), {"model": self.planner.model, "adapter": adapter}, ()).numbers()[name]

    def _setting(self, method: str, card: str) -> _Setting:
        if (method, card) not in self._settings:
            found = self.planner.cards[card]
            roles: dict[str, Record] = {**self._roles(self.planner.methods[method]), "card": found}
            wanted = (*_TRAINED, *(_VISIBLE if found.visible_memory else ()))
            self._settings[method, card] = _setting(wanted, roles, _STATED)
        return self._settings[method, card]

    def _roles(self, way: Way) -> dict[str, Record]:
        planner = self.planner
        records: dict[str, Record] = {"recipe": way.recipe, "adapter": way.adapter}
        return {**records, "model": planner.model, "estimates": planner.estimates, "estimator": planner.estimator}

    def _serving(self, way: Way, card: Card) -> Numbers:
        served = _setting(("served_bytes",), self._roles(way), ()).numbers()["served_bytes"]
        assert served is not None
        roles: dict[str, Record] = {"model": self.planner.model, "card": card}
        weights = {"weight_bytes": Quantity(served, FORMULAS["weight_bytes"].dimension)}
        cards = _setting(("serving_cards",), roles, (), weights).numbers()["serving_cards"]
        left = _setting(("memory_left",), roles, ("cards",), weights).numbers(cards)["memory_left"] if cards else None
        return {"served_bytes": served, "serving_cards": cards, "served_left": left}


def _build(planner: Planner, choice: Choice) -> Build | None:
    count = planner.counts[choice.cards]
    fitting = (b for b in planner.builds if b.card.id == choice.card and b.cards.written.quantity.value == count)
    return next(fitting, None)


def _setting(
    quantities: tuple[str, ...],
    roles: Mapping[str, Record],
    stated: tuple[str, ...],
    given: dict[str, Quantity] | None = None,
) -> _Setting:
    """The plan for some quantities of records in their roles; ``stated`` are the inputs that each call brings."""
    known = {chain: value for role, record in roles.items() for chain, value in _values(role, record)} | (given or {})
    read = _read(quantities, frozenset(given or ()))
    inputs = tuple((chain, known[chain].dimension) for chain in known if chain in read)
    plan = _plan(quantities, (*inputs, *((name, INPUTS[name].dimension) for name in stated)))
    return _Setting(plan, tuple(known[chain].value for chain, _ in inputs))


def _values(chain: str, record: Record) -> Iterator[tuple[str, Quantity]]:
    """Every quantity that a record and the records within it state, by the chain that a formula reads."""
    yield from ((name, fact.written.quantity) for name, fact in _facts(chain, record))


def _facts(chain: str, record: Record) -> Iterator[tuple[str, Fact]]:
    for name in quantity_fields(type(record)):
        if (fact := getattr(record, name)) is not None:
            yield f"{chain}.{name}", fact
    for name in record_fields(type(record)):
        if (inner := getattr(record, name)) is not None:
            yield from _facts(f"{chain}.{name}", inner)


def facts_read(planner: Planner) -> frozenset[str]:
    """The references of the facts that its answers are computed from, or that it shows."""
    chains = _read((*_TRAINED, *_VISIBLE, "served_bytes", "serving_cards", "memory_left"), frozenset())
    ways = (*planner.methods.values(), *planner.serving.values())
    records: list[tuple[str, Record]] = [("model", planner.model)]
    records += [("estimates", planner.estimates), ("estimator", planner.estimator)]
    records += [("card", card) for card in planner.cards.values()]
    records += [part for way in ways for part in (("recipe", way.recipe), ("adapter", way.adapter))]
    read = {fact.reference for role, record in records for chain, fact in _facts(role, record) if chain in chains}
    counts = set(planner.counts.values())
    offered = (b for b in planner.builds if b.card.id in planner.cards and b.cards.written.quantity.value in counts)
    return frozenset(read | {fact.reference for build in offered for fact in (build.cards, build.dimms, build.dimm)})


@cache
def _read(quantities: tuple[str, ...], given: frozenset[str]) -> frozenset[str]:
    """Everything that the formulas behind some quantities read."""
    found: set[str] = set()
    waiting = list(quantities)
    while waiting:
        formula = FORMULAS[waiting.pop()]
        conditions = (*formula.applies, *formula.requires)
        chains = {*formula.inputs, *(chain for condition in conditions for chain in condition.inputs)}
        waiting += [chain for chain in chains - found if chain in FORMULAS and chain not in given]
        found |= chains
    return frozenset(found)


@cache
def _plan(quantities: tuple[str, ...], inputs: tuple[tuple[str, Dimension], ...]) -> Plan:
    return make_plan(quantities, dict(inputs))
