"""Models read from config.json: exact counts where all is known, and an error that names the field where it is not."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from situations import CONFIGS, FORMATS, MODELS, NAMES, changed, configured, counted_by_oracle, recipe, told

from zahlwerk.configs import FAMILIES, read_config
from zahlwerk.problems import BuildFailed
from zahlwerk.records import Model

Read = Callable[..., Model]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Reads a config of tests/configs with other fields; a field that is given as ... is taken out."""

    def read_changed(name: str, **fields: Any) -> Model:
        published = json.loads((CONFIGS / f"{name}.json").read_text("utf-8"))
        mixed = {**published, **fields}
        path = tmp_path / "config.json"
        path.write_text(json.dumps({key: value for key, value in mixed.items() if value is not ...}), "utf-8")
        return read_config(path, FORMATS)

    return read_changed


def refusal(read: Read, name: str, **fields: Any) -> str:
    """What is said of a config that is refused."""
    with pytest.raises(BuildFailed) as failed:
        read(name, **fields)
    return str(failed.value)


def read_or_refusal(read: Read, name: str, **fields: Any) -> Model | str:
    """The model, or what is said of a config that is refused."""
    try:
        return read(name, **fields)
    except BuildFailed as failed:
        return str(failed)


def number(model: Model, field: str) -> Any:
    return getattr(model, field).written.quantity.value


KNOWN = {  # parameters, active parameters (embedding left out, or once where it is the output layer)
    "gpt-oss-120b": (116_829_156_672, 5_132_849_472),
    "gpt-oss-20b": (20_914_757_184, 3_608_307_264),
    "llama-2-7b": (6_738_415_616, 6_607_343_616),
    "llama-3.1-8b": (8_030_261_248, 7_504_924_672),
    "llama-3.1-70b": (70_553_706_496, 69_503_033_344),
    "mistral-7b-v0.1": (7_241_732_096, 7_110_660_096),
    "mistral-small-24b": (23_572_403_200, 22_901_314_560),
    "mixtral-8x7b": (46_702_792_704, 12_748_853_248),
    "qwen2.5-7b": (7_615_616_512, 7_070_619_136),
    "qwen3-4b": (4_022_468_096, 4_022_468_096),
    "qwen3-8b": (8_190_735_360, 7_568_405_504),
    "qwen3-14b": (14_768_307_200, 13_990_394_880),
    "qwen3-32b": (32_762_123_264, 31_984_210_944),
    "qwen3-30b-a3b": (30_532_122_624, 3_041_867_776),
}


def test_every_config_has_its_known_counts_here() -> None:
    assert set(KNOWN) == set(NAMES)


@pytest.mark.parametrize("name", KNOWN)
def test_a_config_gives_the_known_counts(name: str) -> None:
    total, active = KNOWN[name]
    assert told("parameters", "parameter", model=configured(name)) == total
    assert told("active_parameters", "parameter", model=configured(name)) == active


def test_a_config_of_each_family_is_there() -> None:
    kinds = {json.loads((CONFIGS / f"{name}.json").read_text("utf-8"))["model_type"] for name in NAMES}
    assert kinds == set(FAMILIES)


@pytest.mark.parametrize("name", ["gpt-oss-120b", "gpt-oss-20b"])
def test_a_config_and_the_facts_describe_the_same_model(name: str) -> None:
    facts = MODELS[name.replace("-", "_")]
    read_from_config = configured(name)
    fields = [field for field in Model.__dataclass_fields__ if field not in {"id", "name", "place", "note"}]
    counts = [field for field in fields if not field.startswith("published_") and not field.endswith("_format")]
    assert {field: number(read_from_config, field) for field in counts} == {
        field: number(facts, field) for field in counts
    }
    assert read_from_config.expert_format == facts.expert_format


@pytest.mark.parametrize(
    ("name", "size"), [("gpt-oss-120b", 65_248_815_744), ("gpt-oss-20b", 13_761_264_768), ("qwen3-4b", 8_044_936_192)]
)
def test_the_checkpoint_follows_from_the_config(name: str, size: int) -> None:
    """MXFP4 experts where the config says so, otherwise two bytes for each parameter."""
    assert told("checkpoint_bytes", "byte", model=configured(name)) == size


