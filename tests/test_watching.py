"""What a build shows while it lasts: a bar on a terminal, nothing in pipes, and times where they are asked for."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from conftest import ROOT, Site
from small import SLUG, write_small_site

from zahlwerk.build import Wanted, build, check
from zahlwerk.steps import BUILDING, CHECKING, Steps

ESCAPE = b"\x1b"
BAR = "━".encode()
TIMES = re.compile(r" +\d+\.\d\d s  (.+)")
RUN = "import sys, pathlib; from zahlwerk.cli import main; sys.exit(main(sys.argv[2:], pathlib.Path(sys.argv[1])))"


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Site:
    return write_small_site(tmp_path_factory.mktemp("watched") / "site")


def environment(**more: str) -> dict[str, str]:
    """The environment of a terminal that can draw, whatever that of the tests is."""
    without = {"NO_COLOR", "FORCE_COLOR", "TERM", "COLORTERM", "TTY_COMPATIBLE", "TTY_INTERACTIVE"}
    kept = {name: value for name, value in os.environ.items() if name not in without}
    return {**kept, "TERM": "xterm-256color", "PYTHONPATH": str(ROOT), **more}


def on_a_terminal(site: Site, *arguments: str, **variables: str) -> bytes:
    """What a command prints where both its outputs are a terminal."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-c", RUN, str(site.folder), *arguments]
    with subprocess.Popen(command, stdout=theirs, stderr=theirs, env=environment(**variables)) as process:
        os.close(theirs)
        printed = b""
        while chunk := _read(ours):
            printed += chunk
    os.close(ours)
    assert process.returncode == 0, printed
    return printed


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # nobody writes to it any more
        return b""


def through_pipes(site: Site, *arguments: str, **variables: str) -> tuple[bytes, bytes]:
    """What a command prints where both its outputs are pipes."""
    command = [sys.executable, "-c", RUN, str(site.folder), *arguments]
    done = subprocess.run(command, capture_output=True, env=environment(**variables), check=True)
    return done.stdout, done.stderr


def test_a_terminal_shows_a_bar_with_the_step_and_takes_it_away(sound: Site) -> None:
    printed = on_a_terminal(sound, "check")
    assert BAR in printed
    assert b"check pages" in printed
    assert b"5 pages, 3 figures shown, in de, en" in printed.rpartition(ESCAPE)[2]
    assert BAR not in printed.rpartition(b"nothing written")[2]


@pytest.mark.parametrize("variables", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=str)
def test_who_wants_plain_text_gets_it_on_a_terminal_too(sound: Site, variables: Mapping[str, str]) -> None:
    sound_twice = on_a_terminal(sound, "check", "--verbose", **variables)
    assert ESCAPE not in sound_twice
    assert BAR not in sound_twice
    assert b"5 pages, 3 figures shown" in sound_twice


def test_problems_are_plain_on_a_terminal_with_no_color(tmp_path: Path) -> None:
    site = write_small_site(tmp_path / "site")
    site.write(
        f"locales/de/LC_MESSAGES/{SLUG}.po", site.read(f"locales/de/LC_MESSAGES/{SLUG}.po").replace("Jede", "Je")
    )
    site.replace("pyproject.toml", "threshold = 0", 'planned_pages = {small = "/"}\nthreshold = 0')
    assert ESCAPE in on_a_terminal(site, "check")
    printed = on_a_terminal(site, "check", NO_COLOR="1")
    assert ESCAPE not in printed
    assert b"pyproject.toml: warning: " in printed


@pytest.mark.parametrize("variables", [{}, {"FORCE_COLOR": "1"}], ids=str)
def test_pipes_get_no_bar(sound: Site, variables: Mapping[str, str]) -> None:
    out, err = through_pipes(sound, "check", **variables)
    assert BAR not in out + err
    assert err == b""


def test_pipes_get_plain_text(sound: Site) -> None:
    for arguments in (("check", "--verbose"), ("sources",), ("messages", "status")):
        assert ESCAPE not in b"".join(through_pipes(sound, *arguments))


@pytest.mark.parametrize(("command", "steps"), [("check", CHECKING), ("build", BUILDING)])
def test_times_are_told_step_by_step_beside_the_result(
    sound: Site, tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str, steps: tuple[str, ...]
) -> None:
    out = ("--out", str(tmp_path / "out")) if command == "build" else ()
    assert sound.run(command, "--verbose", *out) == 0
    printed = capsys.readouterr()
    assert [TIMES.fullmatch(line)[1] for line in printed.err.splitlines()] == list(steps)  # type: ignore[index]
    assert "s  " not in printed.out
    seconds = sum(float(line.split()[0]) for line in printed.err.splitlines())
    assert 0 < seconds <= float(printed.out.split()[-2]) + 0.1 * len(steps)


def test_times_are_told_of_a_build_that_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    site = write_small_site(tmp_path / "site")
    site.replace(f"content/{SLUG}.md", "Each card", "Each of 3 cards")
    assert site.run("check", "--verbose") == 1
    lines = capsys.readouterr().err.splitlines()
    assert [found[1] for line in lines if (found := TIMES.fullmatch(line))] == list(CHECKING)
    assert f"content/{SLUG}.md:9" in "\n".join(lines)


class Noted(Steps):
    """Notes what it is told."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def begin(self, step: str, parts: int = 0) -> None:
        self.told.append(f"{step} {parts}".removesuffix(" 0"))

    def part_done(self) -> None:
        self.told.append("part")


def test_a_build_tells_of_its_steps_and_of_each_page(sound: Site, tmp_path: Path) -> None:
    noted = Noted()
    _, _ = build(sound.folder, tmp_path / "out", Wanted(), steps=noted)
    assert [step.partition(" 5")[0] for step in noted.told if step != "part"] == list(BUILDING)
    begun = noted.told.index("render pages 5")
    assert noted.told[begun + 1 : begun + 6] == ["part"] * 5  # each page, and the choice of languages
    quiet = Noted()
    check(sound.folder, Wanted(search=False), steps=quiet)
    assert quiet.told[-1] == "check pages"
