"""What templates are given: the frame of a page, an article, a start page."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from zahlwerk.amendments import Amended
from zahlwerk.derivations import Cited, Derivation
from zahlwerk.pictures import Picture
from zahlwerk.rendering import Heading
from zahlwerk.routes import Route


@dataclass(frozen=True, slots=True)
class Page:
    """A finished page, not yet written."""

    file: str  # below the output folder
    language: str  # of the edition; empty for the choice of languages
    slug: str
    html: str
    signpost: bool = False  # whether it only leads to pages, and says nothing of itself


@dataclass(frozen=True, slots=True)
class Alternate:
    """The same page in some language, as hreflang names it."""

    tag: str
    url: str


@dataclass(frozen=True, slots=True)
class Summary:
    """A page in two lines, in the language of its edition where there is a translation."""

    title: str
    description: str


@dataclass(frozen=True, slots=True)
class Head:
    """What the frame of a page shows."""

    title: str
    description: str
    site_name: str
    contact: str
    tag: str
    direction: str
    open_graph_locale: str
    og_type: str
    url: str
    home: str
    stylesheet: str
    icon: str  # empty for none
    feed: str  # of the language; empty for none
    assets: str  # the folder of scripts, for links
    alternates: tuple[Alternate, ...]
    indexed: bool  # whether search engines may list the page
    languages: tuple[Route, ...]
    search: str  # the folder of the search index, for links; empty without a search
    other_locales: tuple[str, ...] = ()  # that the page is in, too, as Open Graph writes them
    picture: Picture | None = None
    published_iso: str = ""  # of an article
    modified_iso: str = ""
    structured: Markup | None = None  # JSON-LD


@dataclass(frozen=True, slots=True)
class Listed:
    """An article as a start page lists it."""

    title: str
    title_tag: str  # the language the title is in
    description: str
    description_tag: str
    path: str
    published: str
    published_iso: str


@dataclass(frozen=True, slots=True)
class Count:
    """A number, for the plural form it takes, and as the language of the page writes it."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class ArticleView:
    """What the article's template shows."""

    title_tag: str  # the language its title is in
    whole: bool  # nothing of it is shown in another language than the page's
    published: str
    published_iso: str
    modified: str
    modified_iso: str
    oldest_read: str
    oldest_read_iso: str
    minutes: Count  # that its text takes to read
    newest_read: str
    newest_read_iso: str
    corrections: tuple[Amended, ...]
    contents: tuple[Heading, ...]
    html: Markup
    data_path: str
    csv_path: str
    derivations: tuple[Derivation, ...]
    sources: tuple[Cited, ...]
    figure_count: Count  # of those the text shows
    source_count: Count
