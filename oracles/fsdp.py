"""What FSDP2 moves between cards, and what it holds unsharded, counted on a small gpt-oss.

Every layer and the root are sharded by `fully_shard`. The collectives are counted as they are dispatched, in a fake
process group (its collectives move nothing, so the values are garbage while the sizes are real) and again in a real one
of several processes. A gather is counted by the size of its output, the whole of what was sharded; a card receives
(n-1)/n of that from the others. A reduce-scatter is counted by the size of its input, the whole gradient; likewise.

The peak of what is unsharded is read from PyTorch's FSDPMemTracker after every operation of a second training step: in
the first, the tracker does not know the unsharded parameters before they are used.
"""

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
import torch.distributed as dist
import torch.multiprocessing as mp
from peft import LoraConfig, get_peft_model
from torch import nn
from torch.distributed._tools.fsdp2_mem_tracker import FSDPMemTracker
from torch.distributed.fsdp import MixedPrecisionPolicy, fully_shard
from torch.testing._internal.distributed.fake_pg import FakeStore
from torch.utils._python_dispatch import TorchDispatchMode
from transformers import AutoModelForCausalLM, GptOssConfig

from oracles.shared import agree, parameter_count

PACKAGES = ["torch", "transformers", "peft"]

SHAPE: dict[str, Any] = {
    "hidden_size": 128,
    "intermediate_size": 128,
    "num_local_experts": 16,
    "num_hidden_layers": 6,
    "num_attention_heads": 8,
    "num_key_value_heads": 2,
    "head_dim": 16,
    "vocab_size": 2048,
}
WIDE_LAYERS = SHAPE | {"intermediate_size": 512}  # a layer is then much larger than the root and than its adapters
WIDE_VOCABULARY = SHAPE | {"vocab_size": 16384}  # the root is then larger than a layer
ADAPTER = {"r": 4, "target_modules": ["q_proj", "k_proj", "v_proj", "o_proj"]}
TOKENS = 32
BYTES = 2  # of a BF16 element
WORLD_SIZES = (2, 4, 8)
PROCESSES = (2, 4)


@dataclass(frozen=True)
class Setup:
    """One way to train the small model."""

    method: str  # "lora": frozen weights and adapters of the attention; "full": all weights are trained
    root: str = "kept"  # "kept": the root stays unsharded after the forward pass, PyTorch's default; "resharded"
    checkpointing: bool = False  # whether layers recompute their activations in the backward pass
    gradients: str = "as stored"  # "bf16" or "fp32": weights stored in FP32, gathered in BF16, reduced in this type

    @property
    def name(self) -> str:
        """How the results call it."""
        parts = [self.method, f"root {self.root}"]
        parts += ["checkpointing"] if self.checkpointing else []
        parts += [f"FP32 weights, {self.gradients} gradients"] if self.gradients != "as stored" else []
        return ", ".join(parts)


def small_model(setup: Setup, shape: dict[str, Any]) -> nn.Module:
    """The small gpt-oss with random weights, made ready for this way of training."""
    torch.manual_seed(0)
    stored = torch.bfloat16 if setup.gradients == "as stored" else torch.float32
    model = AutoModelForCausalLM.from_config(GptOssConfig(**shape, use_cache=False), dtype=stored)
    if setup.method == "lora":
        model = get_peft_model(model, LoraConfig(**ADAPTER), autocast_adapter_dtype=False)
    if setup.checkpointing:
        model.gradient_checkpointing_enable(gradient_checkpointing_kwargs={"use_reentrant": False})
        model.enable_input_require_grads()
    return model.train()


def layers_of(model: nn.Module) -> nn.ModuleList:
    """The layers of the small model, with or without adapters around it."""
    return next(
        module.layers for module in model.modules() if isinstance(getattr(module, "layers", None), nn.ModuleList)
    )


def shard(model: nn.Module, setup: Setup) -> None:
    """Shard each layer, then the root with what is in no layer."""
    reduced = {"as stored": None, "bf16": torch.bfloat16, "fp32": torch.float32}[setup.gradients]
    policy = MixedPrecisionPolicy()
    if reduced:
        policy = MixedPrecisionPolicy(param_dtype=torch.bfloat16, reduce_dtype=reduced)
    for layer in layers_of(model):
        fully_shard(layer, mp_policy=policy)
    fully_shard(model, mp_policy=policy, reshard_after_forward=None if setup.root == "kept" else True)


