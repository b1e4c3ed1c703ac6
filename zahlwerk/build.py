"""Building a site: load, check, render, check, and write last."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from pathlib import Path

from zahlwerk.articles import Article
from zahlwerk.checks import check_pages, check_planners, check_sources, check_texts
from zahlwerk.editions import find_languages
from zahlwerk.pages import Page
from zahlwerk.pictures import Card
from zahlwerk.problems import BuildFailed, Problem
from zahlwerk.project import Project, Unreadable, read_project
from zahlwerk.pseudo import names_are_free, with_pseudo_languages
from zahlwerk.routes import make_routes
from zahlwerk.settings import checked_base_url
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
from zahlwerk.writer import complete_interrupted, write_site


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the command line asks of a build."""

    languages: frozenset[str] = frozenset()  # empty for all
    base_url: str = ""  # empty for the setting
    strict: bool = False  # whether warnings fail the build
    pseudo: bool = False  # whether pseudo-languages are built, too


@dataclass(frozen=True, slots=True)
class Checked:
    """A site that passed every check."""

    project: Project
    pages: tuple[Page, ...]
    files: tuple[OutputFile, ...]
    cards: tuple[Card, ...]  # of the pictures, which only a build draws
    warnings: tuple[Problem, ...]


def build(folder: Path, out: Path, wanted: Wanted) -> tuple[Checked, int]:
    """Build the site into a folder; the site and the number of files that changed.

    Raises BuildFailed with every problem, and leaves the folder as it was.
    """
    complete_interrupted(out)
    checked = check(folder, wanted)
    checked = dataclasses.replace(checked, files=(*checked.files, *picture_files(checked.cards)))
    return checked, write_site(out, checked.files)


def check(folder: Path, wanted: Wanted) -> Checked:
    """Everything a build does but writing. Raises BuildFailed with every problem that was found."""
    read = read_project(folder)
    taken = list(names_are_free(find_languages(folder / "locales"))) if wanted.pseudo else []
    if isinstance(read, Unreadable):
        raise BuildFailed([*read.problems, *check_texts(read.texts), *taken])
    project = _with_base_url(read, wanted.base_url)
    problems = [*check_sources(project), *taken]
    sound = [article for article in project.articles if not _faulty(article, problems)]
    if any(problem.place.file.startswith("templates/") for problem in problems):
        raise BuildFailed(problems)
    if wanted.pseudo:  # only now: what is made of checked texts would repeat their findings, in files that are none
        project = with_pseudo_languages(project)
    routes = make_routes(project, wanted.languages)
    pages = tuple(render_pages(project, routes, sound))
    grids = planner_grids(project, sound)
    planner_data = planner_files(project, routes, grids)
    if len(sound) == len(project.articles):
        problems += check_pages(project, pages)
    problems += check_planners(project, grids, planner_data, pages)
    failing = ("error", "warning") if wanted.strict else ("error",)
    if any(problem.severity in failing for problem in problems):
        raise BuildFailed(problems)
    data = [file for article in sound for file in (data_file(project, article, routes), csv_file(project, article))]
    files = (*page_files(pages), *data, *planner_data, *assets(project))
    return Checked(project, pages, files, tuple(cards(project, routes, sound)), tuple(sorted(problems)))


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
