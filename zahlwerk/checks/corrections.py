"""Corrections: each notes another value that a figure can have had, and none that was published is left out."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from zahlwerk.amendments import texts
from zahlwerk.articles import Article
from zahlwerk.corrections import Correction
from zahlwerk.editions import Edition
from zahlwerk.figures import Figure
from zahlwerk.history import Version, read_versions
from zahlwerk.pages import data_name
from zahlwerk.presentation import former, shown
from zahlwerk.problems import Place, Problem
from zahlwerk.project import Project
from zahlwerk.quantity import Quantity
from zahlwerk.references import Reference, parse_reference

PUBLISHED = "public"  # the folder of a site that is committed with its sources

CODE = "corrections"


def can_be_shown(project: Project) -> Iterator[Problem]:
    """Each correction is of a known figure, and its former value is presentable and another than the present one."""
    for article in project.articles:
        for correction in article.corrections:
            if problem := _unfit(correction, project, project.editions[article.language]):
                yield problem


def _unfit(correction: Correction, project: Project, edition: Edition) -> Problem | None:
    try:
        project.figures.find(correction.reference.target)
        was, now = texts(correction, project.figures, edition)
    except KeyError as error:
        return Problem(correction.place, str(error.args[0]), code=CODE)
    except ValueError as error:
        message = f"{correction.reference} cannot be corrected from {correction.written}: {error}"
        return Problem(correction.place, message, code=CODE)
    if was == now:
        message = f'{correction.reference} is still "{now}", as it was'
        hint = "drop the correction, or show the figure with more digits"
        return Problem(correction.place, message, hint, code=CODE)
    return None


@dataclass(frozen=True, slots=True)
class _Shown:
    """A figure as an article shows it now, and as its data file once had it."""

    reference: Reference
    now: str
    before: tuple[str, ...]  # other texts, oldest first, each once


def are_those_of_the_history(project: Project) -> Iterator[Problem]:
    """Where git follows an article's data file, each change of a figure that readers saw is noted, and no other is."""
    for article in project.articles:
        followed = read_versions(project.folder, f"{PUBLISHED}/{data_name(article)}")
        versions = [version for version in followed if version.day >= article.published]  # before, nobody read it
        if versions:
            yield from _compared(article, project, versions)


def _compared(article: Article, project: Project, versions: Sequence[Version]) -> Iterator[Problem]:
    edition, documents = project.editions[article.language], [_figures(version) for version in versions]
    noted = list(article.corrections)
    for written in dict.fromkeys(article.references):
        found = _shown(written, documents, project, edition)
        if found is None:
            continue
        told = {_text(project, found.reference, c.was, edition) for c in noted if _same(c, found.reference)}
        for text in found.before:
            if text not in told:
                message = f'{written} was published as "{text}", and is "{found.now}"'
                hint = "note it under corrections in the front matter"
                yield Problem(Place(article.file, 1), message, hint, "warning", CODE)
    for correction in noted:
        found = _shown(str(correction.reference), documents, project, edition)
        was = _text(project, correction.reference, correction.was, edition)
        if found and versions[0].day <= correction.day and was not in found.before:
            message = f'{correction.reference} was never published as "{was}"'
            hint = f"see the history of {PUBLISHED}/{data_name(article)}"
            yield Problem(correction.place, message, hint, "warning", CODE)


def _same(correction: Correction, reference: Reference) -> bool:
    return correction.reference.target == reference.target


def _shown(written: str, documents: Sequence[Mapping[str, Any]], project: Project, edition: Edition) -> _Shown | None:
    """What readers saw of a figure, by each value that it had while the article showed it."""
    reference = parse_reference(written)
    figure = project.figures.known.get(reference.target)
    now = _text(project, reference, figure.value, edition) if figure else ""
    if figure is None or not now or not isinstance(figure.value, Quantity | datetime.date):
        return None
    entries = [document.get(reference.target, {}) for document in documents]
    values = [_value(entry, figure) for entry in entries if "shown" in entry]
    before = dict.fromkeys(_text(project, reference, value, edition) for value in values)
    return _Shown(reference, now, tuple(text for text in before if text and text != now))


def _text(project: Project, reference: Reference, value: object, edition: Edition) -> str:
    """What readers see of a figure with some value; nothing where it cannot be shown."""
    figure = project.figures.known.get(reference.target)
    if figure is None or not isinstance(value, Quantity | datetime.date):
        return ""
    try:
        return edition.figure(shown(former(figure, value), reference.presentation))
    except ValueError:
        return ""


def _figures(version: Version) -> Mapping[str, Any]:
    """The figures of a data file as it was; none where it was no such file."""
    try:
        figures = json.loads(version.text)["figures"]
    except (ValueError, KeyError, TypeError):
        return {}
    return figures if isinstance(figures, dict) else {}


def _value(entry: Mapping[str, Any], figure: Figure) -> Quantity | datetime.date | None:
    """The value that a data file gives, where it is of the kind that the figure is of now."""
    try:
        if isinstance(figure.value, Quantity):
            same = entry["unit"] == str(figure.value.dimension)
            return Quantity(Fraction(entry["value"]), figure.value.dimension) if same else None
        return datetime.date.fromisoformat(entry["date"])
    except (KeyError, ValueError, TypeError):
        return None
