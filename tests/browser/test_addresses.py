"""Every link and anchor of every page leads somewhere, at the root of a server and below a base path."""

from __future__ import annotations

import http.client
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from urllib.parse import unquote, urljoin, urlsplit

import pytest

from browser.serving import Served

ADDRESSES = ("href", "src", "action", "poster", "data")
NAMES = ("for", "aria-labelledby", "aria-describedby", "aria-controls", "aria-owns", "popovertarget", "list")
REDIRECT = re.compile(r"\d+;\s*url=(.+)", re.IGNORECASE)


@dataclass
class _Document(HTMLParser):
    """What a page points to, and what can be pointed to in it."""

    links: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)  # ids that attributes of the page itself refer to
    ids: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value for name, value in attrs if value is not None}
        self.links += [found[name] for name in ADDRESSES if name in found and not (tag == "data" and name == "data")]
        self.links += [part.split()[0] for part in found.get("srcset", "").split(",") if part.strip()]
        if tag == "meta" and found.get("http-equiv", "").lower() == "refresh":
            self.links += REDIRECT.findall(found["content"])
        self.names += [name for attribute in NAMES for name in found.get(attribute, "").split()]
        self.ids += [found["id"]] if "id" in found else []


@cache
def _document(html: str) -> _Document:
    document = _Document()
    document.feed(html)
    return document


class _Crawl:
    """Asks a server for each address once, and follows no redirect: a site's own links need none."""

    def __init__(self, site: Served) -> None:
        self.site = site
        self.status = cache(self._status)
        self.ids = cache(self._ids)

    def _get(self, path: str) -> tuple[int, bytes]:
        connection = http.client.HTTPConnection(urlsplit(self.site.origin).netloc, timeout=30)
        connection.request("GET", path)
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        return answer.status, content

    def _status(self, path: str) -> int:
        return self._get(path)[0]

    def _ids(self, path: str) -> frozenset[str]:
        return frozenset(_document(self._get(path)[1].decode()).ids)

    def faults(self, base: str, links: list[str]) -> Iterator[str]:
        """What is wrong with the links of a page or feed that lies at an address."""
        for link in dict.fromkeys(links):
            address = urlsplit(urljoin(base, link))
            if f"{address.scheme}://{address.netloc}" != self.site.origin:
                continue
            path = f"{address.path}?{address.query}" if address.query else address.path
            if not path.startswith(self.site.base_path):
                yield f"{base}: {link} leads out of {self.site.base_path}"
            elif (status := self.status(path)) != 200:
                yield f"{base}: {link} answers {status}"
            elif (anchor := unquote(address.fragment)) and anchor not in self.ids(path):
                yield f"{base}: {link} names no place of its page"


@pytest.fixture(params=["site", "based_site"])
def crawled(request: pytest.FixtureRequest) -> Served:
    served: Served = request.getfixturevalue(request.param)
    return served


def test_every_link_of_every_page_leads_somewhere(crawled: Served) -> None:
    crawl, faults, seen = _Crawl(crawled), [], 0
    for page in (file for file in crawled.files if file.endswith(".html")):
        links = _document(crawled.read(page)).links
        seen += len(links)
        faults += crawl.faults(crawled.url(page), links)
    assert seen > 1000
    assert faults == []


def test_every_name_of_a_place_is_there_once(crawled: Served) -> None:
    for page in (file for file in crawled.files if file.endswith(".html")):
        document = _document(crawled.read(page))
        assert len(document.ids) == len(set(document.ids)), page
        assert set(document.names) <= set(document.ids), page


def test_every_absolute_address_of_the_site_leads_somewhere(crawled: Served) -> None:
    """In heads, feeds, sitemap and data alike; without anchors, by which JSON-LD names things that are no places."""
    crawl, faults, seen = _Crawl(crawled), [], 0
    own = re.compile(re.escape(crawled.origin) + r"[^\s\"'<>\\)]*")
    for file in (file for file in crawled.files if file.endswith((".html", ".xml", ".txt", ".json", ".csv"))):
        found = [address.partition("#")[0] for address in own.findall(crawled.read(file).replace("&amp;", "&"))]
        seen += len(found)
        faults += crawl.faults(crawled.url(file), found)
    assert seen > 20
    assert faults == []


def test_a_link_that_leads_nowhere_is_found(site: Served) -> None:
    links = ["/nowhere/", "#nowhere", "/en", "/en/", "https://elsewhere.example.com/", "mailto:a@example.com"]
    told = [fault.partition(": ")[2] for fault in _Crawl(site).faults(site.url("en/index.html"), links)]
    assert told == ["/nowhere/ answers 404", "#nowhere names no place of its page", "/en answers 301"]
