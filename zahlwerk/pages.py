"""One page's HTML from an article, an edition and the figures."""

from __future__ import annotations

import dataclasses
import datetime
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal

import jinja2
from markupsafe import Markup

from zahlwerk.amendments import Amended, amended
from zahlwerk.articles import Article
from zahlwerk.chartviews import chart_view
from zahlwerk.coverage import article_coverage
from zahlwerk.derivations import Cited, Derivation, all_sources, derivation, figures_behind
from zahlwerk.editions import Edition
from zahlwerk.figures import Figure
from zahlwerk.pictures import Picture, article_card, home_card, picture
from zahlwerk.planner.declared import FENCE, planner_of
from zahlwerk.planner.page import Surroundings, render_planner
from zahlwerk.project import Project
from zahlwerk.readingtime import minutes
from zahlwerk.references import parse_reference
from zahlwerk.rendering import Heading, TextRenderer
from zahlwerk.routes import HOME, Route, Routes
from zahlwerk.sitenodes import choice_nodes, home_nodes, script_text
from zahlwerk.structured import Content, DataFile, article_nodes

ASSETS = "assets/"  # where style sheets and scripts lie
STYLESHEET = f"{ASSETS}site.css"
ICON = "icon.svg"  # in static/, where a project has one


@dataclass(frozen=True, slots=True)
class Page:
    """A finished page, not yet written."""

    file: str  # below the output folder
    language: str  # of the edition; empty for the choice of languages
    slug: str
    html: str
    signpost: bool = False  # whether it only leads to pages, and says nothing of itself


@dataclass(frozen=True, slots=True)
class Alternate:
    """The same page in some language, as hreflang names it."""

    tag: str
    url: str


@dataclass(frozen=True, slots=True)
class Summary:
    """A page in two lines, in the language of its edition where there is a translation."""

    title: str
    description: str


@dataclass(frozen=True, slots=True)
class Head:
    """What the frame of a page shows."""

    title: str
    description: str
    site_name: str
    contact: str
    tag: str
    direction: str
    open_graph_locale: str
    og_type: str
    url: str
    home: str
    stylesheet: str
    icon: str  # empty for none
    feed: str  # of the language; empty for none
    assets: str  # the folder of scripts, for links
    alternates: tuple[Alternate, ...]
    indexed: bool  # whether search engines may list the page
    languages: tuple[Route, ...]
    search: str  # the folder of the search index, for links; empty without a search
    other_locales: tuple[str, ...] = ()  # that the page is in, too, as Open Graph writes them
    picture: Picture | None = None
    published_iso: str = ""  # of an article
    modified_iso: str = ""
    structured: Markup | None = None  # JSON-LD


@dataclass(frozen=True, slots=True)
class Listed:
    """An article as a start page lists it."""

    title: str
    title_tag: str  # the language the title is in
    description: str
    description_tag: str
    path: str
    published: str
    published_iso: str


@dataclass(frozen=True, slots=True)
class Count:
    """A number, for the plural form it takes, and as the language of the page writes it."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class ArticleView:
    """What the article's template shows."""

    title_tag: str  # the language its title is in
    whole: bool  # nothing of it is shown in another language than the page's
    published: str
    published_iso: str
    modified: str
    modified_iso: str
    oldest_read: str
    oldest_read_iso: str
    minutes: Count  # that its text takes to read
    newest_read: str
    newest_read_iso: str
    corrections: tuple[Amended, ...]
    contents: tuple[Heading, ...]
    html: Markup
    data_path: str
    csv_path: str
    derivations: tuple[Derivation, ...]
    sources: tuple[Cited, ...]
    figure_count: Count  # of those the text shows
    source_count: Count


@dataclass(frozen=True, slots=True)
class Appendix:
    """How the figures of an article came about, in one language."""

    derivations: tuple[Derivation, ...]
    sources: tuple[Cited, ...]


def render_article(
    project: Project, routes: Routes, article: Article, edition: Edition, templates: jinja2.Environment
) -> Page:
    """The page of an article in one language. Every reference must be known and presentable."""
    renderer = article_renderer(project, routes, article, edition, templates)
    return article_page(project, renderer, templates, appendix(project, article, edition))


