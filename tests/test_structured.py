"""Pages for machines: JSON-LD that stands in each page, says what the page says, and expands."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from conftest import Site
from pyld import jsonld
from small import DESCRIPTION, SLUG, TITLE, english, german, html_of, write_small_site

from zahlwerk.build import Checked
from zahlwerk.sitenodes import script_text

FRONT = f"""\
---
title: {TITLE}
description: {DESCRIPTION}
language: en
kind: article
published: 2026-03-04
modified: 2026-11-05
tags: [cards]
questions: questions
---
"""
BODY = """
Each card holds {card_a.memory}, and {pair.cards[words]} cards hold {pair.pool_memory}. Read on {data_sheet.read}.

## Questions

### How much do {pair.cards[words]} cards hold?

They hold {pair.pool_memory[GiB]:.1}; see [the start](small), *all of it*, and `</script><!--`.

### Which words are "right"?

- These.
- And those,
  too.

## Afterwards

Words that answer nothing.
"""
GERMAN = {
    TITLE: "Ein kleiner Artikel",
    DESCRIPTION: "Was die Karten fassen.",
    "Each card holds {card_a.memory}, and {pair.cards[words]} cards hold {pair.pool_memory}. "
    "Read on {data_sheet.read}.": "Jede Karte fasst {card_a.memory}, und {pair.cards[words]} Karten fassen"
    " {pair.pool_memory}. Gelesen am {data_sheet.read}.",
    "Questions": "Fragen",
    "How much do {pair.cards[words]} cards hold?": "Wie viel fassen {pair.cards[words]} Karten?",
    "They hold {pair.pool_memory[GiB]:.1}; see [the start](small), *all of it*, and `</script><!--`.": "Sie fassen"
    " {pair.pool_memory[GiB]:.1}; siehe [den Anfang](small), *das Ganze*, und `</script><!--`.",
    'Which words are "right"?': 'Welche Worte sind "richtig"?',
    "These.": "Diese.",
    "And those, too.": "Und auch jene.",
    "Afterwards": "Danach",
    "Words that answer nothing.": "Worte, die nichts beantworten.",
}
BASE = "https://small.example.com/"
PAGES = {language: f"{BASE}{language}/{SLUG}/" for language in ("en", "de")}
SCHEMA = "https://schema.org/"


class _Scripts(HTMLParser):
    """The scripts of a page as a browser finds them."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.inside = tag == "script" and dict(attrs).get("type") == "application/ld+json"
        self.found += [""] * self.inside

    def handle_endtag(self, tag: str) -> None:
        self.inside = self.inside and tag != "script"

    def handle_data(self, data: str) -> None:
        if self.inside:
            self.found[-1] += data


def document_of(html: str) -> Any:
    scripts = _Scripts()
    scripts.feed(html)
    (text,) = scripts.found
    return json.loads(text)


def nodes(checked: Checked, file: str) -> dict[str, Any]:
    """The nodes of a page, by their types."""
    return {node["@type"]: node for node in document_of(html_of(checked, file))["@graph"]}


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Checked:
    languages = {"en": english(), "de": german(small=GERMAN)}
    folder = tmp_path_factory.mktemp("structured") / "site"
    return write_small_site(folder, articles={SLUG: FRONT + BODY}, languages=languages).check()


def test_the_article_is_described(small: Checked) -> None:
    article = nodes(small, f"de/{SLUG}/index.html")["TechArticle"]
    assert {key: article[key] for key in ("headline", "description", "inLanguage", "url", "keywords")} == {
        "headline": "Ein kleiner Artikel",
        "description": "Was die Karten fassen.",
        "inLanguage": "de",
        "url": PAGES["de"],
        "keywords": ["cards"],
    }
    assert (article["datePublished"], article["dateModified"]) == ("2026-03-04", "2026-11-05")
    assert article["image"]["url"] == f"{BASE}pictures/{SLUG}.de.png"
    assert article["citation"] == [
        {
            "@type": "CreativeWork",
            "@id": f"{PAGES['de']}#source-data_sheet",
            "name": "Data sheet",
            "publisher": "A maker",
            "inLanguage": "en",
            "url": "https://maker.example.com/card",
            "datePublished": "2026-03-04",
        }
    ]


