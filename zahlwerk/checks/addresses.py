"""Addresses: each slug is one, no two pages of a language share one, and earlier ones are free."""

from __future__ import annotations

from collections.abc import Iterator

from zahlwerk.articles import Article
from zahlwerk.catalogs import Entry
from zahlwerk.editions import Edition
from zahlwerk.messages import SLUG_CONTEXT
from zahlwerk.problems import Place, Problem, known_words
from zahlwerk.project import Texts
from zahlwerk.routes import slug_in
from zahlwerk.slugs import FORM, RESERVED, SLUG

_CODE = "slug"


def slugs_are_slugs(texts: Texts) -> Iterator[Problem]:
    """A slug is made of letters, digits and hyphens, and names nothing that the site itself has."""
    for article in texts.articles:
        if article.slug in RESERVED:
            yield Problem(Place(article.file), f'the address "{article.slug}" is the site\'s own', "rename the article")
        for edition in texts.editions.values():
            catalogue = edition.articles.get(article.slug)
            entry = catalogue.by_key.get((SLUG_CONTEXT, article.slug)) if catalogue else None
            if catalogue and entry and entry.translation.strip():
                yield from _of_a_translation(entry, Place(catalogue.file, entry.line))


def _of_a_translation(entry: Entry, place: Place) -> Iterator[Problem]:
    slug = entry.translation
    if entry.fuzzy:
        hint = "remove the mark, or the page stays at the source's address"
        yield Problem(place, f'the slug "{slug}" is fuzzy, and not used', hint, "warning")
    if not SLUG.fullmatch(slug):
        yield Problem(place, f'"{slug}" is no slug', f"{FORM}, or leave it blank", code=_CODE)
    elif slug in RESERVED:
        yield Problem(place, f'the address "{slug}" is the site\'s own', "choose another slug", code=_CODE)


def addresses_are_unique(texts: Texts) -> Iterator[Problem]:
    """No two articles share an address in a language."""
    for edition in texts.editions.values():
        taken: dict[str, Article] = {}
        for article in sorted(_appearing(texts, edition), key=lambda one: slug_in(one, edition) != one.slug):
            slug = slug_in(article, edition)
            other = taken.setdefault(slug, article)
            if other is not article:
                message = f'"{edition.tag}/{slug}/" is the address of {other.file} already'
                yield Problem(_place(article, edition), message, "choose another slug", code=_CODE)


def _place(article: Article, edition: Edition) -> Place:
    """Where an article's slug in a language is said."""
    for catalogue in edition.catalogues(article.slug):
        if catalogue.translation(SLUG_CONTEXT, article.slug) is not None:
            return catalogue.place(SLUG_CONTEXT, article.slug)
    return Place(article.file)


def _appearing(texts: Texts, edition: Edition) -> list[Article]:
    """The articles that may appear in a language, whether or not enough of them is translated yet."""
    return [one for one in texts.articles if edition.speaks(one.language) or edition.catalogues(one.slug)]


def earlier_addresses_are_free(texts: Texts) -> Iterator[Problem]:
    """An earlier address is one of a language the article appears in, and leads to no other page."""
    editions = {edition.tag: edition for edition in texts.editions.values()}
    pages = {
        (edition.tag, slug_in(article, edition)): article
        for edition in editions.values()
        for article in _appearing(texts, edition)
    }
    redirects: dict[tuple[str, str], Article] = {}
    for article in texts.articles:
        tags = [tag for tag, edition in editions.items() if article in _appearing(texts, edition)]
        for earlier in article.moved_from:
            if earlier.tag and earlier.tag not in tags:
                hint = known_words(earlier.tag, tags, "languages of the article")
                yield Problem(earlier.place, f'the article does not appear in "{earlier.tag}"', hint)
            elif earlier.slug == article.slug and not earlier.tag:
                hint = "list what it was before, or the language in which it moved away from here"
                yield Problem(earlier.place, f'"{earlier.slug}" is the slug the article has now', hint)
            for tag in tags if not earlier.tag else [earlier.tag]:
                address = (tag, earlier.slug)
                owner = pages.get(address) or redirects.setdefault(address, article)
                if owner is not article:
                    message = f'"{tag}/{earlier.slug}/" leads to {owner.file} already'
                    yield Problem(earlier.place, message, "take it out, or list it for single languages")
                elif earlier.tag and address in pages:
                    yield Problem(
                        earlier.place, f'"{tag}/{earlier.slug}/" is the article\'s address still', "take it out"
                    )
