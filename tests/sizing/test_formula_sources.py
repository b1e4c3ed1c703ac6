"""Every formula names its source."""

from __future__ import annotations

import re

import pytest

from zahlwerk.sizing import FORMULAS


@pytest.mark.parametrize("name", FORMULAS)
def test_a_formula_says_what_it_means_and_names_its_source(name: str) -> None:
    text = FORMULAS[name].doc
    meaning, _, source = text.partition("Source:")
    assert meaning.strip(), f"{name} says only where it comes from"
    assert re.search(r"\w{3}", source), f"{name} names no source"


def test_the_formulas_are_those_of_all_modules() -> None:
    """A formula that the package forgot would be checked by nothing."""
    import importlib
    import pkgutil

    import zahlwerk.sizing
    from zahlwerk.sizing.formula import Formula

    found = {
        value.name
        for module in pkgutil.iter_modules(zahlwerk.sizing.__path__, "zahlwerk.sizing.")
        for value in vars(importlib.import_module(module.name)).values()
        if isinstance(value, Formula)
    }
    assert found == set(FORMULAS)
