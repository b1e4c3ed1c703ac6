"""Each page in every view: it fits its width, says nothing on the console, and asks only its own server."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser

from browser.serving import ARTICLE, TAGS, Served
from browser.views import View, open_page, views

SAMPLE = ("root-360-dark", "de-360-light", "en-768-dark", "en-XA-360-dark", "en-XB-1440-light")
WIDTHS = "() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]"
SHIFTS = """() => new Promise(seen => {
    let sum = 0
    const observer = new PerformanceObserver(list => list.getEntries().forEach(entry => sum += entry.value))
    observer.observe({type: "layout-shift", buffered: true})
    setTimeout(() => seen(sum), 50)
})"""


@dataclass(frozen=True)
class Seen:
    """A page as one view shows it."""

    file: str
    wide: int  # what there is to scroll over
    visible: int  # what is seen of it
    shift: float  # how much moved while the page was loaded, as browsers count it
    complaints: list[str]
    requested: list[str]
    refused: list[str]


@pytest.fixture(scope="module", params=views(SAMPLE))
def seen(request: pytest.FixtureRequest, browser: Browser, site: Served) -> list[Seen]:
    """Every page of the view's language, opened once."""
    view: View = request.param
    pages = [_seen(browser, site, file, view) for file in site.pages(view.tag)]
    assert pages
    return pages


def _seen(browser: Browser, site: Served, file: str, view: View) -> Seen:
    visit = open_page(browser, site, file, view)
    wide, visible = visit.page.evaluate(WIDTHS)
    shift = visit.page.evaluate(SHIFTS)
    visit.page.context.close()
    return Seen(file, wide, visible, shift, visit.complaints, visit.requested, visit.refused)


def test_every_language_is_looked_at(site: Served) -> None:
    found = {file.partition("/")[0] for file in site.files if file.endswith(f"/{ARTICLE}/index.html")}
    assert found == set(TAGS)
    assert all(f"{tag}/index.html" in site.pages(tag) for tag in TAGS)
    assert "index.html" in site.pages("")


def test_no_page_scrolls_sideways(seen: list[Seen]) -> None:
    assert [(page.file, page.wide) for page in seen if page.wide != page.visible] == []


def test_nothing_moves_while_a_page_is_loaded(seen: list[Seen]) -> None:
    assert [(page.file, page.shift) for page in seen if page.shift > 0.001] == []


def test_nothing_is_said_on_the_console(seen: list[Seen]) -> None:
    assert [complaint for page in seen for complaint in page.complaints] == []


def test_every_request_goes_to_the_sites_own_server(seen: list[Seen], site: Served) -> None:
    requested = [address for page in seen for address in page.requested]
    assert len(requested) >= len(seen)
    own = (f"{site.origin}/", "data:", "blob:")
    assert [address for address in requested if not address.startswith(own)] == []


def test_every_request_finds_what_it_asks_for(seen: list[Seen]) -> None:
    assert [refused for page in seen for refused in page.refused] == []
