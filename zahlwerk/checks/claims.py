"""Claims: the comparisons that sentences depend on are true."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a claim is true, and of what values."""

    left: Quantity | None  # None, as the other, where it is not known
    right: Quantity | None
    fault: str = ""  # why it cannot be checked

    def holds(self, claim: Claim) -> bool:
        """Whether the values are as the claim says; never where it cannot be checked."""
        if self.fault or self.left is None or self.right is None:
            return False
        return bool(_HOLDS[claim.operator](self.left.value, self.right.value))

    @property
    def values(self) -> str:
        """Both values in base units."""
        if self.left is None or self.right is None:
            return ""
        unit = "" if self.left.dimension == PLAIN else f" {self.left.dimension}"
        return f"{_plain(self.left)} against {_plain(self.right)}{unit}"


def verdict(claim: Claim, figures: Figures) -> Verdict:
    """What becomes of a claim with these figures."""
    try:
        left = _quantity(claim.left, figures)
        right = claim.right if isinstance(claim.right, Quantity) else _quantity(claim.right, figures)
    except KeyError as error:
        return Verdict(None, None, str(error.args[0]))
    unlike = f"it compares {_named(left)} with {_named(right)}"
    return Verdict(left, right, unlike if left.dimension != right.dimension else "")


def _check(claim: Claim, figures: Figures) -> Iterator[Problem]:
    found = verdict(claim, figures)
    if found.fault:
        yield Problem(claim.place, f"the claim {claim.text} cannot be checked: {found.fault}")
    elif not found.holds(claim):
        hint = "change the sentence below it, or the facts"
        yield Problem(claim.place, f"the claim {claim.text} is false: {found.values}", hint)


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
