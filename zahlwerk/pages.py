"""One page's HTML from an article, an edition and the figures."""

from __future__ import annotations

import dataclasses
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal

import jinja2

from zahlwerk.amendments import amended
from zahlwerk.articles import Article
from zahlwerk.chartviews import chart_view
from zahlwerk.coverage import article_coverage
from zahlwerk.derivations import Cited, Derivation, all_sources, derivation, figures_behind
from zahlwerk.editions import Edition
from zahlwerk.figures import Figure
from zahlwerk.pictures import article_card, picture
from zahlwerk.planner.declared import FENCE, planner_of
from zahlwerk.planner.page import Surroundings, render_planner
from zahlwerk.project import Project
from zahlwerk.readingtime import minutes
from zahlwerk.references import parse_reference
from zahlwerk.rendering import TextRenderer
from zahlwerk.routes import HOME, Route, Routes
from zahlwerk.sitenodes import script_text
from zahlwerk.structured import Content, DataFile, article_nodes
from zahlwerk.views import Alternate, ArticleView, Count, Head, Page, Summary

ASSETS = "assets/"  # where style sheets and scripts lie
STYLESHEET = f"{ASSETS}site.css"
ICON = "icon.svg"  # in static/, where a project has one


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
        alternates=alternates(same) if slug else (*alternates(same), default(routes)),
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


def alternates(routes_of_page: Iterable[Route]) -> tuple[Alternate, ...]:
    """A page in every language that search engines may list."""
    return tuple(Alternate(route.tag, route.url) for route in routes_of_page if route.indexed)


def default(routes: Routes) -> Alternate:
    """The choice between the start pages, for readers of any other language."""
    return Alternate(routes.choice.tag, routes.choice.url)
