"""Atom feeds (RFC 4287): what is new in each language."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from urllib.parse import urlsplit
from xml.etree import ElementTree as ET

from zahlwerk.articles import Article
from zahlwerk.editions import Edition
from zahlwerk.project import Project
from zahlwerk.rendering import TextRenderer
from zahlwerk.routes import HOME, Routes
from zahlwerk.site import OutputFile
from zahlwerk.slugs import first_slug
from zahlwerk.xmlfile import add, document

MIME_TYPE = "application/atom+xml"
_NAMESPACE = "http://www.w3.org/2005/Atom"
_MOST = 50  # entries of a feed; who follows one has read the rest


def feed_files(project: Project, routes: Routes) -> Iterator[OutputFile]:
    """The feed of each language that an article appears in."""
    for language, route in routes.feeds.items():
        yield OutputFile(route.file, document(_feed(project, routes, project.editions[language])))


def _feed(project: Project, routes: Routes, edition: Edition) -> ET.Element:
    own, home = routes.feeds[edition.language], routes.pages[edition.language, HOME]
    articles = [article for article in project.articles if (edition.language, article.slug) in routes.pages]
    latest = sorted(articles, key=lambda article: (-article.modified.toordinal(), article.slug))[:_MOST]
    feed = ET.Element("feed", {"xmlns": _NAMESPACE, "xml:lang": edition.tag})
    add(feed, "id", own.url)
    add(feed, "title", project.settings.site_name)
    add(feed, "subtitle", edition.say("description", "site"))
    add(feed, "updated", _moment(latest[0].modified))
    author = add(feed, "author")
    add(author, "name", project.settings.site_name)
    add(author, "email", project.settings.contact)
    add(feed, "link", attributes={"rel": "self", "type": MIME_TYPE, "hreflang": edition.tag, "href": own.url})
    add(feed, "link", attributes={"rel": "alternate", "type": "text/html", "hreflang": home.tag, "href": home.url})
    for article in latest:
        _add_entry(feed, project, routes, article, edition)
    return feed


def _add_entry(feed: ET.Element, project: Project, routes: Routes, article: Article, edition: Edition) -> None:
    own = routes.pages[edition.language, article.slug]
    others = [route for route in routes.of(article.slug) if route.indexed and route is not own]
    renderer = TextRenderer(article, edition, project.editions, project.figures, routes)
    entry = add(feed, "entry")
    add(entry, "id", _identity(project, article, edition))
    for name, field in (("title", "title"), ("summary", "description")):
        text, tag = renderer.front(field)
        add(entry, name, text, {"xml:lang": tag} if tag != edition.tag else None)
    for route in (own, *others):  # readers of feeds follow the first
        link = {"rel": "alternate", "type": "text/html", "hreflang": route.tag, "href": route.url}
        add(entry, "link", attributes=link)
    add(entry, "published", _moment(article.published))
    add(entry, "updated", _moment(article.modified))
    for tag in article.tags:
        add(entry, "category", attributes={"term": tag})


def _identity(project: Project, article: Article, edition: Edition) -> str:
    """A tag URI (RFC 4151) that no change of a slug alters: a reader must not see an article twice."""
    host = urlsplit(project.settings.base_url).hostname
    slug = first_slug(article.slug, article.moved_from)
    return f"tag:{host},{article.published.isoformat()}:{slug}/{edition.tag}"


def _moment(day: datetime.date) -> str:
    """The beginning of a day, in the form that feeds have in every language."""
    return f"{day.isoformat()}T00:00:00Z"
