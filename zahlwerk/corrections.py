"""Corrections: what an article once said of a figure, as its front matter keeps it."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import dataclass

from zahlwerk.problems import Place
from zahlwerk.quantity import Quantity, parse_quantity
from zahlwerk.references import Reference, parse_reference
from zahlwerk.schema import FieldReader
from zahlwerk.yamlfile import Mapping, Sequence

_KEYS = ("date", "figure", "was")


@dataclass(frozen=True, slots=True)
class Correction:
    """A figure that was published with another value."""

    day: datetime.date  # the other value was replaced
    reference: Reference  # how the figure is shown, then and now
    was: Quantity | datetime.date
    written: str  # the other value as written
    place: Place


def read_corrections(reader: FieldReader, front: Mapping) -> Iterator[Correction]:
    """The corrections a front matter lists; what is wrong with them is noted in the reader."""
    listed = front.entries.get("corrections", Sequence((), front.place))
    for item in listed.items if isinstance(listed, Sequence) else (listed,):
        if isinstance(item, Mapping):
            if correction := _correction(reader, item):
                yield correction
        else:
            reader.problem(item.place, "a correction must hold date, figure and was")


def _correction(reader: FieldReader, item: Mapping) -> Correction | None:
    reader.closed(item, _KEYS, "key of a correction")
    day = reader.date(item, "date", item.place)
    figure, was = reader.text(item, "figure", item.place), reader.text(item, "was", item.place)
    if not (day and figure and was):
        return None
    try:
        reference, value = parse_reference(figure), read_value(was)
    except ValueError as error:
        reader.problem(item.place, str(error))
        return None
    return Correction(day, reference, value, was, item.place)


def read_value(written: str) -> Quantity | datetime.date:
    """A former value, a quantity or a date, as it was written. Raises ValueError saying what is wrong."""
    try:
        return datetime.datetime.strptime(written, "%Y-%m-%d").date()
    except ValueError:
        return parse_quantity(written).quantity
