"""Facts whose figures are read together: cards with two memories, links with two rates, runs that are nearly alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import one_article
from small import FACTS as SMALL

FACTS = f"""\
{SMALL.partition("cards:")[0]}\
cards:
  card: {{name: Card, source: data_sheet, memory: 80 GB, visible_memory: 81559 MiB, power: 600 W}}
  big: {{name: Big card, source: data_sheet, memory: 140 GB, power: 1200 W}}
links:
  bridge:
    name: Bridge
    source: data_sheet
    rate: 450 GB/s
    both_directions: 900 GB/s in both directions
    domain: 4
    bridge: 1
  slot: {{name: Slot, source: data_sheet, rate: 64 GB/s, domain: 7, bridge: 0}}
formats:
  small: &small
    name: Small
    source: data_sheet
    element: 4 bit/parameter
    scale: 8 bit
    block: 32 parameter
    second_scale: 0 bit
    second_block: 1 parameter
  large: {{<<: *small, name: Large, element: 2 byte/parameter, scale: 0 bit, block: 1 parameter}}
runs:
  trial: {{name: Trial, source: data_sheet, memory: 65.45 GB, cards: 2}}
  other: {{name: Other trial, source: data_sheet, memory: 65.1 GB}}
  whole: {{name: Whole, source: data_sheet, memory: 14.55 GB}}
cases:
  pair: {{title: Two cards, card: card, link: bridge, cards: 2}}
  fit: {{title: The trial on a card, card: card, run: trial}}
"""


def found(check: Callable[[Any], Any], folder: Path, body: str, german: Mapping[str, str] | None = None) -> list[str]:
    """What a check finds in an article with this body, and in its German translation."""
    return one_article.found(check, one_article.project(folder, body, german, facts=FACTS))
