"""What git knows of a file: when its lines were written, and what it said before.

Nothing is known where git, or a history, is missing.
"""

from __future__ import annotations

import datetime
import re
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

_LINE_OF_COMMIT = re.compile(r"([0-9a-f]{40,64}) \d+ \d+(?: \d+)?")
# -M: a line that only moved keeps its day. --no-textconv: line numbers are those of the file itself.
_BLAME = ("git", "blame", "--porcelain", "-M", "--no-textconv", "--")
_IS_SHALLOW = ("git", "rev-parse", "--is-shallow-repository")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a file as it lies on disk."""

    text: str
    day: datetime.date | None  # it was last changed; None when that is beyond what the history holds


def read_history(folder: Path, file: str, today: datetime.date) -> tuple[Line, ...]:
    """The lines of a file of a project, each with its day: its author's, or today while it is not committed.

    Empty when nothing is known: outside a repository, without git, and for a file that git does not follow.
    """
    output = _output(folder, *_BLAME, file)
    commits = dict(_commits(output))
    known = _known_days(folder, commits, today)
    return tuple(_lines(output, known))


@dataclass(frozen=True, slots=True)
class Version:
    """A file as it was committed."""

    day: datetime.date
    text: str


def read_versions(folder: Path, file: str) -> tuple[Version, ...]:
    """Every version of a file of a project that git follows, oldest first; none for a file that it does not."""
    if not _output(folder, "git", "ls-files", "--", file):
        return ()  # to look for its commits would read the whole history
    commits = _output(folder, "git", "log", "--reverse", "--format=%H %at %ad", "--date=format:%z", "--", file)
    found = []
    for row in commits.splitlines():
        commit, time, zone = row.split(" ")
        day = _day({"author-time": time, "author-tz": zone})
        text = _output(folder, "git", "show", "--no-textconv", f"{commit}:./{file}")
        if day and text:
            found.append(Version(day, text))
    return tuple(found)


def _output(folder: Path, *command: str) -> str:
    """What git prints; nothing when it fails or is not there."""
    try:
        done = subprocess.run(  # noqa: S603 - a list of arguments, no shell; the file stands behind "--"
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            check=False,
        )
    except OSError:
        return ""
    return "" if done.returncode else done.stdout.decode("utf-8", "replace")


def _commits(output: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Each commit with what is told of it, once, where it is named first."""
    told: dict[str, dict[str, str]] = {}
    commit = ""
    for row in output.split("\n"):
        if found := _LINE_OF_COMMIT.fullmatch(row):
            commit = found[1]
            told.setdefault(commit, {})
        elif row and not row.startswith("\t"):
            key, _, value = row.partition(" ")
            told[commit][key] = value
    yield from told.items()


def _known_days(
    folder: Path, commits: Mapping[str, Mapping[str, str]], today: datetime.date
) -> dict[str, datetime.date | None]:
    # Where a history was cut off, git blames its first commit for every older line.
    cut = any("boundary" in told for told in commits.values()) and _output(folder, *_IS_SHALLOW).strip() != "false"
    return {
        commit: today if not commit.strip("0") else None if cut and "boundary" in told else _day(told)
        for commit, told in commits.items()
    }


def _day(told: Mapping[str, str]) -> datetime.date | None:
    """The day of a commit where its author was; None for a date that no calendar has."""
    try:
        zone = datetime.datetime.strptime(told["author-tz"], "%z").tzinfo
        return datetime.datetime.fromtimestamp(int(told["author-time"]), zone).date()
    except (KeyError, ValueError, OverflowError, OSError):
        return None


def _lines(output: str, days: Mapping[str, datetime.date | None]) -> Iterator[Line]:
    day: datetime.date | None = None
    for row in output.split("\n"):
        if found := _LINE_OF_COMMIT.fullmatch(row):
            day = days[found[1]]
        elif row.startswith("\t"):
            # A carriage return ends a line for whoever reads the project's files, but not for git.
            yield from (Line(text, day) for text in row[1:].removesuffix("\r").split("\r"))