@pytest.mark.parametrize(
    ("name", "windowed", "window"),
    [
        ("gpt-oss-120b", 18, 128),
        ("gpt-oss-20b", 12, 128),
        ("mistral-7b-v0.1", 32, 4096),
        ("mistral-small-24b", 0, 0),
        ("mixtral-8x7b", 0, 0),
        ("qwen2.5-7b", 0, 0),
        ("qwen3-8b", 0, 0),
        ("llama-3.1-8b", 0, 0),
    ],
)
def test_a_sliding_window_holds_where_the_family_has_it(name: str, windowed: int, window: int) -> None:
    model = configured(name)
    assert (number(model, "windowed_layers"), number(model, "window")) == (windowed, window)


def test_a_window_that_is_switched_on_holds_from_max_window_layers_on(read: Read) -> None:
    model = read("qwen2.5-7b", use_sliding_window=True, sliding_window=4096, max_window_layers=20)
    assert (number(model, "windowed_layers"), number(model, "window")) == (8, 4096)


def test_a_window_of_qwen3_moe_that_is_switched_on_holds_in_every_layer(read: Read) -> None:
    """Its model code in transformers 5.24 gives each layer the window, and reads no max_window_layers."""
    placed = read_or_refusal(read, "qwen3-30b-a3b", use_sliding_window=True, sliding_window=4096)
    assert "window" in placed if isinstance(placed, str) else number(placed, "windowed_layers") == 48


def test_a_windowed_model_keeps_no_more_than_its_window() -> None:
    """Mistral 7B keeps 4,096 positions however long the sequence is."""
    given = {"model": configured("mistral-7b-v0.1"), "recipe": recipe("bf16_serving")}
    assert told("kv_sequence_bytes", "MiB", **given, sequence=131072) == 512
    assert told("kv_growth_bytes", "byte", **given) == 0


@pytest.mark.parametrize(
    ("name", "head_dim"),
    [("llama-2-7b", 128), ("qwen3-4b", 128), ("qwen3-32b", 128), ("gpt-oss-20b", 64), ("mistral-small-24b", 128)],
)
def test_a_head_dimension_is_read_where_it_is_stated_and_derived_where_the_family_derives_it(
    name: str, head_dim: int
) -> None:
    assert number(configured(name), "head_dim") == head_dim


@pytest.mark.parametrize("name", ["qwen3-4b", "qwen3-30b-a3b", "gpt-oss-20b"])
@pytest.mark.parametrize("value", [..., None])
def test_a_head_dimension_is_asked_for_where_the_family_states_it(read: Read, name: str, value: object) -> None:
    assert "head_dim is missing" in refusal(read, name, head_dim=value)


def test_a_width_that_the_heads_do_not_divide_needs_a_head_dimension(read: Read) -> None:
    said = refusal(read, "llama-2-7b", hidden_size=4100)
    assert "head_dim is missing" in said
    assert "num_attention_heads does not divide hidden_size" in said
    assert number(read("llama-2-7b", hidden_size=4100, head_dim=128), "head_dim") == 128


@pytest.mark.parametrize("kind", ["gemma3", "", "Llama", None, 7, ["llama"]])
def test_an_unknown_model_type_is_refused_by_name(read: Read, kind: object) -> None:
    said = refusal(read, "llama-2-7b", model_type=kind)
    assert "model_type" in said
    assert "is not known" in said


def test_a_misspelt_model_type_gets_the_closest_known_one(read: Read) -> None:
    assert 'did you mean "qwen3_moe"?' in refusal(read, "qwen3-30b-a3b", model_type="qwen3moe")


@pytest.mark.parametrize("name", ["llama-3.1-8b", "qwen3-30b-a3b", "gpt-oss-20b"])
def test_an_unknown_field_is_refused_by_name(read: Read, name: str) -> None:
    said = refusal(read, name, n_shared_experts=1, q_lora_rank=1536)
    assert '"n_shared_experts"' in said
    assert '"q_lora_rank"' in said


def test_a_quantisation_where_none_is_known_is_refused(read: Read) -> None:
    assert "quantization_config" in refusal(read, "llama-3.1-8b", quantization_config={"quant_method": "awq"})
    for method in ({"quant_method": "awq"}, {}, "mxfp4", []):
        assert "quantization_config" in refusal(read, "gpt-oss-20b", quantization_config=method)