def test_each_version_names_its_source_and_the_source_its_translations(small: Checked) -> None:
    source, translation = (nodes(small, f"{tag}/{SLUG}/index.html")["TechArticle"] for tag in ("en", "de"))
    assert source["@id"] == f"{PAGES['en']}#article"
    assert source["workTranslation"] == [{"@id": f"{PAGES['de']}#article"}]
    assert translation["translationOfWork"] == {"@id": f"{PAGES['en']}#article"}
    assert "translationOfWork" not in source
    assert "workTranslation" not in translation


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        (
            "en",
            [
                ("How much do two cards hold?", "They hold 262.8 GiB; see the start, all of it, and </script><!--."),
                ("Which words are “right”?", "These.\nAnd those, too."),
            ],
        ),
        (
            "de",
            [
                (
                    "Wie viel fassen zwei Karten?",
                    "Sie fassen 262,8 GiB; siehe den Anfang, das Ganze, und </script><!--.",
                ),
                ("Welche Worte sind „richtig“?", "Diese.\nUnd auch jene."),
            ],
        ),
    ],
)
def test_questions_are_answered_with_figures_as_the_language_shows_them(
    small: Checked, language: str, expected: list[tuple[str, str]]
) -> None:
    asked = nodes(small, f"{language}/{SLUG}/index.html")["FAQPage"]["mainEntity"]
    found = [(node["name"], node["acceptedAnswer"]["text"].replace("\u00a0", " ")) for node in asked]
    assert found == expected
    assert {node["inLanguage"] for node in asked} == {language}
    assert asked[0]["@id"] == f"{PAGES[language]}#how-much-do-cards-hold"


