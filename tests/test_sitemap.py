"""The sitemap and robots.txt: what sitemaps.org and search engines ask of them."""

from __future__ import annotations

import datetime
from pathlib import Path
from urllib import robotparser
from urllib.parse import urlsplit
from xml.etree import ElementTree as ET

import pytest
from small import BODY, GERMAN, SLUG, article, english, german, text_of, write_small_site

from zahlwerk.build import Checked, Wanted, check
from zahlwerk.project import Project
from zahlwerk.routes import Route, Routes
from zahlwerk.sitemap import Limits, sitemap_files

SITEMAPS, XHTML = "{http://www.sitemaps.org/schemas/sitemap/0.9}", "{http://www.w3.org/1999/xhtml}"
BASE = "https://small.example.com/"


def built(folder: Path, wanted: Wanted = Wanted()) -> Checked:  # noqa: B008  # a frozen value
    """Two articles: one in two languages with a German slug and a later change, one in German only."""
    changed = article(BODY).replace("published: 2026-03-04", "published: 2026-03-04\nmodified: 2026-11-02")
    site = write_small_site(
        folder / "site",
        articles={SLUG: changed, "zweiter": article("Wörter.\n", language="de", published="2026-05-06")},
        languages={"en": english(), "de": german(small={**GERMAN, SLUG: "klein"})},
    )
    return check(site.folder, wanted)


def listed(text: str) -> dict[str, tuple[str, dict[str, str]]]:
    """The addresses of a sitemap: when each was changed, and its versions by language."""
    found = {}
    for url in ET.fromstring(text).findall(f"{SITEMAPS}url"):
        versions = {link.get("hreflang", ""): link.get("href", "") for link in url.findall(f"{XHTML}link")}
        found[url.findtext(f"{SITEMAPS}loc", "")] = (url.findtext(f"{SITEMAPS}lastmod", ""), versions)
    return found


def faults(text: str) -> list[str]:
    """What the schema of sitemaps.org, and Google's rules for versions, have against a sitemap."""
    root = ET.fromstring(text)
    found = [] if root.tag == f"{SITEMAPS}urlset" and len(root) else ["no urlset with addresses"]
    for url in root:
        names = [child.tag for child in url]
        found += [] if url.tag == f"{SITEMAPS}url" and names.count(f"{SITEMAPS}loc") == 1 else ["no url with one loc"]
        known = {f"{SITEMAPS}loc", f"{SITEMAPS}lastmod", f"{XHTML}link"}
        found += [f"{name} is unknown" for name in set(names) - known]
        loc = url.findtext(f"{SITEMAPS}loc", "")
        found += [] if urlsplit(loc).scheme == "https" and 12 <= len(loc) <= 2048 else [f"{loc} is no address"]
        for day in (child.text or "" for child in url.findall(f"{SITEMAPS}lastmod")):
            datetime.date.fromisoformat(day)
    entries = listed(text)
    for loc, (_, versions) in entries.items():
        found += [] if loc in versions.values() else [f"{loc} does not name itself"]
        for version in versions.values():
            found += [] if entries.get(version, ("", {}))[1] == versions else [f"{version} does not name {loc} back"]
    return found


def test_the_sitemap_of_this_project_keeps_the_rules(checked: Checked) -> None:
    assert faults(text_of(checked, "sitemap.xml")) == []


def test_every_page_is_listed_with_its_languages_and_the_day_of_its_change(tmp_path: Path) -> None:
    text = text_of(built(tmp_path), "sitemap.xml")
    homes = {"de": f"{BASE}de/", "en": f"{BASE}en/", "x-default": BASE}
    both = {"de": f"{BASE}de/klein/", "en": f"{BASE}en/{SLUG}/"}
    assert faults(text) == []
    assert listed(text) == {
        BASE: ("", homes),
        f"{BASE}de/": ("2026-11-02", homes),
        f"{BASE}en/": ("2026-11-02", homes),
        f"{BASE}de/klein/": ("2026-11-02", both),
        f"{BASE}en/{SLUG}/": ("2026-11-02", both),
        f"{BASE}de/zweiter/": ("2026-05-06", {"de": f"{BASE}de/zweiter/"}),
    }


