"""The addresses: one for each page in each language it appears in."""

from __future__ import annotations

from pathlib import Path

import pytest
from small import SLUG, Language, article, english, german, write_small_site

from zahlwerk.project import Project, load_project
from zahlwerk.routes import HOME, Route, Routes, make_routes


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """An English article in two languages, a German one in its own, and a language with a territory."""
    portuguese = Language("en", "pt_BR", "Português", {SLUG: {}})
    site = write_small_site(
        tmp_path_factory.mktemp("routes") / "site",
        articles={SLUG: article("Words.\n"), "zweiter": article("Wörter.\n", language="de")},
        languages={"de": german(), "en": english(), "pt_BR": portuguese},
    )
    return load_project(site.folder)


def routes(project: Project, *languages: str) -> Routes:
    return make_routes(project, frozenset(languages))


def test_a_page_has_an_address_in_its_language_and_where_it_has_a_catalogue(three: Project) -> None:
    assert routes(three).pages.keys() == {
        ("de", HOME), ("de", "zweiter"), ("en", HOME), ("en", SLUG), ("pt_BR", HOME), ("pt_BR", SLUG),
    }  # fmt: skip


def test_an_address_is_a_folder_of_the_language_and_one_of_the_article(three: Project) -> None:
    assert routes(three).pages["en", SLUG] == Route(
        tag="en",
        name="English",
        direction="ltr",
        file=f"en/{SLUG}/index.html",
        path=f"/en/{SLUG}/",
        url=f"https://small.example.com/en/{SLUG}/",
    )


def test_a_start_page_is_the_folder_of_the_language(three: Project) -> None:
    home = routes(three).pages["de", HOME]
    assert (home.file, home.path, home.url) == ("de/index.html", "/de/", "https://small.example.com/de/")


def test_a_territory_is_written_as_browsers_write_it(three: Project) -> None:
    brazil = routes(three).pages["pt_BR", SLUG]
    assert (brazil.tag, brazil.path) == ("pt-BR", f"/pt-BR/{SLUG}/")


def test_the_choice_of_languages_is_the_default_at_the_root(three: Project) -> None:
    choice = routes(three).choice
    assert (choice.tag, choice.file, choice.path) == ("x-default", "index.html", "/")
    assert choice.url == "https://small.example.com/"


def test_only_the_chosen_languages_have_addresses(three: Project) -> None:
    chosen = routes(three, "de", "pt_BR")
    assert chosen.pages.keys() == {("de", HOME), ("de", "zweiter"), ("pt_BR", HOME), ("pt_BR", SLUG)}
    assert chosen.choice == routes(three).choice


@pytest.mark.parametrize(
    ("slug", "tags"), [(SLUG, {"en", "pt-BR"}), ("zweiter", {"de"}), (HOME, {"de", "en", "pt-BR"}), ("nothing", set())]
)
def test_the_versions_of_a_page_are_found(three: Project, slug: str, tags: set[str]) -> None:
    assert {route.tag for route in routes(three).of(slug)} == tags


@pytest.mark.parametrize(
    ("base_url", "path", "url"),
    [
        ("https://x.example", "/de/", "https://x.example/de/"),
        ("https://x.example/sub", "/sub/de/", "https://x.example/sub/de/"),
        ("http://localhost:8000/a/b/", "/a/b/de/", "http://localhost:8000/a/b/de/"),
    ],
)
def test_addresses_lie_below_the_base_url(tmp_path: Path, base_url: str, path: str, url: str) -> None:
    site = write_small_site(tmp_path / "site")
    site.replace("pyproject.toml", "https://small.example.com/", base_url)
    found = routes(load_project(site.folder)).pages["de", HOME]
    assert (found.path, found.url, found.file) == (path, url, "de/index.html")


def test_a_language_written_from_right_to_left_says_so(tmp_path: Path) -> None:
    arabic = Language("en", "ar", "العربية", {SLUG: {}})
    site = write_small_site(tmp_path / "site", languages={"en": english(), "ar": arabic})
    found = routes(load_project(site.folder))
    assert {route.tag: (route.direction, route.name) for route in found.of(HOME)} == {
        "ar": ("rtl", "العربية"), "en": ("ltr", "English"),
    }  # fmt: skip
