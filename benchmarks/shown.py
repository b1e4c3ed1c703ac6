"""Which figures the articles of a made-up site show, and how."""

from __future__ import annotations

CARD_FIGURES = (  # of a card, with how they are shown
    "memory", "memory[GiB]:.1", "visible_memory", "visible_memory[GB]:.1", "bandwidth", "bandwidth[GBps]:.0", "power",
    "power[kW]:.2", "dense_bf16", "dense_bf16[PFLOPS]:.2",
)  # fmt: skip
CASE_FIGURES = (  # of a case
    "weight_bytes", "weight_bytes[GiB]:.1", "weight_bytes[TB]:.2", "weight_share", "memory_left", "memory_left[GiB]:.1",
    "memory_after_gather", "gather_buffer_bytes", "pool_memory", "pool_memory[TB]:.2", "traffic_bytes",
    "traffic_bytes[TB]:.2", "gather_bytes", "gather_seconds[min]", "gather_seconds[about]", "traffic_seconds[about]",
    "working_bytes[about]", "need_bytes[about]", "compute_seconds[min]", "cards_power", "wall_power",
    "cards[words][noun]", "adapter_parameters", "recomputed_work", "balance_tokens[about]", "listed_left[about]",
    "visible_left[about]",
)  # fmt: skip
PROJECT_FIGURES = (  # of this very project
    "gpt_oss_120b.parameters", "gpt_oss_120b.active_parameters", "gpt_oss_120b.checkpoint_bytes[about]",
    "h200_nvl.memory", "rtx_pro_6000_se.memory", "nvlink4.rate", "pcie5_x16.rate", "lora_4x_h200.wall_power",
    "lora_4x_rtx.memory_left", "full_adam32.state_bytes[TB]:.2", "unsloth_tutorial.read",
)  # fmt: skip
ROWS = (  # of a table, the columns of each
    ("weight_bytes", "weight_share", "weight_bytes[GiB]:.1", "served_bytes"),
    ("memory_left", "memory_after_gather", "memory_left[GiB]:.1", "pool_memory"),
    ("traffic_bytes", "gather_bytes", "traffic_bytes[TB]:.2", "gather_bytes[TB]:.2"),
    ("gather_seconds[min]", "gather_seconds[about]", "traffic_seconds[about]", "compute_seconds[min]"),
    ("wall_power", "cards_power", "wall_power[W]:.0", "cards_power[W]:.0"),
)
