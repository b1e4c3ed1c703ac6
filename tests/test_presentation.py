"""How a figure is shown before any language: unit, rounding, direction, and what must not be shown."""

from __future__ import annotations

import datetime
from decimal import Decimal
from fractions import Fraction

import pytest

from zahlwerk.figures import Figure
from zahlwerk.presentation import Shown, ShownNumber, exact_text, shown
from zahlwerk.problems import Place
from zahlwerk.provenance import Fact, Quote
from zahlwerk.quantity import BYTE, PLAIN, SECOND, Dimension, Quantity, parse_quantity
from zahlwerk.references import Presentation, parse_presentation, written_presentation

PLACE = Place("facts.yaml", 1)


def stated(written: str, bound: str = "") -> Figure:
    """A fact, shown as it was written."""
    quantity = parse_quantity(written)
    fact = Fact("a.b", quantity, PLACE, bound=bound)
    return Figure("a.b", quantity.quantity, "A", written_presentation(quantity), (), bound, fact)


def computed(value: int | Fraction, dimension: Dimension = PLAIN, default: str = ":.0", bound: str = "") -> Figure:
    """What a formula gave, shown as the formula declares."""
    return Figure("a.b", Quantity(value, dimension), "A", parse_presentation(default), (), bound)


def number(figure: Figure, asked: str = "") -> ShownNumber:
    found = shown(figure, parse_presentation(asked))
    assert isinstance(found, ShownNumber)
    return found


def refusal(figure: Figure, asked: str = "") -> str:
    with pytest.raises(ValueError, match=r".") as refused:
        shown(figure, parse_presentation(asked))
    return str(refused.value)


@pytest.mark.parametrize(
    ("exact", "asked", "rounded"),
    [
        ("2.5", ":.0", "3"),
        ("-2.5", ":.0", "-3"),
        ("0.5", ":.0", "1"),
        ("-0.5", ":.0", "-1"),
        ("3.5", ":.0", "4"),
        ("2.4999999999999999999999", ":.0", "2"),
        ("2.25", ":.1", "2.3"),
        ("2.25", "[about]:.1", "2.3"),
        ("-2.25", "[about]:.1", "-2.3"),
        ("1/3", ":.3", "0.333"),
        ("2/3", ":.3", "0.667"),
        ("2", ":.2", "2.00"),
        ("2.59", "[min]:.1", "2.5"),
        ("2.51", "[max]:.1", "2.6"),
        ("-2.51", "[min]:.1", "-2.6"),
        ("-2.59", "[max]:.1", "-2.5"),
        ("2.5", "[min]:.1", "2.5"),
        ("2.5", "[max]:.1", "2.5"),
        ("2.59", "[over]:.1", "2.5"),
        ("2.51", "[under]:.1", "2.6"),
        ("-2.51", "[over]:.1", "-2.6"),
        ("-2.59", "[under]:.1", "-2.5"),
        ("2.0000000000000000000001", "[max]:.0", "3"),
        ("2.9999999999999999999999", "[min]:.0", "2"),
        ("2/3", "[min]:.1", "0.6"),
        ("2/3", "[max]:.1", "0.7"),
    ],
)
def test_a_number_is_rounded_as_its_direction_says(exact: str, asked: str, rounded: str) -> None:
    found = number(computed(Fraction(exact)), asked)
    assert str(found.number) == rounded
    assert found.direction == parse_presentation(asked).direction


def test_a_published_figure_comes_out_as_published() -> None:
    checkpoint = computed(65_248_815_744, BYTE, "[GB]:.0")
    assert str(number(checkpoint).number) == "65"
    assert str(number(checkpoint, "[GiB]:.1").number) == "60.8"


@pytest.mark.parametrize(
    ("exact", "asked"),
    [
        ("0.4", ""), ("-0.4", ""), ("1/1000", ":.2"), ("-1/1000", ":.2"), ("0.9", "[min]"), ("-0.9", "[max]"),
        ("0.4", "[about]"), ("0.9", "[over]"), ("-0.9", "[under]"), ("0.0004", ":.3"),
    ],
)  # fmt: skip
def test_what_is_not_zero_is_never_shown_as_zero(exact: str, asked: str) -> None:
    message = refusal(computed(Fraction(exact)), asked)
    assert "is not zero, but would be shown as 0; ask for more decimals" in message


def test_zero_is_shown_as_zero() -> None:
    assert number(computed(0), ":.1") == ShownNumber(Decimal("0.0"))


@pytest.mark.parametrize("asked", ["", "[about]", "[min]", "[max]", ":.2"])
def test_zero_has_no_sign(asked: str) -> None:
    assert not number(computed(0), asked).number.is_signed()


