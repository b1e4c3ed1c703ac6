"""What a planner shows, part by part: figures and sentences, before any language."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from zahlwerk.editions import Edition
from zahlwerk.figures import Figure
from zahlwerk.formulatext import quantity_in_six_digits
from zahlwerk.planner.answers import Answers
from zahlwerk.planner.declared import AXES, Choice
from zahlwerk.presentation import ShownNumber, shown
from zahlwerk.provenance import Fact
from zahlwerk.quantity import PLAIN, TOKEN, Number, Quantity
from zahlwerk.references import Presentation, parse_presentation, written_presentation
from zahlwerk.sizing import FORMULAS

FITS, ON_PAPER, SHORT = "fits", "paper", "short"  # how a configuration stands, as style sheets name it
_BASES = {"listed": "fewest_cards", "visible": "fewest_cards_visible"}  # what memory is counted by


@dataclass(frozen=True, slots=True)
class Said:
    """A message of the site; each of its placeholders stands for another part."""

    source: str
    context: str
    parts: tuple[tuple[str, str], ...] = ()  # placeholder and part, where these have different names


@dataclass(frozen=True, slots=True)
class SixDigits:
    """A quantity that its presentation would show as zero."""

    quantity: Quantity
    own: Presentation


Cell = ShownNumber | SixDigits | Said | str  # a plain text is the same in every language


@dataclass(frozen=True, slots=True)
class Part:
    """Something that a planner shows, and what it depends on."""

    name: str
    axes: tuple[str, ...]  # in the order of AXES
    cell: Callable[[Answers, Choice], Cell]


def cell_text(cell: Cell, edition: Edition) -> str:
    """What readers see of a cell; names of other parts stand in braces."""
    if isinstance(cell, ShownNumber):
        return edition.figure(cell)
    if isinstance(cell, SixDigits):
        return quantity_in_six_digits(cell.quantity, cell.own, edition)
    if isinstance(cell, str):
        return cell
    text = edition.say(cell.source, cell.context)
    for placeholder, part in cell.parts:
        text = text.replace(f"{{{placeholder}}}", f"{{{part}}}")
    return text


def _figure(name: str, quantity: Quantity, show: str, default: Presentation) -> Cell:
    asked = parse_presentation(show)
    try:
        told = shown(Figure(f"planner.{name}", quantity, "", default, ()), asked)
    except ValueError:
        return SixDigits(quantity, default)
    assert isinstance(told, ShownNumber)
    return told


def _computed(name: str, number: Number, show: str = "") -> Cell:
    """A quantity of the engine in the presentation of its formula, or another one of its unit."""
    formula = FORMULAS[name]
    return _figure(name, Quantity(number, formula.dimension), show, parse_presentation(formula.show))


def _trained(name: str, axes: str, show: str = "") -> Part:
    """A quantity of the training run; empty where there is none of it."""

    def cell(answers: Answers, choice: Choice) -> Cell:
        number = answers.trained(choice)[name]
        return "" if number is None else _computed(name, number, show)

    return Part(name, _axes(axes), cell)


def _axes(letters: str) -> tuple[str, ...]:
    """Axes by the first letters of method, card, number, tokens, serving."""
    return tuple(axis for letter, axis in zip("mcnts", AXES, strict=True) if letter in letters)


def _memory(answers: Answers, choice: Choice) -> Cell:
    return _stated("memory", answers.planner.cards[choice.card].memory, "")


def _visible_memory(answers: Answers, choice: Choice) -> Cell:
    fact = answers.planner.cards[choice.card].visible_memory
    return _stated("visible_memory", fact, "[GB]:.1") if fact else Said("not known", "size")


def _stated(name: str, fact: Fact, show: str) -> Cell:
    return _figure(name, fact.written.quantity, show, written_presentation(fact.written))


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

    return Part(basis, _axes("mcnt"), cell)


def _amount(basis: str) -> Part:
    """What is left, or missing: at least so much, since what a card needs is a lower bound."""

    def cell(answers: Answers, choice: Choice) -> Cell:
        found = _left(basis, answers, choice)
        if found is None:
            return ""
        show = "[about][GB]:.1" if found[0] == FITS else "[min][GB]:.1"
        return _computed(f"{basis}_left", found[1], show)

    return Part(f"{basis}_amount", _axes("mcnt"), cell)


def _fewest(basis: str) -> Part:
    name = _BASES[basis]

    def cell(answers: Answers, choice: Choice) -> Cell:
        numbers = answers.trained(choice)
        if name not in numbers:
            return ""
        verdict = "no number of cards" if numbers[name] is None else "fewest cards"
        return Said(verdict, f"verdict, {basis} memory", (("cards", f"{basis}_fewest_cards"),))

    return Part(f"{basis}_fewest", _axes("mct"), cell)


def _fewest_cards(basis: str) -> Part:
    name = _BASES[basis]

    def cell(answers: Answers, choice: Choice) -> Cell:
        number = answers.trained(choice).get(name)
        return "" if number is None else _computed(name, number, "[min]")

    return Part(f"{basis}_fewest_cards", _axes("mct"), cell)


def _offloaded(name: str, show: str) -> Part:
    """What a method keeps in host memory; empty for one that keeps nothing there."""

    def cell(answers: Answers, choice: Choice) -> Cell:
        numbers = answers.trained(choice)
        return _computed(name, numbers[name] or 0, show) if numbers["host_bytes"] else ""

    return Part(name, _axes("m"), cell)


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
    return _computed("host_memory", host[0], "[GB]:.0") if host else ""


def _host_short(answers: Answers, choice: Choice) -> Cell:
    host = answers.host(choice)
    return _computed("host_memory_left", -host[1], "[min][GB]:.0") if host and host[1] < 0 else ""


def _standing(answers: Answers, choice: Choice) -> Cell:
    """How all of the training run stands: the listed memory, and that of the host."""
    found = _left("listed", answers, choice)
    every = (found[0] if found else SHORT, _host_standing(answers, choice))
    return next((standing for standing in (SHORT, ON_PAPER) if standing in every), FITS)


def _served(name: str, formula: str, axes: str, show: str = "") -> Part:
    def cell(answers: Answers, choice: Choice) -> Cell:
        number = answers.served(choice)[name]
        return "" if number is None else _computed(formula, number, show)

    return Part(name, _axes(axes), cell)


def _serving(answers: Answers, choice: Choice) -> Cell:
    cards = answers.served(choice)["serving_cards"]
    if answers.adapter_is_lacking(choice):
        return Said("This method trains no adapter; choose another way of serving.", "planner")
    if cards is None:
        return Said("No number of these cards serves it.", "planner")
    enough = answers.planner.counts[choice.cards] >= cards
    said = "Served from {cards}; the cards chosen are enough." if enough else "Served from {cards}, more than chosen."
    return Said(said, "planner", (("cards", "serving_cards"),))


def _share(name: str, axes: str) -> Part:
    """How much of a card's listed memory a quantity takes, as a style sheet says it; a full card at the most."""

    def cell(answers: Answers, choice: Choice) -> Cell:
        memory = answers.planner.cards[choice.card].memory.written.quantity.value
        share = min(Fraction(1), Fraction(answers.trained(choice)[name] or 0) / Fraction(memory))
        return f"{float(round(share * 1000)) / 10:g}%"

    return Part(f"{name}_bar", _axes(axes), cell)


