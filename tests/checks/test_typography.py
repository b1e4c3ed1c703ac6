"""Typography: quotation marks and no-break spaces are those of the language."""

from __future__ import annotations

from pathlib import Path

import pytest
from one_article import GERMAN, found, project, with_site_words
from small import SLUG

from zahlwerk.checks.typography import (
    no_break_spaces_are_listed_with_their_texts,
    no_break_spaces_of_the_language,
    no_straight_marks_around_articles,
    quotation_marks_of_the_language,
)

FRENCH = f"locales/fr/LC_MESSAGES/{SLUG}.po"
IN_GERMAN, IN_FRENCH = "write „…“, and ‚…‘ inside", "write «\u00a0…\u00a0», and “…” inside"
FOREIGN = "is no quotation mark of this language"
OPENS, CLOSES = "opens a quotation, and stands where one closes", "closes a quotation, and stands where one opens"


def said(problems: list[str], file: str) -> list[str]:
    assert all(problem.startswith(f"{file}:") for problem in problems), problems
    return [problem.partition(": ")[2] for problem in problems]


GERMAN_MARKS = [
    ("„Wort“", []),
    ("Das „Wort“, das („Wort“) und das Wort „{card_a.memory}“.", []),
    ("„‚Wort‘, sagt er.“", []),
    ("Anti-„Wort“-Haltung", []),
    ("**„Wort“** und „*Wort*“", []),
    ("\"Wort\" und 'Wort'", []),
    ("Hans’ Wort, ’s ist {card_a.memory}’s", []),
    ("`“Wort”` [a](https://a.example/“a”)", []),
    ('[a](https://a.example "„Titel“")', []),
    ("“Wort”", [f"“ {CLOSES}", f"” {FOREIGN}"]),
    ("“Wort“", [f"“ {CLOSES}"]),
    ("(“Wort“)", [f"“ {CLOSES}"]),
    ("„Wort”", [f"” {FOREIGN}"]),
    ("„Wort„", [f"„ {OPENS}"]),
    ("Das Wort„ hier", [f"„ {OPENS}"]),
    ("Das Wort „ hier", [f"„ {OPENS}"]),
    ("«Wort»", [f"« {FOREIGN}", f"» {FOREIGN}"]),
    ("‘Wort’", [f"‘ {CLOSES}"]),
    ("«a» «b»", [f"« {FOREIGN}", f"» {FOREIGN}"]),
    ("「Wort」", [f"「 {FOREIGN}", f"」 {FOREIGN}"]),
]


@pytest.mark.parametrize(("words", "messages"), GERMAN_MARKS, ids=[row[0] for row in GERMAN_MARKS])
def test_quotation_marks_are_those_of_german(tmp_path: Path, words: str, messages: list[str]) -> None:
    problems = found(quotation_marks_of_the_language, project(tmp_path, "Words.", {"Words.": words}))
    assert said(problems, GERMAN) == [f"{message}; {IN_GERMAN} (quotes)" for message in messages]


FRENCH_MARKS = [
    ("«\u00a0mot\u00a0»", []),
    ("« mot », dit-on", []),  # its spaces are another check's
    ("«mot»", []),
    ("le «\u00a0“mot”\u00a0»", []),
    ("l’eau d'ici", []),
    ("„mot“", [f"„ {FOREIGN}", f"“ {OPENS}"]),
    ("»mot«", [f"» {CLOSES}", f"« {OPENS}"]),
    ("mot »mot", [f"» {CLOSES}"]),
    ("‘mot’", [f"‘ {FOREIGN}"]),
]


@pytest.mark.parametrize(("words", "messages"), FRENCH_MARKS, ids=[row[0] for row in FRENCH_MARKS])
def test_quotation_marks_are_those_of_french(tmp_path: Path, words: str, messages: list[str]) -> None:
    problems = found(quotation_marks_of_the_language, project(tmp_path, "Words.", {"Words.": words}, "fr"))
    assert said(problems, FRENCH) == [f"{message}; {IN_FRENCH} (quotes)" for message in messages]