def test_neither_pseudo_languages_nor_redirects_nor_lost_pages_are_listed(tmp_path: Path) -> None:
    checked = built(tmp_path, Wanted(pseudo=True))
    written = {one.file for one in checked.files}
    assert {f"de/{SLUG}/index.html", "404.html", "de/404.html", f"en-XA/{SLUG}/index.html"} <= written
    text = text_of(checked, "sitemap.xml")
    assert all(word not in text for word in ("en-X", f"de/{SLUG}/", "404"))


def test_addresses_lie_below_a_base_path(tmp_path: Path) -> None:
    checked = built(tmp_path, Wanted(base_url="https://example.com/docs/"))
    text = text_of(checked, "sitemap.xml")
    assert faults(text) == []
    assert all(loc.startswith("https://example.com/docs/") for loc in listed(text))
    assert text_of(checked, "robots.txt").endswith("\nSitemap: https://example.com/docs/sitemap.xml\n")


def test_robots_may_read_everything_and_find_the_sitemap(checked: Checked) -> None:
    robots = robotparser.RobotFileParser()
    robots.parse(text_of(checked, "robots.txt").splitlines())
    assert robots.can_fetch("AnyBot", "https://guides.example.com/de/")
    assert robots.site_maps() == ["https://guides.example.com/sitemap.xml"]


def of_many(project: Project, number: int) -> Routes:
    """The addresses of so many articles in one language."""
    pages = {
        ("en", f"a{n}"): Route("en", "English", "ltr", f"en/a{n}/index.html", f"/en/a{n}/", f"{BASE}en/a{n}/")
        for n in range(number)
    }
    return Routes(pages, Route("x-default", "", "", "index.html", "/", BASE), "/")


@pytest.mark.parametrize(("number", "files"), [(49_999, 1), (50_000, 3)])
def test_no_file_holds_more_than_50000_addresses(project: Project, number: int, files: int) -> None:
    found = sitemap_files(project, of_many(project, number))  # with the choice of languages, one more
    assert len(found) == files
    assert found[0].file == "sitemap.xml"


def test_what_one_file_cannot_hold_is_divided_below_an_index(tmp_path: Path) -> None:
    checked = built(tmp_path)
    pages = {("en", f"a{n}"): route for n, route in enumerate(of_many(checked.project, 4).pages.values())}
    pages["de", SLUG] = Route("de", "Deutsch", "ltr", "de/klein/index.html", "/de/klein/", f"{BASE}de/klein/")
    routes = Routes(pages, Route("x-default", "", "", "index.html", "/", BASE), "/")
    index, *parts = sitemap_files(checked.project, routes, Limits(addresses=4))
    assert [(part.file, len(listed(part.content.decode()))) for part in parts] == [
        ("sitemap-1.xml", 4), ("sitemap-2.xml", 2),
    ]  # fmt: skip
    root = ET.fromstring(index.content)
    assert root.tag == f"{SITEMAPS}sitemapindex"
    found = [(one.findtext(f"{SITEMAPS}loc"), one.findtext(f"{SITEMAPS}lastmod")) for one in root]
    assert found == [(f"{BASE}sitemap-1.xml", None), (f"{BASE}sitemap-2.xml", "2026-11-02")]


def test_no_file_is_larger_than_its_limit(project: Project) -> None:
    routes = of_many(project, 100)
    index, *parts = sitemap_files(project, routes, Limits(size=3000))
    assert sum(len(listed(part.content.decode())) for part in parts) == 101
    assert all(len(part.content) <= 3000 for part in parts)
    assert len(parts) < 101 / 5
    assert len(ET.fromstring(index.content)) == len(parts)
