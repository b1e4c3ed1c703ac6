"""The addresses of all pages: one table that links, hreflang and files are taken from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from zahlwerk.coverage import is_published, is_ready
from zahlwerk.editions import Edition
from zahlwerk.project import Project

HOME = ""  # the slug of a language's start page


@dataclass(frozen=True, slots=True)
class Route:
    """Where a page lies."""

    tag: str  # of its language; "x-default" for the choice of languages
    name: str  # of its language, in that language
    direction: str
    file: str  # below the output folder
    path: str  # for links, from the root of the server
    url: str  # absolute
    indexed: bool = True  # whether search engines may list it


@dataclass(frozen=True, slots=True)
class Routes:
    """All addresses of a site."""

    pages: Mapping[tuple[str, str], Route]  # by language and slug
    choice: Route  # the page at the root
    base_path: str
    search: str = ""  # the folder of the search index, for links; empty without a search

    def of(self, slug: str) -> list[Route]:
        """The addresses of one article, or start page, in every language it appears in."""
        return [route for (_, name), route in self.pages.items() if name == slug]


def make_routes(project: Project, languages: frozenset[str]) -> Routes:
    """The addresses of the pages in the chosen languages and their pseudo-languages; all when none is chosen."""
    pages: dict[tuple[str, str], Route] = {}
    wanted = [e for e in project.editions.values() if not languages or _spoken(e) in languages]
    chosen = [edition for edition in wanted if is_ready(project, edition)]
    for edition in chosen:
        pages[edition.language, HOME] = _route(project, edition, HOME)
        for article in project.articles:
            if is_published(project, article, edition):
                pages[edition.language, article.slug] = _route(project, edition, article.slug)
    base = project.settings.base_path
    choice = Route("x-default", "", "", "index.html", base, project.settings.base_url)
    return Routes(pages, choice, base)


def _spoken(edition: Edition) -> str:
    """The language whose words an edition says."""
    return edition.variant.base if edition.variant else edition.language


def _route(project: Project, edition: Edition, slug: str) -> Route:
    folder = f"{edition.tag}/{slug}/" if slug else f"{edition.tag}/"
    settings = project.settings
    return Route(
        edition.tag,
        edition.name,
        edition.direction,
        f"{folder}index.html",
        f"{settings.base_path}{folder}",
        f"{settings.base_url}{folder}",
        indexed=edition.variant is None,
    )
