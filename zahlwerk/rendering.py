"""An article's text in one language: translated, figures put in, links led to their addresses."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import pairwise
from typing import Any

from markdown_it.token import Token
from markupsafe import Markup

from zahlwerk.articles import Article
from zahlwerk.derivations import anchor
from zahlwerk.editions import Edition
from zahlwerk.figures import Figure, Figures
from zahlwerk.markup import describe_figures, inline, plain_text, render, translated
from zahlwerk.presentation import Shown, ShownNumber, exact_text, shown
from zahlwerk.provenance import Quote
from zahlwerk.questions import answer_texts, question_sections
from zahlwerk.references import parse_reference
from zahlwerk.routes import Routes
from zahlwerk.tables import arrange
from zahlwerk.texts import is_message


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of the second level, for the table of contents."""

    id: str
    html: Markup


@dataclass(frozen=True, slots=True)
class Question:
    """A question and its answer in plain words, with figures as they are shown."""

    id: str  # of its heading
    question: str
    answer: str  # a line for each block
    tag: str  # of the language both are in; empty where they are in several


@dataclass(frozen=True, slots=True)
class RenderedText:
    """The body of an article in one language."""

    html: Markup
    text: str  # its words, without charts and what else is drawn
    headings: tuple[Heading, ...]
    questions: tuple[Question, ...]


@dataclass(frozen=True, slots=True)
class Words:
    """An inline text in the three ways a chart needs it."""

    html: Markup
    svg: Markup  # contents of a text element
    text: str
    tag: str = ""  # of its language, where it is another than the page's


