"""What axe finds in each page: nothing, of whatever severity."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser

from browser.serving import SPOKEN, Served
from browser.views import View, open_page, views

SAMPLE = ("root-360-light", "de-360-dark")
RUN = """async ([exclude, rules]) => {
    const off = Object.fromEntries(rules.map(rule => [rule, {enabled: false}]))
    const found = await axe.run({exclude}, {resultTypes: ["violations"], rules: off})
    return found.violations.map(({id, impact, nodes}) => [id, impact, nodes.slice(0, 5).map(node => node.html)])
}"""
# An appendix has hundreds of derivations of one form. Colours and sizes are looked at in the first twelve, since that
# takes minutes for all; every other rule is also held against whole pages, once for each language.
ALIKE = ".derivation:nth-of-type(n+13)"
SLOW = ("color-contrast", "link-in-text-block", "target-size")


Look = Callable[..., list[Any]]


@pytest.fixture
def violations(browser: Browser, site: Served, axe: str) -> Look:
    """A function that holds rules against a page."""

    def look(file: str, view: View, exclude: str = "", off: tuple[str, ...] = ()) -> list[Any]:
        visit = open_page(browser, site, file, view)
        visit.page.evaluate(axe)
        found = visit.page.evaluate(RUN, [[exclude] if exclude else [], list(off)])
        visit.page.context.close()
        return [(file, *violation) for violation in found]

    return look


@pytest.mark.parametrize("view", views(SAMPLE))
def test_axe_finds_nothing(site: Served, violations: Look, view: View) -> None:
    pages = site.pages(view.tag)
    assert pages
    assert [found for file in pages for found in violations(file, view, exclude=ALIKE)] == []


@pytest.mark.soak
@pytest.mark.parametrize("tag", SPOKEN)
def test_axe_finds_nothing_in_whole_pages(site: Served, violations: Look, tag: str) -> None:
    view = View(tag, 1440, "light")
    assert [found for file in site.pages(tag) for found in violations(file, view, off=SLOW)] == []


def test_axe_does_find_what_is_wrong(browser: Browser, site: Served, axe: str) -> None:
    visit = open_page(browser, site, "index.html", View("", 360, "light"))
    visit.page.evaluate("() => document.body.insertAdjacentHTML('beforeend', '<img src=\"data:,\">')")
    visit.page.evaluate(axe)
    found = visit.page.evaluate(RUN, [[], []])
    visit.page.context.close()
    assert "image-alt" in {rule for rule, _, _ in found}
