"""Comparisons: a factor in words is what the figures beside it give."""

from __future__ import annotations

from pathlib import Path

import pytest
from one_article import GERMAN
from side_by_side import found

from zahlwerk.checks.comparisons import follow_from_operands

FAST, SLOW = "{bridge.rate}", "{slot.rate}"  # 450 and 64, 7.03 times
NONE, OTHER = "has nothing to follow from", "does not follow from 450 GB/s and 64 GB/s"
FACTORS = [
    (f"The bridge moves {FAST}, seven times the {SLOW} of the slot.", ""),
    (f"The bridge moves {FAST}. That is seven times as much as {SLOW}.", ""),
    (f"The bridge moves {FAST}, twelve times the {SLOW}.", f'"twelve times" {OTHER}: that is 7.03'),
    (f"The bridge moves {FAST}, twice the {SLOW} of the slot.", f'"twice" {OTHER}'),
    (f"The bridge moves {FAST}, a sevenfold of {SLOW}.", ""),
    (f"The bridge moves {FAST}, a twofold of {SLOW}.", '"twofold" does not follow'),
    (f"The bridge moves {FAST}, {{slot.domain[words]}} times the {SLOW} of the slot.", ""),
    (f"The bridge moves {FAST}, {{bridge.domain[words]}} times the {SLOW} of it.", f'"four times" {OTHER}'),
    ("They are {bridge.domain[words]} times there.", ""),
    ("One takes {card.power}, half the {big.power} of the other.", ""),
    ("One takes {card.power}, half the {trial.memory} of the other.", f'"half the" {NONE}'),
    ("One takes {big.power}, double the {card.power} of the other.", ""),
    ("One takes {big.power}, about double the {card.power} of the other.", ""),
    ("It takes {trial.memory}, double of {card.memory}.", '"double" does not follow from 80 GB and 65.45 GB'),
    ("It is twice as fast.", f'"twice" {NONE}'),
    ("<!-- claim: {big.power} > {card.power} -->\nIt takes twice as much.", ""),
    ("<!-- claim: {card.power} < {big.power} -->\nIt takes half of it.", ""),
    ("<!-- claim: {bridge.rate} > {slot.rate} -->\nIt is twice as fast.", f'"twice" {NONE}'),
    ("<!-- claim: {pair.cards} == 2 -->\nIt is twice as fast.", ""),
    ("<!-- claim: {pair.cards} == 2 -->\nIt is three times as fast.", f'"three times" {NONE}'),
    ("The bridge moves {bridge.both_directions}, twice {bridge.rate}.", f'"twice" {NONE}'),
    ("There are two cards, and a half-full rack.", ""),
]  # fmt: skip


@pytest.mark.parametrize(("body", "wrong"), FACTORS)
def test_a_factor_follows_from_what_is_shown_or_claimed(tmp_path: Path, body: str, wrong: str) -> None:
    problems = found(follow_from_operands, tmp_path, body)
    assert len(problems) == bool(wrong)
    for problem in problems:
        assert f": {wrong}" in problem
        assert problem.endswith(" (comparison)")


TOLERANCES = [
    ("About twice {trial.memory} are {big.memory}.", ""),  # 2.14, 7 per cent off
    ("Twice {trial.memory} are {big.memory}.", '"Twice" does not follow from 140 GB and 65.45 GB: that is 2.14'),
    ("About seven times {whole.memory} are {card.memory}.", '"seven times" does not follow'),  # 5.5
]


@pytest.mark.parametrize(("body", "wrong"), TOLERANCES)
def test_a_factor_that_is_said_to_be_inexact_may_be_further_off(tmp_path: Path, body: str, wrong: str) -> None:
    problems = found(follow_from_operands, tmp_path, body)
    assert [wrong in problem for problem in problems] == [True] * bool(wrong)


RATIOS = [
    ("Of {pair.pool_memory} in {pair.cards} cards each holds {card.memory}.", True),
    ("Of {pair.pool_memory[TB][min]:.1} in {pair.cards} cards each holds {card.memory[TB]:.2}.", False),
]  # 0.1 by 0.08 are 1.25, and 160 by 80 are 2


@pytest.mark.parametrize(("body", "right"), RATIOS)
def test_a_figure_that_is_a_ratio_is_that_of_the_figures_as_they_are_shown(
    tmp_path: Path, body: str, right: bool
) -> None:
    problems = found(follow_from_operands, tmp_path, body)
    assert [" 2 does not follow from at least 0.1 TB and 0.08 TB as they are shown" in one for one in problems] == [
        True
    ] * (not right)


IN_GERMAN = [
    ("Die Brücke überträgt {bridge.rate}, das Siebenfache der {slot.rate}.", ""),
    ("Die Brücke überträgt {bridge.rate}, siebenmal so viel wie {slot.rate}.", ""),
    ("Die Brücke überträgt {bridge.rate}, doppelt so viel wie {slot.rate}.", '"doppelt" does not follow'),
    ("Die Brücke überträgt {bridge.rate}, fünfmal so viel wie {slot.rate}.", '"fünfmal" does not follow'),
    ("Die Brücke überträgt {bridge.rate}, der Steckplatz {slot.rate}.", ""),
]


@pytest.mark.parametrize(("words", "wrong"), IN_GERMAN)
def test_a_translation_is_held_to_the_words_of_its_language(tmp_path: Path, words: str, wrong: str) -> None:
    body = "The bridge moves {bridge.rate}, the slot {slot.rate}."
    problems = found(follow_from_operands, tmp_path, body, {body: words})
    assert len(problems) == bool(wrong)
    assert all(problem.startswith(f"{GERMAN}:") and wrong in problem for problem in problems)
