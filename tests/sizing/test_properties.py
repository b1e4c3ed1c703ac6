"""What holds in every situation, whatever its numbers."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from situations import (
    DEEPSPEED,
    FORMATS,
    PLANNING,
    adapter,
    card,
    changed,
    configured,
    link,
    of_facts,
    recipe,
    serving_run,
)

from zahlwerk.cases import INPUTS
from zahlwerk.provenance import Fact
from zahlwerk.quantity import BYTE, Dimension, Quantity, parse_quantity
from zahlwerk.records import Adapter, Card, Link, Model, Processor, Recipe, Record
from zahlwerk.sizing import FORMULAS
from zahlwerk.sizing.formula import Formula
from zahlwerk.sizing.plan import Plan, make_plan
from zahlwerk.sizing.situation import Situation, UnknownQuantityError

# Quantities that may fall below nothing, and say so: differences of a memory and a need.
DIFFERENCES = {name for name in FORMULAS if name.endswith("_left")} | {"memory_after_gather"}
NO_BRIDGE = link("pcie5_x16")

sizes = st.sampled_from([0, Fraction(1, 2), 1, 2, 4, 8])
weights = st.sampled_from([Fraction(1, 2), 1, 2, 4])
formats = st.sampled_from(list(FORMATS.values()))
flags = st.integers(0, 1)


@st.composite
def models(draw: st.DrawFn) -> Model:
    """Any decoder: dense or of experts, with whatever biases, norms and windows."""
    experts = draw(st.sampled_from([1, 1, 2, 8, 32, 128]))
    kv_heads = draw(st.integers(1, 16))
    layers = draw(st.integers(1, 100))
    switches = ("qkv_bias", "output_bias", "qk_norm", "mlp_bias", "router_bias", "sinks", "tied_embeddings")
    return changed(
        configured("qwen3-8b"),
        layers=layers,
        hidden=draw(st.integers(64, 16_384)),
        kv_heads=kv_heads,
        query_heads=kv_heads * draw(st.integers(1, 16)),
        head_dim=draw(st.sampled_from([64, 80, 96, 128, 256])),
        experts=experts,
        experts_per_token=draw(st.integers(1, experts)),
        expert_width=draw(st.integers(64, 32_768)),
        shared_experts=draw(st.integers(0, 2)),
        vocabulary=draw(st.integers(1_000, 300_000)),
        windowed_layers=draw(st.integers(0, layers)),
        window=draw(st.integers(0, 8_192)),
        fused_experts=draw(flags),
        fused_gate_up=draw(flags),
        expert_format=draw(formats),
        rest_format=draw(formats),
        **{switch: draw(flags) for switch in switches},
    )


@st.composite
def recipes(draw: st.DrawFn) -> Recipe:
    """Any recipe: weights in some format, and what is trained with some states on cards or host."""
    parts = ("gradients", "master_copy", "moments", "host_gradients", "host_master_copy", "host_moments")
    return changed(
        recipe("adam32"),
        weights=draw(weights),
        expert_format=draw(formats),
        attention_format=draw(formats),
        logits=draw(st.sampled_from([0, 2, 10, 14])),
        recomputation_work=draw(st.sampled_from([0, 2])),
        **{part: draw(sizes) for part in parts},
    )


@st.composite
def adapters(draw: st.DrawFn) -> Adapter:
    """Any adapter whose ranks fit the smallest of the models above."""
    ranks = ("query", "key", "value", "output", "mlp", "router", "expert_gate_up", "expert_down")
    parts = ("weights", "gradients", "master_copy", "moments")
    return changed(
        adapter("no_adapter"),
        expert_layers=draw(flags),
        **{name: draw(st.integers(0, 64)) for name in ranks},
        **{part: draw(sizes) for part in parts},
    )


@st.composite
def cards_of_a_maker(draw: st.DrawFn) -> Card:
    memory = draw(st.integers(16, 300)) * 10**9
    return changed(
        card("h200_nvl"),
        memory=memory,
        visible_memory=memory * draw(st.integers(95, 108)) // 100,
        dense_bf16=draw(st.integers(10**12, 10**16)),
        power=draw(st.integers(50, 2000)),
    )


@st.composite
def links_of_a_maker(draw: st.DrawFn) -> Link:
    return changed(
        NO_BRIDGE,
        rate=draw(st.integers(10**9, 10**12)),
        encoded_rate=draw(st.integers(10**9, 10**12)),
        measured_rate=draw(st.integers(10**9, 10**12)),
    )


RUN = dataclasses.replace(
    serving_run("10 GiB", "1 GiB", "0.13 GiB"),
    memory=changed(serving_run("1 GB", "1 GB", "1 GB"), memory="65 GB").memory,
)
HOST = of_facts(Processor, "epyc_9355")


@st.composite
def situations(draw: st.DrawFn) -> dict[str, Any]:
    """Every role and every input, so that every formula has what it reads."""
    model = draw(models())
    heads = int(model.query_heads.written.quantity.value)
    return {
        "model": model,
        "format": draw(formats),
        "recipe": draw(recipes()),
        "adapter": draw(adapters()),
        "card": draw(cards_of_a_maker()),
        "link": draw(links_of_a_maker()),
        "bridge": link(draw(st.sampled_from(["nvlink2", "nvlink4"]))),
        "processor": HOST,
        "run": RUN,
        "estimates": changed(PLANNING, reserve=Fraction(draw(st.integers(0, 100)), 100)),
        "estimator": DEEPSPEED,
        "cards": draw(st.integers(1, 64)),
        "tokens": draw(st.integers(1, 200_000)),
        "sequence": draw(st.integers(1, 200_000)),
        "zero_stage": draw(st.integers(0, 3)),
        "tensor_parallel": draw(st.sampled_from([n for n in (1, 2, 3, 4, 5, 8) if heads % n == 0])),
        "pipeline_parallel": draw(st.integers(1, 16)),
        "interleaving": draw(st.integers(1, 4)),
        "batched_tokens": draw(st.integers(1, 16_384)),
        "duration": draw(st.integers(0, 10**7)),
        "kept": draw(st.integers(1, 10)),
        "processors": draw(st.integers(0, 4)),
        "dimms": draw(st.integers(0, 32)),
        "dimm": draw(st.integers(0, 256)) * 10**9,
        "overhead": Fraction(draw(st.integers(0, 100)), 100),
        "extra_power": draw(st.integers(0, 1000)),
    }


def value(situation: Mapping[str, Any], name: str, **other: Any) -> Any:
    return Situation(**{**situation, **other}).quantity(name).value


@given(situations())
def test_every_formula_yields_its_dimension_and_nothing_negative(situation: dict[str, Any]) -> None:
    """Also finite, since it is a fraction. Only a formula with a condition may yield nothing at all."""
    whole = Situation(**situation)
    for name, formula in FORMULAS.items():
        try:
            quantity = whole.quantity(name)
        except UnknownQuantityError:
            if _may_lack(formula):
                continue
            raise
        assert quantity.dimension == formula.dimension, name
        assert isinstance(quantity.value, int | Fraction), name
        assert quantity.value >= 0 or name in DIFFERENCES, (name, quantity.value)


def _may_lack(formula: Formula) -> bool:
    return bool(formula.applies) or any(_may_lack(FORMULAS[chain]) for chain in formula.inputs if chain in FORMULAS)


@given(situations(), st.integers(2, 63))
def test_more_cards_never_need_more_memory_each(situation: dict[str, Any], cards: int) -> None:
    for name in ("weight_share", "resident_share", "state_share", "paper_bytes", "need_bytes"):
        assert value(situation, name, cards=cards + 1) <= value(situation, name, cards=cards), name


@given(situations())
def test_two_cards_share_what_one_holds(situation: dict[str, Any]) -> None:
    for name in ("weight_share", "state_share"):
        assert 2 * value(situation, name, cards=2) == value(situation, name, cards=1)
    resident = value(situation, "resident_share", cards=1, zero_stage=3)
    assert 2 * value(situation, "resident_share", cards=2, zero_stage=3) == resident
    assert resident == value(situation, "resident_bytes")


@given(situations(), st.integers(0, 2))
def test_a_higher_stage_never_keeps_more_on_a_card(situation: dict[str, Any], stage: int) -> None:
    higher = value(situation, "resident_share", zero_stage=stage + 1)
    assert higher <= value(situation, "resident_share", zero_stage=stage)
    assert value(situation, "resident_share", zero_stage=0) == value(situation, "resident_bytes")


@given(situations())
def test_a_frozen_parameter_has_no_gradient_and_no_states(situation: dict[str, Any]) -> None:
    frozen = changed(situation["recipe"], gradients=0, master_copy=0, moments=0, host_gradients=0)
    given_frozen = {**situation, "recipe": frozen}
    adapted = value(given_frozen, "adapter_state_bytes")
    assert value(given_frozen, "resident_bytes") == value(given_frozen, "weight_bytes") + adapted
    assert value(given_frozen, "state_size") == frozen.weights.written.quantity.value
    gradients = situation["adapter"].gradients.written.quantity.value
    reduced = value(given_frozen, "reduce_scatter_bytes", cards=2)
    assert 2 * reduced == value(given_frozen, "adapter_parameters") * gradients
    more = changed(frozen, gradients=2)
    assert value({**situation, "recipe": more}, "resident_bytes") > value(given_frozen, "resident_bytes")


@given(situations())
def test_parts_add_up_to_their_total(situation: dict[str, Any]) -> None:
    def of(*names: str) -> Any:
        return sum(value(situation, name) for name in names)

    layers = situation["model"].layers.written.quantity.value
    assert of("parameters") == of("root_parameters") + layers * of("layer_parameters")
    assert of("layer_parameters") == of(
        "attention_matrix_parameters",
        "attention_vector_parameters",
        "router_parameters",
        "expert_matrix_parameters",
        "shared_expert_parameters",
        "expert_bias_parameters",
        "layer_norm_parameters",
    )
    assert of("adapter_parameters") == of(
        "attention_adapter_parameters", "mlp_adapter_parameters", "expert_adapter_parameters"
    )
    assert of("weight_bytes") == of("root_bytes") + layers * of("layer_bytes")
    assert of("traffic_bytes") == of("gather_bytes", "reduce_scatter_bytes")
    assert of("memory_left", "weight_share") == situation["card"].memory.written.quantity.value
    assert of("listed_left", "need_bytes") == situation["card"].memory.written.quantity.value


@given(situations())
def test_a_format_of_two_bytes_weighs_two_bytes_per_parameter(situation: dict[str, Any]) -> None:
    plain = changed(situation["recipe"], weights=2, expert_format=FORMATS["bf16"], attention_format=FORMATS["bf16"])
    given_plain = {**situation, "recipe": plain}
    assert value(given_plain, "weight_bytes") == 2 * value(given_plain, "parameters")


@given(situations())
def test_no_more_parameters_are_active_than_there_are(situation: dict[str, Any]) -> None:
    active = value(situation, "active_parameters")
    assert 0 < active <= value(situation, "parameters")
    every = changed(situation["model"], experts_per_token=situation["model"].experts.written.quantity.value)
    embedding = value({**situation, "model": every}, "output_parameters")
    assert value({**situation, "model": every}, "active_parameters") == value(situation, "parameters") - embedding


@given(situations())
def test_a_window_never_keeps_more_than_every_position(situation: dict[str, Any]) -> None:
    window = situation["model"].window.written.quantity.value
    capped, uncapped = value(situation, "kv_sequence_bytes"), value(situation, "kv_uncapped_bytes")
    reserved = value(situation, "kv_reserved_bytes")
    assert capped <= uncapped
    assert reserved <= uncapped
    if window > 0:
        assert capped <= reserved


@given(situations())
def test_the_fewest_cards_are_enough_and_half_of_them_are_not(situation: dict[str, Any]) -> None:
    for name, left in (("fewest_cards", "listed_left"), ("fewest_cards_visible", "visible_left")):
        given_sharded = {**situation, "zero_stage": 3}
        try:
            fewest = value(given_sharded, name)
        except UnknownQuantityError:
            assert value(given_sharded, left, cards=64) < 0, name
            assert value(given_sharded, left, cards=1) < 0, name
            continue
        assert value(given_sharded, left, cards=fewest) >= 0, name
        if fewest > 1:
            assert value(given_sharded, left, cards=fewest // 2) < 0, name


@given(situations(), st.integers(1, 10**6))
def test_a_longer_micro_batch_never_needs_less(situation: dict[str, Any], more: int) -> None:
    longer = situation["tokens"] + more
    for name in ("working_bytes", "working_bytes_unchecked", "need_bytes", "compute_work", "whole_work"):
        assert value(situation, name, tokens=longer) >= value(situation, name), name


@given(st.integers(0, 10**30))
def test_gigabytes_and_gibibytes_round_trip(number: int) -> None:
    quantity = Quantity(number, BYTE)
    for unit, size in (("GB", 10**9), ("GiB", 2**30), ("MB", 10**6), ("MiB", 2**20), ("TB", 10**12)):
        assert quantity.in_unit(unit) * size == number
        assert parse_quantity(f"{number} {unit}").quantity == Quantity(number * size, BYTE)


@given(st.fractions(0, 10**12))
def test_a_gibibyte_is_the_larger_of_the_two(number: Fraction) -> None:
    quantity = Quantity(number, BYTE)
    assert quantity.in_unit("GiB") * 2**30 == quantity.in_unit("GB") * 10**9
    assert quantity.in_unit("GiB") <= quantity.in_unit("GB")


def _chains(name: str) -> set[str]:
    """The facts and numbers that a quantity comes from."""
    formula = FORMULAS[name]
    conditions = (*formula.applies, *formula.requires)
    read = {*formula.inputs, *(chain for condition in conditions for chain in condition.inputs)}
    found: set[str] = set()
    for chain in read:
        found |= _chains(chain) if chain in FORMULAS else {chain}
    return found


CHAINS = tuple(sorted(set().union(*(_chains(name) for name in FORMULAS))))


def _read(situation: Mapping[str, Any], chain: str) -> Any:
    owner, *fields = chain.split(".")
    found: Any = situation[owner]
    for field in fields:
        found = getattr(found, field)
    return found.written.quantity.value if isinstance(found, Fact) else found


def _dimension(chain: str) -> Dimension:
    if "." not in chain:
        return INPUTS[chain].dimension
    return _a_fact(chain).written.quantity.dimension


def _a_fact(chain: str) -> Fact:
    owner, *fields = chain.split(".")
    roles: dict[str, Record] = {
        "model": configured("qwen3-8b"),
        "format": FORMATS["bf16"],
        "recipe": recipe("adam32"),
        "adapter": adapter("no_adapter"),
        "card": card("h200_nvl"),
        "link": changed(NO_BRIDGE, measured_rate=10**9),
        "bridge": link("nvlink4"),
        "processor": HOST,
        "run": RUN,
        "estimates": PLANNING,
        "estimator": DEEPSPEED,
    }
    found: Any = roles[owner]
    for field in fields:
        found = getattr(found, field)
    assert isinstance(found, Fact)
    return found


@pytest.fixture(scope="module")
def plan() -> Plan:
    """One plan for every quantity there is."""
    return make_plan(tuple(FORMULAS), {chain: _dimension(chain) for chain in CHAINS})


@given(situation=situations(), bridged=st.booleans(), rank=st.integers(1, 300))
def test_a_plan_computes_what_a_situation_tells(
    plan: Plan, situation: dict[str, Any], bridged: bool, rank: int
) -> None:
    """Exactly, every quantity, and nothing where there is none: too many cards for a bridge, too high a rank."""
    if bridged:
        situation = {
            **situation,
            "link": changed(situation["link"], domain=4, bridge=1),
            "adapter": changed(situation["adapter"], query=rank),
        }
    computed = plan.compute(*(_read(situation, chain) for chain in plan.inputs))
    whole = Situation(**situation)
    for name, number in zip(plan.quantities, computed, strict=True):
        if number is None:
            with pytest.raises(UnknownQuantityError, match=r"there is none unless|requires"):
                whole.quantity(name)
        else:
            assert number == whole.quantity(name).value, name
