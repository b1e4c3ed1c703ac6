"""Bringing the catalogues of every language up to what articles and site say."""

from __future__ import annotations

import os
from pathlib import Path

from babel import Locale
from babel.messages.plurals import get_plural

from zahlwerk.articles import Article
from zahlwerk.catalogs import Catalogue, new_catalogue, updated, written
from zahlwerk.editions import Edition
from zahlwerk.messages import Message, article_messages, site_messages
from zahlwerk.project import Project
from zahlwerk.sizing import FORMULAS


def update_catalogues(project: Project) -> list[str]:
    """Write the catalogues that differ from what they should hold; the names of those that did."""
    changed = []
    for edition in project.editions.values():
        messages = site_messages(project.folder / "templates", project.facts, FORMULAS, edition.locale)
        changed += _update(project.folder, edition.site, messages)
        for article in project.articles:
            if article.language != edition.language:
                changed += _update(project.folder, _catalogue(edition, article), article_messages(article))
    return changed


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
