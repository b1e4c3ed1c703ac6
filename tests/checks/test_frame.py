"""The frame: what the site says around its articles holds its sources' digits and placeholders, and no others."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from conftest import ROOT, Site
from one_article import found, project, with_site_words

from zahlwerk.checks.frame import no_control_characters, no_unknown_placeholders, same_digits
from zahlwerk.project import Project

FILE = "locales/de/LC_MESSAGES/site.po"


def retitled(folder: Path, source: str, words: str) -> Project:
    """A project whose case has this title, and this one in German."""
    loaded = project(folder, "Words.")
    edition = loaded.editions["de"]
    entries = tuple(
        dataclasses.replace(entry, source=source, translation=words) if entry.source == "Two cards" else entry
        for entry in edition.site.entries
    )
    editions = {
        **loaded.editions,
        "de": dataclasses.replace(edition, site=dataclasses.replace(edition.site, entries=entries)),
    }
    return dataclasses.replace(loaded, texts=dataclasses.replace(loaded.texts, editions=editions))


DIGITS = [
    ("Section 3.1", "Abschnitt 3.1", ""),
    ("Section 3.1", "Abschnitt 3,1", ""),
    ("16-bit and 8-bit Adam", "8-Bit- und 16-Bit-Adam", ""),
    ("Section 3", "القسم ٣", ""),
    ("No digits", "Keine Ziffern", ""),
    ("Section 3", "Abschnitt 4", 'the digits are "4", but "3" in the source'),
    ("Section 3", "Abschnitt drei", 'the digits are none, but "3" in the source'),
    ("Section three", "Abschnitt 3", 'the digits are "3", but none in the source'),
    ("2 of 12", "2 von 21", 'the digits are "2", "21", but "2", "12" in the source'),
    ("2 of 2", "2 davon", 'the digits are "2", but "2", "2" in the source'),
]


@pytest.mark.parametrize(("source", "words", "message"), DIGITS, ids=[f"{row[0]} {row[1]}" for row in DIGITS])
def test_a_text_of_the_site_holds_the_digits_of_its_source(
    tmp_path: Path, source: str, words: str, message: str
) -> None:
    problems = found(same_digits, retitled(tmp_path, source, words))
    assert [problem.partition(": ")[2] for problem in problems] == (
        [f"{message}; copy them from the source (digits)"] if message else []
    )
    assert all(problem.startswith(f"{FILE}:") for problem in problems)


@pytest.mark.parametrize(
    ("context", "source", "words"),
    [
        ("formula", "estimated_card_bytes", "Speicher je Karte laut DeepSpeed, ZeRO-3 ohne Offload"),
        ("spelled", "2", "zwei"),
        ("typed number", "2", "zwei|zweimal"),
        ("language", "name", "Deutsch 2"),
    ],
)
def test_where_the_source_is_a_key_its_digits_say_nothing(
    tmp_path: Path, context: str, source: str, words: str
) -> None:
    loaded = project(tmp_path, "Words.")
    if loaded.editions["de"].site.translation(context, source) != words:
        loaded = with_site_words(loaded, "de", context, source, words)
    assert found(same_digits, loaded) == []


@pytest.mark.parametrize("character", ["\x02", "\x1b", "\x7f"])
def test_a_text_of_the_site_holds_no_control_character(tmp_path: Path, character: str) -> None:
    loaded = with_site_words(project(tmp_path, "Words."), "de", "", "Contents", f"In{character}halt")
    (problem,) = found(no_control_characters, loaded)
    assert problem.startswith(f"{FILE}:")
    assert problem.endswith(f": a control character is refused: {character!r}; delete it (control)")
    assert found(no_control_characters, project(tmp_path, "Words.")) == []


PLACEHOLDERS = [
    ("", "Contents", "Inhalt {page}", "{page} does not stand in the source; nothing is put in its place (references)"),
    ("unit.other", "GB", "{figure}\u00a0GB {unit}", "{unit} does not stand in the source"),
    ("verdict, listed memory", "fits", "{left} von {lefts}",
     '{lefts} does not stand in the source; did you mean "{left}"?'),
    ("verdict, listed memory", "fits", "Es bleiben {left}.", ""),
    ("", "Contents", "Der { Inhalt }", ""),
]  # fmt: skip


@pytest.mark.parametrize(("context", "source", "words", "message"), PLACEHOLDERS, ids=[row[2] for row in PLACEHOLDERS])
def test_a_placeholder_that_nothing_is_put_into_is_found(
    tmp_path: Path, context: str, source: str, words: str, message: str
) -> None:
    problems = found(
        no_unknown_placeholders,
        with_templates(with_site_words(project(tmp_path, "Words."), "de", context, source, words)),
    )
    assert len(problems) == (1 if message else 0)
    for problem in problems:
        assert problem.startswith(f"{FILE}:")
        assert message in problem


def with_templates(loaded: Project) -> Project:
    """The project with the templates of this very one, which outlive the folder it was read from."""
    return dataclasses.replace(loaded, folder=ROOT)


def test_a_slip_in_the_frame_fails_the_build(site: Site) -> None:
    site.replace(FILE, 'msgstr "Abschnitt 3"', 'msgstr "Abschnitt 4"')
    assert site.run("check") == 1