def inputs() -> torch.Tensor:
    """One sequence of tokens."""
    return torch.randint(0, SHAPE["vocab_size"], (1, TOKENS), generator=torch.Generator().manual_seed(1))


class Collectives(TorchDispatchMode):
    """Counts gathers by their outputs and reduce-scatters by their inputs."""

    def __init__(self) -> None:
        super().__init__()
        self.gathers: list[int] = []
        self.reductions: list[int] = []

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        """Note a collective, then let it run."""
        if func is torch.ops.c10d._allgather_base_.default:
            self.gathers.append(args[0].nbytes)
        elif func is torch.ops.c10d._reduce_scatter_base_.default:
            self.reductions.append(args[1].nbytes)
        return func(*args, **(kwargs or {}))


def count_step(model: nn.Module) -> dict[str, Any]:
    """Bytes and calls of one forward and backward pass of a sharded model."""
    tokens = inputs()
    with Collectives() as counted:
        loss = model(input_ids=tokens, labels=tokens).loss
        forward = list(counted.gathers)
        loss.backward()
    backward = counted.gathers[len(forward) :]
    return {
        "gathered_forward": sum(forward),
        "gathered_backward": sum(backward),
        "gathers_forward": len(forward),
        "gathers_backward": len(backward),
        "reduce_scattered": sum(counted.reductions),
        "reduce_scatters": len(counted.reductions),
        "loss": loss.item(),
    }


def in_fake_group(cards: int, work: Callable[[], Any]) -> Any:
    """Do some work as one of so many cards, of which the others do not exist."""
    dist.init_process_group("fake", store=FakeStore(), rank=0, world_size=cards)
    try:
        return work()
    finally:
        dist.destroy_process_group()


