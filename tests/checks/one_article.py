"""A small project of one article, for the checks of articles and translations."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from conftest import Site
from small import DESCRIPTION, SLUG, TITLE, article, english, german, write_small_site

from zahlwerk.articles import Article, read_article
from zahlwerk.catalogs import Catalogue, Entry, new_catalogue, read_catalogue, written
from zahlwerk.checks import TEXT_CHECKS
from zahlwerk.editions import plural_forms
from zahlwerk.following import updated
from zahlwerk.messages import article_messages
from zahlwerk.problems import Problem
from zahlwerk.project import Project, load_project

SOURCE = f"content/{SLUG}.md"
GERMAN = f"locales/de/LC_MESSAGES/{SLUG}.po"
FRONT = {TITLE: "Ein kleiner Artikel", DESCRIPTION: "Was die Karten fassen."}
FIRST_LINE = article("").count("\n") + 1  # of the body

Translations = Mapping[str, str] | None


def write(folder: Path, body: str, translations: Translations = None) -> Site:
    """A site of an article with this body, and its translations into German where there are any."""
    texts = {} if translations is None else {SLUG: {**FRONT, **translations}}
    languages = {"en": english(), "de": german(**texts)}
    return write_small_site(folder, articles={SLUG: article(f"{body}\n")}, languages=languages)


def project(folder: Path, body: str, translations: Translations = None) -> Project:
    """The same as a project, without writing what every such site has in common."""
    source = _article(folder, body)
    editions = dict(_common().editions)
    if translations is not None:
        catalogue = _catalogue(folder, source, {**FRONT, **translations})
        editions["de"] = dataclasses.replace(editions["de"], articles={SLUG: catalogue})
    texts = dataclasses.replace(_common().texts, articles=(source,), editions=editions)
    return dataclasses.replace(_common(), texts=texts)


@cache
def _common() -> Project:
    with TemporaryDirectory() as folder:
        return load_project(write(Path(folder) / "site", "Words.").folder)


def _article(folder: Path, body: str) -> Article:
    path = folder / f"{SLUG}.md"
    path.write_text(article(f"{body}\n"), "utf-8")
    return read_article(path, SOURCE)


def _catalogue(folder: Path, source: Article, translations: Mapping[str, str]) -> Catalogue:
    messages = article_messages(source)
    empty = new_catalogue(GERMAN, "de", plural_forms(_common().editions["de"].locale))
    entries = tuple(Entry(*message.key, translations.get(message.source, "")) for message in messages)
    path = folder / f"{SLUG}.po"
    path.write_text(written(updated(dataclasses.replace(empty, entries=entries), messages)), "utf-8")
    return read_catalogue(path, GERMAN)


def found(check: Callable[[Any], Iterable[Problem]], loaded: Project) -> list[str]:
    """What a check finds, of texts or of the whole project."""
    return [str(problem) for problem in check(loaded.texts if check in TEXT_CHECKS else loaded)]
