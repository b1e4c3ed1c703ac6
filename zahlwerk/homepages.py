"""The start page of each language, and the choice of languages."""

from __future__ import annotations

import dataclasses
import datetime

import jinja2

from zahlwerk.articles import Article
from zahlwerk.editions import Edition
from zahlwerk.pages import ASSETS, STYLESHEET, alternates, default, icon_path, page_head
from zahlwerk.pictures import home_card, picture
from zahlwerk.project import Project
from zahlwerk.rendering import TextRenderer
from zahlwerk.routes import HOME, Routes
from zahlwerk.sitenodes import choice_nodes, home_nodes, script_text
from zahlwerk.views import Head, Listed, Page, Summary


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
        alternates=(*alternates(homes), default(routes)),
        indexed=routes.choice.indexed,
        languages=homes,
        search=routes.search,
        structured=script_text(choice_nodes(project.settings, routes)),
    )
    return Page(routes.choice.file, "", HOME, templates.get_template("languages.html").render(page=head))
