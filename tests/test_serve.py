"""The editor's server over HTTP: what it answers, what it follows, and what it says when something is wrong."""

from __future__ import annotations

import json
import shutil
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import ROOT, Site
from following import SCRIPT, Followed, followed
from small import BODY, GERMAN, english, french, german, write_small_site

from zahlwerk.serve.wire import Changed, Early, Sound

PO = "locales/de/LC_MESSAGES/small.po"
PAGE = "/de/small/"
SENTENCE = GERMAN[BODY.strip()]
TRANSLATION = SENTENCE.replace('"', '\\"')


@pytest.fixture(scope="module")
def calm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Followed]:
    """A small site in three languages that no test changes."""
    folder = tmp_path_factory.mktemp("calm")
    languages = {"en": english(), "de": german(small=GERMAN), "fr": french(small={})}
    with followed(write_small_site(folder, languages=languages)) as served:
        yield served


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Followed]:
    """A small site that a test changes."""
    with followed(write_small_site(tmp_path / "site")) as served:
        yield served


def listed(site: Site, capsys: pytest.CaptureFixture[str]) -> str:
    """What the terminal lists when the site is checked."""
    capsys.readouterr()
    site.run("check", "--no-search")
    return capsys.readouterr().err.rstrip("\n")


def clean_build(site: Site) -> dict[str, bytes]:
    assert site.run("build", "--no-search", "--out", str(site.folder / "clean")) == 0
    return site.tree("clean")


def test_pages_are_answered_with_the_script_and_everything_else_as_it_is(calm: Followed) -> None:
    page = calm.get(PAGE)
    assert (page.status, page.kind) == (200, "text/html; charset=utf-8")
    assert "Jede Karte fasst" in page.text
    assert len(SCRIPT.findall(page.body)) == 1
    assert page.text.index("/_serve/live.js") < page.text.index("</head>")
    style = calm.get("/assets/site.css")
    assert (style.status, style.kind) == (200, "text/css; charset=utf-8")
    assert style.body == (ROOT / "templates/assets/site.css").read_bytes()
    assert json.loads(calm.get("/data/small.json").text)["article"] == "small"
    head = calm.get(PAGE, method="HEAD")
    assert (head.status, head.body) == (200, b"")


def test_what_the_server_adds_runs_under_a_policy_without_inline_scripts(calm: Followed) -> None:
    added = SCRIPT.search(calm.get(PAGE).body)
    assert added
    assert b"></script>" in added[0]
    assert calm.get("/_serve/live.js").kind == "text/javascript; charset=utf-8"
    assert calm.get("/_serve/live.css").kind == "text/css; charset=utf-8"
    assert calm.get("/_serve/other.js").status == 404


def test_an_address_without_its_slash_leads_on_and_one_without_a_page_says_so_in_its_language(calm: Followed) -> None:
    moved = calm.get("/de/small")
    assert (moved.status, moved.location) == (301, "/de/small/")
    for path, language in (("/de/nothing/", "de"), ("/en/nothing/", "en")):
        lost = calm.get(path)
        assert lost.status == 404
        assert f'<html lang="{language}"' in lost.text
        assert SCRIPT.search(lost.body)
    assert calm.get("/%2e%2e/pyproject.toml").status == 404


def test_only_this_machine_is_answered_and_only_under_its_own_name(calm: Followed) -> None:
    with pytest.raises(ConnectionRefusedError), socket.create_connection(("127.0.0.2", calm.port), timeout=5):
        pass
    assert calm.get(PAGE, host=f"localhost:{calm.port}").status == 200
    foreign = calm.get(PAGE, host=f"rebound.example.com:{calm.port}")
    assert foreign.status == 421
    assert "Karte" not in foreign.text


def test_the_whole_site_is_that_of_a_clean_build_byte_by_byte(calm: Followed) -> None:
    built = clean_build(calm.site)
    assert set(calm.shown.files) == set(built)
    for name, content in built.items():
        path = "/" + name.removesuffix("index.html")
        assert SCRIPT.sub(b"", calm.get(path).body) == content, name
        assert b"_serve" not in content


