"""Electrical power of a server."""

from zahlwerk.sizing.formula import formula


@formula("watt", "[W]:.0")
def card_power(card):
    """Power of one card: its highest board power, unless the case caps it."""
    return card.power


@formula("watt", "[kW]:.1")
def wall_power(cards, card_power, processors, processor, overhead):
    """Power at the wall: cards and processors at their limits, and a share for all the rest."""
    return (cards * card_power + processors * processor.power) * (1 + overhead)
