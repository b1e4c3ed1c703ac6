"""One article in two languages, side by side and message by message, with live figures and what is unfinished."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import jinja2

from zahlwerk.articles import Article
from zahlwerk.editions import Edition
from zahlwerk.markup import plain_text
from zahlwerk.messages import Message, article_messages
from zahlwerk.preview import STATES, Filler, PreviewedText, is_begun, said
from zahlwerk.problems import BuildFailed, Place, known_words
from zahlwerk.project import Project
from zahlwerk.templates import environment, template_problem

TEMPLATE = "workbench/beside.html"


@dataclass(frozen=True, slots=True)
class Side:
    """A message as one language has it."""

    edition: Edition  # whose readers see it
    state: str  # one of STATES
    place: Place  # of its entry, or of the article where the language is the article's own
    text: PreviewedText | None  # what the language says; None while it says nothing
    previous: PreviewedText | None  # the earlier source that a stale translation belongs to
    speaker: Edition  # whose words they are


@dataclass(frozen=True, slots=True)
class Row:
    """A message in both languages."""

    kind: str  # "paragraph", "heading", "cell" …
    source: PreviewedText  # which readers see where there is no translation
    sides: tuple[Side, Side]

    @property
    def is_finished(self) -> bool:
        """Whether both languages have it."""
        return all(side.state == "translated" for side in self.sides)


@dataclass(frozen=True, slots=True)
class BesideView:
    """What the template shows."""

    slug: str
    title: str  # in the article's own language
    source: Edition  # of the article's own language
    columns: tuple[Edition, Edition]
    choices: tuple[Edition, ...]  # every language
    rows: tuple[Row, ...]

    @property
    def counts(self) -> tuple[Mapping[str, int], ...]:
        """How many messages are in each state, by column."""
        found = [Counter(row.sides[column].state for row in self.rows) for column in (0, 1)]
        return tuple({state: number[state] for state in STATES} for number in found)

    @property
    def unfinished(self) -> tuple[int, ...]:
        """Which messages one of the languages lacks, counted from one."""
        return tuple(number for number, row in enumerate(self.rows, start=1) if not row.is_finished)


def view_beside(project: Project, slug: str, left: str, right: str) -> BesideView:
    """An article in two languages, whatever is lacking in them.

    Raises ValueError saying what to ask for where there is no such article or language.
    """
    articles = {article.slug: article for article in project.articles}
    if slug not in articles:
        raise ValueError(f'unknown article "{slug}"; {known_words(slug, articles, "articles")}')
    for language in (left, right):
        if language not in project.editions:
            raise ValueError(f'unknown language "{language}"; {known_words(language, project.editions, "languages")}')
    article, columns = articles[slug], (project.editions[left], project.editions[right])
    source = project.editions[article.language]
    rows = tuple(_rows(project, article, columns))
    title = plain_text(article.title, source.quotes)
    return BesideView(slug, title, source, columns, tuple(project.editions.values()), rows)


def render_beside(project: Project, view: BesideView, path: str) -> str:
    """The page, with the path of all such pages. Raises BuildFailed where its template cannot be rendered."""
    try:
        return environment(project.templates, None).get_template(TEMPLATE).render(view=view, path=path)
    except jinja2.TemplateError as error:
        raise BuildFailed([template_problem(error, project.templates)]) from error


def _rows(project: Project, article: Article, columns: tuple[Edition, Edition]) -> Iterator[Row]:
    source = Filler(project.figures, project.editions[article.language])
    for message in article_messages(article):
        if message.optional and not any(is_begun(edition.own(article.slug), message) for edition in columns):
            continue
        left, right = (_side(project, article, message, edition) for edition in columns)
        yield Row(message.kinds[0], source.text(message.source, message.context), (left, right))


def _side(project: Project, article: Article, message: Message, edition: Edition) -> Side:
    found = said(article, message, edition)
    filler = Filler(project.figures, edition)
    source = Filler(project.figures, project.editions[article.language])
    words, place = found.words, found.place
    if not words and found.state == "translated":  # the language is the article's own, or speaks it
        words, place = message.source, Place(article.file)
    return Side(
        edition,
        found.state,
        place,
        filler.text(words, message.context) if words else None,
        source.text(found.previous, message.context) if found.previous else None,
        found.speaker,
    )
