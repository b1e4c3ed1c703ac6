"""What every page says of the site for machines, and the element that says it: JSON-LD with schema.org's words."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from zahlwerk.editions import Edition
from zahlwerk.pictures import Picture
from zahlwerk.rendering import TextRenderer
from zahlwerk.routes import HOME, Routes
from zahlwerk.settings import Settings

Node = dict[str, Any]

_VOCABULARY = "https://schema.org"
_ESCAPED = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"})


def script_text(nodes: Sequence[Node]) -> Markup:
    """Nodes as the content of a script element; no text in them can close it, or begin a comment."""
    document = {"@context": _VOCABULARY, "@graph": list(nodes)}
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.translate(_ESCAPED))  # noqa: S704 - every character that HTML reads is escaped


@dataclass(frozen=True, slots=True)
class SiteNodes:
    """What all pages say of the site: who publishes it, and in which languages."""

    settings: Settings
    routes: Routes

    @property
    def website_id(self) -> str:
        """What the site is called by its pages."""
        return f"{self.settings.base_url}#website"

    def address(self, name: str) -> str:
        """The address of a file of the site."""
        return f"{self.settings.base_url}{name}"

    def publisher(self) -> Node:
        """Who writes and publishes the site."""
        return {
            "@type": "Organization",
            "@id": self.address("#publisher"),
            "name": self.settings.publisher,
            "url": self.settings.base_url,
        }

    def website(self) -> Node:
        """The site itself."""
        languages = [route.tag for route in self.routes.of(HOME) if route.indexed]
        return {
            "@type": "WebSite",
            "@id": self.website_id,
            "url": self.settings.base_url,
            "name": self.settings.site_name,
            "inLanguage": languages,
            "publisher": self.publisher(),
        }


def image_of(picture: Picture | None) -> Node:
    """The picture of a page as a property of its node; nothing where there is none."""
    if picture is None:
        return {}
    size = {"width": picture.width, "height": picture.height}
    return {"image": {"@type": "ImageObject", "url": picture.url, **size, "caption": picture.description}}


def home_nodes(
    edition: Edition, settings: Settings, routes: Routes, renderers: Sequence[TextRenderer], picture: Picture | None
) -> list[Node]:
    """What the start page of one language says: that it lists these articles."""
    site, url = SiteNodes(settings, routes), routes.pages[edition.language, HOME].url
    items = [
        {
            "@type": "ListItem",
            "position": number,
            "url": routes.pages[edition.language, renderer.article.slug].url,
            "name": renderer.front("title")[0],
        }
        for number, renderer in enumerate(renderers, start=1)
    ]
    page = {
        "@type": "CollectionPage",
        "@id": url,
        "url": url,
        "name": settings.site_name,
        "description": edition.say("description", "site"),
        "inLanguage": edition.tag,
        "isPartOf": {"@id": site.website_id},
        "mainEntity": {"@type": "ItemList", "itemListElement": items},
    }
    return [page | image_of(picture), site.website()]


def choice_nodes(settings: Settings, routes: Routes) -> list[Node]:
    """What the page at the root says: that there is a site, and in which languages."""
    return [SiteNodes(settings, routes).website()]
