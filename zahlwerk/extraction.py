"""Bringing the catalogues of every language up to what articles and site say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from babel import Locale, UnknownLocaleError

from zahlwerk.articles import Article
from zahlwerk.catalogs import Catalogue, new_catalogue, settled, written
from zahlwerk.coverage import edition_messages
from zahlwerk.disk import refusals_told, stray_files, write_whole
from zahlwerk.editions import SITE, Edition, plural_forms
from zahlwerk.following import updated
from zahlwerk.grammar import count_forms
from zahlwerk.messages import Message, article_messages
from zahlwerk.problems import raise_if_any
from zahlwerk.project import Project, load_project
from zahlwerk.readings import COUNTS_FILE, written_counts


def update_catalogues(project: Project) -> list[str]:
    """Write the catalogues that differ from what they should hold; the names of those that did."""
    changed = []
    for edition in project.editions.values():
        changed += _update(project.folder, _with_header(edition.site, edition), edition_messages(project, edition))
        for article in project.articles:
            if article.language != edition.language:
                changed += _update(project.folder, _catalogue(edition, article), article_messages(article))
        if edition.parent is None:
            forms = count_forms(project, edition)
            known = {reference: edition.counts.get(reference, form) for reference, form in forms.items()}
            changed += _record(project.folder, edition.language, known)
    return changed


def record_reading(project: Project, language: str) -> list[str]:
    """Note that the sentences of a language were read with the counts as they are; the names of files that changed."""
    forms = count_forms(project, project.editions[language])
    return _record(project.folder, language, forms)


def _record(folder: Path, language: str, counts: Mapping[str, str]) -> list[str]:
    file = f"locales/{language}/{COUNTS_FILE}"
    return _write(folder, file, written_counts(counts)) if counts or (folder / file).exists() else []


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
    raise_if_any(stray_files(folder))
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


def _update(folder: Path, catalogue: Catalogue, messages: Sequence[Message]) -> list[str]:
    return _write(folder, catalogue.file, written(updated(catalogue, messages)))


def _write(folder: Path, file: str, text: str) -> list[str]:
    """Write a file unless it says so already; its name if it was written."""
    path = folder / file
    if path.exists() and path.read_bytes() == text.encode():
        return []
    with refusals_told(file):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text.encode())
    return [file]