@pytest.mark.parametrize(
    ("bound", "asked"),
    [
        ("min", "[max]"), ("min", "[under]"), ("over", "[max]"), ("over", "[under]"),
        ("max", "[min]"), ("max", "[over]"), ("under", "[min]"), ("under", "[over]"),
    ],
)  # fmt: skip
def test_a_bound_cannot_be_worded_as_its_opposite(bound: str, asked: str) -> None:
    kind = "a lower" if bound in ("min", "over") else "an upper"
    assert refusal(computed(Fraction("2.5"), bound=bound), asked) == f"a.b is {kind} bound and cannot be {asked}"


@pytest.mark.parametrize(
    ("bound", "exact", "wanted"),
    [("min", "2.6", "[min]"), ("over", "2.6", "[min]"), ("max", "2.4", "[max]"), ("under", "2.4", "[max]")],
)
def test_a_bound_that_plain_rounding_would_turn_false_needs_its_words(bound: str, exact: str, wanted: str) -> None:
    assert f"write {wanted} or [about]" in refusal(computed(Fraction(exact), bound=bound))
    assert number(computed(Fraction(exact), bound=bound), wanted).direction == wanted.strip("[]")


@pytest.mark.parametrize(
    ("bound", "asked", "rounded"),
    [
        ("min", "[min]", "2"), ("min", "[over]", "2"), ("max", "[max]", "3"), ("max", "[under]", "3"),
        ("min", "[about]", "3"), ("max", "[about]", "3"),
    ],
)  # fmt: skip
def test_a_bound_is_rounded_to_its_own_side(bound: str, asked: str, rounded: str) -> None:
    assert str(number(computed(Fraction("2.6"), bound=bound), asked).number) == rounded


def test_an_estimate_says_that_it_is_one() -> None:
    estimate = stated("68 GB", "about")
    assert refusal(estimate) == "a.b is an estimate: write [about]"
    assert "write [about]" in refusal(estimate, "[min]")
    assert number(estimate, "[about]") == ShownNumber(Decimal(68), "GB", direction="about")


@pytest.mark.parametrize("direction", ["over", "under"])
def test_nothing_is_over_or_under_what_it_is_exactly(direction: str) -> None:
    assert refusal(stated("90 %"), f"[{direction}]") == f"a.b is exactly what would be shown, not {direction} it"


@pytest.mark.parametrize("direction", ["over", "under"])
def test_what_a_source_states_as_over_or_under_is_worded_so(direction: str) -> None:
    assert number(stated("90 %", direction), f"[{direction}]") == ShownNumber(
        Decimal(90), "percent", direction=direction
    )


@pytest.mark.parametrize("count", range(1, 13))
def test_counts_from_one_to_twelve_are_spelled_out(count: int) -> None:
    assert number(computed(count), "[words]") == ShownNumber(Decimal(count), form="words")
    assert number(computed(count), "[Words]").form == "Words"


@pytest.mark.parametrize("count", [0, 13, -1])
def test_other_whole_counts_are_shown_in_digits(count: int) -> None:
    assert number(computed(count), "[words]") == number(computed(count), "[Words]") == ShownNumber(Decimal(count))


def test_a_part_of_something_is_not_spelled_out() -> None:
    assert "only whole counts are spelled out" in refusal(computed(Fraction("2.5")), "[words]")


def test_a_size_is_not_spelled_out() -> None:
    assert "only whole counts" in refusal(computed(4, BYTE, "[byte]:.0"), "[words]")


@pytest.mark.parametrize("asked", ["[words]:.0", "[words][million]"])
def test_a_spelled_out_count_takes_no_unit_and_no_decimals(asked: str) -> None:
    assert refusal(computed(4), asked) == "a spelled-out count takes no unit and no decimals"


@pytest.mark.parametrize("written", ["141 GB", "36", "0.9999", "0.00049", "1234.5678 GB", "15 %", "4.80 TB/s"])
def test_a_fact_is_shown_with_the_digits_it_was_written_with(written: str) -> None:
    assert str(number(stated(written)).number) == written.partition(" ")[0]


def test_another_unit_needs_its_decimals() -> None:
    assert refusal(stated("141 GB"), "[GiB]") == "another unit needs its decimals: write [GiB]:.1"
    assert str(number(stated("141 GB"), "[GiB]:.1").number) == "131.3"


