"""Sizing one configuration after another, in the words of an edition: the rows of the size command."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeVar

from zahlwerk.cases import Case, FigureInput
from zahlwerk.configs import read_config
from zahlwerk.derivations import Derivation, derivation
from zahlwerk.editions import Edition
from zahlwerk.facts import Facts
from zahlwerk.figures import Figure, Figures, evaluate
from zahlwerk.formulatext import in_six_digits
from zahlwerk.presentation import shown, shown_above_zero
from zahlwerk.problems import Place, known_words
from zahlwerk.provenance import Fact
from zahlwerk.quantity import TOKEN, Quantity, Written
from zahlwerk.records import SECTIONS, Adapter, Build, Card, Format, Link, Model, Recipe, Record
from zahlwerk.references import parse_presentation
from zahlwerk.sizing import FORMULAS
from zahlwerk.sizing.situation import all_linear

_Record = TypeVar("_Record", bound=Record)

_CASE = "configuration"
_PLACE = Place("size")
_ROWS = (  # heading, quantity, presentation
    ("Memory per card", "weight_share", ""),
    ("Memory per card", "memory_left", ""),
    ("Memory per card", "gather_buffer_bytes", ""),
    ("Memory per card", "memory_after_gather", ""),
    ("Memory per card", "resident_share", ""),
    ("Memory per card", "working_bytes", "[about]"),
    ("Memory per card", "need_bytes", "[about]"),
    ("Host memory", "host_bytes", ""),
    ("Host memory", "estimated_host_bytes", "[GB]:.0"),
    ("Traffic", "gather_bytes", ""),
    ("Traffic", "gather_bytes_root_kept", ""),
    ("Traffic", "reduce_scatter_bytes", "[GB]:.3"),
    ("Compute", "compute_work", ""),
    ("Compute", "recomputed_work", ""),
    ("Compute", "compute_seconds", "[min]"),
    ("Power", "cards_power", ""),
    ("Power", "wall_power", "[about]"),
)
_LINK_ROWS = (
    ("Traffic", "gather_seconds", "[min]"),
    ("Traffic", "encoded_gather_seconds", "[min]"),
    ("Traffic", "measured_gather_seconds", "[about]"),
    ("Compute", "balance_tokens", "[about]"),
)


@dataclass(frozen=True, slots=True)
class Asked:
    """What is to be sized; names as the facts' ids, with - or _."""

    model: str  # an id, or empty where a config is given
    config: Path | None
    method: str
    card: str
    cards: int
    link: str  # empty for every link that builds with this card have
    tokens: int
    rank: int


@dataclass(frozen=True, slots=True)
class Row:
    """One quantity of a configuration."""

    heading: str
    quantity: str  # name of the formula
    link: str  # name of the link it depends on, or empty
    text: str  # in the edition's words
    figure: Figure | None  # None where it is not known
    derivation: Derivation | None = None


@dataclass(frozen=True, slots=True)
class Sized:
    """A configuration with everything that is told about it."""

    title: str
    rows: tuple[Row, ...]
    verdicts: tuple[str, ...]
    derivations: tuple[Derivation, ...]


def size(asked: Asked, facts: Facts, edition: Edition) -> Sized:
    """Size one configuration. Raises ValueError for a name that is not known, with those that are."""
    card = _named(asked.card, Card, "card", facts)
    links = _links(asked, card, facts)
    first = _figures(asked, card, links[0], facts)
    alone = asked.cards == 1
    rows = [
        _row(row, first, edition, "") for row in _ROWS if _wanted(row[1], first) and not (alone and row[0] == "Traffic")
    ]
    for link in [] if alone else links:
        figures = _figures(asked, card, link, facts)
        rows += [_row(row, figures, edition, link.name) for row in _LINK_ROWS if _rate_known(row[1], link)]
    title = f"{asked.cards} × {edition.say(card.name, 'name')}"
    order = list(dict.fromkeys(heading for heading, _, _ in _ROWS))
    rows.sort(key=lambda row: order.index(row.heading))
    verdicts = tuple(_verdicts(first, edition))
    return Sized(title, tuple(rows), verdicts, tuple(row.derivation for row in rows if row.derivation))


