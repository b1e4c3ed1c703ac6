"""What memory holds, what is left, and how many cards that takes."""

from zahlwerk.sizing.expression import ceil, power_of_two, smallest_divisor
from zahlwerk.sizing.formula import formula


@formula("byte", "[GB]:.0")
def pool_memory(card, cards):
    """Listed memory of all cards together. Source: own product."""
    return card.memory * cards


@formula("byte", "[GB]:.0")
def pool_visible_memory(card, cards):
    """Memory of all cards together as the driver reports it. Source: own product."""
    return card.visible_memory * cards


@formula("byte", "[GB]:.1")
def memory_left(card, weight_share):
    """What a card's listed memory leaves beside its share of the weights; negative where that does not fit.

    Source: own difference.
    """
    return card.memory - weight_share


@formula("byte", "[GB]:.1")
def visible_memory_left(card, weight_share):
    """The same of the memory that the driver reports. Source: own difference."""
    return card.visible_memory - weight_share


@formula("byte", "[GB]:.1")
def memory_after_gather(memory_left, gather_buffer_bytes):
    """What is left beside the share and the gathered layers; negative where they do not fit. Source: own difference."""
    return memory_left - gather_buffer_bytes


@formula("byte", "[GB]:.1")
def paper_bytes(resident_share, gather_buffer_bytes):
    """What one card must hold at the least: its share of everything that stays, and the gathered layers.

    Source: own sum.
    """
    return resident_share + gather_buffer_bytes


@formula("byte", "[GB]:.1")
def reserve_bytes(working_bytes, estimates):
    """What is kept free on top of what a micro-batch takes. Source: own product."""
    return working_bytes * estimates.reserve


@formula("byte", "[GB]:.1")
def need_bytes(paper_bytes, working_bytes, estimates):
    """What one card needs for a micro-batch, with a reserve on what the micro-batch takes. Source: own sum."""
    return paper_bytes + working_bytes * (1 + estimates.reserve)


@formula("byte", "[GB]:.1")
def listed_left(card, need_bytes):
    """What the listed memory leaves beyond the need; negative where it falls short. Source: own difference."""
    return card.memory - need_bytes


@formula("byte", "[GB]:.1")
def visible_left(card, need_bytes):
    """What the visible memory leaves beyond the need; negative where it falls short. Source: own difference."""
    return card.visible_memory - need_bytes


@formula("byte", "[GB]:.1")
def listed_paper_left(card, paper_bytes):
    """What the listed memory leaves beyond the least a card must hold. Source: own difference."""
    return card.memory - paper_bytes


@formula("byte", "[GB]:.1")
def visible_paper_left(card, paper_bytes):
    """What the visible memory leaves beyond the least a card must hold. Source: own difference."""
    return card.visible_memory - paper_bytes


@formula("byte", "[GB]:.0")
def run_memory_left(card, run):
    """What a card's listed memory leaves beside a run as its author reports it. Source: own difference."""
    return card.memory - run.memory


@formula("1", ":.0")
def run_cards(card, run):
    """The fewest cards whose listed memory holds a run as its author reports it. Source: own division."""
    return ceil(run.memory / card.memory)


@formula("1", ":.0")
def capacity_cards(weight_bytes, card):
    """The fewest cards whose listed memory holds the weights alone. Source: own division."""
    return ceil(weight_bytes / card.memory)


@formula("1", ":.0")
def checkpoint_cards(checkpoint_bytes, card):
    """The fewest cards whose listed memory holds the released checkpoint. Source: own division."""
    return ceil(checkpoint_bytes / card.memory)


@formula("1", ":.0", applies=["capacity_cards <= model.kv_heads"])
def serving_cards(capacity_cards, model):
    """The smallest tensor-parallel degree that holds the weights: one that divides the key and value heads.

    Source: Megatron-LM, arXiv 1909.08053, section 3: heads are divided evenly over the cards.
    """
    return smallest_divisor(model.kv_heads, capacity_cards)


@formula("byte", "[GB]:.1")
def whole_gather_buffer_bytes(root_bytes, layer_bytes):
    """The gather buffers of a card that is not alone. Source: as for the gather buffers."""
    return root_bytes + 2 * layer_bytes + max(root_bytes, layer_bytes)


@formula(
    "1",
    ":.0",
    bound="min",
    applies=[
        "resident_bytes + working_bytes * (1 + estimates.reserve) <= card.memory"
        " or card.memory > whole_gather_buffer_bytes + working_bytes * (1 + estimates.reserve)"
    ],
)
def fewest_cards(resident_bytes, card, whole_gather_buffer_bytes, working_bytes, estimates):
    """The fewest cards whose listed memory holds share, gathered layers and micro-batch, fully sharded.

    One card gathers nothing. Bridges join two or four cards and servers take eight, so the counts are powers of
    two. Source: own equation.
    """
    return (
        1
        if resident_bytes + working_bytes * (1 + estimates.reserve) <= card.memory
        else max(
            2,
            power_of_two(
                resident_bytes / (card.memory - whole_gather_buffer_bytes - working_bytes * (1 + estimates.reserve))
            ),
        )
    )


@formula(
    "1",
    ":.0",
    bound="min",
    applies=[
        "resident_bytes + working_bytes * (1 + estimates.reserve) <= card.visible_memory"
        " or card.visible_memory > whole_gather_buffer_bytes + working_bytes * (1 + estimates.reserve)"
    ],
)
def fewest_cards_visible(resident_bytes, card, whole_gather_buffer_bytes, working_bytes, estimates):
    """The same for the memory that the driver reports. Source: own equation."""
    return (
        1
        if resident_bytes + working_bytes * (1 + estimates.reserve) <= card.visible_memory
        else max(
            2,
            power_of_two(
                resident_bytes
                / (card.visible_memory - whole_gather_buffer_bytes - working_bytes * (1 + estimates.reserve))
            ),
        )
    )


@formula("1", ":.0", applies=["bridge.bridge"])
def bridge_domains(cards, bridge):
    """Groups of cards that a bridge joins. Source: own division."""
    return ceil(cards / bridge.domain)


@formula("byte", "[TB]:.1")
def host_memory(dimms, dimm):
    """Memory of the host: all its modules. Source: own product."""
    return dimms * dimm


@formula("byte", "[GB]:.0")
def host_memory_left(host_memory, host_bytes):
    """What the host's memory leaves beside offloaded states; negative where they do not fit. Source: own difference."""
    return host_memory - host_bytes
