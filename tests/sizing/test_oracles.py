"""The engine against what other people's programs count, exactly; `oracles/README.md` says how each was counted."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from situations import DEEPSPEED, MODELS, NAMES, adapter, changed, configured, counted_by_oracle, link, recipe, told

from zahlwerk.records import Adapter, Model
from zahlwerk.sizing.situation import Situation, all_linear

NO_ADAPTER = adapter("no_adapter")
COUNTS = counted_by_oracle("parameters")["models"]
ADAPTERS = counted_by_oracle("adapters")["models"]
FSDP = counted_by_oracle("fsdp")
ACTIVATIONS = counted_by_oracle("activations")
ESTIMATES = counted_by_oracle("deepspeed")["models"]


def parameters(name: str, quantity: str) -> Fraction:
    return told(quantity, "parameter", model=configured(name))


def test_the_oracle_counted_every_config_there_is() -> None:
    assert set(COUNTS) == set(ADAPTERS) == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("quantity", "key"),
    [
        ("parameters", "total"),
        ("active_parameters", "active"),
        ("layer_parameters", "layer"),
        ("root_parameters", "root"),
    ],
)
def test_a_model_has_the_parameters_that_transformers_counts(name: str, quantity: str, key: str) -> None:
    assert parameters(name, quantity) == COUNTS[name][key]


@pytest.mark.parametrize("name", NAMES)
def test_each_class_of_tensors_has_the_parameters_that_transformers_counts(name: str) -> None:
    classes, layers = COUNTS[name]["classes"], COUNTS[name]["layers"]
    in_layers = {
        "attention_matrix_parameters": classes["attention_matrices"],
        "attention_vector_parameters": classes["attention_biases"] + classes["qk_norms"],
        "router_parameters": classes["router"],
        "expert_matrix_parameters": classes["mlp_matrices"],
        "expert_bias_parameters": classes["mlp_biases"],
        "shared_expert_parameters": 0,
    }
    for quantity, count in in_layers.items():
        assert parameters(name, quantity) * layers == count, quantity
    norms = parameters(name, "layer_norm_parameters") * layers + parameters(name, "final_norm_parameters")
    assert norms == classes["norms"]
    assert parameters(name, "embedding_parameters") == classes["embedding"]
    assert parameters(name, "output_parameters") == classes["output"]


@pytest.mark.parametrize("name", NAMES)
def test_the_largest_layer_is_the_largest_module_that_transformers_builds(name: str) -> None:
    assert parameters(name, "largest_layer_parameters") == COUNTS[name]["largest_module"]


@pytest.mark.parametrize("name", [name for name in NAMES if "checkpoint_bytes" in COUNTS[name]])
def test_a_checkpoint_in_mxfp4_has_the_bytes_of_its_tensors(name: str) -> None:
    assert told("checkpoint_bytes", "byte", model=configured(name)) == COUNTS[name]["checkpoint_bytes"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("rank", [8, 16])
def test_all_linear_takes_the_matrices_that_peft_takes(name: str, rank: int) -> None:
    counted = ADAPTERS[name][f"all_linear_r{rank}"]
    model = configured(name)
    given = {"model": model, "adapter": all_linear(model, NO_ADAPTER, rank)}
    assert told("adapter_parameters", "parameter", **given) == counted["trainable"]
    assert told("adapter_parameters", "parameter", **given) + parameters(name, "parameters") == counted["all"]


@pytest.mark.parametrize("name", NAMES)
def test_an_adapter_of_the_attention_has_the_parameters_that_peft_counts(name: str) -> None:
    given = {"model": configured(name), "adapter": adapter("attention_r16")}
    assert told("adapter_parameters", "parameter", **given) == ADAPTERS[name]["attention_r16"]["trainable"]


EXPERT_CASES = {  # rank of the attention, rank at the experts, layers with adapted experts, None for all
    "all_linear_r32_experts_r8": (32, 8, None),
    "all_linear_r8_experts_of_three_layers": (8, 8, 3),
    "all_linear_r8": (8, 0, 0),
    "attention_r16": (16, 0, 0),
}


@pytest.mark.parametrize("name", ["gpt-oss-120b", "gpt-oss-20b"])
@pytest.mark.parametrize("case", EXPERT_CASES)
def test_adapted_experts_of_gpt_oss_have_the_parameters_that_peft_counts(name: str, case: str) -> None:
    rank, expert_rank, layers = EXPERT_CASES[case]
    adapted = changed(
        all_linear(configured(name), NO_ADAPTER, rank),
        expert_gate_up=expert_rank,
        expert_down=expert_rank,
        expert_layers=COUNTS[name]["layers"] if layers is None else layers,
    )
    counted = ADAPTERS[name][case]["trainable"]
    assert told("adapter_parameters", "parameter", model=configured(name), adapter=adapted) == counted


SHAPE = FSDP["model"]
SMALL = changed(
    MODELS["gpt_oss_20b"],
    hidden=SHAPE["hidden_size"],
    expert_width=SHAPE["intermediate_size"],
    experts=SHAPE["num_local_experts"],
    layers=SHAPE["num_hidden_layers"],
    query_heads=SHAPE["num_attention_heads"],
    kv_heads=SHAPE["num_key_value_heads"],
    head_dim=SHAPE["head_dim"],
    vocabulary=SHAPE["vocab_size"],
    windowed_layers=3,
)
SMALL_ADAPTER = changed(
    NO_ADAPTER, **dict.fromkeys(("query", "key", "value", "output"), SHAPE["adapter_rank"]), gradients=2
)
SETUPS = [(cards, setup) for cards in (2, 4, 8) for setup in FSDP["traffic"][f"{cards} cards"]]


def sharded(cards: int, setup: str) -> dict[str, Any]:
    """The small model as it was sharded: adapters are gathered, too, and gradients may be reduced in FP32."""
    lora = setup.startswith("lora")
    gradients = 0 if lora else 4 if "fp32 gradients" in setup else 2
    trained: dict[str, Any] = {
        "model": SMALL,
        "recipe": changed(recipe("adam32"), gradients=gradients),
        "adapter": SMALL_ADAPTER if lora else NO_ADAPTER,
        "link": link("pcie5_x16"),
        "cards": cards,
        "zero_stage": 3,
    }
    elements = told("parameters", "parameter", **trained) + told("adapter_parameters", "parameter", **trained)
    return {**trained, "weight_bytes": 2 * elements}


def test_the_small_model_of_the_fsdp_oracle_is_rebuilt_from_its_shape() -> None:
    given = {"model": SMALL, "adapter": SMALL_ADAPTER}
    assert told("parameters", "parameter", **given) == SHAPE["parameters"] == 5_541_520
    assert told("root_parameters", "parameter", **given) == SHAPE["root"] == 524_416
    assert told("adapter_parameters", "parameter", **given) == SHAPE["adapters"] == 19_968


@pytest.mark.parametrize(("cards", "setup"), SETUPS)
def test_fsdp_gathers_and_reduces_the_bytes_that_were_counted(cards: int, setup: str) -> None:
    """A card receives (n − 1)/n of what was counted; adapters of rank 4 are padded on eight cards, and only there."""
    counted = FSDP["traffic"][f"{cards} cards"][setup]
    padding = counted["padding"]
    assert any(padding.values()) == (cards == 8 and setup.startswith("lora"))
    given = sharded(cards, setup)
    quantity = "gather_bytes" if "resharded" in setup else "gather_bytes_root_kept"
    gathered = counted["gathered_forward"] + counted["gathered_backward"]
    padded = padding["gathered_forward"] + padding["gathered_backward"]
    received = Fraction(cards - 1, cards)
    assert told(quantity, "byte", **given) == (gathered - padded) * received
    reduced = counted["reduce_scattered"] - padding["reduce_scattered"]
    assert told("reduce_scatter_bytes", "byte", **given) == reduced * received


@pytest.mark.parametrize("cards", [2, 4])
@pytest.mark.parametrize("setup", ["lora, root kept", "full, root kept"])
def test_real_processes_gather_what_the_engine_says(cards: int, setup: str) -> None:
    counted = FSDP["processes"][f"{cards} processes"][setup]
    gathered = counted["gathered_forward"] + counted["gathered_backward"]
    given = sharded(cards, setup)
    assert told("gather_bytes_root_kept", "byte", **given) == gathered * Fraction(cards - 1, cards)
    assert told("reduce_scatter_bytes", "byte", **given) == counted["reduce_scattered"] * Fraction(cards - 1, cards)


PEAK_SHAPES = {
    "root smaller than a layer": {},
    "layers wide": {"expert_width": 512},
    "root larger than a layer": {"vocabulary": 16384},
}
PEAKS = [(shape, setup) for shape, found in FSDP["peak"]["found"].items() for setup in found]


@pytest.mark.parametrize(("shape", "setup"), PEAKS)
def test_the_gather_buffers_are_the_peak_that_pytorch_tracks(shape: str, setup: str) -> None:
    tracked = FSDP["peak"]["found"][shape][setup]
    given = {**sharded(FSDP["peak"]["cards"], setup), "model": changed(SMALL, **PEAK_SHAPES[shape])}
    adapted = told("adapter_parameters", "parameter", **given) * 2 / SHAPE["num_hidden_layers"]
    layer = told("layer_bytes", "byte", **given) + adapted
    assert told("root_bytes", "byte", **given) == tracked["root"]
    assert layer == tracked["layer"]
    assert told("gather_buffer_bytes", "byte", **given, layer_bytes=layer) == tracked["bytes"]["forward"]
    assert told("whole_gather_buffer_bytes", "byte", **given, layer_bytes=layer) == tracked["bytes"]["forward"]


COUNTED = [(name, method) for name in ACTIVATIONS["models"] for method in ("full", "lora")]


def trained(name: str, method: str, tokens: int) -> tuple[Model, Adapter, Situation]:
    model = configured(name)
    linear = all_linear(model, NO_ADAPTER, ACTIVATIONS["lora_rank"])
    method = {"full": "adam32", "lora": "bf16_lora"}[method]
    return model, linear, Situation(model=model, adapter=linear, recipe=recipe(method), tokens=tokens)


@pytest.mark.parametrize(("name", "method"), COUNTED)
def test_a_layer_saves_the_bytes_that_autograd_was_seen_to_save(name: str, method: str) -> None:
    counted = ACTIVATIONS["models"][name][method]["bytes_per_token"]
    _, _, situation = trained(name, method, 1)
    layers = COUNTS[name]["layers"]
    once = {"full": "full_once_activation", "lora": "adapted_once_activation"}[method]
    assert situation.quantity("layer_activation").value == counted["layer"]
    assert situation.quantity(once).value == counted["once"]
    assert situation.quantity("layer_input_bytes").value == counted["layer_checkpointed"] * layers
    assert situation.quantity("all_activation_bytes").value == counted["layer"] * layers


@pytest.mark.parametrize("name", ACTIVATIONS["models"])
def test_logits_take_the_bytes_of_the_peak_in_the_backward_pass(name: str) -> None:
    """The peak holds the loss and its gradient beside, eight bytes that do not grow with the logits."""
    counted = ACTIVATIONS["models"][name]["logits"]
    model, _, situation = trained(name, "full", 8192)
    logits = 8192 * model.vocabulary.written.quantity.value
    assert situation.quantity("logit_bytes").value == counted["per_logit"]["backward"] * logits
    assert situation.quantity("logit_bytes").value == counted["peak_of_8192_tokens"]["backward"] - 8


ZERO3 = {  # weights offloaded, optimiser offloaded, created in shards: host, card
    (True, True, True): ("estimated_host_bytes_all", "estimated_card_bytes_all_offloaded"),
    (True, True, False): ("estimated_host_bytes_all_unsharded", "estimated_card_bytes_all_offloaded"),
    (False, True, True): ("estimated_host_bytes", "estimated_card_bytes_offloaded"),
    (False, True, False): ("estimated_host_bytes_unsharded", "estimated_card_bytes_offloaded"),
    (False, False, True): ("estimated_loading_bytes", "estimated_card_bytes"),
    (False, False, False): ("estimated_loading_bytes_unsharded", "estimated_card_bytes"),
}
ZERO2 = {  # optimiser offloaded: host, card
    True: ("estimated_host_bytes_unsharded", "estimated_card_bytes_stage_2_offloaded"),
    False: ("estimated_loading_bytes_unsharded", "estimated_card_bytes_stage_2"),
}


def compare(name: str, row: dict[str, Any], quantities: tuple[str, str]) -> None:
    counted = ESTIMATES[name]
    given = {
        "parameters": counted["parameters"],
        "largest_layer_parameters": counted["largest_layer"],
        "cards": counted["cards"],
        "estimator": DEEPSPEED,
    }
    for quantity, key in zip(quantities, ("host_bytes", "card_bytes"), strict=True):
        assert told(quantity, "byte", **given) == row[key], quantity


@pytest.mark.parametrize("name", ESTIMATES)
@pytest.mark.parametrize("number", range(6))
def test_deepspeed_estimates_the_same_bytes_for_stage_3(name: str, number: int) -> None:
    row = ESTIMATES[name]["zero3"][number]
    compare(name, row, ZERO3[row["offload_parameters"], row["offload_optimiser"], row["zero_init"]])


@pytest.mark.parametrize("name", ESTIMATES)
@pytest.mark.parametrize("number", range(2))
def test_deepspeed_estimates_the_same_bytes_for_stage_2(name: str, number: int) -> None:
    row = ESTIMATES[name]["zero2"][number]
    compare(name, row, ZERO2[row["offload_optimiser"]])
