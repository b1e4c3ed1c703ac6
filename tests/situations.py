"""What tests of the engine share: records from the facts and the configs, variants of them, and printed numbers."""

from __future__ import annotations

import dataclasses
import functools
import json
from fractions import Fraction
from typing import Any, TypeVar, cast

from conftest import ROOT

from zahlwerk.configs import read_config
from zahlwerk.facts import load_facts
from zahlwerk.problems import Place
from zahlwerk.provenance import Fact
from zahlwerk.quantity import Quantity, Written, parse_quantity
from zahlwerk.records import (
    Adapter,
    Card,
    Estimates,
    Estimator,
    Format,
    Link,
    Model,
    Recipe,
    Record,
    Run,
    quantity_fields,
)
from zahlwerk.sizing import FORMULAS
from zahlwerk.sizing.situation import Situation

CONFIGS = ROOT / "tests" / "configs"
NAMES = tuple(sorted(path.stem for path in CONFIGS.glob("*.json")))
DENSE = ("llama-3.1-8b", "qwen3-8b", "qwen3-14b", "mistral-small-24b", "qwen3-32b", "llama-3.1-70b")

AnyRecord = TypeVar("AnyRecord", bound=Record)

_RECORDS = load_facts(ROOT / "facts", {name: formula.dimension for name, formula in FORMULAS.items()}).records


def of_facts(kind: type[AnyRecord], name: str) -> AnyRecord:
    """A record of the facts, which must be of this kind."""
    record = _RECORDS[name]
    assert isinstance(record, kind)
    return record


def recipe(name: str) -> Recipe:
    return of_facts(Recipe, name)


def adapter(name: str) -> Adapter:
    return of_facts(Adapter, name)


def card(name: str) -> Card:
    return of_facts(Card, name)


def link(name: str) -> Link:
    return of_facts(Link, name)


PLANNING = of_facts(Estimates, "planning")
DEEPSPEED = of_facts(Estimator, "deepspeed_estimator")
FORMATS = {name: record for name, record in _RECORDS.items() if isinstance(record, Format)}
MODELS = {name: record for name, record in _RECORDS.items() if isinstance(record, Model)}


@functools.cache
def configured(name: str) -> Model:
    """The model of a file in tests/configs."""
    return read_config(CONFIGS / f"{name}.json", FORMATS)


@functools.cache
def counted_by_oracle(name: str) -> dict[str, Any]:
    """The results of an oracle, as it wrote them."""
    text = (ROOT / "tests" / "oracles" / f"{name}.json").read_text("utf-8")
    return cast("dict[str, Any]", json.loads(text)["results"])


def changed(record: AnyRecord, **values: int | Fraction | str | Record) -> AnyRecord:
    """The record with other values: numbers of base units, texts with a unit, or records."""
    ranges = quantity_fields(type(record))
    fields: dict[str, Any] = {}
    for name, value in values.items():
        if isinstance(value, Record):
            fields[name] = value
            continue
        quantity = parse_quantity(value).quantity if isinstance(value, str) else Quantity(value, ranges[name].dimension)
        assert quantity.dimension == ranges[name].dimension, f"{name} is in {ranges[name].dimension}"
        fields[name] = Fact(f"{record.id}.{name}", Written(quantity, "", 0), record.place)
    return dataclasses.replace(record, **fields)


def serving_run(resident: str, activation_peak: str, outside_memory: str) -> Run:
    """What a serving engine reports of its memory when it starts."""
    run = Run(id="serving", name="A serving engine", place=Place("tests"))
    return changed(run, resident=resident, activation_peak=activation_peak, outside_memory=outside_memory)


def told(name: str, unit: str, **given: Any) -> Fraction:
    """A quantity of a situation in a unit."""
    return Situation(**given).quantity(name).in_unit(unit)


def rounds_to(value: Fraction | int, printed: str, more: str = "0") -> bool:
    """Whether a value may be printed so: it lies within half a unit of the last printed digit, and ``more``."""
    decimals = len(printed.partition(".")[2])
    return abs(value - Fraction(printed)) <= Fraction(1, 2 * 10**decimals) + Fraction(more)
