"""Formulas: pure functions whose name is the quantity they yield, and their evaluation by name."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from zahlwerk.problems import Place
from zahlwerk.provenance import Fact
from zahlwerk.quantity import COUNTED, PLAIN, Dimension, Number, Quantity, base
from zahlwerk.records import Record
from zahlwerk.sizing.expression import (
    ABOUT,
    UNDECIDED,
    ExpressionError,
    chains,
    checked,
    compiled,
    dimension_of,
    direction_of,
)

_ROOT = Path(__file__).resolve().parent.parent.parent


@dataclass(frozen=True, slots=True)
class Formula:
    """One quantity of the engine."""

    name: str  # the quantity
    dimension: Dimension  # of its value
    show: str  # default presentation, a unit and decimals as in a reference: "[GB]:.1"
    bound: str  # "min" or "max" where the formula neglects something, so that its value is a bound
    doc: str  # what it means, and the source
    expression: ast.expr
    inputs: tuple[str, ...]  # attribute chains it reads, in order of appearance
    requires: tuple[Requirement, ...]  # conditions that every case must meet; a case that breaks one is wrong
    applies: tuple[Requirement, ...]  # conditions without which there is no such quantity
    place: Place
    compute: Callable[..., Number] = field(compare=False)

    @property
    def text(self) -> str:
        """The formula as code: the very expression that is computed."""
        return ast.unparse(self.expression)

    def check_dimensions(self, inputs: Mapping[str, Dimension]) -> None:
        """Raise ExpressionError unless inputs of these dimensions give the declared one.

        A plain number is a number of parameters or tokens where the formula says that it counts them.
        """
        found = dimension_of(self.expression, inputs)
        counts = found == PLAIN and self.dimension in COUNTED
        if found != self.dimension and not counts:
            raise ExpressionError(f"{self.name} yields {found}, but is declared in {self.dimension}")


@dataclass(frozen=True, slots=True)
class Requirement:
    """A condition on a formula's inputs."""

    text: str
    inputs: tuple[str, ...]
    holds: Callable[..., Number] = field(compare=False)


def formula(
    dimension: str, show: str, *, bound: str = "", requires: Sequence[str] = (), applies: Sequence[str] = ()
) -> Callable[[Callable[..., Any]], Formula]:
    """Declare a function of one return expression as a formula.

    ``dimension`` is written as in ``byte/parameter`` or ``1``; ``show`` is the default presentation.
    Raises ExpressionError when the body holds anything a formula must not.
    """

    def declare(function: Callable[..., Any]) -> Formula:
        lines, first_line = inspect.getsourcelines(function)
        definition = ast.parse(textwrap.dedent("".join(lines))).body[0]
        assert isinstance(definition, ast.FunctionDef)
        place = Place(_file_of(function), first_line + definition.lineno - 1)
        try:
            expression, inputs = _body(definition)
            conditions = tuple(_requirement(text) for text in requires)
            applicable = tuple(_requirement(text) for text in applies)
        except ExpressionError as error:
            told = str(error) if function.__name__ in str(error) else f"{function.__name__}: {error}"
            raise ExpressionError(f"{place}: {told}") from error
        return Formula(
            name=function.__name__,
            dimension=_parsed(dimension),
            show=show,
            bound=bound,
            doc=inspect.cleandoc(function.__doc__ or ""),
            expression=expression,
            inputs=inputs,
            requires=conditions,
            applies=applicable,
            place=Place(place.file, first_line + definition.body[-1].lineno - 1),
            compute=compiled(expression, inputs),
        )

    return declare


def _body(definition: ast.FunctionDef) -> tuple[ast.expr, tuple[str, ...]]:
    """The one expression of a formula and what it reads. Raises ExpressionError for any other body."""
    result = definition.body[-1]
    if len(definition.body) != 2 or ast.get_docstring(definition) is None:
        raise ExpressionError(f"{definition.name} must be a docstring and one return")
    if not isinstance(result, ast.Return) or result.value is None:
        raise ExpressionError(f"{definition.name} must be a docstring and one return")
    expression = checked(result.value)
    inputs = chains(expression)
    owners = {chain.partition(".")[0] for chain in inputs}
    if owners != {argument.arg for argument in definition.args.args}:
        raise ExpressionError(f"{definition.name} must take what it reads: {', '.join(sorted(owners))}")
    return expression, inputs


def _requirement(text: str) -> Requirement:
    expression = checked(ast.parse(text, mode="eval").body)
    inputs = chains(expression)
    return Requirement(text, inputs, compiled(expression, inputs))


