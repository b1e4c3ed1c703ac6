"""What DeepSpeed's own estimators say of ZeRO-2 and ZeRO-3, for host and card.

The functions are those of the installed DeepSpeed, called with their defaults: one node, and everything times 1.5 on
the host. Their output is kept in bytes; DeepSpeed prints it divided by 2³⁰ and calls that GB. A live model's parameters
are printed in whole millions, so that a published estimate of one lies between those of this million and the next.
"""

import contextlib
import io
import os
from typing import Any

os.environ.setdefault("DS_ACCELERATOR", "cpu")  # estimates need no card, nor a search for one

with contextlib.redirect_stdout(io.StringIO()):  # it announces itself
    from deepspeed.runtime.zero.stage3 import estimate_zero3_model_states_mem_needs
    from deepspeed.runtime.zero.stage_1_and_2 import estimate_zero2_model_states_mem_needs

from oracles.shared import agree

PACKAGES = ["torch", "deepspeed"]

MODELS = {
    "t5-3b": {"parameters": 2_851_000_000, "largest_layer": 32_000_000, "cards": 8},
    "live model of 6805 million": {"parameters": 6_805_000_000, "largest_layer": 131_000_000, "cards": 4},
    "gpt-oss-120b": {"parameters": 116_829_156_672, "largest_layer": 3_186_155_520, "cards": 8},
}
# Where parameters and optimiser live, and whether the model is created in shards, in DeepSpeed's order.
ZERO3 = [
    {"offload_parameters": parameters, "offload_optimiser": optimiser, "zero_init": shards}
    for optimiser, parameters in ((True, True), (True, False), (False, False))
    for shards in (True, False)
]
# Host and card, in GiB to two decimals, row by row; a card's None is not published.
PUBLISHED_ZERO3 = {
    "t5-3b": [(71.69, 0.12), (127.45, 0.12), (63.72, 0.78), (127.45, 0.78), (1.43, 6.09), (127.45, 6.09)],
    "live model of 6805 million": [(171.13, 0.49), None, (152.11, 3.66), None, (2.93, 29.01), None],
    "gpt-oss-120b": [
        (2937.75, 11.87),
        (5222.67, 11.87),
        (2611.34, 39.07),
        (5222.67, 39.07),
        (142.43, 256.68),
        (5222.67, 256.68),
    ],
}
PUBLISHED_ZERO2 = {"t5-3b": [(127.45, 5.31), (127.45, 11.28)]}


def row(options: dict[str, bool], host: int, card: int) -> dict[str, Any]:
    """One row of an estimate, in bytes and as DeepSpeed prints it."""
    return options | {
        "host_bytes": host,
        "card_bytes": card,
        "host_gib": round(host / 2**30, 2),
        "card_gib": round(card / 2**30, 2),
    }


def zero2(parameters: int, cards: int) -> list[dict[str, Any]]:
    """The two rows for ZeRO-2: optimiser on the host, and on the cards."""
    return [
        row(
            {"offload_optimiser": offload},
            *estimate_zero2_model_states_mem_needs(parameters, num_gpus_per_node=cards, cpu_offload=offload),
        )
        for offload in (True, False)
    ]


def zero3(parameters: int, largest_layer: int, cards: int) -> list[dict[str, Any]]:
    """The six rows for ZeRO-3."""
    rows = []
    for options in ZERO3:
        host, card, _ = estimate_zero3_model_states_mem_needs(
            parameters,
            largest_layer,
            num_gpus_per_node=cards,
            cpu_offload=options["offload_optimiser"],
            cpu_offload_params=options["offload_parameters"],
            zero_init=options["zero_init"],
        )
        rows.append(row(options, host, card))
    return rows


def check(what: str, least: list[dict[str, Any]], most: list[dict[str, Any]], published: list[Any]) -> None:
    """Stop unless what is published, where anything is, lies between two estimates, as printed."""
    for number, (low, high, expected) in enumerate(zip(least, most, published, strict=True), start=1):
        for key, figure in zip(("host_gib", "card_gib"), expected or (), strict=False):
            agree(
                f"{what}, row {number}, {key} between {low[key]} and {high[key]}", low[key] <= figure <= high[key], True
            )


def measure() -> dict[str, Any]:
    """Every model's estimates."""
    models: dict[str, Any] = {}
    for name, model in MODELS.items():
        parameters, largest, cards = model["parameters"], model["largest_layer"], model["cards"]
        doubt = 1_000_000 if name.startswith("live") else 0
        estimates = {"zero2": zero2(parameters, cards), "zero3": zero3(parameters, largest, cards)}
        above = {"zero2": zero2(parameters + doubt, cards), "zero3": zero3(parameters + doubt, largest + doubt, cards)}
        check(f"ZeRO-3 of {name}", estimates["zero3"], above["zero3"], PUBLISHED_ZERO3[name])
        check(f"ZeRO-2 of {name}", estimates["zero2"], above["zero2"], PUBLISHED_ZERO2.get(name, [None, None]))
        models[name] = model | estimates
    return {"models": models}
