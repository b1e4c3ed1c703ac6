"""What tests in a browser share: the served sites and the browser. In CI none of these tests may be skipped."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator
from importlib.resources import files
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from browser.programs import SWITCHES, chromium
from browser.serving import Served, served_site

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what needs a browser, so that it can be chosen."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A test that is skipped in CI has failed: it would hold nothing there."""
    report = yield
    if report.skipped and os.environ.get("CI") == "true" and HERE in item.path.parents:
        report.outcome = "failed"
        report.longrepr = f"skipped in CI: {report.longrepr}"
    return report


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """This very project with its pseudo-languages, at the root of a server."""
    with served_site(tmp_path_factory.mktemp("root")) as site:
        yield site


@pytest.fixture(scope="session")
def public_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """This very project as it is published, without pseudo-languages."""
    with served_site(tmp_path_factory.mktemp("public"), pseudo=False) as site:
        yield site


@pytest.fixture(scope="session")
def based_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The same below a base path."""
    with served_site(tmp_path_factory.mktemp("based"), "/docs/") as site:
        yield site


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The browser that the machine has."""
    program = chromium()
    if program is None:
        pytest.skip("chromium is not installed")
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=program, args=list(SWITCHES))
        yield found
        found.close()


@pytest.fixture(scope="session")
def axe() -> str:
    """The program of axe."""
    return files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
