"""Readers search a site by words and by figures, with the keyboard alone, in the site's own dialog."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from browser.serving import ARTICLE, TAGS, Served
from browser.views import View, Visit, open_page

# What is asked, and how the address ends that must be among the first: a figure as its language writes it, its name.
ASKED = [
    ("en", "350 GB", "how-lora_4x_h200.gather_bytes"),
    ("en", "233.7 GB", "why-the-checkpoint-grows"),
    ("en", "gather buffers", "gather_buffer_bytes"),
    ("en", "350,487,470,016", "how-lora_4x_h200.gather_bytes"),
    ("de", "233,7", "why-the-checkpoint-grows"),
    ("de", "350 GB", "how-lora_4x_h200.gather_bytes"),
    ("de", "Gather-Puffer", "gather_buffer_bytes"),
    ("fr", "350 Go", "how-lora_4x_h200.gather_bytes"),
    ("fr", "tampons de rassemblement", "gather_buffer_bytes"),
]
NOTHING = "xqzvw"


def _opened(browser: Browser, site: Served, view: View, page: str = f"{ARTICLE}/") -> Visit:
    visit = open_page(browser, site, f"{view.tag}/{page}index.html", view)
    visit.page.keyboard.press("/")
    assert visit.page.evaluate("() => document.activeElement.id") == "search-words"
    return visit


def _ask(page: Page, question: str) -> list[str]:
    """Type a question; the addresses that are shown, without that of the server."""
    page.evaluate("() => document.querySelector('.search-status').textContent = ''")
    page.fill("#search-words", question)
    page.wait_for_function("() => document.querySelector('.search-status').textContent")
    links = page.locator("#search-found a")
    return [links.nth(number).get_attribute("href") or "" for number in range(links.count())]


@pytest.mark.parametrize("served", ["site", pytest.param("based_site", marks=pytest.mark.soak)])
@pytest.mark.parametrize("tag", ["de", *(pytest.param(tag, marks=pytest.mark.soak) for tag in ("en", "fr"))])
def test_figures_are_found_by_value_and_by_name(
    browser: Browser, served: str, tag: str, request: pytest.FixtureRequest
) -> None:
    site: Served = request.getfixturevalue(served)
    visit = _opened(browser, site, View(tag, 768, "light"))
    for question, place in ((question, place) for language, question, place in ASKED if language == tag):
        found = _ask(visit.page, question)
        assert any(link.endswith(place) for link in found[:3]), question
        assert all(link.startswith(f"{site.base_path}{tag}/{ARTICLE}/") for link in found)
    assert _ask(visit.page, NOTHING) == []
    assert visit.complaints == []
    assert visit.refused == []
    assert [address for address in visit.requested if not address.startswith(site.base_url)] == []
    visit.page.context.close()


def test_the_keyboard_alone_leads_to_a_place_and_back(browser: Browser, site: Served) -> None:
    visit = _opened(browser, site, View("de", 360, "dark"))
    page = visit.page
    page.keyboard.press("Escape")
    assert not page.locator("dialog.search").is_visible()
    page.locator(".search-open").focus()
    page.keyboard.press("Enter")
    _ask(page, "350 GB")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("() => document.activeElement === document.querySelectorAll('#search-found a')[1]")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    assert page.evaluate("() => document.activeElement.id") == "search-words"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert page.url.endswith("#how-lora_4x_h200.gather_bytes")
    assert not page.locator("dialog.search").is_visible()
    page.context.close()


def test_enter_leads_to_the_first_place(browser: Browser, site: Served) -> None:
    visit = _opened(browser, site, View("en", 768, "light"))
    first = _ask(visit.page, "gather buffers")[0]
    visit.page.keyboard.press("Enter")
    assert visit.page.url == f"{site.origin}{first}"
    visit.page.context.close()


def test_nothing_is_loaded_before_somebody_searches(browser: Browser, site: Served) -> None:
    visit = open_page(browser, site, f"en/{ARTICLE}/index.html", View("en", 768, "light"))
    assert [address for address in visit.requested if "pagefind" in address] == []
    visit.page.context.close()


def test_without_scripts_no_search_is_offered(browser: Browser, site: Served) -> None:
    visit = open_page(browser, site, f"en/{ARTICLE}/index.html", View("en", 768, "light"), javascript=False)
    assert not visit.page.locator(".search-open").is_visible()
    visit.page.context.close()


def test_a_search_that_cannot_be_loaded_says_so(browser: Browser, site: Served) -> None:
    visit = open_page(browser, site, f"en/{ARTICLE}/index.html", View("en", 768, "light"))
    visit.page.route("**/pagefind/**", lambda route: route.abort())
    visit.page.keyboard.press("/")
    _ask(visit.page, "gather")
    assert visit.page.inner_text(".search-status") == "The search cannot be loaded. Try again later."
    visit.page.context.close()


@pytest.mark.parametrize(
    "tag", [pytest.param(tag, marks=() if tag == "en-XB" else (pytest.mark.soak,)) for tag in TAGS]
)
def test_axe_finds_nothing_in_an_open_search(browser: Browser, site: Served, axe: str, tag: str) -> None:
    visit = _opened(browser, site, View(tag, 360, "dark"), page="")
    assert _ask(visit.page, "65")
    visit.page.evaluate(axe)
    found = visit.page.evaluate("async () => (await axe.run('dialog.search')).violations.map(({id}) => id)")
    assert found == []
    wide, visible = visit.page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
    assert wide == visible
    visit.page.context.close()
