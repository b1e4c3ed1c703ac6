"""Building a site: load, check, render, check, and write last."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from zahlwerk.articles import Article
from zahlwerk.builds import Summary, Wanted, asked
from zahlwerk.checks import check_pages, check_planners, check_sources, check_texts
from zahlwerk.disk import SOURCES
from zahlwerk.editions import find_languages
from zahlwerk.feeds import feed_files
from zahlwerk.locks import Waits, silently
from zahlwerk.pagefind import is_available
from zahlwerk.pictures import Card
from zahlwerk.problems import BuildFailed, Place, Problem
from zahlwerk.project import Project, Unreadable, read_project
from zahlwerk.pseudo import names_are_free, with_pseudo_languages
from zahlwerk.routes import Routes, make_routes
from zahlwerk.search import FOLDER, search_files
from zahlwerk.settingkinds import checked_base_url
from zahlwerk.signposts import render_signposts
from zahlwerk.site import (
    OutputFile,
    assets,
    cards,
    csv_file,
    data_file,
    page_files,
    picture_files,
    planner_files,
    planner_grids,
    render_pages,
)
from zahlwerk.sitemap import robots_file, sitemap_files
from zahlwerk.static import clashes, read_static
from zahlwerk.steps import CHECK_PAGES, CHECK_TEXTS, DRAW, INDEX, RENDER, SILENT, WRITE, Steps
from zahlwerk.unchanged import before, forget, leave_note
from zahlwerk.views import Page
from zahlwerk.writer import Replaced, output, replace_site, scratch


@dataclass(frozen=True, slots=True)
class Checked:
    """A site that passed every check."""

    project: Project
    pages: tuple[Page, ...]
    files: tuple[OutputFile, ...]
    cards: tuple[Card, ...]  # of the pictures, which only a build draws
    warnings: tuple[Problem, ...]

    @property
    def summary(self) -> Summary:
        """What there is to say of it."""
        figures = sum(len(article.references) for article in self.project.articles)
        languages = sorted({page.language for page in self.pages if page.language})
        return Summary(len(self.pages), figures, tuple(languages), len(self.files), self.warnings)


def build(
    folder: Path, out: Path, wanted: Wanted, waits: Waits = silently, steps: Steps = SILENT
) -> tuple[Checked, Replaced]:
    """Build the site into a folder; the site, and what changed in the folder.

    While another build holds the folder, ``waits`` is told and this one waits, before it reads anything: so the last
    to write is the last that has read. Raises BuildFailed with every problem, and leaves the folder as it was.
    """
    if problems := list(_misplaced(folder, out)):
        raise BuildFailed(problems)
    with output(out, waits):
        seen = before(str(folder), asked(wanted))
        checked = check(folder, wanted, steps)
        steps.begin(DRAW)
        files = [*checked.files, *picture_files(checked.cards)]
        if wanted.search and is_available():
            steps.begin(INDEX)
            files += search_files(files, scratch(out))
        steps.begin(WRITE)
        forget(str(out))
        checked, replaced = dataclasses.replace(checked, files=tuple(files)), replace_site(out, files)
        leave_note(str(folder), str(out), seen, (file.file for file in files), checked.summary.record())
        return checked, replaced


def _misplaced(folder: Path, out: Path) -> Iterator[Problem]:
    """An output folder that would be read as part of the project by the next build."""
    for name in SOURCES:
        if out.resolve().is_relative_to((folder / name).resolve()):
            hint = "choose a folder outside of it"
            yield Problem(Place(str(out)), f"lies in {name}/, which the site is made from", hint)


def check(folder: Path, wanted: Wanted, steps: Steps = SILENT) -> Checked:
    """Everything a build does but writing. Raises BuildFailed with every problem that was found."""
    read = read_project(folder, steps)
    steps.begin(CHECK_TEXTS)
    taken = list(names_are_free(find_languages(folder / "locales"))) if wanted.pseudo else []
    static = read_static(folder)
    if isinstance(read, Unreadable):
        raise BuildFailed([*read.problems, *check_texts(read.texts), *taken, *static.problems])
    project = _with_base_url(read, wanted.base_url)
    problems = [*check_sources(project, wanted.today), *taken, *static.problems]
    sound = [article for article in project.articles if not _faulty(article, problems)]
    if any(problem.place.file.startswith("templates/") for problem in problems):
        raise BuildFailed(problems)
    if wanted.pseudo:  # only now: what is made of checked texts would repeat their findings, in files that are none
        project = with_pseudo_languages(project)
    routes = site_routes(project, wanted)
    pages = tuple(steps.each(RENDER, render_pages(project, routes, sound), len(routes.pages) + 1))
    steps.begin(CHECK_PAGES)
    grids = planner_grids(project, sound)
    planner_data = planner_files(project, routes, grids)
    files: list[OutputFile] = []
    pictures = tuple(cards(project, routes, sound))
    if len(sound) == len(project.articles):
        signposts = tuple(render_signposts(project, routes))
        made = [*page_files((*pages, *signposts)), *_beside_the_pages(project, routes), *planner_data]
        files = [*made, *static.files]
        own = [*(one.file for one in made), *(card.name for card in pictures)]
        problems += [
            *clashes(static.files, own),
            *check_pages(project, (*pages, *signposts), {*own, *(one.file for one in static.files)}),
        ]
    problems += check_planners(project, grids, planner_data, pages)
    failing = ("error", "warning") if wanted.strict else ("error",)
    if any(problem.severity in failing for problem in problems):
        raise BuildFailed(problems)
    return Checked(project, pages, tuple(files), pictures, tuple(sorted(problems)))


def site_routes(project: Project, wanted: Wanted) -> Routes:
    """The addresses of the site that is asked for."""
    routes = make_routes(project, wanted.languages)
    if wanted.search and is_available() and project.articles:
        routes = dataclasses.replace(routes, search=f"{routes.base_path}{FOLDER}")
    return routes


def _beside_the_pages(project: Project, routes: Routes) -> Iterator[OutputFile]:
    """What is written for programs, and what pages need."""
    for article in project.articles:
        yield data_file(project, article, routes)
        yield csv_file(project, article)
    yield from feed_files(project, routes)
    yield from sitemap_files(project, routes)
    yield robots_file(routes)
    yield from assets(project)


def _faulty(article: Article, problems: list[Problem]) -> bool:
    """Whether an article, or a translation of it, has errors, so that its pages cannot be rendered."""
    name = f"/{article.slug}.po"
    return any(
        problem.severity == "error" and (problem.place.file == article.file or problem.place.file.endswith(name))
        for problem in problems
    )


def _with_base_url(project: Project, base_url: str) -> Project:
    if not base_url:
        return project
    url = checked_base_url(base_url)
    return dataclasses.replace(project, settings=dataclasses.replace(project.settings, base_url=url))
