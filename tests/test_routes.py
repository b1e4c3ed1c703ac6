"""The addresses: one for each page in each language it appears in."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import Site
from small import SLUG, Language, article, english, german, html_of, text_of, write_small_site

from zahlwerk.build import Checked, Wanted, check
from zahlwerk.checks.readback import read_page
from zahlwerk.project import Project, load_project
from zahlwerk.routes import HOME, Redirect, Route, Routes, make_routes


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


def test_a_language_has_a_feed_where_it_has_articles_and_a_page_for_the_lost(three: Project) -> None:
    found = routes(three)
    assert {language: route.path for language, route in found.feeds.items()} == {
        "de": "/de/feed.xml", "en": "/en/feed.xml", "pt_BR": "/pt-BR/feed.xml",
    }  # fmt: skip
    assert found.lost["pt_BR"].file == "pt-BR/404.html"
    assert not found.lost["pt_BR"].indexed
    assert found.redirects == ()


BODY = "## Heading\n\nEach card holds {card_a.memory}; see [below](other#heading) and [the heading](#heading).\n"
TEXTS = {
    "Heading": "Überschrift",
    "Each card holds {card_a.memory}; see [below](other#heading) and [the heading](#heading).": (
        "Jede Karte fasst {card_a.memory}; siehe [unten](other#heading) und [die Überschrift](#heading)."
    ),
}


def two(folder: Path, *, slug: str = "", other: str = "") -> Site:
    """Two articles that link to each other, in two languages, with these German slugs."""
    said = german(**{SLUG: {**TEXTS, SLUG: slug}, "other": {**TEXTS, "other": other}})
    articles = {SLUG: article(BODY), "other": article(BODY.replace("other", SLUG))}
    site = write_small_site(folder / "site", articles=articles, languages={"en": english(), "de": said})
    name = "locales/de/LC_MESSAGES/other.po"
    source = 'see [below](small#heading) and [the heading](#heading)."\nmsgstr "'
    words = "Jede Karte fasst {card_a.memory}; siehe [unten](small#heading) und [die Überschrift](#heading)."
    site.replace(name, source, f"{source}{words}")
    return site


@pytest.fixture(scope="module")
def translated(tmp_path_factory: pytest.TempPathFactory) -> Checked:
    """Both with German slugs."""
    return check(two(tmp_path_factory.mktemp("two"), slug="klein", other="das-andere-2").folder, Wanted())


def test_a_translated_slug_is_the_address_in_its_language_alone(translated: Checked) -> None:
    found = make_routes(translated.project, frozenset())
    assert [route.path for route in found.of(SLUG)] == ["/de/klein/", f"/en/{SLUG}/"]
    assert found.pages["de", "other"].file == "de/das-andere-2/index.html"
    assert Redirect(f"de/{SLUG}/index.html", "de", SLUG) in found.redirects


def test_links_languages_and_search_engines_follow_it(translated: Checked) -> None:
    german, english_page = (html_of(translated, f"{page}/index.html") for page in ("de/klein", f"en/{SLUG}"))
    assert 'href="/de/das-andere-2/#heading"' in german
    assert '<link rel="canonical" href="https://small.example.com/de/klein/">' in german
    for page in (german, english_page):
        assert '<link rel="alternate" hreflang="de" href="https://small.example.com/de/klein/">' in page
        assert f'<link rel="alternate" hreflang="en" href="https://small.example.com/en/{SLUG}/">' in page
    assert 'href="/de/klein/" hreflang="de"' in english_page
    assert 'href="/en/other/#heading"' in english_page
    assert '<a href="/de/klein/">' in html_of(translated, "de/index.html")


def test_it_changes_nothing_else(translated: Checked, tmp_path: Path) -> None:
    without = two(tmp_path).check()
    files = {
        name: {one.file for one in checked.files} for name, checked in (("with", translated), ("without", without))
    }
    assert files["with"] - files["without"] == {"de/klein/index.html", "de/das-andere-2/index.html"}
    assert files["without"] <= files["with"]  # what was there before leads on
    assert text_of(translated, f"data/{SLUG}.json") == text_of(without, f"data/{SLUG}.json")
    pages = {"with": html_of(translated, "de/klein/index.html"), "without": html_of(without, f"de/{SLUG}/index.html")}
    assert pages["with"].replace("/de/klein/", f"/de/{SLUG}/").replace("das-andere-2", "other") == pages["without"]


def test_a_blank_slug_is_nothing_left_to_translate(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    site = two(tmp_path)
    assert [problem for problem in site.problems() if f'"{SLUG}"' in problem] == []
    name = f"locales/de/LC_MESSAGES/{SLUG}.po"
    site.write(name, site.read(name).partition("\n#. slug")[0])
    assert site.run("messages") == 0
    written = site.read(name)
    assert written.endswith(f'\n#: content/{SLUG}.md\nmsgctxt "slug"\nmsgid "{SLUG}"\nmsgstr ""\n')
    assert "#. the last part of the page's address" in written
    capsys.readouterr()
    assert site.run("messages", "preview", "de", SLUG) == 0
    assert "  slug, " not in capsys.readouterr().out


def test_a_variant_of_a_language_has_the_slug_of_its_parent(tmp_path: Path) -> None:
    languages = {"en": english(), "de": german(small={SLUG: "klein"}), "de_AT": german()}
    site = write_small_site(tmp_path / "site", languages=languages)
    found = routes(load_project(site.folder))
    assert {route.path for route in found.of(SLUG)} == {"/de/klein/", "/de-AT/klein/", f"/en/{SLUG}/"}


@pytest.mark.parametrize("base_url", ["https://small.example.com/", "https://example.com/docs/"])
def test_every_address_ends_with_a_slash_and_lies_below_the_base_path(tmp_path: Path, base_url: str) -> None:
    site = two(tmp_path, slug="klein")
    site.write("static/icon.svg", "<svg/>")
    base, wanted = base_url.partition("//")[2].partition("/")[2], Wanted(base_url=base_url, pseudo=True)
    checked = check(site.folder, wanted)
    for page in checked.pages:
        for target, _ in read_page(page).links:
            address = target.partition("#")[0]
            if not address or ":" in address.removeprefix(base_url):
                continue
            assert address.startswith((f"/{base}", base_url))
            assert address.endswith(("/", ".css", ".js", ".json", ".svg", ".xml", ".csv", ".png"))