def _all(record_type: type[_Record], facts: Facts) -> dict[str, _Record]:
    """The records of one type, by their ids as the command writes them."""
    return {r.id.replace("_", "-"): r for r in facts.records.values() if isinstance(r, record_type)}


def _named(name: str, record_type: type[_Record], noun: str, facts: Facts) -> _Record:
    known = _all(record_type, facts)
    record = known.get(name.replace("_", "-"))
    if record is None:
        raise ValueError(f'there is no {noun} "{name}"; {known_words(name, known, f"{noun}s")}')
    return record


def known_names(facts: Facts, option: str) -> list[str]:
    """What an option of the command may name."""
    types: dict[str, type[Record]] = {"method": Recipe, "card": Card}
    return list(_all(types[option], facts))


def _links(asked: Asked, card: Card, facts: Facts) -> list[Link]:
    """The link that was asked for, or those of builds with this card that join so many, and plain slots."""
    if asked.link:
        return [_named(asked.link, Link, "link", facts)]
    builds = [build for build in _all(Build, facts).values() if build.card.id == card.id]
    named = [link for build in builds for link in (build.link, build.bridge) if link]
    slots = [link for link in _all(Link, facts).values() if not _count(link.bridge)]
    links = {
        link.id: link for link in (*slots, *named) if not _count(link.bridge) or _count(link.domain) >= asked.cards
    }
    return list(links.values())


def _count(fact: Fact) -> int:
    return int(fact.written.quantity.value)


def _figures(asked: Asked, card: Card, link: Link, facts: Facts) -> Figures:
    """Every figure of the configuration over one link. Raises BuildFailed for what the engine refuses."""
    recipe = _named(asked.method, Recipe, "method", facts)
    model = _model(asked, facts)
    roles: dict[str, Record] = {"model": model, "recipe": recipe, "card": card, "link": link}
    roles["adapter"] = _adapter(model, recipe, asked.rank, facts)
    for section, role in (("estimates", "estimates"), ("estimators", "estimator")):
        roles[role] = next(iter(_all(SECTIONS[section], facts).values()))
    inputs: dict[str, Fact | FigureInput] = {
        "cards": _stated("cards", asked.cards),
        "tokens": _stated("tokens", asked.tokens),
        "sequence": _stated("sequence", asked.tokens),
        "zero_stage": _stated("zero_stage", 3),
    }
    build = _build(card, asked.cards, facts)
    if build:
        roles["processor"] = build.processor
        inputs |= {name: getattr(build, name) for name in ("processors", "overhead")}
    records = {record.id: record for record in _with_parts([*roles.values(), *([build] if build else [])])}
    case = Case(_CASE, model.name, roles, inputs, _PLACE)
    return evaluate(Facts(facts.sources, records, {_CASE: case}), FORMULAS)


def _model(asked: Asked, facts: Facts) -> Model:
    if asked.config:
        formats = {record.id: record for record in facts.records.values() if isinstance(record, Format)}
        return read_config(asked.config, formats)
    return _named(asked.model, Model, "model", facts)


def _adapter(model: Model, recipe: Recipe, rank: int, facts: Facts) -> Adapter:
    """An adapter at all linear modules where the base is frozen and trained beside it, otherwise none."""
    frozen = not (_count(recipe.gradients) or _count(recipe.host_gradients)) and _count(recipe.backward_work)
    pattern = next(adapter for adapter in _all(Adapter, facts).values() if bool(_count(adapter.query)) == bool(frozen))
    return all_linear(model, pattern, rank) if frozen else pattern


def _build(card: Card, cards: int, facts: Facts) -> Build | None:
    fitting = (b for b in _all(Build, facts).values() if b.card.id == card.id and _count(b.cards) == cards)
    return next(fitting, None)


def _with_parts(records: Any) -> Iterator[Record]:
    """Records and those they name, such as a recipe's formats."""
    for record in records:
        yield record
        for field in dataclasses.fields(record):
            part = getattr(record, field.name)
            if isinstance(part, Record):
                yield part


def _stated(name: str, number: int) -> Fact:
    dimension = {"tokens": TOKEN}.get(name)
    quantity = Quantity(number, dimension) if dimension else Quantity(number)
    return Fact(f"{_CASE}.{name}", Written(quantity, "token" if dimension else "", 0), _PLACE)


