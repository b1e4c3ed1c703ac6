"""A git repository in a folder, with commits at given times and nobody's own settings."""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

NOON = "{}T12:00:00+0000"


@dataclass(frozen=True)
class Repository:
    """A folder that git follows."""

    folder: Path

    def git(self, *arguments: str, **variables: str) -> str:
        """What a git command prints; it must succeed."""
        person = ("-c", "user.name=Someone", "-c", "user.email=someone@example.com")
        done = subprocess.run(
            ["git", *person, *arguments], cwd=self.folder, env={**os.environ, **variables},
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        return done.stdout

    def commit(self, day: str) -> None:
        """Commit all that lies in the folder, at noon of a day or at a time with its zone."""
        moment = day if "T" in day else NOON.format(day)
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", day, GIT_AUTHOR_DATE=moment, GIT_COMMITTER_DATE=moment)


def begin_repository(folder: Path, monkeypatch: pytest.MonkeyPatch, *options: str) -> Repository:
    """An empty repository in a folder that is there."""
    without_own_settings(folder, monkeypatch)
    repository = Repository(folder)
    repository.git("init", "--quiet", *options)
    return repository


def without_own_settings(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No git reads the settings of whoever runs the tests, or finds a repository around the folder."""
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(folder.resolve().parent))
