"""Cases in which other calculators go wrong, each with the value that is right."""

from __future__ import annotations

from fractions import Fraction

import pytest
from situations import PLANNING, adapter, card, changed, configured, link, recipe, told

from zahlwerk.quantity import BOTH_DIRECTIONS, PLAIN, parse_quantity
from zahlwerk.sizing.expression import ExpressionError
from zahlwerk.sizing.formula import Evaluation, Formula, formula
from zahlwerk.sizing.situation import Situation


def test_the_cache_of_qwen3_4b_takes_its_stated_head_dimension_and_its_kv_heads() -> None:
    """Case f02: neither 2560/32 = 80 as head dimension nor 32 heads instead of 8."""
    model = configured("qwen3-4b")
    one = Situation(model=model, recipe=recipe("bf16_serving"), sequence=32768)
    assert one.quantity("kv_position_bytes").value == 147_456
    assert one.quantity("kv_sequence_bytes").in_unit("GiB") == Fraction("4.5")
    assert round(one.quantity("kv_sequence_bytes").in_unit("GB"), 2) == Fraction("4.83")
    assert (model.hidden.written.quantity.value, model.query_heads.written.quantity.value) == (2560, 32)


def test_the_cache_of_a_llama_shape_counts_kv_heads_only() -> None:
    """Case f02, second part: 131,072 bytes per token, not the 524,288 of all 32 heads."""
    model = configured("llama-3.1-8b")
    assert told("kv_position_bytes", "byte", model=model, recipe=recipe("bf16_serving")) == 131_072


ADAPTED = {"parameters": 7 * 10**9, "adapter_parameters": 20 * 10**6, "adapter": adapter("attention_r16")}


@pytest.mark.parametrize(("weights", "resident"), [("14 GB", "14.32"), ("3.6 GB", "3.92")])
def test_frozen_weights_are_charged_no_gradients_and_no_states(weights: str, resident: str) -> None:
    """Case f07: 14.00 + 0.32 = 14.32 GB, not 112.32; with a smaller base the 0.32 GB do not shrink."""
    lora = Situation(weight_bytes=weights, recipe=recipe("bf16_lora"), **ADAPTED)
    assert lora.quantity("resident_bytes").in_unit("GB") == Fraction(resident)
    assert lora.quantity("adapter_state_bytes").in_unit("GB") == Fraction("0.32")


def test_the_same_base_trained_in_full_is_charged_for_all_of_it() -> None:
    """Case f07, the wrong answer: 112 GB are right only where the base is trained."""
    full = Situation(weight_bytes="14 GB", recipe=recipe("adam32"), **ADAPTED)
    assert full.quantity("resident_bytes").in_unit("GB") == Fraction("112.32")


@formula("1", ":.2")
def per_direction(link, other):
    """Times as fast, both per direction. Source: this test."""
    return link.rate / other.rate


@formula("1", ":.2")
def in_both_directions(link, other):
    """Times as fast, both in both directions. Source: this test."""
    return link.both_directions / other.both_directions


@formula("1", ":.2")
def mixed(link, other):
    """A rate of both directions over one per direction. Source: this test."""
    return link.both_directions / other.rate


def evaluated(ratio: Formula) -> Evaluation:
    given = {"link": link("nvlink4"), "other": link("pcie5_x16")}
    return Evaluation("links", {ratio.name: ratio}, given)


@pytest.mark.parametrize("ratio", [per_direction, in_both_directions], ids=lambda ratio: ratio.name)
def test_a_bridge_is_seven_times_as_fast_in_either_convention(ratio: Formula) -> None:
    """Case f08: 450 against 64 GB/s, or 900 against 128."""
    quantity = evaluated(ratio).result(ratio.name).quantity
    assert (quantity.value, quantity.dimension) == (Fraction("7.03125"), PLAIN)


def test_a_ratio_of_a_total_rate_and_a_rate_per_direction_is_refused() -> None:
    """Case f08: never 14; the two conventions are two dimensions."""
    with pytest.raises(ExpressionError, match="mixed yields both directions, but is declared in 1"):
        evaluated(mixed).result("mixed")


@pytest.mark.parametrize("name", ["nvlink2", "nvlink4", "pcie5_x16"])
def test_each_link_states_both_rates_under_their_own_names(name: str) -> None:
    """Case f08: each bandwidth says in which convention it is."""
    rate, total = link(name).rate.written.quantity, link(name).both_directions.written.quantity
    assert total.value == 2 * rate.value
    assert total.dimension == rate.dimension * BOTH_DIRECTIONS


def test_the_sold_capacity_the_driver_figure_and_gibibytes_are_three_numbers() -> None:
    """Case f10: 81559 MiB are 85.52 GB and 79.65 GiB, and a job of 80.0 GiB does not fit into them."""
    visible = parse_quantity("81559 MiB").quantity
    assert visible.value == 85_520_809_984
    assert round(visible.in_unit("GB"), 2) == Fraction("85.52")
    assert round(visible.in_unit("GiB"), 2) == Fraction("79.65")
    sold = changed(card("h100"), memory="80 GB", visible_memory="81559 MiB")
    assert round(parse_quantity("80.0 GiB").quantity.in_unit("GB"), 2) == Fraction("85.90")
    job = Situation(card=sold, need_bytes="80.0 GiB")
    assert job.quantity("visible_left").value == 85_520_809_984 - 80 * 2**30 < 0
    assert job.quantity("listed_left").value == 80 * 10**9 - 80 * 2**30


def test_llama_70b_in_bf16_exceeds_the_listed_and_fits_the_visible_memory_of_an_h200() -> None:
    """141.107 GB of weights against 141 GB listed and 150.755 GB visible."""
    one = Situation(model=configured("llama-3.1-70b"), recipe=recipe("bf16_serving"), card=card("h200_nvl"), cards=1)
    assert one.quantity("weight_bytes").value == 141_107_412_992
    assert one.quantity("memory_left").value == 141 * 10**9 - 141_107_412_992 < 0
    assert one.quantity("visible_memory_left").value == 143_771 * 2**20 - 141_107_412_992 > 0
    assert one.quantity("capacity_cards").value == 2


def test_the_16_byte_states_of_llama_70b_exceed_eight_listed_memories_and_fit_the_visible_ones() -> None:
    """1,128.859 GB against 1,128 GB listed and 1,206.039 GB visible."""
    eight = Situation(model=configured("llama-3.1-70b"), recipe=recipe("adam32"), card=card("h200_nvl"), cards=8)
    states = eight.quantity("state_bytes").value
    assert states == 1_128_859_303_936
    assert eight.quantity("pool_memory").value == 1_128 * 10**9 < states
    assert round(eight.quantity("pool_visible_memory").in_unit("GB"), 3) == Fraction("1206.039")
    assert eight.quantity("pool_visible_memory").value > states


def test_llama_70b_serves_on_one_card_by_the_verdict_of_the_visible_memory_only() -> None:
    """The least a single card must hold falls on either side of the two capacities."""
    one = Situation(
        model=configured("llama-3.1-70b"),
        recipe=recipe("bf16_serving"),
        adapter=adapter("no_adapter"),
        card=card("h200_nvl"),
        cards=1,
        zero_stage=3,
        tokens=1,
        estimates=PLANNING,
    )
    assert one.quantity("listed_paper_left").value < 0 < one.quantity("visible_paper_left").value
