"""An article as its translator sees it: each message in both languages, with its figures, state and findings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

import jinja2
from markdown_it.token import Token
from markupsafe import Markup

from zahlwerk.articles import Article
from zahlwerk.catalogs import Catalogue
from zahlwerk.checks import check_translations
from zahlwerk.editions import Edition
from zahlwerk.figures import Figures
from zahlwerk.filled import Part, filled_reference, joined
from zahlwerk.markup import CODE, inline, pieces, plain_text, render
from zahlwerk.messages import Message, article_messages
from zahlwerk.problems import BuildFailed, Place, Problem, known_words
from zahlwerk.project import Project
from zahlwerk.references import parse_reference
from zahlwerk.rendering import figure_element
from zahlwerk.templates import environment, template_problem

TEMPLATE = "workbench/preview.html"
STATES = ("translated", "fuzzy", "missing")


@dataclass(frozen=True, slots=True)
class PreviewedText:
    """A text with the figures that readers of its language see."""

    parts: tuple[Part, ...]  # Markdown as written, references filled in
    html: Markup  # as the site renders it, without anything that leads away or runs

    def __str__(self) -> str:
        return joined(self.parts)


@dataclass(frozen=True, slots=True)
class PreviewedMessage:
    """A message in both languages."""

    place: Place  # of its entry, or the file where it has none
    kind: str  # "paragraph", "heading", "cell" …
    notes: tuple[str, ...]  # for translators
    headings: tuple[str, ...]  # it stands under, in the source's language; none of its own
    state: str  # one of STATES
    source: PreviewedText
    previous: PreviewedText | None  # the earlier source that a fuzzy translation belongs to
    translation: PreviewedText | None  # None while there is none
    speaker: Edition  # whose translation it is: of a regional variant that has none, what it falls back to
    findings: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class PreviewedArticle:
    """An article and its translation."""

    slug: str
    title: str  # in the source's language
    file: str  # the catalogue
    source: Edition
    target: Edition
    messages: tuple[PreviewedMessage, ...]  # in the order of the article
    findings: tuple[Problem, ...]  # about the file, or about entries that are no message of the article

    @property
    def counts(self) -> Mapping[str, int]:
        """How many messages are in each state."""
        number = Counter(message.state for message in self.messages)
        return {state: number[state] for state in STATES}

    @property
    def unfinished(self) -> tuple[int, ...]:
        """Which messages a translator still has to look at, counted from one."""
        numbered = enumerate(self.messages, start=1)
        return tuple(number for number, one in numbered if one.state != "translated" or one.findings)


def preview(project: Project, language: str, slug: str = "") -> list[PreviewedArticle]:
    """The articles that have a catalogue in a language, or only the one of that slug.

    Raises ValueError saying what to ask for where there is nothing to show.
    """
    if language not in project.editions:
        raise ValueError(f'unknown language "{language}"; {known_words(language, project.editions, "languages")}')
    slugs = [article.slug for article in project.articles]
    if slug and slug not in slugs:
        raise ValueError(f'unknown article "{slug}"; {known_words(slug, slugs, "articles")}')
    asked = [article for article in project.articles if slug in ("", article.slug)]
    foreign = [article for article in asked if article.language != language]
    if asked and not foreign:
        whose = slug if slug else "every article"
        raise ValueError(f"{language} is the language that {whose} is written in: there is nothing to translate")
    edition = project.editions[language]
    translated = [article for article in foreign if article.slug in edition.articles]
    if not translated:
        what = slug if slug else "any article"
        raise ValueError(f"{language} has no catalogue of {what}; run python build.py messages update")
    problems = check_translations(project, [language])
    return [_previewed(project, article, edition, problems) for article in translated]


def render_preview(project: Project, articles: Sequence[PreviewedArticle]) -> str:
    """The page that shows them side by side. Raises BuildFailed where its template cannot be rendered."""
    try:
        template = environment(project.templates, None).get_template(TEMPLATE)
        return template.render(articles=articles)
    except jinja2.TemplateError as error:
        raise BuildFailed([template_problem(error, project.templates)]) from error


def _previewed(project: Project, article: Article, edition: Edition, problems: Sequence[Problem]) -> PreviewedArticle:
    catalogue = edition.articles[article.slug]
    source = project.editions[article.language]
    about = [problem for problem in problems if problem.place.file == catalogue.file]
    pair = _Pair(Filler(project.figures, source), Filler(project.figures, edition), article)
    wanted = (one for one in article_messages(article) if not one.optional or is_begun(catalogue, one))
    messages = tuple(pair.message(message, about) for message in wanted)
    told = {problem for message in messages for problem in message.findings}
    rest = tuple(problem for problem in about if problem not in told)
    title = plain_text(article.title, source.quotes)
    return PreviewedArticle(article.slug, title, catalogue.file, source, edition, messages, rest)


def is_begun(catalogue: Catalogue, message: Message) -> bool:
    """Whether a translator has written anything for a message."""
    entry = catalogue.by_key.get(message.key)
    return entry is not None and any(entry.texts)


@dataclass(frozen=True, slots=True)
class Said:
    """What one language has for a message."""

    place: Place  # of its entry, or the file where it has none
    state: str  # one of STATES
    words: str  # a translation that is shown, or one that waits; empty where there is none
    previous: str  # the earlier source that a fuzzy translation belongs to
    speaker: Edition  # whose translation it is


def said(article: Article, message: Message, edition: Edition) -> Said:
    """What an edition, or the one it falls back to, has for a message of an article."""
    catalogue = edition.own(article.slug)
    entry = catalogue.by_key.get(message.key)
    speaker = edition.speaker(article.slug, *message.key)
    shown = speaker is not None or edition.speaks(article.language)
    state = "translated" if shown else "fuzzy" if entry and entry.fuzzy else "missing"
    waiting = "" if shown or not entry else entry.translation.strip()
    words = edition.translation(article.slug, *message.key) or waiting
    previous = entry.previous if entry and entry.fuzzy else ""
    return Said(catalogue.place(*message.key), state, words, previous, speaker or edition)


@dataclass(frozen=True, slots=True)
class _Pair:
    """The two languages of an article."""

    source: Filler
    target: Filler
    article: Article

    def message(self, message: Message, about: Sequence[Problem]) -> PreviewedMessage:
        """One message, with the findings about its entry among those about the catalogue."""
        found = said(self.article, message, self.target.edition)
        return PreviewedMessage(
            found.place,
            kind=message.kinds[0],
            notes=message.notes,
            headings=tuple(str(self.source.text(heading)) for heading in message.headings),
            state=found.state,
            source=self.source.text(message.source, message.context),
            previous=self.source.text(found.previous, message.context) if found.previous else None,
            translation=self.target.text(found.words, message.context) if found.words else None,
            speaker=found.speaker,
            findings=tuple(problem for problem in about if found.place.line and problem.place == found.place),
        )


@dataclass(frozen=True, slots=True)
class Filler:
    """Puts the figures of one language into texts, whatever is wrong with them."""

    figures: Figures
    edition: Edition

    def text(self, words: str, context: str = "") -> PreviewedText:
        """A text of an article; one with a context stands in the head of a page, without markup, or is code."""
        if context == CODE:
            return PreviewedText((Part(words),), Markup("<code>{}</code>").format(words))
        parts = tuple(self._part(piece) if figure else Part(piece) for piece, figure in pieces(words) if piece)
        children = [_harmless(token) for token in inline(words, self.edition.quotes)]
        if context:
            children = [_text(token.info or token.content or " ") for token in children if not token.nesting]
        html = render([Token("inline", "", 0, children=children)], {"figure": self._element})
        return PreviewedText(parts, Markup(html))  # noqa: S704  # from our own renderer; what could be live is text

    def _part(self, written: str) -> Part:
        return filled_reference(written, self.figures, self.edition)

    def _element(self, token: Token) -> str:
        # The reference is shown by the style sheet, so that it appears at once, and for the keyboard, too.
        part = self._part(token.info)
        if part.reason:
            return f'<span class="no-figure" title="{escape(part.reason)}">{escape(part.text)}</span>'
        reference = parse_reference(token.info)
        element = figure_element(self.figures.known[reference.target], reference.presentation.text, part.text)
        return f'<span class="figure" tabindex="0" data-reference="{escape(token.info)}">{element}</span>'


def _text(words: str) -> Token:
    return Token("text", "", 0, content=words)


def _harmless(token: Token) -> Token:
    """The token, or what a reader may see in its place: raw HTML and pictures as text, links without their way."""
    if token.type == "html_inline":
        return _text(token.content)
    if token.type == "brace":
        return _text(token.info)
    if token.type == "image":
        return _text(f"![{token.content}]({token.attrs['src']})")
    if token.type == "link_open":
        return Token("link_open", "span", 1, attrs={"class": "link", "title": token.attrs["href"]})
    if token.type == "link_close":
        return Token("link_close", "span", -1)
    return token
