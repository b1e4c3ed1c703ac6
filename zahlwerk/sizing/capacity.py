"""What memory holds, what is left, and how many cards that takes."""

from zahlwerk.sizing.expression import ceil, power_of_two, smallest_divisor
from zahlwerk.sizing.formula import formula


@formula("byte", "[GB]:.0")
def pool_memory(card, cards):
    """Listed memory of all cards together."""
    return card.memory * cards


@formula("byte", "[GB]:.0")
def pool_visible_memory(card, cards):
    """Memory of all cards together as the driver reports it."""
    return card.visible_memory * cards


@formula("byte", "[GB]:.1")
def memory_left(card, weight_share):
    """What a card's listed memory leaves beside its share of the weights; negative where that does not fit."""
    return card.memory - weight_share


@formula("byte", "[GB]:.1")
def memory_after_gather(memory_left, gather_buffer_bytes):
    """What is left beside the share and the gathered layers; negative where they do not fit."""
    return memory_left - gather_buffer_bytes


@formula("byte", "[GB]:.0")
def run_memory_left(card, run):
    """What a card's listed memory leaves beside a run as its author reports it."""
    return card.memory - run.memory


@formula("1", ":.0")
def run_cards(card, run):
    """The fewest cards whose listed memory holds a run as its author reports it."""
    return ceil(run.memory / card.memory)


@formula("1", ":.0")
def capacity_cards(weight_bytes, card):
    """The fewest cards whose listed memory holds the weights alone."""
    return ceil(weight_bytes / card.memory)


@formula("1", ":.0")
def checkpoint_cards(checkpoint_bytes, card):
    """The fewest cards whose listed memory holds the released checkpoint."""
    return ceil(checkpoint_bytes / card.memory)


@formula("1", ":.0")
def serving_cards(capacity_cards, model):
    """The smallest tensor-parallel degree that holds the weights: one that divides the key and value heads.

    Source: Megatron-LM, arXiv 1909.08053, section 3: heads are divided evenly over the cards.
    """
    return smallest_divisor(model.kv_heads, capacity_cards)


@formula("1", ":.0", requires=["card.memory > gather_buffer_bytes + working_bytes"])
def fewest_cards(weight_bytes, card, gather_buffer_bytes, working_bytes):
    """The fewest cards that hold share, gathered layers and micro-batch, among counts that a link joins.

    Bridges join two or four cards and servers take eight, so the counts are powers of two.
    """
    return power_of_two(weight_bytes / (card.memory - gather_buffer_bytes - working_bytes))


@formula("1", ":.0", requires=["bridge.bridge"])
def bridge_domains(cards, bridge):
    """Groups of cards that a bridge joins."""
    return ceil(cards / bridge.domain)


@formula("byte", "[TB]:.1")
def host_memory(dimms, dimm):
    """Memory of the host: all its modules."""
    return dimms * dimm
