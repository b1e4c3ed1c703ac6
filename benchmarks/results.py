"""What was measured: single runs, each beside those it is compared with, and all of one size."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchmarks.measuring import Cost
from benchmarks.rivals import Rival

MEMORY = "memory"  # the case whose cost tells what all processes hold together


@dataclass(frozen=True, slots=True)
class Sample:
    """One run with those that were measured right before it."""

    cost: Cost
    empty: Cost  # an empty process of Python
    yardstick: Cost | None  # lean Hugo, which rebuilds everything; None where it is missing


@dataclass(frozen=True, slots=True)
class Measured:
    """What was found at one size."""

    size: int  # articles
    rivals: tuple[Rival, ...]  # that were measured
    samples: Mapping[tuple[str, str], Sequence[Sample]]  # by generator and case
    left_out: Mapping[str, str]  # generator to the reason
    written: Mapping[str, int]  # generator to the bytes that it writes in all

    def seconds(self, name: str, case: str) -> float | None:
        """The median time of a case; None where it was not measured."""
        found = self.samples.get((name, case))
        return statistics.median(sample.cost.seconds for sample in found) if found else None
