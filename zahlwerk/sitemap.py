"""For search engines: every address with its other languages, and where that list lies."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from xml.etree import ElementTree as ET

from zahlwerk.project import Project
from zahlwerk.routes import HOME, Route, Routes
from zahlwerk.site import OutputFile
from zahlwerk.xmlfile import add, document

SITEMAP, ROBOTS = "sitemap.xml", "robots.txt"
_NAMESPACES = {"xmlns": "http://www.sitemaps.org/schemas/sitemap/0.9", "xmlns:xhtml": "http://www.w3.org/1999/xhtml"}
_INDEX_NAMESPACE = {"xmlns": _NAMESPACES["xmlns"]}


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one file may hold; sitemaps.org sets them."""

    addresses: int = 50_000
    size: int = 50 * 1024 * 1024  # bytes


@dataclass(frozen=True, slots=True)
class Address:
    """A page as a sitemap lists it."""

    url: str
    versions: tuple[Route, ...]  # the page in every language, itself included
    changed: datetime.date | None  # None where no article tells


@dataclass(frozen=True, slots=True)
class _Part:
    """Some addresses, few enough for one file."""

    entries: tuple[ET.Element, ...]
    changed: str  # the latest of their dates; empty for none


def sitemap_files(project: Project, routes: Routes, limits: Limits = Limits()) -> list[OutputFile]:
    """The sitemap; where one file cannot hold it, an index of that name and its parts."""
    parts = list(_parts(addresses(project, routes), limits))
    if len(parts) == 1:
        return [OutputFile(SITEMAP, document(_url_set(parts[0])))]
    index, files = ET.Element("sitemapindex", _INDEX_NAMESPACE), []
    for number, part in enumerate(parts, start=1):
        file = f"sitemap-{number}.xml"
        files.append(OutputFile(file, document(_url_set(part))))
        listed = add(index, "sitemap")
        add(listed, "loc", routes.url(file))
        if part.changed:
            add(listed, "lastmod", part.changed)
    return [OutputFile(SITEMAP, document(index)), *files]


def addresses(project: Project, routes: Routes) -> list[Address]:
    """The pages that search engines may list: start pages first, then articles, each in all its languages."""
    changed = {article.slug: article.modified for article in project.articles}
    homes = (*(route for route in routes.of(HOME) if route.indexed), routes.choice)
    found = [Address(routes.choice.url, homes, None)]
    for (language, slug), route in sorted(routes.pages.items(), key=lambda item: (item[0][1], item[0][0])):
        if not route.indexed:
            continue
        listed = (
            [changed[other] for lang, other in routes.pages if lang == language and other != HOME] if not slug else []
        )
        versions = homes if slug == HOME else tuple(other for other in routes.of(slug) if other.indexed)
        found.append(Address(route.url, versions, changed.get(slug) or max(listed, default=None)))
    return found


def _parts(listed: Sequence[Address], limits: Limits) -> Iterator[_Part]:
    empty = len(document(_url_set(_Part((), ""))))
    entries: list[ET.Element] = []
    size, latest = empty, ""
    for address in listed:
        entry = _entry(address)
        length = len(ET.tostring(entry, encoding="utf-8")) + 8 * (len(entry) + 2)  # with what indentation adds
        if entries and (len(entries) >= limits.addresses or size + length > limits.size):
            yield _Part(tuple(entries), latest)
            entries, size, latest = [], empty, ""
        entries.append(entry)
        size += length
        latest = max(latest, address.changed.isoformat() if address.changed else "")
    yield _Part(tuple(entries), latest)


def _entry(address: Address) -> ET.Element:
    entry = ET.Element("url")
    add(entry, "loc", address.url)
    if address.changed:
        add(entry, "lastmod", address.changed.isoformat())
    for route in address.versions:
        add(entry, "xhtml:link", attributes={"rel": "alternate", "hreflang": route.tag, "href": route.url})
    return entry


def _url_set(part: _Part) -> ET.Element:
    root = ET.Element("urlset", _NAMESPACES)
    root.extend(part.entries)
    return root


def robots_file(routes: Routes) -> OutputFile:
    """What crawlers read first: all may be read, and where the sitemap lies."""
    return OutputFile(ROBOTS, f"User-agent: *\nDisallow:\n\nSitemap: {routes.url(SITEMAP)}\n".encode())
