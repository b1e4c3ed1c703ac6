"""Texts in their language: what is untranslated is marked, links arrive, tables have names."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import Site
from small import FACTS, SLUG, article, english, german, html_of, write_small_site

FRONT = {"A small article": "Ein kleiner Artikel", "What the cards hold.": "Was die Karten fassen."}
GERMAN_PAGE = f"de/{SLUG}/index.html"


def german_site(folder: Path, body: str, translations: dict[str, str]) -> Site:
    languages = {"en": english(), "de": german(**{SLUG: {**FRONT, **translations}})}
    return write_small_site(folder, articles={SLUG: article(body)}, languages=languages)


def test_a_translated_item_inside_an_untranslated_one_is_in_its_own_language(tmp_path: Path) -> None:
    body = "- Outer words\n  - Inner holds {card_a.memory[GB]:.1}\n"
    inner = {"Inner holds {card_a.memory[GB]:.1}": "Innen sind {card_a.memory[GB]:.1}"}
    page = html_of(german_site(tmp_path / "site", body, inner).check(), GERMAN_PAGE)
    assert '<li><span lang="en">Outer words</span>' in page
    assert "<li>Innen sind " in page
    assert ">141,1\u00a0GB</data>" in page


def test_an_untranslated_paragraph_names_its_language_and_formats_by_it(tmp_path: Path) -> None:
    body = "It holds {card_a.memory[GB]:.1}.\n\nWords.\n"
    page = html_of(german_site(tmp_path / "site", body, {"Words.": "Worte."}).check(), GERMAN_PAGE)
    assert '<p lang="en">It holds ' in page
    assert ">141.1\u00a0GB</data>" in page


def test_a_link_to_an_article_of_another_language_leads_there(tmp_path: Path) -> None:
    articles = {
        SLUG: article("See [that](other) now.\n"),
        "other": article("Worte.\n", language="de", title="Ein anderer"),
    }
    site = write_small_site(tmp_path / "site", articles=articles, languages={"en": english(), "de": german()})
    assert '<a href="/de/other/">that</a>' in html_of(site.check(), f"en/{SLUG}/index.html")


def test_a_table_scrolls_in_a_region_named_by_the_heading_above(tmp_path: Path) -> None:
    table = "| A |\n|---|\n| words |\n"
    site = write_small_site(tmp_path / "site", articles={SLUG: article(f"{table}\n## Below\n\n{table}")})
    page = html_of(site.check(), f"en/{SLUG}/index.html")
    assert '<div class="table" role="region" aria-labelledby="title" tabindex="0">' in page
    assert '<div class="table" role="region" aria-labelledby="below" tabindex="0">' in page
    assert 'id="title"' in page


@pytest.mark.parametrize("typed", ["½ of it", "x² times", "part Ⅳ", "٣ cards", '[g](small "3 cards")'])
def test_a_number_of_any_script_is_a_typed_digit(typed: str, tmp_path: Path) -> None:
    site = write_small_site(tmp_path / "site", articles={SLUG: article(f"Here is {typed}.\n")})
    assert any("is a typed digit" in problem for problem in site.problems())


@pytest.mark.parametrize("url", ["javascript:alert(1)", "data:text/html,x", "//example.com/x", "example.com"])
def test_an_address_that_is_no_page_is_refused_in_the_facts(url: str, tmp_path: Path) -> None:
    facts = FACTS.replace("url: https://maker.example.com/card", f'url: "{url}"')
    assert facts != FACTS
    site = write_small_site(tmp_path / "site", facts=FACTS)
    site.write("facts/facts.yaml", facts)
    assert any(f'"{url}" is no address of a page' in problem for problem in site.problems())


def test_a_link_that_readers_cannot_follow_is_refused(tmp_path: Path) -> None:
    site = write_small_site(tmp_path / "site", articles={SLUG: article("See [that](foo:bar).\n")})
    assert any('the link "foo:bar" is of no kind that readers can follow' in problem for problem in site.problems())


def test_a_field_taken_over_keeps_the_source_that_stated_it(tmp_path: Path) -> None:
    other = "  other: {title: T, publisher: P, language: en, kind: copy, read: 2026-01-02}\n"
    heirs = (
        "cards:\n"
        "  parent: {name: Parent, source: other, where: page, memory: 100 GB, power: 1 W}\n"
        "  heir: {from: parent, name: Heir, source: data_sheet, power: 1 kW}\n"
    )
    facts = FACTS.replace("cards:\n", heirs, 1).replace("sources:\n", f"sources:\n{other}", 1)
    project = write_small_site(tmp_path / "site", facts=facts).check().project
    memory, power = project.figures.find("heir.memory"), project.figures.find("heir.power")
    assert [source.id for source in memory.sources] == ["other"]
    assert memory.fact is not None
    assert memory.fact.where == "page"
    assert [source.id for source in power.sources] == ["data_sheet"]


def test_an_input_that_is_a_figure_keeps_the_range_of_the_input(tmp_path: Path) -> None:
    facts = FACTS.replace("    memory: 1234.5678 GB\n", "    memory: 1234.5678 GB\n    pass_rate_before: 50 %\n", 1)
    case = "  half: {title: Half, card: card_a, cards: {figure: trial.pass_rate_before}}\n"
    site = write_small_site(tmp_path / "site", facts=FACTS)
    site.write("facts/facts.yaml", facts + case)
    assert any("cards is out of range: {trial.pass_rate_before} is 1/2" in problem for problem in site.problems())


def test_a_heading_that_skips_a_level_is_refused(tmp_path: Path) -> None:
    site = write_small_site(tmp_path / "site")
    site.write(f"content/{SLUG}.md", article("#### Deep\n\nWords.\n"))
    assert any("a heading skips a level; write ##" in problem for problem in site.problems())