def article_renderer(
    project: Project, routes: Routes, article: Article, edition: Edition, templates: jinja2.Environment
) -> TextRenderer:
    """What renders the text of an article's page, and draws what is no text in it."""
    drawn = _drawn(project, routes, article, edition, templates)
    return TextRenderer(article, edition, project.editions, project.figures, routes, drawn)


def appendix(project: Project, article: Article, edition: Edition) -> Appendix:
    """How the figures of an article came about. It does not depend on how the article's texts are translated."""
    behind = article_figures(project, article)
    return Appendix(
        derivations=_by_name([derivation(figure, project.figures, edition) for figure in behind]),
        sources=all_sources([figure.reference for figure in behind], project.figures, edition),
    )


def article_page(project: Project, renderer: TextRenderer, templates: jinja2.Environment, below: Appendix) -> Page:
    """The page of the article in the language that it is rendered for, with what stands below its text."""
    article, edition, routes = renderer.article, renderer.edition, renderer.routes
    template = templates.get_template("charts/chart.html")
    charts = [template.render(chart=chart_view(chart, renderer)) for chart in article.charts]
    body = renderer.body(charts)
    title, title_tag = renderer.front("title")
    description, _ = renderer.front("description")
    behind = article_figures(project, article)
    read = [source.read for figure in behind for source in figure.sources] or [article.modified]
    oldest, newest = min(read), max(read)
    coverage = article_coverage(article, edition)
    view = ArticleView(
        title_tag=title_tag,
        whole=coverage is None or coverage.translated == coverage.messages,
        published=edition.date(article.published),
        published_iso=article.published.isoformat(),
        modified=edition.date(article.modified),
        modified_iso=article.modified.isoformat(),
        oldest_read=edition.date(oldest),
        oldest_read_iso=oldest.isoformat(),
        minutes=_count(minutes(body.text), edition),
        newest_read=edition.date(newest),
        newest_read_iso=newest.isoformat(),
        corrections=tuple(amended(renderer)),
        contents=body.headings,
        html=body.html,
        data_path=f"{routes.base_path}{data_name(article)}",
        csv_path=f"{routes.base_path}{csv_name(article)}",
        derivations=below.derivations,
        sources=below.sources,
        figure_count=_count(len(article.references), edition),
        source_count=_count(len(below.sources), edition),
    )
    files = (DataFile(data_name(article), "application/json"), DataFile(csv_name(article), "text/csv"))
    settings = project.settings
    drawn = picture(article_card(renderer, settings.site_name), settings.base_url)
    head = dataclasses.replace(
        page_head(project, routes, edition, article.slug, Summary(title, description)),
        picture=drawn,
        published_iso=view.published_iso,
        modified_iso=view.modified_iso,
        structured=script_text(article_nodes(renderer, settings, Content(body.questions, files, drawn))),
    )
    html = templates.get_template("article.html").render(page=head, article=view)
    return Page(routes.pages[edition.language, article.slug].file, edition.language, article.slug, html)


def _drawn(
    project: Project, routes: Routes, article: Article, edition: Edition, templates: jinja2.Environment
) -> dict[str, Callable[[], str]]:
    """What draws the blocks of an article that are no code, by their info strings."""
    planner = planner_of(article, project.facts)
    if planner is None:
        return {}
    around = Surroundings(article.slug, routes.pages[edition.language, article.slug].url, project.settings)
    return {FENCE: lambda: render_planner(planner, edition, around, templates)}


def _by_name(derivations: Iterable[Derivation]) -> tuple[Derivation, ...]:
    """In the order of their names, where readers look for one; alike ones together compress far better, too."""

    def order(entry: Derivation) -> tuple[str, str]:
        name, title = (unicodedata.normalize("NFKD", text).casefold() for text in (entry.name, entry.title))
        return name, title

    return tuple(sorted(derivations, key=order))


def _count(number: int, edition: Edition) -> Count:
    return Count(number, edition.number(Decimal(number)))


def data_name(article: Article) -> str:
    """The name of an article's data file below the output folder."""
    return f"data/{article.slug}.json"


def csv_name(article: Article) -> str:
    """The name of an article's table of figures below the output folder."""
    return f"data/{article.slug}.csv"