def test_a_gpt_oss_without_quantisation_has_a_checkpoint_of_two_bytes_per_parameter(read: Read) -> None:
    model = read("gpt-oss-20b", quantization_config=...)
    assert told("checkpoint_bytes", "byte", model=model) == 2 * 20_914_757_184


NEEDED = {
    "llama-3.1-8b": (),
    "mixtral-8x7b": ("num_local_experts", "num_experts_per_tok"),
    "qwen3-30b-a3b": ("num_experts", "num_experts_per_tok", "moe_intermediate_size"),
    "gpt-oss-20b": ("num_local_experts", "num_experts_per_tok", "sliding_window", "layer_types"),
}
ALWAYS = ("hidden_size", "intermediate_size", "num_attention_heads", "num_hidden_layers", "vocab_size")
COUNTS = [(name, field) for name, own in NEEDED.items() for field in (*ALWAYS, *own)]


@pytest.mark.parametrize(("name", "field"), COUNTS)
def test_a_missing_field_is_named(read: Read, name: str, field: str) -> None:
    assert field in refusal(read, name, **{field: ...})


@pytest.mark.parametrize("value", ["4096", 4096.0, -1, 0, True, [4096], {"value": 4096}])
@pytest.mark.parametrize(("name", "field"), COUNTS)
def test_a_count_of_the_wrong_kind_is_named(read: Read, name: str, field: str, value: object) -> None:
    assert field in refusal(read, name, **{field: value})


@pytest.mark.parametrize("value", [0, "false", None])
@pytest.mark.parametrize(
    ("name", "field"),
    [
        ("llama-3.1-8b", "tie_word_embeddings"),
        ("llama-3.1-8b", "attention_bias"),
        ("llama-3.1-8b", "mlp_bias"),
        ("qwen3-8b", "attention_bias"),
        ("qwen2.5-7b", "use_sliding_window"),
        ("gpt-oss-20b", "attention_bias"),
    ],
)
def test_a_switch_of_the_wrong_kind_is_named(read: Read, name: str, field: str, value: object) -> None:
    said = refusal(read, name, **{field: value})
    assert f"{field} must be true or false" in said


CONTRADICTIONS = [
    ("llama-3.1-8b", {"num_key_value_heads": 7}, "num_key_value_heads"),
    ("llama-3.1-8b", {"num_key_value_heads": 64}, "num_key_value_heads"),
    ("mixtral-8x7b", {"num_experts_per_tok": 9}, "num_experts_per_tok"),
    ("qwen3-30b-a3b", {"num_experts": 4}, "num_experts_per_tok"),
    ("qwen3-30b-a3b", {"mlp_only_layers": [0]}, "mlp_only_layers"),
    ("qwen3-30b-a3b", {"decoder_sparse_step": 2}, "decoder_sparse_step"),
    ("gpt-oss-20b", {"num_hidden_layers": 36}, "layer_types"),
    ("gpt-oss-20b", {"layer_types": ["full_attention"] * 23 + ["linear_attention"]}, "layer_types"),
    ("gpt-oss-20b", {"layer_types": [["full_attention"]] * 24}, "layer_types"),
    ("gpt-oss-20b", {"experts_per_token": 2}, "experts_per_token"),
]


@pytest.mark.parametrize(("name", "fields", "named"), CONTRADICTIONS)
def test_fields_that_contradict_each_other_are_named(
    read: Read, name: str, fields: dict[str, object], named: str
) -> None:
    assert named in refusal(read, name, **fields)


@pytest.mark.parametrize(
    ("field", "value"), [("num_hidden_layers", 10**6), ("hidden_size", 10**12), ("vocab_size", 10**15)]
)
def test_an_absurd_count_is_refused_as_it_is_in_the_facts(read: Read, field: str, value: int) -> None:
    assert field in refusal(read, "llama-3.1-8b", **{field: value})


def test_several_faulty_fields_are_named_at_once(read: Read) -> None:
    said = refusal(read, "llama-3.1-8b", hidden_size=..., vocab_size="many", unheard_of=1)
    for field in ("hidden_size", "vocab_size", "unheard_of"):
        assert field in said


