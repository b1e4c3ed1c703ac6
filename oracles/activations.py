"""Bytes of activations that a training step keeps for its backward pass, and the peak that logits cause.

Counted on empty models: a hook sees every tensor that autograd saves; each storage that is no parameter counts once. A
layer is what a model of two layers saves more than one of a single layer. Attention saves what FlashAttention saves:
queries, keys and values as they enter it (keys and values once per group of heads), its output, and one FP32 logarithm
per head and token. Weights, activations and adapters are BF16, and there is no dropout; adapters left in FP32, as PEFT
creates them, are counted beside, since each then keeps a copy of its input in that type.

Logits are counted apart, over the output layer and the loss that transformers computes by default, by following every
storage from its allocation to its release. A term that grows with tokens × vocabulary is separated from all others by
the mixed difference over two lengths and two vocabularies.
"""

import weakref
from dataclasses import dataclass
from itertools import product
from typing import Any

import torch
from peft import LoraConfig, get_peft_model
from torch import nn
from torch.autograd.graph import saved_tensors_hooks
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves
from transformers import AttentionInterface, AttentionMaskInterface, AutoModelForCausalLM
from transformers.loss.loss_utils import ForCausalLMLoss

from oracles.shared import agree, model_config, published_config

PACKAGES = ["torch", "transformers", "peft"]

MODELS = ["llama-3.1-8b", "qwen3-8b", "qwen3-14b", "qwen3-32b", "llama-3.1-70b", "mistral-small-24b"]
LENGTHS = (1024, 2048)
RANK = 16
METHODS = ("full", "lora", "lora_fp32_adapters")

PER_TOKEN_AND_LAYER = {
    "llama-3.1-8b": {"full": 200_840, "lora": 184_680},
    "qwen3-8b": {"full": 215_336, "lora": 188_936},
    "qwen3-14b": {"full": 282_984, "lora": 250_440},
    "mistral-small-24b": {"full": 364_680, "lora": 344_424},
    "qwen3-32b": {"full": 379_432, "lora": 340_744},
    "llama-3.1-70b": {"full": 397_576, "lora": 365_032},
}
LOGIT_BYTES = {"forward": 10, "backward": 14, "backward_logits_dropped": 12}


