"""The engine's API: what it takes, and what it says of what it cannot take or tell."""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from typing import Any

import pytest
from situations import MODELS, PLANNING, adapter, card, changed, configured, link, recipe, serving_run

from zahlwerk.quantity import BYTE, Quantity
from zahlwerk.sizing.situation import Situation, UnknownQuantityError, all_linear

GPT_OSS = MODELS["gpt_oss_120b"]
LORA: dict[str, Any] = {
    "model": GPT_OSS,
    "recipe": recipe("bf16_lora"),
    "adapter": adapter("attention_r16"),
    "card": card("h200_nvl"),
    "link": link("nvlink4"),
    "estimates": PLANNING,
    "cards": 4,
    "tokens": 2048,
    "zero_stage": 3,
}


def test_a_quantity_is_exact_and_converts_to_the_units_of_its_dimension() -> None:
    share = Situation(model=GPT_OSS, recipe=recipe("bf16_lora"), cards=4).quantity("weight_share")
    assert share == Quantity(58_414_578_336, BYTE)
    assert share.in_unit("GB") == Fraction("58.414578336")
    with pytest.raises(ValueError, match="GB/s is no unit of byte"):
        share.in_unit("GB/s")


def test_a_result_tells_its_formula_its_inputs_and_its_direction() -> None:
    result = Situation(**LORA).result("gather_seconds")
    assert (result.formula.name, result.bound) == ("gather_seconds", "min")
    assert result.inputs == {"gather_bytes": "situation.gather_bytes", "link.rate": "nvlink4.rate"}


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"modell": GPT_OSS}, 'there is no role "modell"; did you mean "model"?'),
        ({"weight_bytes": GPT_OSS}, 'there is no role "weight_bytes"'),
        ({"card_count": 4}, 'there is no input "card_count"'),
        ({"token": 4}, 'there is no input "token"; did you mean "tokens"?'),
        ({"cards": 0}, "cards is out of range: 0"),
        ({"cards": -1}, "cards is out of range: -1"),
        ({"cards": 10**6}, "cards is out of range: 1000000"),
        ({"cards": Fraction(5, 2)}, "cards is out of range: 5/2"),
        ({"cards": "2.5"}, "cards is out of range: 2.5"),
        ({"tokens": 0}, "tokens is out of range: 0"),
        ({"tokens": "10.5 token"}, "tokens is out of range"),
        ({"zero_stage": 4}, "zero_stage is out of range: 4"),
        ({"overhead": "150 %"}, "overhead is out of range: 150 %"),
        ({"tensor_parallel": 0}, "tensor_parallel is out of range: 0"),
        ({"cards": "4 GB"}, "cards is in 1, not in byte"),
        ({"card_power": "450 GB"}, "card_power is in watt, not in byte"),
        ({"tokens": "2048"}, "tokens is in token, not in 1"),
        ({"weight_bytes": "14 Gb"}, 'unknown unit "Gb"'),
        ({"cards": "four"}, '"four" is not a number'),
        ({"card_power": "450W"}, "put a space before the unit"),
    ],
)
def test_what_is_given_wrongly_is_refused_with_its_name(given: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError) as refused:  # noqa: PT011 - the text is checked
        Situation(**given)
    assert reason in str(refused.value)


@pytest.mark.parametrize("value", [-1, "-14 GB"])
def test_a_formula_is_not_overridden_with_a_negative_amount(value: int | str) -> None:
    with pytest.raises(ValueError, match="weight_bytes"):
        Situation(weight_bytes=value)


@pytest.mark.parametrize("value", [2.5, 4.0, True, None])
def test_a_number_that_is_not_exact_is_refused_with_its_name(value: Any) -> None:
    """A float has lost digits already, and a truth value is no count."""
    with pytest.raises((TypeError, ValueError), match="cards"):
        Situation(cards=value)


def test_a_record_of_another_kind_is_refused_in_a_role() -> None:
    with pytest.raises((TypeError, ValueError), match="model"):
        Situation(model=card("h200_nvl"))


def test_a_number_is_refused_where_a_record_is_wanted() -> None:
    with pytest.raises(ValueError, match="model"):
        Situation(model=4)


def test_an_unknown_quantity_gets_the_closest_known_one() -> None:
    with pytest.raises(UnknownQuantityError, match='there is no quantity "weight_bytess"; did you mean "weight_bytes"'):
        Situation(**LORA).quantity("weight_bytess")


