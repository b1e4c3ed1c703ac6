"""Links: each leads to an article, a planned page or a heading; planned pages are not there yet."""

from __future__ import annotations

from pathlib import Path

import pytest
from one_article import FIRST_LINE, GERMAN, SOURCE, found, project, write
from small import SLUG, article

from zahlwerk.checks.links import lead_somewhere, planned_pages_are_missing
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
