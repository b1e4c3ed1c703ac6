"""Counts and the sentences around them: in which form each count stands in a language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from zahlwerk.articles import Article
from zahlwerk.editions import Edition
from zahlwerk.presentation import ShownNumber, shown
from zahlwerk.project import Project
from zahlwerk.references import parse_reference

IN_WORDS = "in words"


def count_forms(project: Project, edition: Edition) -> Mapping[str, str]:
    """The form of each count that an edition shows, by its reference: the plural category, and whether it is spelled.

    The category is CLDR's, of the number as it is displayed, such as "one" or "other, in words".
    """
    shown_here = (article for article in project.articles if _has_words_of(edition, article))
    references = dict.fromkeys(reference for article in shown_here for reference in article.references)
    return dict(_forms(project, edition, references))


def _has_words_of(edition: Edition, article: Article) -> bool:
    return article.language == edition.language or article.slug in edition.articles


def _forms(project: Project, edition: Edition, references: Mapping[str, None]) -> Iterator[tuple[str, str]]:
    for written in references:
        try:
            reference = parse_reference(written)
            found = shown(project.figures.find(reference.target), reference.presentation)
        except (KeyError, ValueError):  # told by the check of references
            continue
        if isinstance(found, ShownNumber) and not (found.unit or found.scale or found.exponent):
            category = edition.locale.plural_form(abs(found.number))
            yield written, f"{category}, {IN_WORDS}" if found.form in ("words", "Words") else category