def test_the_own_unit_may_be_named_and_more_decimals_asked_for() -> None:
    assert str(number(stated("141 GB"), "[GB]").number) == "141"
    assert str(number(stated("141 GB"), ":.2").number) == "141.00"


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        ("[W]:.0", "W is no unit of a.b, which is in byte"),
        ("[GBps]:.0", "GBps is no unit of a.b, which is in byte"),
        ("[million]:.1", "million is for counts, and a.b is in byte"),
    ],
)
def test_a_unit_of_another_dimension_is_refused(asked: str, reason: str) -> None:
    assert refusal(stated("141 GB"), asked) == reason


@pytest.mark.parametrize(
    ("scale", "decimals", "rounded"),
    [("million", 1, "116829.2"), ("billion", 2, "116.83"), ("trillion", 3, "0.117")],
)
def test_a_count_can_be_scaled(scale: str, decimals: int, rounded: str) -> None:
    parameters = computed(116_829_156_672)
    assert number(parameters, f"[{scale}]:.{decimals}") == ShownNumber(Decimal(rounded), scale=scale)


def test_bare_drops_nothing_but_the_unit() -> None:
    assert number(stated("141 GB"), "[bare]") == ShownNumber(Decimal(141), "GB", form="bare")


@pytest.mark.parametrize(
    ("figure", "asked", "mantissa", "exponent"),
    [
        (stated("1e-5"), "", "1", -5),
        (stated("989.5e12 FLOPS"), "", "989.5", 12),
        (stated("0.00049"), "[sci]:.1", "4.9", -4),
        (computed(116_829_156_672), "[sci]:.2", "1.17", 11),
        (computed(1000), "[sci]:.0", "1", 3),
        (computed(-1500), "[sci]:.1", "-1.5", 3),
        (computed(Fraction(1, 3)), "[sci]:.2", "3.33", -1),
        (computed(0), "[sci]:.0", "0", 0),
    ],
)
def test_a_number_in_scientific_form_has_a_mantissa_and_an_exponent(
    figure: Figure, asked: str, mantissa: str, exponent: int
) -> None:
    found = number(figure, asked)
    assert (str(found.number), found.exponent, found.form) == (mantissa, exponent, "sci")


def test_a_mantissa_that_rounds_up_to_ten_moves_the_exponent() -> None:
    found = number(computed(999_999), "[sci]:.1")
    assert (str(found.number), found.exponent) == ("1.0", 6)


def test_a_fact_in_scientific_form_can_be_asked_for_in_another_unit_or_scale() -> None:
    assert number(stated("116.83e9 parameter"), "[billion]:.2") == ShownNumber(Decimal("116.83"), scale="billion")
    assert number(stated("989.5e12 FLOPS"), "[TFLOPS]:.1") == ShownNumber(Decimal("989.5"), "TFLOPS")


def test_a_bound_in_scientific_form_keeps_its_direction() -> None:
    assert "cannot be [max]" in refusal(computed(116_829_156_672, bound="min"), "[sci][max]:.2")
    assert "write [min]" in refusal(computed(116_829_156_672, bound="min"), "[sci]:.2")


def test_scientific_form_does_not_show_zero_either() -> None:
    assert "is not zero" in refusal(stated("0.4e-4"), ":.0")


@pytest.mark.parametrize("value", [datetime.date(2026, 3, 4), Quote("single node", "body text", PLACE)])
def test_dates_and_quotations_are_shown_as_they_are(value: datetime.date | Quote) -> None:
    figure = Figure("a.read", value, "A", Presentation(), ())
    found: Shown = shown(figure, Presentation())
    assert found is value
    assert refusal(figure, "[about]") == "a date or quotation takes no [about]"


@pytest.mark.parametrize(
    ("value", "dimension", "text"),
    [
        (350_487_470_016, BYTE, "350487470016"),
        (10**20, BYTE, "100000000000000000000"),
        (Fraction(1, 8), PLAIN, "0.125"),
        (Fraction("0.00001"), PLAIN, "0.00001"),
        (Fraction(-2, 5), BYTE, "-0.4"),
        (0, PLAIN, "0"),
        (Fraction(1, 3), SECOND, "0.33333333333333333"),
        (Fraction(2, 3), SECOND, "0.66666666666666667"),
        (Fraction(10**20, 3), SECOND, "33333333333333333000"),
    ],
)
def test_the_exact_value_has_all_digits_or_seventeen(value: int | Fraction, dimension: Dimension, text: str) -> None:
    assert exact_text(computed(value, dimension, "")) == text


def test_the_exact_value_of_a_date_is_a_calendar_day() -> None:
    assert exact_text(Figure("a.read", datetime.date(2026, 3, 4), "A", Presentation(), ())) == "2026-03-04"
