"""Dates: no day that lies behind us is still to come."""

from __future__ import annotations

import datetime
from collections.abc import Iterator

from zahlwerk.articles import Article
from zahlwerk.checks.texts import source_texts
from zahlwerk.problems import Place, Problem
from zahlwerk.project import Project
from zahlwerk.references import parse_reference

CODE = "future"


def lie_in_the_past(project: Project, today: datetime.date) -> Iterator[Problem]:
    """No article, correction or source has a date after today, and no text shows one."""
    for source in project.facts.sources.values():
        for name, day in (("published", source.published), ("read", source.read)):
            if day and day > today:
                yield _problem(source.place, f"the day on which {source.id} was {name}", day, today)
    for article in project.articles:
        yield from _of_front_matter(article, today)
    for item in source_texts(project.texts):
        for written in item.text.references:
            figure = project.figures.known.get(parse_reference(written).target)
            if figure and isinstance(figure.value, datetime.date) and figure.value > today:
                yield _problem(item.place, f"the day that {written} shows", figure.value, today)


def _of_front_matter(article: Article, today: datetime.date) -> Iterator[Problem]:
    places = dict(article.front)
    for name, day in (("published", article.published), ("modified", article.modified)):
        if day > today and name in places:
            yield _problem(places[name], f"the day on which the article was {name}", day, today)
    for correction in article.corrections:
        if correction.day > today:
            yield _problem(correction.place, "the day of a correction", correction.day, today)
        if isinstance(correction.was, datetime.date) and correction.was > today:
            yield _problem(correction.place, "the day that a correction says was shown", correction.was, today)


def _problem(place: Place, what: str, day: datetime.date, today: datetime.date) -> Problem:
    message = f"{what}, {day.isoformat()}, lies after today, {today.isoformat()}"
    return Problem(place, message, "correct the date, or the clock", "warning", CODE)