@pytest.mark.parametrize(
    ("quotes", "words"),
    [
        ("”|”|’|’", "”sana” ja ’sana’ ja sana”"),  # Finnish: opening and closing alike
        ("»|«|›|‹", "»Wort«, ›Wort‹"),
        ("“|”|‘|’", "他说“你好”。"),  # no spaces between words
        ("「|」|『|』", "これは「言葉」です"),
        ("quotes", "“Wort” „Wort“ «Wort»"),  # a language that names none
        ("\"|\"|'|'", "“Wort” „Wort“ «Wort»"),  # or straight ones
    ],
)
def test_the_marks_are_what_the_language_says_they_are(tmp_path: Path, quotes: str, words: str) -> None:
    loaded = project(tmp_path, "Words.", {"Words.": words})
    loaded = with_site_words(loaded, "de", "typography", "quotes", quotes)
    assert said(found(quotation_marks_of_the_language, loaded), GERMAN) == []


def test_marks_are_typed_around_articles_and_set_within(tmp_path: Path) -> None:
    loaded = project(tmp_path, "Words.", {"Words.": '"Wort"'})
    assert found(no_straight_marks_around_articles, loaded) == []
    loaded = with_site_words(loaded, "de", "", "Contents", 'Der "Inhalt"')
    (problem,) = found(no_straight_marks_around_articles, loaded)
    assert problem.startswith("locales/de/LC_MESSAGES/site.po:")
    assert problem.endswith(f': the straight mark " stays as it is here; {IN_GERMAN} (quotes)')
    loaded = with_site_words(loaded, "de", "", "Contents", "Der “Inhalt”")
    problems = found(quotation_marks_of_the_language, loaded)
    assert [problem.split(": ")[1][0] for problem in problems] == ["“", "”"]
    loaded = with_site_words(loaded, "de", "", "Contents", "Der „Inhalt“")
    assert found(quotation_marks_of_the_language, loaded) == []
    assert found(no_straight_marks_around_articles, loaded) == []


NARROW, USUAL = "a narrow no-break space (U+202F)", "a no-break space (U+00A0)"
FRENCH_SPACES = [
    ("mot\u202f; mot\u00a0: mot\u202f! mot\u202f?", []),
    ("«\u00a0mot\u00a0»", []),
    ("mot ; mot", [f'"mot ;" needs {NARROW} before ";"']),
    ("mot; mot", [f'"mot;" needs {NARROW} before ";"']),
    ("mot\u00a0; mot", [f'"mot\u00a0;" needs {NARROW} before ";"']),
    ("mot\u202f: mot", [f'"mot\u202f:" needs {USUAL} before ":"']),
    ("mot ?", [f'"mot ?" needs {NARROW} before "?"']),
    ("mot\u202f?!", []),
    ("« mot »", [f'"« mot" needs {USUAL} after "«"', f'"mot »" needs {USUAL} before "»"']),
    ("«mot»", [f'"«mot»" needs {USUAL} after "«"', f'"«mot»" needs {USUAL} before "»"']),
    ("{card_a.memory} ; mot", [f'"… ;" needs {NARROW} before ";"']),
    ("{card_a.memory}\u202f; mot", []),
    ("{card_a.memory}: mot", [f'"…:" needs {USUAL} before ":"']),
    ("`code`; mot", [f'"…;" needs {NARROW} before ";"']),
    ("`a ; b` [a](https://a.example/?a;b)", []),
    ("https://a.example/ et {card_a.memory}:{card_a.memory}", []),
    ("**mot** ; mot", [f'"mot ;" needs {NARROW} before ";"']),
    ("mot&nbsp;: mot", []),
    ("mot ; mot ;", [f'"mot ;" needs {NARROW} before ";"']),
    ('"mot"\u202f; mot', []),
    ("{card_a.memory} ? {pair.pool_memory}\u202f!", [f'"… ?" needs {NARROW} before "?"']),
]


