"""Many situations of one kind, fast: the formulas that some quantities need, compiled into one function.

The function is made from the formulas' own syntax trees, so there is no second implementation. It computes with
integers and falls back to fractions where a division leaves a rest; dimensions are checked once for the plan.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from zahlwerk.quantity import Dimension, Number
from zahlwerk.sizing import FORMULAS
from zahlwerk.sizing.expression import HELPERS, ExpressionError, ratio, renamed
from zahlwerk.sizing.formula import Formula


@dataclass(frozen=True, slots=True)
class Plan:
    """The way to some quantities from some inputs."""

    inputs: tuple[str, ...]  # chains, in the order in which ``compute`` takes them
    quantities: tuple[str, ...]  # in the order in which ``compute`` yields them
    compute: Callable[..., tuple[Number | None, ...]]  # None for a quantity that there is not


def make_plan(quantities: Sequence[str], inputs: Mapping[str, Dimension]) -> Plan:
    """Compile a plan that computes the quantities from inputs such as ``card.memory`` and ``cards``.

    A quantity is None where a condition of its formula is not met, or a requirement that the inputs can tell.
    Raises ExpressionError when a quantity needs an input that is not among them, or mixes dimensions.
    """
    order: dict[str, None] = {}
    for name in quantities:
        _visit(name, inputs, order, ())
    known = dict(inputs)
    for name in order:
        formula = FORMULAS[name]
        formula.check_dimensions({chain: known[chain] for chain in formula.inputs})
        known[name] = formula.dimension
    names = {chain: chain.replace(".", "__") for chain in known}
    lines = [ast.unparse(_assignment(FORMULAS[name], names)) for name in order]
    result = ", ".join(quantities) + ","
    source = "\n".join(
        [
            f"def compute({', '.join(names[c] for c in inputs)}):",
            *(f"    {line}" for line in lines),
            f"    return ({result})",
        ]
    )
    scope: dict[str, object] = {"ratio": ratio, **HELPERS}
    exec(compile(source, "<plan>", "exec"), scope)  # noqa: S102 - our own formulas' checked trees
    compute = scope["compute"]
    assert callable(compute)
    return Plan(tuple(inputs), tuple(quantities), compute)


def _visit(name: str, inputs: Mapping[str, Dimension], order: dict[str, None], above: tuple[str, ...]) -> None:
    """Put the formulas a quantity needs into their order."""
    if name in order or name in inputs:
        return
    if name not in FORMULAS or name in above:
        raise ExpressionError(f"{above[-1] if above else 'the plan'} needs {name}, which is not among the inputs")
    formula = FORMULAS[name]
    for chain in _read(formula):
        _visit(chain, inputs, order, (*above, name))
    order[name] = None


def _assignment(formula: Formula, names: Mapping[str, str]) -> ast.stmt:
    """``quantity = expression``, or None where a condition is not met or an input is not there."""
    value: ast.expr = renamed(formula.expression, names)
    told = [condition for condition in formula.requires if set(condition.inputs) <= names.keys()]
    conditions = [
        renamed(ast.parse(condition.text, mode="eval").body, names) for condition in (*formula.applies, *told)
    ]
    for condition in conditions:
        value = ast.IfExp(condition, value, ast.Constant(None))
    optional = [chain for chain in _read(formula) if chain in FORMULAS and _may_lack(FORMULAS[chain])]
    for chain in optional:
        there = ast.Compare(ast.Name(names[chain], ast.Load()), [ast.IsNot()], [ast.Constant(None)])
        value = ast.IfExp(there, value, ast.Constant(None))
    return ast.fix_missing_locations(ast.Assign([ast.Name(formula.name, ast.Store())], value))


def _read(formula: Formula) -> tuple[str, ...]:
    """What a formula and its conditions read."""
    return tuple(dict.fromkeys((*formula.inputs, *(c for condition in formula.applies for c in condition.inputs))))


def _may_lack(formula: Formula) -> bool:
    return bool(formula.applies or formula.requires) or any(
        chain in FORMULAS and _may_lack(FORMULAS[chain]) for chain in formula.inputs
    )
