"""The made-up site that builds are measured with: always the same, sound, and of the size that is promised."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import ROOT, Site

sys.path.insert(0, str(ROOT))  # benchmarks are no part of what is installed

from benchmarks.corpus import Corpus
from benchmarks.plain import content_of, markdown, restructured, restructured_messages
from benchmarks.zahlwerk_site import write_site
from zahlwerk.extraction import update_catalogues
from zahlwerk.project import load_project

ARTICLES = 3


def texts(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def made_up(tmp_path_factory: pytest.TempPathFactory) -> Site:
    folder = tmp_path_factory.mktemp("corpus") / "site"
    write_site(folder, Corpus(ARTICLES))
    return Site(folder)


def bodies(corpus: Corpus) -> Iterator[str]:
    """The Markdown of each article, as it stands in its file."""
    from benchmarks.zahlwerk_site import markdown as with_references

    return (with_references(article).split("---\n", 2)[2] for article in corpus.articles())


def test_the_same_seed_writes_the_same_bytes_and_another_seed_others(made_up: Site, tmp_path: Path) -> None:
    write_site(tmp_path / "again", Corpus(ARTICLES))
    assert texts(tmp_path / "again") == texts(made_up.folder)
    assert [a.blocks for a in Corpus(2, seed=2).articles()] != [a.blocks for a in Corpus(2, seed=1).articles()]


def test_three_articles_pass_every_check_without_a_warning(made_up: Site) -> None:
    checked = made_up.check()
    assert checked.warnings == ()
    assert len(checked.project.articles) == ARTICLES
    shown = [page.file for page in checked.pages if page.html.count("shared_card.memory")]
    assert len(shown) == 2 * ARTICLES


def test_catalogues_of_articles_are_as_the_command_writes_them(made_up: Site, tmp_path: Path) -> None:
    write_site(tmp_path / "site", Corpus(1))
    changed = update_catalogues(load_project(tmp_path / "site"))
    assert all(name.endswith(("/site.po", "/counts.yaml")) for name in changed), changed


def test_each_article_has_what_is_promised() -> None:
    for body in bodies(Corpus(40)):
        blocks = body.strip().split("\n\n")
        assert sum(block.startswith("| ") for block in blocks) == 2
        assert sum(block.startswith("#") for block in blocks) == 8
        assert len(blocks) == 40 + 2 + 8
        assert len(re.findall(r"\{[a-z][a-z0-9_]*\.", body)) == 80
        assert len(re.findall(r"\]\([a-z-]+\)", body)) == 6
        assert 12_000 < len(body.encode()) < 14_000


@pytest.mark.parametrize(("articles", "showing"), [(3, 3), (25, 25), (30, 25), (400, 25)])
def test_the_shared_fact_stands_on_fifty_pages(articles: int, showing: int) -> None:
    found = [body for body in bodies(Corpus(articles)) if "shared_card" in body]
    assert len(found) == showing
    assert all(body.count("{shared_card.memory}") == 1 for body in found)


def test_links_lead_to_articles_of_the_site_and_addresses_are_unique() -> None:
    corpus = Corpus(50)
    slugs = [corpus.slug(number) for number in range(50)]
    assert not [slug for slug, count in Counter(slugs).items() if count > 1]
    linked = {slug for body in bodies(corpus) for slug in re.findall(r"\]\(([a-z-]+)\)", body)}
    assert linked <= set(slugs)


def test_other_generators_are_given_numbers_as_each_language_writes_them() -> None:
    content = content_of(Corpus(1))
    (article,) = content.articles
    english, german = (markdown(article, at, lambda slug: f"/{slug}/") for at in (0, 1))
    assert "{" not in english + german
    assert "160\u00a0GB" in english
    assert "160\u00a0GB" in german
    assert english.count("\n| ") == german.count("\n| ") == 6 + 7  # head, line, rows
    assert re.search(r"\d\.\d\u00a0(GB|GiB|kW)", english)
    assert re.search(r"\d,\d\u00a0(GB|GiB|kW)", german)
    assert not re.search(r"\d\.\d\u00a0(GB|GiB|kW)", german)


def test_sphinx_finds_a_translation_for_every_paragraph_and_heading() -> None:
    (article,) = content_of(Corpus(1)).articles
    source, messages = restructured(article), restructured_messages(article)
    paragraphs = [block for block in source.split("\n\n") if not block.startswith((".. ", "   ", ":description:"))]
    assert len(paragraphs) == 1 + 8 + 40
    assert {block.split("\n")[0] for block in paragraphs} <= messages.keys()
