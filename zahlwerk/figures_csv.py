"""Figures as a table for spreadsheets: a row for each, with its exact value, formula, sources and dates."""

from __future__ import annotations

import csv
import datetime
import io
from collections.abc import Iterable, Iterator
from fractions import Fraction

from zahlwerk.derivations import named_sources
from zahlwerk.figures import Figure, Figures
from zahlwerk.presentation import exact_text
from zahlwerk.provenance import Quote, Source
from zahlwerk.quantity import Quantity

COLUMNS = (
    "reference",  # names the figure in every language: case or record, and quantity
    "quantity",
    "numerator",  # of the exact value in base units
    "denominator",
    "decimal",  # all digits where they end, otherwise 17 significant ones
    "unit",  # base units, "date" or "quotation"
    "bound",
    "formula",
    "inputs",
    "sources",  # of a computed figure those of everything it was computed from
    "addresses",
    "read",
)
_STARTS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_BETWEEN = "; "


def figures_csv(shown: Iterable[Figure], figures: Figures) -> bytes:
    """The table as RFC 4180 has it: UTF-8, a header, fields quoted where they must be, lines that end with CRLF.

    A text at which a spreadsheet would begin to compute has an apostrophe before it.
    """
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    writer.writerows(_row(figure, figures) for figure in shown)
    return stream.getvalue().encode()


def _row(figure: Figure, figures: Figures) -> Iterator[str]:
    sources = _sources(figure, figures)
    name = figure.reference.partition(".")[2]
    yield from (_text(figure.reference), _text(name))
    yield from _value(figure)
    yield from (
        figure.bound,
        _text(figure.formula.text if figure.formula else ""),
        _text(_BETWEEN.join(f"{chain} = {reference}" for chain, reference in figure.inputs.items())),
        _text(_BETWEEN.join(f"{source.publisher}: {source.title}" for source in sources)),
        _text(" ".join(dict.fromkeys(source.url for source in sources if source.url))),
        " ".join(sorted({source.read.isoformat() for source in sources})),
    )


def _value(figure: Figure) -> tuple[str, str, str, str]:
    """Numerator, denominator, decimal and unit. These are numbers and stay so: a minus is no formula here."""
    if isinstance(figure.value, Quantity):
        exact = Fraction(figure.value.value)
        return str(exact.numerator), str(exact.denominator), exact_text(figure), str(figure.value.dimension)
    if isinstance(figure.value, Quote):
        return "", "", _text(figure.value.text), "quotation"
    assert isinstance(figure.value, datetime.date)
    return "", "", figure.value.isoformat(), "date"


def _sources(figure: Figure, figures: Figures) -> list[Source]:
    found = {source.id: source for one in figures.behind(figure.reference) for source in named_sources(one)}
    return sorted(found.values(), key=lambda source: (source.publisher, source.title))


def _text(text: str) -> str:
    return f"'{text}" if text.startswith(_STARTS_A_FORMULA) else text
