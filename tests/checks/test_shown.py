"""Articles as they are shown: sentences, tables, and the words that speak of each figure."""

from __future__ import annotations

from pathlib import Path

import pytest
from one_article import project
from side_by_side import FACTS

from zahlwerk.checks.passages import ShownArticle
from zahlwerk.checks.shown import shown_articles


def shown(folder: Path, body: str, german: dict[str, str] | None = None, language: str = "en") -> ShownArticle:
    """The article in one of its languages."""
    (versions,) = shown_articles(project(folder, body, german, facts=FACTS))
    return next(version for version in versions if version.edition.language == language)


SENTENCES = [
    ("It holds {card.memory}. It takes {card.power}.", [0, 1]),
    ("It holds {card.memory}, and takes {card.power}.", [0, 0]),
    ("It holds {card.memory} (see below). It takes {card.power}.", [0, 1]),
    ("Does it hold {card.memory}? It takes {card.power}!", [0, 1]),
    ("Use `nvidia-smi`. It shows {card.memory}.", [1]),
    ("It holds {card.memory}. {card.power} are taken.", [0, 1]),
    ("It holds, e.g. {card.memory}, as J. Smith and {card.power} say.", [0, 0]),
    ("It holds {card.memory} approx. and takes {card.power}.", [0, 0]),
]


@pytest.mark.parametrize(("body", "sentences"), SENTENCES)
def test_each_figure_stands_in_its_sentence(tmp_path: Path, body: str, sentences: list[int]) -> None:
    passage = shown(tmp_path, body).prose[-1]
    assert [figure.sentence for figure in passage.figures] == sentences


def test_the_words_behind_a_figure_end_at_the_next_one(tmp_path: Path) -> None:
    passage = shown(tmp_path, "It holds {card.memory} of *fast* memory, takes {card.power}. More.").prose[-1]
    assert [figure.after for figure in passage.figures] == ["of fast memory, takes", "."]


def test_a_figure_of_a_table_is_spoken_of_by_the_heads_of_its_column_and_row(tmp_path: Path) -> None:
    body = "| Card | Memory |\n|---|---|\n| A | {card.memory} |\n| B | so {big.memory} |\n\nBelow.\n\nFurther down."
    (table,) = shown(tmp_path, body).tables
    assert [figure.said for figure in table.figures] == ["Memory A \ufffc", "Memory B so \ufffc"]
    assert table.words.endswith("Below.")


def test_two_tables_that_follow_each_other_are_two(tmp_path: Path) -> None:
    body = "| A |\n|---|\n| {card.memory} |\n\n| B |\n|---|\n| {big.memory} |\n| {card.power} |"
    tables = shown(tmp_path, body).tables
    assert [[figure.target for figure in table.figures] for table in tables] == [
        ["card.memory"],
        ["big.memory", "card.power"],
    ]


def test_figures_that_are_wrong_are_left_to_the_check_of_references(tmp_path: Path) -> None:
    assert shown(tmp_path, "It holds {card.memry}, or {card.memory[W]:.1}, or {card.power}.").prose[-1].figures[
        0
    ].name == ("power")


def test_a_translation_shows_its_own_words_and_numbers(tmp_path: Path) -> None:
    body = "It holds {card.visible_memory[GB]:.1}."
    passage = shown(tmp_path, body, {body: "Sie fasst {card.visible_memory[GB]:.1}."}, "de").prose[-1]
    assert passage.words == "Sie fasst \ufffc."
    assert passage.figures[0].text.replace("\u00a0", " ") == "85,5 GB"
