"""The whole site as values: pages one by one, data files and assets."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import jinja2

from zahlwerk.articles import Article
from zahlwerk.derivations import named_sources
from zahlwerk.disk import composed, listed
from zahlwerk.editions import Edition
from zahlwerk.figures import Figure
from zahlwerk.figures_csv import figures_csv
from zahlwerk.homepages import render_choice, render_index
from zahlwerk.pages import article_figures, csv_name, data_name, render_article
from zahlwerk.pictures import Card, article_card, draw, home_card, undrawable
from zahlwerk.planner.answers import Answers
from zahlwerk.planner.declared import planner_of
from zahlwerk.planner.grid import PlannerGrid, grid_name, grid_text, make_grid
from zahlwerk.presentation import shown
from zahlwerk.problems import BuildFailed
from zahlwerk.project import Project
from zahlwerk.provenance import Quote, Source
from zahlwerk.quantity import Quantity
from zahlwerk.references import Presentation, parse_reference
from zahlwerk.rendering import TextRenderer
from zahlwerk.routes import HOME, Routes
from zahlwerk.templates import environment, template_problem
from zahlwerk.views import Page


@dataclass(frozen=True, slots=True)
class OutputFile:
    """A file of the site, not yet written."""

    file: str  # below the output folder
    content: bytes


def render_pages(project: Project, routes: Routes, articles: Sequence[Article]) -> Iterator[Page]:
    """The pages of these articles in every language that has an address, and the start pages."""
    folder = project.templates
    try:
        for edition in project.editions.values():
            templates = environment(folder, edition)
            for article in articles:
                if (edition.language, article.slug) in routes.pages:
                    yield render_article(project, routes, article, edition, templates)
            if (edition.language, HOME) in routes.pages:
                yield render_index(project, routes, edition, templates)
        yield render_choice(project, routes, environment(folder, None))
    except jinja2.TemplateError as error:
        raise BuildFailed([template_problem(error, folder)]) from error


def data_file(project: Project, article: Article, routes: Routes) -> OutputFile:
    """Every figure of an article with its exact value, formula, inputs, sources and texts, as JSON."""
    figures, asked = article_figures(project, article), _asked(article)
    editions = [
        edition
        for language, edition in project.editions.items()
        if (language, article.slug) in routes.pages and routes.pages[language, article.slug].indexed
    ]
    sources = {source.id: source for figure in figures for source in named_sources(figure)}
    document = {
        "article": article.slug,
        "figures": {
            figure.reference: _figure_data(figure) | _shown_data(figure, asked.get(figure.reference, {}), editions)
            for figure in figures
        },
        "sources": {name: _source_data(sources[name]) for name in sorted(sources)},
    }
    text = json.dumps(document, ensure_ascii=False, indent=1)
    return OutputFile(data_name(article), f"{text}\n".encode())


def _figure_data(figure: Figure) -> dict[str, Any]:
    data: dict[str, Any] = {}
    if isinstance(figure.value, Quantity):
        data["value"] = figure.value.ratio_text()
        data["unit"] = str(figure.value.dimension)
    elif isinstance(figure.value, Quote):
        data["quotation"] = figure.value.text
    else:
        data["date"] = figure.value.isoformat()
    if figure.formula:
        data["formula"] = figure.formula.text
    if figure.inputs:
        data["inputs"] = dict(figure.inputs)
    if figure.bound:
        data["bound"] = figure.bound
    if figure.sources:
        data["sources"] = [source.id for source in figure.sources]
    if figure.fact and figure.fact.where:
        data["where"] = figure.fact.where
    if figure.fact and figure.fact.why:
        data["why"] = figure.fact.why
    if figure.fact and figure.fact.conflicts:
        data["conflicts"] = [
            {"value": other.written.quantity.ratio_text(), "source": other.source.id, "where": other.where}
            for other in figure.fact.conflicts
        ]
    return data


def _asked(article: Article) -> dict[str, dict[str, Presentation]]:
    """The presentations in which an article shows each figure."""
    asked: dict[str, dict[str, Presentation]] = {}
    for written in article.references:
        reference = parse_reference(written)
        asked.setdefault(reference.target, {})[reference.presentation.text] = reference.presentation
    return asked


def _shown_data(figure: Figure, asked: dict[str, Presentation], editions: list[Edition]) -> dict[str, Any]:
    """What readers see of a figure, by presentation and language; nothing for one that only goes into others."""
    texts = {
        text: {edition.tag: edition.figure(shown(figure, presentation)) for edition in editions}
        for text, presentation in sorted(asked.items())
    }
    return {"shown": texts} if texts else {}


def _source_data(source: Source) -> dict[str, str]:
    data = {"title": source.title, "publisher": source.publisher, "kind": source.kind, "read": source.read.isoformat()}
    if source.url:
        data["url"] = source.url
    if source.published:
        data["published"] = source.published.isoformat()
    if source.note:
        data["note"] = source.note
    return data


def csv_file(project: Project, article: Article) -> OutputFile:
    """Every figure of an article as a table."""
    return OutputFile(csv_name(article), figures_csv(article_figures(project, article), project.figures))


def picture_files(cards: Sequence[Card]) -> list[OutputFile]:
    """The pictures of pages, drawn."""
    return [OutputFile(card.name, draw(card)) for card in cards]


def cards(project: Project, routes: Routes, articles: Sequence[Article]) -> Iterator[Card]:
    """What the pictures show of the pages that appear, in the languages whose letters can be drawn."""
    yield from (card for card in _cards(project, routes, articles) if not undrawable(card.words))


def _cards(project: Project, routes: Routes, articles: Sequence[Article]) -> Iterator[Card]:
    name = project.settings.site_name
    for edition in project.editions.values():
        if (edition.language, HOME) in routes.pages:
            yield home_card(edition, name)
        for article in articles:
            if (edition.language, article.slug) in routes.pages:
                yield article_card(TextRenderer(article, edition, project.editions, project.figures, routes), name)


def planner_grids(project: Project, articles: Sequence[Article]) -> list[PlannerGrid]:
    """What the engine answers the planners of these articles, before any language."""
    planners = ((article, planner_of(article, project.facts)) for article in articles)
    return [PlannerGrid(article.slug, planner, make_grid(Answers(planner))) for article, planner in planners if planner]


def planner_files(project: Project, routes: Routes, grids: Sequence[PlannerGrid]) -> list[OutputFile]:
    """What the planner of each page loads."""
    return [
        OutputFile(grid_name(grid.slug, edition.tag), grid_text(grid, edition).encode())
        for grid in grids
        for language, edition in project.editions.items()
        if (language, grid.slug) in routes.pages
    ]


def assets(project: Project) -> list[OutputFile]:
    """Style sheets and whatever else pages need beside themselves."""
    folder = project.templates
    paths = [path for path in listed(folder / "assets", "**/*") if path.is_file()]
    return [OutputFile(composed(path.relative_to(folder).as_posix()), path.read_bytes()) for path in paths]


def page_files(pages: Sequence[Page]) -> list[OutputFile]:
    """The pages as files."""
    return [OutputFile(page.file, page.html.encode()) for page in pages]
