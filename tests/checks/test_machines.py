"""What pages tell machines is read back: a page that tells them anything else is refused."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from one_article import found as found_in
from one_article import write
from small import SLUG

from zahlwerk.build import Checked, Wanted, check
from zahlwerk.checks.machines import pictures_and_data_are_there, pictures_can_be_drawn, structured_data_agree
from zahlwerk.checks.readback import FinishedPage, read_page
from zahlwerk.problems import Problem
from zahlwerk.project import Project

PAGE = f"de/{SLUG}/index.html"
BASE = "https://small.example.com/"
PageCheck = Callable[[Project, list[FinishedPage]], Iterable[Problem]]


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Checked:
    site = write(tmp_path_factory.mktemp("machines") / "site", "It has {card_a.memory} of {pair.pool_memory}.", {})
    return check(site.folder, Wanted())


def problems(check_pages: PageCheck, sound: Checked, old: str = "", new: str = "") -> list[str]:
    """What a check finds in the site when one page tells machines something else."""
    html = next(page.html for page in sound.pages if page.file == PAGE)
    assert old in html
    changed = [
        dataclasses.replace(page, html=html.replace(old, new)) if old and page.file == PAGE else page
        for page in sound.pages
    ]
    return found_in(lambda project: check_pages(project, [read_page(page) for page in changed]), sound.project)


@pytest.mark.parametrize("check_pages", [structured_data_agree, pictures_and_data_are_there, pictures_can_be_drawn])
def test_a_sound_site_passes(sound: Checked, check_pages: PageCheck) -> None:
    assert problems(check_pages, sound) == []


VALUE = '"propertyID":"card_a.memory",'


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (
            '"value":"141100000000"',
            '"value":"141100000001"',
            "give ('141100000001', 'byte') for card_a.memory, but it is",
        ),
        ('"141100000000","unitText":"byte"', '"141100000000","unitText":"bit"', "('141100000000', 'bit')"),
        ('"propertyID":"card_a.memory"', '"propertyID":"card_a.power"', "give None for card_a.memory"),
        ('{"@context"', '{{"@context"', "cannot be read"),
        ("application/ld+json", "application/json", "holds 0 scripts of structured data, not 1"),
    ],
)
def test_structured_data_that_say_something_else_are_found(sound: Checked, old: str, new: str, says: str) -> None:
    found = problems(structured_data_agree, sound, old, new)
    assert any(says in problem for problem in found), found
    assert all(problem.startswith(f"{PAGE}: ") for problem in found)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (f'og:image" content="{BASE}pictures/{SLUG}.de.png', f'og:image" content="{BASE}pictures/{SLUG}.dee.png'),
        (f'"contentUrl":"{BASE}data/{SLUG}.csv"', f'"contentUrl":"{BASE}data/smal.csv"'),
        (f'"contentUrl":"{BASE}data/{SLUG}.json"', f'"contentUrl":"https://example.org/data/{SLUG}.json"'),
        (f'"url":"{BASE}pictures/{SLUG}.de.png"', f'"url":"{BASE}pictures/{SLUG}.png"'),
    ],
)
def test_an_address_at_which_nothing_lies_is_found(sound: Checked, old: str, new: str) -> None:
    (problem,) = problems(pictures_and_data_are_there, sound, old, new)
    address = new.partition("https")[2].strip('"')
    assert problem == f'{PAGE}: the address "https{address}" leads to no file of the site'


def test_a_page_without_a_picture_is_named(sound: Checked) -> None:
    (problem,) = problems(pictures_can_be_drawn, sound, 'property="og:image"', 'property="og:nothing"')
    assert problem.startswith(f"{PAGE}: the page has no picture")


def test_the_sites_that_tests_build_are_read_whole(tmp_path: Path) -> None:
    site = write(tmp_path / "site", "Words.")
    assert site.run("build") == 0
    assert {name for name in site.tree() if name.startswith("pictures/")} == {
        "pictures/de.png", "pictures/en.png", f"pictures/{SLUG}.en.png",
    }  # fmt: skip
