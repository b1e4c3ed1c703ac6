"""Which figures the articles of a made-up site show, and how."""

from __future__ import annotations

CARD_FIGURES = {  # of a card, each with the ways in which it is shown: one in all of an article
    "memory": ("", "[GB]:.1"),
    "bandwidth": ("", "[GBps]:.0"),
    "power": ("", "[kW]:.2"),
    "dense_bf16": ("", "[PFLOPS]:.2"),
}
CASE_FIGURES = {  # of a case
    "weight_bytes": ("", "[TB]:.2", "[GB]:.2"),
    "weight_share": ("", "[GB]:.0"),
    "memory_left": ("", "[GB]:.0"),
    "memory_after_gather": ("", "[GB]:.0"),
    "gather_buffer_bytes": ("", "[GB]:.2"),
    "pool_memory": ("", "[GB]:.1"),
    "traffic_bytes": ("", "[TB]:.2"),
    "gather_bytes": ("", "[TB]:.2"),
    "gather_seconds": ("[min]", "[about]"),
    "traffic_seconds": ("[about]", "[min]"),
    "working_bytes": ("[about]", "[about][GB]:.0"),
    "need_bytes": ("[about]", "[about][GB]:.0"),
    "compute_seconds": ("[min]", "[about]"),
    "cards_power": ("", "[W]:.0"),
    "wall_power": ("", "[W]:.0"),
    "cards": ("[words][noun]",),
    "adapter_parameters": ("", "[million]:.2"),
    "recomputed_work": ("", "[PFLOP]:.3"),
    "balance_tokens": ("[about]",),
    "listed_left": ("[about]", "[about][GB]:.0"),
}
PROJECT_FIGURES = (  # of this very project
    "gpt_oss_120b.parameters", "gpt_oss_120b.active_parameters", "gpt_oss_120b.checkpoint_bytes[about]",
    "h200_nvl.memory", "rtx_pro_6000_se.memory", "nvlink4.rate", "pcie5_x16.rate", "lora_4x_h200.host_memory",
    "lora_4x_rtx.host_memory", "full_adam32.state_bytes[TB]:.2", "unsloth_tutorial.read",
)  # fmt: skip
ROWS = (  # of a table, the columns of each; a column has one unit for one dimension
    ("weight_bytes", "weight_share", "weight_bytes[GB]:.2", "served_bytes"),
    ("memory_left", "memory_after_gather", "memory_left[GB]:.2", "pool_memory"),
    ("traffic_bytes", "gather_bytes", "traffic_bytes[GB]:.1", "gather_bytes[GB]:.1"),
    ("gather_seconds[min]", "gather_seconds[about]", "traffic_seconds[about]", "compute_seconds[min]"),
    ("wall_power", "cards_power", "wall_power[W]:.0", "cards_power[W]:.0"),
)
