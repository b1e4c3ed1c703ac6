"""An article's text in one language: translated, figures put in, links led to their addresses."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from typing import Any

from markdown_it.token import Token
from markupsafe import Markup

from zahlwerk.articles import Article
from zahlwerk.derivations import anchor
from zahlwerk.editions import Edition
from zahlwerk.figures import Figure, Figures
from zahlwerk.markup import plain_text, render, translated
from zahlwerk.presentation import Shown, ShownNumber, exact_text, shown
from zahlwerk.provenance import Quote
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
class RenderedText:
    """The body of an article in one language."""

    html: Markup
    headings: tuple[Heading, ...]


@dataclass(frozen=True, slots=True)
class TextRenderer:
    """Renders the texts of one article for the readers of one edition."""

    article: Article
    edition: Edition
    editions: Mapping[str, Edition]
    figures: Figures
    routes: Routes

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

    def body(self) -> RenderedText:
        """The body. Every reference must be known and presentable."""
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
        return RenderedText(Markup(render(tokens, self._environment())), headings)

    def _environment(self) -> dict[str, Any]:
        return {"figure": self._figure}

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

    def _figure(self, token: Token) -> str:
        reference = parse_reference(token.info)
        figure = self.figures.known[reference.target]
        language = token.meta.get("lang", "")
        edition = next((e for e in self.editions.values() if e.tag == language), self.edition)
        text = edition.figure(shown(figure, reference.presentation))
        element = figure_element(figure, reference.presentation.text, text)
        if token.meta.get("plain"):
            return element
        return f'<a class="figure" href="#{escape(anchor(figure.reference))}">{element}</a>'


def _unlinked(content: Token) -> Token:
    """A heading's content for a table of contents, where each heading is a link itself."""
    children = [token for token in content.children or [] if token.type not in ("link_open", "link_close")]
    return content.copy(children=children)


def figure_element(figure: Figure, show: str, text: str) -> str:
    """The HTML element of a figure, from which its reference and exact value can be read back."""
    reference, value, content = escape(figure.reference), escape(exact_text(figure)), escape(text)
    if isinstance(figure.value, Quote):
        source = figure.sources[0]
        cite = f' cite="{escape(source.url)}"' if source.url else ""
        return f'<q lang="{escape(source.language)}"{cite} data-ref="{reference}">{content}</q>'
    if isinstance(figure.value, datetime.date):
        return f'<time data-ref="{reference}" datetime="{value}">{content}</time>'
    return f'<data data-ref="{reference}" data-show="{escape(show)}" value="{value}">{content}</data>'
