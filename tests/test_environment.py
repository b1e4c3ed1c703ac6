"""Two variables of the environment are followed; the command line wins over them, and they over the settings."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import ROOT, Site
from small import write_small_site

from zahlwerk.cli.environment import VARIABLES

HOME = "en/index.html"


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    return write_small_site(tmp_path / "small")


def canonical(folder: Path) -> str:
    """Where the built start page says that it is."""
    found = re.search(r'<link rel="canonical" href="([^"]+)"', (folder / HOME).read_text("utf-8"))
    assert found
    return found[1]


def test_the_settings_hold_where_nothing_else_is_said(small: Site) -> None:
    assert small.run("build") == 0
    assert canonical(small.folder / "public") == "https://small.example.com/en/"


def test_the_environment_wins_over_the_settings(small: Site, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ZAHLWERK_BASE_URL", "https://staging.example.com/docs")
    monkeypatch.setenv("ZAHLWERK_OUT", str(tmp_path / "elsewhere"))
    assert small.run("build") == 0
    assert canonical(tmp_path / "elsewhere") == "https://staging.example.com/docs/en/"
    assert not (small.folder / "public").exists()


def test_the_command_line_wins_over_the_environment(
    small: Site, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ZAHLWERK_BASE_URL", "https://staging.example.com/")
    monkeypatch.setenv("ZAHLWERK_OUT", str(tmp_path / "elsewhere"))
    assert small.run("--out", str(tmp_path / "here"), "--base-url", "https://www.example.com/") == 0
    assert canonical(tmp_path / "here") == "https://www.example.com/en/"
    assert not (tmp_path / "elsewhere").exists()


def test_an_empty_variable_says_nothing(
    small: Site, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ZAHLWERK_BASE_URL", "")
    monkeypatch.setenv("ZAHLWERK_OUT", "")
    assert small.run("build") == 0
    assert canonical(small.folder / "public") == "https://small.example.com/en/"
    assert capsys.readouterr().err == ""


def test_a_variable_that_cannot_be_used_is_a_misuse_that_names_it(
    small: Site, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ZAHLWERK_BASE_URL", "staging.example.com")
    assert small.run("check") == 2
    assert (
        'ZAHLWERK_BASE_URL: the base URL "staging.example.com" is not absolute; write it as' in capsys.readouterr().err
    )
    assert small.run("check", "--base-url", "https://www.example.com/") == 0
    assert small.run("sources") == 0


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("ZAHLWERK_BASEURL", 'did you mean "ZAHLWERK_BASE_URL"?'), ("ZAHLWERK_OUTPUT", 'did you mean "ZAHLWERK_OUT"?'),
        ("ZAHLWERK_CONTACT", "ZAHLWERK_BASE_URL and ZAHLWERK_OUT are"),
    ],
)  # fmt: skip
def test_any_other_variable_of_that_name_is_told_of_and_changes_nothing(
    small: Site, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str, hint: str
) -> None:
    monkeypatch.setenv(name, "x")
    assert small.run("check", "--strict") == 0
    assert capsys.readouterr().err == f"notice: {name} is not read; {hint}\n"


def test_the_documentation_lists_the_variables_that_are_read() -> None:
    text = (ROOT / "docs" / "settings.md").read_text("utf-8")
    rows = [f"| `{name}` | {one.instead_of} | {one.meaning} |" for name, one in VARIABLES.items()]
    assert "| variable | instead of | meaning |\n|---|---|---|\n" + "\n".join(rows) + "\n" in text
    read = set()
    for path in (ROOT / "zahlwerk").rglob("*.py"):
        read |= set(re.findall(r"ZAHLWERK_[A-Z_]+", path.read_text("utf-8")))
    assert read <= VARIABLES.keys()
