"""A planner as it stands on a page: what may be chosen, and the answers to the choice it starts with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from urllib.parse import urlencode

import jinja2

from zahlwerk.editions import Edition
from zahlwerk.planner.answers import Answers
from zahlwerk.planner.cells import cell_text
from zahlwerk.planner.declared import Choice, Planner
from zahlwerk.planner.grid import answered, grid_name
from zahlwerk.planner.parts import PARTS
from zahlwerk.settings import Settings

SCRIPT = "assets/planner.js"
TEMPLATE = "planner.html"
_ROWS = {  # parts of each table, with the context their names stand in
    "training": {
        "resident_share": "formula",
        "gather_buffer_bytes": "formula",
        "working_bytes": "formula",
        "reserve_bytes": "formula",
        "need_bytes": "formula",
        "memory": "card",
        "visible_memory": "card",
        "host_bytes": "formula",
        "estimated_host_bytes": "formula",
    },
    "serving": {"served_bytes": "formula", "serving_cards": "formula", "served_left": "formula"},
}
_NAMES = {"served_left": "memory_left"}  # of parts that go by another quantity's name
BARS = ("resident_share", "gather_buffer_bytes", "working_bytes", "reserve_bytes")  # parts a bar is made of


@dataclass(frozen=True, slots=True)
class Option:
    """Something that may be chosen."""

    id: str
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class RowView:
    """A quantity with its name."""

    part: str
    name: str
    text: str  # empty for one that there is not
    bar: bool  # whether it is a part of the bar


@dataclass(frozen=True, slots=True)
class PlannerView:
    """What the planner's template shows."""

    grid: str  # the path of what its script loads
    script: str
    options: Mapping[str, tuple[Option, ...]]  # by axis
    texts: Mapping[str, str]  # every part for the choice it starts with
    training: tuple[RowView, ...]
    serving: tuple[RowView, ...]
    bars: tuple[str, ...]
    contact: str
    enquiry_url: str
    address: str  # of this page with the choice it starts with

    def filled(self, text: str) -> str:
        """A text of an enquiry with the choice the planner starts with."""
        for name, value in {**self.texts, "address": self.address}.items():
            text = text.replace(f"{{{name}}}", value)
        return text


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Where a planner stands."""

    slug: str  # of its article
    url: str  # of the page
    settings: Settings


def render_planner(planner: Planner, edition: Edition, around: Surroundings, templates: jinja2.Environment) -> str:
    """The HTML of a planner on the page of an article."""
    settings = around.settings
    answers = Answers(planner)
    texts = answered(answers, planner.start, edition)
    view = PlannerView(
        grid=f"{settings.base_path}{grid_name(around.slug, edition.tag)}",
        script=f"{settings.base_path}{SCRIPT}",
        options={axis: _options(axis, answers, edition) for axis in planner.axes},
        texts=texts,
        training=_rows("training", texts, edition),
        serving=_rows("serving", texts, edition),
        bars=BARS,
        contact=settings.contact,
        enquiry_url=settings.enquiry_url,
        address=f"{around.url}?{urlencode(asdict(planner.start))}#planner",
    )
    return templates.get_template(TEMPLATE).render(planner=view)


def _options(axis: str, answers: Answers, edition: Edition) -> tuple[Option, ...]:
    planner = answers.planner
    start = getattr(planner.start, axis)
    return tuple(
        Option(name, _label(axis, replace(planner.start, **{axis: name}), answers, edition), name == start)
        for name in planner.axes[axis]
    )


def _label(axis: str, choice: Choice, answers: Answers, edition: Edition) -> str:
    part = next(part for part in PARTS if part.name == axis)
    return cell_text(part.cell(answers, choice), edition)


def _rows(table: str, texts: Mapping[str, str], edition: Edition) -> tuple[RowView, ...]:
    return tuple(
        RowView(part, _name(part, kind, edition), texts[part], part in BARS) for part, kind in _ROWS[table].items()
    )


def _name(part: str, kind: str, edition: Edition) -> str:
    name = _NAMES.get(part, part)
    return edition.say(name, kind) if kind == "formula" else edition.say(f"{kind}.{name}", "field")
