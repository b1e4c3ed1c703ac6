"""Precision: a figure looks alike each time it is shown, and a range has two ends."""

from __future__ import annotations

from pathlib import Path

import pytest
from one_article import GERMAN
from side_by_side import found

from zahlwerk.checks.precision import one_precision, ranges_have_two_ends

SHOWN = [
    ("It takes {trial.memory}, these {trial.memory[GB]:.0}.", ["65.45 GB and as 65 GB"]),
    ("It takes {trial.memory}, these {trial.memory[max]:.1}.", ["65.45 GB and as at most 65.5 GB"]),
    ("| A | B |\n|---|---|\n| {trial.memory} | {trial.memory[bare]:.1} |", ["65.45 GB and as 65.5"]),
    ("It takes {trial.memory}, these {trial.memory[bare]}.", []),
    ("It takes {trial.memory}, these {trial.memory[about]}.", []),
    ("It takes {trial.memory}, or {trial.memory[GiB]:.1}.", []),
    ("It takes {trial.memory}, and the other {other.memory[GB]:.0}.", []),
    ("It takes {trial.memory}.\n\nThese {trial.memory[GB]:.0} are much.", []),
    ("There are {pair.cards[words]}, or {pair.cards}.", []),
]  # fmt: skip


@pytest.mark.parametrize(("body", "wrong"), SHOWN)
def test_a_figure_has_as_many_decimals_each_time_a_block_shows_it(tmp_path: Path, body: str, wrong: list[str]) -> None:
    problems = found(one_precision, tmp_path, body)
    told = [problem.partition(": ")[2].partition(";")[0] for problem in problems]
    assert told == [f"{{trial.memory}} is shown as {text}" for text in wrong]
    assert all(problem.endswith(" (precision)") for problem in problems)


TOUCH, TURNED = "has one end only as it is shown", "runs the other way than its exact ends"
LOW, HIGH = "{other.memory[GB]:.0}", "{trial.memory[GB]:.0}"  # 65.1 and 65.45
RANGES = [
    (f"It takes {LOW} to {HIGH}.", TOUCH),
    (f"It takes {LOW}–{HIGH}.", TOUCH),
    (f"It takes between {LOW} and {HIGH}.", TOUCH),
    (f"| A |\n|---|\n| {LOW}–{HIGH} |", TOUCH),
    ("It takes {other.memory[max]:.0} to {trial.memory[min]:.0}.", TURNED),
    ("It takes {other.memory[GB]:.0} to {trial.memory[MB]:.0}.", ""),
    ("It takes {other.memory[bare]:.1} to {trial.memory[GB]:.1}.", ""),
    ("It takes {other.memory[GB][bare]:.0} to {trial.memory[GB]:.0}.", TOUCH),
    ("It takes {whole.memory[max]:.0} to {trial.memory}.", ""),
    (f"One takes {LOW} and one {HIGH}.", ""),
    (f"One takes {LOW} and {HIGH} is taken.", ""),
    ("It takes {other.memory} to {trial.memory}.", ""),
    ("From {card.memory} to {card.power}.", ""),
]


@pytest.mark.parametrize(("body", "wrong"), RANGES)
def test_the_ends_of_a_range_stay_apart(tmp_path: Path, body: str, wrong: str) -> None:
    problems = found(ranges_have_two_ends, tmp_path, body)
    assert [wrong in problem and problem.endswith(" (range)") for problem in problems] == [True] * bool(wrong)


def test_a_translation_may_write_a_range_where_the_source_does_not(tmp_path: Path) -> None:
    body = f"One takes {LOW}, the other {HIGH}."
    (problem,) = found(ranges_have_two_ends, tmp_path, body, {body: f"Sie brauchen zwischen {LOW} und {HIGH}."})
    assert problem.startswith(f"{GERMAN}:")
    assert f"the range from 65 GB to 65 GB {TOUCH}" in problem
    assert found(ranges_have_two_ends, tmp_path, body, {body: f"Einer braucht {LOW}, der andere {HIGH}."}) == []
