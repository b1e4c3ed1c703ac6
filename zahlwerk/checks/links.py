"""Links: each leads to a page and a heading that exist, or to a page that is planned."""

from __future__ import annotations

from collections.abc import Iterator

from zahlwerk.checks.texts import shown_texts
from zahlwerk.problems import Place, Problem, known_words
from zahlwerk.project import Texts
from zahlwerk.settings import FILE


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
