"""What the oracles share: published configurations, empty models built from them, and the form of a results file."""

import json
import os
import warnings
from importlib.metadata import version
from pathlib import Path
from typing import Any

os.environ.setdefault("HF_HUB_OFFLINE", "1")  # nothing is ever fetched: a configuration is all that is read
os.environ.setdefault("TRANSFORMERS_VERBOSITY", "error")

import torch
from torch import nn
from transformers import AutoModelForCausalLM, PreTrainedConfig
from transformers.models.auto.configuration_auto import CONFIG_MAPPING

warnings.filterwarnings("ignore", category=FutureWarning, module="transformers")  # its own names, used by its own code

TESTS = Path(__file__).resolve().parent.parent / "tests"
CONFIGS = TESTS / "configs"
RESULTS = TESTS / "oracles"


def model_names() -> list[str]:
    """The configurations there are, in alphabetical order."""
    return sorted(path.stem for path in CONFIGS.glob("*.json"))


def published_config(name: str) -> dict[str, Any]:
    """A configuration as it is published, field by field."""
    return json.loads((CONFIGS / f"{name}.json").read_text(encoding="utf-8"))


def model_config(name: str, **changes: Any) -> PreTrainedConfig:
    """A configuration as transformers reads it, without its quantisation: a model in training has whole matrices."""
    fields = published_config(name)
    fields.pop("quantization_config", None)
    fields.update(changes)
    return CONFIG_MAPPING[fields["model_type"]].from_dict(fields)


def empty_model(name: str) -> nn.Module:
    """A whole model on the meta device: every shape, no memory."""
    with torch.device("meta"):
        return AutoModelForCausalLM.from_config(model_config(name), dtype=torch.bfloat16)


def parameter_count(module: nn.Module) -> int:
    """Parameters of a module, a shared one once."""
    return sum(parameter.numel() for parameter in module.parameters())


def agree(what: str, found: Any, published: Any) -> None:
    """Stop unless a result is the published one."""
    if found != published:
        raise ValueError(f"{what}: found {found}, published {published}")


def write_results(name: str, packages: list[str], results: dict[str, Any]) -> Path:
    """Write one results file: the same bytes for the same results."""
    versions = {package: version(package).split("+")[0] for package in packages}
    record = {"versions": versions, "made_with": "make oracles", "results": results}
    path = RESULTS / f"{name}.json"
    path.write_text(json.dumps(record, indent=1, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8")
    return path
