"""Parameters of each published configuration: in all, by class, and active per token.

Counted on the empty models that transformers builds, so that no formula of the engine takes part. A parameter that two
modules share is counted once. "Active" follows the convention of OpenAI's model card: the experts a token visits,
everything else, the output layer, and not the input embedding, which is a look-up.
"""

import re
from typing import Any

from torch import nn

from oracles.shared import agree, empty_model, model_names, parameter_count, published_config

PACKAGES = ["torch", "transformers"]

# The class of a parameter by its name; the first pattern that fits decides. The last two name the experts of a mixture
# where there are experts, and the one feed-forward block where there are none.
CLASSES = [
    ("embedding", r"^model\.embed_tokens\."),
    ("output", r"^lm_head\."),
    ("qk_norms", r"\.self_attn\.[qk]_norm\."),
    ("attention_biases", r"\.self_attn\.(\w+\.bias|sinks)$"),
    ("attention_matrices", r"\.self_attn\.\w+\.weight$"),
    ("router", r"\.mlp\.(router|gate)\."),
    ("norms", r"norm\.weight$"),
    ("mlp_biases", r"\.mlp\..*bias$"),
    ("mlp_matrices", r"\.mlp\."),
]

TOTALS = {
    "gpt-oss-120b": 116_829_156_672,
    "gpt-oss-20b": 20_914_757_184,
    "llama-2-7b": 6_738_415_616,
    "llama-3.1-8b": 8_030_261_248,
    "llama-3.1-70b": 70_553_706_496,
    "mistral-small-24b": 23_572_403_200,
    "mixtral-8x7b": 46_702_792_704,
    "qwen3-8b": 8_190_735_360,
    "qwen3-14b": 14_768_307_200,
    "qwen3-32b": 32_762_123_264,
    "qwen3-30b-a3b": 30_532_122_624,
}
ACTIVE = {"gpt-oss-120b": 5_132_849_472, "gpt-oss-20b": 3_608_307_264}
CHECKPOINT_BYTES = {"gpt-oss-120b": 65_248_815_744, "gpt-oss-20b": 13_761_264_768}
GPT_OSS_120B = {
    "embedding": 579_133_440,
    "output": 579_133_440,
    "attention_matrices": 424_673_280 + 53_084_160 + 53_084_160 + 424_673_280,
    "attention_biases": 147_456 + 18_432 + 18_432 + 103_680 + 2_304,
    "qk_norms": 0,
    "router": 13_271_040 + 4_608,
    "mlp_matrices": 76_441_190_400 + 38_220_595_200,
    "mlp_biases": 26_542_080 + 13_271_040,
    "norms": 103_680 + 103_680 + 2_880,
}
# BF16 gigabytes of one layer, and of what is in no layer, in thousandths.
LAYER_AND_ROOT = {
    "gpt-oss-120b": (6_426, 2_317),
    "llama-3.1-8b": (436, 2_101),
    "qwen3-8b": (386, 2_489),
    "qwen3-14b": (661, 3_112),
    "mistral-small-24b": (1_112, 2_684),
    "qwen3-32b": (975, 3_112),
    "llama-3.1-70b": (1_711, 4_203),
}


def class_of(name: str) -> str:
    """The class of a parameter."""
    return next(kind for kind, pattern in CLASSES if re.search(pattern, name))


def classes(model: nn.Module) -> dict[str, int]:
    """Parameters by class; a tied output layer is counted with the embedding."""
    counts = dict.fromkeys([kind for kind, _ in CLASSES], 0)
    for name, parameter in model.named_parameters():
        counts[class_of(name)] += parameter.numel()
    return counts


def linear_modules(model: nn.Module) -> dict[str, dict[str, Any]]:
    """The modules that are nn.Linear, by the last part of their names: how many, and of which shape."""
    found: dict[str, dict[str, Any]] = {}
    for name, module in model.named_modules():
        if isinstance(module, nn.Linear):
            shape = {"inputs": module.in_features, "outputs": module.out_features, "bias": module.bias is not None}
            entry = found.setdefault(name.rpartition(".")[2], shape | {"modules": 0})
            agree(f"shape of {name}", {key: entry[key] for key in shape}, shape)
            entry["modules"] += 1
    return found


def idle_experts(model: nn.Module, experts: int, chosen: int) -> int:
    """Parameters of the experts that a token does not visit."""
    held = sum(parameter.numel() for name, parameter in model.named_parameters() if ".experts." in name)
    return held // experts * (experts - chosen) if experts else 0


def layer_size(model: nn.Module) -> int:
    """Parameters of one layer; all layers must be alike."""
    sizes = {parameter_count(layer) for layer in model.model.layers}
    agree("sizes of layers", len(sizes), 1)
    return sizes.pop()


def largest_module(model: nn.Module) -> int:
    """The most parameters that one module holds by itself: the largest layer of DeepSpeed's estimators."""
    return max(sum(parameter.numel() for parameter in module.parameters(recurse=False)) for module in model.modules())


def count(name: str) -> dict[str, Any]:
    """Every count of one configuration."""
    model, config = empty_model(name), published_config(name)
    experts = config.get("num_local_experts", config.get("num_experts", 0))
    total, by_class = parameter_count(model), classes(model)
    agree(f"classes of {name}", sum(by_class.values()), total)
    layers, linear = len(model.model.layers), linear_modules(model)
    visited = total - idle_experts(model, experts, config.get("num_experts_per_tok", 0))
    tied = config["tie_word_embeddings"]
    counts = {
        "total": total,
        "tied": tied,
        "classes": by_class,
        "active": visited if tied else visited - by_class["embedding"],
        "active_with_embedding": visited,
        "active_without_embedding_and_output": visited - by_class["embedding"] - by_class["output"],
        "layers": layers,
        "layer": layer_size(model),
        "root": total - layers * layer_size(model),
        "largest_module": largest_module(model),
        "linear_modules": linear,
        "linear_matrices_in_layers": sum(
            entry["inputs"] * entry["outputs"] * entry["modules"] for kind, entry in linear.items() if kind != "lm_head"
        ),
    }
    if "quantization_config" in config:
        counts["checkpoint_bytes"] = mxfp4_bytes(total, by_class["mlp_matrices"])
    return counts


def mxfp4_bytes(total: int, quantised: int) -> int:
    """Bytes of a checkpoint whose expert matrices are MXFP4 (32 elements in 17 bytes) and whose rest is BF16."""
    return quantised * 17 // 32 + (total - quantised) * 2


def measure() -> dict[str, Any]:
    """Count every configuration, and hold the counts against the published ones."""
    counts = {name: count(name) for name in model_names()}
    for name, total in TOTALS.items():
        agree(f"parameters of {name}", counts[name]["total"], total)
    for name, active in ACTIVE.items():
        agree(f"active parameters of {name}", counts[name]["active"], active)
    for name, size in CHECKPOINT_BYTES.items():
        agree(f"checkpoint of {name}", counts[name]["checkpoint_bytes"], size)
    for name, (layer, root) in LAYER_AND_ROOT.items():
        found = (round(counts[name]["layer"] * 2 / 1e6), round(counts[name]["root"] * 2 / 1e6))
        agree(f"layer and root of {name}", found, (layer, root))
    agree("classes of gpt-oss-120b", counts["gpt-oss-120b"]["classes"], GPT_OSS_120B)
    agree("experts of a layer of gpt-oss-120b", counts["gpt-oss-120b"]["largest_module"], 3_186_155_520)
    agree("linear matrices", counts["mistral-small-24b"]["linear_matrices_in_layers"], 22_229_811_200)
    return {"models": counts}
