"""Feeds: what RFC 4287 asks of them, whose entries stay the same however articles move."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit
from xml.etree import ElementTree as ET

import pytest
from conftest import Site
from small import BODY, DESCRIPTION, GERMAN, SLUG, TITLE, article, english, german, html_of, text_of, write_small_site

from zahlwerk.build import Checked, Wanted, check

ATOM = "{http://www.w3.org/2005/Atom}"
LANG = "{http://www.w3.org/XML/1998/namespace}lang"
BASE = "https://small.example.com/"
DATED = article(BODY).replace("published: 2026-03-04", "published: 2026-03-04\nmodified: 2026-11-02\ntags: [a & b]")


def small(folder: Path, source: str = DATED, german_texts: dict[str, str] = GERMAN) -> Site:
    languages = {"en": english(), "de": german(small=german_texts)}
    return write_small_site(folder / "site", articles={SLUG: source}, languages=languages)


def feed(checked: Checked, tag: str) -> ET.Element:
    return ET.fromstring(text_of(checked, f"{tag}/feed.xml"))


def entry(checked: Checked, tag: str) -> ET.Element:
    (found,) = feed(checked, tag).findall(f"{ATOM}entry")
    return found


def texts(element: ET.Element, name: str) -> list[str]:
    return [child.text or "" for child in element.findall(f"{ATOM}{name}")]


MOMENT = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"
ONCE_IN_A_FEED, ONCE_IN_AN_ENTRY = ("id", "title", "updated"), ("id", "title", "updated", "summary", "published")
KNOWN = {
    "feed": {"id", "title", "subtitle", "updated", "author", "link", "entry", "category", "icon"},
    "entry": {"id", "title", "summary", "updated", "published", "link", "category"},
}


def faults(root: ET.Element) -> list[str]:
    """What RFC 4287 has against a feed, section by section, as far as it speaks of what stands in ours."""
    found = [] if root.tag == f"{ATOM}feed" else ["2: the document is no atom:feed"]
    entries = root.findall(f"{ATOM}entry")
    for element, once in ((root, ONCE_IN_A_FEED), *((one, ONCE_IN_AN_ENTRY) for one in entries)):
        names = [child.tag.removeprefix(ATOM) for child in element]
        kind = element.tag.removeprefix(ATOM)
        found += [f"4.1: {name} is unknown in {kind}" for name in set(names) - KNOWN.get(kind, set())]
        found += [f"4.1: {kind} has {names.count(name)} of {name}" for name in once if names.count(name) != 1]
        for moment in (*texts(element, "updated"), *texts(element, "published")):
            found += [] if re.fullmatch(MOMENT, moment) else [f"3.3: {moment} is no RFC 3339 date in UTC"]
        for iri in texts(element, "id"):
            found += [] if urlsplit(iri).scheme and iri == iri.strip() else [f"4.2.6: {iri} is no absolute IRI"]
        links = [link.attrib for link in element.findall(f"{ATOM}link")]
        found += [f"4.2.7: a link without an address: {link}" for link in links if not link.get("href")]
        alternates = [(link.get("type"), link.get("hreflang")) for link in links if link.get("rel") == "alternate"]
        found += ["4.1: two alternates of one type and language"] if len(set(alternates)) < len(alternates) else []
        found += ["4.1.2: no alternate, and no content"] if not alternates else []
        found += [f"4.2.2: {c.attrib}" for c in element.findall(f"{ATOM}category") if not c.get("term")]
    authors = root.findall(f"{ATOM}author")
    found += ["4.1.1: no author"] if not authors or any(len(texts(one, "name")) != 1 for one in authors) else []
    found += [f"3.2.3: {mail}" for one in authors for mail in texts(one, "email") if "@" not in mail]
    if [link for link in root.findall(f"{ATOM}link") if link.get("rel") == "self"] == []:
        found.append("4.1.1: no link to itself")
    ids = [text for one in (root, *entries) for text in texts(one, "id")]
    return found + (["4.2.6: an id stands twice"] if len(set(ids)) < len(ids) else [])


@pytest.mark.parametrize("tag", ["de", "en", "fr"])
def test_the_feeds_of_this_project_keep_the_rules(tag: str, checked: Checked) -> None:
    assert faults(feed(checked, tag)) == []
    assert text_of(checked, f"{tag}/feed.xml").startswith("<?xml version='1.0' encoding='utf-8'?>")


@pytest.mark.parametrize(
    ("pattern", "new", "fault"),
    [
        ("<updated>.*?</updated>", "", "4.1: feed has 0 of updated"),
        ("T00:00:00Z</updated>", "T00:00:00</updated>", "3.3: 2026-11-02T00:00:00 is no"),
        ('rel="self"', 'rel="other"', "4.1.1: no link to itself"),
        ("<id>https.*?</id>", "<id>feed</id>", "4.2.6: feed is no absolute IRI"),
        ("<name>.*?</name>", "", "4.1.1: no author"),
        ('hreflang="en"', 'hreflang="de"', "4.1: two alternates"),
    ],
)
def test_the_rules_are_told_apart(tmp_path: Path, pattern: str, new: str, fault: str) -> None:
    text = text_of(small(tmp_path).check(), "de/feed.xml")
    assert faults(ET.fromstring(text)) == []
    changed = re.sub(pattern, new, text)
    assert changed != text
    assert any(found.startswith(fault) for found in faults(ET.fromstring(changed)))


def test_a_feed_speaks_its_language(tmp_path: Path) -> None:
    checked = small(tmp_path).check()
    root = feed(checked, "de")
    assert root.get(LANG) == "de"
    assert texts(root, "title") == ["Small guides"]
    assert texts(entry(checked, "de"), "title") == ["Ein kleiner Artikel"]
    assert texts(entry(checked, "de"), "summary") == ["Was die Karten fassen."]
    assert texts(entry(checked, "en"), "summary") == [DESCRIPTION]


def test_what_is_not_translated_says_in_which_language_it_is(tmp_path: Path) -> None:
    without = {source: words for source, words in GERMAN.items() if source != DESCRIPTION}
    found = entry(small(tmp_path, german_texts=without).check(), "de")
    assert [(one.text, one.get(LANG)) for one in found.findall(f"{ATOM}summary")] == [(DESCRIPTION, "en")]
    assert [one.get(LANG) for one in found.findall(f"{ATOM}title")] == [None]


def test_its_dates_are_the_articles_at_the_beginning_of_the_day_in_utc(tmp_path: Path) -> None:
    checked = small(tmp_path).check()
    assert texts(feed(checked, "de"), "updated") == ["2026-11-02T00:00:00Z"]
    assert texts(entry(checked, "de"), "updated") == ["2026-11-02T00:00:00Z"]
    assert texts(entry(checked, "de"), "published") == ["2026-03-04T00:00:00Z"]


def test_it_links_to_itself_to_the_page_and_to_the_other_languages(tmp_path: Path) -> None:
    checked = small(tmp_path).check()

    def links(element: ET.Element) -> list[tuple[str | None, ...]]:
        wanted = ("rel", "hreflang", "type", "href")
        return [tuple(link.get(name) for name in wanted) for link in element.findall(f"{ATOM}link")]

    assert links(feed(checked, "de")) == [
        ("self", "de", "application/atom+xml", f"{BASE}de/feed.xml"),
        ("alternate", "de", "text/html", f"{BASE}de/"),
    ]
    assert links(entry(checked, "de")) == [
        ("alternate", "de", "text/html", f"{BASE}de/{SLUG}/"),
        ("alternate", "en", "text/html", f"{BASE}en/{SLUG}/"),
    ]


def test_the_latest_change_stands_first(tmp_path: Path) -> None:
    changed = DATED.replace("2026-11-02", "2026-12-24")
    articles = {"b": article(BODY, published="2026-05-01"), "a": article(BODY), "c": changed}
    site = write_small_site(tmp_path / "site", articles=articles, languages={"en": english()})
    root = feed(site.check(), "en")
    assert texts(root, "updated") == ["2026-12-24T00:00:00Z"]
    updated = [texts(one, "updated")[0][:10] for one in root.findall(f"{ATOM}entry")]
    assert updated == ["2026-12-24", "2026-05-01", "2026-03-04"]


def test_marks_of_xml_are_escaped(tmp_path: Path) -> None:
    source = DATED.replace(f"title: {TITLE}", 'title: "Q & A, need < memory"')
    languages = {"en": english()}
    found = entry(write_small_site(tmp_path / "site", articles={SLUG: source}, languages=languages).check(), "en")
    assert texts(found, "title") == ["Q & A, need < memory"]
    assert [one.get("term") for one in found.findall(f"{ATOM}category")] == ["a & b"]


def test_an_entry_is_the_same_whatever_its_article_is_called(tmp_path: Path) -> None:
    before = entry(small(tmp_path / "before").check(), "de")
    moved = DATED.replace("kind: article", f"kind: article\nmoved_from: [{SLUG}, de/klein, in-between]")
    renamed = german(**{"newer": {**GERMAN, "newer": "neuer"}})
    languages = {"en": english(), "de": renamed}
    site = write_small_site(tmp_path / "after", articles={"newer": moved}, languages=languages)
    after = entry(site.check(), "de")
    assert texts(before, "id") == texts(after, "id") == [f"tag:small.example.com,2026-03-04:{SLUG}/de"]
    links = [link.get("href") for link in after.findall(f"{ATOM}link")]
    assert links == [f"{BASE}de/neuer/", f"{BASE}en/newer/"]


def test_a_second_build_writes_the_same_feeds(tmp_path: Path) -> None:
    site = small(tmp_path)
    assert text_of(site.check(), "de/feed.xml") == text_of(site.check(), "de/feed.xml")


def test_pages_name_the_feed_of_their_language(tmp_path: Path) -> None:
    checked = small(tmp_path).check()
    link = '<link rel="alternate" type="application/atom+xml" title="Small guides" href="/de/feed.xml">'
    for file in ("de/index.html", f"de/{SLUG}/index.html"):
        assert link in html_of(checked, file)
    assert link not in html_of(checked, f"en/{SLUG}/index.html")


def test_a_language_without_articles_has_no_feed(tmp_path: Path) -> None:
    languages = {"en": english(), "de": german()}
    checked = write_small_site(tmp_path / "site", languages=languages).check()
    assert [one.file for one in checked.files if one.file.endswith("feed.xml")] == ["en/feed.xml"]
    assert "feed.xml" not in html_of(checked, "de/index.html")


def test_a_pseudo_language_has_a_feed_that_no_other_language_names(tmp_path: Path) -> None:
    checked = check(small(tmp_path).folder, Wanted(pseudo=True))
    assert faults(feed(checked, "en-XB")) == []
    assert "en-XB" not in text_of(checked, "de/feed.xml")


def test_addresses_lie_below_a_base_path(tmp_path: Path) -> None:
    checked = check(small(tmp_path).folder, Wanted(base_url="https://example.com/docs"))
    addresses = [link.get("href", "") for link in feed(checked, "de").iter(f"{ATOM}link")]
    assert len(addresses) == 4
    assert all(address.startswith("https://example.com/docs/") for address in addresses)
    assert 'type="application/atom+xml" title="Small guides" href="/docs/de/feed.xml"' in html_of(
        checked, "de/index.html"
    )