@pytest.mark.parametrize(
    ("without", "quantity", "reason"),
    [
        ("model", "parameters", "no model is given"),
        ("recipe", "weight_bytes", "no recipe is given"),
        ("cards", "weight_share", "no cards is given"),
        ("card", "memory_left", "no card is given"),
        ("link", "gather_seconds", "no link is given"),
        ("tokens", "compute_work", "no tokens is given"),
        ("adapter", "adapter_state_bytes", "no adapter is given"),
        ("estimates", "need_bytes", "no estimates is given"),
        ("zero_stage", "resident_share", "no zero_stage is given"),
    ],
)
def test_a_quantity_that_lacks_something_names_it(without: str, quantity: str, reason: str) -> None:
    assert Situation(**LORA).quantity(quantity).value > 0
    with pytest.raises(UnknownQuantityError, match=reason):
        Situation(**{name: value for name, value in LORA.items() if name != without}).quantity(quantity)


@pytest.mark.parametrize(
    ("board", "quantity", "field"),
    [
        ("rtx_pro_6000_se", "compute_seconds", "card.dense_bf16 is not known"),
        ("rtx_pro_6000_se", "balance_tokens", "card.dense_bf16 is not known"),
        ("h100", "compute_seconds", "card.dense_bf16 is not known"),
        ("h100", "visible_memory_left", "card.visible_memory is not known"),
        ("rtx_pro_6000_ws", "pool_visible_memory", "card.visible_memory is not known"),
    ],
)
def test_what_a_maker_does_not_publish_is_not_known(board: str, quantity: str, field: str) -> None:
    """A time without a dense peak is not invented from the rate with sparsity."""
    with pytest.raises(UnknownQuantityError, match=field):
        Situation(**{**LORA, "card": card(board)}).quantity(quantity)


def test_a_rate_that_nobody_measured_is_not_known() -> None:
    unmeasured = dataclasses.replace(link("nvlink4"), measured_rate=None)
    with pytest.raises(UnknownQuantityError, match=r"link\.measured_rate is not known"):
        Situation(**{**LORA, "link": unmeasured}).quantity("measured_gather_seconds")


@pytest.mark.parametrize("quantity", ["gather_bytes", "gather_seconds", "root_kept_gather_seconds", "traffic_seconds"])
@pytest.mark.parametrize(("bridge", "cards"), [("nvlink2", 3), ("nvlink2", 4), ("nvlink4", 8)])
def test_a_bridge_that_cannot_join_so_many_cards_says_so(bridge: str, cards: int, quantity: str) -> None:
    with pytest.raises(UnknownQuantityError, match=r"cards <= link\.domain or not link\.bridge"):
        Situation(**{**LORA, "link": link(bridge), "cards": cards}).quantity(quantity)


@pytest.mark.parametrize(("name", "cards"), [("nvlink2", 2), ("nvlink4", 4), ("pcie5_x16", 8)])
def test_a_link_that_joins_the_cards_is_taken(name: str, cards: int) -> None:
    assert Situation(**{**LORA, "link": link(name), "cards": cards}).quantity("gather_seconds").value > 0


LLAMA = configured("llama-3.1-8b")
RANKS = [  # model, field, the highest rank there is: the smaller side of the matrix
    (GPT_OSS, "query", 2880),
    (GPT_OSS, "output", 2880),
    (GPT_OSS, "key", 512),
    (GPT_OSS, "value", 512),
    (LLAMA, "query", 4096),
    (LLAMA, "key", 1024),
    (LLAMA, "mlp", 4096),
]


@pytest.mark.parametrize(("model", "field", "highest"), RANKS)
def test_a_rank_above_the_size_of_its_matrix_is_refused(model: Any, field: str, highest: int) -> None:
    fitting = changed(adapter("no_adapter"), **{field: highest})
    assert Situation(model=model, adapter=fitting).quantity("adapter_parameters").value > 0
    with pytest.raises(UnknownQuantityError, match=rf"requires .*adapter\.{field}"):
        Situation(model=model, adapter=changed(fitting, **{field: highest + 1})).quantity("adapter_parameters")


def test_a_rank_of_experts_above_the_size_of_their_matrices_is_refused() -> None:
    experts = changed(adapter("no_adapter"), expert_layers=36, expert_down=2880)
    assert Situation(model=GPT_OSS, adapter=experts).quantity("adapter_parameters").value > 0
    with pytest.raises(UnknownQuantityError, match=r"adapter\.expert_down"):
        Situation(model=GPT_OSS, adapter=changed(experts, expert_down=2881)).quantity("adapter_parameters")


def test_more_adapted_layers_than_there_are_are_refused() -> None:
    experts = changed(adapter("no_adapter"), expert_down=8, expert_layers=37)
    with pytest.raises(UnknownQuantityError, match=r"requires adapter\.expert_layers <= model\.layers"):
        Situation(model=GPT_OSS, adapter=experts).quantity("adapter_parameters")


