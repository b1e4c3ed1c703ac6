"""Conventions: rates of one and of both directions, listed and visible memory, are told apart where they meet."""

from __future__ import annotations

from pathlib import Path

import one_article
import pytest
from one_article import GERMAN, project, with_site_words
from side_by_side import FACTS, found

from zahlwerk.checks.conventions import directions_are_told, memory_is_told

TOTAL, RATE = "{bridge.both_directions}", "{slot.rate}"
UNTOLD = "no word says that 64 GB/s is per direction"
DIRECTIONS = [
    (f"The bridge moves {TOTAL}, the slot {RATE}.", [UNTOLD]),
    (f"The bridge moves {TOTAL}. The slot moves {RATE}.", [UNTOLD]),
    (f"The bridge moves {TOTAL}, the slot {RATE} per direction.", []),
    (f"The bridge moves {TOTAL}.\n\nThe slot moves {RATE}.", []),
    (f"The bridge moves {{bridge.rate}}, the slot {RATE}.", []),
    ("The bridge moves {bridge.both_directions[bare]}, the slot {slot.rate} per direction.",
     ["no word says that 900 is of both directions"]),
    (f"| Link | Rate |\n|---|---|\n| Bridge | {TOTAL} |\n| Slot | {RATE} |", [UNTOLD]),
    (f"| Link | Rate |\n|---|---|\n| Bridge | {TOTAL} |\n| Slot, per direction | {RATE} |", []),
    (f"The slot moves {RATE} in both directions.",
     ['64 GB/s is a rate per direction, but the words behind it say "both directions"']),
    ("It moves {bridge.both_directions[bare]} per direction.",
     ['900 is a rate of both directions, but the words behind it say "per direction"']),
    (f"The slot moves {RATE}, and both directions count.", []),
]  # fmt: skip


@pytest.mark.parametrize(("body", "wrong"), DIRECTIONS)
def test_rates_of_one_and_of_both_directions_are_told_apart(tmp_path: Path, body: str, wrong: list[str]) -> None:
    problems = found(directions_are_told, tmp_path, body)
    assert len(problems) == len(wrong)
    for problem, text in zip(problems, wrong, strict=True):
        assert f": {text}" in problem
        assert problem.endswith(" (directions)")


LISTED, VISIBLE = "no word says that 80 GB is of listed memory", "no word says that 85.5 GB is of visible memory"
SEEN = "{card.visible_memory[GB]:.1}"
MEMORY = [
    (f"The card has {{card.memory}}, or {SEEN}.", [VISIBLE, LISTED]),
    (f"The list says {{card.memory}}. The driver reports {SEEN}.", [LISTED]),
    (f"Listed are {{card.memory}}. The card has {SEEN}.", [VISIBLE]),
    (f"Listed are {{card.memory}}. The driver reports {SEEN}.", []),
    (f"The card has {{card.memory}}.\n\nIt has {SEEN}.", []),
    (f"The trial leaves {{fit.run_memory_left[GB]:.1}}, of {SEEN} that the driver reports.",
     ["no word says that 14.6 GB is of listed memory"]),
    (f"The trial takes {{trial.memory}}, of {SEEN}.", []),
    (f"There are {{fit.run_cards}}, of {SEEN}.", []),
    (f"| Card | Listed | Visible |\n|---|---|---|\n| A | {{card.memory}} | {SEEN} |", []),
    (f"| Card | Listed | Left |\n|---|---|---|\n| A | {{card.memory}} | {SEEN} |", [VISIBLE]),
]  # fmt: skip


@pytest.mark.parametrize(("body", "wrong"), MEMORY)
def test_listed_and_visible_memory_are_told_apart(tmp_path: Path, body: str, wrong: list[str]) -> None:
    problems = found(memory_is_told, tmp_path, body)
    assert [problem.partition(": ")[2].partition(",")[0] for problem in problems] == wrong
    assert all(problem.endswith(" (memory)") for problem in problems)


def test_a_translation_that_leaves_the_words_out_is_found(tmp_path: Path) -> None:
    body = f"The bridge moves {TOTAL}, the slot {RATE} per direction."
    german = f"Die Brücke überträgt {TOTAL}, der Steckplatz {RATE}"
    assert found(directions_are_told, tmp_path, body, {body: f"{german} je Richtung."}) == []
    (problem,) = found(directions_are_told, tmp_path, body, {body: f"{german}."})
    assert problem.startswith(f"{GERMAN}:")
    assert UNTOLD in problem
    assert "900 GB/s in beiden Richtungen" in problem


def test_the_head_of_a_column_is_at_fault_where_its_cells_have_no_words(tmp_path: Path) -> None:
    body = f"| Card | Listed | Visible |\n|---|---|---|\n| A | {{card.memory}} | {SEEN} |"
    cells = {"Card": "Karte", "Listed": "Nennspeicher", "A": "A"}
    assert found(memory_is_told, tmp_path, body, {**cells, "Visible": "Sichtbar"}) == []
    (problem,) = found(memory_is_told, tmp_path, body, {**cells, "Visible": "Frei"})
    assert problem.startswith(f"{GERMAN}:")
    assert "no word says that 85,5 GB is of visible memory" in problem


def test_what_is_not_translated_is_not_held_to_the_words_of_the_language(tmp_path: Path) -> None:
    body = f"The bridge moves {TOTAL}, the slot {RATE} per direction."
    assert found(directions_are_told, tmp_path, body, {}) == []


def test_a_language_that_lists_no_words_is_held_to_none(tmp_path: Path) -> None:
    body = f"The bridge moves {TOTAL}, the slot {RATE} per direction."
    german = {body: f"Die Brücke überträgt {TOTAL}, der Steckplatz {RATE}."}
    read = project(tmp_path, body, german, facts=FACTS)
    assert len(one_article.found(directions_are_told, read)) == 1
    wordless = with_site_words(read, "de", "said", "per direction", "")
    assert one_article.found(directions_are_told, wordless) == []