# 141.1 GB = 141 100 000 000 bytes; two of them 282 200 000 000.
VARIABLES = [
    ("card_a.memory", "141100000000", "byte", "listed memory per card (Card A)", "Nennkapazität je Karte (Card A)"),
    ("pair.cards", "2", "1", "number of cards (Two cards)", "Anzahl der Karten (Zwei Karten)"),
    (
        "pair.pool_memory", "282200000000", "byte",
        "listed memory of all cards (Two cards)", "Nennkapazität aller Karten (Zwei Karten)",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("language", "column"), [("en", 3), ("de", 4)])
def test_the_figures_are_measured_with_their_exact_values(small: Checked, language: str, column: int) -> None:
    dataset = nodes(small, f"{language}/{SLUG}/index.html")["Dataset"]
    found = [(v["propertyID"], v["value"], v["unitText"]) for v in dataset["variableMeasured"]]
    assert found == [row[:3] for row in VARIABLES]
    assert [variable["name"] for variable in dataset["variableMeasured"]] == [row[column] for row in VARIABLES]
    assert [(file["contentUrl"], file["encodingFormat"]) for file in dataset["distribution"]] == [
        (f"{BASE}data/{SLUG}.json", "application/json"),
        (f"{BASE}data/{SLUG}.csv", "text/csv"),
    ]
    assert dataset["isBasedOn"] == [{"@id": f"{PAGES[language]}#source-data_sheet"}]


def test_breadcrumbs_lead_from_the_start_page_of_the_language(small: Checked) -> None:
    steps = nodes(small, f"de/{SLUG}/index.html")["BreadcrumbList"]["itemListElement"]
    assert [(step["position"], step["name"], step["item"]) for step in steps] == [
        (1, "Small guides", f"{BASE}de/"),
        (2, "Ein kleiner Artikel", PAGES["de"]),
    ]


def test_a_start_page_lists_its_articles(small: Checked) -> None:
    page = nodes(small, "de/index.html")["CollectionPage"]
    assert [(item["position"], item["name"], item["url"]) for item in page["mainEntity"]["itemListElement"]] == [
        (1, "Ein kleiner Artikel", PAGES["de"])
    ]
    assert nodes(small, "index.html")["WebSite"]["inLanguage"] == ["de", "en"]


@pytest.mark.parametrize(("setting", "name"), [("", "Small guides"), ('owner = "A company"\n', "A company")])
def test_the_owner_publishes_the_site(setting: str, name: str, tmp_path: Path) -> None:
    site = write_small_site(tmp_path / "site")
    site.write("pyproject.toml", site.read("pyproject.toml") + setting)
    found = nodes(site.check(), f"en/{SLUG}/index.html")
    publisher = found["WebSite"]["publisher"]
    assert publisher["name"] == name
    assert found["TechArticle"]["author"] == found["TechArticle"]["publisher"] == {"@id": publisher["@id"]}


def test_an_article_without_questions_has_no_page_of_them(tmp_path: Path) -> None:
    assert "FAQPage" not in nodes(write_small_site(tmp_path / "site").check(), f"en/{SLUG}/index.html")


def test_an_answer_that_is_not_translated_keeps_its_language(tmp_path: Path) -> None:
    texts = {source: words for source, words in GERMAN.items() if source not in ("These.", "And those, too.")}
    languages = {"en": english(), "de": german(small=texts)}
    site = write_small_site(tmp_path / "site", articles={SLUG: FRONT + BODY}, languages=languages)
    first, second = nodes(site.check(), f"de/{SLUG}/index.html")["FAQPage"]["mainEntity"]
    assert first["inLanguage"] == "de"
    assert "inLanguage" not in second  # it is in two
    assert second["acceptedAnswer"]["text"] == "These.\nAnd those, too."


def test_nothing_in_a_text_ends_the_script_or_begins_a_comment() -> None:
    node = {"name": "</script><script>alert(1)</script><!-- <![CDATA[ ]]> &lt; \u2028\u2029"}
    text = script_text([node])
    assert not set("<>&\u2028\u2029") & set(text)
    assert json.loads(text)["@graph"] == [node]


def test_a_value_that_does_not_end_is_a_fraction(checked: Checked) -> None:
    seen = set()
    for page in checked.pages:
        for node in document_of(page.html)["@graph"]:
            for variable in node.get("variableMeasured", ()):
                assert re.fullmatch(r"-?\d+(?:\.\d+|/\d+)?", variable["value"]), variable
                seen.add("/" in variable["value"])
    assert seen == {True, False}


def _local_context(url: str, options: Any) -> dict[str, Any]:
    """The vocabulary's context as far as expansion needs it, since no test reads from the network."""
    assert url.rstrip("/") == "https://schema.org"
    context = {"@context": {"@vocab": SCHEMA}}
    return {"contextUrl": None, "documentUrl": url, "document": context, "contentType": "application/ld+json"}


# From schema.org: the properties that each type may have, its own and inherited ones, of those that are used here.
_WORK = {
    "name", "url", "description", "inLanguage", "datePublished", "dateModified", "author", "publisher", "isPartOf",
    "image", "citation", "keywords", "headline", "mainEntityOfPage", "mainEntity", "translationOfWork",
    "workTranslation", "correction", "creator", "isBasedOn", "isAccessibleForFree", "text",
}  # fmt: skip
PROPERTIES = {
    "TechArticle": _WORK,
    "Dataset": _WORK | {"distribution", "variableMeasured"},
    "DataDownload": _WORK | {"contentUrl", "encodingFormat"},
    "FAQPage": _WORK,
    "CollectionPage": _WORK,
    "WebSite": _WORK,
    "CreativeWork": _WORK,
    "CorrectionComment": _WORK,
    "Answer": _WORK,
    "Question": _WORK | {"acceptedAnswer"},
    "ImageObject": _WORK | {"width", "height", "caption", "contentUrl"},
    "BreadcrumbList": {"itemListElement", "name"},
    "ItemList": {"itemListElement", "name"},
    "ListItem": {"position", "item", "name", "url"},
    "PropertyValue": {"propertyID", "value", "unitText", "name"},
    "Organization": {"name", "url"},
}


def _check_node(node: Any) -> None:
    """Every property is known of its node's type."""
    types = [name.removeprefix(SCHEMA) for name in node.get("@type", [])]
    for name, values in node.items():
        if not name.startswith("@"):
            assert types, f"a node with {name} has no type"
            assert name.removeprefix(SCHEMA) in PROPERTIES[types[0]], (types, name)
            for value in values:
                if isinstance(value, dict):
                    _check_node(value)


def test_the_structured_data_of_every_page_expand(checked: Checked) -> None:
    for page in checked.pages:
        document = document_of(page.html)
        expanded = jsonld.expand(document, {"documentLoader": _local_context})
        assert len(expanded) == len(document["@graph"])
        for node in expanded:
            _check_node(node)
    files = {page.file: page for page in checked.pages}
    graph = document_of(files["de/gpt-oss-120b-fine-tuning/index.html"].html)["@graph"]
    assert [node["@type"] for node in graph] == ["TechArticle", "BreadcrumbList", "Dataset", "FAQPage", "WebSite"]


def test_the_questions_of_the_first_article_are_those_of_its_last_section(site: Site) -> None:
    source = site.read("content/gpt-oss-120b-fine-tuning.md")
    asked = source.partition("\n## Questions\n")[2].count("\n### ")
    found = nodes(site.check(), "fr/gpt-oss-120b-fine-tuning/index.html")["FAQPage"]["mainEntity"]
    assert asked == len(found) == 6
    assert found[0]["name"].endswith("\u202f?")


@pytest.mark.parametrize(
    ("front", "body", "says"),
    [
        ("questions: qestions", BODY, ':9: questions names no heading: "qestions"; did you mean "questions"?'),
        ("questions: afterwards", BODY, ':9: no question stands under "afterwards"'),
        ("questions: questions", BODY.replace("- These.\n- And those,\n  too.\n", ""), "has no answer"),
        ("questions: [questions]", BODY, ":9: questions must be a text"),
    ],
)
def test_questions_that_are_none_are_refused(front: str, body: str, says: str, tmp_path: Path) -> None:
    source = FRONT.replace("questions: questions", front) + body
    site = write_small_site(tmp_path / "site")
    site.write(f"content/{SLUG}.md", source)
    assert any(says in problem for problem in site.problems()), site.problems()
