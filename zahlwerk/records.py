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

from zahlwerk.fields import Range, count, perhaps, perhaps_count, perhaps_record, record, stated, yes_or_no
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
)

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

    element: Fact = stated(_SIZE, _BIT, 8)  # size of one element
    scale: Fact = stated(BYTE, 0, 8)  # size of the scale of one block, 0 where there is none
    block: Fact = stated(PARAMETER, 1, 10**6, whole=True)  # elements that share a scale
    second_scale: Fact = stated(BYTE, 0, 8)  # size of a scale of scales, 0 where there is none
    second_block: Fact = stated(PARAMETER, 1, 10**9, whole=True)  # elements that share that one


@dataclass(frozen=True, slots=True, kw_only=True)
class Model(Record):
    """A decoder's architecture, as its configuration file gives it."""

    layers: Fact = count(high=1000)
    hidden: Fact = count()  # width of the residual stream
    query_heads: Fact = count()
    kv_heads: Fact = count()
    head_dim: Fact = count()  # read, never derived from hidden and heads
    experts: Fact = count()  # per layer
    experts_per_token: Fact = count()
    expert_width: Fact = count()  # intermediate size of one expert, or of the MLP where there is one only
    shared_experts: Fact = count(low=0)  # per layer, for every token, of the same width
    vocabulary: Fact = count()
    windowed_layers: Fact = count(low=0, high=1000)  # layers with a sliding window
    window: Fact = count(low=0, high=10**8)  # positions a sliding window spans
    qkv_bias: Fact = yes_or_no()
    output_bias: Fact = yes_or_no()  # of the attention's output projection
    qk_norm: Fact = yes_or_no()  # a norm over each head's queries and keys
    mlp_bias: Fact = yes_or_no()
    router_bias: Fact = yes_or_no()
    sinks: Fact = yes_or_no()  # one learned attention sink per query head
    tied_embeddings: Fact = yes_or_no()
    fused_gate_up: Fact = yes_or_no()  # gate and up projection are one matrix
    fused_experts: Fact = yes_or_no()  # the experts of a layer are one tensor, not linear modules
    all_linear_experts: Fact = yes_or_no()  # PEFT's all-linear takes fused experts and the router, too
    expert_format: Format = record("formats")  # of the experts' matrices in the released checkpoint
    rest_format: Format = record("formats")  # of everything else there
    published_parameters: Fact | None = perhaps(PARAMETER, 1, 10**16)
    published_active: Fact | None = perhaps(PARAMETER, 1, 10**16)
    published_checkpoint: Fact | None = perhaps(BYTE, 1, 10**17)
    published_expert_share: Fact | None = perhaps(PLAIN, 0, 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Card(Record):
    """A GPU board."""

    memory: Fact = stated(BYTE, 10**9, 10**13)  # as listed by the maker
    power: Fact = stated(WATT, 1, 10**4)  # highest board power
    visible_memory: Fact | None = perhaps(BYTE, 10**9, 10**13)  # as the driver reports it
    bandwidth: Fact | None = perhaps(_RATE, 10**9, 10**15)  # of its memory
    sparse_bf16: Fact | None = perhaps(_SPEED, 10**9, 10**19)  # peak with structured sparsity
    dense_bf16: Fact | None = perhaps(_SPEED, 10**9, 10**19)  # peak without it
    fp32: Fact | None = perhaps(_SPEED, 10**9, 10**19)


@dataclass(frozen=True, slots=True, kw_only=True)
class Link(Record):
    """What joins cards. Rates named without more are per direction."""

    rate: Fact = stated(_RATE, 10**6, 10**15)  # listed, per direction
    domain: Fact = count(high=10**5)  # cards it joins at this rate
    bridge: Fact = yes_or_no()  # whether it ends at its domain
    both_directions: Fact | None = perhaps(_RATE * BOTH_DIRECTIONS, 10**6, 10**15)  # the sum makers print
    encoded_rate: Fact | None = perhaps(_RATE, 10**6, 10**15)  # after line coding, per direction
    measured_rate: Fact | None = perhaps(_RATE, 10**6, 10**15)  # of a collective, per direction


@dataclass(frozen=True, slots=True, kw_only=True)
class Processor(Record):
    """A host processor."""

    power: Fact = stated(WATT, 1, 10**4)  # default thermal design power
    cores: Fact | None = perhaps_count(low=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Adapter(Record):
    """A low-rank adapter: the rank at each projection, 0 where there is none."""

    query: Fact = count(low=0)
    key: Fact = count(low=0)
    value: Fact = count(low=0)
    output: Fact = count(low=0)
    mlp: Fact = count(low=0)  # at gate, up and down projection where these are linear modules
    router: Fact = count(low=0)
    expert_gate_up: Fact = count(low=0)  # at the fused gate and up matrix of every expert
    expert_down: Fact = count(low=0)  # at the fused down matrix of every expert
    expert_layers: Fact = count(low=0, high=1000)  # layers whose experts are adapted
    weights: Fact = stated(_SIZE, 0, 64)  # of one adapter parameter, as are the next three
    gradients: Fact = stated(_SIZE, 0, 64)
    master_copy: Fact = stated(_SIZE, 0, 64)
    moments: Fact = stated(_SIZE, 0, 64)


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe(Record):
    """What one trained or served parameter costs, part by part."""

    weights: Fact = stated(_SIZE, 0, 64)  # on the cards, of what the formats below leave out
    expert_format: Format = record("formats")  # of the experts' (or MLP's) matrices on the cards
    attention_format: Format = record("formats")  # of the attention's matrices on the cards
    gradients: Fact = stated(_SIZE, 0, 64)
    master_copy: Fact = stated(_SIZE, 0, 64)
    moments: Fact = stated(_SIZE, 0, 64)
    host_gradients: Fact = stated(_SIZE, 0, 64)  # in host memory
    host_master_copy: Fact = stated(_SIZE, 0, 64)
    host_moments: Fact = stated(_SIZE, 0, 64)
    forward_work: Fact = stated(_WORK, 0, 64)
    backward_work: Fact = stated(_WORK, 0, 64)
    attention_work: Fact = stated(FLOP / TOKEN, 0, 64)  # per head element and position attended to, forward
    kv_element: Fact = stated(BYTE, 0, 8)  # of the cache of keys and values
    recomputation_work: Fact = stated(_WORK, 0, 64)  # of the forward pass that checkpointing repeats
    logits: Fact = stated(BYTE / TOKEN, 0, 64)  # per logit of a token, held through loss and backward pass
    activation: Fact = stated(BYTE / TOKEN, 0, 64)  # per element kept for each token
    zero_stage: Fact | None = perhaps_count(high=3)


@dataclass(frozen=True, slots=True, kw_only=True)
class Run(Record):
    """What somebody published about a run, a repository or a measurement of theirs."""

    memory: Fact | None = perhaps(BYTE, 1, 10**16)
    repository: Fact | None = perhaps(BYTE, 1, 10**16)
    checkpoint: Fact | None = perhaps(BYTE, 1, 10**16)
    resident: Fact | None = perhaps(BYTE, 1, 10**16)  # weights of a serving engine on the cards
    activation_peak: Fact | None = perhaps(BYTE, 0, 10**16)  # of a serving engine
    outside_memory: Fact | None = perhaps(BYTE, 0, 10**16)  # that a serving engine's framework does not see
    card: Card | None = perhaps_record("cards")
    cards: Fact | None = perhaps_count(low=1)
    tokens: Fact | None = perhaps(TOKEN, 1, 10**12, whole=True)
    rank: Fact | None = perhaps_count(low=1)
    expert_rank: Fact | None = perhaps_count(low=1)
    expert_layers: Fact | None = perhaps_count(low=1)
    steps: Fact | None = perhaps_count(low=1)
    learning_rate: Fact | None = perhaps(PLAIN, 0, 1)
    pass_rate_before: Fact | None = perhaps(PLAIN, 0, 1)
    pass_rate_after: Fact | None = perhaps(PLAIN, 0, 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Build(Record):
    """A server as it is sold."""

    card: Card = record("cards")
    cards: Fact = count(high=10**5)
    link: Link = record("links")  # joins all the cards
    processor: Processor = record("processors")
    processors: Fact = count(high=64)
    dimms: Fact = count(high=1000)  # memory modules
    dimm: Fact = stated(BYTE, 10**9, 10**13)  # capacity of one module
    overhead: Fact = stated(PLAIN, 0, 1)  # added to cards and processors for the power at the wall
    bridge: Link | None = perhaps_record("links")  # joins groups of them, where link joins all


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimates(Record):
    """Our own planning values."""

    context: Fact = stated(BYTE, 0, 10**12)  # driver and CUDA context per card
    reserve: Fact = stated(PLAIN, 0, 1)  # share of what a micro-batch needs, kept free on top of it
    utilisation: Fact = stated(PLAIN, 0, 1)  # share of visible memory that a serving engine may use


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimator(Record):
    """What somebody's own estimator takes for one parameter."""

    weights: Fact = stated(_SIZE, 0, 64)
    states: Fact = stated(_SIZE, 0, 64)  # weights, gradients and optimiser together
    offloaded: Fact = stated(_SIZE, 0, 64)  # in host memory when the optimiser is there
    full: Fact = stated(_SIZE, 0, 64)  # in host memory while every process loads the model
    gathered: Fact = stated(_SIZE, 0, 64)  # of the largest layer on a card
    buffer_factor: Fact = stated(PLAIN, 1, 10)  # multiplies host memory


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer(Record):
    """What the publisher promises."""

    reply_days: Fact = stated(DAY, 1, 365, whole=True)  # business days


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
