"""Trainable parameters of LoRA adapters, as PEFT adds them to the empty models.

`all-linear` is PEFT's own choice: every nn.Linear but the output layer. Experts that transformers keeps in one fused
parameter are none. Those of gpt-oss are adapted only where `target_parameters` names them; each expert then has its own
rank, so that a fused matrix of `in` by `out` takes rank × experts × (in + out) parameters. For Mixtral and Qwen3-MoE,
whose experts were linear modules before transformers fused them, PEFT names them by itself, and the router with them:
two matrices that became one (gate and up) then share an adapter of twice the rank.
"""

import warnings
from typing import Any

import torch
from peft import LoraConfig, PeftModel, get_peft_model
from transformers import AutoModelForCausalLM, LlamaConfig

from oracles.shared import agree, empty_model, model_names, parameter_count

PACKAGES = ["torch", "transformers", "peft"]

ATTENTION = ["q_proj", "k_proj", "v_proj", "o_proj"]
EXPERTS = ["mlp.experts.gate_up_proj", "mlp.experts.down_proj"]
COOKBOOK_LAYERS = (7, 15, 23)
COOKBOOK_EXPERTS = [f"{layer}.{expert}" for layer in COOKBOOK_LAYERS for expert in EXPERTS]

GPT_OSS_CASES: dict[str, dict[str, Any]] = {
    "attention_r16": {"r": 16, "target_modules": ATTENTION},
    "all_linear_r32_experts_r8": {
        "r": 32,
        "target_modules": "all-linear",
        "target_parameters": EXPERTS,
        "rank_pattern": dict.fromkeys(EXPERTS, 8),
    },
    "all_linear_r8": {"r": 8, "target_modules": "all-linear"},
    "all_linear_r8_experts_of_three_layers": {
        "r": 8,
        "target_modules": "all-linear",
        "target_parameters": COOKBOOK_EXPERTS,
    },
}
CASES: dict[str, dict[str, Any]] = {
    "all_linear_r16": {"r": 16, "target_modules": "all-linear"},
    "all_linear_r8": {"r": 8, "target_modules": "all-linear"},
    "attention_r16": {"r": 16, "target_modules": ATTENTION},
}

PUBLISHED = {
    ("gpt-oss-120b", "attention_r16"): (11_943_936, 116_841_100_608),
    ("gpt-oss-120b", "all_linear_r32_experts_r8"): (554_729_472, 117_383_886_144),
    ("gpt-oss-120b", "all_linear_r8"): (5_971_968, 116_835_128_640),
    ("gpt-oss-120b", "all_linear_r8_experts_of_three_layers"): (50_208_768, 116_879_365_440),
    ("gpt-oss-20b", "all_linear_r8_experts_of_three_layers"): (15_040_512, 20_929_797_696),
}
DENSE_ALL_LINEAR_R16 = {
    "llama-3.1-8b": 41_943_040,
    "qwen3-8b": 43_646_976,
    "qwen3-14b": 64_225_280,
    "mistral-small-24b": 92_405_760,
    "qwen3-32b": 134_217_728,
    "llama-3.1-70b": 207_093_760,
}


def adapted_modules(model: PeftModel) -> dict[str, dict[str, Any]]:
    """What was adapted, by kind: how often, with which shapes, and how many parameters it takes in all."""
    found: dict[str, dict[str, Any]] = {}
    for name, module in model.named_modules():
        if not hasattr(module, "lora_A") or "default" not in module.lora_A:
            continue
        down, up = module.lora_A["default"].weight, module.lora_B["default"].weight
        kind = name.removesuffix(".base_layer").rpartition(".")[2]
        if hasattr(module, "parameter_name"):  # an adapter of one parameter, not of a whole module
            kind += f".{module.parameter_name}"
        shapes = {"lora_A": list(down.shape), "lora_B": list(up.shape)}
        entry = found.setdefault(kind, shapes | {"modules": 0, "parameters": 0})
        agree(f"adapter of {name}", {key: entry[key] for key in shapes}, shapes)
        entry["modules"] += 1
        entry["parameters"] += down.numel() + up.numel()
    return found


def count(name: str, case: dict[str, Any]) -> dict[str, Any]:
    """The adapters of one configuration in one case."""
    base = empty_model(name)
    with torch.device("meta"), warnings.catch_warnings():
        # Ranks given to parameters are reported as ignored, since no module has their names; the shapes show otherwise.
        warnings.filterwarnings("ignore", message="The following (rank|alpha)_pattern keys")
        model = get_peft_model(base, LoraConfig(**case))
    trainable = [parameter for parameter in model.parameters() if parameter.requires_grad]
    modules = adapted_modules(model)
    counts = {
        "trainable": sum(parameter.numel() for parameter in trainable),
        "all": parameter_count(model),
        "modules": modules,
    }
    agree(f"adapters of {name}", sum(entry["parameters"] for entry in modules.values()), counts["trainable"])
    return counts


def types_of_adapters() -> list[str]:
    """The types PEFT stores adapters in when the weights are BF16; an empty model would not tell."""
    sizes = {
        "hidden_size": 8,
        "intermediate_size": 8,
        "num_attention_heads": 1,
        "num_hidden_layers": 1,
        "vocab_size": 8,
    }
    base = AutoModelForCausalLM.from_config(LlamaConfig(**sizes), dtype=torch.bfloat16)
    model = get_peft_model(base, LoraConfig(r=1, target_modules="all-linear"))
    kinds = {parameter.dtype for parameter in model.parameters() if parameter.requires_grad}
    return sorted(str(kind).removeprefix("torch.") for kind in kinds)


def measure() -> dict[str, Any]:
    """Count every case, and hold the counts against the published ones."""
    counts = {}
    for name in model_names():
        cases = CASES | (GPT_OSS_CASES if name.startswith("gpt-oss") else {})
        counts[name] = {case: count(name, given) for case, given in cases.items()}
    for (name, case), published in PUBLISHED.items():
        agree(f"{case} of {name}", (counts[name][case]["trainable"], counts[name][case]["all"]), published)
    for name, published in DENSE_ALL_LINEAR_R16.items():
        agree(f"all-linear of {name}", counts[name]["all_linear_r16"]["trainable"], published)
    experts = counts["gpt-oss-120b"]["all_linear_r32_experts_r8"]["modules"]["experts.down_proj"]
    agree("lora_A of the experts", experts["lora_A"], [1024, 2880])
    types = types_of_adapters()
    agree("types of adapters", types, ["float32"])
    return {"models": counts, "stored_as": types}
