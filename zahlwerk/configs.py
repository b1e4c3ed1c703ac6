"""A model's architecture from its Hugging Face ``config.json``. What cannot be placed is an error, never a guess.

Only fields that change a count are read; the others a family is known to have are listed, so that one that is not
can be told. Defaults are those of the families' own configuration classes in transformers.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zahlwerk.problems import BuildFailed, Place, Problem, known_words
from zahlwerk.provenance import Fact
from zahlwerk.quantity import Quantity, Written
from zahlwerk.records import Format, Model, quantity_fields

_COMMON = {
    "architectures", "attention_dropout", "bos_token_id", "dtype", "eos_token_id", "head_dim", "hidden_act",
    "hidden_size", "initializer_range", "intermediate_size", "max_position_embeddings", "model_type",
    "num_attention_heads", "num_hidden_layers", "num_key_value_heads", "pad_token_id", "pretraining_tp",
    "rms_norm_eps", "rope_parameters", "rope_scaling", "rope_theta", "tie_word_embeddings", "torch_dtype",
    "transformers_version", "use_cache", "vocab_size",
}  # fmt: skip
_WINDOWS = {"layer_types", "max_window_layers", "sliding_window", "use_sliding_window"}
_EXPERTS = {"num_experts_per_tok", "output_router_logits", "router_aux_loss_coef", "router_jitter_noise"}


_RECORD_FIELDS = {  # field of a config, to the field of a record whose range it must keep
    "num_hidden_layers": "layers",
    "hidden_size": "hidden",
    "num_attention_heads": "query_heads",
    "num_key_value_heads": "kv_heads",
    "vocab_size": "vocabulary",
    "intermediate_size": "expert_width",
    "moe_intermediate_size": "expert_width",
    "num_local_experts": "experts",
    "num_experts": "experts",
    "num_experts_per_tok": "experts_per_token",
    "head_dim": "head_dim",
    "sliding_window": "window",
}


class _Config:
    """The fields of a config, each checked when it is read; what is wrong is gathered."""

    def __init__(self, fields: Mapping[str, Any]) -> None:
        self.fields = fields
        self.faults: list[str] = []

    def fault(self, message: str) -> None:
        """Note a field that is missing, of the wrong kind, or contradicts another."""
        if message not in self.faults:
            self.faults.append(message)

    def count(self, name: str, default: int | None = None, low: int = 1) -> int:
        """A whole number in its field's range; one that lets reading go on where there is none."""
        value = self.fields.get(name)
        limits = quantity_fields(Model)[_RECORD_FIELDS.get(name, "layers")]
        if value is None:
            if default is None:
                self.fault(f"{name} is missing")
            return default or 1
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= limits.high:
            self.fault(f"{name} must be a whole number from {low} to {limits.high}, but is {value!r}")
            return 1
        return value

    def flag(self, name: str, default: bool = False) -> int:
        """A truth value, as 0 or 1."""
        value = self.fields.get(name, default)
        if not isinstance(value, bool):
            self.fault(f"{name} must be true or false, but is {value!r}")
        return int(value is True)


@dataclass(frozen=True, slots=True)
class Family:
    """How the configs of one ``model_type`` are read."""

    fields: frozenset[str]  # that its configs may hold
    read: Callable[[_Config], dict[str, int]]  # what this family has of its own


def read_config(path: Path, formats: Mapping[str, Format]) -> Model:
    """The model that a config describes. Raises BuildFailed naming the field that cannot be placed."""
    place = Place(path.as_posix())
    try:
        fields = json.loads(path.read_text("utf-8"), object_pairs_hook=_without_twins)
    except OSError as error:
        raise BuildFailed([Problem(place, f"cannot be read: {error.strerror}")]) from error
    except _TwinError as error:
        raise BuildFailed([Problem(place, str(error))]) from error
    except (ValueError, RecursionError) as error:
        raise BuildFailed([Problem(place, f"is not JSON: {error}")]) from error
    if not isinstance(fields, dict):
        raise BuildFailed([Problem(place, "must hold an object")])
    return _model(fields, path.stem, place, formats)


class _TwinError(ValueError):
    """A field is given twice."""


def _without_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    names = [name for name, _ in pairs]
    if twins := sorted({name for name in names if names.count(name) > 1}):
        raise _TwinError(f"{', '.join(twins)} is given more than once")
    return fields