def test_a_saved_translation_is_shown_before_the_check_and_the_check_confirms_it(served: Followed) -> None:
    with served.news(PAGE) as news:
        before = next(news)
        served.checked(lambda: served.site.replace(PO, "Jede Karte", "Eine jede Karte"))
        assert next(told for told in news if told["mark"] != before["mark"])["problems"] == ""
    kinds = [type(one.message) for one in served.happened]
    assert kinds.index(Changed) < kinds.index(Early) < len(kinds) - 1 - kinds[::-1].index(Sound)
    early = next(one for one in served.happened if isinstance(one.message, Early))
    assert "Eine jede Karte" in early.message.pages["de/small/index.html"].decode()  # type: ignore[union-attr]
    assert early.message.pages["de/small/index.html"] == served.shown.files["de/small/index.html"]  # type: ignore[union-attr]
    assert "Eine jede Karte" in served.get(PAGE).text
    assert served.shown.files == clean_build(served.site)


def test_after_any_changes_the_site_is_that_of_a_clean_build(served: Followed) -> None:
    site = served.site
    served.checked(lambda: site.replace("content/small.md", "Each card", "Every card"))
    assert "Every card holds" in served.get("/en/small/").text
    served.checked(lambda: site.replace("facts/facts.yaml", "141.1 GB", "142.2 GB"))
    assert "142.2\u00a0GB" in served.get("/en/small/").text
    served.checked(lambda: site.replace("templates/assets/site.css", "--measure: 59ch", "--measure: 58ch"))
    served.checked(lambda: site.replace("pyproject.toml", "Small guides", "Guides"))
    assert "Guides" in served.get("/en/").text
    served.checked(lambda: site.write("static/humans.txt", "Made by hand.\n"))
    assert served.get("/humans.txt").text == "Made by hand.\n"
    served.checked(lambda: site.write("static/robots-too.txt", "Made anew.\n"))
    served.checked(lambda: shutil.rmtree(site.folder / "static"))
    assert served.get("/humans.txt").status == 404
    assert served.shown.files == clean_build(site)


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        (PO, 'msgstr "Jede Karte', "msgstr Jede Karte"),
        (PO, "{card_a.memory}, und", "{card_a.memry}, und"),
        ("facts/facts.yaml", "memory: 141.1 GB", "memory: [141.1 GB"),
        ("content/small.md", "language: en", "language en"),
        ("templates/article.html", "{% endblock %}", ""),
        ("pyproject.toml", "base_url =", "base_url"),
    ],
)
def test_what_is_wrong_is_listed_as_the_terminal_lists_it_above_the_last_good_page(
    served: Followed, capsys: pytest.CaptureFixture[str], file: str, old: str, new: str
) -> None:
    good = served.get(PAGE).body
    with served.news(PAGE) as news:
        assert next(news)["problems"] == ""
        served.checked(lambda: served.site.replace(file, old, new))
        told = next(told for told in news if told["state"] == "unsound")
    assert told["problems"] == listed(served.site, capsys)
    assert f"{file}:" in told["problems"]
    assert SCRIPT.sub(b"", served.get(PAGE).body) == SCRIPT.sub(b"", good)
    with served.news(PAGE) as news:
        served.checked(lambda: served.site.replace(file, new, old) if new else _restore(served.site, file))
        told = next(told for told in news if told["state"] == "sound")
    assert told["problems"] == ""
    assert served.shown.files == clean_build(served.site)


def _restore(site: Site, file: str) -> None:
    shutil.copy(ROOT / file, site.folder / file)


