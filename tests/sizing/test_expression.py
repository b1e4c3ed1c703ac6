"""The body of a formula: what it may hold, what it computes, and what can be read off it."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zahlwerk.quantity import BYTE, FLOP, PARAMETER, PLAIN, SECOND, Dimension
from zahlwerk.sizing.expression import (
    ExpressionError,
    ceil,
    chains,
    checked,
    compiled,
    dimension_of,
    direction_of,
    power_of_two,
    ratio,
    smallest_divisor,
    text_of,
    total,
)


def parsed(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def computed(text: str, **values: int | Fraction) -> int | Fraction:
    expression = checked(parsed(text))
    inputs = chains(expression)
    return compiled(expression, inputs)(*(values[chain.replace(".", "_")] for chain in inputs))


@pytest.mark.parametrize(
    ("text", "values", "result"),
    [
        ("a / b", {"a": 1, "b": 3}, Fraction(1, 3)),
        ("a / b * b", {"a": 1, "b": 3}, 1),
        ("2 * w * (n - 1) / n", {"w": 233_658_313_344, "n": 4}, 350_487_470_016),
        ("card.memory - share", {"card_memory": 141 * 10**9, "share": 142 * 10**9}, -(10**9)),
        ("a if b > 2 else c", {"a": 1, "b": 3, "c": 5}, 1),
        ("a if b > 2 and not c else c", {"a": 1, "b": 3, "c": 5}, 5),
        ("ceil(a / b)", {"a": 7, "b": 2}, 4),
        ("min(a, b) + max(a, b)", {"a": 7, "b": 2}, 9),
        ("total(x=a, y=b / 2, z=-a)", {"a": 7, "b": 3}, Fraction(3, 2)),
        ("a / b", {"a": 10**30, "b": 10**15}, 10**15),
    ],
)
def test_an_expression_is_computed_exactly(text: str, values: Mapping[str, int], result: int | Fraction) -> None:
    assert computed(text, **values) == result


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1.5 * a", "1.5 is no whole number: make it a fact"),
        ("2e9", "make it a fact"),
        ("'a'", "make it a fact"),
        ("True", "make it a fact"),
        ("None", "make it a fact"),
        ("a ** 2", "must not hold"),
        ("a // 2", "must not hold"),
        ("a % 2", "must not hold"),
        ("a | 2", "must not hold"),
        ("a[0]", "must not hold"),
        ("[a, b]", "must not hold"),
        ("(a, b)", "must not hold"),
        ("lambda: a", "must not hold"),
        ("(a := 2)", "must not hold"),
        ("sum(x for x in a)", "must not"),
        ("f'{a}'", "must not hold"),
        ("a is b", "must not hold"),
        ("round(a)", "must not call round"),
        ("open(a)", "must not call open"),
        ("a.b()", "must not call a.b"),
        ("ceil(a)(b)", "must not call ceil(a)"),
        ("math.ceil(a)", "must not call math.ceil"),
    ],
)
def test_a_body_holds_nothing_but_arithmetic_on_its_inputs(text: str, reason: str) -> None:
    with pytest.raises(ExpressionError) as refused:
        checked(parsed(text))
    assert reason in str(refused.value)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a + b * a", ("a", "b")),
        ("card.memory - model.expert_format.scale", ("card.memory", "model.expert_format.scale")),
        ("total(weights=b, rest=a)", ("b", "a")),
        ("a if test > 0 else b", ("test", "a", "b")),
        ("3", ()),
    ],
)
def test_the_inputs_are_the_chains_that_are_read(text: str, found: tuple[str, ...]) -> None:
    assert set(chains(parsed(text))) == set(found)
    assert len(chains(parsed(text))) == len(found)


def test_the_inputs_stand_in_the_order_they_are_read() -> None:
    assert chains(parsed("b * (a + c.d) / b")) == ("b", "a", "c.d")


DIMENSIONS = {"bytes": BYTE, "seconds": SECOND, "count": PLAIN, "params": PARAMETER, "size": BYTE / PARAMETER}


@pytest.mark.parametrize(
    ("text", "dimension"),
    [
        ("bytes + bytes - bytes", BYTE),
        ("bytes / seconds", BYTE / SECOND),
        ("params * size", BYTE),
        ("bytes / bytes", PLAIN),
        ("-bytes * 2", BYTE),
        ("total(a=bytes, b=params * size)", BYTE),
        ("bytes + 0", BYTE),
        ("bytes if count > 1 else 0", BYTE),
        ("0 if bytes > 0 else seconds", SECOND),
        ("max(bytes, 0)", BYTE),
        ("min(seconds, seconds)", SECOND),
        ("ceil(bytes / bytes)", PLAIN),
        ("count > 1", PLAIN),
    ],
)
def test_dimensions_follow_the_arithmetic(text: str, dimension: Dimension) -> None:
    assert dimension_of(parsed(text), DIMENSIONS) == dimension


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("bytes + count", "bytes + count puts byte together with a plain number"),
        ("count - bytes", "count - bytes puts a plain number together with byte"),
        ("bytes + 1", "puts byte together with a plain number"),
        ("bytes + seconds", "puts byte together with second"),
        ("2 * (bytes + params)", "puts byte together with parameter"),
        ("total(a=bytes, b=seconds)", "puts byte together with second"),
        ("max(bytes, count)", "puts byte together with a plain number"),
        ("bytes if count > 1 else seconds", "puts byte together with second"),
        ("count if bytes > seconds else count", "bytes > seconds puts byte together with second"),
        ("count if count > 1 and bytes > params else 0", "puts byte together with parameter"),
    ],
)
def test_unlike_things_are_never_added_or_compared(text: str, reason: str) -> None:
    with pytest.raises(ExpressionError) as refused:
        dimension_of(parsed(text), DIMENSIONS)
    assert reason in str(refused.value)


BOUNDS = {"exact": "", "low": "min", "high": "max", "guess": "about"}


@pytest.mark.parametrize(
    ("text", "direction"),
    [
        ("exact", ""), ("low", "min"), ("high", "max"), ("guess", "about"), ("2", ""),
        ("exact + exact", ""), ("exact + low", "min"), ("low + low", "min"), ("exact + high", "max"),
        ("low + high", "about"), ("low + guess", "about"),
        ("low - exact", "min"), ("exact - low", "max"), ("exact - high", "min"), ("low - high", "min"),
        ("low - low", "about"), ("high - low", "max"),
        ("exact * low", "min"), ("low * low", "min"), ("low * high", "about"), ("3 * high", "max"),
        ("low / exact", "min"), ("exact / low", "max"), ("exact / high", "min"), ("low / high", "min"),
        ("low / low", "about"), ("high / low", "max"),
        ("-low", "max"), ("-high", "min"), ("-exact", ""), ("exact - (exact - low)", "min"),
        ("1 / (1 / low)", "min"),
        ("low if exact > 1 else low", "min"), ("low if exact > 1 else exact", "min"),
        ("low if exact > 1 else high", "about"), ("exact if low > 1 else exact", "undecided"),
        ("exact if exact > 1 else 0", ""),
        ("ceil(low)", "min"), ("max(exact, low)", "min"), ("min(high, exact)", "max"), ("max(low, high)", "about"),
        ("total(a=low, b=exact)", "min"), ("power_of_two(high)", "max"),
    ],
)  # fmt: skip
def test_the_direction_of_a_bound_follows_the_arithmetic(text: str, direction: str) -> None:
    assert direction_of(parsed(text), BOUNDS) == direction


def shown(text: str, **values: int | Fraction) -> str:
    """The expression with its inputs under their own names; conditions hold as the values say."""

    def holds(test: ast.expr) -> bool:
        read = chains(test)
        return bool(compiled(test, read)(*(values[chain] for chain in read)))

    return text_of(parsed(text), lambda chain: chain, lambda name, parts: f"{name} of {', '.join(parts)}", holds)


@pytest.mark.parametrize(
    ("text", "readable"),
    [
        ("2 * w * (n - 1) / n", "2 × w × (n − 1) ÷ n"),
        ("a - (b - c)", "a − (b − c)"),
        ("a - b - c", "a − b − c"),
        ("a / (b / c)", "a ÷ (b ÷ c)"),
        ("a / (b * c)", "a ÷ (b × c)"),
        ("a / b / c", "a ÷ b ÷ c"),
        ("(a + b) * (c - d)", "(a + b) × (c − d)"),
        ("-(a + b)", "−(a + b)"),
        ("card.memory * cards", "card.memory × cards"),
        ("total(x=a, y=b)", "a + b"),
        ("c * total(x=a, y=b)", "c × (a + b)"),
        ("c - total(x=a, y=b)", "c − (a + b)"),
        ("ceil(a / b) * c", "(ceil of (a ÷ b)) × c"),
        ("min(a + b, c)", "min of (a + b), c"),
    ],
)
def test_an_expression_is_shown_with_the_signs_of_a_reader(text: str, readable: str) -> None:
    assert shown(text) == readable


@pytest.mark.parametrize(("flag", "readable"), [(1, "x − (a + b)"), (0, "x − 0")])
def test_only_the_branch_that_was_taken_is_shown(flag: int, readable: str) -> None:
    assert shown("x - (a + b if flag == 1 else 0)", flag=flag) == readable


_atoms = st.sampled_from(["a", "b", "c", "2"])
_sums = st.recursive(
    _atoms,
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from("+-*/"), inner).map(lambda parts: f"({parts[0]} {parts[1]} {parts[2]})"),
        inner.map(lambda part: f"(-{part})"),
        st.tuples(inner, inner).map(lambda parts: f"total(x={parts[0]}, y={parts[1]})"),
        st.tuples(inner, inner).map(lambda parts: f"({parts[0]} if a > b else {parts[1]})"),
    ),
    max_leaves=8,
)


@given(text=_sums, values=st.tuples(*[st.integers(1, 97)] * 3))
def test_the_text_that_is_shown_computes_to_the_same_number(text: str, values: tuple[int, int, int]) -> None:
    named = dict(zip("abc", values, strict=True))
    try:
        result = computed(text, **named)
    except ZeroDivisionError:
        return
    readable = shown(text, **named).replace("×", "*").replace("÷", "/").replace("−", "-").replace("2", "two")
    exact = {name: Fraction(value) for name, value in named.items()}
    assert eval(readable, {"two": Fraction(2), **exact}) == result


@pytest.mark.parametrize(("number", "result"), [(Fraction(7, 2), 4), (4, 4), (Fraction(-1, 2), 0), (0, 0)])
def test_ceil_is_the_smallest_integer_that_is_not_below(number: int | Fraction, result: int) -> None:
    assert ceil(number) == result


@pytest.mark.parametrize(
    ("number", "result"),
    [(1, 1), (Fraction(1, 3), 1), (2, 2), (Fraction(21, 10), 4), (3, 4), (4, 4), (5, 8), (8, 8), (1025, 2048)],
)
def test_power_of_two_is_the_smallest_that_is_not_below(number: int | Fraction, result: int) -> None:
    assert power_of_two(number) == result


@pytest.mark.parametrize(
    ("of", "at_least", "result"), [(8, 1, 1), (8, 3, 4), (8, 4, 4), (8, 5, 8), (8, 9, 8), (6, 4, 6), (36, 5, 6)]
)
def test_smallest_divisor_divides_and_is_not_below(of: int, at_least: int, result: int) -> None:
    assert smallest_divisor(of, at_least) == result


def test_total_is_the_sum_of_its_parts() -> None:
    assert total(a=1, b=Fraction(1, 2)) == Fraction(3, 2)
    assert total() == 0


def test_a_ratio_is_an_integer_where_it_is_one() -> None:
    assert ratio(6, 3) == 2
    assert type(ratio(6, 3)) is int
    assert ratio(6, 4) == Fraction(3, 2)


def test_dimensions_of_work_and_speed_give_a_time() -> None:
    inputs = {"work": FLOP, "card.dense_bf16": FLOP / SECOND}
    assert dimension_of(parsed("work / card.dense_bf16"), inputs) == SECOND
