"""A small project of one article, for the checks of articles and translations."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from conftest import Site
from small import DESCRIPTION, FACTS, SLUG, TITLE, article, english, french, german, write_small_site

from zahlwerk.articles import Article, read_article
from zahlwerk.catalogs import Catalogue, Entry, new_catalogue, read_catalogue, written
from zahlwerk.checks import SHOWN_CHECKS, TEXT_CHECKS, check_shown
from zahlwerk.editions import plural_forms
from zahlwerk.following import updated
from zahlwerk.messages import article_messages
from zahlwerk.problems import Problem
from zahlwerk.project import Project, load_project

SOURCE = f"content/{SLUG}.md"
GERMAN = f"locales/de/LC_MESSAGES/{SLUG}.po"
FRONT = {TITLE: "Ein kleiner Artikel", DESCRIPTION: "Was die Karten fassen."}
FRENCH_FRONT = {TITLE: "Un petit article", DESCRIPTION: "Ce que contiennent les cartes."}
FIRST_LINE = article("").count("\n") + 1  # of the body

Translations = Mapping[str, str] | None


def write(folder: Path, body: str, translations: Translations = None) -> Site:
    """A site of an article with this body, and its translations into German where there are any."""
    texts = {} if translations is None else {SLUG: {**FRONT, **translations}}
    languages = {"en": english(), "de": german(**texts)}
    return write_small_site(folder, articles={SLUG: article(f"{body}\n")}, languages=languages)


def project(
    folder: Path, body: str, translations: Translations = None, language: str = "de", facts: str = FACTS
) -> Project:
    """The same as a project in English and a language, without writing what every such site has in common."""
    source, common = _article(folder, body), _common(facts)
    editions = {tag: common.editions[tag] for tag in ("en", language)}
    if translations is not None:
        front = FRENCH_FRONT if language == "fr" else FRONT
        catalogue = _catalogue(folder, source, {**front, **translations}, language)
        editions[language] = dataclasses.replace(editions[language], articles={SLUG: catalogue})
    texts = dataclasses.replace(common.texts, articles=(source,), editions=editions)
    return dataclasses.replace(common, texts=texts)


@cache
def _common(facts: str = FACTS) -> Project:
    with TemporaryDirectory() as folder:
        languages = {"en": english(), "de": german(), "fr": french()}
        articles = {SLUG: article("Words.\n")}
        return load_project(
            write_small_site(Path(folder) / "site", articles=articles, languages=languages, facts=facts).folder
        )


def _article(folder: Path, body: str) -> Article:
    path = folder / f"{SLUG}.md"
    path.write_text(article(f"{body}\n"), "utf-8")
    return read_article(path, SOURCE)


def _catalogue(folder: Path, source: Article, translations: Mapping[str, str], language: str) -> Catalogue:
    messages, file = article_messages(source), f"locales/{language}/LC_MESSAGES/{SLUG}.po"
    empty = new_catalogue(file, language, plural_forms(_common().editions[language].locale))
    entries = tuple(Entry(*message.key, translations.get(message.source, "")) for message in messages)
    path = folder / f"{SLUG}.po"
    path.write_text(written(updated(dataclasses.replace(empty, entries=entries), messages)), "utf-8")
    return read_catalogue(path, file)


def found(check: Callable[[Any], Iterable[Problem]], loaded: Project) -> list[str]:
    """What a check finds, of texts, of articles as they are shown, or of the whole project."""
    if check in SHOWN_CHECKS:
        return [str(problem).replace("\u00a0", " ") for problem in check_shown(loaded, [check])]
    return [str(problem) for problem in check(loaded.texts if check in TEXT_CHECKS else loaded)]


def with_site_words(loaded: Project, language: str, context: str, source: str, words: str) -> Project:
    """The project with another translation of one text of the site."""
    edition = loaded.editions[language]
    entries = tuple(
        dataclasses.replace(entry, translation=words) if entry.key == (context, source) else entry
        for entry in edition.site.entries
    )
    assert entries != edition.site.entries, f"{language} does not say {source}"
    site = dataclasses.replace(edition.site, entries=entries)
    editions = {**loaded.editions, language: dataclasses.replace(edition, site=site)}
    return dataclasses.replace(loaded, texts=dataclasses.replace(loaded.texts, editions=editions))
