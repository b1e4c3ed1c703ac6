"""Every part of what a planner shows: memory by use, what is left, verdicts, fewest cards, host memory, serving."""

from __future__ import annotations

from fractions import Fraction

from zahlwerk.planner.answers import Answers
from zahlwerk.planner.cells import Cell, Part, Said, axes_of, computed_cell, figure_cell
from zahlwerk.planner.declared import Choice
from zahlwerk.provenance import Fact
from zahlwerk.quantity import PLAIN, TOKEN, Quantity
from zahlwerk.references import Presentation, written_presentation

FITS, ON_PAPER, SHORT = "fits", "paper", "short"  # how a configuration stands, as style sheets name it
_BASES = {"listed": "fewest_cards", "visible": "fewest_cards_visible"}  # what memory is counted by


def _trained(name: str, axes: str, show: str = "") -> Part:
    """A quantity of the training run; empty where there is none of it."""

    def cell(answers: Answers, choice: Choice) -> Cell:
        number = answers.trained(choice)[name]
        return "" if number is None else computed_cell(name, number, show)

    return Part(name, axes_of(axes), cell)


def _memory(answers: Answers, choice: Choice) -> Cell:
    return _stated("memory", answers.planner.cards[choice.card].memory, "")


def _visible_memory(answers: Answers, choice: Choice) -> Cell:
    fact = answers.planner.cards[choice.card].visible_memory
    return _stated("visible_memory", fact, "[GB]:.1") if fact else Said("not known", "size")


def _stated(name: str, fact: Fact, show: str) -> Cell:
    return figure_cell(name, fact.written.quantity, show, written_presentation(fact.written))


def _left(basis: str, answers: Answers, choice: Choice) -> tuple[str, Fraction] | None:
    """How the memory of a card stands, and how much of it is left or missing; None where it is not known."""
    numbers = answers.trained(choice)
    left, on_paper = numbers.get(f"{basis}_left"), numbers.get(f"{basis}_paper_left")
    if left is None or on_paper is None:
        return None
    if left >= 0:
        return FITS, Fraction(left)
    return (ON_PAPER, Fraction(-left)) if on_paper >= 0 else (SHORT, Fraction(-on_paper))


def _verdict(basis: str) -> Part:
    said = {FITS: "fits", ON_PAPER: "fits on paper", SHORT: "does not fit"}
    parts = (("left", f"{basis}_amount"), ("short", f"{basis}_amount"), ("need", "need_bytes"))

    def cell(answers: Answers, choice: Choice) -> Cell:
        found = _left(basis, answers, choice)
        return Said(said[found[0]], f"verdict, {basis} memory", parts) if found else ""

    return Part(basis, axes_of("method card cards tokens"), cell)


def _amount(basis: str) -> Part:
    """What is left, or missing: at least so much, since what a card needs is a lower bound."""

    def cell(answers: Answers, choice: Choice) -> Cell:
        found = _left(basis, answers, choice)
        if found is None:
            return ""
        show = "[about][GB]:.1" if found[0] == FITS else "[min][GB]:.1"
        return computed_cell(f"{basis}_left", found[1], show)

    return Part(f"{basis}_amount", axes_of("method card cards tokens"), cell)


def _fewest(basis: str) -> Part:
    name = _BASES[basis]

    def cell(answers: Answers, choice: Choice) -> Cell:
        numbers = answers.trained(choice)
        if name not in numbers:
            return ""
        verdict = "no number of cards" if numbers[name] is None else "fewest cards"
        return Said(verdict, f"verdict, {basis} memory", (("cards", f"{basis}_fewest_cards"),))

    return Part(f"{basis}_fewest", axes_of("method card tokens"), cell)


def _fewest_cards(basis: str) -> Part:
    name = _BASES[basis]

    def cell(answers: Answers, choice: Choice) -> Cell:
        number = answers.trained(choice).get(name)
        return "" if number is None else computed_cell(name, number, "[min]")

    return Part(f"{basis}_fewest_cards", axes_of("method card tokens"), cell)


def _offloaded(name: str, show: str) -> Part:
    """What a method keeps in host memory; empty for one that keeps nothing there."""

    def cell(answers: Answers, choice: Choice) -> Cell:
        numbers = answers.trained(choice)
        return computed_cell(name, numbers[name] or 0, show) if numbers["host_bytes"] else ""

    return Part(name, axes_of("method"), cell)


def _host_standing(answers: Answers, choice: Choice) -> str:
    """How host memory stands; empty where nothing is kept there, or no build has these cards."""
    host, numbers = answers.host(choice), answers.trained(choice)
    if host is None or not numbers["host_bytes"]:
        return ""
    if host[1] < 0:
        return SHORT
    return FITS if (numbers["estimated_host_bytes"] or 0) <= host[0] else ON_PAPER


def _host(answers: Answers, choice: Choice) -> Cell:
    if not answers.trained(choice)["host_bytes"]:
        return ""
    said = {
        "": "No build here has this number of these cards; its host memory must hold what is offloaded.",
        FITS: "The host memory of our build, {memory}, holds what is offloaded.",
        ON_PAPER: "The host memory of our build, {memory}, holds what is offloaded by the paper’s count, but not by "
        "DeepSpeed’s own estimate.",
        SHORT: "The host memory of our build, {memory}, does not hold what is offloaded; {short} are missing.",
    }
    standing = _host_standing(answers, choice)
    return Said(said[standing], "planner", (("memory", "host_memory"), ("short", "host_short")))