def test_a_broken_catalogue_names_its_line_before_the_check_is_through(served: Followed) -> None:
    line = served.site.read(PO).split("\n").index(f'msgstr "{TRANSLATION}"') + 1
    served.checked(lambda: served.site.replace(PO, f'msgstr "{TRANSLATION}"', f'msgstr "{TRANSLATION}'))
    early = next(one.message for one in served.happened if isinstance(one.message, Early))
    assert [str(problem.place) for problem in early.problems] == [f"{PO}:{line}"]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("article.html", "templates/article.html: there is no such template"),
        ("assets/site.css", 'the link "/assets/site.css" leads to no file of the site'),
    ],
)
def test_a_deleted_template_is_told_and_its_return_is_noticed(
    served: Followed, capsys: pytest.CaptureFixture[str], name: str, said: str
) -> None:
    path = served.site.folder / "templates" / name
    good, text = served.get(PAGE).body, path.read_bytes()
    served.checked(path.unlink)
    told = served.session.board.read()[1]
    assert said in told
    assert told == listed(served.site, capsys)
    assert SCRIPT.sub(b"", served.get(PAGE).body) == SCRIPT.sub(b"", good)
    served.checked(lambda: path.write_bytes(text))
    assert served.shown.problems == ()


def test_a_sentence_is_shown_while_something_else_is_wrong(served: Followed) -> None:
    false = "<!-- claim: {card_a.memory} < 30 GB -->\n"
    served.checked(lambda: served.site.replace("content/small.md", "Each card", f"{false}Each card"))
    assert "content/small.md:" in served.session.board.read()[1]
    served.checked(lambda: served.site.replace(PO, "Jede Karte", "Eine jede Karte"))
    assert "Eine jede Karte" in served.get(PAGE).text
    assert "content/small.md:" in served.session.board.read()[1]
    served.checked(lambda: served.site.replace("content/small.md", false, ""))
    assert served.shown.files == clean_build(served.site)


def test_what_a_build_writes_is_not_followed(served: Followed) -> None:
    assert served.site.run("build", "--no-search") == 0
    served.site.write("public/index.html", "changed by hand")
    served.site.write("notes.txt", "beside the sources")
    served.site.write("content/.small.md.swp", "of an editor")
    time.sleep(1.5)  # longer than it takes to notice anything
    assert served.shown.changes == 0
    served.checked(lambda: served.site.replace("content/small.md", "Each card", "Every card"))
    assert served.shown.changes == 1
    assert served.site.read("public/index.html") == "changed by hand"


def test_a_file_saved_by_renaming_is_one_change_that_is_shown_early(served: Followed) -> None:
    def save() -> None:
        served.site.write("locales/de/LC_MESSAGES/sedAbCdEf", served.site.read(PO).replace("Jede", "Eine jede"))
        (served.site.folder / "locales/de/LC_MESSAGES/sedAbCdEf").rename(served.site.folder / PO)

    served.checked(save)
    assert [one.message.paths for one in served.happened if isinstance(one.message, Changed)] == [(PO,)]
    assert any(isinstance(one.message, Early) for one in served.happened)


def test_a_site_that_is_wrong_from_the_start_is_shown_once_it_is_right(tmp_path: Path) -> None:
    site = write_small_site(tmp_path / "site")
    site.replace("facts/facts.yaml", "141.1 GB", "141.1 gigabyte")
    with followed(site) as served:
        waiting = served.get(PAGE)
        assert waiting.status == 503
        assert SCRIPT.search(waiting.body)
        assert "facts/facts.yaml:14" in served.session.board.read()[1]
        served.checked(lambda: site.replace("facts/facts.yaml", "141.1 gigabyte", "141.1 GB"))
        assert "Jede Karte fasst" in served.get(PAGE).text


def test_a_path_below_the_root_is_served_there(tmp_path: Path) -> None:
    site = write_small_site(tmp_path / "site")
    site.replace("pyproject.toml", "https://small.example.com/", "https://small.example.com/docs/")
    with followed(site) as served:
        assert served.get("/").location == "/docs/"
        assert "Jede Karte fasst" in served.get("/docs/de/small/").text
        assert served.get("/de/small/").status == 404
