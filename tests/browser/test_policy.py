"""The Content-Security-Policy of docs/publishing.md blocks nothing that pages need, and pages break no rule of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from conftest import needs_program
from nginx import published_project
from playwright.sync_api import Browser, Page

from browser.serving import ARTICLE, SPOKEN, Served
from browser.views import Visit

pytestmark = needs_program("nginx")

# From the very start of each page, what its policy forbids is noted.
LISTEN = """window.forbidden = []; document.addEventListener("securitypolicyviolation", (event) =>
    window.forbidden.push(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`))"""


@pytest.fixture(scope="module", params=["/", "/docs/"], ids=["at the root", "below a path"])
def published(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """This very project on nginx, under the configuration of the documents."""
    with published_project(tmp_path_factory.mktemp("policy"), request.param) as (out, server):
        yield Served(out, server.origin, request.param)


def _guarded(browser: Browser, site: Served, file: str) -> Visit:
    context = browser.new_context(viewport={"width": 1440, "height": 900}, color_scheme="dark", locale="de")
    context.add_init_script(LISTEN)
    visit = Visit(context.new_page(), file)
    visit.watch()
    visit.page.goto(site.url(file), wait_until="load")
    return visit


def _forbidden(page: Page) -> list[str]:
    return list(page.evaluate("() => window.forbidden"))


def test_every_page_opens_without_a_word_of_the_browser(browser: Browser, published: Served) -> None:
    seen = 0
    for file in (file for tag in ("", *SPOKEN) for file in published.pages(tag)):
        if file.endswith("404.html"):
            continue
        visit = _guarded(browser, published, file)
        assert (visit.complaints, visit.refused, _forbidden(visit.page)) == ([], [], [])
        seen += 1
        visit.page.context.close()
    assert seen >= 1 + 2 * len(SPOKEN)


def test_search_panels_planner_charts_and_colours_work_under_the_policy(browser: Browser, published: Served) -> None:
    visit = _guarded(browser, published, f"de/{ARTICLE}/index.html")
    page = visit.page

    page.keyboard.press("/")
    page.fill("#search-words", "350 GB")
    page.wait_for_function("() => document.querySelectorAll('#search-found a').length")
    while page.locator("dialog.search").is_visible():  # the first one empties the field
        page.keyboard.press("Escape")

    page.locator('a.figure[href^="#how-"]').first.click()
    assert page.locator(".panel:popover-open dd").first.inner_text()
    page.keyboard.press("Escape")

    before = page.locator("#planner .configuration").inner_text()
    choice = page.locator("#planner [name=cards]").first
    if choice.evaluate("one => one.tagName") == "SELECT":
        choice.select_option(index=choice.locator("option").count() - 1)
    else:
        page.locator("#planner input[name=cards]").last.check(force=True)
    page.wait_for_function("said => document.querySelector('#planner .configuration').innerText !== said", arg=before)

    charts = page.locator("figure.chart")
    assert charts.count() > 0
    boxes = page.evaluate(
        "() => [...document.querySelectorAll('figure.chart svg rect')].map(one => one.getBoundingClientRect().width)"
    )
    assert max(boxes) > 10

    dark = page.evaluate("() => getComputedStyle(document.documentElement).backgroundColor")
    page.locator("button.scheme").click()
    assert page.evaluate("() => getComputedStyle(document.documentElement).backgroundColor") != dark

    assert (visit.complaints, visit.refused, _forbidden(page)) == ([], [], [])
    page.context.close()


def test_what_a_page_must_not_do_is_forbidden_and_noted(browser: Browser, published: Served) -> None:
    """So that the tests above can see something."""
    visit = _guarded(browser, published, f"en/{ARTICLE}/index.html")
    page = visit.page
    page.evaluate(
        """() => { const one = document.createElement("script"); one.textContent = "window.ran = 1";
                   document.body.append(one) }"""
    )
    page.wait_for_function("() => window.forbidden.length")
    assert _forbidden(page)[0].startswith("script-src-elem inline")
    assert page.evaluate("() => window.ran") is None
    assert any("Content Security Policy" in complaint for complaint in visit.complaints)
    page.context.close()
