"""What finished pages tell machines, read back: exact figures, and addresses at which something lies."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from html import unescape
from typing import Any

from zahlwerk.articles import Article
from zahlwerk.checks.readback import FinishedPage
from zahlwerk.pages import csv_name, data_name
from zahlwerk.pictures import picture_name, undrawable
from zahlwerk.problems import Place, Problem
from zahlwerk.project import Project
from zahlwerk.quantity import Quantity
from zahlwerk.references import parse_reference

_SCRIPT = re.compile(r'<script type="application/ld\+json">(.*?)</script>', re.S)
_META = re.compile(r'<meta property="([\w:]+)" content="([^"]*)">')


def structured_data_agree(project: Project, pages: Sequence[FinishedPage]) -> Iterator[Problem]:
    """The structured data of each version of an article give exactly its quantities, each with its exact value."""
    articles = {article.slug: article for article in project.articles}
    for page in (page for page in pages if not page.page.signpost):
        place, scripts = Place(page.page.file), _SCRIPT.findall(page.page.html)
        if len(scripts) != 1:
            yield Problem(
                place, f"holds {len(scripts)} scripts of structured data, not 1", "see templates/sharing.html"
            )
            continue
        try:
            document = json.loads(scripts[0])
        except ValueError as error:
            yield Problem(place, f"the structured data cannot be read: {error}")
            continue
        if page.page.slug in articles:
            yield from _disagreements(place, document, articles[page.page.slug], project)


def _disagreements(place: Place, document: Any, article: Article, project: Project) -> Iterator[Problem]:
    found = {
        node["propertyID"]: (node["value"], node["unitText"])
        for node in _nodes(document)
        if node.get("@type") == "PropertyValue"
    }
    wanted = {}
    for target in dict.fromkeys(parse_reference(reference).target for reference in article.references):
        value = project.figures.known[target].value
        if isinstance(value, Quantity):
            wanted[target] = (value.exact_text(), str(value.dimension))
    for name in dict.fromkeys((*wanted, *found)):
        if found.get(name) != wanted.get(name):
            message = f"the structured data give {found.get(name)} for {name}, but it is {wanted.get(name)}"
            yield Problem(place, message)


def _nodes(value: Any) -> Iterator[dict[str, Any]]:
    """Every object within some JSON."""
    if isinstance(value, dict):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _nodes(inner)


def pictures_and_data_are_there(project: Project, pages: Sequence[FinishedPage]) -> Iterator[Problem]:
    """Each address that a page gives to machines is that of a file which is written."""
    base, tags = project.settings.base_url, {e.language: e.tag for e in project.editions.values()}
    named = {name for article in project.articles for name in (data_name(article), csv_name(article))}
    named |= {picture_name(page.page.slug, tags[page.page.language]) for page in pages if page.page.language}
    for page in pages:
        place, meta = Place(page.page.file), dict(_META.findall(page.page.html))
        addresses = [unescape(meta["og:image"])] if "og:image" in meta else []
        for script in _SCRIPT.findall(page.page.html):
            nodes = list(_nodes(json.loads(script)))
            addresses += [node["contentUrl"] for node in nodes if "contentUrl" in node]
            addresses += [node["url"] for node in nodes if node.get("@type") == "ImageObject"]
        for address in dict.fromkeys(addresses):
            if not address.startswith(base) or address.removeprefix(base) not in named:
                yield Problem(place, f'the address "{address}" leads to no file of the site')


def pictures_can_be_drawn(project: Project, pages: Sequence[FinishedPage]) -> Iterator[Problem]:
    """Each page in some language has a picture: the font has every letter of its title and description."""
    for page in (page for page in pages if not page.page.signpost):
        meta = dict(_META.findall(page.page.html))
        if page.page.language and "og:image" not in meta:
            lacking = undrawable(unescape(meta.get("og:title", "") + meta.get("og:description", "")))
            message = f"the page has no picture: the font has no shape for {lacking or 'the names of its figures'}"
            yield Problem(Place(page.page.file), message, "shared links show none", "warning")
