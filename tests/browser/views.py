"""The ways in which pages are looked at: language, width, colour scheme. A sample is seen in every test run."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from itertools import product
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, Request, Response

from browser.serving import TAGS, Served

WIDTHS = (360, 768, 1440)
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
HEIGHT = 900


@dataclass(frozen=True)
class View:
    """How the pages of a language are looked at."""

    tag: str  # of the language; empty for the pages that belong to none
    width: int  # in pixels
    scheme: Literal["light", "dark"]

    def __str__(self) -> str:
        return f"{self.tag or 'root'}-{self.width}-{self.scheme}"


def views(sample: Collection[str]) -> list[object]:
    """All views as parameters of a test; those outside of the sample belong to the soak."""
    every = [View(*parts) for parts in product(("", *TAGS), WIDTHS, SCHEMES)]
    assert set(sample) <= {str(view) for view in every}
    marks = {view: () if str(view) in sample else (pytest.mark.soak,) for view in every}
    return [pytest.param(view, id=str(view), marks=marks[view]) for view in every]


@dataclass
class Visit:
    """A page that was opened, and what happened meanwhile."""

    page: Page
    file: str
    complaints: list[str] = field(default_factory=list)  # on the console, and errors that nobody caught
    requested: list[str] = field(default_factory=list)  # addresses
    refused: list[str] = field(default_factory=list)  # requests that failed or found nothing

    def watch(self) -> None:
        """Note from now on what the page says and asks for."""
        self.page.on("console", lambda message: self.complaints.append(f"{self.file}: {message.text}"))
        self.page.on("pageerror", lambda error: self.complaints.append(f"{self.file}: {error}"))
        self.page.on("request", lambda request: self.requested.append(request.url))
        self.page.on("requestfailed", self._failed)
        self.page.on("response", self._answered)

    def _failed(self, request: Request) -> None:
        self.refused.append(f"{self.file}: {request.url} {request.failure}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self.refused.append(f"{self.file}: {response.url} {response.status}")


def open_page(browser: Browser, site: Served, file: str, view: View, *, javascript: bool = True) -> Visit:
    """A page in a fresh context, loaded, and looked at from top to bottom so that nothing lazy is missed."""
    context = browser.new_context(
        viewport={"width": view.width, "height": HEIGHT},
        color_scheme=view.scheme,
        java_script_enabled=javascript,
        reduced_motion="reduce",
        locale=view.tag or None,
    )
    visit = Visit(context.new_page(), file)
    visit.watch()
    visit.page.goto(site.url(file), wait_until="load")
    visit.page.mouse.wheel(0, 100_000_000)
    if javascript:
        visit.page.evaluate("() => new Promise(seen => requestAnimationFrame(() => setTimeout(seen)))")
    visit.page.evaluate("() => window.scrollTo(0, 0)")
    return visit
