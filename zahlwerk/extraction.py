"""Bringing the catalogues of every language up to what articles and site say."""

from __future__ import annotations

import os
from pathlib import Path

from babel import Locale, UnknownLocaleError

from zahlwerk.articles import Article
from zahlwerk.catalogs import Catalogue, new_catalogue, settled, written
from zahlwerk.coverage import edition_messages
from zahlwerk.editions import SITE, Edition, plural_forms
from zahlwerk.following import updated
from zahlwerk.messages import Message, article_messages
from zahlwerk.project import Project, load_project


def update_catalogues(project: Project) -> list[str]:
    """Write the catalogues that differ from what they should hold; the names of those that did."""
    changed = []
    for edition in project.editions.values():
        changed += _update(project.folder, _with_header(edition.site, edition), edition_messages(project, edition))
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
    return _with_header(known or new_catalogue(file, edition.language, edition.plural_forms), edition)


def _with_header(catalogue: Catalogue, edition: Edition) -> Catalogue:
    """The catalogue with a header that no tool has left its marks in; what is wrong in it is left to a check."""
    return settled(catalogue, edition.language, edition.plural_forms)


def _update(folder: Path, catalogue: Catalogue, messages: list[Message]) -> list[str]:
    path = folder / catalogue.file
    text = written(updated(catalogue, messages))
    if path.exists() and path.read_bytes() == text.encode():
        return []
    beside = path.with_suffix(".po.new")
    beside.write_text(text, encoding="utf-8", newline="\n")
    os.replace(beside, path)  # a translator's file is never half written
    return [catalogue.file]