def _parsed(text: str) -> Dimension:
    above, *below = text.split("/")
    dimension = PLAIN
    for name in above.split("*"):
        dimension = dimension if name == "1" else dimension * base(name)
    for name in below:
        dimension = dimension / base(name)
    return dimension


def _file_of(function: Callable[..., Any]) -> str:
    path = Path(inspect.getsourcefile(function) or "").resolve()
    return path.relative_to(_ROOT).as_posix() if path.is_relative_to(_ROOT) else path.name


@dataclass(frozen=True, slots=True)
class Result:
    """A quantity that a formula yielded for one case."""

    quantity: Quantity
    formula: Formula
    inputs: Mapping[str, str]  # chain read by the formula to the reference of what was read
    bound: str  # "", "min", "max" or "about"


@dataclass(frozen=True, slots=True)
class Given:
    """A value a case brings along, with the reference under which it is known."""

    quantity: Quantity
    reference: str
    bound: str = ""


class Evaluation:
    """The formulas of one case, each computed when first asked for.

    ``given`` maps names of roles to records, and names of inputs (or of overridden formulas) to values.
    """

    def __init__(self, case: str, formulas: Mapping[str, Formula], given: Mapping[str, Record | Given]) -> None:
        self.case = case
        self.formulas = formulas
        self.given = given
        self._results: dict[str, Result | Missing] = {}

    def result(self, name: str) -> Result | Missing:
        """The quantity of that name, or what it lacks. Raises ExpressionError for mixed dimensions."""
        if name not in self._results:
            self._results[name] = Missing(f"{name} needs itself")
            self._results[name] = self._evaluate(self.formulas[name])
        return self._results[name]

    def _evaluate(self, formula: Formula) -> Result | Missing:
        lacking: Missing | None = None
        for requirement in formula.requires:
            given = self._all(requirement.inputs)
            if isinstance(given, Missing):
                lacking = lacking or given
            elif not requirement.holds(*(value.quantity.value for value in given.values())):
                return Missing(f"{formula.name} requires {requirement.text}", tuple(given.items()), broken=True)
        read = self._all(formula.inputs)
        if isinstance(read, Missing):
            return read
        if lacking:
            return lacking
        for condition in formula.applies:
            met = self._all(condition.inputs)
            if isinstance(met, Missing):
                return met
            if not condition.holds(*(value.quantity.value for value in met.values())):
                return Missing(f"there is none unless {condition.text}", tuple(met.items()))
        formula.check_dimensions({chain: value.quantity.dimension for chain, value in read.items()})
        inferred = direction_of(formula.expression, {c: g.bound for c, g in read.items()})
        bound = _direction(formula.bound, inferred)
        try:
            number = formula.compute(*(value.quantity.value for value in read.values()))
        except ZeroDivisionError:
            return Missing(f"{formula.name} divides by zero", tuple(read.items()), broken=True)
        references = {chain: value.reference for chain, value in read.items()}
        return Result(Quantity(number, formula.dimension), formula, references, bound)

    def _all(self, chains: tuple[str, ...]) -> dict[str, Given] | Missing:
        """The values of several inputs, or the first that lacks."""
        found = {}
        for chain in chains:
            value = self._input(chain)
            if isinstance(value, Missing):
                return value
            found[chain] = value
        return found

    def _input(self, chain: str) -> Given | Missing:
        owner, *fields = chain.split(".")
        if not fields and owner not in self.given and owner in self.formulas:
            result = self.result(owner)
            if isinstance(result, Missing):
                return result
            return Given(result.quantity, f"{self.case}.{owner}", result.bound)
        value: Any = self.given.get(owner)
        if value is None:
            return Missing(f"no {owner} is given")
        for name in fields:
            value = getattr(value, name)
            if value is None:
                return Missing(f"{chain} is not known")
        if isinstance(value, Fact):
            bound = {"over": "min", "under": "max"}.get(value.bound, value.bound)
            return Given(value.written.quantity, value.reference, bound)
        return value if isinstance(value, Given) else Missing(f"{chain} is a record, not a quantity")


def _direction(declared: str, inferred: str) -> str:
    """The direction of a value: a declaration adds to what is inferred, and decides what cannot be inferred."""
    if inferred == UNDECIDED:
        return declared or ABOUT
    return inferred if inferred and not declared else declared if inferred in ("", declared) else ABOUT


@dataclass(frozen=True, slots=True)
class Missing:
    """Why a quantity cannot be computed for a case."""

    reason: str
    values: tuple[tuple[str, Given], ...] = ()  # what was read, where a requirement is broken
    broken: bool = False  # whether a requirement is broken, rather than an input lacking
