"""Units: what is read together is in one unit, or readers are told that it is not."""

from __future__ import annotations

from pathlib import Path

import pytest
from one_article import GERMAN
from side_by_side import found

from zahlwerk.checks.units import stay_alike

LESS = "<!-- claim: {whole.memory} < {trial.memory} -->\n"
UNITS = [
    ("It takes {trial.memory} and leaves {fit.run_memory_left[GiB]:.1}.", "65.45 GB stands beside 13.6 GiB"),
    ("It takes {trial.memory}, of {card.visible_memory}.", "65.45 GB stands beside 81,559 MiB"),
    ("It takes {trial.memory}. There are {card.visible_memory}.", ""),
    ("It takes {trial.memory}, or {trial.memory[GiB]:.1}, of {card.visible_memory[GiB]:.1}.", ""),
    ("It takes {trial.memory}, of {card.visible_memory}, in binary units.", ""),
    ("One takes {card.power}, the other {big.power[kW]:.1}.", "600 W stands beside 1.2 kW"),
    ("One takes {card.power}. The other takes {big.power[kW]:.1}.", "600 W stands beside 1.2 kW"),
    ("One takes {card.power}.\n\nThe other takes {big.power[kW]:.1}.", ""),
    ("One takes {card.power[kW]:.1}, the other {big.power[kW]:.1}.", ""),
    ("Of {card.memory} it leaves {fit.run_memory_left[MB]:.0}.", ""),
    (f"{LESS}It takes {{trial.memory}}. The whole takes {{whole.memory[MB]:.0}}.", "65.45 GB stands beside 14,550 MB"),
    ("It takes {trial.memory}. The whole takes {whole.memory[MB]:.0}.", "65.45 GB stands beside 14,550 MB"),
    (f"{LESS}It takes {{trial.memory}}, {{card.power}} and {{whole.memory}}.", ""),
    ("They take {small.parameter_size}, or {large.parameter_size[bytes]:.0}.", "4.25 bits stands beside 2 bytes"),
    ("They take {small.parameter_size}, or {large.parameter_size[bits]:.0}.", ""),
    ("| A | B |\n|---|---|\n| x | {card.power} |\n| y | {big.power[kW]:.1} |", "600 W stands beside 1.2 kW"),
    ("| A | B |\n|---|---|\n| {trial.memory} | {card.visible_memory} |\n| {card.memory} | x |", ""),
    ("| A |\n|---|\n| {card.power} |\n| {card.memory} |", ""),
    ("| A |\n|---|\n| {small.element[bare]} bits |\n| {large.element[bare]} |", ""),
    ("| A |\n|---|\n| {small.element[bare]} |\n| {large.element[bare]} |", "4 stands beside 2"),
]


@pytest.mark.parametrize(("body", "wrong"), UNITS)
def test_what_is_read_together_is_in_one_unit(tmp_path: Path, body: str, wrong: str) -> None:
    problems = found(stay_alike, tmp_path, body)
    told = [problem.partition(": warning: ")[2] or problem.partition(": ")[2] for problem in problems]
    assert [text.partition(": the unit changes")[0] for text in told] == ([wrong] if wrong else [])
    assert all(problem.endswith(" (units)") for problem in problems)


def test_a_claim_compares_figures_of_other_names_too(tmp_path: Path) -> None:
    body = "Of {card.memory} there are much. It leaves {fit.run_memory_left[MB]:.0}."
    assert found(stay_alike, tmp_path, body) == []
    (problem,) = found(stay_alike, tmp_path, f"<!-- claim: {{fit.run_memory_left}} < {{card.memory}} -->\n{body}")
    assert "80 GB stands beside 14,550 MB" in problem


def test_a_translation_that_does_not_say_so_is_found(tmp_path: Path) -> None:
    body = "It takes {trial.memory}, of {card.visible_memory}, in binary units."
    german = "Er braucht {trial.memory} von {card.visible_memory}"
    assert found(stay_alike, tmp_path, body, {body: f"{german}, in binären Einheiten."}) == []
    (problem,) = found(stay_alike, tmp_path, body, {body: f"{german}."})
    assert problem.startswith(f"{GERMAN}:")