def _rate_known(name: str, link: Link) -> bool:
    """Whether a time is at a rate that the link has."""
    rates = {"encoded_gather_seconds": link.encoded_rate, "measured_gather_seconds": link.measured_rate}
    return name not in rates or rates[name] is not None


def _wanted(name: str, figures: Figures) -> bool:
    """Offloaded states are told where there are any, and power at the wall where a build is known."""
    if name in ("host_bytes", "estimated_host_bytes"):
        return bool(_value("host_bytes", figures))
    return name != "wall_power" or f"{_CASE}.wall_power" in figures.known


def _row(asked: tuple[str, str, str], figures: Figures, edition: Edition, link: str) -> Row:
    heading, name, show = asked
    figure = figures.known.get(f"{_CASE}.{name}")
    if figure is None:
        unpublished = name in ("compute_seconds", "balance_tokens")
        return Row(heading, name, link, edition.say("not published" if unpublished else "not known", "size"), None)
    try:
        text = edition.figure(shown(figure, parse_presentation(show)))
    except ValueError:
        text = in_six_digits(figure, edition)
    return Row(heading, name, link, text, figure, derivation(figure, figures, edition))


def _value(name: str, figures: Figures) -> Fraction | None:
    figure = figures.known.get(f"{_CASE}.{name}")
    return Fraction(figure.value.value) if figure and isinstance(figure.value, Quantity) else None


def _verdicts(figures: Figures, edition: Edition) -> Iterator[str]:
    """What the configuration comes to, on the listed memory and on what the driver shows."""
    for basis, fewest in (("listed", "fewest_cards"), ("visible", "fewest_cards_visible")):
        left, paper_left = _value(f"{basis}_left", figures), _value(f"{basis}_paper_left", figures)
        if left is None or paper_left is None:
            continue
        need, cards = _amount("need_bytes", "[about]", figures, edition), _amount(fewest, "[min]", figures, edition)
        if left >= 0:
            amounts = {"left": _amount(f"{basis}_left", "[about][GB]:.1", figures, edition)}
            yield _said("fits", basis, amounts, edition)
        elif paper_left >= 0:
            yield _said("fits on paper", basis, {"need": need, "short": _shortfall(-left, edition)}, edition)
        else:
            yield _said("does not fit", basis, {"short": _shortfall(-paper_left, edition)}, edition)
        yield _said("fewest cards" if cards else "no number of cards", basis, {"cards": cards}, edition)


def _said(verdict: str, basis: str, amounts: Mapping[str, str], edition: Edition) -> str:
    text = edition.say(verdict, f"verdict, {basis} memory")
    for name, amount in amounts.items():
        text = text.replace(f"{{{name}}}", amount)
    return text


def _amount(name: str, show: str, figures: Figures, edition: Edition) -> str:
    """A figure as it is told in a sentence; empty where it is not known."""
    figure = figures.known.get(f"{_CASE}.{name}")
    return edition.figure(shown_above_zero(figure, parse_presentation(show))) if figure else ""


def _shortfall(amount: Fraction, edition: Edition) -> str:
    """What is missing: at least so much, since what a card needs is a lower bound."""
    show = parse_presentation("[min][GB]:.1")
    return edition.figure(shown_above_zero(Figure("", Quantity(amount, _BYTE), "", show, (), "min"), show))


_BYTE = FORMULAS["need_bytes"].dimension


def as_json(sized: Sequence[Sized]) -> list[dict[str, Any]]:
    """The same for programs: exact values, units and texts."""
    return [
        {
            "configuration": one.title,
            "quantities": [
                {"quantity": row.quantity, **({"link": row.link} if row.link else {}), **_exact(row), "text": row.text}
                for row in one.rows
            ],
            "verdicts": list(one.verdicts),
        }
        for one in sized
    ]


def _exact(row: Row) -> dict[str, str]:
    if row.figure is None or not isinstance(row.figure.value, Quantity):
        return {}
    return {"value": row.figure.value.ratio_text(), "unit": str(row.figure.value.dimension)}
