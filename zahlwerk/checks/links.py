"""Links: each leads to a page and a heading that exist, or to a page that is planned."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import unquote

from zahlwerk.checks.passages import Finding, ShownArticle
from zahlwerk.checks.texts import ShownText, shown_texts
from zahlwerk.markup import inline
from zahlwerk.problems import Place, Problem, known_words
from zahlwerk.project import Texts
from zahlwerk.settings import FILE

_ADDRESS = re.compile(r"(?:https?://|www\.)\S+", re.IGNORECASE)
_BEGINNING = re.compile(r"^(?:https?://)?(?:www\.)?", re.IGNORECASE)


def lead_somewhere(texts: Texts) -> Iterator[Problem]:
    """Each internal link of each text names an article, a planned page or a heading of its own page."""
    articles, planned = {article.slug: article for article in texts.articles}, texts.planned_pages
    for item in shown_texts(texts):
        for target in item.structure.links:
            slug, _, fragment = target.partition("#")
            if ":" in slug:
                if not slug.startswith(("https://", "http://", "mailto:")):
                    yield Problem(item.place, f'the link "{target}" is of no kind that readers can follow')
                continue
            if slug.startswith("/"):
                yield Problem(item.place, f'the link "{target}" names no article', "write [text](slug#heading)")
            elif slug and planned is not None and slug not in {*articles, *planned}:
                known = {*articles, *planned}
                hint = known_words(slug, known, "pages")
                yield Problem(item.place, f'the link "{target}" leads to no article and no planned page', hint)
            elif fragment and (not slug or slug in articles):
                headings = articles[slug].headings if slug else item.article.headings
                if fragment not in headings:
                    hint = known_words(fragment, headings, "headings")
                    yield Problem(item.place, f'the link "{target}" leads to no heading', hint)


def planned_pages_are_missing(texts: Texts) -> Iterator[Problem]:
    """A page that exists is no longer planned."""
    for article in texts.articles:
        if article.slug in (texts.planned_pages or {}):
            message = f'"{article.slug}" exists and need not be planned'
            yield Problem(Place(FILE), message, "take it out of planned_pages", "warning")


def texts_say_where_they_lead(shown: ShownArticle) -> Iterator[Finding]:
    """The text of a link is no bare address: readers, and programs that read aloud, learn from it where it leads."""
    for passage in shown.passages:
        if "](" in passage.item.words or "<" in passage.item.words:
            for text, target in _links(passage.item):
                if _is_address(text, target):
                    message, hint = f'the text of the link is the bare address "{text}"', "say what is found there"
                    yield Finding(passage.item, "link-text", (target,), message, hint)


def _links(item: ShownText) -> Iterator[tuple[str, str]]:
    """The text and the target of each link."""
    text, target = "", ""
    for token in inline(item.words, item.edition.quotes):
        if token.type == "link_open":
            text, target = "", unquote(str(token.attrs.get("href", "")))
        elif token.type == "link_close":
            yield text.strip(), target
        else:
            text += token.content


def _is_address(text: str, target: str) -> bool:
    """Whether a text is an address, whole or without its beginning; of e-mail, it is what readers need."""
    if target.startswith("mailto:"):
        return False
    return bool(_ADDRESS.fullmatch(text)) or (bool(text) and _bare(text) == _bare(target))


def _bare(address: str) -> str:
    return _BEGINNING.sub("", address).rstrip("/").lower()