def _host_memory(answers: Answers, choice: Choice) -> Cell:
    host = answers.host(choice)
    return computed_cell("host_memory", host[0], "[GB]:.0") if host else ""


def _host_short(answers: Answers, choice: Choice) -> Cell:
    host = answers.host(choice)
    return computed_cell("host_memory_left", -host[1], "[min][GB]:.0") if host and host[1] < 0 else ""


def _standing(basis: str) -> Part:
    """How a card's memory stands; empty where it is not known."""

    def cell(answers: Answers, choice: Choice) -> Cell:
        found = _left(basis, answers, choice)
        return found[0] if found else ""

    return Part(f"{basis}_standing", axes_of("method card cards tokens"), cell)


def _served(name: str, formula: str, axes: str, show: str = "") -> Part:
    def cell(answers: Answers, choice: Choice) -> Cell:
        number = answers.served(choice)[name]
        return "" if number is None else computed_cell(formula, number, show)

    return Part(name, axes_of(axes), cell)


def _serving_standing(answers: Answers, choice: Choice) -> Cell:
    cards = answers.served(choice)["serving_cards"]
    enough = cards is not None and answers.planner.counts[choice.cards] >= cards
    return FITS if enough and not answers.adapter_is_lacking(choice) else SHORT


def _serving(answers: Answers, choice: Choice) -> Cell:
    if answers.adapter_is_lacking(choice):
        return Said("This method trains no adapter; choose another way of serving.", "planner")
    if answers.served(choice)["serving_cards"] is None:
        return Said("No number of these cards serves it.", "planner")
    enough = _serving_standing(answers, choice) == FITS
    said = "Served from {cards}; the cards chosen are enough." if enough else "Served from {cards}, more than chosen."
    return Said(said, "planner", (("cards", "serving_cards"),))


def _share(name: str, axes: str) -> Part:
    """How much of a card's listed memory a quantity takes, as a style sheet says it; a full card at the most."""

    def cell(answers: Answers, choice: Choice) -> Cell:
        memory = answers.planner.cards[choice.card].memory.written.quantity.value
        share = min(Fraction(1), Fraction(answers.trained(choice)[name] or 0) / Fraction(memory))
        return f"{float(round(share * 1000)) / 10:g}%"

    return Part(f"{name}_bar", axes_of(axes), cell)


PARTS = (
    Part(
        "configuration",
        (),
        lambda *_: Said(
            "{method}: {cards} × {card}, {tokens} per micro-batch. {serve}.",
            "planner",
        ),
    ),
    Part(
        "method",
        axes_of("method"),
        lambda answers, choice: Said(answers.planner.methods[choice.method].recipe.name, "name"),
    ),
    Part("card", axes_of("card"), lambda answers, choice: Said(answers.planner.cards[choice.card].name, "name")),
    Part(
        "cards",
        axes_of("cards"),
        lambda answers, choice: figure_cell(
            "cards", Quantity(answers.planner.counts[choice.cards], PLAIN), ":.0", Presentation()
        ),
    ),
    Part(
        "tokens",
        axes_of("tokens"),
        lambda answers, choice: figure_cell(
            "tokens", Quantity(answers.planner.tokens[choice.tokens], TOKEN), "[noun]:.0", Presentation()
        ),
    ),
    Part(
        "serve",
        axes_of("serve"),
        lambda answers, choice: Said(answers.planner.serving[choice.serve].recipe.name, "name"),
    ),
    Part("memory", axes_of("card"), _memory),
    Part("visible_memory", axes_of("card"), _visible_memory),
    _trained("resident_share", "method cards"),
    _trained("gather_buffer_bytes", "method cards"),
    _trained("working_bytes", "method tokens", "[about]"),
    _trained("reserve_bytes", "method tokens", "[about]"),
    _trained("need_bytes", "method cards tokens", "[about]"),
    *(make(basis) for basis in _BASES for make in (_verdict, _standing, _amount, _fewest, _fewest_cards)),
    _offloaded("host_bytes", ""),
    _offloaded("estimated_host_bytes", "[GB]:.0"),
    Part("host", axes_of("method card cards"), _host),
    Part("host_standing", axes_of("method card cards"), _host_standing),
    Part("host_memory", axes_of("card cards"), _host_memory),
    Part("host_short", axes_of("method card cards"), _host_short),
    _served("served_bytes", "served_bytes", "serve"),
    _served("serving_cards", "serving_cards", "card serve", "[noun]"),
    _served("served_left", "memory_left", "card serve"),
    Part("serving", axes_of("method card cards serve"), _serving),
    Part("serving_standing", axes_of("method card cards serve"), _serving_standing),
    _share("resident_share", "method card cards"),
    _share("gather_buffer_bytes", "method card cards"),
    _share("working_bytes", "method card tokens"),
    _share("reserve_bytes", "method card tokens"),
)
