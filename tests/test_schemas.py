"""Feeds and sitemaps by their schemas, read by libxml2, which knows nothing of this project."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from lxml import etree
from small import text_of

from zahlwerk.build import Checked

SCHEMAS = Path(__file__).parent / "schemas"
FEEDS = ("de/feed.xml", "en/feed.xml", "fr/feed.xml")


@pytest.fixture(scope="module")
def atom() -> etree.RelaxNG:
    return etree.RelaxNG(etree.parse(SCHEMAS / "atom.rng"))


@pytest.fixture(scope="module")
def sitemap() -> etree.XMLSchema:
    return etree.XMLSchema(etree.parse(SCHEMAS / "sitemap.xsd"))


def complaints(schema: etree.RelaxNG | etree.XMLSchema, text: str) -> list[str]:
    schema.validate(etree.fromstring(text.encode()))
    return [f"{error.line}: {error.message}" for error in schema.error_log]


@pytest.mark.parametrize("file", FEEDS)
def test_a_feed_is_what_its_schema_allows(checked: Checked, atom: etree.RelaxNG, file: str) -> None:
    assert complaints(atom, text_of(checked, file)) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("<id>[^<]*</id>", ""),
        ("<updated>[^<]*</updated>", "<updated>2026-11-02</updated>"),
        ("T00:00:00Z</updated>", "T00:00:00</updated>"),
        ("<name>[^<]*</name>", ""),
        (' href="[^"]*"', ""),
        ("<title>", "<heading/><title>"),
        (r"(<published>[^<]*</published>)", r"\1\1"),
        (' term="[^"]*"', ""),
    ],
)
def test_a_feed_that_breaks_a_rule_is_told(checked: Checked, atom: etree.RelaxNG, old: str, new: str) -> None:
    changed, times = re.subn(old, new, text_of(checked, "de/feed.xml"), count=1)
    assert times == 1
    assert complaints(atom, changed)


def test_the_sitemap_is_what_its_schema_allows(checked: Checked, sitemap: etree.XMLSchema) -> None:
    text = text_of(checked, "sitemap.xml")
    assert text.count("<url>") >= len(FEEDS)
    assert complaints(sitemap, text) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("<loc>[^<]*</loc>", ""),
        ("<lastmod>[^<]*</lastmod>", "<lastmod>2 November 2026</lastmod>"),
        ("<loc>https:", "<loc>"),
        (' hreflang="[^"]*"', ' hreflang="de_AT"'),
        (r"(<url>.*?</url>)", r"\1\1"),
        ("<urlset [^>]*>.*</urlset>", '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"/>'),
    ],
)
def test_a_sitemap_that_breaks_a_rule_is_told(checked: Checked, sitemap: etree.XMLSchema, old: str, new: str) -> None:
    changed, times = re.subn(old, new, text_of(checked, "sitemap.xml"), count=1, flags=re.DOTALL)
    assert times == 1
    assert complaints(sitemap, changed)
