"""A build that would write the same again does not: it sees that nothing has changed, and is not deceived."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import ROOT, Site
from small import write_small_site

from zahlwerk.unchanged import NOTE

PO = "locales/de/LC_MESSAGES/small.po"
WORK = "render pages"  # a step that only a build has that does its work


@pytest.fixture
def built(tmp_path: Path) -> Site:
    """A small site with an output folder, whose files are old enough for their times to tell something."""
    site = write_small_site(tmp_path / "site")
    _settle(site)
    assert site.run("build") == 0
    assert (site.folder / "public" / NOTE).exists()
    return site


def _settle(site: Site) -> None:
    """Wait until no file is so new that another change could keep its times."""
    assert site.folder.exists()
    time.sleep(0.15)


def worked(site: Site, capfd: pytest.CaptureFixture[str], *arguments: str) -> bool:
    """Whether a build does its work."""
    capfd.readouterr()
    assert site.run("build", "--verbose", *arguments) == 0
    printed = capfd.readouterr()
    assert "pages," in printed.out
    return WORK in printed.err


def test_a_second_build_does_nothing_and_says_the_same(built: Site, capfd: pytest.CaptureFixture[str]) -> None:
    before = built.tree()
    capfd.readouterr()
    assert built.run("build") == 0
    first = capfd.readouterr()
    assert (
        f"0 of {len(list(json.loads((built.folder / 'public' / NOTE).read_text('utf-8'))['written']))} files"
        in first.out
    )
    assert not worked(built, capfd)
    assert built.tree() == before


def test_warnings_are_said_again(built: Site, capfd: pytest.CaptureFixture[str]) -> None:
    built.replace("content/small.md", "language: en", "language: en\nmodified: 2199-01-01")
    assert built.run("build") == 0
    warned = capfd.readouterr().err
    _settle(built)
    built.run("build")
    capfd.readouterr()
    assert not worked(built, capfd)
    built.run("build")
    assert warned.strip().splitlines()[0] in capfd.readouterr().err


def _append(name: str, text: str) -> Callable[[Site], None]:
    return lambda site: site.write(name, site.read(name) + text)


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(_append("content/small.md", "\nWords.\n"), id="an article"),
        pytest.param(_append("facts/facts.yaml", "\n# a remark\n"), id="facts"),
        pytest.param(_append(PO, '\n#~ msgid "Gone."\n#~ msgstr "Weg."\n'), id="a catalogue"),
        pytest.param(_append("templates/base.html", "\n"), id="a template"),
        pytest.param(_append("pyproject.toml", "\n# a remark\n"), id="settings"),
        pytest.param(lambda site: site.write("static/new.txt", "new"), id="a new file"),
        pytest.param(lambda site: (site.folder / "public/en/index.html").unlink(), id="a page deleted"),
        pytest.param(_append("public/en/index.html", " "), id="a page edited"),
        pytest.param(lambda site: site.write(f"public/{NOTE}", "{"), id="the note damaged"),
        pytest.param(lambda site: site.write(f"public/{NOTE}", '{"format": 1}'), id="the note cut"),
    ],
)
def test_a_change_of_anything_is_seen(
    built: Site, change: Callable[[Site], None], capfd: pytest.CaptureFixture[str]
) -> None:
    change(built)
    assert worked(built, capfd)
    _settle(built)
    built.run("build")
    assert not worked(built, capfd)


@pytest.mark.parametrize(
    "option", [("--pseudo",), ("--no-search",), ("--base-url", "https://other.example.com/"), ("--language", "de")]
)
def test_another_wish_is_another_build(built: Site, option: tuple[str, ...], capfd: pytest.CaptureFixture[str]) -> None:
    assert worked(built, capfd, *option)


def test_another_day_is_another_build(
    built: Site, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1900000000")
    assert worked(built, capfd)


def _same_size_and_times(site: Site) -> Path:
    path = site.folder / "content/small.md"
    stat = path.stat()
    text = path.read_text("utf-8")
    path.write_text(text.replace("Words", "Worts") if "Words" in text else text.swapcase(), "utf-8")
    os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    assert path.stat().st_size == stat.st_size
    return path


def test_times_that_were_set_back_deceive_nobody(built: Site, capfd: pytest.CaptureFixture[str]) -> None:
    _same_size_and_times(built)
    capfd.readouterr()
    built.run("build", "--verbose")
    assert "check texts" in capfd.readouterr().err


def test_contents_can_be_trusted_alone(built: Site, capfd: pytest.CaptureFixture[str]) -> None:
    for path in (built.folder / "content").iterdir():
        os.utime(path)  # other times, the same content
    assert not worked(built, capfd, "--verify")
    built.write("content/small.md", built.read("content/small.md") + "\nWords.\n")
    assert worked(built, capfd, "--verify")


def test_a_build_that_failed_leaves_no_note_behind_that_hides_it(
    built: Site, capfd: pytest.CaptureFixture[str]
) -> None:
    good = built.read("content/small.md")
    built.write("content/small.md", good + "\nA typed 7.\n")
    assert built.run("build") == 1
    assert built.run("build") == 1
    built.write("content/small.md", good)
    assert worked(built, capfd)


def test_an_unchanged_build_imports_nothing_that_it_does_not_use(built: Site) -> None:
    code = "import sys; from zahlwerk.cli import main; from pathlib import Path; main(['build'], Path.cwd()); "
    code += "print(*sorted(sys.modules), file=sys.stderr)"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    run = [sys.executable, "-c", code]
    for _ in range(2):  # another process may know of other packages
        done = subprocess.run(run, cwd=built.folder, env=environment, capture_output=True, text=True, check=True)
    imported = set(done.stderr.split())
    assert "0 of" in done.stdout
    assert imported & {"jinja2", "markdown_it", "babel", "yaml", "rich", "polib", "PIL"} == set()
    own = {name for name in imported if name.startswith("zahlwerk")}
    names = """builds cli cli.build cli.environment cli.options cli.output cli.watching documents ownfiles pagefind
        problems settingkinds steps unchanged"""
    assert own == {"zahlwerk", *(f"zahlwerk.{name}" for name in names.split())}
