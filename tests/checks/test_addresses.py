"""Slugs: what is none is found, and so are two pages at one address."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import Site
from small import BODY, GERMAN, SLUG, article, english, german, write_small_site

PO = f"locales/de/LC_MESSAGES/{SLUG}.po"


def with_slug(folder: Path, slug: str, **others: str) -> Site:
    """A site whose article has a German slug, beside others in German."""
    articles = {SLUG: article(BODY), **{name: article("Wörter.\n", language="de") for name in others}}
    languages = {"en": english(), "de": german(small={**GERMAN, SLUG: slug})}
    return write_small_site(folder / "site", articles=articles, languages=languages)


def line(site: Site) -> int:
    """Where the entry of the slug begins."""
    return site.read(PO).partition("#. slug")[0].count("\n") + 1


@pytest.mark.parametrize("slug", ["klein", "kleiner-artikel", "klein-2", "2", SLUG, ""])
def test_a_slug_passes(tmp_path: Path, slug: str) -> None:
    assert with_slug(tmp_path, slug).problems() == []


@pytest.mark.parametrize(
    ("slug", "says"),
    [
        (
            "Klein",
            '"Klein" is no slug; use lower-case letters from a to z, digits and single hyphens, or leave it blank',
        ),
        ("über-uns", '"über-uns" is no slug'),
        ("klein--er", '"klein--er" is no slug'),
        ("-klein", '"-klein" is no slug'),
        ("klein/er", '"klein/er" is no slug'),
        ("../../klein", '"../../klein" is no slug'),
        (" klein", '" klein" is no slug'),
        ("feed.xml", '"feed.xml" is no slug'),
        ("404", 'the address "404" is the site\'s own; choose another slug (slug)'),
        ("assets", 'the address "assets" is the site\'s own'),
        ("data", 'the address "data" is the site\'s own'),
    ],
)
def test_what_is_none_is_a_problem_of_its_entry(tmp_path: Path, slug: str, says: str) -> None:
    site = with_slug(tmp_path, slug)
    assert site.problems() == [
        problem for problem in site.problems() if problem.startswith(f"{PO}:{line(site)}: {says}")
    ]
    assert len(site.problems()) == 1


def test_two_articles_cannot_share_an_address(tmp_path: Path) -> None:
    site = with_slug(tmp_path, "klein", klein="")
    assert site.problems() == [
        f'{PO}:{line(site)}: "de/klein/" is the address of content/klein.md already; choose another slug (slug)'
    ]


def test_an_address_is_free_in_another_language(tmp_path: Path) -> None:
    articles = {SLUG: article(BODY), "klein": article("Words.\n")}
    languages = {"en": english(), "de": german(small={**GERMAN, SLUG: "klein"})}
    assert write_small_site(tmp_path / "site", articles=articles, languages=languages).problems() == []


def test_a_fuzzy_slug_is_not_used_and_says_so(tmp_path: Path) -> None:
    site = with_slug(tmp_path, "klein")
    site.replace(PO, 'msgctxt "slug"', '#, fuzzy\nmsgctxt "slug"')
    (problem,) = site.problems()
    assert problem.startswith(f'{PO}:{line(site)}: the slug "klein" is fuzzy, and not used')
    assert not [page for page in site.check().pages if "klein" in page.file]


def test_an_article_cannot_take_an_address_of_the_sites_own(tmp_path: Path) -> None:
    site = write_small_site(tmp_path / "site", articles={"404": article("Words.\n")}, languages={"en": english()})
    assert site.problems() == ['content/404.md: the address "404" is the site\'s own; rename the article']
