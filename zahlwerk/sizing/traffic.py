"""Bytes that cross the links, and the least time that takes."""

from zahlwerk.sizing.formula import formula


@formula("byte", "[GB]:.0", requires=["cards <= link.domain or not link.bridge"])
def gather_bytes(weight_bytes, cards):
    """What one card receives in a forward and a backward pass when every layer is gathered for both.

    Source: ZeRO, arXiv 1910.02054, section 7.2.2: two all-gathers of the parameters under full sharding.
    """
    return 2 * weight_bytes * (cards - 1) / cards


@formula("byte", "[GB]:.0")
def gather_bytes_root_kept(gather_bytes, root_bytes, cards):
    """The same where the root module stays gathered after the forward pass, as PyTorch does by default.

    Source: own count of FSDP2's collectives: [2P + 2(P − root)]·(n − 1)/n for two bytes per parameter.
    """
    return gather_bytes - root_bytes * (cards - 1) / cards


@formula("byte", "[GB]:.0")
def reduce_scatter_bytes(parameters, recipe, adapter_parameters, adapter, cards):
    """What one card sends of the gradients after a backward pass.

    Source: ZeRO, arXiv 1910.02054, section 7.1: one reduce-scatter of what is trained.
    """
    return (
        (parameters * (recipe.gradients + recipe.host_gradients) + adapter_parameters * adapter.gradients)
        * (cards - 1)
        / cards
    )


@formula("byte", "[GB]:.0")
def traffic_bytes(gather_bytes, reduce_scatter_bytes):
    """Gathers and gradients of one step with one micro-batch. Source: ZeRO, section 7.2.2: three times the model."""
    return gather_bytes + reduce_scatter_bytes


@formula("second", "[seconds]:.1", bound="min")
def gather_seconds(gather_bytes, link):
    """The least time the link needs for the gathers at its listed rate per direction. Source: own division."""
    return gather_bytes / link.rate


@formula("second", "[seconds]:.1", bound="min")
def encoded_gather_seconds(gather_bytes, link):
    """The same at the rate that line coding leaves. Source: own division."""
    return gather_bytes / link.encoded_rate


@formula("second", "[seconds]:.1", bound="min")
def root_kept_gather_seconds(gather_bytes_root_kept, link):
    """The least time with the root module kept, at the listed rate. Source: own division."""
    return gather_bytes_root_kept / link.rate


@formula("second", "[seconds]:.1")
def measured_gather_seconds(gather_bytes, link):
    """The time at a rate that somebody measured for a collective. Source: own division."""
    return gather_bytes / link.measured_rate


@formula("second", "[seconds]:.1", bound="min")
def traffic_seconds(traffic_bytes, link):
    """The least time for gathers and gradients at the link's listed rate. Source: own division."""
    return traffic_bytes / link.rate
