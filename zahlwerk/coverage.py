"""How far each language has come, and whether that is enough to publish a page in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from zahlwerk.articles import Article
from zahlwerk.catalogs import Catalogue, untranslated
from zahlwerk.editions import SITE, Edition
from zahlwerk.messages import Message, article_messages, site_messages
from zahlwerk.project import Project
from zahlwerk.sizing import FORMULAS


@dataclass(frozen=True, slots=True)
class Coverage:
    """What is translated of one domain in one language."""

    language: str
    domain: str  # "site", or the slug of an article
    translated: int
    fuzzy: int  # a translation of an earlier source
    missing: int
    obsolete: int
    words_left: int  # of the sources that are fuzzy or missing

    @property
    def messages(self) -> int:
        """All messages of the domain."""
        return self.translated + self.fuzzy + self.missing

    def reaches(self, percent: int) -> bool:
        """Whether so much is translated."""
        return self.translated * 100 >= percent * self.messages


def _coverage(language: str, domain: str, catalogue: Catalogue, messages: Sequence[Message]) -> Coverage:
    left = untranslated(catalogue, messages)
    fuzzy = sum(entry is not None and entry.fuzzy for entry in (catalogue.by_key.get(m.key) for m in left))
    return Coverage(
        language,
        domain,
        translated=len(messages) - len(left),
        fuzzy=fuzzy,
        missing=len(left) - fuzzy,
        obsolete=sum(entry.obsolete for entry in catalogue.entries),
        words_left=sum(len(message.source.split()) for message in left),
    )


def edition_messages(project: Project, edition: Edition) -> list[Message]:
    """Everything around the articles that an edition says. Raises BuildFailed for a template that cannot be read."""
    return site_messages(project.templates, project.facts, FORMULAS, edition.locale)


def site_coverage(project: Project, edition: Edition) -> Coverage:
    """What is translated of everything around the articles."""
    return _coverage(edition.language, SITE, edition.site, edition_messages(project, edition))


def article_coverage(article: Article, edition: Edition) -> Coverage | None:
    """What is translated of an article; None in its own language, and where it has no catalogue."""
    catalogue = edition.articles.get(article.slug)
    if catalogue is None or article.language == edition.language:
        return None
    return _coverage(edition.language, article.slug, catalogue, article_messages(article))


def is_ready(project: Project, edition: Edition) -> bool:
    """Whether a language has come far enough to be published; an article's own language always has."""
    own = any(article.language == edition.language for article in project.articles)
    return own or site_coverage(project, edition).reaches(project.settings.threshold)


def is_published(project: Project, article: Article, edition: Edition) -> bool:
    """Whether an article appears in a language: its own, or one whose catalogue has come far enough."""
    if article.language == edition.language:
        return True
    coverage = article_coverage(article, edition)
    return coverage is not None and coverage.reaches(project.settings.threshold)
