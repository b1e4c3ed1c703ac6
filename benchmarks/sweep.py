"""A sweep of many (model, method, card, count, tokens) combinations through compiled plans.

    python -m benchmarks.sweep              # 100,000 combinations; about two minutes
    python -m benchmarks.sweep --count 1000

A plan is compiled once for each set of inputs that is known: a card without a published dense rate has a plan
without the quantities that need one. Combinations are made and computed one by one, and nothing is kept of them.
"""

from __future__ import annotations

import argparse
import operator
import resource
import statistics
import time
import types
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path

from zahlwerk.cases import INPUTS
from zahlwerk.configs import read_config
from zahlwerk.facts import load_facts
from zahlwerk.quantity import Dimension, Number, Quantity
from zahlwerk.records import Adapter, Format, Model, Record, quantity_fields, record_fields
from zahlwerk.sizing import FORMULAS
from zahlwerk.sizing.expression import ExpressionError
from zahlwerk.sizing.plan import Plan, make_plan
from zahlwerk.sizing.situation import all_linear

ROOT = Path(__file__).resolve().parent.parent
QUANTITIES = (
    "parameters", "active_parameters", "adapter_parameters", "layer_bytes", "weight_bytes", "resident_bytes",
    "resident_share", "gather_buffer_bytes", "logit_bytes", "layer_input_bytes", "working_bytes", "paper_bytes",
    "need_bytes", "listed_left", "visible_left", "fewest_cards", "gather_bytes", "reduce_scatter_bytes",
    "traffic_bytes", "gather_seconds", "traffic_seconds", "recomputed_work", "attention_work", "compute_seconds",
    "balance_tokens",
)  # fmt: skip
METHODS = {
    "bf16_lora": "attention_r16",
    "qlora": "attention_r16",
    "adam32": "no_adapter",
    "adam8": "no_adapter",
    "pure_bf16": "no_adapter",
    "pure_bf16_adam8": "no_adapter",
}  # recipe, and the adapter that goes with it, at all linear modules
CARDS = ("h200_nvl", "rtx_pro_6000_se", "rtx_pro_6000_ws")
COUNTS = (1, 2, 4, 8)
TOKENS = range(512, 512 * 101, 512)
RANK = 16
ZERO_STAGE = 3
LEFT_OUT = {
    "the fewest cards": {"fewest_cards"},
    "need, what it leaves, fewest cards": {"need_bytes", "listed_left", "visible_left", "fewest_cards"},
    "times and balance": {"gather_seconds", "traffic_seconds", "compute_seconds", "balance_tokens"},
    "traffic, times and balance": {
        "gather_bytes", "reduce_scatter_bytes", "traffic_bytes",
        "gather_seconds", "traffic_seconds", "compute_seconds", "balance_tokens",
    },
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Sweep:
    """What to compute, and with which numbers."""

    count: int  # combinations
    quantities: tuple[str, ...] = QUANTITIES
    kind: Callable[[Number], Number] = lambda value: value  # what every input is turned into
    plain: bool = False  # whether to divide as Python does, as fractions and floats everywhere need


@dataclass(frozen=True, slots=True)
class Setting:
    """Records in their roles: what many combinations share."""

    roles: Mapping[str, Record]
    plan: Plan
    fixed: tuple[Number, ...]  # values of the plan's inputs but the last three


@dataclass(frozen=True, slots=True)
class Combination:
    """A setting with a number of cards and of tokens."""

    setting: Setting
    cards: Number
    tokens: Number

    @property
    def arguments(self) -> tuple[Number, ...]:
        """What the plan takes; the micro-batch is one sequence."""
        return (*self.setting.fixed, self.cards, self.tokens, self.tokens)


def combinations(sweep: Sweep) -> Iterator[Combination]:
    """So many combinations, one by one, evenly over everything there is."""
    everything = len(_configs()) * len(METHODS) * len(CARDS) * len(COUNTS) * len(TOKENS)
    chosen = (number * everything // sweep.count for number in range(sweep.count))
    position = next(chosen)
    for block, (setting, cards) in enumerate(_settings(sweep)):
        first = block * len(TOKENS)
        while first <= position < first + len(TOKENS):
            yield Combination(setting, sweep.kind(cards), sweep.kind(TOKENS[position - first]))
            position = next(chosen, everything)


def _configs() -> list[Path]:
    return sorted((ROOT / "tests" / "configs").glob("*.json"))


def _settings(sweep: Sweep) -> Iterator[tuple[Setting, int]]:
    """Every setting with each count of cards."""
    records = load_facts(ROOT / "facts", {name: formula.dimension for name, formula in FORMULAS.items()}).records
    formats = {record.id: record for record in records.values() if isinstance(record, Format)}
    for path in _configs():
        model = read_config(path, formats)
        for recipe, card, cards in product(METHODS, CARDS, COUNTS):
            yield _setting(_roles(model, recipe, card, cards, records), sweep), cards


def _roles(model: Model, recipe: str, card: str, cards: int, records: Mapping[str, Record]) -> dict[str, Record]:
    """The records of a setting. Plans do not check what formulas require, so no bridge joins more than it can."""
    adapter = records[METHODS[recipe]]
    assert isinstance(adapter, Adapter)
    bridged = card == "h200_nvl" and cards <= 4
    return {
        "model": model,
        "recipe": records[recipe],
        "adapter": all_linear(model, adapter, RANK) if recipe.endswith("lora") else adapter,
        "card": records[card],
        "link": records["nvlink4" if bridged else "pcie5_x16"],
        "estimates": records["planning"],
    }


def _setting(roles: Mapping[str, Record], sweep: Sweep) -> Setting:
    known = {chain: value for role, record in roles.items() for chain, value in _values(role, record)}
    known["zero_stage"] = Quantity(ZERO_STAGE)
    plan = _plan(tuple((chain, known[chain].dimension) for chain in sorted(known)), sweep.quantities)
    fixed = tuple(sweep.kind(known[chain].value) for chain in plan.inputs[:-3])
    return Setting(roles, plan, fixed)


def _values(chain: str, record: Record) -> Iterator[tuple[str, Quantity]]:
    """Every quantity that a record and the records within it state, by the chain that a formula reads."""
    for name in quantity_fields(type(record)):
        if (fact := getattr(record, name)) is not None:
            yield f"{chain}.{name}", fact.written.quantity
    for name in record_fields(type(record)):
        if (inner := getattr(record, name)) is not None:
            yield from _values(f"{chain}.{name}", inner)


@cache
def _plan(known: tuple[tuple[str, Dimension], ...], quantities: tuple[str, ...]) -> Plan:
    """The plan for what is known: of the quantities those that can be told, of the inputs those that are read."""
    last = ("cards", "tokens", "sequence")
    dimensions = dict(known) | {name: INPUTS[name].dimension for name in last}
    told = [name for name in quantities if _can_be_told(name, dimensions)]
    read = {chain for name in formulas_of(told) for chain in _chains(name)}
    inputs = [chain for chain, _ in known if chain in read]
    return make_plan(told, {chain: dimensions[chain] for chain in (*inputs, *last)})


def _can_be_told(name: str, dimensions: Mapping[str, Dimension]) -> bool:
    try:
        make_plan([name], dimensions)
    except ExpressionError:
        return False
    return True


def _chains(name: str) -> tuple[str, ...]:
    """What a formula reads, for its value or to see whether there is one."""
    formula = FORMULAS[name]
    return (*formula.inputs, *(chain for condition in formula.applies for chain in condition.inputs))


def formulas_of(names: Iterable[str]) -> list[str]:
    """The formulas behind some quantities, each after what it reads."""
    order: dict[str, None] = {}

    def visit(name: str) -> None:
        if name in FORMULAS and name not in order:
            for chain in _chains(name):
                visit(chain)
            order[name] = None

    for name in names:
        visit(name)
    return list(order)


def results(sweep: Sweep) -> Iterator[tuple[Combination, tuple[Number | None, ...]]]:
    """Each combination with the values of its plan's quantities."""
    for combination in combinations(sweep):
        yield combination, combination.setting.plan.compute(*combination.arguments)


def divided_plainly(plan: Plan) -> Callable[..., tuple[Number | None, ...]]:
    """The same code with Python's own division, for fractions and floats everywhere."""
    code = plan.compute
    return types.FunctionType(code.__code__, {**code.__globals__, "ratio": operator.truediv})


def microseconds(sweep: Sweep) -> float:
    """Time per combination, with what it takes to gather its arguments, without reading records."""
    spent = done = 0
    functions: dict[int, Callable[..., object]] = {}
    for combination in combinations(sweep):
        plan = combination.setting.plan
        if id(plan) not in functions:
            functions[id(plan)] = divided_plainly(plan) if sweep.plain else plan.compute
        compute = functions[id(plan)]
        begun = time.perf_counter_ns()
        compute(*combination.arguments)
        spent += time.perf_counter_ns() - begun
        done += 1
    return spent / done / 1000


@dataclass(frozen=True, slots=True)
class Cost:
    """What one formula costs, on average over a sample."""

    microseconds: float
    exact: float  # share of the combinations in which no fraction enters or leaves it


def costs(sweep: Sweep) -> dict[str, Cost]:
    """Each formula's own time, without the call, and how often it stays with integers."""
    spent: Counter[str] = Counter()
    whole: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    for combination in combinations(sweep):
        values = dict(zip(combination.setting.plan.inputs, combination.arguments, strict=True))
        for name in formulas_of(combination.setting.plan.quantities):
            formula = FORMULAS[name]
            read = [values[chain] for chain in formula.inputs]
            values[name] = formula.compute(*read)
            spent[name] += max(0, _best(formula.compute, read) - _best(_nothing, read))
            whole[name] += all(type(value) is int for value in (*read, values[name]))
            seen[name] += 1
    return {name: Cost(spent[name] / sweep.count / 1000, whole[name] / seen[name]) for name in seen}


def _nothing(*_: object) -> None:
    return None


def _best(function: Callable[..., object], arguments: list[Number], times: int = 20) -> int:
    """The shortest of several calls, in nanoseconds."""
    best = 10**9
    for _ in range(times):
        begun = time.perf_counter_ns()
        function(*arguments)
        best = min(best, time.perf_counter_ns() - begun)
    return best


def peak_memory() -> float:
    """The most memory this process has held, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _stream(sweep: Sweep) -> None:
    """Compute everything once, and tell how much there is and what it takes."""
    next(results(sweep))
    before, begun = peak_memory(), time.perf_counter()
    done = told = 0
    for _, values in results(sweep):
        done += 1
        told += len(values)
    each = (time.perf_counter() - begun) / done * 1e6
    print(f"{done:,} combinations of {told / done:.1f} quantities on average, {_plan.cache_info().currsize} plans")
    print(f"{each:.1f} µs each, with reading and compiling everything")
    print(f"peak memory {before:.1f} MiB before the sweep, {peak_memory():.1f} MiB after it\n")


def _line(name: str, sweep: Sweep, runs: int) -> str:
    found = [microseconds(sweep) for _ in range(runs)]
    return f"| {name} | {sweep.count:,} | {statistics.median(found):.1f} | {min(found):.1f} | {max(found):.1f} |"


def _compare(count: int, runs: int) -> None:
    """Exact integers first, fractions everywhere, and floats; then the first without some of its quantities."""
    print("| what | combinations | median µs | lowest | highest |\n|---|--:|--:|--:|--:|")
    print(_line("integers first, exact", Sweep(count), runs))
    print(_line("`Fraction` everywhere", Sweep(count // 10, kind=Fraction, plain=True), runs))
    print(_line("floats", Sweep(count, kind=float, plain=True), runs))
    for name, left_out in LEFT_OUT.items():
        quantities = tuple(quantity for quantity in QUANTITIES if quantity not in left_out)
        print(_line(f"exact, without {name}", Sweep(count // 10, quantities), runs))


def _where(sample: int) -> None:
    """Show the dearest formulas, and the share of those that leave the integers."""
    found = costs(Sweep(sample))
    everything = sum(cost.microseconds for cost in found.values())
    print(f"\n{len(found)} formulas take {everything:.1f} µs together, timed one by one\n")
    print("| formula | µs | share | with integers only |\n|---|--:|--:|--:|")
    for name, cost in sorted(found.items(), key=lambda item: -item[1].microseconds)[:12]:
        print(f"| `{name}` | {cost.microseconds:.2f} | {cost.microseconds / everything:.0%} | {cost.exact:.0%} |")
    always = [cost.microseconds for cost in found.values() if cost.exact == 1]
    rest = everything - sum(always)
    print(f"\n{len(always)} formulas always stay with integers: {sum(always):.1f} µs, {sum(always) / everything:.0%}")
    print(f"{len(found) - len(always)} formulas do not: {rest:.1f} µs, {rest / everything:.0%}")


def main() -> None:
    """Run the sweep and print what it takes."""
    options = argparse.ArgumentParser(description="time a sweep of sizings")
    options.add_argument("--count", type=int, default=100_000, help="combinations, at least 100")
    options.add_argument("--runs", type=int, default=5, help="runs of each timing")
    asked = options.parse_args()
    _stream(Sweep(asked.count))
    _compare(asked.count, asked.runs)
    _where(min(asked.count, 500))


if __name__ == "__main__":
    main()