@pytest.mark.parametrize(("words", "messages"), FRENCH_SPACES, ids=[row[0] for row in FRENCH_SPACES])
def test_french_keeps_its_marks_on_the_line(tmp_path: Path, words: str, messages: list[str]) -> None:
    problems = found(no_break_spaces_of_the_language, project(tmp_path, "Words.", {"Words.": words}, "fr"))
    assert said(problems, FRENCH) == [f"{message} (spaces)" for message in messages]


GERMAN_SPACES = [
    ("Karten, z.\u00a0B. diese; Wort: Wort!", []),
    ("Karten, z. B. diese", [f'"z. B." needs {USUAL} after "z."']),
    ("Karten, z.B. diese", [f'"z.B." needs {USUAL} after "z."']),
    ("Karten, z.\u202fB. diese", [f'"z.\u202fB." needs {USUAL} after "z."']),
    ("Z. B. diese", [f'"Z. B." needs {USUAL} after "z."']),
    ("Karten, i.\u00a0d. R. diese", [f'"i.\u00a0d. R." needs {USUAL} after "d."']),
    ("Der Satz. Beides.", []),
    ("Karten, d. h. {card_a.memory}", [f'"d. h." needs {USUAL} after "d."']),
]


@pytest.mark.parametrize(("words", "messages"), GERMAN_SPACES, ids=[row[0] for row in GERMAN_SPACES])
def test_german_keeps_its_abbreviations_together(tmp_path: Path, words: str, messages: list[str]) -> None:
    problems = found(no_break_spaces_of_the_language, project(tmp_path, "Words.", {"Words.": words}))
    assert said(problems, GERMAN) == [f"{message} (spaces)" for message in messages]


@pytest.mark.parametrize("listed", ["|", "", " | "])
def test_a_language_may_have_none(tmp_path: Path, listed: str) -> None:
    loaded = project(tmp_path, "Words.", {"Words.": "z. B. diese"})
    loaded = with_site_words(loaded, "de", "typography", "no-break spaces", listed)
    assert found(no_break_spaces_of_the_language, loaded) == []


@pytest.mark.parametrize("text", ["z. B.", "\u00a0"])
def test_what_is_listed_without_a_no_break_space_is_told(tmp_path: Path, text: str) -> None:
    loaded = project(tmp_path, "Words.", {"Words.": "z. B. diese, d. h. jene"})
    loaded = with_site_words(loaded, "de", "typography", "no-break spaces", f"{text}|d.\u00a0h.")
    (problem,) = found(no_break_spaces_are_listed_with_their_texts, loaded)
    assert problem.startswith("locales/de/LC_MESSAGES/site.po:")
    assert f'"{text}" is no text with a no-break space' in problem
    assert said(found(no_break_spaces_of_the_language, loaded), GERMAN) == [
        f'"d. h." needs {USUAL} after "d." (spaces)'
    ]


@pytest.mark.parametrize(("words", "problems"), [("a\u00a0\u00a0b", 0), ("a\u00a0b", 1), ("a b", 1), ("a c", 0)])
def test_several_spaces_may_be_listed_side_by_side(tmp_path: Path, words: str, problems: int) -> None:
    loaded = project(tmp_path, "Words.", {"Words.": words})
    loaded = with_site_words(loaded, "de", "typography", "no-break spaces", "a\u00a0\u00a0b")
    assert len(found(no_break_spaces_of_the_language, loaded)) == problems


def test_the_words_of_the_site_hold_them_too_beside_their_placeholders(tmp_path: Path) -> None:
    loaded = project(tmp_path, "Words.", language="fr")
    source = "fits"
    loaded = with_site_words(loaded, "fr", "verdict, listed memory", source, "Il reste {left} ; voilà.")
    (problem,) = found(no_break_spaces_of_the_language, loaded)
    assert problem.startswith("locales/fr/LC_MESSAGES/site.po:")
    assert problem.endswith(f'"… ;" needs {NARROW} before ";" (spaces)')
