"""How far a language has come, and what is published of it."""

from __future__ import annotations

import json
import re

import pytest
from conftest import Site

from zahlwerk.coverage import article_coverage, site_coverage
from zahlwerk.project import load_project

SLUG = "gpt-oss-120b-fine-tuning"
CATALOGUE = f"locales/de/LC_MESSAGES/{SLUG}.po"
GERMAN_SITE = "locales/de/LC_MESSAGES/site.po"


def without_translations(text: str, number: int) -> str:
    """The catalogue with its first translations blank; the header stays."""
    head, _, rest = text.partition("\n\n")
    blank = re.sub(r"(?m)^msgstr .+$", 'msgstr ""', rest, count=number)
    return f"{head}\n\n{blank}"


def files(site: Site) -> set[str]:
    return {page.file for page in site.check().pages}


def test_coverage_counts_messages_and_words(site: Site) -> None:
    project = load_project(site.folder)
    (article,), german = project.articles, project.editions["de"]
    whole = article_coverage(article, german)
    assert whole is not None
    assert (whole.translated, whole.fuzzy, whole.missing, whole.words_left) == (130, 0, 0, 0)
    assert article_coverage(article, project.editions["en"]) is None
    assert site_coverage(project, german).reaches(100)


def test_a_page_below_the_threshold_is_not_published_in_that_language(site: Site) -> None:
    site.write(CATALOGUE, without_translations(site.read(CATALOGUE), 14))
    assert f"de/{SLUG}/index.html" not in files(site)
    assert "de/index.html" in files(site)
    (problem,) = site.problems()
    assert problem.startswith(f"{CATALOGUE}: 116 of 130 messages are translated: too few to be published")
    page = next(page for page in site.check().pages if page.slug == SLUG)
    assert 'hreflang="de"' not in page.html


def test_a_page_above_the_threshold_is_published_with_what_is_missing_marked(site: Site) -> None:
    site.write(CATALOGUE, without_translations(site.read(CATALOGUE), 5))
    page = next(page for page in site.check().pages if page.file == f"de/{SLUG}/index.html")
    assert '<p lang="en">' in page.html
    assert len(site.problems()) == 5


def test_a_language_that_has_just_begun_breaks_nothing(site: Site) -> None:
    header = site.read("locales/fr/LC_MESSAGES/site.po").partition("\n\n")[0]
    site.write("locales/fr/LC_MESSAGES/site.po", f"{header}\n")
    assert not any(name.startswith("fr/") for name in files(site))
    (problem,) = site.problems()
    assert problem.startswith("locales/fr/LC_MESSAGES/site.po: 0 of ")


def test_the_threshold_is_a_setting(site: Site) -> None:
    site.write(CATALOGUE, without_translations(site.read(CATALOGUE), 12))
    site.replace("pyproject.toml", "[tool.zahlwerk]\n", "[tool.zahlwerk]\nthreshold = 80\n")
    assert f"de/{SLUG}/index.html" in files(site)


def test_status_counts_each_domain_of_each_language(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    site.write(CATALOGUE, without_translations(site.read(CATALOGUE), 5))
    assert site.run("messages", "status", "--json") == 0
    found = {(one["language"], one["domain"]): one for one in json.loads(capsys.readouterr().out)}
    german = found["de", SLUG]
    assert (german["translated"], german["missing"], german["fuzzy"]) == (125, 5, 0)
    assert german["words_left"] > 5
    assert ("en", SLUG) not in found
    assert site.run("messages", "status") == 0
    assert re.search(rf"(?m)^de\s+{SLUG}\s+125\s+0\s+5\s", capsys.readouterr().out)


def test_a_language_is_begun_with_every_domain_and_published_when_it_has_come_far_enough(
    site: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    before = files(site)
    assert site.run("messages", "add", "nl") == 0
    assert "began locales/nl/LC_MESSAGES/site.po" in capsys.readouterr().out
    text = site.read(f"locales/nl/LC_MESSAGES/{SLUG}.po")
    assert '"Language: nl\\n"' in text
    assert '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"' in text
    assert files(site) == before
    assert site.run("messages") == 0


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("add",), "the following arguments are required: language"),
        (("update", "--json"), 'update knows no "--json"; known options: --help'),
        (("status", "ed"), 'unknown language "ed"; known languages: de, en, fr'),
        (("check", "ed"), 'unknown language "ed"; known languages: de, en, fr'),
        (("add", "de"), "de is there already"),
        (("add", "klingon"), '"klingon" is no language that is known'),
        (("stauts",), 'did you mean "status"?'),
    ],
)
def test_a_misuse_of_messages_is_told(
    arguments: tuple[str, ...], says: str, site: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    assert site.run("messages", *arguments) == 2
    assert says in capsys.readouterr().err


def test_one_french_message_deleted_is_shown_in_its_language_counted_and_fails_a_strict_build(
    site: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    french = f"locales/fr/LC_MESSAGES/{SLUG}.po"
    entry = next(part for part in site.read(french).split("\n\n") if 'msgid "The reason is that' in part)
    site.replace(french, f"{entry}\n\n", "")
    page = next(page for page in site.check().pages if page.file == f"fr/{SLUG}/index.html")
    assert '<p lang="en">The reason is that training frameworks' in page.html
    assert "Certaines parties de cette page ne sont pas encore traduites" in page.html
    assert ">233.7\u00a0GB</data>" in page.html.partition("The reason is that")[2].partition("</p>")[0]
    (problem,) = site.problems()
    assert problem.startswith(f'{french}: "The reason is that')
    assert site.run("messages", "status", "--json") == 0
    status = {(one["language"], one["domain"]): one for one in json.loads(capsys.readouterr().out)}["fr", SLUG]
    assert (status["translated"], status["missing"]) == (129, 1)
    assert site.run("build") == 0
    assert site.run("build", "--strict") == 1
