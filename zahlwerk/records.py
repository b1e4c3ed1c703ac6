"""The record types of the facts: what each field means, in which dimension, within which range.

A formula reads these records by attribute (``card.memory``). Fields are declared once, here; the loader
checks every value of the facts file against the declaration, whether a page uses it or not.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from zahlwerk.problems import Place
from zahlwerk.provenance import Fact
from zahlwerk.quantity import (
    BOTH_DIRECTIONS,
    BYTE,
    DAY,
    FLOP,
    PARAMETER,
    PLAIN,
    SECOND,
    TOKEN,
    WATT,
    Dimension,
    Number,
)


@dataclass(frozen=True, slots=True)
class Range:
    """What values a field may take."""

    dimension: Dimension
    low: Number = 0  # in base units
    high: Number = 10**30  # in base units
    whole: bool = False  # whether only whole numbers of base units make sense

    def contains(self, value: Number) -> bool:
        """Whether a number of base units lies within the range."""
        return self.low <= value <= self.high and not (self.whole and Fraction(value).denominator != 1)


def _stated(dimension: Dimension, low: Number, high: Number, *, whole: bool = False) -> Any:
    return dataclasses.field(metadata={"range": Range(dimension, low, high, whole)})


def _perhaps(dimension: Dimension, low: Number, high: Number, *, whole: bool = False) -> Any:
    return dataclasses.field(default=None, metadata={"range": Range(dimension, low, high, whole)})


def _count(low: int = 1, high: int = 10**7) -> Any:
    return _stated(PLAIN, low, high, whole=True)


def _perhaps_count(low: int = 0, high: int = 10**7) -> Any:
    return _perhaps(PLAIN, low, high, whole=True)


def _yes_or_no() -> Any:
    return _stated(PLAIN, 0, 1, whole=True)


def _record(section: str) -> Any:
    return dataclasses.field(metadata={"section": section})


def _perhaps_record(section: str) -> Any:
    return dataclasses.field(default=None, metadata={"section": section})


_SIZE = BYTE / PARAMETER
_WORK = FLOP / PARAMETER / TOKEN
_RATE = BYTE / SECOND
_SPEED = FLOP / SECOND
_BIT = Fraction(1, 8)


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """What every record has."""

    id: str
    name: str  # for display; translated through the site's catalogues
    place: Place
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Format(Record):
    """How a number is stored: an element, and a scale shared by a block of elements."""

    element: Fact = _stated(_SIZE, _BIT, 8)  # size of one element
    scale: Fact = _stated(BYTE, 0, 8)  # size of the scale of one block, 0 where there is none
    block: Fact = _stated(PARAMETER, 1, 10**6, whole=True)  # elements that share a scale
    second_scale: Fact = _stated(BYTE, 0, 8)  # size of a scale of scales, 0 where there is none
    second_block: Fact = _stated(PARAMETER, 1, 10**9, whole=True)  # elements that share that one


@dataclass(frozen=True, slots=True, kw_only=True)
class Model(Record):
    """A decoder's architecture, as its configuration file gives it."""

    layers: Fact = _count(high=1000)
    hidden: Fact = _count()  # width of the residual stream
    query_heads: Fact = _count()
    kv_heads: Fact = _count()
    head_dim: Fact = _count()  # read, never derived from hidden and heads
    experts: Fact = _count()  # per layer
    experts_per_token: Fact = _count()
    expert_width: Fact = _count()  # intermediate size of one expert, or of the MLP where there is one only
    shared_experts: Fact = _count(low=0)  # per layer, for every token, of the same width
    vocabulary: Fact = _count()
    windowed_layers: Fact = _count(low=0, high=1000)  # layers with a sliding window
    window: Fact = _count(low=0, high=10**8)  # positions a sliding window spans
    qkv_bias: Fact = _yes_or_no()
    output_bias: Fact = _yes_or_no()  # of the attention's output projection
    qk_norm: Fact = _yes_or_no()  # a norm over each head's queries and keys
    mlp_bias: Fact = _yes_or_no()
    router_bias: Fact = _yes_or_no()
    sinks: Fact = _yes_or_no()  # one learned attention sink per query head
    tied_embeddings: Fact = _yes_or_no()
    fused_gate_up: Fact = _yes_or_no()  # gate and up projection are one matrix
    fused_experts: Fact = _yes_or_no()  # the experts of a layer are one tensor, not linear modules
    all_linear_experts: Fact = _yes_or_no()  # PEFT's all-linear takes fused experts and the router, too
    expert_format: Format = _record("formats")  # of the experts' matrices in the released checkpoint
    rest_format: Format = _record("formats")  # of everything else there
    published_parameters: Fact | None = _perhaps(PARAMETER, 1, 10**16)
    published_active: Fact | None = _perhaps(PARAMETER, 1, 10**16)
    published_checkpoint: Fact | None = _perhaps(BYTE, 1, 10**17)
    published_expert_share: Fact | None = _perhaps(PLAIN, 0, 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Card(Record):
    """A GPU board."""

    memory: Fact = _stated(BYTE, 10**9, 10**13)  # as listed by the maker
    power: Fact = _stated(WATT, 1, 10**4)  # highest board power
    visible_memory: Fact | None = _perhaps(BYTE, 10**9, 10**13)  # as the driver reports it
    bandwidth: Fact | None = _perhaps(_RATE, 10**9, 10**15)  # of its memory
    sparse_bf16: Fact | None = _perhaps(_SPEED, 10**9, 10**19)  # peak with structured sparsity
    dense_bf16: Fact | None = _perhaps(_SPEED, 10**9, 10**19)  # peak without it
    fp32: Fact | None = _perhaps(_SPEED, 10**9, 10**19)


@dataclass(frozen=True, slots=True, kw_only=True)
class Link(Record):
    """What joins cards. Rates named without more are per direction."""

    rate: Fact = _stated(_RATE, 10**6, 10**15)  # listed, per direction
    domain: Fact = _count(high=10**5)  # cards it joins at this rate
    bridge: Fact = _yes_or_no()  # whether it ends at its domain
    both_directions: Fact | None = _perhaps(_RATE * BOTH_DIRECTIONS, 10**6, 10**15)  # the sum makers print
    encoded_rate: Fact | None = _perhaps(_RATE, 10**6, 10**15)  # after line coding, per direction
    measured_rate: Fact | None = _perhaps(_RATE, 10**6, 10**15)  # of a collective, per direction


@dataclass(frozen=True, slots=True, kw_only=True)
class Processor(Record):
    """A host processor."""

    power: Fact = _stated(WATT, 1, 10**4)  # default thermal design power
    cores: Fact | None = _perhaps_count(low=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Adapter(Record):
    """A low-rank adapter: the rank at each projection, 0 where there is none."""

    query: Fact = _count(low=0)
    key: Fact = _count(low=0)
    value: Fact = _count(low=0)
    output: Fact = _count(low=0)
    mlp: Fact = _count(low=0)  # at gate, up and down projection where these are linear modules
    router: Fact = _count(low=0)
    expert_gate_up: Fact = _count(low=0)  # at the fused gate and up matrix of every expert
    expert_down: Fact = _count(low=0)  # at the fused down matrix of every expert
    expert_layers: Fact = _count(low=0, high=1000)  # layers whose experts are adapted
    weights: Fact = _stated(_SIZE, 0, 64)  # of one adapter parameter, as are the next three
    gradients: Fact = _stated(_SIZE, 0, 64)
    master_copy: Fact = _stated(_SIZE, 0, 64)
    moments: Fact = _stated(_SIZE, 0, 64)


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe(Record):
    """What one trained or served parameter costs, part by part."""

    weights: Fact = _stated(_SIZE, 0, 64)  # on the cards, of what the formats below leave out
    expert_format: Format = _record("formats")  # of the experts' (or MLP's) matrices on the cards
    attention_format: Format = _record("formats")  # of the attention's matrices on the cards
    gradients: Fact = _stated(_SIZE, 0, 64)
    master_copy: Fact = _stated(_SIZE, 0, 64)
    moments: Fact = _stated(_SIZE, 0, 64)
    host_gradients: Fact = _stated(_SIZE, 0, 64)  # in host memory
    host_master_copy: Fact = _stated(_SIZE, 0, 64)
    host_moments: Fact = _stated(_SIZE, 0, 64)
    forward_work: Fact = _stated(_WORK, 0, 64)
    backward_work: Fact = _stated(_WORK, 0, 64)
    attention_work: Fact = _stated(FLOP / TOKEN, 0, 64)  # per head element and position attended to, forward
    kv_element: Fact = _stated(BYTE, 0, 8)  # of the cache of keys and values
    recomputation_work: Fact = _stated(_WORK, 0, 64)  # of the forward pass that checkpointing repeats
    logits: Fact = _stated(BYTE / TOKEN, 0, 64)  # per logit of a token, held through loss and backward pass
    activation: Fact = _stated(BYTE / TOKEN, 0, 64)  # per element kept for each token
    zero_stage: Fact | None = _perhaps_count(high=3)


@dataclass(frozen=True, slots=True, kw_only=True)
class Run(Record):
    """What somebody published about a run, a repository or a measurement of theirs."""

    memory: Fact | None = _perhaps(BYTE, 1, 10**16)
    repository: Fact | None = _perhaps(BYTE, 1, 10**16)
    checkpoint: Fact | None = _perhaps(BYTE, 1, 10**16)
    resident: Fact | None = _perhaps(BYTE, 1, 10**16)  # weights of a serving engine on the cards
    activation_peak: Fact | None = _perhaps(BYTE, 0, 10**16)  # of a serving engine
    outside_memory: Fact | None = _perhaps(BYTE, 0, 10**16)  # that a serving engine's framework does not see
    card: Card | None = _perhaps_record("cards")
    cards: Fact | None = _perhaps_count(low=1)
    tokens: Fact | None = _perhaps(TOKEN, 1, 10**12, whole=True)
    rank: Fact | None = _perhaps_count(low=1)
    expert_rank: Fact | None = _perhaps_count(low=1)
    expert_layers: Fact | None = _perhaps_count(low=1)
    steps: Fact | None = _perhaps_count(low=1)
    learning_rate: Fact | None = _perhaps(PLAIN, 0, 1)
    pass_rate_before: Fact | None = _perhaps(PLAIN, 0, 1)
    pass_rate_after: Fact | None = _perhaps(PLAIN, 0, 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Build(Record):
    """A server as it is sold."""

    card: Card = _record("cards")
    cards: Fact = _count(high=10**5)
    link: Link = _record("links")  # joins all the cards
    processor: Processor = _record("processors")
    processors: Fact = _count(high=64)
    dimms: Fact = _count(high=1000)  # memory modules
    dimm: Fact = _stated(BYTE, 10**9, 10**13)  # capacity of one module
    overhead: Fact = _stated(PLAIN, 0, 1)  # added to cards and processors for the power at the wall
    bridge: Link | None = _perhaps_record("links")  # joins groups of them, where link joins all


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimates(Record):
    """Our own planning values."""

    context: Fact = _stated(BYTE, 0, 10**12)  # driver and CUDA context per card
    reserve: Fact = _stated(PLAIN, 0, 1)  # share of what a micro-batch needs, kept free on top of it
    utilisation: Fact = _stated(PLAIN, 0, 1)  # share of visible memory that a serving engine may use


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimator(Record):
    """What somebody's own estimator takes for one parameter."""

    weights: Fact = _stated(_SIZE, 0, 64)
    states: Fact = _stated(_SIZE, 0, 64)  # weights, gradients and optimiser together
    offloaded: Fact = _stated(_SIZE, 0, 64)  # in host memory when the optimiser is there
    full: Fact = _stated(_SIZE, 0, 64)  # in host memory while every process loads the model
    gathered: Fact = _stated(_SIZE, 0, 64)  # of the largest layer on a card
    buffer_factor: Fact = _stated(PLAIN, 1, 10)  # multiplies host memory


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer(Record):
    """What the publisher promises."""

    reply_days: Fact = _stated(DAY, 1, 365, whole=True)  # business days


SECTIONS: Mapping[str, type[Record]] = MappingProxyType(
    {
        "formats": Format,
        "models": Model,
        "cards": Card,
        "links": Link,
        "processors": Processor,
        "adapters": Adapter,
        "recipes": Recipe,
        "runs": Run,
        "builds": Build,
        "estimates": Estimates,
        "estimators": Estimator,
        "offers": Offer,
    }
)

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


def quantity_fields(record_type: type[Record]) -> dict[str, Range]:
    """The fields of a record type that hold facts, with their ranges."""
    return {f.name: f.metadata["range"] for f in dataclasses.fields(record_type) if "range" in f.metadata}


def record_fields(record_type: type[Record]) -> dict[str, str]:
    """The fields of a record type that name another record, with its section."""
    return {f.name: f.metadata["section"] for f in dataclasses.fields(record_type) if "section" in f.metadata}


def required_fields(record_type: type[Record]) -> set[str]:
    """The fields that a record of this type must state."""
    return {
        field.name
        for field in dataclasses.fields(record_type)
        if field.metadata and field.default is dataclasses.MISSING
    }
