"""The command serve as it is typed: its port, its end, and the program that is changed under it."""

from __future__ import annotations

import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from conftest import ROOT, Site
from following import PATIENCE
from small import write_small_site


@dataclass(frozen=True)
class Running:
    """The command, and what it says."""

    process: subprocess.Popen[str]
    log: Path

    @property
    def said(self) -> str:
        return self.log.read_text("utf-8")

    def says(self, words: str, times: int = 1) -> str:
        """Wait until it has said something so often; all it has said."""
        end = time.monotonic() + PATIENCE
        while self.said.count(words) < times:
            assert time.monotonic() < end, self.said
            assert self.process.poll() is None, self.said
            time.sleep(0.02)
        return self.said

    def get(self, path: str) -> str:
        found = re.search(r"http://127\.0\.0\.1:\d+/", self.said)
        assert found
        with urllib.request.urlopen(found[0] + path, timeout=PATIENCE) as answer:
            return str(answer.read().decode())


@contextmanager
def running(site: Site, *arguments: str) -> Iterator[Running]:
    """Run the program's copy in the project's folder, with the signals of a terminal."""
    log = site.folder / "serve.log"
    with log.open("w") as out:
        process = subprocess.Popen(
            [sys.executable, "build.py", "serve", *arguments],
            cwd=site.folder, stdout=out, stderr=subprocess.STDOUT, text=True, start_new_session=True,
            # A shell without a terminal has its children ignore Ctrl-C.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # noqa: PLW1509
        )  # fmt: skip
    try:
        yield Running(process, log)
    finally:
        process.kill()
        process.wait()


@pytest.fixture
def program(tmp_path: Path) -> Site:
    """A small site with a copy of the program."""
    site = write_small_site(tmp_path / "site")
    shutil.copy(ROOT / "build.py", site.folder)
    shutil.copytree(ROOT / "zahlwerk", site.folder / "zahlwerk", ignore=shutil.ignore_patterns("__pycache__"))
    return site


def test_it_ends_with_ctrl_c_and_leaves_nothing_behind(program: Site) -> None:
    before = program.tree(".")
    with running(program, "--port", "0") as run:
        run.says("checked: 3 figures shown, in de, en")
        group = run.process.pid
        subprocess.run(["kill", "-INT", "--", f"-{group}"], check=True)  # as a terminal does: to all its processes
        assert run.process.wait(PATIENCE) == 0
        assert run.said.endswith("\nended\n")
        assert "Traceback" not in run.said
    end = time.monotonic() + PATIENCE
    while subprocess.run(["pgrep", "-g", str(group)], capture_output=True, check=False).stdout:
        assert time.monotonic() < end
        time.sleep(0.05)
    after = {name: text for name, text in program.tree(".").items() if "__pycache__" not in name}
    after.pop("serve.log")
    assert after == before


def test_the_terminal_tells_what_was_saved_shown_and_checked_and_each_list_of_problems_once(program: Site) -> None:
    po = "locales/de/LC_MESSAGES/small.po"
    with running(program, "--port", "0") as run:
        run.says("checked: ")
        program.replace(po, "Jede Karte", "Eine jede Karte")
        said = run.says("checked: ", times=2)
        assert f"\nchanged: {po}\nshown: de/small/index.html; " in said
        program.replace(po, 'msgstr "Eine jede', "msgstr Eine jede")
        run.says("the last good pages are shown")
        program.replace(po, "msgstr Eine jede", 'msgstr "Eine jede')
        said = run.says("checked: ", times=3)
        assert said.count("this line is no part of a PO file") == 1


def test_a_busy_port_is_told_with_the_next_free_one(program: Site, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as first:
        first.bind(("127.0.0.1", 0))
        first.listen()
        port = first.getsockname()[1]
        assert program.run("serve", "--port", str(port)) == 1
        said = capsys.readouterr().err
        found = re.fullmatch(rf"port {port} is busy; (\d+) is free: python build\.py serve --port \1\n", said)
        assert found
        assert int(found[1]) > port
        with socket.socket() as other:
            other.bind(("127.0.0.1", int(found[1])))


@pytest.mark.parametrize("port", ["x", "-1", "65536", "8000.5"])
def test_what_is_no_port_is_a_misuse(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert Site(ROOT).run("serve", f"--port={port}") == 2
    assert f'"{port}" is no port; give a number up to 65535' in capsys.readouterr().err


def test_changed_code_is_what_builds_from_then_on_and_broken_code_is_told_in_its_line(program: Site) -> None:
    code = "zahlwerk/readingtime.py"
    with running(program, "--port", "0") as run:
        run.says("checked: ")
        good = program.read(code)
        program.write(code, good + "\n\ndef broken(:\n")
        line = good.count("\n") + 3
        said = run.says(f"{code}:{line}: cannot be run: invalid syntax")
        assert "Traceback" not in said
        assert "ended with code" not in said
        assert "Jede Karte fasst" in run.get("de/small/")
        program.write(code, good + "\nraise ValueError('half written')\n")
        run.says("a fault of Zahlwerk itself: ValueError('half written')")
        program.write(code, good)
        run.says("checked: ", times=2)
        program.replace(
            "zahlwerk/editions.py", "return text if exponent is None", 'return text + "!" if exponent is None'
        )
        run.says("checked: ", times=3)
        assert "141.1!\u00a0GB" in run.get("en/small/")
