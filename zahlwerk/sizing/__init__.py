"""The sizing engine: pure formulas over records and quantities, with no input and no output of its own."""

from collections.abc import Mapping
from types import MappingProxyType

from zahlwerk.sizing import (
    activations,
    adapters,
    capacity,
    compute,
    estimator,
    parameters,
    power,
    serving,
    states,
    storage,
    traffic,
)
from zahlwerk.sizing.formula import Formula

_MODULES = (
    parameters,
    storage,
    adapters,
    states,
    estimator,
    activations,
    traffic,
    compute,
    capacity,
    power,
    serving,
)

FORMULAS: Mapping[str, Formula] = MappingProxyType(
    {value.name: value for module in _MODULES for value in vars(module).values() if isinstance(value, Formula)}
)
