"""What is left to translate: how much, since when, and how the sources of fuzzy translations have changed."""

from __future__ import annotations

import datetime
import itertools
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from zahlwerk.articles import Article
from zahlwerk.catalogs import Catalogue, Entry
from zahlwerk.coverage import (
    Coverage,
    article_coverage,
    edition_messages,
    site_coverage,
    untranslated,
    untranslated_texts,
)
from zahlwerk.editions import SITE, Edition
from zahlwerk.history import Line, read_history
from zahlwerk.messages import Message, article_messages
from zahlwerk.problems import Place
from zahlwerk.project import Project
from zahlwerk.worddiff import Piece, word_changes

_MSGID, _MORE = re.compile(r'msgid\s*"'), re.compile(r'\s*"')


@dataclass(frozen=True, slots=True)
class Waiting:
    """The message that has been waiting longest for its translation."""

    day: datetime.date  # its source was last changed
    place: Place


@dataclass(frozen=True, slots=True)
class Status:
    """How far a language has come in one domain."""

    coverage: Coverage
    oldest: Waiting | None  # None when all is translated, or nothing is known of the past


@dataclass(frozen=True, slots=True)
class Fuzzy:
    """A message whose translation is one of an earlier source, or a guess."""

    place: Place
    context: str
    old: str  # the earlier source; empty when the catalogue does not hold it
    new: str
    translation: str  # of the earlier source

    @property
    def changes(self) -> tuple[Piece, ...]:
        """What became of the earlier source, word by word; nothing when it is not known."""
        return word_changes(self.old, self.new) if self.old else ()


@dataclass(frozen=True, slots=True)
class _Domain:
    """A catalogue, and what it lacks."""

    coverage: Coverage
    catalogue: Catalogue
    messages: tuple[Message, ...]
    left: tuple[Message, ...]  # fuzzy or missing


def statuses(project: Project, languages: Collection[str], today: datetime.date) -> list[Status]:
    """How far the languages have come in each domain; all languages when none is named."""
    return [
        Status(domain.coverage, _oldest(project, domain, today) if domain.left else None)
        for domain in _domains(project, languages)
    ]


def fuzzy_messages(project: Project, languages: Collection[str]) -> list[Fuzzy]:
    """Every fuzzy message of the languages; of all languages when none is named.

    A regional variant's own are among them, though the text it falls back to is shown in their place.
    """
    return [
        Fuzzy(
            Place(domain.catalogue.file, entry.line),
            entry.context,
            entry.previous,
            entry.source,
            " | ".join(entry.texts),
        )
        for domain in _domains(project, languages)
        for entry in _entries(domain.catalogue, domain.messages)
        if entry.fuzzy
    ]


def _domains(project: Project, languages: Collection[str]) -> Iterator[_Domain]:
    for language, edition in project.editions.items():
        if languages and language not in languages:
            continue
        yield _site(project, edition)
        for article in project.articles:
            if coverage := article_coverage(article, edition):
                yield _article(article, edition, coverage)


def _site(project: Project, edition: Edition) -> _Domain:
    messages = tuple(edition_messages(project, edition))
    left = tuple(untranslated(edition, SITE, messages))
    return _Domain(site_coverage(project, edition), edition.site, messages, left)


def _article(article: Article, edition: Edition, coverage: Coverage) -> _Domain:
    messages, left = tuple(article_messages(article)), tuple(untranslated_texts(article, edition))
    return _Domain(coverage, edition.own(article.slug), messages, left)


def _entries(catalogue: Catalogue, messages: Sequence[Message]) -> list[Entry]:
    """The entries of messages; one that no update has taken in has none."""
    found = (catalogue.by_key.get(message.key) for message in messages)
    return [entry for entry in found if entry]


def _oldest(project: Project, domain: _Domain, today: datetime.date) -> Waiting | None:
    """What has been waiting longest; None while that is not known of every entry, since any may be the one."""
    file, entries = domain.catalogue.file, _entries(domain.catalogue, domain.left)
    lines = read_history(project.folder, file, today) if entries else ()
    waiting = []
    for entry in entries:
        day = _source_day(lines, entry.line)
        if day is None:
            return None
        waiting.append(Waiting(day, Place(file, entry.line)))
    if len(entries) < len(domain.left):
        waiting.append(Waiting(today, Place(file)))
    return min(waiting, key=lambda one: one.day)


def _source_day(lines: Sequence[Line], first: int) -> datetime.date | None:
    """The day of the msgid of the entry that begins in a line; the latest one of a text over several lines."""
    rest = itertools.dropwhile(lambda line: not _MSGID.match(line.text), lines[max(first - 1, 0) :])
    msgid = (*itertools.islice(rest, 1), *itertools.takewhile(lambda line: _MORE.match(line.text), rest))
    days = [line.day for line in msgid if line.day]
    return max(days) if days and len(days) == len(msgid) else None