def padded(parameters: list[nn.Parameter], cards: int) -> int:
    """Elements that are gathered: the first dimension of every parameter is padded to a multiple of the cards."""
    return sum(-(-each.shape[0] // cards) * cards * (each.numel() // each.shape[0]) for each in parameters)


def predict(model: nn.Module, setup: Setup, cards: int | None = None) -> dict[str, int]:
    """Bytes per pass by the formula, without padding or, for a number of cards, with it.

    P parameters and A adapters are gathered in the forward pass and again in the backward pass, the latter without the
    root if that was kept. Gradients of what is trained are reduced once.
    """
    inside = {id(parameter) for parameter in layers_of(model).parameters()}
    everything = list(model.parameters())
    root = [parameter for parameter in everything if id(parameter) not in inside]
    trained = [parameter for parameter in everything if parameter.requires_grad]

    def size(parameters: list[nn.Parameter]) -> int:
        return padded(parameters, cards) if cards else sum(parameter.numel() for parameter in parameters)

    kept = size(root) if setup.root == "kept" else 0
    return {
        "gathered_forward": BYTES * size(everything),
        "gathered_backward": BYTES * (size(everything) - kept),
        "reduce_scattered": (4 if setup.gradients == "fp32" else BYTES) * size(trained),
    }


def count_fake(setup: Setup, cards: int) -> dict[str, Any]:
    """The counts of one setup in a fake group, beside both predictions."""

    def work() -> dict[str, Any]:
        model = small_model(setup, SHAPE)
        plain, exact = predict(model, setup), predict(model, setup, cards)
        shard(model, setup)
        counts = count_step(model)
        del counts["loss"]
        for kind, predicted in exact.items():
            agree(f"{kind} of {setup.name} on {cards} cards", counts[kind], predicted)
        return counts | {
            "predicted": plain,
            "padding": {kind: exact[kind] - plain[kind] for kind in plain},
            "agrees": all(counts[kind] == plain[kind] for kind in plain),
        }

    return in_fake_group(cards, work)


def run_process(rank: int, cards: int, setup: Setup, folder: str) -> None:
    """One process of a real group: count a step, and leave the counts in a file."""
    torch.set_num_threads(1)
    dist.init_process_group("gloo", init_method=f"file://{folder}/meeting", rank=rank, world_size=cards)
    model = small_model(setup, SHAPE)
    shard(model, setup)
    torch.save(count_step(model), Path(folder) / str(rank))
    dist.destroy_process_group()


def count_real(setup: Setup, cards: int) -> dict[str, Any]:
    """The counts of one setup in a group of real processes, which must agree with each other and with one process."""
    with tempfile.TemporaryDirectory() as folder:
        mp.spawn(run_process, (cards, setup, folder), nprocs=cards)
        counts = [torch.load(Path(folder) / str(rank)) for rank in range(cards)]
    losses = [count.pop("loss") for count in counts]
    agree(f"processes of {setup.name}", [count == counts[0] for count in counts], [True] * cards)
    tokens = inputs()
    alone = small_model(setup, SHAPE)(input_ids=tokens, labels=tokens).loss.item()
    agree(f"loss of {setup.name}", [abs(loss - alone) < 1e-3 for loss in losses], [True] * cards)
    return counts[0] | {"loss_as_in_one_process": True}


class Transient(FSDPMemTracker):
    """The tracker, read after every operation: the most that is unsharded, in the forward and the backward pass."""

    def __init__(self, model: nn.Module) -> None:
        super().__init__(model)
        self.forget()

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        """Let the operation run, then read."""
        result = super().__torch_dispatch__(func, types, args, kwargs)
        held = {str(kind.value): size for kind, size in self.kinds().items()}
        weights = held["Unsharded Param"] + held["All Gather"]
        if self._mod_tracker.is_bw:
            gradients = held["Unsharded Grad"] + held["Reduce Scatter"]
            self.most["backward"] = max(self.most["backward"], weights)
            self.most["backward_with_gradients"] = max(self.most["backward_with_gradients"], weights + gradients)
        else:
            self.most["forward"] = max(self.most["forward"], weights)
        return result

    def forget(self) -> None:
        """Begin anew, knowing the parameters."""
        self.reset_mod_stats()
        self.most = dict.fromkeys(["forward", "backward", "backward_with_gradients"], 0)

    def kinds(self) -> dict[Any, int]:
        """Bytes on the processor by the tracker's kinds."""
        snapshot = self.get_tracker_snapshot().get(torch.device("cpu"), {})
        return {kind: size for kind, size in snapshot.items() if kind != "Total"}


def track_peak(setup: Setup, shape: dict[str, Any], cards: int) -> dict[str, Any]:
    """The most that is unsharded at once: in bytes, and in layers (with their adapters) beside one root."""

    def work() -> dict[str, Any]:
        model = small_model(setup, shape)
        layers = layers_of(model)
        parameters = list(layers[0].parameters())
        layer = padded(parameters, cards) * BYTES
        trained = padded([each for each in parameters if each.requires_grad], cards) * BYTES
        root = padded(list(model.parameters()), cards) * BYTES - layer * len(layers)
        shard(model, setup)
        tokens = inputs()
        tracker = Transient(model)
        with tracker:
            model(input_ids=tokens, labels=tokens).loss.backward()
            model.zero_grad()
            tracker.forget()
            model(input_ids=tokens, labels=tokens).loss.backward()
        agree(f"forward peak of {setup.name}", tracker.most["forward"], root + 2 * layer + max(root, layer))
        frozen = layer - trained if setup.method == "lora" else layer
        return {
            "root": root,
            "layer": layer,
            "layer_without_adapters": frozen,
            "bytes": tracker.most,
            "layers_beside_root": {phase: round((most - root) / layer, 4) for phase, most in tracker.most.items()},
            "layers_without_adapters_beside_root_forward": round((tracker.most["forward"] - root) / frozen, 4),
        }

    return in_fake_group(cards, work)


def measure_traffic() -> dict[str, Any]:
    """Every setup in fake groups: by card count and setup. Checkpointing must not change a byte."""
    counts: dict[str, Any] = {}
    for cards in WORLD_SIZES:
        found = counts.setdefault(f"{cards} cards", {})
        for method in ("lora", "full"):
            for root in ("kept", "resharded"):
                plain, again = Setup(method, root), Setup(method, root, checkpointing=True)
                found[plain.name], found[again.name] = count_fake(plain, cards), count_fake(again, cards)
                agree(again.name, found[again.name], found[plain.name])
        for gradients in ("bf16", "fp32"):
            setup = Setup("full", gradients=gradients)
            found[setup.name] = count_fake(setup, cards)
    return counts


def measure_processes(traffic: dict[str, Any]) -> dict[str, Any]:
    """Real groups of processes, which must count what the fake ones did."""
    counts: dict[str, Any] = {}
    for cards in PROCESSES:
        for setup in (Setup("lora"), Setup("full")):
            found = count_real(setup, cards)
            expected = traffic[f"{cards} cards"][setup.name]
            agree(
                f"{cards} processes, {setup.name}",
                {kind: found[kind] for kind in expected if kind in found},
                {kind: expected[kind] for kind in expected if kind in found},
            )
            counts.setdefault(f"{cards} processes", {})[setup.name] = found
    return counts


def measure_peaks() -> dict[str, Any]:
    """The unsharded peaks, for layers that are larger and smaller than the root."""
    shapes = {
        "root smaller than a layer": SHAPE,
        "layers wide": WIDE_LAYERS,
        "root larger than a layer": WIDE_VOCABULARY,
    }
    setups = [Setup("lora"), Setup("lora", "resharded"), Setup("full"), Setup("full", gradients="fp32")]
    peaks = {name: {setup.name: track_peak(setup, shape, 4) for setup in setups} for name, shape in shapes.items()}
    for name in ("root smaller than a layer", "layers wide"):
        for setup, peak in peaks[name].items():
            agree(f"layers unsharded, {name}, {setup}", peak["layers_beside_root"]["forward"], 3.0)
    return peaks


def measure() -> dict[str, Any]:
    """Traffic in fake and in real groups, and the unsharded peak."""
    setup = Setup("lora")
    base, adapted = small_model(Setup("full"), SHAPE), small_model(setup, SHAPE)
    sizes = {
        "parameters": parameter_count(base),
        "root": parameter_count(base) - parameter_count(layers_of(base)),
        "adapters": parameter_count(adapted) - parameter_count(base),
    }
    agree("the small model", sizes, {"parameters": 5_541_520, "root": 524_416, "adapters": 19_968})
    traffic = measure_traffic()
    counted = traffic["4 cards"][setup.name]
    agree("LoRA, forward", (counted["gathered_forward"], counted["gathers_forward"]), (11_122_976, 7))
    agree("LoRA, backward", (counted["gathered_backward"], counted["gathers_backward"]), (10_074_144, 6))
    agree("LoRA, gradients", (counted["reduce_scattered"], counted["reduce_scatters"]), (39_936, 6))
    resharded = traffic["4 cards"][Setup("lora", "resharded").name]
    agree("LoRA, root resharded", resharded["gathered_forward"] + resharded["gathered_backward"], 22_245_952)
    return {
        "model": SHAPE | {"adapter_rank": ADAPTER["r"], "tokens": TOKENS} | sizes,
        "counted_as": {
            "gathered": "bytes of the output: the whole; a card receives (n-1)/n of them",
            "reduce_scattered": "bytes of the input: the whole gradient; a card receives (n-1)/n of them",
        },
        "formula": {
            "gathered_forward": "2 (P + A)",
            "gathered_backward": "2 (P + A), less 2 root if the root is kept",
            "reduce_scattered": "2 A with LoRA, 2 P with full training, 4 P where gradients are reduced in FP32",
            "why_not_exact": "where the first dimension of a parameter is not a multiple of the cards, it is padded; "
            "with the padding the formula is exact",
        },
        "traffic": traffic,
        "processes": measure_processes(traffic),
        "peak": {
            "cards": 4,
            "formula": "root + 2 layer + max(root, layer), a layer with its adapters: while a gathered layer is copied "
            "out, its buffer and that of the layer before (for the first layer: of the root) are still held",
            "tolerance": 0,
            "why": "counted in layers with their adapters and padding it is 3 exactly; counted in layers without "
            "adapters it is three times their share more, which goes to nothing as layers grow",
            "found": measure_peaks(),
        },
    }