PARTS = (
    Part("configuration", (), lambda *_: Said(
        "{method}: {cards} × {card}, {tokens} per micro-batch. {serve}.", "planner",
    )),
    Part("method", _axes("m"), lambda answers, choice: Said(
        answers.planner.methods[choice.method].recipe.name, "name"
    )),
    Part("card", _axes("c"), lambda answers, choice: Said(answers.planner.cards[choice.card].name, "name")),
    Part("cards", _axes("n"), lambda answers, choice: _figure(
        "cards", Quantity(answers.planner.counts[choice.cards], PLAIN), ":.0", Presentation()
    )),
    Part("tokens", _axes("t"), lambda answers, choice: _figure(
        "tokens", Quantity(answers.planner.tokens[choice.tokens], TOKEN), "[noun]:.0", Presentation()
    )),
    Part("serve", _axes("s"), lambda answers, choice: Said(
        answers.planner.serving[choice.serve].recipe.name, "name"
    )),
    Part("standing", _axes("mcnt"), _standing),
    Part("memory", _axes("c"), _memory),
    Part("visible_memory", _axes("c"), _visible_memory),
    _trained("weight_share", "mn"), _trained("resident_share", "mn"), _trained("gather_buffer_bytes", "mn"),
    _trained("working_bytes", "mt", "[about]"), _trained("reserve_bytes", "mt", "[about]"),
    _trained("need_bytes", "mnt", "[about]"),
    *(make(basis) for basis in _BASES for make in (_verdict, _amount, _fewest, _fewest_cards)),
    _offloaded("host_bytes", ""), _offloaded("estimated_host_bytes", "[GB]:.0"),
    Part("host", _axes("mcn"), _host), Part("host_memory", _axes("cn"), _host_memory),
    Part("host_short", _axes("mcn"), _host_short),
    _served("served_bytes", "served_bytes", "s"), _served("serving_cards", "serving_cards", "cs", "[noun]"),
    _served("served_left", "memory_left", "cs"), Part("serving", _axes("mcns"), _serving),
    _share("resident_share", "mcn"), _share("gather_buffer_bytes", "mcn"), _share("working_bytes", "mct"),
    _share("reserve_bytes", "mct"),
)  # fmt: skip
