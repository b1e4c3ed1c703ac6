"""Sums: what readers add up is what they are shown, or they are told that it is rounded."""

from __future__ import annotations

from pathlib import Path

import pytest
from one_article import FIRST_LINE, GERMAN, SOURCE
from side_by_side import found

from zahlwerk.checks.sums import add_up

PARTS = "{trial.memory[GB]:.1} and {fit.run_memory_left[GB]:.1}"  # 65.45 and 14.55, exactly 80 together
WRONG = "65.5 GB + 14.6 GB do not add up to 80 GB as shown"
COLUMN = "| A |\n|---|\n| {trial.memory[GB]:.1} |\n| {fit.run_memory_left[GB]:.1} |\n| {card.memory} |"
BAR = """\
```chart
kind: stacked bars
title: Memory of a card{note}
series:
  trial: Trial
  left: Left
limit: Listed memory
rows:
  - label: A card
    trial: trial.memory[GB]:.{digits}
    left: fit.run_memory_left[GB]:.{digits}
    limit: card.memory
```
"""

PARAGRAPHS = [
    (f"Of {{card.memory}} there are {PARTS}.", [WRONG]),
    (f"A card has {{card.memory}}.\n\nThese are {PARTS}.", []),
    (f"Of {{card.memory}} there are {PARTS}, as figures are rounded.", []),
    ("Of {card.memory} there are {trial.memory} and {fit.run_memory_left[GB]:.2}.", []),
    ("Of {card.memory} there are {trial.memory[GB]:.0} and {fit.run_memory_left[GB]:.0}.", []),
    ("Of {big.memory} there are {trial.memory[GB]:.1} and {fit.run_memory_left[GB]:.1}.", []),
    ("Of {card.memory} there are {trial.memory[GB]:.1}, and {whole.memory[GB]:.1} by chance.", []),
    ("Of {card.power} there are {trial.memory[GB]:.1} and {fit.run_memory_left[GB]:.1}.", []),
    (f"| A | B | C |\n|---|---|---|\n| {{card.memory}} | {PARTS.replace(' and ', ' | ')} |", [WRONG]),
    (COLUMN, [WRONG]),
    (f"{COLUMN}\n\nAll are rounded figures.", []),
    ("| A | B |\n|---|---|\n| {trial.memory[GB]:.1} | {card.memory} |\n| x | {fit.run_memory_left[GB]:.1} |", []),
    (BAR.format(note="", digits=1), [WRONG]),
    (BAR.format(note="", digits=2), []),
    (BAR.format(note="\nnote: All figures are rounded.", digits=1), []),
]  # fmt: skip


@pytest.mark.parametrize(("body", "wrong"), PARAGRAPHS)
def test_parts_beside_their_whole_add_up_as_they_are_shown(tmp_path: Path, body: str, wrong: list[str]) -> None:
    problems = found(add_up, tmp_path, body)
    assert [problem.partition(": ")[2].partition(";")[0] for problem in problems] == wrong
    assert all(problem.startswith(f"{SOURCE}:") and problem.endswith(" (sum)") for problem in problems)


def test_a_translation_is_found_to_have_lost_the_note(tmp_path: Path) -> None:
    body = f"Of {{card.memory}} there are {PARTS}; figures are rounded."
    german = f"Von {{card.memory}} sind es {PARTS.replace('and', 'und')}"
    assert found(add_up, tmp_path, body, {body: f"{german}, gerundet."}) == []
    (problem,) = found(add_up, tmp_path, body, {body: f"{german}."})
    assert problem.startswith(f"{GERMAN}:")
    assert "65,5 GB + 14,6 GB do not add up to 80 GB as shown" in problem


def test_what_is_wrong_in_every_language_is_told_of_the_source_only(tmp_path: Path) -> None:
    body = f"Of {{card.memory}} there are {PARTS}."
    (problem,) = found(add_up, tmp_path, body, {body: body.replace("Of", "Von")})
    assert problem.startswith(f"{SOURCE}:{FIRST_LINE}: ")
