"""A quick sample of the sweep: it runs, and computes what a situation computes. How fast, no test says."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from fractions import Fraction
from types import ModuleType

import pytest
from conftest import ROOT

from zahlwerk.sizing.situation import Situation, UnknownQuantityError

SAMPLE = 1000


@pytest.fixture(scope="module")
def sweep() -> ModuleType:
    spec = importlib.util.spec_from_file_location("sweep", ROOT / "benchmarks" / "sweep.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["sweep"] = module
    spec.loader.exec_module(module)
    return module


def test_a_sample_reaches_every_model_method_card_and_count(sweep: ModuleType) -> None:
    seen = {
        (roles["model"].name, roles["recipe"].id, roles["card"].id, combination.cards)
        for combination, _ in sweep.results(sweep.Sweep(SAMPLE))
        for roles in [combination.setting.roles]
    }
    tokens = [combination.tokens for combination in sweep.combinations(sweep.Sweep(SAMPLE))]
    assert len(tokens) == SAMPLE
    assert set(tokens) == set(sweep.TOKENS)
    names = [path.stem for path in (ROOT / "tests" / "configs").glob("*.json")]
    for part, expected in enumerate((names, sweep.METHODS, sweep.CARDS, sweep.COUNTS)):
        assert {combination[part] for combination in seen} == set(expected)


def test_plans_compute_what_situations_do(sweep: ModuleType) -> None:
    compared = 0
    for number, (combination, values) in enumerate(sweep.results(sweep.Sweep(SAMPLE))):
        if number % 41:
            continue
        tokens = combination.tokens
        numbers = {"cards": combination.cards, "tokens": tokens, "sequence": tokens, "zero_stage": sweep.ZERO_STAGE}
        situation = Situation(**combination.setting.roles, **numbers)
        found = dict(zip(combination.setting.plan.quantities, values, strict=True))
        for name in sweep.QUANTITIES:
            assert found.get(name) == _value(situation, name), name
            compared += name in found
    assert compared > 500


def _value(situation: Situation, name: str) -> object:
    """What a situation tells, None where there is no such quantity."""
    try:
        return situation.quantity(name).value
    except UnknownQuantityError:
        return None


def test_results_are_exact_in_each_way_of_computing_but_with_floats(sweep: ModuleType) -> None:
    exact, fractions, floats = (
        sweep.combinations(sweep.Sweep(20, kind=kind)) for kind in (lambda value: value, Fraction, float)
    )
    for one, other, near in zip(exact, fractions, floats, strict=True):
        expected = one.setting.plan.compute(*one.arguments)
        assert sweep.divided_plainly(other.setting.plan)(*other.arguments) == expected
        for value, approximate in zip(expected, sweep.divided_plainly(near.setting.plan)(*near.arguments), strict=True):
            assert value == pytest.approx(approximate)


def test_the_sweep_prints_its_tables() -> None:
    command = [sys.executable, "-m", "benchmarks.sweep", "--count", "100", "--runs", "1"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("100 combinations of ")
    assert "| integers first, exact | 100 | " in done.stdout
    assert "formulas always stay with integers" in done.stdout
