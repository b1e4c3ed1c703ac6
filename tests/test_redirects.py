"""Pages at earlier addresses, and what is shown where there is no page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import Site, needs_program
from nginx import Server, free_port, nginx
from small import BODY, GERMAN, SLUG, article, english, german, text_of, write_small_site

from zahlwerk.build import Wanted, check
from zahlwerk.checks.finished import links_arrive
from zahlwerk.checks.readback import read_page
from zahlwerk.views import Page

KLEIN = {**GERMAN, SLUG: "klein"}


def moved(*addresses: str, body: str = BODY) -> str:
    """The source of an article that was at these addresses before."""
    return article(body).replace("kind: article", f"kind: article\nmoved_from: [{', '.join(addresses)}]")


def small(folder: Path, source: str, texts: dict[str, str] = GERMAN, **more: str) -> Site:
    languages = {"en": english(), "de": german(small=texts, **{slug: {} for slug in more})}
    return write_small_site(folder / "site", articles={SLUG: source, **more}, languages=languages)


def redirects(site: Site) -> dict[str, str]:
    """Where each page that only leads elsewhere leads."""
    found = {}
    for one in site.check().files:
        if one.file.endswith(".html") and (
            match := re.search(r'"refresh" content="0; url=(.*?)"', one.content.decode())
        ):
            found[one.file] = match[1]
    return found


def test_an_earlier_slug_leads_on_in_every_language(tmp_path: Path) -> None:
    assert redirects(small(tmp_path, moved("old", "older"), KLEIN)) == {
        "de/old/index.html": "/de/klein/", "en/old/index.html": f"/en/{SLUG}/",
        "de/older/index.html": "/de/klein/", "en/older/index.html": f"/en/{SLUG}/",
        f"de/{SLUG}/index.html": "/de/klein/",
    }  # fmt: skip


def test_an_earlier_slug_of_one_language_leads_on_in_that_one(tmp_path: Path) -> None:
    found = redirects(small(tmp_path, moved("de/kleiner"), KLEIN))
    assert found == {"de/kleiner/index.html": "/de/klein/", f"de/{SLUG}/index.html": "/de/klein/"}


def test_the_page_says_where_it_leads_in_its_language(tmp_path: Path) -> None:
    site = small(tmp_path, moved("old"), KLEIN)
    html = text_of(site.check(), "de/old/index.html")
    assert '<html lang="de" dir="ltr">' in html
    assert '<meta name="robots" content="noindex">' in html
    assert '<link rel="canonical" href="https://small.example.com/de/klein/">' in html
    assert '<a href="/de/klein/">Ein kleiner Artikel</a>' in html
    assert "<h1>Diese Seite ist umgezogen</h1>" in html
    assert len(html) < 1500


def test_an_article_that_is_not_in_a_language_leaves_nothing_there(tmp_path: Path) -> None:
    site = write_small_site(
        tmp_path / "site", articles={SLUG: moved("old")}, languages={"en": english(), "de": german()}
    )
    assert redirects(site) == {"en/old/index.html": f"/en/{SLUG}/"}


def test_a_translated_slug_leaves_the_sources_free_for_another_page(tmp_path: Path) -> None:
    """What was "small" is "klein" in German now, and "other" may be called "small" there."""
    site = small(tmp_path, article(BODY), KLEIN, other=article("Words.\n"))
    name = "locales/de/LC_MESSAGES/other.po"
    site.replace(name, 'msgid "other"\nmsgstr ""', f'msgid "other"\nmsgstr "{SLUG}"')
    assert [problem for problem in site.problems() if "address" in problem] == []
    assert redirects(site) == {"de/other/index.html": f"/de/{SLUG}/"}


@pytest.mark.parametrize(
    ("addresses", "says"),
    [
        (["Old"], '"Old" is no earlier address; write the earlier slug'),
        (["/de/old/"], '"/de/old/" is no earlier address'),
        (["de/a/b"], '"de/a/b" is no earlier address'),
        (["'../old'"], '"../old" is no earlier address'),
        (["[old]"], "moved_from lists texts"),
        (["old", "old"], '"old" is listed already'),
        (["fr/vieux"], 'the article does not appear in "fr"; known languages of the article: de, en'),
        ([SLUG], f'"{SLUG}" is the slug the article has now'),
        ([f"en/{SLUG}"], f'"en/{SLUG}/" is the article\'s address still; take it out'),
        (["other"], '"de/other/" leads to content/other.md already'),
        (["en/other"], '"en/other/" leads to content/other.md already'),
        (["en/oldest"], '"en/oldest/" leads to content/other.md already'),
    ],
)
def test_an_earlier_address_that_cannot_be_one_is_a_problem_in_its_line(
    tmp_path: Path, addresses: list[str], says: str
) -> None:
    site = small(tmp_path, article(BODY), other=moved("oldest"))
    site.write(f"content/{SLUG}.md", moved(*addresses))
    found = [problem for problem in site.problems() if says in problem]
    assert found
    line = site.read(f"content/{SLUG}.md").split("\n").index(f"moved_from: [{', '.join(addresses)}]") + 1
    other = site.read("content/other.md").split("\n").index("moved_from: [oldest]") + 1
    places = (f"content/{SLUG}.md:{line}: ", f"content/other.md:{other}: ")
    assert all(problem.startswith(places) for problem in found)


def test_two_articles_cannot_have_had_one_address(tmp_path: Path) -> None:
    site = small(tmp_path, moved("old"), other=moved("old"))
    found = [problem for problem in site.problems() if "leads to" in problem]
    assert [problem.partition(" leads to ")[::2] for problem in found] == [
        (f'content/small.md:6: "{tag}/old/"', "content/other.md already; take it out, or list it for single languages")
        for tag in ("de", "en")
    ]


def test_a_single_address_may_be_written_without_a_list(tmp_path: Path) -> None:
    site = small(tmp_path, moved("old").replace("[old]", "old"))
    assert redirects(site).keys() == {"de/old/index.html", "en/old/index.html"}


LOST = {"de/404.html": "Unter dieser Adresse gibt es keine Seite", "en/404.html": "There is no page at this address"}


def test_each_language_says_that_there_is_no_page_and_leads_home(tmp_path: Path) -> None:
    checked = small(tmp_path, article(BODY)).check()
    for file, title in LOST.items():
        html, home = text_of(checked, file), f"/{file.partition('/')[0]}/"
        assert f"<h1>{title}</h1>" in html
        assert f"<title>{title} · Small guides</title>" in html
        assert '<meta name="robots" content="noindex">' in html
        assert f'<a href="{home}">' in html
        assert "canonical" not in html
        assert "og:url" not in html
        assert '<link rel="alternate" hreflang' not in html


def test_outside_of_all_languages_each_says_so(tmp_path: Path) -> None:
    html = text_of(small(tmp_path, article(BODY)).check(), "404.html")
    assert '<html lang="mul">' in html
    assert '<meta name="robots" content="noindex">' in html
    for (file, title), start in zip(LOST.items(), ("Zur Startseite", "To the start page"), strict=True):
        tag = file.partition("/")[0]
        assert f'<li lang="{tag}" dir="ltr">{title}<br><a href="/{tag}/" hreflang="{tag}">{start}</a></li>' in html


@pytest.mark.parametrize("base_url", ["https://small.example.com/", "https://example.com/docs/"])
def test_their_links_do_not_depend_on_where_they_are_shown(tmp_path: Path, base_url: str) -> None:
    base = "/docs/" if "docs" in base_url else "/"
    checked = check(small(tmp_path, moved("old"), KLEIN).folder, Wanted(base_url=base_url))
    for file in ("404.html", "de/404.html", "de/old/index.html"):
        links = [target for target, _ in read_page(Page(file, "", "", text_of(checked, file))).links]
        assert links
        inside = [target for target in links if not target.startswith(("mailto:", "#", base_url))]
        assert all(target.startswith(base) for target in inside)
        assert "" not in inside


@pytest.mark.parametrize("file", ["404.html", "de/404.html", "de/old/index.html"])
def test_a_link_there_that_does_not_arrive_is_found(tmp_path: Path, file: str) -> None:
    checked = small(tmp_path, moved("old")).check()
    old = f"/de/{SLUG}/" if "old" in file else 'href="/de/"'
    html = text_of(checked, file).replace(old, old.replace("/de/", "/dä/"))
    page, names = read_page(Page(file, "de", "", html)), {one.file for one in checked.files}
    found = [str(problem) for problem in links_arrive(checked.project, [page], names)]
    assert found
    assert all("/dä/" in problem and "leads to no page" in problem for problem in found)
    assert any(f'the link "/dä/{SLUG}/"' in problem for problem in found) or "404" in file


def test_a_broken_template_of_theirs_is_a_problem(tmp_path: Path) -> None:
    site = small(tmp_path, moved("old"))
    site.replace("templates/moved.html", "page.title_tag", "page.title_tg")
    (problem,) = site.problems()
    assert problem.startswith("templates/moved.html:18: the template cannot be rendered")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server with the configuration of the documents, below a base path."""
    site = small(tmp_path, moved("old"), KLEIN)
    port, out = free_port(), tmp_path / "www" / "docs"
    assert site.run("build", "--base-url", f"http://127.0.0.1:{port}/docs/", "--out", str(out)) == 0
    with nginx(tmp_path, port) as server:
        yield server


@needs_program("nginx")
def test_a_server_shows_the_pages_as_the_documents_say(server: Server) -> None:
    for path, language in (("de/nothing/", "de"), ("en/nothing", "en"), ("nothing", "mul"), ("de/klein/x/y", "de")):
        answer = server.ask(f"/docs/{path}")
        assert (answer.status, re.search('<html lang="(.*?)"', answer.text)[1]) == (404, language)
        for target in re.findall('<(?:a|link)[^>]* href="(/.*?)"', answer.text):
            assert server.ask(target).status == 200
    assert "Ein kleiner Artikel" in server.ask("/docs/de/klein/").text
    assert 'url=/docs/de/klein/"' in server.ask("/docs/de/old/").text
    for file in ("sitemap.xml", "robots.txt", "de/feed.xml"):
        assert server.ask(f"/docs/{file}").status == 200
