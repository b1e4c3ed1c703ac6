"""Pages work where no script runs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from browser.serving import ARTICLE, TAGS, Served
from browser.views import View, Visit, open_page

SAMPLE = "de"
HIDDEN = """() => [...document.querySelectorAll("main :is(h1, h2, h3, p, td, dd, data, time)")]
    .filter(one => one.textContent.trim() && !one.closest("form, [popover], dialog, [hidden], details:not([open])"))
    .filter(one => !one.checkVisibility({visibilityProperty: true, opacityProperty: true}))
    .map(one => one.outerHTML.slice(0, 200))"""
FIGURE = ".text a[href^='#how-']:has(> data)"
FIGURES = "figure => [...document.querySelectorAll(figure)].map(link => link.getAttribute('href'))"
TOP_OF_TARGET = "id => document.getElementById(id).getBoundingClientRect().top"


@pytest.fixture(
    scope="module",
    params=[pytest.param(tag, marks=() if tag == SAMPLE else (pytest.mark.soak,)) for tag in TAGS],
)
def article(request: pytest.FixtureRequest, browser: Browser, site: Served) -> Iterator[Visit]:
    """The first article with scripts switched off."""
    tag: str = request.param
    visit = open_page(browser, site, f"{tag}/{ARTICLE}/index.html", View(tag, 768, "light"), javascript=False)
    yield visit
    visit.page.context.close()


def test_every_text_is_seen(article: Visit) -> None:
    assert article.page.locator("main p").count() > 20
    assert article.page.evaluate(HIDDEN) == []


def test_a_figure_leads_to_its_derivation(article: Visit) -> None:
    links = article.page.evaluate(FIGURES, FIGURE)
    assert len(links) > 100
    first = article.page.locator(FIGURE).first
    first.click()
    _, _, anchor = article.page.url.partition("#")
    assert anchor == links[0].removeprefix("#")
    assert 0 <= article.page.evaluate(TOP_OF_TARGET, anchor) < 400


def test_the_other_languages_are_a_link_away(article: Visit) -> None:
    links = article.page.locator("header a[hreflang]")
    tags = {links.nth(number).get_attribute("hreflang") for number in range(links.count())}
    assert tags == set(TAGS)


def test_it_does_without_scripts_in_silence(article: Visit) -> None:
    assert article.complaints == []
    assert article.refused == []