def _model(fields: Mapping[str, Any], name: str, place: Place, formats: Mapping[str, Format]) -> Model:
    kind = str(fields.get("model_type", ""))
    if kind not in FAMILIES:
        hint = known_words(kind, FAMILIES, "model types")
        raise BuildFailed([Problem(place, f'model_type "{kind}" is not known', hint)])
    family, config = FAMILIES[kind], _Config(fields)
    counts = {**_shape(config), **family.read(config)}
    _check(counts, config)
    quantised = _expert_format(config)
    unknown = sorted(set(fields) - family.fields)
    problems = [
        Problem(place, f'{kind} has no field "{n}" that is known here', "it may change a count") for n in unknown
    ]
    problems += [Problem(place, fault) for fault in config.faults]
    if problems:
        raise BuildFailed(problems)
    facts = {n: Fact(f"config.{n}", Written(Quantity(counts[n]), "", 0), place) for n in _FIELDS}
    fields_of_model: dict[str, Any] = {"expert_format": formats[quantised], "rest_format": formats["bf16"], **facts}
    return Model(id="config", name=name, place=place, **fields_of_model)


_FIELDS = tuple(name for name in quantity_fields(Model) if not name.startswith("published_"))


def _shape(config: _Config) -> dict[str, int]:
    """What every decoder states, and what most have not."""
    none = dict.fromkeys(("windowed_layers", "window", "shared_experts", "qkv_bias", "output_bias", "qk_norm"), 0)
    more = dict.fromkeys(
        ("mlp_bias", "router_bias", "sinks", "fused_gate_up", "fused_experts", "all_linear_experts"), 0
    )
    heads = config.count("num_attention_heads")
    return {
        **none,
        **more,
        "layers": config.count("num_hidden_layers"),
        "hidden": config.count("hidden_size"),
        "query_heads": heads,
        "kv_heads": config.count("num_key_value_heads", heads if config.fields.get("model_type") == "llama" else None),
        "vocabulary": config.count("vocab_size"),
        "tied_embeddings": config.flag("tie_word_embeddings"),
        "experts": 1,
        "experts_per_token": 1,
        "expert_width": config.count("intermediate_size"),
    }


def _check(counts: Mapping[str, int], config: _Config) -> None:
    """Contradictions between fields."""
    if counts["query_heads"] % counts["kv_heads"]:
        config.fault("num_key_value_heads does not divide num_attention_heads")
    if counts["experts_per_token"] > counts["experts"]:
        config.fault("num_experts_per_tok is above the number of experts")


