"""Links: each leads to an article, a planned page or a heading; planned pages are not there yet."""

from __future__ import annotations

from pathlib import Path

import pytest
from one_article import FIRST_LINE, GERMAN, SOURCE, found, project, write
from small import SLUG, article

from zahlwerk.checks.links import lead_somewhere, planned_pages_are_missing, texts_say_where_they_lead
from zahlwerk.project import load_project

PLANNED = '\n[tool.zahlwerk.planned_pages]\nlater-page = "/en/later-page/"\n'
HEADINGS = "\n\n## First heading\n\nText.\n\n## Zweite Überschrift {#explicit}\n\nText."

LINKS = [
    ("second", ""),
    ("second#there", ""),
    ("later-page", ""),
    ("later-page#anything", ""),
    ("#first-heading", ""),
    ("#explicit", ""),
    (f"{SLUG}#explicit", ""),
    ("https://example.com/not-checked", ""),
    ("mailto:a@example.com", ""),
    ("secnd", 'leads to no article and no planned page; did you mean "second"?'),
    ("later-pages", 'did you mean "later-page"?'),
    ("second#her", 'the link "second#her" leads to no heading'),
    ("#frist-heading", 'did you mean "first-heading"?'),
    ("#zweite-überschrift", "leads to no heading"),
    ("/de/second/", "names no article; write [text](slug#heading)"),
    ("../second/", "leads to no article"),
    ("second.html", "leads to no article"),
]


@pytest.mark.parametrize(("target", "says"), LINKS, ids=[row[0] for row in LINKS])
def test_a_link_leads_somewhere(tmp_path: Path, target: str, says: str) -> None:
    site = write(tmp_path / "site", f"See [there]({target}).{HEADINGS}")
    site.write("content/second.md", article("## There\n\nText.\n"))
    site.write("pyproject.toml", site.read("pyproject.toml") + PLANNED)
    problems = found(lead_somewhere, load_project(site.folder))
    if not says:
        assert problems == []
    else:
        (problem,) = problems
        assert problem.startswith(f"{SOURCE}:{FIRST_LINE}: ")
        assert says in problem


@pytest.mark.parametrize("target", ["#frist-heading", "secnd"])
def test_a_link_of_a_translation_leads_somewhere(tmp_path: Path, target: str) -> None:
    source = "See [there](#first-heading)."
    loaded = project(tmp_path, source + HEADINGS, {source: f"Siehe [dort]({target})."})
    (problem,) = found(lead_somewhere, loaded)
    assert problem.startswith(f"{GERMAN}:")
    assert f'"{target}"' in problem


def test_a_planned_page_that_exists_is_no_longer_planned(tmp_path: Path) -> None:
    site = write(tmp_path / "site", "Words.")
    site.write("pyproject.toml", site.read("pyproject.toml") + PLANNED.replace("later-page =", f"{SLUG} ="))
    (problem,) = planned_pages_are_missing(load_project(site.folder).texts)
    assert problem.severity == "warning"
    assert str(problem) == f'pyproject.toml: "{SLUG}" exists and need not be planned; take it out of planned_pages'


BARE = [
    ("See [https://maker.example.com/card](https://maker.example.com/card).", "https://maker.example.com/card"),
    ("See <https://maker.example.com/card>.", "https://maker.example.com/card"),
    ("See [www.example.com](https://www.example.com/card).", "www.example.com"),
    ("See [maker.example.com/card](https://maker.example.com/card/).", "maker.example.com/card"),
    ("See [*https://maker.example.com*](https://maker.example.com).", "https://maker.example.com"),
    ("See [small](small).", "small"),
    ("See [the maker's page](https://maker.example.com/card).", ""),
    ("See [example.com](https://example.com/cards/a).", ""),
    ("See [the page https://maker.example.com](https://maker.example.com).", ""),
    ("Write to <mailto:editors@example.com>, or [editors@example.com](mailto:editors@example.com).", ""),
    ("Open `https://maker.example.com`.", ""),
]


@pytest.mark.parametrize(("body", "wrong"), BARE)
def test_the_text_of_a_link_says_where_it_leads(tmp_path: Path, body: str, wrong: str) -> None:
    problems = found(texts_say_where_they_lead, project(tmp_path, body))
    start = f'{SOURCE}:{FIRST_LINE}: the text of the link is the bare address "{wrong}"; '
    assert [problem.startswith(start) and problem.endswith(" (link-text)") for problem in problems] == [True] * bool(
        wrong
    )


def test_a_translation_that_shows_an_address_is_found(tmp_path: Path) -> None:
    body = "See [the maker's page](https://maker.example.com)."
    german = {body: "Siehe [https://maker.example.com](https://maker.example.com)."}
    (problem,) = found(texts_say_where_they_lead, project(tmp_path, body, german))
    assert problem.startswith(f"{GERMAN}:")