class FlashAttention(torch.autograd.Function):
    """An attention that computes nothing and saves what FlashAttention does."""

    @staticmethod
    def forward(ctx: Any, query: torch.Tensor, key: torch.Tensor, value: torch.Tensor) -> torch.Tensor:
        """From (batch, heads, tokens, size) to (batch, tokens, heads, size)."""
        output = torch.empty_like(query.transpose(1, 2), memory_format=torch.contiguous_format)
        logarithms = torch.empty(query.shape[:-1], dtype=torch.float32, device=query.device)
        ctx.save_for_backward(query, key, value, output, logarithms)
        return output

    @staticmethod
    def backward(ctx: Any, _: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """Gradients of the right shapes."""
        query, key, value, _, _ = ctx.saved_tensors
        return torch.empty_like(query), torch.empty_like(key), torch.empty_like(value)


def flash_attention(
    module: nn.Module, query: torch.Tensor, key: torch.Tensor, value: torch.Tensor, mask: Any, **_: Any
) -> tuple[torch.Tensor, None]:
    """The same, as transformers calls an attention."""
    agree(f"mask of {type(module).__name__}", mask, None)
    return FlashAttention.apply(query, key, value), None


def torch_attention(
    module: nn.Module, query: torch.Tensor, key: torch.Tensor, value: torch.Tensor, mask: Any, **_: Any
) -> tuple[torch.Tensor, None]:
    """PyTorch's own FlashAttention, which wants as many keys as queries; it saves the state of its dropout as well."""
    return torch.ops.aten._scaled_dot_product_flash_attention(query, key, value, is_causal=True)[0].transpose(
        1, 2
    ), None


for interface, attention in (("counted", flash_attention), ("torch_kernel", torch_attention)):
    AttentionInterface.register(interface, attention)
    AttentionMaskInterface.register(interface, lambda *_, **__: None)  # the kernel masks; nothing is kept for it


@dataclass(frozen=True)
class Training:
    """How one model is trained."""

    name: str  # of its configuration
    method: str  # one of the methods above
    checkpointing: bool = False  # whether layers recompute their activations in the backward pass
    attention: str = "counted"  # or "torch_kernel"


def model_of(training: Training, layers: int) -> nn.Module:
    """The model without its output layer, of so many layers, made ready for this way of training."""
    config = model_config(training.name, num_hidden_layers=layers, use_cache=False)
    with torch.device("meta"):
        model = AutoModelForCausalLM.from_config(
            config, dtype=torch.bfloat16, attn_implementation=training.attention
        ).train()
        if training.method != "full":
            adapted = get_peft_model(model, LoraConfig(r=RANK, target_modules="all-linear", lora_dropout=0.0))
            adapted.enable_input_require_grads()  # as with checkpointing; otherwise the first layer would save less
    for parameter in model.parameters():
        if parameter.requires_grad and training.method == "lora":
            parameter.data = parameter.data.to(torch.bfloat16)
    if training.checkpointing:
        model.gradient_checkpointing_enable(gradient_checkpointing_kwargs={"use_reentrant": False})
    return model.model


def saved_bytes(training: Training, layers: int, tokens: int) -> int:
    """Bytes that one sequence leaves for the backward pass."""
    model = model_of(training, layers)
    held = {parameter.untyped_storage()._cdata for parameter in model.parameters()}
    saved: dict[int, torch.UntypedStorage] = {}

    def pack(tensor: torch.Tensor) -> torch.Tensor:
        storage = tensor.untyped_storage()
        if storage._cdata not in held:
            saved[storage._cdata] = storage
        return tensor

    with torch.device("meta"):
        sequence = torch.zeros((1, tokens), dtype=torch.long)
        mask = torch.ones((1, tokens), dtype=torch.bool)  # spares the search for sequences packed into one
    with saved_tensors_hooks(pack, lambda tensor: tensor):
        output = model(input_ids=sequence, attention_mask=mask).last_hidden_state
    agree("device", output.device.type, "meta")
    return sum(storage.nbytes() for storage in saved.values())


def count(name: str, method: str) -> dict[str, int]:
    """Bytes per token of a layer, of what a model keeps once, and of a layer whose activations are recomputed."""
    found = []
    for tokens in LENGTHS:
        one, two = (saved_bytes(Training(name, method), layers, tokens) for layers in (1, 2))
        less, more = (saved_bytes(Training(name, method, checkpointing=True), layers, tokens) for layers in (1, 2))
        sizes = {"layer": two - one, "once": 2 * one - two, "layer_checkpointed": more - less}
        for kind, size in sizes.items():
            agree(f"{kind} of {name} divided by its tokens", size % tokens, 0)
        found.append({kind: size // tokens for kind, size in sizes.items()})
    agree(f"bytes per token of {name}, whatever the length", found[1], found[0])
    return found[0]


def closed_form(name: str, method: str) -> dict[str, int]:
    """The same by formula, from the fields of the configuration."""
    config = published_config(name)
    hidden, heads, groups = (config[key] for key in ("hidden_size", "num_attention_heads", "num_key_value_heads"))
    size = config.get("head_dim", hidden // heads)
    normed = config["model_type"] == "qwen3"  # queries and keys are normalised
    layer = 16 * hidden + 8 + 4 * heads * size + 4 * groups * size + 4 * heads + 8 * config["intermediate_size"]
    layer += (6 * (heads + groups) * size + 4 * (heads + groups)) * normed
    once = 6 * hidden + 524
    if method != "full":
        layer += -4 * hidden - 2 * (heads + groups) * size * normed + 14 * RANK
        once = 4 * hidden + 516
    if method == "lora_fp32_adapters":
        layer += 16 * hidden + 4 * heads * size + 2 * config["intermediate_size"] + 14 * RANK
    return {"layer": layer, "once": once, "layer_checkpointed": 2 * hidden}


class Allocations(TorchDispatchMode):
    """Follows storages from allocation to release: bytes held now, and the most ever held."""

    def __init__(self) -> None:
        super().__init__()
        self.known: set[int] = set()
        self.now = self.most = 0

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        """Run an operation, and note the storages that are new in its results."""
        before = {each.untyped_storage()._cdata for each in tree_leaves((args, kwargs)) if torch.is_tensor(each)}
        results = func(*args, **(kwargs or {}))
        for result in tree_leaves(results):
            if torch.is_tensor(result) and result.untyped_storage()._cdata not in before | self.known:
                self.note(result.untyped_storage())
        return results

    def note(self, storage: torch.UntypedStorage) -> None:
        """Count a storage until it is released."""
        identity, size = storage._cdata, storage.nbytes()
        self.known.add(identity)
        self.now += size
        self.most = max(self.most, self.now)
        weakref.finalize(storage, self.release, identity, size)

    def release(self, identity: int, size: int) -> None:
        """Count a storage no longer."""
        self.known.discard(identity)
        self.now -= size


def logit_peaks(hidden: int, tokens: int, vocabulary: int) -> dict[str, int]:
    """The most bytes held by an output layer, by the loss, and by their backward pass."""
    peaks = {}
    for drop in (False, True):
        with torch.device("meta"):
            head = nn.Linear(hidden, vocabulary, bias=False, dtype=torch.bfloat16)
            states = torch.empty((1, tokens, hidden), dtype=torch.bfloat16, requires_grad=True)
            labels = torch.zeros((1, tokens), dtype=torch.long)
        head.weight.requires_grad_(False)  # its gradient is counted with the others, not here
        with Allocations() as counted:
            logits = head(states)
            loss = ForCausalLMLoss(logits, labels, vocabulary)
            peaks["forward"] = counted.most
            if drop:
                del logits
            counted.most = counted.now
            loss.backward()
            peaks["backward_logits_dropped" if drop else "backward"] = counted.most
    return peaks


def count_logits(name: str) -> dict[str, Any]:
    """Bytes per logit at the peaks, and the peaks themselves at the longest length."""
    config = published_config(name)
    hidden, vocabulary = config["hidden_size"], config["vocab_size"]
    lengths, vocabularies = (2048, 8192), (vocabulary // 2, vocabulary)
    peaks = {at: logit_peaks(hidden, *at) for at in product(lengths, vocabularies)}
    area = (lengths[1] - lengths[0]) * (vocabularies[1] - vocabularies[0])
    found: dict[str, Any] = {"peak_of_8192_tokens": peaks[lengths[1], vocabulary], "per_logit": {}}
    for phase in LOGIT_BYTES:
        mixed = sum(
            peaks[length, words][phase] * (1 if (length == lengths[1]) == (words == vocabulary) else -1)
            for length, words in peaks
        )
        agree(f"bytes per logit of {name}, {phase}, divided", mixed % area, 0)
        found["per_logit"][phase] = mixed // area
    return found


def check_attention(name: str = "llama-2-7b") -> dict[str, Any]:
    """Bytes that PyTorch's FlashAttention saves beyond those counted above, per layer and sequence of any length."""
    training = Training(name, "full", attention="torch_kernel")
    beyond = {
        saved_bytes(training, 2, tokens)
        - saved_bytes(training, 1, tokens)
        - tokens * closed_form(name, "full")["layer"]
        for tokens in LENGTHS
    }
    agree(f"bytes beyond of {name}, whatever the length", len(beyond), 1)
    return {"model": name, "bytes_beyond_per_layer_and_sequence": beyond.pop()}


def measure() -> dict[str, Any]:
    """Every model, with its closed form and whether both are the same."""
    models: dict[str, Any] = {}
    for name in MODELS:
        entry = models[name] = {}
        for method in METHODS:
            counted, formula = count(name, method), closed_form(name, method)
            agree(f"{name}, {method}", counted, formula)
            published = PER_TOKEN_AND_LAYER[name].get(method, counted["layer"])
            agree(f"{name}, {method}, a layer", counted["layer"], published)
            entry[method] = {"bytes_per_token": counted, "closed_form": formula, "agrees": counted == formula}
        entry["logits"] = count_logits(name)
        agree(f"bytes per logit of {name}", entry["logits"]["per_logit"], LOGIT_BYTES)
    return {"models": models, "lora_rank": RANK, "torch_flash_attention": check_attention()}
