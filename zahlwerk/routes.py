"""All addresses: one table that links, the language switch, hreflang, feeds, sitemap, redirects and files follow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from zahlwerk.articles import Article
from zahlwerk.coverage import is_published, is_ready
from zahlwerk.editions import Edition
from zahlwerk.messages import SLUG_CONTEXT
from zahlwerk.project import Project
from zahlwerk.settings import Settings

HOME = ""  # the slug of a language's start page
INDEX = "index.html"  # the file of an address that ends with a slash
FEED, LOST = "feed.xml", "404.html"  # beside a start page


@dataclass(frozen=True, slots=True)
class Route:
    """Where a page or a feed lies."""

    tag: str  # of its language; "x-default" for the choice of languages
    name: str  # of its language, in that language
    direction: str
    file: str  # below the output folder
    path: str  # for links, from the root of the server
    url: str  # absolute
    indexed: bool = True  # whether search engines may list it


@dataclass(frozen=True, slots=True)
class Redirect:
    """An address that a page has no longer."""

    file: str  # below the output folder
    language: str
    slug: str  # in the source of the article that is led to


@dataclass(frozen=True, slots=True)
class Routes:
    """All addresses of a site."""

    pages: Mapping[tuple[str, str], Route]  # by language, and the slug of the article's source
    choice: Route  # the page at the root
    base_path: str
    feeds: Mapping[str, Route] = field(default_factory=dict)  # by language, of those that an article appears in
    lost: Mapping[str, Route] = field(default_factory=dict)  # by language: what is shown where there is no page
    redirects: tuple[Redirect, ...] = ()
    search: str = ""  # the folder of the search index, for links; empty without a search
    by_slug: Mapping[str, list[Route]] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        found: dict[str, list[Route]] = {}
        for (_, slug), route in self.pages.items():
            found.setdefault(slug, []).append(route)
        object.__setattr__(self, "by_slug", found)

    def of(self, slug: str) -> list[Route]:
        """The addresses of one article, or start page, in every language it appears in."""
        return self.by_slug.get(slug, [])

    def url(self, file: str) -> str:
        """The absolute address of a file of the site."""
        return f"{self.choice.url}{file.removesuffix(INDEX)}"


def make_routes(project: Project, languages: frozenset[str]) -> Routes:
    """The addresses of the pages in the chosen languages and their pseudo-languages; all when none is chosen."""
    pages: dict[tuple[str, str], Route] = {}
    feeds, lost = {}, {}
    wanted = [e for e in project.editions.values() if not languages or _spoken(e) in languages]
    for edition in (edition for edition in wanted if is_ready(project, edition)):
        language, tag = edition.language, edition.tag
        pages[language, HOME] = _route(project.settings, edition, f"{tag}/{INDEX}")
        lost[language] = _route(project.settings, edition, f"{tag}/{LOST}", indexed=False)
        for article in (a for a in project.articles if is_published(project, a, edition)):
            file = f"{tag}/{slug_in(article, edition)}/{INDEX}"
            pages[language, article.slug] = _route(project.settings, edition, file)
            feeds[language] = _route(project.settings, edition, f"{tag}/{FEED}")
    base = project.settings.base_path
    choice = Route("x-default", "", "", INDEX, base, project.settings.base_url)
    return Routes(pages, choice, base, feeds, lost, tuple(_redirects(project, pages)))


def slug_in(article: Article, edition: Edition) -> str:
    """The last part of an article's address in a language: that of its source, unless it is translated."""
    return edition.translation(article.slug, SLUG_CONTEXT, article.slug) or article.slug


def _redirects(project: Project, pages: Mapping[tuple[str, str], Route]) -> Iterator[Redirect]:
    """What stands at earlier addresses: first at those that are listed, then at untranslated ones that are free."""
    taken = {route.file for route in pages.values()}
    articles = {article.slug: article for article in project.articles}
    shown = [(language, articles[slug], route) for (language, slug), route in pages.items() if slug != HOME]
    listed = [
        (language, article.slug, f"{route.tag}/{earlier.slug}/{INDEX}")
        for language, article, route in shown
        for earlier in article.moved_from
        if earlier.tag in ("", route.tag)
    ]
    untranslated = [
        (language, article.slug, f"{route.tag}/{article.slug}/{INDEX}") for language, article, route in shown
    ]
    for language, slug, file in (*listed, *untranslated):
        if file not in taken:
            taken.add(file)
            yield Redirect(file, language, slug)


def _spoken(edition: Edition) -> str:
    """The language whose words an edition says."""
    return edition.variant.base if edition.variant else edition.language


def _route(settings: Settings, edition: Edition, file: str, *, indexed: bool = True) -> Route:
    address = file.removesuffix(INDEX)
    return Route(
        edition.tag,
        edition.name,
        edition.direction,
        file,
        f"{settings.base_path}{address}",
        f"{settings.base_url}{address}",
        indexed=indexed and edition.variant is None,
    )
