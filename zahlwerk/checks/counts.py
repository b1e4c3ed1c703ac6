"""Counts whose form has changed since the sentences around them were last read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from zahlwerk.articles import Article
from zahlwerk.editions import Edition
from zahlwerk.grammar import count_forms
from zahlwerk.presentation import shown
from zahlwerk.problems import Place, Problem
from zahlwerk.project import Project
from zahlwerk.references import parse_reference


def sentences_fit_their_counts(project: Project) -> Iterator[Problem]:
    """Where one became several, or a count is no longer spelled, the sentences around it are to be read again.

    A regional variant is read with the language it falls back to.
    """
    for edition in project.editions.values():
        if edition.parent is None:
            forms = count_forms(project, edition)
            changed = {name: form for name, form in forms.items() if edition.counts.get(name, form) != form}
            for article in project.articles if changed else ():
                yield from _to_be_read(project, article, edition, changed)


def _to_be_read(project: Project, article: Article, edition: Edition, changed: Mapping[str, str]) -> Iterator[Problem]:
    for text in article.texts:
        place = (
            text.place if article.language == edition.language else _place(edition, article, text.context, text.source)
        )
        for written in dict.fromkeys(text.references) if place else ():
            if place and written in changed:
                reference = parse_reference(written)
                now = edition.figure(shown(project.figures.find(reference.target), reference.presentation))
                message = f'{written} is "{now}" now ({changed[written]}), and was read as {edition.counts[written]}'
                hint = f"read the sentence again, then run python build.py messages reread {edition.language}"
                yield Problem(place, message, hint, "warning", "counts")


def _place(edition: Edition, article: Article, context: str, source: str) -> Place | None:
    """Where the translation that is shown stands; None where none is."""
    catalogue = edition.articles.get(article.slug)
    if catalogue is None or catalogue.translation(context, source) is None:
        return None
    return catalogue.place(context, source)
