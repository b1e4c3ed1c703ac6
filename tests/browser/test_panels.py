"""Each figure answers where it comes from: by the keyboard alone, by touch, and down to its sources."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator, Page

from browser.serving import ARTICLE, SPOKEN, TAGS, Served
from browser.views import View, open_page

FIGURE = 'a.figure[href^="#how-"]'
# What is wrong with the panel that Enter opens and Escape closes, for each figure of some: nothing, or a word.
AFTER_ENTER = """figure => {
    const panel = document.querySelector(".panel:popover-open")
    if (!panel) return "no panel"
    const box = panel.getBoundingClientRect()
    if (!panel.contains(document.activeElement)) return "the focus stays behind"
    if (box.left < 0 || box.right > innerWidth || box.top < -1 || box.bottom > innerHeight + 1) return "out of sight"
    if (!panel.querySelector("dd").textContent.trim()) return "no value"
    if (figure.getAttribute("aria-expanded") !== "true") return "not said to be open"
    return ""
}"""
AFTER_ESCAPE = """figure => document.querySelector(".panel:popover-open") ? "stays open"
    : document.activeElement !== figure ? "the focus is lost"
    : figure.getAttribute("aria-expanded") !== "false" ? "said to be open" : "" """


def _article(browser: Browser, site: Served, view: View) -> Page:
    return open_page(browser, site, f"{view.tag}/{ARTICLE}/index.html", view).page


def _panel(page: Page) -> Locator:
    return page.locator(".panel:popover-open")


SAMPLE = pytest.param("de", 8)
EVERY = [pytest.param(tag, 1, marks=pytest.mark.soak) for tag in TAGS]


@pytest.mark.parametrize(("tag", "step"), [SAMPLE, *EVERY])
def test_the_keyboard_alone_reaches_opens_and_closes_each_panel(
    browser: Browser, site: Served, tag: str, step: int
) -> None:
    page = _article(browser, site, View(tag, 768, "light"))
    figures = page.locator(FIGURE)
    assert figures.count() > 100
    unreachable = page.evaluate(
        "name => [...document.querySelectorAll(name)].filter(one => one.tabIndex < 0 && one.checkVisibility()).length",
        FIGURE,
    )
    assert unreachable == 0
    faults = []
    for figure in figures.element_handles()[::step]:
        if not figure.is_visible():  # in the table below a chart, until that is opened
            continue
        figure.focus()
        page.keyboard.press("Enter")
        opened = page.evaluate(AFTER_ENTER, figure)
        page.keyboard.press("Escape")
        closed = page.evaluate(AFTER_ESCAPE, figure)
        faults += [(figure.get_attribute("href"), fault) for fault in (opened, closed) if fault]
    assert faults == []
    page.context.close()


def test_tab_leads_from_a_figure_into_its_panel_and_on(browser: Browser, site: Served) -> None:
    page = _article(browser, site, View("en", 1440, "dark"))
    page.locator("main h1").click()
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("name => document.activeElement.matches(name)", FIGURE):
            break
    else:
        pytest.fail("sixty steps do not reach a figure")
    page.keyboard.press("Space")
    assert _panel(page).is_visible()
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.matches('.panel .close')")
    page.keyboard.press("Enter")
    assert not _panel(page).is_visible()
    assert page.evaluate("name => document.activeElement.matches(name)", FIGURE)
    page.context.close()


@pytest.mark.parametrize("tag", SPOKEN)
def test_a_thumb_finds_in_two_taps_where_65_gb_come_from(browser: Browser, site: Served, tag: str) -> None:
    """The first tap shows value, formula and sources; the second leads one step deeper."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(site.url(f"{tag}/{ARTICLE}/index.html"))
    figure = page.locator(f'{FIGURE}:has(data[value="65248815744"])').first
    assert "65" in figure.inner_text()
    figure.tap()
    panel = _panel(page)
    told = panel.inner_text()
    assert panel.locator("dd a[href^='#how-'], dd a[href^='https://']").count() > 0
    assert any(mark in told for mark in ("65,248,815,744", "65.248.815.744", "65\u202f248\u202f815\u202f744"))
    source = panel.locator("a[href^='https://']").first
    assert source.get_attribute("href")
    assert panel.bounding_box()["width"] <= 390  # type: ignore[index]
    inputs = panel.locator("dd a[href^='#how-']")
    if inputs.count():
        inputs.first.tap()
        assert panel.locator(".back").is_visible()
        panel.locator(".back").tap()
        assert panel.inner_text() == told
    page.locator("h1").dispatch_event("pointerdown")
    page.keyboard.press("Escape")
    assert not panel.is_visible()
    context.close()


def test_a_panel_leads_to_the_appendix(browser: Browser, site: Served) -> None:
    page = _article(browser, site, View("de", 360, "light"))
    figure = page.locator(FIGURE).first
    target = (figure.get_attribute("href") or "").removeprefix("#")
    figure.click()
    _panel(page).locator(".more a").click()
    assert page.url.endswith(f"#{target}")
    assert not _panel(page).is_visible()
    page.context.close()
