"""How far each language has come, and whether that is enough to publish a page in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from zahlwerk.articles import Article
from zahlwerk.editions import SITE, Edition
from zahlwerk.messages import Message, article_messages
from zahlwerk.project import Project


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


def untranslated(edition: Edition, domain: str, messages: Sequence[Message]) -> list[Message]:
    """The messages that neither the edition nor one it falls back to has a translation of that may be shown."""
    needed = (message for message in messages if not message.optional)
    return [message for message in needed if edition.translation(domain, *message.key) is None]


def untranslated_texts(article: Article, edition: Edition) -> list[Message]:
    """The messages of an article that an edition shows in the article's own language, though it is another."""
    return [] if edition.speaks(article.language) else untranslated(edition, article.slug, article_messages(article))


def _coverage(edition: Edition, domain: str, messages: int, left: Sequence[Message]) -> Coverage:
    own = edition.own(domain)
    fuzzy = sum(message.key in own.by_key and own.by_key[message.key].fuzzy for message in left)
    return Coverage(
        edition.language,
        domain,
        translated=messages - len(left),
        fuzzy=fuzzy,
        missing=len(left) - fuzzy,
        obsolete=sum(entry.obsolete for entry in own.entries),
        words_left=sum(len(message.source.split()) for message in left),
    )


def edition_messages(project: Project, edition: Edition) -> Sequence[Message]:
    """Everything around the articles that an edition says."""
    return project.messages[str(edition.locale)]


def site_coverage(project: Project, edition: Edition) -> Coverage:
    """What is translated of everything around the articles."""
    messages = edition_messages(project, edition)
    return _coverage(edition, SITE, len(messages), untranslated(edition, SITE, messages))


def article_coverage(article: Article, edition: Edition) -> Coverage | None:
    """What is translated of an article; None in its own language, and where it has no catalogue."""
    if article.language == edition.language or not edition.catalogues(article.slug):
        return None
    needed = sum(not message.optional for message in article_messages(article))
    return _coverage(edition, article.slug, needed, untranslated_texts(article, edition))


def is_ready(project: Project, edition: Edition) -> bool:
    """Whether a language has come far enough to be published; an article's own language always has."""
    own = any(edition.speaks(article.language) for article in project.articles)
    return own or site_coverage(project, edition).reaches(project.settings.threshold)


def is_published(project: Project, article: Article, edition: Edition) -> bool:
    """Whether an article appears in a language: one that needs no translation, or that has come far enough."""
    if edition.speaks(article.language):
        return True
    coverage = article_coverage(article, edition)
    return coverage is not None and coverage.reaches(project.settings.threshold)
