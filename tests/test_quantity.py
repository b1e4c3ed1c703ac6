"""Exact numbers, their dimensions and their units."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zahlwerk.quantity import (
    BYTE,
    FLOP,
    PARAMETER,
    PLAIN,
    SECOND,
    TOKEN,
    UNITS,
    WATT,
    Dimension,
    Quantity,
    base,
    parse_quantity,
)


@pytest.mark.parametrize(
    ("written", "value", "dimension"),
    [
        ("36", 36, PLAIN),
        ("989.5e12 FLOPS", 989_500_000_000_000, FLOP / SECOND),
        ("45e10 B/s", 450_000_000_000, BYTE / SECOND),
        ("1.0e9", 1_000_000_000, PLAIN),
        ("1.0e-4", Fraction(1, 10_000), PLAIN),
        ("1e+3", 1000, PLAIN),
        ("0.1", Fraction(1, 10), PLAIN),
        ("-0.4 GB", -400_000_000, BYTE),
        ("141 GB", 141_000_000_000, BYTE),
        ("141  GB", 141_000_000_000, BYTE),
        ("81559 MiB", 85_520_809_984, BYTE),
        ("60.8 GiB", Fraction(326_417_514_496, 5), BYTE),
        ("4 bit/parameter", Fraction(1, 2), BYTE / PARAMETER),
        ("8 bit", 1, BYTE),
        ("835.5 TFLOPS", 835_500_000_000_000, FLOP / SECOND),
        ("2 flop/parameter/token", 2, FLOP / PARAMETER / TOKEN),
        ("15 %", Fraction(3, 20), PLAIN),
        ("1.5 kW", 1500, WATT),
        ("250 ms", Fraction(1, 4), SECOND),
        ("2048 token", 2048, TOKEN),
    ],
)
def test_a_quantity_is_read_exactly_in_base_units(written: str, value: int | Fraction, dimension: Dimension) -> None:
    assert parse_quantity(written).quantity == Quantity(value, dimension)


@given(st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**9), max_value=10**9, places=6))
def test_a_decimal_loses_no_digit(number: Decimal) -> None:
    assert parse_quantity(format(number, "f")).quantity.value == Fraction(number)


@pytest.mark.parametrize(
    ("written", "unit", "decimals", "exponent"),
    [
        ("141 GB", "GB", 0, None),
        ("141.50 GB", "GB", 2, None),
        ("36", "", 0, None),
        ("116.83e9 parameter", "parameter", 2, 9),
        ("1e-5", "", 0, -5),
    ],
)
def test_the_way_it_was_written_is_kept(written: str, unit: str, decimals: int, exponent: int | None) -> None:
    found = parse_quantity(written)
    assert (found.unit, found.decimals, found.exponent) == (unit, decimals, exponent)


def test_a_whole_number_of_base_units_is_an_integer() -> None:
    assert type(parse_quantity("0.5 GB").quantity.value) is int


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ("141GB", "put a space before the unit"),
        ("1.5e3GB", "put a space before the unit"),
        ("15%", "put a space before the unit"),
        ("1,000 GB", "write thousands without a separator"),
        ("25,00 GB", "decimals with a point"),
        ("1,,000", "is not a number"),
        ("25.00.1 GB", "is not a number"),
        ("12.06.1994", "is not a number"),
        ("01 GB", "is not a number"),
        (".5 GB", "is not a number"),
        ("5. GB", "is not a number"),
        ("1e GB", "is not a number"),
        ("0x1F", "is not a number"),
        ("1_000", "is not a number"),
        ("nan", "is not a number"),
        ("inf W", "is not a number"),
        ("many GB", "is not a number"),
        ("", "is not a number"),
        ("141\N{NO-BREAK SPACE}GB", "is not a number"),
        ("141 gb", 'unknown unit "gb"'),
        ("141 GB/h", 'unknown unit "GB/h"'),
        ("141 GB or so", 'unknown unit "GB or so"'),
    ],
)
def test_what_is_no_quantity_is_refused_with_the_reason(written: str, reason: str) -> None:
    with pytest.raises(ValueError, match=r".") as refused:
        parse_quantity(written)
    assert reason in str(refused.value)


@pytest.mark.parametrize("written", ["1\N{FULLWIDTH DIGIT FOUR}1 GB", "0.\N{ARABIC-INDIC DIGIT THREE} GB"])
def test_digits_of_other_scripts_are_refused(written: str) -> None:
    with pytest.raises(ValueError, match="is not a number"):
        parse_quantity(written)


@pytest.mark.parametrize(
    ("unit", "factor"),
    [
        ("kB", 1000), ("MB", 1000**2), ("GB", 1000**3), ("TB", 1000**4), ("PB", 1000**5),
        ("KiB", 1024), ("MiB", 1024**2), ("GiB", 1024**3), ("TiB", 1024**4),
        ("byte", 1), ("bit", Fraction(1, 8)),
        ("GB/s", 1000**3), ("TFLOPS", 1000**4), ("PFLOP", 1000**5),
        ("%", Fraction(1, 100)), ("ms", Fraction(1, 1000)), ("kW", 1000),
    ],
)  # fmt: skip
def test_a_unit_holds_so_many_base_units(unit: str, factor: int | Fraction) -> None:
    assert UNITS[unit].factor == factor


def test_operations_and_operations_per_second_are_two_dimensions() -> None:
    assert UNITS["TFLOP"].dimension == FLOP
    assert UNITS["TFLOPS"].dimension == FLOP / SECOND
    assert FLOP != FLOP / SECOND


@pytest.mark.parametrize(
    ("computed", "expected"),
    [
        (BYTE / SECOND * SECOND, BYTE),
        (BYTE / BYTE, PLAIN),
        (PLAIN * WATT, WATT),
        (BYTE / PARAMETER * PARAMETER, BYTE),
        (FLOP / PARAMETER / TOKEN * PARAMETER * TOKEN / (FLOP / SECOND), SECOND),
        (BYTE * SECOND, SECOND * BYTE),
        (base("byte"), BYTE),
    ],
)
def test_dimensions_multiply_and_cancel(computed: Dimension, expected: Dimension) -> None:
    assert computed == expected


@pytest.mark.parametrize(
    ("dimension", "text"),
    [
        (PLAIN, "1"),
        (BYTE, "byte"),
        (BYTE / SECOND, "byte/second"),
        (FLOP / PARAMETER / TOKEN, "flop/parameter/token"),
        (PLAIN / SECOND, "1/second"),
        (BYTE * SECOND, "byte·second"),
        (BYTE * BYTE / SECOND / SECOND, "byte^2/second^2"),
    ],
)
def test_a_dimension_has_a_name(dimension: Dimension, text: str) -> None:
    assert str(dimension) == text


def test_a_quantity_counts_in_any_unit_of_its_dimension() -> None:
    job = Quantity(80 * 2**30, BYTE)
    assert job.in_unit("GiB") == 80
    assert job.in_unit("GB") == Fraction("85.89934592")
    with pytest.raises(ValueError, match="W is no unit of byte"):
        job.in_unit("W")


@pytest.mark.parametrize(
    ("value", "text"),
    [(141_000_000_000, "141000000000/1"), (Fraction(1, 3), "1/3"), (Fraction(-3, 4), "-3/4"), (0, "0/1")],
)
def test_the_exact_value_is_a_fraction_in_lowest_terms(value: int | Fraction, text: str) -> None:
    assert Quantity(value).ratio_text() == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (233671233600, "233671233600"),
        (Fraction(1, 2), "0.5"),
        (Fraction(-5, 4), "-1.25"),
        (Fraction(1, 1000), "0.001"),
        (Fraction(-7, 3), "-7/3"),
        (Fraction(1, 2**60), "0.000000000000000000867361737988403547205962240695953369140625"),
        (Fraction(1, 2**61), "1/2305843009213693952"),
    ],
)
def test_an_exact_value_has_all_its_digits_or_is_a_fraction(value: int | Fraction, text: str) -> None:
    assert Quantity(value).exact_text() == text
    assert Fraction(text) == value