@dataclass(frozen=True, slots=True)
class TextRenderer:
    """Renders the texts of one article for the readers of one edition."""

    article: Article
    edition: Edition
    editions: Mapping[str, Edition]
    figures: Figures
    routes: Routes
    fences: Mapping[str, Callable[[], str]] = field(default_factory=dict)  # what draws blocks, by info string

    def front(self, field: str) -> tuple[str, str]:
        """Title or description, with the language tag it is in."""
        source = self.article.title if field == "title" else self.article.description
        text, tag = self.translate(source, field)
        return plain_text(text, self.edition.quotes), tag or self.edition.tag

    def translate(self, source: str, context: str) -> tuple[str, str]:
        """A text in the edition's language, or the source text with the tag of its own language."""
        if not is_message(source):
            return source, ""
        translation = self.edition.translation(self.article.slug, context, source)
        if translation is not None:
            return translation, ""
        return source, "" if self.edition.speaks(self.article.language) else self.editions[self.article.language].tag

    def body(self, charts: Sequence[str] = ()) -> RenderedText:
        """The body, with its charts as they were drawn. Every reference must be known and presentable."""
        tokens = translated(self.article.body, self.translate, self.edition.quotes)
        for token in tokens:
            if token.type == "inline":
                token.children = self._led(token.children or [])
        arrange(tokens, self._number)
        headings = tuple(
            Heading(str(opening.attrs["id"]), Markup(render([_unlinked(content)], self._environment())))
            for opening, content in pairwise(tokens)
            if opening.type == "heading_open" and opening.tag == "h2"
        )
        questions = tuple(self._questions(tokens))
        html = render(tokens, self._environment() | {"charts": charts})
        return RenderedText(Markup(html), self._text(tokens), headings, questions)

    def _text(self, tokens: Sequence[Token]) -> str:
        read = (t for t in tokens if t.type == "inline" or (t.type == "fence" and t.info.strip() not in self.fences))
        return "\n".join(self._plain(token) for token in read)

    def _questions(self, tokens: list[Token]) -> Iterator[Question]:
        for section in question_sections(tokens, self.article.questions):
            answer = answer_texts(section)
            tags = {
                str(t.meta.get("lang") or t.attrs.get("lang") or self.edition.tag) for t in (section.heading, *answer)
            }
            words = "\n".join(self._plain(token) for token in answer)
            yield Question(section.id, self._plain(section.heading), words, tags.pop() if len(tags) == 1 else "")

    def _plain(self, token: Token) -> str:
        """The words of a text or a code block, with figures as they are shown."""
        if token.type != "inline":
            return token.content.rstrip("\n")
        children = token.children or []
        return "".join(self._quoted(child) if child.type == "figure" else _said(child) for child in children)

    def words(self, source: str) -> Words:
        """A text of its own, such as a label of a chart, translated."""
        text, tag = self.translate(source, "")
        content = Token("inline", "", 0, children=inline(text, self.edition.quotes), meta={"lang": tag})
        describe_figures(content, False)
        return self._words(self._led(content.children or []), tag)

    def value(self, reference: str) -> Words:
        """A figure on its own."""
        return self._words([Token("figure", "", 0, info=reference)], "")

    def _words(self, children: list[Token], tag: str) -> Words:
        html = Markup(render([Token("inline", "", 0, children=children)], self._environment()))
        svg = "".join(self._drawn(token) for token in children)
        text = "".join(self._shown(token)[1] if token.type == "figure" else _said(token) for token in children)
        return Words(html, Markup(svg), text, tag)

    def _environment(self) -> dict[str, Any]:
        return {"figure": self._figure, "fences": self.fences}

    def _led(self, children: list[Token]) -> list[Token]:
        """The tokens with links led to their pages, and those to planned pages left as plain text."""
        kept, planned = [], []
        for token in children:
            if token.type == "link_open":
                target = self._address(str(token.attrs["href"]))
                planned.append(target is None)
                if target is not None:
                    token.attrs["href"] = target
            dropped = token.type in ("link_open", "link_close") and planned[-1]
            if token.type == "link_close":
                planned.pop()
            if not dropped:
                kept.append(token)
        return kept

    def _address(self, target: str) -> str | None:
        """Where a link leads, or None for a page that does not exist yet."""
        slug, mark, fragment = target.partition("#")
        if not slug or ":" in slug or slug.startswith("/"):
            return target
        versions = self.routes.of(slug)
        preferred = [self.routes.pages.get((lang, slug)) for lang in (self.edition.language, self.article.language)]
        route = next((route for route in (*preferred, *versions) if route), None)
        return f"{route.path}{mark}{fragment}" if route else None

    def _number(self, token: Token) -> ShownNumber | None:
        reference = parse_reference(token.info)
        found: Shown = shown(self.figures.known[reference.target], reference.presentation)
        return found if isinstance(found, ShownNumber) else None

    def _shown(self, token: Token) -> tuple[Figure, str]:
        """The figure of a token, and what is shown of it in the language of its text."""
        reference = parse_reference(token.info)
        figure = self.figures.known[reference.target]
        return figure, self._edition_of(token).figure(shown(figure, reference.presentation))

    def _drawn(self, token: Token) -> str:
        """A token as a part of a drawing, in which nothing is a link."""
        if token.type != "figure":
            return escape(_said(token))
        figure, text = self._shown(token)
        show = parse_reference(token.info).presentation.text
        value = escape(exact_text(figure))
        reference = f'data-ref="{escape(figure.reference)}" data-show="{escape(show)}"'
        return f'<tspan {reference} data-value="{value}">{escape(text)}</tspan>'

    def _figure(self, token: Token) -> str:
        figure, text = self._shown(token)
        element = figure_element(figure, parse_reference(token.info).presentation.text, text)
        if token.meta.get("plain"):
            return element
        return f'<a class="figure" href="#{escape(anchor(figure.reference))}">{element}</a>'

    def _edition_of(self, token: Token) -> Edition:
        """The language a figure stands in: that of its text."""
        language = token.meta.get("lang", "")
        return next((edition for edition in self.editions.values() if edition.tag == language), self.edition)

    def _quoted(self, token: Token) -> str:
        """A figure in plain words; a quotation in the marks that a browser would put around it."""
        figure, text = self._shown(token)
        quotes = self._edition_of(token).quotes
        return f"{quotes[0]}{text}{quotes[1]}" if isinstance(figure.value, Quote) else text


def _unlinked(content: Token) -> Token:
    """A heading's content for a table of contents, where each heading is a link itself."""
    children = [token for token in content.children or [] if token.type not in ("link_open", "link_close")]
    return content.copy(children=children)


def _said(token: Token) -> str:
    return token.content or " " * (token.type == "softbreak")


def figure_element(figure: Figure, show: str, text: str, was: str = "") -> str:
    """The HTML element of a figure, from which its reference and exact value can be read back.

    ``was`` is the value of a figure that was corrected, as the front matter has it.
    """
    reference, value, content = escape(figure.reference), escape(exact_text(figure)), escape(text)
    former = f' data-was="{escape(was)}"' if was else ""
    if isinstance(figure.value, Quote):
        source = figure.sources[0]
        cite = f' cite="{escape(source.url)}"' if source.url else ""
        return f'<q lang="{escape(source.language)}"{cite} data-ref="{reference}">{content}</q>'
    if isinstance(figure.value, datetime.date):
        return f'<time data-ref="{reference}"{former} datetime="{value}">{content}</time>'
    return f'<data data-ref="{reference}"{former} data-show="{escape(show)}" value="{value}">{content}</data>'
