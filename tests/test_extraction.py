"""Bringing the catalogues up to the articles: what is written, what is kept, and what is left alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel import Locale
from conftest import Site
from small import BODY, GERMAN, SLUG, article, english, german, write_small_site

from zahlwerk.catalogs import Catalogue, read_catalogue
from zahlwerk.editions import plural_forms
from zahlwerk.extraction import update_catalogues
from zahlwerk.project import load_project

ENGLISH_SITE, GERMAN_SITE = "locales/en/LC_MESSAGES/site.po", "locales/de/LC_MESSAGES/site.po"
GERMAN_ARTICLE = f"locales/de/LC_MESSAGES/{SLUG}.po"
SOURCE = f"content/{SLUG}.md"

SECTIONS = """\
Each card holds {card_a.memory}.

## Power

The cards draw power while they work, and fans turn.

## Ordering

Write to us, and we answer.
"""
SECTIONS_IN_GERMAN = {
    **GERMAN,
    "Each card holds {card_a.memory}.": "Jede Karte fasst {card_a.memory}.",
    "Power": "Leistung",
    "The cards draw power while they work, and fans turn.": "Die Karten nehmen Leistung auf, und Lüfter drehen sich.",
    "Ordering": "Bestellung",
    "Write to us, and we answer.": "Schreiben Sie uns, und wir antworten.",
}


@pytest.fixture
def small(tmp_path: Path) -> Site:
    """A small site whose catalogues are up to date."""
    languages = {"en": english(), "de": german(small=SECTIONS_IN_GERMAN)}
    site = write_small_site(tmp_path / "site", articles={SLUG: article(SECTIONS)}, languages=languages)
    update(site)
    return site


def in_two_languages(folder: Path, body: str) -> Site:
    """A small site of one article that nobody has translated."""
    languages = {"en": english(), "de": german()}
    return write_small_site(folder / "site", articles={SLUG: article(body)}, languages=languages)


def update(site: Site) -> list[str]:
    return update_catalogues(load_project(site.folder))


def catalogue(site: Site, name: str = GERMAN_ARTICLE) -> Catalogue:
    return read_catalogue(site.folder / name, name)


def catalogues(site: Site) -> dict[str, str]:
    paths = sorted(site.folder.glob("locales/*/LC_MESSAGES/*.po"))
    return {path.relative_to(site.folder).as_posix(): path.read_bytes().decode() for path in paths}


def test_the_catalogues_of_this_project_are_up_to_date(site: Site) -> None:
    before = catalogues(site)
    assert update(site) == []
    assert catalogues(site) == before


def test_catalogues_that_are_up_to_date_are_not_written(small: Site) -> None:
    times = {path: path.stat().st_mtime_ns for path in small.folder.glob("locales/*/*/*.po")}
    assert update(small) == []
    assert {path: path.stat().st_mtime_ns for path in small.folder.glob("locales/*/*/*.po")} == times


@pytest.mark.parametrize(
    ("old", "new"),
    [("memory: 141.1 GB", "memory: 142.5 GB"), ("cards: 2}", "cards: 4}"), ("read: 2026-10-24", "read: 2026-11-30")],
)
def test_a_changed_fact_changes_no_catalogue(small: Site, old: str, new: str) -> None:
    small.replace("facts/facts.yaml", old, new)
    assert update(small) == []


def test_a_changed_fact_of_this_project_changes_no_catalogue(site: Site) -> None:
    site.replace("facts/facts.yaml", "    memory: 141 GB\n", "    memory: 142 GB\n")
    assert update(site) == []


def test_an_update_is_done_after_one_run(small: Site) -> None:
    small.replace(SOURCE, "fans turn", "their fans turn")
    small.replace(SOURCE, "Write to us", "Call us")
    assert update(small) == [GERMAN_ARTICLE]
    assert update(small) == []


def test_a_changed_paragraph_is_a_guess_until_somebody_has_looked(small: Site) -> None:
    small.replace(SOURCE, "while they work", "while they compute")
    update(small)
    new = "The cards draw power while they compute, and fans turn."
    (found,) = [entry for entry in catalogue(small).entries if entry.source == new]
    assert (found.fuzzy, found.previous) == (True, new.replace("compute", "work"))
    assert found.translation == "Die Karten nehmen Leistung auf, und Lüfter drehen sich."
    assert catalogue(small).translation("", new) is None


def test_a_paragraph_that_changed_its_section_and_its_words_is_new(small: Site) -> None:
    small.replace(SOURCE, "The cards draw power while they work, and fans turn.\n\n", "")
    small.replace(SOURCE, "## Ordering\n", "## Ordering\n\nThe cards draw power while they compute, and fans turn.\n")
    update(small)
    new = "The cards draw power while they compute, and fans turn."
    (found,) = [entry for entry in catalogue(small).entries if entry.source == new]
    assert (found.translation, found.fuzzy) == ("", False)


def test_a_moved_paragraph_changes_only_the_order_and_its_place(small: Site) -> None:
    before = {entry.key: entry for entry in catalogue(small).entries}
    moved = "Write to us, and we answer."
    small.replace(SOURCE, f"\n{moved}\n", "")
    small.replace(SOURCE, "---\n\nEach", f"---\n\n{moved}\n\nEach")
    update(small)
    after = catalogue(small)
    assert {entry.key for entry in after.entries} == before.keys()
    assert all(entry.translation == before[entry.key].translation and not entry.fuzzy for entry in after.entries)
    assert after.translation("", moved) == "Schreiben Sie uns, und wir antworten."
    assert [entry.source for entry in after.entries].index(moved) == 2  # behind title and description


def test_a_deleted_paragraph_is_kept_and_comes_back(small: Site) -> None:
    text, before = small.read(SOURCE), small.read(GERMAN_ARTICLE)
    small.replace(SOURCE, "Write to us, and we answer.\n", "")
    update(small)
    assert '#~ msgid "Write to us, and we answer."' in small.read(GERMAN_ARTICLE)
    small.write(SOURCE, text)
    update(small)
    assert small.read(GERMAN_ARTICLE) == before


def test_a_translator_may_save_with_carriage_returns(small: Site) -> None:
    before = small.read(GERMAN_ARTICLE)
    small.write(GERMAN_ARTICLE, before.replace("\n", "\r\n"))
    assert update(small) == [GERMAN_ARTICLE]
    assert small.read(GERMAN_ARTICLE) == before


def test_a_new_language_is_given_everything_to_translate(small: Site) -> None:
    start = small.read(GERMAN_SITE).partition("\n\n")[0].replace("Language: de", "Language: fr")
    small.write(
        "locales/fr/LC_MESSAGES/site.po", f'{start}\n\nmsgctxt "language"\nmsgid "formatting locale"\nmsgstr "fr"\n'
    )
    changed = update(small)
    assert changed == ["locales/fr/LC_MESSAGES/site.po", f"locales/fr/LC_MESSAGES/{SLUG}.po"]
    given, full = catalogue(small, "locales/fr/LC_MESSAGES/site.po"), catalogue(small, GERMAN_SITE)
    other = {key for key in full.by_key if ".one" not in key[0]}  # the plural categories of a language are its own
    assert other <= given.by_key.keys()
    assert {("unit.one", "GB"), ("unit.many", "GB"), ("unit.other", "GB")} <= given.by_key.keys()
    assert update(small) == []


def test_an_article_has_no_catalogue_in_its_own_language(small: Site) -> None:
    small.write("content/zweiter.md", article("Ein Satz.\n", language="de"))
    assert update(small) == ["locales/en/LC_MESSAGES/zweiter.po"]


def test_a_new_catalogue_holds_each_text_once_with_its_notes(tmp_path: Path) -> None:
    body = (
        "<!-- note: the maker's name for it. -->\nOne text.\n\n## Two texts {#two}\n\nOne text.\n\n"
        "| Two texts | {card_a.memory} |\n|---|---|\n| a | {pair.cards} |\n"
    )
    site = in_two_languages(tmp_path, body)
    update(site)
    found = {entry.key: entry for entry in catalogue(site).entries}
    assert [key[1] for key in found] == ["A small article", "What the cards hold.", "One text.", "Two texts", "a", SLUG]
    assert found["", "One text."].notes == ("paragraph", 'under "Two texts"', "the maker's name for it.")
    assert found["", "One text."].places == (SOURCE, f"{SOURCE}#two")
    assert found["", "Two texts"].notes == ("heading", "cell", 'under "Two texts"')
    assert all(entry.translation == "" for entry in found.values())


def test_each_message_says_what_it_is_and_under_which_heading(tmp_path: Path) -> None:
    body = (
        "Above.\n\n## Power\n\nBelow.\n\n### Cables\n\n<!-- note: two of them. -->\n- of copper\n\n"
        "## Prices\n\n| Part | Price |\n|---|---|\n| fan | none |\n\n```text translate\nrun it\n```\n"
    )
    site = in_two_languages(tmp_path, body)
    update(site)
    entries = [entry for entry in catalogue(site).entries if entry.context != "slug"]
    assert {entry.source: (entry.notes, entry.places) for entry in entries} == {
        "A small article": (("title",), (SOURCE,)),
        "What the cards hold.": (("description",), (SOURCE,)),
        "Above.": (("paragraph",), (SOURCE,)),
        "Power": (("heading",), (SOURCE,)),
        "Below.": (("paragraph", 'under "Power"'), (f"{SOURCE}#power",)),
        "Cables": (("heading", 'under "Power"'), (f"{SOURCE}#power",)),
        "of copper": (("list item", 'under "Cables"', "two of them."), (f"{SOURCE}#cables",)),
        "Prices": (("heading",), (SOURCE,)),
        "Part": (("cell", 'under "Prices"'), (f"{SOURCE}#prices",)),
        "Price": (("cell", 'under "Prices"'), (f"{SOURCE}#prices",)),
        "fan": (("cell", 'under "Prices"'), (f"{SOURCE}#prices",)),
        "none": (("cell", 'under "Prices"'), (f"{SOURCE}#prices",)),
        "run it": (("code block", 'under "Prices"'), (f"{SOURCE}#prices",)),
    }


@pytest.mark.parametrize(
    ("text", "flagged"),
    [
        ("Each card holds {card_a.memory}.", True),
        ("No figure here.", False),
        ("A brace \\{ beside {card_a.memory}.", False),
        ("Code `{}` beside {card_a.memory}.", False),
    ],
    ids=["figures", "words only", "an escaped brace", "code"],
)
def test_gettext_is_told_to_compare_references_where_it_can(tmp_path: Path, text: str, flagged: bool) -> None:
    site = in_two_languages(tmp_path, f"{text}\n")
    update(site)
    found = catalogue(site).by_key["", text]
    assert found.flags == (("python-brace-format",) if flagged else ())


def test_an_article_may_not_take_the_place_of_the_sites_own_words(tmp_path: Path) -> None:
    site = write_small_site(tmp_path / "site")
    before = site.read(GERMAN_SITE)
    site.write("content/site.md", article(BODY))
    site.run("messages")
    assert catalogue(site, GERMAN_SITE).translation("", "Contents") == "Inhalt"
    assert site.read(GERMAN_SITE) == before


def test_a_catalogue_that_cannot_be_read_is_not_overwritten(small: Site, capsys: pytest.CaptureFixture[str]) -> None:
    small.replace(GERMAN_ARTICLE, 'msgstr "Leistung"', 'msgstr "Leistung')
    before = catalogues(small)
    assert small.run("messages", "update") == 1
    assert "no part of a PO file" in capsys.readouterr().err
    assert catalogues(small) == before


@pytest.mark.parametrize(
    ("locale", "forms"),
    [
        ("de", "nplurals=2; plural=(n != 1);"),
        ("en_GB", "nplurals=2; plural=(n != 1);"),
        ("ja", "nplurals=1; plural=0;"),
    ],
)
def test_the_header_names_the_plural_rule_of_the_language(locale: str, forms: str) -> None:
    assert plural_forms(Locale.parse(locale)) == forms
