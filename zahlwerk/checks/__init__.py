"""The checks: small functions, the lists that order them, and the runner that gathers every finding."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Collection, Iterable, Sequence

from zahlwerk.checks import (
    addresses,
    catalogues,
    charts,
    claims,
    comparisons,
    conventions,
    corrections,
    counts,
    dates,
    finished,
    frame,
    links,
    machines,
    planners,
    precision,
    prose,
    references,
    scaffolds,
    silences,
    sums,
    translation,
    typography,
    units,
    unused,
    wording,
)
from zahlwerk.checks.explanations import EDITORIAL, EXPLANATIONS
from zahlwerk.checks.flags import heeded
from zahlwerk.checks.passages import ShownCheck
from zahlwerk.checks.readback import FinishedPage, read_page
from zahlwerk.checks.shown import shown_articles
from zahlwerk.planner.grid import PlannerGrid
from zahlwerk.problems import BuildFailed, Problem
from zahlwerk.project import Project, Texts, Unreadable
from zahlwerk.site import OutputFile
from zahlwerk.views import Page

TEXT_CHECKS: tuple[Callable[[Texts], Iterable[Problem]], ...] = (
    prose.no_typed_digits,
    prose.no_typed_number_words,
    prose.bounds_come_from_figures,
    translation.same_references,
    translation.figures_of_one_kind_keep_their_order,
    translation.same_structure,
    translation.nothing_of_their_own,
    catalogues.catalogues_have_articles,
    catalogues.headers_fit,
    catalogues.plural_forms_are_complete,
    addresses.slugs_are_slugs,
    addresses.addresses_are_unique,
    addresses.earlier_addresses_are_free,
    links.lead_somewhere,
    links.planned_pages_are_missing,
    wording.terms_of_the_glossary,
    wording.neither_short_nor_long,
    wording.not_the_source,
    wording.no_marks_are_shown,
    typography.quotation_marks_of_the_language,
    typography.no_straight_marks_around_articles,
    typography.no_break_spaces_of_the_language,
    typography.no_break_spaces_are_listed_with_their_texts,
    scaffolds.are_filled,
    frame.same_digits,
    frame.no_control_characters,
    silences.are_sound,
)

FIGURE_CHECKS: tuple[Callable[[Project], Iterable[Problem]], ...] = (
    references.known_and_presentable,
    claims.hold,
    corrections.can_be_shown,
    corrections.are_those_of_the_history,
    charts.can_be_drawn,
    charts.parts_add_up,
    charts.labels_fit,
    translation.complete,
    translation.words_around_figures_are_words,
    counts.sentences_fit_their_counts,
    planners.are_sound,
    frame.no_unknown_placeholders,
    unused.is_used_or_kept,
)

SHOWN_CHECKS: tuple[ShownCheck, ...] = (
    sums.add_up,
    precision.one_precision,
    precision.ranges_have_two_ends,
    units.stay_alike,
    conventions.directions_are_told,
    conventions.memory_is_told,
    comparisons.follow_from_operands,
    links.texts_say_where_they_lead,
)

PAGE_CHECKS: tuple[Callable[[Project, Sequence[FinishedPage]], Iterable[Problem]], ...] = (
    finished.figures_are_exact,
    finished.languages_agree,
    finished.drawings_say_what_tables_say,
    finished.ids_are_unique,
    machines.structured_data_agree,
    machines.pictures_and_data_are_there,
    machines.pictures_can_be_drawn,
)


def check_texts(texts: Texts) -> list[Problem]:
    """What the checks find that need no figures, without what translators have judged to be no mistake."""
    return heeded(texts, _check_texts(texts), EXPLANATIONS.keys() - {*EDITORIAL, charts.CODE})


def check_sources(project: Project, today: datetime.date | None = None) -> list[Problem]:
    """What all checks find in articles and catalogues; without ``today``, no date is too late."""
    of_days = [*dates.lie_in_the_past(project, today)] if today else []
    found = [*_check_texts(project.texts), *check_figures(project), *check_shown(project), *of_days]
    checked = EDITORIAL.keys() - (set() if today else {dates.CODE})
    kept = silences.without_silenced(project.texts, found, checked)
    return heeded(project.texts, kept, EXPLANATIONS.keys())


def check_translations(read: Project | Unreadable, languages: Collection[str]) -> list[Problem]:
    """What there is to say about the catalogues of some languages, however much of the project can be read."""
    problems = check_sources(read) if isinstance(read, Project) else [*read.problems, *check_texts(read.texts)]
    folders = tuple(f"locales/{language}/" for language in languages)
    return sorted(problem for problem in set(problems) if problem.place.file.startswith(folders))


def check_shown(project: Project, checks: Sequence[ShownCheck] = SHOWN_CHECKS) -> list[Problem]:
    """What checks find in articles as they are shown; of translated texts, what does not hold for the source, too."""
    found: list[Problem] = []
    for source, *translated in shown_articles(project):
        for check in checks:
            of_source = list(check(source))
            found += [finding.problem for finding in of_source]
            known = {(finding.code, finding.about) for finding in of_source}
            for shown in translated:
                own = (one for one in check(shown) if one.item.translated and (one.code, one.about) not in known)
                found += [one.problem for one in own]
    return found


def _check_texts(texts: Texts) -> list[Problem]:
    return [problem for check in TEXT_CHECKS for problem in check(texts)]


def check_figures(project: Project) -> list[Problem]:
    """What the checks find that depends on figures, without those of texts alone."""
    problems: list[Problem] = []
    for check in FIGURE_CHECKS:
        try:
            problems.extend(check(project))
        except BuildFailed as failed:
            problems.extend(failed.problems)
    return problems


def check_pages(project: Project, pages: Sequence[Page], files: Collection[str]) -> list[Problem]:
    """What all checks find in finished pages, of a site that has these files."""
    read = [read_page(page) for page in pages]
    found = [problem for check in PAGE_CHECKS for problem in check(project, read)]
    return [*found, *finished.links_arrive(project, read, files)]


def check_planners(
    project: Project, grids: Sequence[PlannerGrid], files: Sequence[OutputFile], pages: Sequence[Page]
) -> list[Problem]:
    """What the checks find in the written answers of planners, and in what pages show of them."""
    exact = planners.grids_are_exact(project, grids, files)
    return [*exact, *planners.pages_start_as_their_grids(project, grids, files, pages)]
