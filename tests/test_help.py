"""Every command explains itself, with an example that runs as it is printed."""

from __future__ import annotations

import argparse
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import ROOT
from repository import Repository, begin_repository

from zahlwerk.cli.options import Parser, command_parser

PROGRAM = "python build.py"
SERVES = re.compile(
    r"https?://(?:127\.0\.0\.1|localhost|\[::1\]):\d+"
)  # what a command prints that goes on until stopped
MOST_SECONDS = 120


def parsers(parser: Parser, words: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Parser]]:
    """Every command and action, with the words that name it."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, inner in action.choices.items():
                yield (*words, name), inner
                yield from parsers(inner, (*words, name))


COMMANDS = dict(parsers(command_parser(PROGRAM)))


def example_of(help_text: str) -> str:
    """The command line of the last paragraph of a help, its broken lines joined."""
    text = " ".join(help_text.rpartition("\n\n")[2].split())
    return text.removeprefix("example: ").partition("; each command")[0]


@pytest.fixture(scope="module")
def committed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Repository]:
    """A copy of this very project whose history has two commits."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    folder = tmp_path_factory.mktemp("project") / "copy"
    for name in listed.stdout.splitlines():
        if (ROOT / name).is_file() and not name.startswith("tests/"):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    with pytest.MonkeyPatch.context() as patch:
        repository = begin_repository(folder, patch)
        facts = folder / "facts" / "facts.yaml"
        now = facts.read_bytes()
        facts.write_bytes(now.replace(b"power: 600 W", b"power: 500 W", 1))
        repository.commit("2026-11-29")
        facts.write_bytes(now)
        repository.commit("2026-11-30")
        yield repository


@pytest.fixture
def project(committed: Repository) -> Repository:
    """The same as it was committed, whatever an example before left behind."""
    committed.git("reset", "--hard", "--quiet")
    committed.git("clean", "-fdxq", "-e", "__pycache__")
    return committed


def ended(arguments: list[str], folder: Path) -> tuple[int, str]:
    """The exit code of a command and what it printed; one that serves is interrupted once it says where."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("ZAHLWERK_")}
    printed = ""
    with subprocess.Popen(
        arguments, cwd=folder, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        env={**environment, "PYTHONUNBUFFERED": "1"},
    ) as process:  # fmt: skip
        assert process.stdout is not None
        limit = threading.Timer(MOST_SECONDS, process.kill)
        limit.start()
        for line in process.stdout:
            printed += line
            if SERVES.search(line):
                process.send_signal(signal.SIGINT)
        limit.cancel()
    return process.returncode, printed


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_the_example_of_every_help_runs_as_printed(project: Repository, words: tuple[str, ...]) -> None:
    code, printed = ended([sys.executable, "build.py", *words, "--help"], project.folder)
    assert code == 0
    example = example_of(printed)
    assert example.startswith(f"{PROGRAM} {words[0]}"), printed
    code, printed = ended([sys.executable, *shlex.split(example)[1:]], project.folder)
    assert "Traceback" not in printed
    assert code == 0 or (SERVES.search(printed) and code == 130), printed
    assert printed


def test_the_help_of_all_names_every_command_and_has_an_example(project: Repository) -> None:
    code, printed = ended([sys.executable, "build.py", "--help"], project.folder)
    assert code == 0
    for words in COMMANDS:
        assert re.search(rf"^ +{words[0]} ", printed, re.M)
    assert example_of(printed) == f"{PROGRAM} build --strict"


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_every_option_says_what_it_does(words: tuple[str, ...]) -> None:
    assert [action.dest for action in COMMANDS[words]._actions if not (action.help or action.dest == "action")] == []


def test_a_command_that_serves_is_interrupted(tmp_path: Path) -> None:
    (tmp_path / "serve.py").write_text(
        "import time\n"
        "try:\n    print('http://127.0.0.1:8000/')\n    time.sleep(60)\nexcept KeyboardInterrupt:\n    print('bye')"
    )
    assert ended([sys.executable, "serve.py"], tmp_path) == (0, "http://127.0.0.1:8000/\nbye\n")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (("biuld",), "build"), (("sorces",), "sources"), (("new", "artcle", "a"), "article"),
        (("messages", "stauts"), "status"), (("build", "--strct"), "--strict"), (("sources", "--stael"), "--stale"),
        (("sources", "h200-pge"), "h200_page"), (("messages", "preview", "d"), "de"),
        (("build", "--language", "frr"), "fr"), (("new", "fact", "h200_nvl.memry=1 GB"), "memory"),
        (("new", "fact", "h200_nv.memory=1 GB"), "h200_nvl"), (("new", "article", "a", "--language", "eng"), "en"),
    ],
)  # fmt: skip
def test_a_misspelt_word_is_answered_with_the_nearest_one(
    capsys: pytest.CaptureFixture[str], written: tuple[str, ...], meant: str
) -> None:
    from zahlwerk.cli import main

    assert main(written, ROOT) == 2
    assert f'did you mean "{meant}"?' in capsys.readouterr().err
