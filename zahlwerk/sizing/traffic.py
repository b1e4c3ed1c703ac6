"""Bytes that cross the links, and the least time that takes."""

from zahlwerk.sizing.formula import formula


@formula("byte", "[GB]:.0", requires=["cards <= link.domain or not link.bridge"])
def gather_bytes(weight_bytes, cards):
    """What one card receives in a forward and a backward pass when every layer is gathered for both.

    Source: ZeRO, arXiv 1910.02054, section 7.2.2: two all-gathers of the parameters under full sharding.
    """
    return 2 * weight_bytes * (cards - 1) / cards


@formula("second", "[seconds]:.1", bound="min")
def gather_seconds(gather_bytes, link):
    """The least time the link needs for that at its listed rate per direction, without latency and protocol."""
    return gather_bytes / link.rate
