"""The site on nginx, as docs/publishing.md tells to configure it: at the root of a server, and below a path."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from conftest import ROOT, needs_program
from nginx import DOCUMENT, Answer, Server, configuration, published_project

from zahlwerk.editions import find_languages

pytestmark = needs_program("nginx")

ARTICLE = "gpt-oss-120b-fine-tuning"
TYPES = {
    "de/": "text/html; charset=utf-8",
    f"en/{ARTICLE}/": "text/html; charset=utf-8",
    "404.html": "text/html; charset=utf-8",
    "de/feed.xml": "application/atom+xml",
    "sitemap.xml": "text/xml; charset=utf-8",
    "robots.txt": "text/plain; charset=utf-8",
    "assets/site.css": "text/css; charset=utf-8",
    "assets/site.js": "application/javascript; charset=utf-8",
    f"data/{ARTICLE}.json": "application/json",
    f"data/{ARTICLE}.csv": "text/csv; charset=utf-8",
    "icon.svg": "image/svg+xml",
    f"pictures/{ARTICLE}.de.png": "image/png",
    "pagefind/pagefind.js": "application/javascript; charset=utf-8",
}
ALWAYS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
}
YEAR = "public, max-age=31536000, immutable"


@dataclass(frozen=True)
class Published:
    """A site on a server."""

    folder: Path
    server: Server
    base_path: str

    def ask(self, file: str, **headers: str) -> Answer:
        return self.server.ask(f"{self.base_path}{file}", **headers)


@pytest.fixture(scope="module", params=["/", "/docs/"], ids=["at the root", "below a path"])
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Published]:
    """This very project."""
    with published_project(tmp_path_factory.mktemp("published"), request.param) as (out, server):
        yield Published(out, server, request.param)


def language_of(answer: Answer) -> str:
    found = re.search(r'<html lang="(.*?)"', answer.text)
    assert found
    return found[1]


@pytest.mark.parametrize(("file", "content_type"), TYPES.items(), ids=TYPES)
def test_each_file_has_its_type_and_characters(site: Published, file: str, content_type: str) -> None:
    answer = site.ask(file)
    assert (answer.status, answer.headers["Content-Type"]) == (200, content_type)


@pytest.mark.parametrize("file", [*TYPES, "", "de/nothing", "nothing"])
def test_every_answer_has_the_headers_that_protect_it(site: Published, file: str) -> None:
    headers = site.ask(file).headers
    assert {name: headers[name] for name in ALWAYS} == ALWAYS
    policy = headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; ")
    for weak in ("unsafe-inline", "'unsafe-eval'", "*", "data:", "http:", "https:"):
        assert weak not in policy


def test_pages_and_what_keeps_its_name_are_asked_for_each_time(site: Published) -> None:
    for file in ("", "de/", f"de/{ARTICLE}/", "assets/site.css", "de/feed.xml", "de/nothing", "pagefind/pagefind.js"):
        assert site.ask(file).headers["Cache-Control"] == "no-cache", file
    assert site.ask(f"pictures/{ARTICLE}.de.png").headers["Cache-Control"] == "public, max-age=86400"


def test_what_is_the_same_still_is_told_in_a_few_bytes(site: Published) -> None:
    first = site.ask(f"de/{ARTICLE}/")
    again = site.ask(f"de/{ARTICLE}/", If_None_Match=first.headers["ETag"])
    assert (again.status, again.text) == (304, "")
    assert len(first.text) > 10_000


def test_only_what_changes_its_name_with_its_content_is_kept_for_a_year(site: Published) -> None:
    """Every file of the search index whose name holds a number made of its content, and no other file at all."""
    hashed = re.compile(
        r"pagefind/(fragment|index)/\w+_[0-9a-f]{7}\.pf_(fragment|index)|pagefind/pagefind\..*\.pf_meta"
    )
    files = [path.relative_to(site.folder).as_posix() for path in site.folder.rglob("*") if path.is_file()]
    public = [file for file in files if not file.startswith(".zahlwerk")]
    kept = {file for file in public if site.ask(file).headers["Cache-Control"] == YEAR}
    assert kept == {file for file in public if hashed.fullmatch(file)}
    assert len(kept) >= 9


def test_texts_are_squeezed_for_those_who_take_it(site: Published) -> None:
    for file in ("de/", "assets/site.css", "assets/site.js", f"data/{ARTICLE}.csv", f"data/{ARTICLE}.json"):
        answer = site.ask(file, Accept_Encoding="gzip")
        assert answer.headers["Content-Encoding"] == "gzip", file
        assert "Accept-Encoding" in answer.headers.get_all("Vary", [])
    assert "Content-Encoding" not in site.ask("de/").headers


@pytest.mark.parametrize(
    ("file", "language"),
    [("de/nothing/", "de"), ("en/nothing", "en"), (f"fr/{ARTICLE}/x", "fr"), ("nothing", "mul"), ("nl/", "mul")],
)
def test_where_there_is_no_page_its_language_says_so(site: Published, file: str, language: str) -> None:
    answer = site.ask(file)
    assert (answer.status, language_of(answer)) == (404, language)
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    for target in re.findall(r'<(?:a|link)[^>]* href="(/.*?)"', answer.text):
        assert site.server.ask(target).status == 200


@pytest.mark.parametrize("file", ["de", f"fr/{ARTICLE}"])
def test_a_missing_slash_is_led_to_the_page(site: Published, file: str) -> None:
    answer = site.ask(file)
    assert (answer.status, answer.headers["Location"]) == (301, f"{site.base_path}{file}/")


@pytest.mark.parametrize(
    ("asked", "language"),
    [
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("de", "de"),
        ("FR-ch", "fr"),
        ("en-US,en;q=0.5", "en"),
        ("nl,de;q=0.8", ""),
        ("", ""),
        ("*", ""),
    ],
)
def test_a_reader_is_led_to_the_language_asked_for_first(site: Published, asked: str, language: str) -> None:
    answer = site.ask("", Accept_Language=asked)
    if language:
        assert (answer.status, answer.headers["Location"]) == (302, f"{site.base_path}{language}/")
    else:
        assert (answer.status, language_of(answer)) == (200, "mul")
    assert "Accept-Language" in answer.headers.get_all("Vary", [])
    assert answer.headers["Cache-Control"] == "no-cache"


def test_no_other_page_depends_on_what_a_browser_asks_for(site: Published) -> None:
    answer = site.ask("de/", Accept_Language="fr")
    assert (answer.status, language_of(answer)) == (200, "de")
    assert "Accept-Language" not in answer.headers.get_all("Vary", [])


@pytest.mark.parametrize("file", [".zahlwerk/manifest.json", ".zahlwerk/lock", ".git/config", "de/.draft"])
def test_what_is_hidden_is_nobodys_business(site: Published, file: str) -> None:
    path = site.folder / file
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        path.write_text("hidden", "utf-8")
    assert site.ask(file).status == 404
    assert "hidden" not in site.ask(file).text


def test_the_one_hidden_folder_for_others_is_served(site: Published) -> None:
    path = site.folder / ".well-known/security.txt"
    path.parent.mkdir()
    path.write_text("Contact: mailto:a@example.com", "utf-8")
    assert site.ask(".well-known/security.txt").status == 200


def test_the_documents_name_every_language_of_this_project() -> None:
    for language in find_languages(ROOT / "locales"):
        tag = language.replace("_", "-")
        assert f"location /docs/{tag}/ {{\n        error_page 404 /docs/{tag}/404.html;" in configuration()
        assert re.search(rf"~\*\^{tag} +{tag};", configuration())


def test_every_command_of_the_documents_is_one() -> None:
    from zahlwerk.cli.options import command_parser, read_options

    commands = re.findall(r"`python build\.py (--[^`]+)`", DOCUMENT.read_text("utf-8"))
    assert len(commands) >= 3
    for command in commands:
        read_options(command_parser("python build.py"), ["build", *command.split()])
