"""What a user is told when something is wrong: where, what, and what to do."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A line of a file of the project."""

    file: str  # path relative to the project, with forward slashes
    line: int = 0  # counted from one; 0 when the whole file is meant

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" if self.line else self.file


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One finding, as the editor or translator reads it."""

    place: Place  # where to look
    message: str  # what is wrong
    hint: str = ""  # what to do about it
    severity: str = "error"  # "error" fails the build, "warning" a strict one, "notice" none
    code: str = ""  # of the check, where there is more to read about it

    def __str__(self) -> str:
        hint = f"; {self.hint}" if self.hint else ""
        code = f" ({self.code})" if self.code else ""
        return f"{self.place}: {self.message}{hint}{code}"


class BuildFailed(Exception):
    """The one exception a user may meet: it carries every problem that was found."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(set(problems)))
        super().__init__("\n".join(str(problem) for problem in self.problems))


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A hint that names the closest known word, or an empty string when none is close.

    A word that was cut short means the one it begins.
    """
    names = list(known)
    begun = sorted((name for name in names if word and name.startswith(word)), key=len)
    close = begun[:1] or difflib.get_close_matches(word, names, n=1, cutoff=0.6)
    return f'did you mean "{close[0]}"?' if close else ""


def known_words(word: str, known: Iterable[str], noun: str) -> str:
    """The closest known word as a hint, or the list of all when none is close."""
    names = sorted(known)
    return did_you_mean(word, names) or f"known {noun}: {', '.join(names) or 'none'}"


def raise_if_any(problems: Iterable[Problem]) -> None:
    """Raise BuildFailed when there is an error among the problems; warnings pass."""
    found = tuple(problems)
    if any(problem.severity == "error" for problem in found):
        raise BuildFailed(found)
