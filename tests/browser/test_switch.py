"""Who changes the language stays at the section; who changes the colours finds them kept."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from browser.serving import ARTICLE, SPOKEN, Served
from browser.views import View, open_page

HEADINGS = "() => [...document.querySelectorAll('.text h2[id]')].map(one => one.id)"
TO_TOP = "id => document.getElementById(id).scrollIntoView({behavior: 'instant'})"
UPPER_THIRD = """() => [...document.querySelectorAll(".text :is(h2, h3)[id]")]
    .filter(one => { const top = one.getBoundingClientRect().top; return top > -5 && top <= innerHeight / 3 })
    .map(one => one.id)"""


def _article(browser: Browser, site: Served, tag: str) -> Page:
    return open_page(browser, site, f"{tag}/{ARTICLE}/index.html", View(tag, 768, "light")).page


@pytest.mark.parametrize("served", ["site", pytest.param("based_site", marks=pytest.mark.soak)])
def test_the_language_switch_keeps_the_section(browser: Browser, served: str, request: pytest.FixtureRequest) -> None:
    site: Served = request.getfixturevalue(served)
    page = _article(browser, site, SPOKEN[0])
    sections = page.evaluate(HEADINGS)
    assert len(sections) >= 5
    for section in (sections[1], sections[-1]):
        page.evaluate(TO_TOP, section)
        for other in (*SPOKEN[1:], SPOKEN[0]):
            read = page.evaluate(UPPER_THIRD)
            assert section in read
            page.locator(f".languages a[hreflang={other}]").click()
            page.wait_for_url(f"**/{other}/{ARTICLE}/#*")
            assert page.evaluate("() => document.documentElement.lang") == other
            assert page.url.partition("#")[2] in read
            page.evaluate(TO_TOP, section)
    page.context.close()


def test_at_the_top_the_switch_leads_to_the_top(browser: Browser, site: Served) -> None:
    page = _article(browser, site, SPOKEN[0])
    page.locator(f".languages a[hreflang={SPOKEN[1]}]").click()
    page.wait_for_url(f"**/{SPOKEN[1]}/{ARTICLE}/")
    assert page.evaluate("() => scrollY") == 0
    page.context.close()


def test_chosen_colours_are_kept_from_page_to_page(browser: Browser, site: Served) -> None:
    page = _article(browser, site, "en")
    colour = "() => getComputedStyle(document.documentElement).backgroundColor"
    light = page.evaluate(colour)
    page.locator("button.scheme").click()
    dark = page.evaluate(colour)
    assert dark != light
    page.goto(site.url("de/index.html"))
    assert page.evaluate(colour) == dark
    assert page.locator("button.scheme").get_attribute("aria-pressed") == "true"
    page.locator("button.scheme").click()
    page.reload()
    assert page.evaluate(colour) == light
    page.context.close()