def test_serving_takes_no_degree_that_the_heads_do_not_divide() -> None:
    """A model larger than all cards its heads allow has no such degree."""
    serving = {"recipe": recipe("bf16_serving"), "card": card("h200_nvl")}
    assert Situation(**serving, model=configured("qwen3-30b-a3b")).quantity("serving_cards").value == 1
    assert Situation(**serving, model=GPT_OSS, weight_bytes="400 GB").quantity("serving_cards").value == 4
    with pytest.raises(UnknownQuantityError, match=r"there is none unless capacity_cards <= model\.kv_heads"):
        Situation(**serving, model=GPT_OSS, weight_bytes="1200 GB").quantity("serving_cards")


@pytest.mark.parametrize("degree", [3, 5, 128])
def test_a_tensor_parallel_degree_that_does_not_divide_the_heads_is_refused(degree: int) -> None:
    given = {**LORA, "sequence": 2048}
    for quantity in ("classic_layer_bytes", "classic_sequence_parallel_layer_bytes", "classic_selective_layer_bytes"):
        assert Situation(**given, tensor_parallel=64).quantity(quantity).value > 0
        with pytest.raises(UnknownQuantityError, match=r"requires remainder\(.*tensor_parallel"):
            Situation(**given, tensor_parallel=degree).quantity(quantity)


def test_groups_of_a_bridge_are_told_of_bridges_only() -> None:
    assert Situation(cards=8, bridge=link("nvlink4")).quantity("bridge_domains").value == 2
    assert Situation(cards=5, bridge=link("nvlink2")).quantity("bridge_domains").value == 3
    with pytest.raises(UnknownQuantityError, match=r"there is none unless bridge\.bridge"):
        Situation(cards=8, bridge=link("pcie5_x16")).quantity("bridge_domains")


def test_no_number_of_cards_is_told_where_none_is_enough() -> None:
    """A card that cannot hold the gather buffers cannot be helped by more of its kind."""
    small = changed(card("h100"), memory="20 GB", visible_memory="20 GB")
    for quantity in ("fewest_cards", "fewest_cards_visible"):
        with pytest.raises(UnknownQuantityError, match="there is none unless"):
            Situation(**{**LORA, "card": small}).quantity(quantity)


def test_one_card_that_holds_everything_needs_no_gather_buffers() -> None:
    """One layer and a large root: the buffers of two cards are larger than the model that one card holds."""
    shallow = changed(LLAMA, layers=1)
    one = Situation(**{**LORA, "model": shallow, "cards": 1, "tokens": 1})
    enough = one.quantity("need_bytes").value
    assert enough < one.quantity("whole_gather_buffer_bytes").value
    board = changed(card("h100"), memory=enough, visible_memory=enough)
    exact = Situation(**{**LORA, "model": shallow, "cards": 1, "tokens": 1, "card": board})
    assert exact.quantity("listed_left").value == 0
    assert exact.quantity("fewest_cards").value == 1
    assert exact.quantity("fewest_cards_visible").value == 1


def test_a_card_that_the_weights_overfill_holds_no_sequences() -> None:
    """No sequence, or none told; never fewer than none."""
    run = serving_run("95 GiB", "7.38 GiB", "0.13 GiB")
    given = {"model": GPT_OSS, "recipe": recipe("bf16_serving"), "card": card("rtx_pro_6000_se"), "sequence": 8192}
    try:
        sequences = Situation(**given, run=run, estimates=PLANNING).quantity("full_sequences").value
    except UnknownQuantityError:
        sequences = 0
    assert sequences == 0


def test_a_quantity_that_is_given_is_the_one_that_is_told() -> None:
    situation = Situation(**LORA, weight_bytes="100 GB")
    assert situation.quantity("weight_share").in_unit("GB") == 25
    assert situation.quantity("weight_bytes").in_unit("GB") == 100


def test_a_quantity_that_is_given_needs_none_of_its_own_inputs() -> None:
    assert Situation(need_bytes="80 GiB").quantity("need_bytes").in_unit("GiB") == 80


def test_all_linear_takes_the_attention_and_a_dense_mlp() -> None:
    linear = all_linear(LLAMA, adapter("attention_r16"), 8)
    ranks = {
        name: getattr(linear, name).written.quantity.value
        for name in ("query", "key", "value", "output", "mlp", "router", "expert_gate_up", "expert_down")
    }
    assert ranks == {**dict.fromkeys(("query", "key", "value", "output", "mlp"), 8)} | dict.fromkeys(
        ("router", "expert_gate_up", "expert_down"), 0
    )


def test_all_linear_leaves_the_experts_of_gpt_oss_alone() -> None:
    linear = all_linear(GPT_OSS, adapter("attention_r16"), 8)
    assert [getattr(linear, name).written.quantity.value for name in ("query", "mlp", "router", "expert_layers")] == [
        8,
        0,
        0,
        0,
    ]
