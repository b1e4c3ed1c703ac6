"""Electrical power and energy of a server."""

from zahlwerk.sizing.formula import formula


@formula("watt", "[W]:.0")
def card_power(card):
    """Power of one card: its highest board power, unless the case caps it. Source: the card's listing."""
    return card.power


@formula("watt", "[kW]:.1")
def cards_power(cards, card_power):
    """Power of all cards at their limits. Source: own product."""
    return cards * card_power


@formula("watt", "[kW]:.1")
def wall_power(cards, card_power, processors, processor, overhead):
    """Power at the wall: cards and processors at their limits, and a share for all the rest. Source: own estimate."""
    return (cards * card_power + processors * processor.power) * (1 + overhead)


@formula("watt", "[kW]:.1")
def wall_power_with_extras(cards, card_power, processors, processor, extra_power, overhead):
    """The same with parts that are counted one by one, such as network cards. Source: own estimate."""
    return (cards * card_power + processors * processor.power + extra_power) * (1 + overhead)


@formula("watt*second", "[kWh]:.0")
def energy(wall_power, duration):
    """Energy of a run at that power. Source: own product."""
    return wall_power * duration
