"""Claims: the comparisons that sentences depend on are true."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from decimal import Context, Decimal
from fractions import Fraction

from zahlwerk.figures import Figures
from zahlwerk.problems import Problem
from zahlwerk.project import Project
from zahlwerk.quantity import PLAIN, Quantity
from zahlwerk.texts import Claim

_HOLDS = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "==": operator.eq}


def hold(project: Project) -> Iterator[Problem]:
    """Each claim of each article compares like with like, and is true of the exact values."""
    for article in project.articles:
        for claim in article.claims:
            yield from _check(claim, project.figures)


def _check(claim: Claim, figures: Figures) -> Iterator[Problem]:
    try:
        left = _quantity(claim.left, figures)
        right = claim.right if isinstance(claim.right, Quantity) else _quantity(claim.right, figures)
    except KeyError as error:
        yield Problem(claim.place, f"the claim {claim.text} cannot be checked: {error.args[0]}")
        return
    if left.dimension != right.dimension:
        message = f"the claim {claim.text} compares {_named(left)} with {_named(right)}"
        yield Problem(claim.place, message)
    elif not _HOLDS[claim.operator](left.value, right.value):
        unit = "" if left.dimension == PLAIN else f" {left.dimension}"
        values = f"{_plain(left)} against {_plain(right)}{unit}"
        hint = "change the sentence below it, or the facts"
        yield Problem(claim.place, f"the claim {claim.text} is false: {values}", hint)


def _quantity(reference: str, figures: Figures) -> Quantity:
    value = figures.find(reference).value
    if not isinstance(value, Quantity):
        raise KeyError(f"{{{reference}}} is no quantity")
    return value


def _named(quantity: Quantity) -> str:
    return "a plain number" if quantity.dimension == PLAIN else str(quantity.dimension)


def _plain(quantity: Quantity) -> str:
    exact = Fraction(quantity.value)
    return f"{Context(prec=20).divide(Decimal(exact.numerator), Decimal(exact.denominator)):,}"
