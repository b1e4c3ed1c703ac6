"""The planner of a page answers as the engine does, whatever is chosen, and keeps the choice in its address."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from playwright.sync_api import Browser, Page

from browser.serving import ARTICLE, ROOT, SPOKEN, TAGS, Served
from browser.views import View, open_page
from zahlwerk.planner.answers import Answers
from zahlwerk.planner.declared import Choice, planner_of
from zahlwerk.planner.grid import answered, neighbours
from zahlwerk.project import Project, load_project

SHOWN = """() => Object.fromEntries([...document.querySelectorAll("#planner [data-part]")].map(
    one => [one.dataset.part, [one.textContent, (one.closest("tr") ?? one).checkVisibility()]]))"""
AXES = ("method", "card", "cards", "tokens", "serve")


@pytest.fixture(scope="module")
def engine() -> tuple[Project, Answers]:
    """This very project and the engine's answers to its planner, which no page has touched."""
    project = load_project(ROOT)
    article = next(article for article in project.articles if article.slug == ARTICLE)
    planner = planner_of(article, project.facts)
    assert planner
    return project, Answers(planner)


def _opened(browser: Browser, site: Served, tag: str, query: str = "") -> Page:
    page = open_page(browser, site, f"{tag}/{ARTICLE}/index.html", View(tag, 360, "light")).page
    if query:
        page.goto(f"{page.url}?{query}#planner")
    return page


def _choose(page: Page, choice: Choice) -> None:
    """Choose along every axis, by the controls that a reader uses, and wait for the last answer."""
    for axis in AXES:
        control = page.locator(f"#planner [name={axis}]").first
        if control.evaluate("one => one.tagName") == "SELECT":
            control.select_option(getattr(choice, axis))
        else:
            page.locator(f'#planner input[name={axis}][value="{getattr(choice, axis)}"]').check(force=True)


def _choices(engine: tuple[Project, Answers]) -> Iterator[Choice]:
    """Everything that is one step from the start, and two corners that are far from it."""
    planner = engine[1].planner
    yield from neighbours(planner)
    yield replace(planner.start, **{axis: ids[-1] for axis, ids in planner.axes.items()})
    yield replace(planner.start, **{axis: ids[0] for axis, ids in planner.axes.items()})


@pytest.mark.parametrize("tag", [pytest.param(tag, marks=() if tag == "de" else (pytest.mark.soak,)) for tag in SPOKEN])
def test_it_shows_what_the_engine_says(
    browser: Browser, site: Served, engine: tuple[Project, Answers], tag: str
) -> None:
    project, answers = engine
    edition = next(edition for edition in project.editions.values() if edition.tag == tag)
    page = _opened(browser, site, tag)
    for choice in _choices(engine):
        _choose(page, choice)
        expected = answered(answers, choice, edition)
        page.wait_for_function(
            "said => document.querySelector('#planner .configuration').textContent === said",
            arg=expected["configuration"],
        )
        shown = page.evaluate(SHOWN)
        assert {part: text for part, (text, _) in shown.items()} == {part: expected[part] for part in shown}
        assert [part for part, (text, visible) in shown.items() if visible != bool(text)] == []
        asked = parse_qs(urlsplit(page.url).query)
        assert asked == {axis: [getattr(choice, axis)] for axis in AXES}
    page.context.close()


def test_its_address_brings_the_choice_back_in_every_language(
    browser: Browser, site: Served, engine: tuple[Project, Answers]
) -> None:
    project, answers = engine
    choice = replace(answers.planner.start, **{axis: ids[-1] for axis, ids in answers.planner.axes.items()})
    query = "&".join(f"{axis}={getattr(choice, axis)}" for axis in AXES)
    for edition in project.editions.values():
        page = _opened(browser, site, edition.tag, query)
        said = answered(answers, choice, edition)["configuration"]
        page.wait_for_function(
            "said => document.querySelector('#planner .configuration').textContent === said", arg=said
        )
        links = page.locator(".languages a")
        assert all(
            parse_qs(urlsplit(links.nth(number).get_attribute("href") or "").query)["card"] == [choice.card]
            for number in range(links.count())
        )
        body = unquote(page.locator("#planner a.ask").get_attribute("href") or "")
        assert said in body
        assert query.split("&")[0] in body
        page.context.close()


def test_what_an_address_names_wrongly_is_left_as_it_was(browser: Browser, site: Served) -> None:
    page = _opened(browser, site, "en", "card=abacus&cards=99&nonsense=1")
    before = _opened(browser, site, "en")
    assert page.evaluate(SHOWN) == before.evaluate(SHOWN)
    page.context.close()
    before.context.close()


def test_answers_are_loaded_on_first_use_and_a_failure_is_said(browser: Browser, site: Served) -> None:
    visit = open_page(browser, site, f"en/{ARTICLE}/index.html", View("en", 768, "dark"))
    assert [address for address in visit.requested if "planner-" in address] == []
    visit.page.route("**/data/planner-*", lambda route: route.abort())
    visit.page.locator("#planner-tokens").select_option(index=0)
    failed = visit.page.locator("#planner .failed")
    failed.wait_for(state="visible")
    visit.page.unroute_all()
    visit.page.locator("#planner-tokens").select_option(index=1)
    failed.wait_for(state="hidden")
    visit.page.context.close()


@pytest.mark.parametrize("tag", TAGS)
def test_a_page_names_the_grid_of_its_own_language(site: Served, tag: str) -> None:
    grid = json.loads((site.folder / f"data/planner-{ARTICLE}.{tag}.json").read_text("utf-8"))
    assert set(grid["axes"]) == set(AXES)
    assert f"planner-{ARTICLE}.{tag}.json" in site.read(f"{tag}/{ARTICLE}/index.html")
