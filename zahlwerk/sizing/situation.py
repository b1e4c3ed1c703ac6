"""The engine in a notebook: a situation with its records and numbers, asked for quantities by name."""

from __future__ import annotations

import dataclasses
from fractions import Fraction

from zahlwerk.cases import INPUTS, ROLES
from zahlwerk.fields import Range
from zahlwerk.problems import known_words
from zahlwerk.quantity import Quantity, Written, parse_quantity
from zahlwerk.records import SECTIONS, Adapter, Model, Record
from zahlwerk.sizing import FORMULAS
from zahlwerk.sizing.formula import Evaluation, Given, Missing, Result


class UnknownQuantityError(LookupError):
    """A quantity cannot be told in a situation; the text says what lacks."""


class Situation:
    """Records in their roles and numbers, from which every formula can be computed.

    >>> Situation(model=model, recipe=recipe, cards=4).quantity("weight_share").in_unit("GB")

    Numbers are whole numbers, fractions, or texts with a unit (``"450 W"``); a formula's name overrides it.
    Raises ValueError for a name that is neither role, input nor formula, and for a value outside its range;
    TypeError for a value of another kind, such as a float.
    """

    def __init__(self, **given: Record | int | Fraction | str) -> None:
        values: dict[str, Record | Given] = {}
        for name, value in given.items():
            if isinstance(value, Record):
                if name not in ROLES:
                    raise ValueError(f'there is no role "{name}"; {known_words(name, ROLES, "roles")}')
                if type(value) is not SECTIONS[ROLES[name]]:
                    raise ValueError(f"{value.id} is a {type(value).__name__.lower()} and cannot be the {name}")
                values[name] = value
            else:
                values[name] = Given(_checked(name, value), name)
        self._evaluation = Evaluation("situation", FORMULAS, values)

    def result(self, name: str) -> Result:
        """The quantity with its formula, inputs and direction. Raises UnknownQuantityError saying what lacks."""
        if name not in FORMULAS:
            raise UnknownQuantityError(f'there is no quantity "{name}"; {known_words(name, FORMULAS, "quantities")}')
        result = self._evaluation.result(name)
        if isinstance(result, Missing):
            raise UnknownQuantityError(result.reason)
        return result

    def quantity(self, name: str) -> Quantity:
        """The exact quantity, given or computed. Raises UnknownQuantityError saying what lacks."""
        given = self._evaluation.given.get(name)
        return given.quantity if isinstance(given, Given) else self.result(name).quantity


def _checked(name: str, value: int | Fraction | str) -> Quantity:
    if name in INPUTS:
        dimension = INPUTS[name].dimension
    elif name in FORMULAS:
        dimension = FORMULAS[name].dimension
    else:
        raise ValueError(f'there is no input "{name}"; {known_words(name, (*INPUTS, *FORMULAS), "inputs")}')
    if isinstance(value, bool) or not isinstance(value, int | Fraction | str):
        raise TypeError(f"{name} must be a whole number, a fraction or a text with a unit, not {value!r}")
    quantity = parse_quantity(value).quantity if isinstance(value, str) else Quantity(value, dimension)
    if quantity.dimension != dimension:
        raise ValueError(f"{name} is in {dimension}, not in {quantity.dimension}")
    limits = INPUTS.get(name) or Range(dimension)
    if not limits.contains(quantity.value):
        raise ValueError(f"{name} is out of range: {value}")
    return quantity


def all_linear(model: Model, adapter: Adapter, rank: int) -> Adapter:
    """The adapter that PEFT's ``all-linear`` gives a model, with the bytes per parameter of another adapter.

    It takes the attention's projections and an MLP of linear modules; fused experts and their router only in
    families where PEFT reaches them, the fused gate and up matrix then with twice the rank.
    """
    fused = model.fused_experts.written.quantity.value == 1
    reached = fused and model.all_linear_experts.written.quantity.value == 1
    layers = int(model.layers.written.quantity.value) if reached else 0
    ranks = {
        **dict.fromkeys(("query", "key", "value", "output"), rank),
        "mlp": 0 if fused else rank,
        "router": rank if reached else 0,
        "expert_gate_up": 2 * rank if reached else 0,
        "expert_down": rank if reached else 0,
        "expert_layers": layers,
    }
    facts = {name: dataclasses.replace(getattr(adapter, name), written=counted(rank)) for name, rank in ranks.items()}
    return dataclasses.replace(adapter, **facts)


def counted(number: int) -> Written:
    """A plain number as it would be written."""
    return Written(Quantity(number), "", 0)