def article_figures(project: Project, article: Article) -> list[Figure]:
    """Every figure an article shows, and all they were computed from."""
    return figures_behind([parse_reference(reference).target for reference in article.references], project.figures)


def render_index(project: Project, routes: Routes, edition: Edition, templates: jinja2.Environment) -> Page:
    """The start page of one language: the articles that appear in it, newest first."""
    newest_first = sorted(project.articles, key=lambda article: (-article.published.toordinal(), article.slug))
    renderers = [
        TextRenderer(article, edition, project.editions, project.figures, routes)
        for article in newest_first
        if (edition.language, article.slug) in routes.pages
    ]
    listed = [_listed(renderer.article, edition, renderer, routes) for renderer in renderers]
    settings, description = project.settings, edition.say("description", "site")
    drawn = picture(home_card(edition, settings.site_name), settings.base_url)
    head = dataclasses.replace(
        page_head(project, routes, edition, HOME, Summary(settings.site_name, description)),
        picture=drawn,
        structured=script_text(home_nodes(edition, settings, routes, renderers, drawn)),
    )
    html = templates.get_template("index.html").render(page=head, articles=listed)
    return Page(routes.pages[edition.language, HOME].file, edition.language, HOME, html)


def _listed(article: Article, edition: Edition, renderer: TextRenderer, routes: Routes) -> Listed:
    path = routes.pages[edition.language, article.slug].path
    day: datetime.date = article.published
    return Listed(*renderer.front("title"), *renderer.front("description"), path, edition.date(day), day.isoformat())


def render_choice(project: Project, routes: Routes, templates: jinja2.Environment) -> Page:
    """The page at the root, where a reader chooses a language."""
    homes = tuple(routes.of(HOME))
    head = Head(
        title=project.settings.site_name,
        description="",
        site_name=project.settings.site_name,
        contact=project.settings.contact,
        tag="",
        direction="",
        open_graph_locale="",
        og_type="website",
        url=routes.choice.url,
        home=routes.choice.path,
        stylesheet=f"{routes.base_path}{STYLESHEET}",
        icon=icon_path(project, routes),
        feed="",
        assets=f"{routes.base_path}{ASSETS}",
        alternates=(*_alternates(homes), _default(routes)),
        indexed=routes.choice.indexed,
        languages=homes,
        search=routes.search,
        structured=script_text(choice_nodes(project.settings, routes)),
    )
    return Page(routes.choice.file, "", HOME, templates.get_template("languages.html").render(page=head))


def page_head(project: Project, routes: Routes, edition: Edition, slug: str, summary: Summary) -> Head:
    """The frame of a start page, or of an article by its slug."""
    own = routes.pages[edition.language, slug]
    same = tuple(routes.of(slug))
    return Head(
        title=summary.title,
        description=summary.description,
        site_name=project.settings.site_name,
        contact=project.settings.contact,
        tag=edition.tag,
        direction=edition.direction,
        open_graph_locale=edition.open_graph_locale,
        og_type="article" if slug else "website",
        url=own.url,
        home=routes.pages[edition.language, HOME].path,
        stylesheet=f"{routes.base_path}{STYLESHEET}",
        icon=icon_path(project, routes),
        feed=routes.feeds[edition.language].path if edition.language in routes.feeds else "",
        assets=f"{routes.base_path}{ASSETS}",
        alternates=_alternates(same) if slug else (*_alternates(same), _default(routes)),
        indexed=own.indexed,
        languages=same,
        search=routes.search,
        other_locales=tuple(
            project.editions[language].open_graph_locale
            for (language, name), route in routes.pages.items()
            if name == slug and route.indexed and language != edition.language
        ),
    )


def icon_path(project: Project, routes: Routes) -> str:
    """Where the icon of the site lies; empty where it has none."""
    return f"{routes.base_path}{ICON}" if (project.folder / "static" / ICON).is_file() else ""


def _alternates(routes_of_page: Iterable[Route]) -> tuple[Alternate, ...]:
    """A page in every language that search engines may list."""
    return tuple(Alternate(route.tag, route.url) for route in routes_of_page if route.indexed)


def _default(routes: Routes) -> Alternate:
    """The choice between the start pages, for readers of any other language."""
    return Alternate(routes.choice.tag, routes.choice.url)
