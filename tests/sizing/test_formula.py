"""Formulas: their declaration, their published text, and their evaluation by name."""

from __future__ import annotations

import ast
import inspect
import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from conftest import ROOT
from small import FACTS

from zahlwerk.facts import load_facts
from zahlwerk.figures import evaluate
from zahlwerk.problems import BuildFailed, Place
from zahlwerk.project import Project
from zahlwerk.provenance import Fact
from zahlwerk.quantity import BYTE, PARAMETER, SECOND, UNITS, Quantity, parse_quantity
from zahlwerk.records import Card, Link
from zahlwerk.references import SHOWN_UNITS, parse_presentation
from zahlwerk.sizing import FORMULAS
from zahlwerk.sizing.expression import ExpressionError
from zahlwerk.sizing.formula import Evaluation, Formula, Given, Missing, Result, formula

FILE = "tests/sizing/test_formula.py"
GLOBAL = 4


@formula("byte", "[GB]:.1")
def weight_share(weight_bytes, cards):
    """The share of one card."""
    return weight_bytes / cards


@formula("byte", "[GB]:.1")
def memory_left(card, weight_share):
    """What a card has left."""
    return card.memory - weight_share


@formula("byte", "[GB]:.1")
def visible_left(card, weight_share):
    """What a card has left as its driver sees it."""
    return card.visible_memory - weight_share


@formula("second", "[seconds]:.1", bound="min", requires=["cards <= link.domain or not link.bridge"])
def seconds(weight_bytes, link):
    """The least time for the weights."""
    return weight_bytes / link.rate


@formula("parameter", "[million]:.1")
def counted(cards):
    """A count that becomes a number of parameters."""
    return cards * 1000


@formula("1", ":.0")
def chicken(egg):
    """Needs the egg."""
    return egg + 1


@formula("1", ":.0")
def egg(chicken):
    """Needs the chicken."""
    return chicken + 1


@formula("byte", "[GB]:.1")
def a_record(card):
    """Takes a record for a quantity."""
    return card * 2


@formula("byte", "[GB]:.1")
def bytes_and_count(weight_bytes, cards):
    """Adds what cannot be added."""
    return weight_bytes + cards


@formula("second", "[seconds]:.1")
def misdeclared(weight_bytes, cards):
    """Yields bytes."""
    return weight_bytes / cards


OWN: Mapping[str, Formula] = {
    found.name: found
    for found in (
        weight_share, memory_left, visible_left, seconds, counted, chicken, egg, a_record, bytes_and_count, misdeclared
    )
}  # fmt: skip


def fact(reference: str, written: str, bound: str = "") -> Fact:
    return Fact(reference, parse_quantity(written), Place("facts.yaml", 1), bound=bound)


def card(bound: str = "") -> Card:
    place = Place("facts.yaml", 1)
    memory, power = fact("card_a.memory", "141 GB", bound), fact("card_a.power", "600 W")
    return Card(id="card_a", name="Card A", place=place, memory=memory, power=power)


def link(bound: str = "", bridge: int = 1) -> Link:
    return Link(
        id="bridge",
        name="Bridge",
        place=Place("facts.yaml", 1),
        rate=fact("bridge.rate", "450 GB/s", bound),
        domain=fact("bridge.domain", "4"),
        bridge=fact("bridge.bridge", str(bridge)),
    )


def weights(bound: str = "") -> Given:
    return Given(Quantity(300 * 10**9, BYTE), "case.weight_bytes", bound)


def cards(number: int) -> Given:
    return Given(Quantity(number), "case.cards")


def result(name: str, **given: Any) -> Result | Missing:
    return Evaluation("case", OWN, given).result(name)


def computed(name: str, **given: Any) -> Result:
    found = result(name, **given)
    assert isinstance(found, Result)
    return found


def lacking(name: str, **given: Any) -> Missing:
    found = result(name, **given)
    assert isinstance(found, Missing)
    return found


def test_a_formula_is_evaluated_with_those_it_needs() -> None:
    found = computed("memory_left", card=card(), weight_bytes=weights(), cards=cards(4))
    assert found.quantity == Quantity(66 * 10**9, BYTE)
    assert found.inputs == {"card.memory": "card_a.memory", "weight_share": "case.weight_share"}


def test_nothing_is_rounded() -> None:
    found = computed("weight_share", weight_bytes=Given(Quantity(1, BYTE), "case.weight_bytes"), cards=cards(3))
    assert found.quantity.value == Fraction(1, 3)


def test_a_case_may_override_a_formula() -> None:
    share = Given(Quantity(10**9, BYTE), "case.weight_share")
    assert computed("memory_left", card=card(), weight_share=share).quantity == Quantity(140 * 10**9, BYTE)


def test_a_count_may_become_a_number_of_things() -> None:
    assert computed("counted", cards=cards(4)).quantity == Quantity(4000, PARAMETER)


