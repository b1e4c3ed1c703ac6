"""An early look: the pages that a saved text changes, made from what is known of everything else.

A complete check reads everything again and takes seconds. A text of an article, or a catalogue, touches few pages,
which an editor wants to see at once; whether they are sound, the check says soon after.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from zahlwerk.articles import Article, read_article
from zahlwerk.build import site_routes
from zahlwerk.builds import Wanted
from zahlwerk.editions import SITE, Edition, load_edition, with_parents
from zahlwerk.homepages import render_index
from zahlwerk.pages import Appendix, appendix, article_page, article_renderer
from zahlwerk.project import Project
from zahlwerk.pseudo import with_pseudo_languages
from zahlwerk.routes import HOME
from zahlwerk.templates import environment
from zahlwerk.views import Page

_CATALOGUE = re.compile(r"locales/(?P<language>[^/]+)/LC_MESSAGES/(?P<domain>[^/]+)\.po")
_ARTICLE = re.compile(r"content/(?P<slug>[^/]+)\.md")


@dataclass(frozen=True, slots=True)
class _Touched:
    """What was saved, where nothing else was."""

    catalogues: Collection[tuple[str, str]]  # language and domain
    slugs: Collection[str]  # of articles


class Kept:
    """What one early look leaves to the next: nothing that could be seen, only what need not be made again."""

    def __init__(self) -> None:
        self._appendices: dict[tuple[str, str], tuple[tuple[object, ...], Appendix]] = {}

    def appendix(self, project: Project, article: Article, edition: Edition) -> Appendix:
        """The appendix of a page; the one before while figures, references and the words of the site are the same."""
        words = tuple((one.site, one.locale) for one in edition.lineage)
        made_of = (project.figures, article.references, words)
        page = edition.language, article.slug
        before, found = self._appendices.get(page, ((None,), None))
        if found is None or before[0] is not made_of[0] or before[1:] != made_of[1:]:
            found = appendix(project, article, edition)
            self._appendices[page] = made_of, found
        return found


def reread(project: Project, changed: Collection[str]) -> Project | None:
    """The project with what was saved; None where it has to be read whole.

    Raises BuildFailed where what was saved cannot be read.
    """
    touched = _touched(project, changed)
    if touched is None:
        return None
    languages = sorted({language for language, _ in touched.catalogues})
    read = {
        language: load_edition(project.folder / "locales" / language, f"locales/{language}") for language in languages
    }
    editions = with_parents({**project.editions, **read})
    articles = tuple(_current(project.folder, article, touched.slugs) for article in project.articles)
    # Another locale formats what is said around the articles anew; another language moves an article.
    if any(str(edition.locale) not in project.messages for edition in read.values()):
        return None
    if any(article.language not in editions for article in articles):
        return None
    texts = dataclasses.replace(project.texts, articles=articles, editions=editions)
    return dataclasses.replace(project, texts=texts)


def early_pages(project: Project, wanted: Wanted, changed: Collection[str], kept: Kept) -> Iterator[Page]:
    """The pages that show what was saved, of a project that holds it: articles first."""
    touched = _touched(project, changed)
    if touched is None:
        return
    if wanted.pseudo:
        project = with_pseudo_languages(project)
    routes = site_routes(project, wanted)
    for edition in project.editions.values():
        templates = environment(project.templates, edition)
        slugs = set(_shown_anew(project, edition, touched))
        for article in project.articles:
            if article.slug in slugs and (edition.language, article.slug) in routes.pages:
                renderer = article_renderer(project, routes, article, edition, templates)
                yield article_page(project, renderer, templates, kept.appendix(project, article, edition))
        if slugs and (edition.language, HOME) in routes.pages:
            yield render_index(project, routes, edition, templates)


def _current(folder: Path, article: Article, slugs: Collection[str]) -> Article:
    return read_article(folder / article.file, article.file) if article.slug in slugs else article


def _touched(project: Project, changed: Collection[str]) -> _Touched | None:
    """What was saved; None where it is anything but catalogues and articles that are there already."""
    catalogues, slugs = set(), set()
    by_file: Mapping[str, Article] = {article.file: article for article in project.articles}
    for path in changed:
        if not (project.folder / path).is_file():
            return None
        if (found := _CATALOGUE.fullmatch(path)) and found["language"] in project.editions:
            catalogues.add((found["language"], found["domain"]))
        elif _ARTICLE.fullmatch(path) and path in by_file:
            slugs.add(by_file[path].slug)
        else:
            return None
    return _Touched(catalogues, slugs)


def _shown_anew(project: Project, edition: Edition, touched: _Touched) -> Iterator[str]:
    """The articles whose pages in a language show what was saved."""
    yield from touched.slugs
    lineage = {one.language for one in edition.lineage} | ({edition.variant.base} if edition.variant else set())
    for language, domain in touched.catalogues:
        if language in lineage:
            yield from [article.slug for article in project.articles] if domain == SITE else [domain]
