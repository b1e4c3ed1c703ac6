"""Counts and the words around them: nouns, genders, and sentences to be read again when a count changes its form."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from conftest import Site
from small import DESCRIPTION, FACTS, SLUG, TITLE, Language, article, english, german, html_of, write_small_site

SOURCE, GERMAN_FILE = f"content/{SLUG}.md", f"locales/de/LC_MESSAGES/{SLUG}.po"
EN, DE, FR = (f"{language}/{SLUG}/index.html" for language in ("en", "de", "fr"))
SENTENCE, SATZ = "{pair.cards[Words]} cards are enough.", "{pair.cards[Words]} Karten reichen aus."
FRONT = {TITLE: "Ein kleiner Artikel", DESCRIPTION: "Was die Karten fassen."}


def site_of(folder: Path, text: str, said: Mapping[str, str], *, facts: str = FACTS) -> Site:
    """A site of one sentence in three languages, with its counts recorded."""
    languages = {
        "en": english(),
        "de": german(small={**FRONT, text: said["de"]}),
        "fr": Language("fr", "fr", "français", {SLUG: {TITLE: "Titre", DESCRIPTION: "Texte.", text: said["fr"]}}),
    }
    site = write_small_site(folder / "site", articles={SLUG: article(f"{text}\n")}, languages=languages, facts=facts)
    assert site.run("messages", "update") == 0
    return site


def enough(folder: Path, *, cards: int = 2) -> Site:
    """A site of a sentence about so many cards."""
    facts = FACTS.replace("link: bridge, cards: 2}", f"cards: {cards}}}")
    return site_of(folder, SENTENCE, {"de": SATZ, "fr": "{pair.cards[Words]} cartes suffisent."}, facts=facts)


def counts(site: Site, language: str = "de") -> str:
    return site.read(f"locales/{language}/counts.yaml")


def catalogues(site: Site) -> dict[str, str]:
    return {path.as_posix(): path.read_text("utf-8") for path in sorted(site.folder.glob("locales/*/*/*.po"))}


def to_be_read(site: Site) -> dict[str, str]:
    """The findings about counts by file, without their hints."""
    found = [problem for problem in site.check().warnings if problem.code == "counts"]
    return {str(problem.place).partition(":")[0]: problem.message for problem in found}


def line_of(site: Site, file: str, text: str) -> int:
    return 1 + next(number for number, line in enumerate(site.read(file).split("\n")) if text in line)


def test_an_update_records_the_form_of_each_count_and_is_done(tmp_path: Path) -> None:
    site = enough(tmp_path)
    assert counts(site).endswith("counts:\n  pair.cards[Words]: other, in words\n")
    assert site.problems() == []
    before = counts(site)
    assert site.run("messages", "update") == 0
    assert counts(site) == before


def test_when_several_become_one_the_sentences_are_to_be_read_again_in_each_language(tmp_path: Path) -> None:
    site = enough(tmp_path)
    before = catalogues(site)
    site.replace("facts/facts.yaml", "cards: 2}", "cards: 1}")
    changed = "now (one, in words), and was read as other, in words"
    assert to_be_read(site) == {
        SOURCE: f'{{pair.cards[Words]}} is "One" {changed}',
        GERMAN_FILE: f'{{pair.cards[Words]}} is "Eine" {changed}',
        f"locales/fr/LC_MESSAGES/{SLUG}.po": f'{{pair.cards[Words]}} is "Une" {changed}',
    }
    places = [problem.place for problem in site.check().warnings]
    assert (SOURCE, line_of(site, SOURCE, SENTENCE)) in [(place.file, place.line) for place in places]
    assert site.run("messages", "update") == 0
    assert catalogues(site) == before
    assert len(to_be_read(site)) == 3, "an update is no reading"
    assert site.run("check", "--strict") == 1


def test_a_reading_is_said_for_each_language_by_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    site = enough(tmp_path)
    site.replace("facts/facts.yaml", "cards: 2}", "cards: 1}")
    assert site.run("messages", "reread", "de") == 0
    assert counts(site).endswith("  pair.cards[Words]: one, in words\n")
    assert GERMAN_FILE not in to_be_read(site)
    assert SOURCE in to_be_read(site)
    capsys.readouterr()
    assert site.run("messages", "reread", "de") == 0
    assert capsys.readouterr().out == "every sentence was read with the counts of today\n"
    assert site.run("messages", "reread", "xx") == 2


@pytest.mark.parametrize(
    ("before", "after", "texts"),
    [
        (12, 13, {EN: ">Twelve</data>|>13</data>", DE: ">Zwölf</data>|>13</data>"}),
        (13, 12, {EN: ">13</data>|>Twelve</data>", DE: ">13</data>|>Zwölf</data>"}),
    ],
    ids=["no longer spelled", "spelled from now on"],
)
def test_a_count_above_twelve_is_not_spelled_and_its_sentences_are_read_again(
    tmp_path: Path, before: int, after: int, texts: dict[str, str]
) -> None:
    site = enough(tmp_path, cards=before)
    for file, shown in texts.items():
        assert shown.split("|")[0] in html_of(site.check(), file)
    site.replace("facts/facts.yaml", f"cards: {before}}}", f"cards: {after}}}")
    assert set(to_be_read(site)) == {SOURCE, GERMAN_FILE, f"locales/fr/LC_MESSAGES/{SLUG}.po"}
    for file, shown in texts.items():
        assert shown.split("|")[1] in html_of(site.check(), file)


def test_a_count_that_stays_of_its_form_asks_for_no_reading(tmp_path: Path) -> None:
    site = enough(tmp_path)
    site.replace("facts/facts.yaml", "cards: 2}", "cards: 5}")
    assert to_be_read(site) == {}


def test_a_sentence_that_is_not_translated_needs_no_reading(tmp_path: Path) -> None:
    site = enough(tmp_path)
    site.replace(GERMAN_FILE, f'msgstr "{SATZ}"', 'msgstr ""')
    site.replace("facts/facts.yaml", "cards: 2}", "cards: 1}")
    assert GERMAN_FILE not in to_be_read(site)


NOUN = "It holds {pair.cards[words][noun]} and takes {trial.steps[noun]}."
NOMEN = "Nach {trial.steps[noun]} sind es {pair.cards[words][noun]}."
NOM = "Dedans, {pair.cards[words][noun]}, et {trial.steps[noun]}."


@pytest.mark.parametrize(
    ("count", "cards", "steps"),
    [
        (1, {EN: "one card", DE: "eine Karte", FR: "une carte"}, {EN: "1 step", DE: "1 Schritt", FR: "1 étape"}),
        (2, {EN: "two cards", DE: "zwei Karten", FR: "deux cartes"}, {EN: "2 steps", DE: "2 Schritte", FR: "2 étapes"}),
        (
            10**6,
            {EN: "1,000,000 cards", DE: "1.000.000 Karten", FR: "1\u202f000\u202f000 de cartes"},
            {EN: "1,000,000 steps", DE: "1.000.000 Schritte", FR: "1\u202f000\u202f000 d’étapes"},
        ),
    ],
)
def test_a_noun_and_a_number_word_agree_with_the_count_in_each_language(
    tmp_path: Path, count: int, cards: dict[str, str], steps: dict[str, str]
) -> None:
    facts = FACTS.replace("1234.5678 GB\n", f"1234.5678 GB\n    steps: {count}\n    cards: {count}\n")
    text = NOUN.replace("pair.", "trial."), NOMEN.replace("pair.", "trial."), NOM.replace("pair.", "trial.")
    site = site_of(tmp_path, text[0], {"de": text[1], "fr": text[2]}, facts=facts)
    checked = site.check()
    for shown in (cards, steps):
        for file, words in shown.items():
            assert f">{words}</data>" in html_of(checked, file).replace("\u00a0", " ")
    assert checked.warnings == ()


@pytest.mark.parametrize(
    ("reference", "says"),
    [
        ("{card_a.memory[noun]}", "card_a.memory counts nothing that has a noun here; known: cards, cores, days"),
        ("{trial.memory[words]}", "only whole counts are spelled out, and this is 1.23457e+12"),
        ("{pair.cards[noun][million]:.1}", "a noun follows whole counts without a scale"),
    ],
)
def test_what_is_no_count_has_no_noun_and_no_word(tmp_path: Path, reference: str, says: str) -> None:
    site = write_small_site(tmp_path / "site", articles={SLUG: article(f"It is {reference}.\n")})
    (problem,) = [problem for problem in site.problems() if problem.startswith(SOURCE)]
    assert says in problem


def test_a_gender_that_no_noun_has_is_found(tmp_path: Path) -> None:
    site = enough(tmp_path)
    site.replace("locales/de/LC_MESSAGES/site.po", "ein | feminine: eine", "ein | femnine: eine")
    (problem,) = site.problems()
    assert problem.endswith('no noun has the gender "femnine"; did you mean "feminine"?')


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("counts: many\n", "counts.yaml:1: must hold nothing but a table of counts"),
        ("counts:\n  pair.cards: [one]\n", "counts.yaml:2: the form of pair.cards must be a text"),
        ("counts:\n  pair.cards: one\n  pair.cards: other\n", "counts.yaml:3: "),
    ],
)
def test_a_record_of_readings_is_read_strictly(tmp_path: Path, text: str, says: str) -> None:
    site = enough(tmp_path)
    site.write("locales/de/counts.yaml", text)
    assert any(says in problem for problem in site.problems())
