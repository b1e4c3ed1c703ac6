"""Prose: no digit, no number word and no bound is typed, in any language."""

from __future__ import annotations

from pathlib import Path

import pytest
from one_article import FIRST_LINE, GERMAN, SOURCE, found, project

from zahlwerk.checks.prose import bounds_come_from_figures, no_typed_digits, no_typed_number_words

DIGITS = [
    ("It takes 3 days.", ["3"]),
    ("It takes ٣ days.", ["٣"]),
    ("Since 2024, and until 2026.", ["2024,", "2026."]),
    ("A 3-way bridge and an 8× server.", ["3-way", "8×"]),
    ("Memory of *141* GB.", ["141"]),
    ("A [link with 7](https://example.com) here.", ["7"]),
    ("It takes &#51; days.", ["3"]),
    ("It takes \\{3} days.", ["{3}"]),
    ("Python 3.11 is newer than Python 3.10.", ["3.11"]),
    ("Python 3.10.1 is another.", [".1"]),
    ("Use `nvidia-smi -l 5` here.", []),
    ("Python 3.10 and CUDA 12.10 are names.", []),
    ("A Python-3.10-server is a name, too.", []),
    ("See [the page](https://example.com/2024/page-7).", []),
    ("Each holds {card_a.memory[GiB]:.1}.", []),
    ("No digit at all.", []),
]


@pytest.mark.parametrize(("text", "typed"), DIGITS, ids=[row[0] for row in DIGITS])
def test_a_typed_digit_is_found_wherever_a_reader_would_see_it(tmp_path: Path, text: str, typed: list[str]) -> None:
    problems = found(no_typed_digits, project(tmp_path, text))
    assert [problem.partition(" is a typed digit")[0] for problem in problems] == [
        f'{SOURCE}:{FIRST_LINE}: "{word}"' for word in typed
    ]


WORDS = [
    ("There are three of them.", ["three"]),
    ("Three of them, or twelve.", ["Three", "twelve"]),
    ("A threefold gain, and half of it.", ["threefold", "half"]),
    ("**two** cards", ["two"]),
    ("A three-way bridge is a word of its own.", []),
    ("Often, someone weighs a stone.", []),
    ("Use `two` here.", []),
    ("{pair.cards[words]} cards", []),
    ("<!-- claim: {pair.cards} == 2 -->\nThe two cards.", []),
    ("<!-- claim: {pair.cards} == 2 -->\nThe three cards.", ["three"]),
    ("<!-- claim: {pair.cards} > 1 -->\nThe two cards.", ["two"]),
    ("<!-- claim: {pair.cards} == 2 -->\nThe cards.\n\nThe two cards.", ["two"]),
    ("<!-- claim: {pair.cards} == {pair.cards} -->\nHalf of them.", []),
]


@pytest.mark.parametrize(("text", "typed"), WORDS, ids=[row[0] for row in WORDS])
def test_a_number_word_stands_only_where_it_is_claimed(tmp_path: Path, text: str, typed: list[str]) -> None:
    problems = found(no_typed_number_words, project(tmp_path, text))
    assert [problem.split('"')[1] for problem in problems] == typed


BOUNDS = [
    ("It has at least {card_a.memory}.", "at least", "min"),
    ("At least {card_a.memory} are there.", "At least", "min"),
    ("It has *at least* {card_a.memory}.", "at least", "min"),
    ("It has at least\n{card_a.memory}.", "at least", "min"),
    ("It has at least **{card_a.memory}**.", "at least", "min"),
    ("It has at most {card_a.memory}.", "at most", "max"),
    ("It has more than {card_a.memory}.", "more than", "over"),
    ("It has less than {card_a.memory}.", "less than", "under"),
    ("It has about {card_a.memory}.", "about", "about"),
    ("It has about [{card_a.memory}](https://example.com).", "about", "about"),
    ("It has {card_a.memory}, at least today.", "", ""),
    ("At least it has {card_a.memory}.", "", ""),
    ("Whereabout {card_a.memory}?", "", ""),
    ("It has {card_a.memory[min]}.", "", ""),
]


@pytest.mark.parametrize(("text", "typed", "wanted"), BOUNDS, ids=[row[0] for row in BOUNDS])
def test_a_bound_is_typed_before_no_figure(tmp_path: Path, text: str, typed: str, wanted: str) -> None:
    problems = found(bounds_come_from_figures, project(tmp_path, text))
    if not typed:
        assert problems == []
    else:
        (problem,) = problems
        assert problem.startswith(f'{SOURCE}:{FIRST_LINE}: "{typed}" is typed before {{card_a.memory}}; ')
        assert f"[{wanted}]" in problem


def test_every_figure_of_a_text_is_looked_at(tmp_path: Path) -> None:
    body = "It has at least {card_a.memory}, or at most {pair.pool_memory}."
    problems = found(bounds_come_from_figures, project(tmp_path, body))
    assert [problem.split('"')[1] for problem in problems] == ["at least", "at most"]


IN_GERMAN = [
    (no_typed_digits, "Es sind 3 Karten.", "3"),
    (no_typed_number_words, "Es sind drei Karten.", "drei"),
    (no_typed_number_words, "Zwölf Karten.", "Zwölf"),
    (bounds_come_from_figures, "Es sind mindestens {card_a.memory}.", "mindestens"),
    (bounds_come_from_figures, "Es sind bis zu {card_a.memory}.", "bis zu"),
    (no_typed_digits, "Es ist Python-3.10-Code.", ""),
    (no_typed_number_words, "Es ist ein Beispiel, achtsam gewählt.", ""),
    (bounds_come_from_figures, "Mindestens heute {card_a.memory}.", ""),
]


@pytest.mark.parametrize(("check", "words", "typed"), IN_GERMAN, ids=[row[1] for row in IN_GERMAN])
def test_a_translation_is_held_to_the_words_of_its_language(tmp_path: Path, check, words: str, typed: str) -> None:
    source = "It holds {card_a.memory}." if "{" in words else "Words."
    problems = found(check, project(tmp_path, source, {source: words}))
    assert [problem.split('"')[1] for problem in problems] == ([typed] if typed else [])
    assert all(problem.startswith(f"{GERMAN}:") for problem in problems)


def test_headings_cells_and_the_front_matter_are_prose(tmp_path: Path) -> None:
    body = "## Heading 1\n\n| Cell 2 | b |\n|---|---|\n| c | d |\n\n- item 3\n\n> quoted 4\n"
    loaded = project(tmp_path, body)
    assert [problem.split('"')[1] for problem in found(no_typed_digits, loaded)] == ["1", "2", "3", "4"]