@pytest.mark.parametrize(
    ("name", "given", "reason"),
    [
        ("memory_left", {"weight_bytes": weights(), "cards": cards(4)}, "no card is given"),
        ("memory_left", {"card": card(), "weight_bytes": weights()}, "no cards is given"),
        ("weight_share", {}, "no weight_bytes is given"),
        (
            "visible_left",
            {"card": card(), "weight_bytes": weights(), "cards": cards(4)},
            "card.visible_memory is not known",
        ),
        ("seconds", {"weight_bytes": weights(), "link": link()}, "no cards is given"),
        ("a_record", {"card": card()}, "card is a record, not a quantity"),
        ("chicken", {}, "chicken needs itself"),
    ],
)
def test_what_cannot_be_computed_names_the_input_that_lacks(name: str, given: dict[str, Any], reason: str) -> None:
    found = lacking(name, **given)
    assert found.reason == reason
    assert not found.broken


def test_a_broken_requirement_says_what_it_read() -> None:
    found = lacking("seconds", weight_bytes=weights(), link=link(), cards=cards(8))
    assert found.broken
    assert found.reason == "seconds requires cards <= link.domain or not link.bridge"
    assert {chain: given.quantity.value for chain, given in found.values} == {
        "cards": 8,
        "link.domain": 4,
        "link.bridge": 1,
    }


@pytest.mark.parametrize(("number", "bridge"), [(4, 1), (8, 0)])
def test_a_met_requirement_changes_nothing(number: int, bridge: int) -> None:
    found = computed("seconds", weight_bytes=weights(), link=link(bridge=bridge), cards=cards(number))
    assert found.quantity == Quantity(Fraction(2, 3), SECOND)
    assert found.inputs == {"weight_bytes": "case.weight_bytes", "link.rate": "bridge.rate"}


@pytest.mark.parametrize(
    ("memory", "bytes_bound", "bound"),
    [
        ("", "", ""),
        ("min", "", "min"),
        ("over", "", "min"),
        ("max", "", "max"),
        ("under", "", "max"),
        ("about", "", "about"),
        ("", "min", "max"),
        ("", "max", "min"),
        ("min", "max", "min"),
        ("min", "min", "about"),
    ],
)
def test_a_bound_goes_from_facts_to_what_is_computed(memory: str, bytes_bound: str, bound: str) -> None:
    found = computed("memory_left", card=card(memory), weight_bytes=weights(bytes_bound), cards=cards(4))
    assert found.bound == bound


@pytest.mark.parametrize(
    ("bytes_bound", "rate", "bound"),
    [("", "", "min"), ("min", "", "min"), ("", "max", "min"), ("max", "", "about"), ("", "min", "about")],
)
def test_a_declared_bound_holds_only_while_no_input_speaks_against_it(bytes_bound: str, rate: str, bound: str) -> None:
    found = computed("seconds", weight_bytes=weights(bytes_bound), link=link(rate), cards=cards(4))
    assert found.bound == bound


def test_adding_bytes_to_a_count_is_refused() -> None:
    with pytest.raises(ExpressionError, match="weight_bytes \\+ cards puts byte together with a plain number"):
        result("bytes_and_count", weight_bytes=weights(), cards=cards(4))


def test_a_formula_that_yields_another_dimension_than_declared_is_refused() -> None:
    with pytest.raises(ExpressionError, match="misdeclared yields byte, but is declared in second"):
        result("misdeclared", weight_bytes=weights(), cards=cards(4))


@formula("byte", "[GB]:.1")
def pool_and_count(card, cards):
    """Adds a count to a size."""
    return card.memory + cards


def test_a_formula_that_mixes_dimensions_fails_the_build_at_its_place(tmp_path: Path) -> None:
    (tmp_path / "facts").mkdir()
    (tmp_path / "facts/facts.yaml").write_text(FACTS, "utf-8")
    facts = load_facts(tmp_path / "facts", {})
    with pytest.raises(BuildFailed) as failed:
        evaluate(facts, {"pool_and_count": pool_and_count})
    (problem,) = failed.value.problems
    source = Path(__file__).read_text("utf-8").splitlines()
    assert problem.place.file == FILE
    assert source[problem.place.line - 1].strip() == "return card.memory + cards"
    assert problem.message == "card.memory + cards puts byte together with a plain number"


def float_constant(weight_bytes):
    """Holds a float."""
    return weight_bytes * 1.2


def text_constant(weight_bytes):
    """Holds a text."""
    return weight_bytes if weight_bytes > "a" else 0


def call_of_a_builtin(weight_bytes):
    """Calls what is no helper."""
    return round(weight_bytes)


def call_of_a_method(card):
    """Calls a method."""
    return card.memory.bit_length()


def power(cards):
    """Raises to a power."""
    return 2**cards


def attribute_of_a_sum(card, link):
    """Reads a field of what is no record."""
    return (card + link).memory


def two_statements(weight_bytes):
    """Computes in steps."""
    half = weight_bytes / 2
    return half * 3