def _derived_head_dim(config: _Config) -> int:
    """The head dimension of a family whose own definition is width over heads where it is not stated."""
    hidden, heads = config.count("hidden_size"), config.count("num_attention_heads")
    if config.fields.get("head_dim") is None and hidden % heads:
        config.fault("head_dim is missing, and num_attention_heads does not divide hidden_size")
    return config.count("head_dim", hidden // heads)


def _window_in_all_layers(config: _Config) -> dict[str, int]:
    if "sliding_window" not in config.fields:
        config.fault("sliding_window is missing; null says that there is none")
    if config.fields.get("sliding_window") is None:
        return _windows(config, 0)
    return _windows(config, config.count("num_hidden_layers"))


def _switched_window(config: _Config) -> dict[str, int]:
    """Windows of the Qwen families: none unless switched on, then in the layers from max_window_layers on."""
    if not config.flag("use_sliding_window"):
        return _windows(config, 0)
    return _windows(config, max(0, config.count("num_hidden_layers") - config.count("max_window_layers", low=0)))


def _windows(config: _Config, windowed: int) -> dict[str, int]:
    """So many layers with a window; what ``layer_types`` says, where it is there, must agree."""
    kinds = config.fields.get("layer_types")
    if kinds is not None and (not isinstance(kinds, list) or kinds.count("sliding_attention") != windowed):
        config.fault(f"layer_types does not name the {windowed} layers that have a window by other fields")
    return {"windowed_layers": windowed, "window": config.count("sliding_window")} if windowed else {}


_FUSED_EXPERTS = {"fused_gate_up": 1, "fused_experts": 1, "all_linear_experts": 1}  # in transformers 5


def _llama(config: _Config) -> dict[str, int]:
    bias = config.flag("attention_bias")
    return {
        "head_dim": _derived_head_dim(config),
        "qkv_bias": bias,
        "output_bias": bias,
        "mlp_bias": config.flag("mlp_bias"),
    }


def _mistral(config: _Config) -> dict[str, int]:
    return {"head_dim": _derived_head_dim(config), **_window_in_all_layers(config)}


def _mixtral(config: _Config) -> dict[str, int]:
    experts = {
        "experts": config.count("num_local_experts"),
        "experts_per_token": config.count("num_experts_per_tok"),
        **_FUSED_EXPERTS,
    }
    return {**_mistral(config), **experts}


def _qwen2(config: _Config) -> dict[str, int]:
    return {"head_dim": _derived_head_dim(config), "qkv_bias": 1, **_switched_window(config)}


def _qwen3(config: _Config) -> dict[str, int]:
    bias = config.flag("attention_bias")
    own = {"head_dim": config.count("head_dim"), "qk_norm": 1, "qkv_bias": bias, "output_bias": bias}
    return own if config.fields.get("model_type") == "qwen3_moe" else {**own, **_switched_window(config)}


def _qwen3_moe(config: _Config) -> dict[str, int]:
    if config.fields.get("mlp_only_layers") or config.count("decoder_sparse_step", 1) != 1:
        config.fault("mlp_only_layers and decoder_sparse_step mix dense and sparse layers, which is not known here")
    experts = {
        "experts": config.count("num_experts"),
        "experts_per_token": config.count("num_experts_per_tok"),
        "expert_width": config.count("moe_intermediate_size"),
        **_FUSED_EXPERTS,
    }
    windowed = config.count("num_hidden_layers") if config.flag("use_sliding_window") else 0
    return {**_qwen3(config), **_windows(config, windowed), **experts}


def _gpt_oss(config: _Config) -> dict[str, int]:
    kinds = config.fields.get("layer_types")
    layers, bias = config.count("num_hidden_layers"), config.flag("attention_bias", default=True)
    kinds = kinds if isinstance(kinds, list) else []
    if len(kinds) != layers or not all(kind in ("sliding_attention", "full_attention") for kind in kinds):
        config.fault("layer_types must name the attention of each layer: sliding_attention or full_attention")
    if config.fields.get("experts_per_token", config.fields.get("num_experts_per_tok")) != config.fields.get(
        "num_experts_per_tok"
    ):
        config.fault("experts_per_token and num_experts_per_tok contradict each other")
    return {
        "head_dim": config.count("head_dim"),
        "experts": config.count("num_local_experts"),
        "experts_per_token": config.count("num_experts_per_tok"),
        "windowed_layers": kinds.count("sliding_attention"),
        "window": config.count("sliding_window"),
        "qkv_bias": bias,
        "output_bias": bias,
        "mlp_bias": 1,
        "router_bias": 1,
        "sinks": 1,
        "fused_gate_up": 1,
        "fused_experts": 1,
    }


def _expert_format(config: _Config) -> str:
    """The format of the experts in the released checkpoint."""
    quantised = config.fields.get("quantization_config")
    if quantised is None:
        return "bf16"
    method = quantised.get("quant_method") if isinstance(quantised, dict) else None
    if method != "mxfp4":
        config.fault(f"quantization_config names the method {method!r}, which is not known here")
    return "mxfp4"


_MIXTRAL_FIELDS = _COMMON | _WINDOWS | _EXPERTS | {"num_local_experts"}
_QWEN3_FIELDS = _COMMON | _WINDOWS | {"attention_bias"}
FAMILIES: Mapping[str, Family] = {
    "llama": Family(frozenset(_COMMON | {"attention_bias", "mlp_bias"}), _llama),
    "mistral": Family(frozenset(_COMMON | _WINDOWS), _mistral),
    "mixtral": Family(frozenset(_MIXTRAL_FIELDS), _mixtral),
    "qwen2": Family(frozenset(_COMMON | _WINDOWS | {"use_mrope"}), _qwen2),
    "qwen3": Family(frozenset(_QWEN3_FIELDS), _qwen3),
    "qwen3_moe": Family(
        frozenset(
            _QWEN3_FIELDS
            | _EXPERTS
            | {"decoder_sparse_step", "mlp_only_layers", "moe_intermediate_size", "norm_topk_prob", "num_experts"}
        ),
        _qwen3_moe,
    ),
    "gpt_oss": Family(
        frozenset(
            _MIXTRAL_FIELDS
            | {"attention_bias", "experts_per_token", "initial_context_length", "quantization_config", "swiglu_limit"}
        ),
        _gpt_oss,
    ),
}
