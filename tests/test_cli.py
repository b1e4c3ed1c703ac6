"""The commands as editors meet them: what they print, what they return, and how they answer a misuse."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from conftest import ROOT, Site
from small import BODY, GERMAN, SLUG, article, english, german, write_small_site

from zahlwerk import __version__

GERMAN_ARTICLE = f"locales/de/LC_MESSAGES/{SLUG}.po"
SCRIPTS = ("moved", "planner", "scheme", "search", "site")
ASSETS = ("assets/site.css", *(f"assets/{name}.js" for name in SCRIPTS))
BOTH = {
    "index.html", "de/index.html", f"de/{SLUG}/index.html", "en/index.html", f"en/{SLUG}/index.html",
    f"data/{SLUG}.json", f"data/{SLUG}.csv", *ASSETS, "pictures/de.png", "pictures/en.png",
    f"pictures/{SLUG}.de.png", f"pictures/{SLUG}.en.png",
    "404.html", "de/404.html", "en/404.html", "de/feed.xml", "en/feed.xml",
    "sitemap.xml", "robots.txt",
}  # fmt: skip


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_small_site(tmp_path_factory.mktemp("cli") / "site").folder


@pytest.fixture
def small(sound: Path, tmp_path: Path) -> Site:
    """A small sound site in English and German."""
    return Site(Path(shutil.copytree(sound, tmp_path / "site")))


@pytest.fixture
def half_translated(tmp_path: Path) -> Site:
    """A small site of which one paragraph is not translated into German."""
    body = f"{BODY}\nNobody has translated {{card_a.memory}}.\n"
    languages = {"en": english(), "de": german(small=GERMAN)}
    return write_small_site(tmp_path / "site", articles={SLUG: article(body)}, languages=languages)


def run(site: Site, *arguments: str) -> int:
    """The exit code, however the command ends."""
    try:
        return site.run(*arguments)
    except SystemExit as stopped:
        return int(stopped.code or 0)


class _Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value for name, value in attrs if name in ("href", "src", "content") and value]


def links(html: bytes) -> list[str]:
    reader = _Links()
    reader.feed(html.decode())
    return [link for link in reader.found if link.startswith(("/", "http"))]


@pytest.mark.parametrize("arguments", [(), ("build",), ("--strict",), ("build", "--strict")], ids=" ".join)
def test_a_build_writes_the_site(small: Site, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]) -> None:
    assert run(small, *arguments) == 0
    assert small.tree().keys() == BOTH
    printed = capsys.readouterr()
    assert re.fullmatch(r"5 pages, 3 figures shown, in de, en; (\d+) of \1 files changed; \d+\.\d s\n", printed.out)
    assert printed.err == ""


def test_a_second_build_changes_nothing(small: Site, capsys: pytest.CaptureFixture[str]) -> None:
    run(small, "build")
    before = small.tree()
    capsys.readouterr()
    assert run(small, "build") == 0
    assert "; 0 of " in capsys.readouterr().out
    assert small.tree() == before


def test_two_builds_in_different_folders_are_byte_for_byte_alike(small: Site, tmp_path: Path) -> None:
    for name in ("one", "two"):
        assert run(small, "build", "--out", str(tmp_path / name)) == 0
    other = write_small_site(tmp_path / "elsewhere")
    assert run(other, "build") == 0
    one, two = Site(tmp_path).tree("one"), Site(tmp_path).tree("two")
    assert one == two == other.tree()
    assert not (small.folder / "public").exists()


def test_a_check_writes_nothing(small: Site, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(small, "check", "--strict") == 0
    assert not (small.folder / "public").exists()
    assert "nothing written" in capsys.readouterr().out


def test_a_check_finds_what_a_build_finds(small: Site, capsys: pytest.CaptureFixture[str]) -> None:
    small.replace(f"content/{SLUG}.md", "Each card", "Each of 3 cards")
    codes, errors = [], []
    for command in ("check", "build"):
        codes.append(run(small, command))
        errors.append(capsys.readouterr().err)
    assert codes == [1, 1]
    assert errors[0] == errors[1] != ""


def test_problems_are_counted_and_grouped_by_file(small: Site, capsys: pytest.CaptureFixture[str]) -> None:
    small.replace(f"content/{SLUG}.md", "Each card", "Each of 3 cards and 4 fans")
    small.replace("locales/de/LC_MESSAGES/site.po", 'msgstr "Inhalt"', 'msgstr "<b>"')
    assert run(small, "check") == 1
    *groups, count = capsys.readouterr().err.rstrip("\n").split("\n\n")
    files = [{line.partition(":")[0] for line in group.split("\n")} for group in groups]
    assert files == [{f"content/{SLUG}.md"}, {"locales/de/LC_MESSAGES/site.po"}, {GERMAN_ARTICLE}]
    assert count == "3 problems, 1 warning"


@pytest.mark.parametrize("arguments", [("messages",), ("messages", "update")], ids=" ".join)
def test_messages_are_up_to_date_or_brought_there(
    small: Site, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    run(small, "messages")
    capsys.readouterr()
    assert run(small, *arguments) == 0
    assert capsys.readouterr().out == "every catalogue is up to date\n"
    small.replace(f"content/{SLUG}.md", "Each card", "Every card")
    assert run(small, *arguments) == 0
    assert capsys.readouterr().out == f"updated {GERMAN_ARTICLE}\n"


def test_the_catalogues_of_this_project_are_up_to_date_whatever_the_facts(
    site: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    for memory in ("141 GB", "142 GB"):
        site.replace("facts/facts.yaml", "    memory: 141 GB\n", f"    memory: {memory}\n")
        assert run(site, "messages") == 0
        assert capsys.readouterr().out == "every catalogue is up to date\n"


def test_one_language_is_built_with_the_choice_of_languages(small: Site) -> None:
    assert run(small, "build", "--language", "de") == 0
    tree = small.tree()
    assert tree.keys() == {
        name for name in BOTH if not name.startswith("en/") and not name.endswith(("/en.png", ".en.png"))
    }
    pages = [content for name, content in tree.items() if name.endswith(".html")]
    assert [link for html in pages for link in links(html) if "/en/" in link] == []


def test_a_language_may_be_named_again(small: Site) -> None:
    assert run(small, "build", "--language", "de", "--language", "en") == 0
    assert small.tree().keys() == BOTH


@pytest.mark.parametrize("url", ["https://x.example/sub/", "https://x.example/sub"])
def test_links_lead_below_the_base_url(small: Site, url: str) -> None:
    assert run(small, "build", "--base-url", url) == 0
    pages = {name: links(html) for name, html in small.tree().items() if name.endswith(".html")}
    assert len(pages) == 8
    for name, found in pages.items():
        inner = [link for link in found if link.startswith("/")]
        outer = [link for link in found if "//small.example.com" in link or "//x.example" in link]
        assert inner
        assert all(link.startswith("/sub/") for link in inner)
        assert outer or name.endswith("404.html")  # shown at any address, it has none of its own
        assert all(link.startswith("https://x.example/sub/") for link in outer)
    assert f"/sub/de/{SLUG}/" in pages["de/index.html"]
    assert f"https://x.example/sub/de/{SLUG}/" in pages[f"en/{SLUG}/index.html"]


def test_a_missing_translation_is_shown_in_its_own_language_and_said(
    half_translated: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(half_translated, "build") == 0
    errors = capsys.readouterr().err
    assert f"{GERMAN_ARTICLE}:" in errors
    assert 'warning: "Nobody has translated {card_a.memory}." is not translated' in errors
    assert errors.endswith("\n1 warning\n")
    html = half_translated.tree()[f"de/{SLUG}/index.html"].decode()
    assert "Teile dieser Seite sind noch nicht übersetzt" in html
    assert "Parts of this page" not in half_translated.tree()[f"en/{SLUG}/index.html"].decode()
    (paragraph,) = re.findall(r"<p[^>]*>Nobody has translated .*?</p>", html)
    assert paragraph.startswith('<p lang="en">')
    assert ">141.1\u00a0GB<" in paragraph
    assert "<p>Jede Karte fasst " in html
    assert ">141,1\u00a0GB<" in html


def test_a_missing_translation_fails_a_strict_build(half_translated: Site, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(half_translated, "build", "--strict") == 1
    assert "is not translated" in capsys.readouterr().err
    assert not (half_translated.folder / "public").exists()


def test_a_strict_build_that_fails_leaves_the_site_of_before(half_translated: Site) -> None:
    run(half_translated, "build")
    before = half_translated.tree()
    half_translated.replace("facts/facts.yaml", "141.1 GB", "150 GB")
    assert run(half_translated, "build", "--strict") == 1
    assert half_translated.tree() == before


def test_the_next_build_completes_one_that_was_interrupted(small: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    run(small, "build")
    whole = small.tree()
    small.replace("facts/facts.yaml", "141.1 GB", "150 GB")
    replace, moved = os.replace, []

    def stop_after_two(source: Path, target: Path) -> None:
        if ".zahlwerk" not in Path(target).parts:
            if len(moved) == 2:
                raise KeyboardInterrupt
            moved.append(target)
        replace(source, target)

    monkeypatch.setattr(os, "replace", stop_after_two)
    assert run(small, "build") == 130
    monkeypatch.undo()
    mixed = small.tree()
    small.replace("facts/facts.yaml", "150 GB", "nothing")
    assert run(small, "build") == 1
    completed = small.tree()
    assert whole != mixed != completed
    small.replace("facts/facts.yaml", "nothing", "150 GB")
    run(small, "build")
    assert small.tree() == completed


MISUSED = {
    "a misspelt command": (("bild",), '"bild"', 'did you mean "build"?'),
    "a command in capitals": (("Check",), '"Check"', 'did you mean "check"?'),
    "an unknown command": (("frobnicate",), "frobnicate", "build"),
    "a misspelt option": (("build", "--strikt"), '"--strikt"', 'did you mean "--strict"?'),
    "a misspelt option without command": (("--strikt",), '"--strikt"', 'did you mean "--strict"?'),
    "an option cut short": (("build", "--stri"), '"--stri"', 'did you mean "--strict"?'),
    "a misspelt action": (("messages", "updat"), "updat", 'did you mean "update"?'),
    "a misspelt language": (("build", "--language", "dee"), '"dee"', 'did you mean "de"?'),
    "an unknown language": (("check", "--language", "fr"), '"fr"', "known languages: de, en"),
    "a base URL without scheme": (("--base-url", "x.example"), '"x.example"', "https://"),
    "a base URL that is none": (("--base-url", "https://[x/"), "https://[x/", "https://www.example.com/"),
    "an option without value": (("build", "--out"), "--out", "expected one argument"),
    "a word too many": (("build", "public"), "public", "usage"),
    "an option of another command": (("check", "--out", "x"), "--out", "usage"),
}


@pytest.mark.parametrize(("arguments", "named", "hint"), MISUSED.values(), ids=MISUSED)
def test_a_misuse_says_what_may_have_been_meant(
    small: Site, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], named: str, hint: str
) -> None:
    assert run(small, *arguments) == 2
    printed = capsys.readouterr()
    assert named in printed.err
    assert hint in printed.err
    assert printed.out == ""
    assert "Traceback" not in printed.err
    assert not (small.folder / "public").exists()


def test_an_option_is_never_suggested_where_it_does_not_belong(small: Site, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(small, "check", "--out", "x") == 2
    assert 'did you mean "--out"?' not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--help",), ("build", "check", "messages")),
        (("build", "--help"), ("--out", "--language", "--strict", "--base-url", "example: ")),
        (("check", "--help"), ("--language", "--strict", "example: ")),
        (("messages", "--help"), ("update", "example: ")),
        (("--version",), (f"zahlwerk {__version__}",)),
    ],
    ids=" ".join,
)
def test_help_is_given(
    small: Site, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], says: tuple[str, ...]
) -> None:
    assert run(small, *arguments) == 0
    printed = capsys.readouterr().out
    assert [word for word in says if word not in printed] == []


def empty_content(site: Site) -> None:
    (site.folder / f"content/{SLUG}.md").unlink()
    (site.folder / GERMAN_ARTICLE).unlink()


def remove(name: str):
    def spoil(site: Site) -> None:
        path = site.folder / name
        path.rename(site.folder / "aside")

    return spoil


def binary(name: str):
    def spoil(site: Site) -> None:
        (site.folder / name).write_bytes(b"\x00\xff\xfe")

    return spoil


SPOILED = {
    "no settings": (remove("pyproject.toml"), "pyproject.toml"),
    "no facts": (remove("facts"), "facts"),
    "no catalogues": (remove("locales"), "locales"),
    "no templates": (remove("templates"), "templates"),
    "no frame for the pages": (remove("templates/base.html"), "templates/base.html"),
    "no words in the article's language": (remove("locales/en/LC_MESSAGES/site.po"), f"content/{SLUG}.md:1"),
    "settings of bytes": (binary("pyproject.toml"), "pyproject.toml"),
    "facts of bytes": (binary("facts/facts.yaml"), "facts/facts.yaml"),
    "an article of bytes": (binary(f"content/{SLUG}.md"), f"content/{SLUG}.md"),
    "a catalogue of bytes": (binary(GERMAN_ARTICLE), GERMAN_ARTICLE),
    "a template of bytes": (binary("templates/index.html"), "templates/index.html"),
}


@pytest.mark.parametrize(("spoil", "named"), SPOILED.values(), ids=SPOILED)
@pytest.mark.parametrize("command", ["build", "messages"])
def test_a_spoiled_project_is_told_as_a_problem(
    small: Site, capsys: pytest.CaptureFixture[str], command: str, spoil, named: str
) -> None:
    spoil(small)
    code = run(small, command)
    errors = capsys.readouterr().err
    if command == "build":
        assert code == 1
        assert re.search(rf"(?m)^{re.escape(named)}", errors)
    assert "a fault of Zahlwerk" not in errors
    assert "Traceback" not in errors


def test_a_site_without_articles_is_built(small: Site, capsys: pytest.CaptureFixture[str]) -> None:
    empty_content(small)
    assert run(small, "build") == 0
    assert "3 pages, 0 figures shown" in capsys.readouterr().out
    assert small.tree().keys() == {
        "index.html", "de/index.html", "en/index.html", *ASSETS, "pictures/de.png",
        "pictures/en.png",
        "404.html", "de/404.html", "en/404.html",
        "sitemap.xml", "robots.txt",
    }  # fmt: skip


def test_an_output_folder_of_somebody_else_is_refused(
    small: Site, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    letters = tmp_path / "letters"
    letters.mkdir()
    (letters / "letter.txt").write_text("Dear reader", "utf-8")
    assert run(small, "build", "--out", str(letters)) == 1
    assert "holds files that no build wrote" in capsys.readouterr().err
    assert [path.name for path in letters.iterdir()] == ["letter.txt"]


def command_line(site: Site, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """The installed command in a process of its own, with its output on pipes."""
    program = "from zahlwerk.cli import run; run()"
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", **variables}
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        cwd=site.folder, env=environment, capture_output=True, text=True, check=False, encoding="utf-8", timeout=60,
    )  # fmt: skip


@pytest.mark.parametrize("variables", [{}, {"TERM": "xterm-256color"}, {"COLUMNS": "20"}], ids=str)
def test_a_pipe_gets_whole_lines_without_colours(half_translated: Site, variables: dict[str, str]) -> None:
    half_translated.replace(f"content/{SLUG}.md", "Each card", "Each of 3 cards")
    done = command_line(half_translated, "build", **variables)
    assert done.returncode == 1
    assert "\x1b" not in done.stdout + done.stderr
    assert (
        f'content/{SLUG}.md:9: "3" is a typed digit; refer to a figure, or add the name to facts/names.yaml (digits)\n'
        in done.stderr
    )


def test_the_installed_command_builds_the_folder_it_is_called_in(small: Site) -> None:
    done = command_line(small)
    assert (done.returncode, done.stderr) == (0, "")
    assert "5 pages" in done.stdout
    assert small.tree().keys() == BOTH


@pytest.mark.parametrize("command", [["check"], ["messages", "status", "--json"]])
def test_a_reader_that_has_read_enough_is_no_fault(small: Site, command: list[str]) -> None:
    read_end, write_end = os.pipe()
    os.close(read_end)
    program = (
        "import sys; from pathlib import Path; from zahlwerk.cli import main; sys.exit(main(sys.argv[1:], Path('.')))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *command],
        cwd=small.folder, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=write_end, stderr=subprocess.PIPE,
        text=True, check=False, timeout=60,
    )  # fmt: skip
    os.close(write_end)
    assert (done.returncode, done.stderr) == (1, "")


def test_the_installed_command_names_itself(small: Site) -> None:
    done = command_line(small, "bild")
    assert done.returncode == 2
    assert 'zahlwerk: unknown word "bild"; did you mean "build"?' in done.stderr


def test_the_editors_command_builds_this_very_project_from_anywhere(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "build.py"), "check"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "nothing written" in done.stdout