def no_docstring(weight_bytes):
    return weight_bytes


def statement_for_docstring(weight_bytes):
    assert weight_bytes
    return weight_bytes


def no_return(weight_bytes):
    """Returns nothing."""
    weight_bytes / 2


def empty_return(weight_bytes):
    """Returns nothing either."""
    return


def parameter_unused(weight_bytes, cards):
    """Takes what it does not read."""
    return weight_bytes


def parameter_missing(weight_bytes):
    """Reads what it does not take."""
    return weight_bytes * GLOBAL


MALFORMED = [
    (float_constant, "1.2 is no whole number: make it a fact"),
    (text_constant, "'a' is no whole number: make it a fact"),
    (call_of_a_builtin, "a formula must not call round"),
    (call_of_a_method, "a formula must not call card.memory.bit_length"),
    (power, "a formula must not hold"),
    (attribute_of_a_sum, "must take what it reads"),
    (two_statements, "two_statements must be a docstring and one return"),
    (no_docstring, "no_docstring must be a docstring and one return"),
    (statement_for_docstring, "statement_for_docstring must be a docstring and one return"),
    (no_return, "no_return must be a docstring and one return"),
    (empty_return, "empty_return must be a docstring and one return"),
    (parameter_unused, "parameter_unused must take what it reads: weight_bytes"),
    (parameter_missing, "parameter_missing must take what it reads: GLOBAL, weight_bytes"),
]


@pytest.mark.parametrize(("function", "reason"), MALFORMED)
def test_a_malformed_formula_is_refused(function: Callable[..., Any], reason: str) -> None:
    with pytest.raises(ExpressionError) as refused:
        formula("byte", "[GB]:.1")(function)
    assert reason in str(refused.value)


@pytest.mark.parametrize("function", [float_constant, two_statements, parameter_unused])
def test_a_malformed_formula_is_refused_with_its_place(function: Callable[..., Any]) -> None:
    with pytest.raises(ExpressionError) as refused:
        formula("byte", "[GB]:.1")(function)
    lines, first = inspect.getsourcelines(function)
    assert any(f"{FILE}:{line}" in str(refused.value) for line in range(first, first + len(lines)))


@pytest.mark.parametrize("requirement", ["cards < 1.5", "open(cards)"])
def test_a_malformed_requirement_is_refused(requirement: str) -> None:
    with pytest.raises(ExpressionError):
        formula("byte", "[GB]:.1", requires=[requirement])(parameter_used)


def parameter_used(cards):
    """Takes what it reads."""
    return cards


def _return_of(found: Formula) -> ast.Return:
    tree = ast.parse((ROOT / found.place.file).read_text("utf-8"))
    functions = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    last = functions[found.name].body[-1]
    assert isinstance(last, ast.Return)
    assert last.value is not None
    return last


@pytest.mark.parametrize("name", FORMULAS)
def test_the_published_text_is_the_code(name: str) -> None:
    written = _return_of(FORMULAS[name])
    assert FORMULAS[name].place.line == written.lineno
    assert written.value is not None
    assert ast.dump(ast.parse(FORMULAS[name].text, mode="eval").body) == ast.dump(written.value)


def _smallest_divisor(of: Fraction, at_least: Fraction) -> int:
    return min((d for d in range(1, int(of) + 1) if of % d == 0 and d >= at_least), default=int(of))


def _power_of_two(at_least: Fraction) -> int:
    power = 1
    while power < at_least:
        power *= 2
    return power


HELPERS: Mapping[str, Any] = {
    "ceil": math.ceil,
    "min": min,
    "max": max,
    "total": lambda **parts: sum(parts.values()),
    "smallest_divisor": _smallest_divisor,
    "power_of_two": _power_of_two,
}


def _scope(values: Mapping[str, Fraction]) -> dict[str, Any]:
    """Names for the chains of a formula: plain ones, and records with fields of their own."""
    scope: dict[str, Any] = {}
    for chain, value in values.items():
        *owners, name = chain.split(".")
        fields = scope
        for owner in owners:
            fields = vars(fields.setdefault(owner, SimpleNamespace()))
        fields[name] = value
    return scope


def test_the_published_text_gives_the_published_figures(project: Project) -> None:
    known = project.figures.known
    figures = [figure for figure in known.values() if figure.formula]
    assert figures
    for figure in figures:
        values = {chain: Fraction(known[read].value.value) for chain, read in figure.inputs.items()}
        assert figure.formula is not None
        assert eval(figure.formula.text, {**HELPERS, **_scope(values)}) == figure.value.value, figure.reference


@pytest.mark.parametrize("name", FORMULAS)
def test_each_formula_is_shown_in_a_unit_of_its_dimension(name: str) -> None:
    shown = parse_presentation(FORMULAS[name].show)
    assert shown.decimals is not None
    assert not shown.unit or UNITS[SHOWN_UNITS[shown.unit]].dimension == FORMULAS[name].dimension
