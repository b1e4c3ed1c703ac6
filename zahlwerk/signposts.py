"""Pages that lead elsewhere: those shown where there is no page, and those at the addresses a page had before."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass

import jinja2

from zahlwerk.editions import Edition
from zahlwerk.pages import ASSETS, STYLESHEET, icon_path, page_head
from zahlwerk.problems import BuildFailed
from zahlwerk.project import Project
from zahlwerk.rendering import TextRenderer
from zahlwerk.routes import HOME, LOST, Redirect, Route, Routes
from zahlwerk.templates import environment, template_problem
from zahlwerk.views import Page, Summary


@dataclass(frozen=True, slots=True)
class Lost:
    """What a language says where there is no page."""

    home: Route
    title: str
    text: str
    start: str  # the words of the link to its start page


@dataclass(frozen=True, slots=True)
class Moved:
    """What stands at an address that a page had before."""

    tag: str
    direction: str
    title: str  # of the article
    title_tag: str  # the language the title is in
    path: str  # where it is now
    url: str
    stylesheet: str
    icon: str
    script: str  # leads on to the same section


def render_signposts(project: Project, routes: Routes) -> Iterator[Page]:
    """All of them. Raises BuildFailed for a template that cannot be rendered."""
    folder = project.templates
    try:
        said = []
        for language in routes.lost:
            edition = project.editions[language]
            templates = environment(folder, edition)
            words = templates.get_template("lost_words.html").module
            home, said_here = routes.pages[language, HOME], dict(vars(words))
            lost = Lost(home, *(str(said_here[name]) for name in ("title", "text", "start")))
            said.append(lost)
            yield _lost(project, routes, edition, lost, templates)
            for redirect in (one for one in routes.redirects if one.language == language):
                yield _moved(project, routes, edition, redirect, templates)
        yield _lost_anywhere(project, routes, said)
    except jinja2.TemplateError as error:
        raise BuildFailed([template_problem(error, folder)]) from error


def _lost(project: Project, routes: Routes, edition: Edition, lost: Lost, templates: jinja2.Environment) -> Page:
    """The page of one language. It is shown at any address, so that it has none of its own and no other versions."""
    head = page_head(project, routes, edition, HOME, Summary(lost.title, lost.text))
    head = dataclasses.replace(head, url="", alternates=(), languages=(), other_locales=(), indexed=False)
    others = [home for home in routes.of(HOME) if home is not lost.home and home.indexed]
    html = templates.get_template("lost.html").render(page=head, lost=lost, others=others)
    return Page(routes.lost[edition.language].file, edition.language, HOME, html, signpost=True)


def _lost_anywhere(project: Project, routes: Routes, said: list[Lost]) -> Page:
    """The page outside of all languages, which says so in each."""
    html = (
        environment(project.templates, None)
        .get_template("lost_anywhere.html")
        .render(
            lost=said,
            site_name=project.settings.site_name,
            stylesheet=f"{routes.base_path}{STYLESHEET}",
            icon=icon_path(project, routes),
        )
    )
    return Page(LOST, "", HOME, html, signpost=True)


def _moved(
    project: Project, routes: Routes, edition: Edition, redirect: Redirect, templates: jinja2.Environment
) -> Page:
    article = next(one for one in project.articles if one.slug == redirect.slug)
    route = routes.pages[redirect.language, redirect.slug]
    title, title_tag = TextRenderer(article, edition, project.editions, project.figures, routes).front("title")
    view = Moved(
        edition.tag,
        edition.direction,
        title,
        title_tag,
        route.path,
        route.url,
        f"{routes.base_path}{STYLESHEET}",
        icon_path(project, routes),
        f"{routes.base_path}{ASSETS}moved.js",
    )
    html = templates.get_template("moved.html").render(page=view)
    return Page(redirect.file, edition.language, HOME, html, signpost=True)
