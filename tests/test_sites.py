"""Small whole sites: their languages are equals, whichever the articles are written in."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Callable
from html import unescape

import pytest
from conftest import ROOT, Site
from small import html_of

from zahlwerk.build import Checked, Wanted, check
from zahlwerk.catalogs import read_catalogue, written
from zahlwerk.checks.readback import read_page

SLUG = "sicherung-des-kartenspeichers"
SOURCE = f"content/{SLUG}.md"
OF_FACTS = {
    "name",
    "publisher",
    "source title",
    "title",
    "where",
    "why",
    "note",
}  # contexts of what the project's own facts say
ENGLISH = f"locales/en/LC_MESSAGES/{SLUG}.po"


@pytest.fixture
def german_source(small_site: Callable[[str], Site]) -> Site:
    """A site written in German and translated into English; words that are new in the project come from there."""
    site = small_site("german_source")
    for language in ("de", "en"):
        name = f"locales/{language}/LC_MESSAGES/site.po"
        own, projects = (read_catalogue(folder / name, name) for folder in (site.folder, ROOT))
        foreign = {entry.key for entry in projects.entries if entry.obsolete or entry.context in OF_FACTS}
        new = tuple(entry for entry in projects.entries if entry.key not in {*own.by_key, *foreign})
        site.write(name, written(dataclasses.replace(own, entries=(*own.entries, *new))))
    return site


@pytest.fixture
def built(german_source: Site) -> Checked:
    return check(german_source.folder, Wanted(strict=True))


def text_of(checked: Checked, language: str) -> str:
    """What a reader of the article reads, without its appendix."""
    html = html_of(checked, f"{language}/{SLUG}/index.html")
    body = html.partition('<div class="text">')[2].partition('<section class="how"')[0]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", body)).split())


def test_a_site_written_in_german_has_no_problem_in_a_strict_build(german_source: Site) -> None:
    assert german_source.run("build", "--strict") == 0
    assert german_source.tree().keys() == {
        "index.html", "de/index.html", f"de/{SLUG}/index.html", "en/index.html", f"en/{SLUG}/index.html",
        f"data/{SLUG}.json", f"data/{SLUG}.csv", "assets/site.css", "assets/site.js", "assets/planner.js",
        "assets/scheme.js", "assets/search.js", "assets/moved.js",
        "pictures/de.png", "pictures/en.png", f"pictures/{SLUG}.de.png", f"pictures/{SLUG}.en.png",
        "404.html", "de/404.html", "en/404.html", "de/feed.xml", "en/feed.xml",
        "sitemap.xml", "robots.txt",
    }  # fmt: skip


# 48 GB ÷ 32 GB/s = 1.5 s, and 48 GB ÷ 25 MB/s = 1920 s.
FIGURES = [
    ("rechenkarte.memory", "", "48 GB", "48 GB", "48000000000"),
    ("datenblatt.published", "", "27. Februar 2026", "27 February 2026", "2026-02-27"),
    ("ueber_steckplatz.gather_seconds", "[min]", "mindestens 1,5 Sekunden", "at least 1.5 seconds", "1.5"),
    ("ueber_netz.gather_seconds", "[min]:.0", "mindestens 1.920 Sekunden", "at least 1,920 seconds", "1920"),
    ("steckplatz.rate", "", "32 GB/s", "32 GB/s", "32000000000"),
    ("ueber_steckplatz.gather_seconds", "", "1,5 Sekunden", "1.5 seconds", "1.5"),
    ("netz.rate", "", "25 MB/s", "25 MB/s", "25000000"),
    ("ueber_netz.gather_seconds", "", "1.920,0 Sekunden", "1,920.0 seconds", "1920"),
]


def test_its_figures_are_right_in_both_languages(built: Checked) -> None:
    for language, column in (("de", 2), ("en", 3)):
        page = next(page for page in built.pages if page.file == f"{language}/{SLUG}/index.html")
        figures = [figure for figure in read_page(page).figures if not figure.navigation]
        assert [(f.reference, f.show, f.text.replace("\u00a0", " "), f.value) for f in figures] == [
            (row[0], row[1], row[column], row[4]) for row in FIGURES
        ]
        assert {figure.language for figure in figures} == {language}


def test_its_data_file_holds_the_texts_of_both_languages(german_source: Site) -> None:
    german_source.run("build")
    data = json.loads(german_source.tree()[f"data/{SLUG}.json"])["figures"]["ueber_netz.gather_seconds"]
    assert (data["value"], data["unit"], data["formula"]) == ("1920/1", "second", "gather_bytes / link.rate")
    assert data["inputs"] == {"gather_bytes": "rechenkarte.memory", "link.rate": "netz.rate"}
    assert data["shown"] == {
        "": {"de": "1.920,0\u00a0Sekunden", "en": "1,920.0\u00a0seconds"},
        "[min]:.0": {"de": "mindestens 1.920\u00a0Sekunden", "en": "at least 1,920\u00a0seconds"},
    }


@pytest.mark.parametrize(
    ("language", "begins", "title"),
    [
        ("de", "Wer den Speicher einer Rechenkarte sichert", "Wie lange die Sicherung eines Kartenspeichers dauert"),
        ("en", "To back up the memory of a compute card", "How long a backup of a card"),
    ],
)
def test_each_page_is_in_its_own_language_throughout(built: Checked, language: str, begins: str, title: str) -> None:
    html = html_of(built, f"{language}/{SLUG}/index.html")
    assert f'<html lang="{language}"' in html
    assert f"<title>{title}" in unescape(html)
    assert text_of(built, language).startswith(begins)
    body = html.partition('<div class="text">')[2].partition('<section class="how"')[0]
    assert " lang=" not in body
    assert re.findall(r'<link rel="alternate" hreflang="(\w+)" href="([^"]+)">', html) == [
        (tag, f"https://sicherung.example.com/notizen/{tag}/{SLUG}/") for tag in ("de", "en")
    ]


def test_headings_have_the_ids_of_the_german_source_in_both_languages(built: Checked) -> None:
    for language in ("de", "en"):
        html = html_of(built, f"{language}/{SLUG}/index.html")
        assert '<h2 id="steckplatz-oder-netz">' in html
        assert '<a href="#steckplatz-oder-netz">' in html


def test_the_quotation_marks_are_those_of_each_language(built: Checked) -> None:
    assert "„Datenblatt“" in text_of(built, "de")
    assert "“data sheet”" in text_of(built, "en")


def test_a_text_without_translation_stands_in_german_on_the_english_page(german_source: Site) -> None:
    german_source.write(ENGLISH, re.sub(r'msgstr "Over the slot.*"', 'msgstr ""', german_source.read(ENGLISH)))
    checked = german_source.check()
    (warning,) = checked.warnings
    assert '"Über den Steckplatz dauert das' in warning.message
    paragraph = '<p lang="de">Über den Steckplatz dauert das '
    assert paragraph in html_of(checked, f"en/{SLUG}/index.html")
    assert "mindestens 1.920 Sekunden" in text_of(checked, "en").replace("\u00a0", " ")
    assert "1,920.0 seconds" in text_of(checked, "en").replace("\u00a0", " ")


def test_a_claim_is_named_in_the_german_article(german_source: Site) -> None:
    german_source.replace("facts/facts.yaml", "rate: 25 MB/s", "rate: 50 GB/s")
    claim = "{ueber_netz.gather_seconds} > {ueber_steckplatz.gather_seconds}"
    line = german_source.read(SOURCE).partition(f"<!-- claim: {claim}")[0].count("\n") + 1
    (false,) = [problem for problem in german_source.problems() if "is false" in problem]
    assert false.startswith(f"{SOURCE}:{line}: the claim {claim} is false")


@pytest.mark.parametrize(
    ("file", "old", "new", "word"),
    [
        (SOURCE, "Der Weg entscheidet", "Der Weg entscheidet zu 90", "90"),
        (SOURCE, "Der Weg entscheidet", "Der Weg entscheidet zehnmal", "zehnmal"),
        (ENGLISH, "So the way decides", "So the ten ways decide", "ten"),
    ],
)
def test_the_words_of_each_language_are_held_to_its_own_list(
    german_source: Site, file: str, old: str, new: str, word: str
) -> None:
    german_source.replace(file, old, new)
    found = [problem for problem in german_source.problems() if f'"{word}" is a typed' in problem]
    assert found
    assert all(problem.startswith(f"{file}:") for problem in found)


def test_its_messages_make_no_german_catalogue(german_source: Site) -> None:
    german_source.replace(SOURCE, "Der Weg entscheidet also.", "Also entscheidet der Weg.")
    assert german_source.run("messages") == 0
    assert not (german_source.folder / f"locales/de/LC_MESSAGES/{SLUG}.po").exists()
    assert "Also entscheidet der Weg." in german_source.read(ENGLISH)
    assert german_source.run("messages") == 0
