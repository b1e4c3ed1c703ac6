"""Bringing the catalogues of every language up to what articles and site say."""

from __future__ import annotations

import os
from pathlib import Path

from babel import Locale, UnknownLocaleError
from babel.messages.plurals import get_plural

from zahlwerk.articles import Article
from zahlwerk.catalogs import Catalogue, new_catalogue, updated, written
from zahlwerk.coverage import edition_messages
from zahlwerk.editions import SITE, Edition
from zahlwerk.messages import Message, article_messages
from zahlwerk.project import Project, load_project


def update_catalogues(project: Project) -> list[str]:
    """Write the catalogues that differ from what they should hold; the names of those that did."""
    changed = []
    for edition in project.editions.values():
        changed += _update(project.folder, edition.site, edition_messages(project, edition))
        for article in project.articles:
            if article.language != edition.language:
                changed += _update(project.folder, _catalogue(edition, article), article_messages(article))
    return changed


def add_language(folder: Path, language: str) -> list[str]:
    """Begin a language with a catalogue of each domain; the names of the files.

    Raises ValueError for a language that is there already, or whose plural rule CLDR does not know.
    """
    file = f"locales/{language}/LC_MESSAGES/{SITE}.po"
    if (folder / file).exists():
        raise ValueError(f"{language} is there already: {file}")
    try:
        locale = Locale.parse(language)
    except (ValueError, UnknownLocaleError) as error:
        raise ValueError(f'"{language}" is no language that is known; write it as fr or de_AT') from error
    (folder / file).parent.mkdir(parents=True, exist_ok=True)
    _update(folder, new_catalogue(file, language, plural_forms(locale)), [])
    update_catalogues(load_project(folder))
    return sorted(path.relative_to(folder).as_posix() for path in (folder / file).parent.glob("*.po"))


def _catalogue(edition: Edition, article: Article) -> Catalogue:
    known = edition.articles.get(article.slug)
    file = f"locales/{edition.language}/LC_MESSAGES/{article.slug}.po"
    return known or new_catalogue(file, edition.language, plural_forms(edition.locale))


def _update(folder: Path, catalogue: Catalogue, messages: list[Message]) -> list[str]:
    path = folder / catalogue.file
    text = written(updated(catalogue, messages))
    if path.exists() and path.read_bytes() == text.encode():
        return []
    beside = path.with_suffix(".po.new")
    beside.write_text(text, encoding="utf-8", newline="\n")
    os.replace(beside, path)  # a translator's file is never half written
    return [catalogue.file]


def plural_forms(locale: Locale) -> str:
    """The header that tells gettext tools the plural rule of a language."""
    return str(get_plural(str(locale)).plural_forms)
