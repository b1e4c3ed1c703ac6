"""Translations: the same figures in the same presentation, the same structure, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
from one_article import GERMAN, found, project, write
from small import SLUG

from zahlwerk.checks import check_sources
from zahlwerk.checks.catalogues import catalogues_have_articles
from zahlwerk.checks.translation import (
    complete,
    nothing_of_their_own,
    same_references,
    same_structure,
)
from zahlwerk.project import load_project

FIGURES = "A card has {card_a.memory}, two have {pair.pool_memory[GiB]:.1}."
REFERENCES = [
    ("Eine hat {card_a.memory}, beide {pair.pool_memory[GiB]:.1}.", []),
    ("Beide haben {pair.pool_memory[GiB]:.1}, eine {card_a.memory}.", []),
    ("Eine hat {card_a.memory}.", ["{pair.pool_memory[GiB]:.1} is missing"]),
    ("Keine.", ["{card_a.memory} is missing", "{pair.pool_memory[GiB]:.1} is missing"]),
    (
        "Eine hat {card_a.memory}, beide {pair.pool_memory[GiB]:.2}.",
        ["{pair.pool_memory[GiB]:.2} does not stand in the source", "{pair.pool_memory[GiB]:.1} is missing"],
    ),
    (
        "Eine hat {card_a.memory}, beide {pair.pool_memory[GB]:.1}.",
        ["{pair.pool_memory[GB]:.1} does not stand in the source", "{pair.pool_memory[GiB]:.1} is missing"],
    ),
    (
        "Eine hat {card_a.memory[about]}, beide {pair.pool_memory[GiB]:.1}.",
        ["{card_a.memory[about]} does not stand in the source", "{card_a.memory} is missing"],
    ),
    ("Eine hat `{card_a.memory}`, beide {pair.pool_memory[GiB]:.1}.", ["{card_a.memory} is missing"]),
    ("Eine hat \\{card_a.memory}, beide {pair.pool_memory[GiB]:.1}.", ["{card_a.memory} is missing"]),
]


@pytest.mark.parametrize(("words", "says"), REFERENCES, ids=[row[0] for row in REFERENCES])
def test_a_translation_holds_the_references_of_its_source(tmp_path: Path, words: str, says: list[str]) -> None:
    problems = found(same_references, project(tmp_path, FIGURES, {FIGURES: words}))
    assert len(problems) == len(says)
    for problem, part in zip(problems, says, strict=True):
        assert problem.startswith(f"{GERMAN}:")
        assert part in problem


def test_a_doubled_reference_is_not_taken_for_a_misspelt_one(tmp_path: Path) -> None:
    words = "Eine hat {card_a.memory}, also {card_a.memory}, beide {pair.pool_memory[GiB]:.1}."
    (problem,) = found(same_references, project(tmp_path, FIGURES, {FIGURES: words}))
    assert "{card_a.memory}" in problem
    assert 'did you mean "{card_a.memory}"?' not in problem


def test_swapped_figures_of_the_same_formula_are_reported(tmp_path: Path) -> None:
    source = "A card draws {card_a.card_power}, and each of the pair {pair.card_power}."
    words = "Jede Karte nimmt {pair.card_power} auf, und jede des Paars {card_a.card_power}."
    (swapped,) = [str(problem) for problem in check_sources(project(tmp_path, source, {source: words}))]
    assert swapped.startswith(f"{GERMAN}:")
    assert "{card_a.card_power}" in swapped
    assert "{pair.card_power}" in swapped


STRUCTURE = [
    ("See [a](https://a.example).", "Siehe [b](https://a.example).", []),
    ("See [a](https://a.example).", "Siehe [a](https://b.example).", ["https://b.example", "https://a.example"]),
    ("See [a](https://a.example).", "Siehe a.", ["https://a.example"]),
    ("See a.", "Siehe [a](https://a.example).", ["https://a.example"]),
    ("See a.", "Siehe <https://a.example>.", ["https://a.example"]),
    ("Use `a`.", "Nutze `a`.", []),
    ("Use `a`.", "Nutze `b`.", ["b", "a"]),
    ("Use `a`.", "Nutze a.", ["a"]),
    ("Take *care*.", "*Vorsicht*.", []),
    ("Take *care*.", "Vorsicht.", ["em"]),
    ("Take *care*.", "**Vorsicht**.", ["strong", "em"]),
    ("Take care.", "_Vorsicht_.", ["em"]),
    ("Take *more* *care*.", "*Mehr* Vorsicht.", ["em"]),
]


@pytest.mark.parametrize(("source", "words", "named"), STRUCTURE, ids=[f"{row[0]} {row[1]}" for row in STRUCTURE])
def test_a_translation_links_stresses_and_shows_code_as_its_source(
    tmp_path: Path, source: str, words: str, named: list[str]
) -> None:
    problems = found(same_structure, project(tmp_path, source, {source: words}))
    assert [problem.split('"')[1] for problem in problems] == named
    assert all(problem.startswith(f"{GERMAN}:") for problem in problems)


OWN = [
    ("Worte <b>fett</b>.", ["raw HTML is refused: <b>", "raw HTML is refused: </b>"]),
    ("Worte <!-- geheim -->.", ["raw HTML is refused: <!-- geheim -->"]),
    ("Worte {{ page }}.", ["template syntax is refused: {{ page }}"]),
    ("Worte {% if x %}.", ["template syntax is refused: {% if x %}"]),
    ("Worte {# x #}.", ["template syntax is refused: {# x #}"]),
    ("Worte {x}.", ["{x} is not a reference"]),
    ("Worte \x1b[31m.", ["a control character is refused"]),
    ("Worte\\\nmehr.", ["a hard line break is refused"]),
    ("Worte  \nmehr.", ["a hard line break is refused"]),
    ("![Bild](bild.png)", ["images are refused"]),
    ("Worte & mehr < als > hier.", []),
]


@pytest.mark.parametrize(("words", "says"), OWN, ids=[repr(row[0]) for row in OWN])
def test_a_translation_brings_nothing_of_its_own(tmp_path: Path, words: str, says: list[str]) -> None:
    problems = found(nothing_of_their_own, project(tmp_path, "Words.", {"Words.": words}))
    assert len(problems) == len(says), problems
    for problem, part in zip(problems, says, strict=True):
        assert problem.startswith(f"{GERMAN}:")
        assert part in problem


def test_a_translated_title_holds_no_figures(tmp_path: Path) -> None:
    site = write(tmp_path / "site", "Words.", {"Words.": "Worte."})
    site.replace(GERMAN, 'msgstr "Ein kleiner Artikel"', 'msgstr "Mit {card_a.memory}"')
    problems = found(nothing_of_their_own, load_project(site.folder))
    assert len(problems) == 1
    assert "the title must not hold figures" in problems[0]


def test_what_is_not_shown_is_not_checked(tmp_path: Path) -> None:
    site = write(tmp_path / "site", FIGURES, {FIGURES: "Keine."})
    site.replace(GERMAN, "#, python-brace-format\n", "#, fuzzy, python-brace-format\n")
    loaded = load_project(site.folder)
    assert found(same_references, loaded) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('msgstr "Worte."', 'msgstr ""'),
        ('msgid "Words."', '#, fuzzy\nmsgid "Words."'),
        ('msgid "Words."', 'msgid "Other words."'),
    ],
    ids=["blank", "fuzzy", "not there"],
)
def test_a_text_that_is_not_translated_is_a_warning(tmp_path: Path, old: str, new: str) -> None:
    site = write(tmp_path / "site", "Words.", {"Words.": "Worte."})
    site.replace(GERMAN, old, new)
    (problem,) = complete(load_project(site.folder))
    assert problem.severity == "warning"
    assert '"Words." is not translated' in problem.message
    assert problem.place.file == GERMAN
    assert ("messages update" in problem.hint) == (problem.place.line == 0)


@pytest.mark.parametrize(
    ("context", "source", "severity"),
    [
        ("unit.other", "GB", "error"),
        ("scale.one", "million", "error"),
        ("bound", "min", "error"),
        ("spelled", "2", "error"),
        ("typography", "quotes", "error"),
        ("", "Contents", "warning"),
        ("formula", "pool_memory", "warning"),
        ("name", "Card A", "warning"),
        ("title", "Two cards", "warning"),
    ],
)
def test_what_no_page_can_do_without_is_an_error(tmp_path: Path, context: str, source: str, severity: str) -> None:
    site = write(tmp_path / "site", "Words.")
    file = "locales/de/LC_MESSAGES/site.po"
    lines = site.read(file).split("\n")
    start = next(
        number
        for number, line in enumerate(lines)
        if line == f'msgid "{source}"' and (not context or lines[number - 1] == f'msgctxt "{context}"')
    )
    lines[start + 1] = 'msgstr ""'
    site.write(file, "\n".join(lines))
    (problem,) = complete(load_project(site.folder))
    assert (problem.severity, problem.place.file) == (severity, file)
    assert f'"{source}" is not translated' in problem.message


def test_an_article_is_complete_in_its_own_language(tmp_path: Path) -> None:
    assert found(complete, project(tmp_path, "Words.")) == []


def test_a_catalogue_without_an_article_is_a_warning(tmp_path: Path) -> None:
    site = write(tmp_path / "site", "Words.", {"Words.": "Worte."})
    site.write("locales/de/LC_MESSAGES/smal.po", site.read(GERMAN))
    (problem,) = catalogues_have_articles(load_project(site.folder).texts)
    assert problem.severity == "warning"
    assert str(problem) == f'locales/de/LC_MESSAGES/smal.po: there is no article "smal"; did you mean "{SLUG}"?'


def test_a_sound_translation_passes_every_check(tmp_path: Path) -> None:
    source = "See [a](https://a.example), *here* in `code`, {card_a.memory}."
    words = "In `code`, *hier* in [b](https://a.example), {card_a.memory}."
    assert check_sources(project(tmp_path, source, {source: words})) == []


SITE_WORDS = [
    ("unit.other", "GB", "{figure}0\u00a0GB"),
    ("unit.other", "GB", "GB"),
    ("scale.other", "million", "1{figure}\u00a0Millionen"),
    ("bound", "min", "mindestens"),
    ("bound", "min", "mindestens 1 {figure}"),
    ("bound", "about", "rund {figure} bis {figure}"),
    ("spelled", "4", "fünf"),
    ("typography", "quotes", "„|“|‚"),
]


@pytest.mark.parametrize(("context", "source", "words"), SITE_WORDS, ids=[f"{row[0]} {row[2]}" for row in SITE_WORDS])
def test_the_words_around_a_figure_cannot_change_it(tmp_path: Path, context: str, source: str, words: str) -> None:
    site = write(tmp_path / "site", "Words.", {"Words.": "Worte."})
    file = "locales/de/LC_MESSAGES/site.po"
    start = f'msgctxt "{context}"\nmsgid "{source}"\nmsgstr '
    before, there, after = site.read(file).partition(start)
    assert there
    rest = after.partition("\n")[2]
    site.write(file, f'{before}{start}"{words}"\n{rest}')
    assert [problem for problem in site.problems() if problem.startswith(f"{file}:")]
