"""Pages for machines: what each says of itself in the vocabulary of schema.org, as JSON-LD."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from zahlwerk.amendments import notes
from zahlwerk.articles import Article
from zahlwerk.derivations import figures_behind, named_sources
from zahlwerk.editions import Edition
from zahlwerk.figures import Figure
from zahlwerk.formulatext import quantity_name, title_of
from zahlwerk.pictures import Picture
from zahlwerk.provenance import Source
from zahlwerk.quantity import Quantity
from zahlwerk.references import parse_reference
from zahlwerk.rendering import Question, TextRenderer
from zahlwerk.routes import HOME
from zahlwerk.settings import Settings
from zahlwerk.sitemessages import DATASET, DATASET_DESCRIPTION, DATASET_NAME
from zahlwerk.sitenodes import Node, SiteNodes, image_of


@dataclass(frozen=True, slots=True)
class DataFile:
    """A file that holds the figures of an article."""

    name: str  # below the output folder
    media_type: str


@dataclass(frozen=True, slots=True)
class Content:
    """What goes along with the words of an article's page."""

    questions: tuple[Question, ...]
    files: tuple[DataFile, ...]
    picture: Picture | None


def article_nodes(renderer: TextRenderer, settings: Settings, content: Content) -> list[Node]:
    """What the page of an article in one language says: article, breadcrumbs, figures, questions."""
    site = SiteNodes(settings, renderer.routes)
    article = _article(renderer, site) | image_of(content.picture)
    nodes = [article, _breadcrumbs(renderer, site), _dataset(renderer, site, content.files)]
    if content.questions:
        nodes.append(_questions(renderer, site, content.questions))
    return [*nodes, site.website()]


def _article(renderer: TextRenderer, site: SiteNodes) -> Node:
    article, edition = renderer.article, renderer.edition
    url = _url(renderer)
    node = {
        "@type": "TechArticle",
        "@id": _id(url),
        "url": url,
        "mainEntityOfPage": url,
        "headline": renderer.front("title")[0],
        "description": renderer.front("description")[0],
        "inLanguage": edition.tag,
        "datePublished": article.published.isoformat(),
        "dateModified": article.modified.isoformat(),
        "author": {"@id": site.address("#publisher")},
        "publisher": {"@id": site.address("#publisher")},
        "isPartOf": {"@id": site.website_id},
        "citation": [_source(source, url) for source in _sources(renderer)],
    }
    if article.tags:
        node["keywords"] = list(article.tags)
    if article.corrections:
        node["correction"] = [
            {"@type": "CorrectionComment", "datePublished": day, "text": text} for day, text in notes(renderer)
        ]
    return node | _translations(renderer)


def _url(renderer: TextRenderer) -> str:
    return renderer.routes.pages[renderer.edition.language, renderer.article.slug].url


def _id(url: str) -> str:
    return f"{url}#article"


def _translations(renderer: TextRenderer) -> Node:
    """Which page an article was translated from, or which it was translated into."""
    article, edition, pages = renderer.article, renderer.edition, renderer.routes.pages
    versions = {language: route for (language, slug), route in pages.items() if slug == article.slug and route.indexed}
    if not edition.speaks(article.language):
        source = versions.get(article.language)
        return {"translationOfWork": {"@id": _id(source.url)}} if source else {}
    if edition.language != article.language:
        return {}  # a variant of the language the article is written in
    foreign = [r for language, r in versions.items() if not renderer.editions[language].speaks(article.language)]
    return {"workTranslation": [{"@id": _id(route.url)} for route in foreign]} if foreign else {}


def _sources(renderer: TextRenderer) -> list[Source]:
    """The sources behind an article's figures, each once."""
    references = [parse_reference(reference).target for reference in renderer.article.references]
    behind = figures_behind(references, renderer.figures)
    found = {source.id: source for figure in behind for source in named_sources(figure)}
    return sorted(found.values(), key=lambda source: (source.publisher, source.title))


def _source(source: Source, url: str) -> Node:
    """A source, under the address of its entry on the page."""
    node: Node = {"@type": "CreativeWork", "@id": f"{url}#source-{source.id}", "name": source.title}
    node["publisher"] = source.publisher
    node["inLanguage"] = source.language
    if source.url:
        node["url"] = source.url
    if source.published:
        node["datePublished"] = source.published.isoformat()
    return node


def _breadcrumbs(renderer: TextRenderer, site: SiteNodes) -> Node:
    home = renderer.routes.pages.get((renderer.edition.language, HOME))
    steps = [(site.settings.site_name, home.url)] if home else []
    steps.append((renderer.front("title")[0], _url(renderer)))
    items = [
        {"@type": "ListItem", "position": number, "name": name, "item": url}
        for number, (name, url) in enumerate(steps, start=1)
    ]
    return {"@type": "BreadcrumbList", "itemListElement": items}


def _dataset(renderer: TextRenderer, site: SiteNodes, files: Sequence[DataFile]) -> Node:
    """The figures that an article shows, with their exact values; its files hold those behind them, too."""
    article, edition, url = renderer.article, renderer.edition, _url(renderer)
    title = renderer.front("title")[0]
    return {
        "@type": "Dataset",
        "@id": f"{url}#how",
        "url": f"{url}#how",
        "name": edition.say(DATASET_NAME, DATASET).replace("{title}", title),
        "description": edition.say(DATASET_DESCRIPTION, DATASET),
        "inLanguage": edition.tag,
        "datePublished": article.published.isoformat(),
        "dateModified": article.modified.isoformat(),
        "creator": {"@id": site.address("#publisher")},
        "isBasedOn": [{"@id": f"{url}#source-{source.id}"} for source in _sources(renderer)],
        "isAccessibleForFree": True,
        "distribution": [
            {"@type": "DataDownload", "contentUrl": site.address(file.name), "encodingFormat": file.media_type}
            for file in files
        ],
        "variableMeasured": list(_variables(article, renderer)),
    }


def _variables(article: Article, renderer: TextRenderer) -> Iterator[Node]:
    for target in dict.fromkeys(parse_reference(reference).target for reference in article.references):
        figure = renderer.figures.known[target]
        if isinstance(figure.value, Quantity):
            yield _variable(figure, figure.value, renderer.edition)


def _variable(figure: Figure, value: Quantity, edition: Edition) -> Node:
    return {
        "@type": "PropertyValue",
        "propertyID": figure.reference,
        "name": f"{quantity_name(figure, edition)} ({title_of(figure, edition)})",
        "value": value.exact_text(),
        "unitText": str(value.dimension),
    }


def _questions(renderer: TextRenderer, site: SiteNodes, questions: Sequence[Question]) -> Node:
    url = _url(renderer)
    return {
        "@type": "FAQPage",
        "@id": f"{url}#{renderer.article.questions}",
        "inLanguage": renderer.edition.tag,
        "isPartOf": {"@id": site.website_id},
        "mainEntity": [_question(question, url) for question in questions],
    }


def _question(question: Question, url: str) -> Node:
    node: Node = {
        "@type": "Question",
        "@id": f"{url}#{question.id}",
        "name": question.question,
        "acceptedAnswer": {"@type": "Answer", "text": question.answer},
    }
    return node | ({"inLanguage": question.tag} if question.tag else {})
