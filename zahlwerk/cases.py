"""Cases: situations to be sized, what they may name, and what they may state themselves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from zahlwerk.fields import Range
from zahlwerk.problems import Place
from zahlwerk.provenance import Fact
from zahlwerk.quantity import BYTE, PLAIN, SECOND, TOKEN, WATT
from zahlwerk.records import Record

ROLES: Mapping[str, str] = MappingProxyType(  # what a case may name, and from which section
    {
        "model": "models",
        "format": "formats",
        "recipe": "recipes",
        "adapter": "adapters",
        "card": "cards",
        "link": "links",
        "bridge": "links",
        "processor": "processors",
        "run": "runs",
        "estimates": "estimates",
        "estimator": "estimators",
    }
)

INPUTS: Mapping[str, Range] = MappingProxyType(  # what a case may state itself
    {
        "cards": Range(PLAIN, 1, 10**5, whole=True),
        "tokens": Range(TOKEN, 1, 10**12, whole=True),
        "sequence": Range(PLAIN, 1, 10**9, whole=True),  # positions of one sequence
        "zero_stage": Range(PLAIN, 0, 3, whole=True),
        "tensor_parallel": Range(PLAIN, 1, 10**4, whole=True),
        "pipeline_parallel": Range(PLAIN, 1, 10**4, whole=True),
        "interleaving": Range(PLAIN, 1, 10**4, whole=True),  # model chunks of each pipeline stage
        "batched_tokens": Range(PLAIN, 1, 10**9, whole=True),  # most positions a serving engine takes in one step
        "duration": Range(SECOND, 0, 10**10),  # of a run
        "kept": Range(PLAIN, 1, 10**6, whole=True),  # checkpoints that are kept
        "processors": Range(PLAIN, 0, 64, whole=True),
        "dimms": Range(PLAIN, 0, 1000, whole=True),
        "dimm": Range(BYTE, 0, 10**13),
        "overhead": Range(PLAIN, 0, 1),
        "extra_power": Range(WATT, 0, 10**6),  # of parts that are counted one by one
    }
)


@dataclass(frozen=True, slots=True)
class FigureInput:
    """An input of a case that is a figure found elsewhere."""

    reference: str
    place: Place


@dataclass(frozen=True, slots=True)
class Case:
    """A situation to be sized: records in their roles, and the numbers that go with them."""

    id: str
    title: str
    roles: Mapping[str, Record]
    inputs: Mapping[str, Fact | FigureInput]  # by name of the input or overridden formula
    place: Place