@pytest.mark.parametrize("name", ["mistral-7b-v0.1", "qwen2.5-7b"])
def test_layer_types_are_placed_or_refused_but_never_passed_over(read: Read, name: str) -> None:
    """A field that decides which layers have a window cannot be ignored where it stands."""
    layers = number(configured(name), "layers")
    kinds = ["sliding_attention", "full_attention"] * (layers // 2)
    placed = read_or_refusal(read, name, layer_types=kinds, use_sliding_window=True, sliding_window=4096)
    assert "layer_types" in placed if isinstance(placed, str) else number(placed, "windowed_layers") == layers // 2


def test_absent_kv_heads_are_as_many_as_the_query_heads_of_llama(read: Read) -> None:
    assert number(read("llama-2-7b", num_key_value_heads=...), "kv_heads") == 32


@pytest.mark.parametrize(
    ("name", "kv_heads"), [("mistral-7b-v0.1", 8), ("mixtral-8x7b", 8), ("gpt-oss-20b", 8), ("qwen3-30b-a3b", 4)]
)
def test_absent_kv_heads_are_those_of_the_family_or_asked_for(read: Read, name: str, kv_heads: int) -> None:
    """The configuration classes of these families have a number of their own, which is not that of query heads."""
    placed = read_or_refusal(read, name, num_key_value_heads=...)
    assert "num_key_value_heads" in placed if isinstance(placed, str) else number(placed, "kv_heads") == kv_heads


def test_an_absent_window_is_that_of_the_family_or_asked_for(read: Read) -> None:
    """Mistral's configuration class says 4,096 where nothing is stated; only null means that there is none."""
    assert number(read("mistral-7b-v0.1", sliding_window=None), "windowed_layers") == 0
    placed = read_or_refusal(read, "mistral-7b-v0.1", sliding_window=...)
    assert "sliding_window" in placed if isinstance(placed, str) else number(placed, "window") == 4096


@pytest.mark.parametrize(("text", "reason"), [("{", "is not JSON"), ("[]", "must hold an object"), ("", "is not JSON")])
def test_a_file_that_is_no_config_is_refused(tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "config.json"
    path.write_text(text, "utf-8")
    with pytest.raises(BuildFailed, match=reason):
        read_config(path, FORMATS)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BuildFailed, match=r"config\.json: cannot be read"):
        read_config(tmp_path / "config.json", FORMATS)


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "config.json"
    path.write_bytes(b"\xff\xfe{}")
    with pytest.raises(BuildFailed):
        read_config(path, FORMATS)


def test_tied_embeddings_count_once_and_again_on_the_last_pipeline_stage() -> None:
    model = configured("qwen3-4b")
    assert told("output_parameters", "parameter", model=model) == 0
    untied = told("parameters", "parameter", model=changed(model, tied_embeddings=0))
    assert untied == 4_022_468_096 + 151_936 * 2560
    assert told("stage_parameters", "parameter", model=model, pipeline_parallel=1) == 4_022_468_096
    assert told("stage_parameters", "parameter", model=model, pipeline_parallel=4) == untied


def test_a_shared_expert_is_counted_and_works_on_every_token() -> None:
    """One more expert of 3 × 2,048 × 768 parameters in each of 48 layers, active and in all."""
    model = configured("qwen3-30b-a3b")
    more = changed(model, shared_experts=1)
    for quantity in ("parameters", "active_parameters"):
        grown = told(quantity, "parameter", model=more) - told(quantity, "parameter", model=model)
        assert grown == 48 * 3 * 2048 * 768


def test_the_oracle_knows_the_same_counts() -> None:
    oracle = counted_by_oracle("parameters")["models"]
    assert {name: (oracle[name]["total"], oracle[name]["active"]) for name in oracle} == KNOWN


def test_a_field_that_is_given_twice_is_named(tmp_path: Path) -> None:
    path = tmp_path / "config.json"
    path.write_text('{"model_type": "llama", "hidden_size": 4096, "hidden_size": 2048}', "utf-8")
    with pytest.raises(BuildFailed, match="hidden_size is given more than once"):
        read_config(path, FORMATS)


def test_a_file_nested_without_end_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "config.json"
    path.write_text("[" * 100_000, "utf-8")
    with pytest.raises(BuildFailed, match="is not JSON"):
        read_config(path, FORMATS)
