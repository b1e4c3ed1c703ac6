"""What is shown now: a value that each message changes, and the board that requests read it from."""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from threading import Condition

from zahlwerk.problems import Place, Problem
from zahlwerk.serve.wire import Changed, Early, Ended, FromBuilder, Sound, Unsound

Listing = Callable[[Sequence[Problem]], str]  # problems as the terminal lists them


@dataclass(frozen=True)
class Shown:
    """What browsers see. Without slots, since what is computed of it is kept."""

    files: Mapping[str, bytes] = field(default_factory=dict)  # of the last sound site
    base_path: str = "/"  # of the site on this server, with slashes at both ends
    beside: Mapping[str, str] = field(default_factory=dict)  # by page: the path of its side-by-side view
    early: Mapping[str, bytes] = field(default_factory=dict)  # pages as they were saved, ahead of the check
    early_sources: frozenset[str] = frozenset()  # that these were made from
    problems: tuple[Problem, ...] = ()  # errors, or warnings of a sound site
    is_checking: bool = True
    changes: int = 0  # how many there were

    @property
    def is_sound(self) -> bool:
        """Whether nothing fails a build, as far as is known."""
        return not any(problem.severity == "error" for problem in self.problems)

    def page(self, file: str) -> bytes | None:
        """The newest of a file that can be shown."""
        return self.early.get(file, self.files.get(file))

    @cached_property
    def assets(self) -> bytes:
        """What tells whether pages look the same, and run the same scripts."""
        digest = hashlib.sha256()
        for name in sorted(name for name in self.files if name.startswith("assets/")):
            digest.update(hashlib.sha256(self.files[name]).digest())
        return digest.digest()


def after(shown: Shown, message: Changed | FromBuilder | Ended) -> Shown:
    """What is shown once a message has come."""
    match message:
        case Changed():
            return dataclasses.replace(shown, is_checking=True, changes=shown.changes + 1)
        case Early():
            sources = shown.early_sources | frozenset(message.sources)
            problems = message.problems or shown.problems
            early = {**shown.early, **message.pages}
            return dataclasses.replace(shown, early=early, early_sources=sources, problems=problems)
        case Sound():
            return Shown(
                message.files,
                message.base_path,
                message.beside,
                problems=message.warnings,
                is_checking=False,
                changes=shown.changes,
            )
        case Unsound():
            return _unsound(shown, message.problems)
        case Ended():
            hint = "the terminal says why; save a file to begin again"
            ended = Problem(Place("zahlwerk"), f"what builds the site ended with code {message.code}", hint)
            return _unsound(shown, (ended,))
        case _:
            return shown


def _unsound(shown: Shown, problems: tuple[Problem, ...]) -> Shown:
    """The problems, above pages that are good: the last sound ones, and early ones that nothing is wrong with."""
    shown = dataclasses.replace(shown, problems=problems, is_checking=False)
    wrong = {problem.place.file for problem in problems if problem.severity == "error"}
    if wrong & (shown.early_sources | shown.early.keys()):
        return dataclasses.replace(shown, early={}, early_sources=frozenset())
    return shown


class Board:
    """Holds what is shown, and wakes those who wait for news."""

    def __init__(self, listing: Listing) -> None:
        self._listing = listing
        self._shown = Shown()
        self._listed = ""
        self._news = Condition()

    def put(self, message: Changed | FromBuilder | Ended) -> Shown:
        """Take a message in; what is shown from now on."""
        shown = after(self._shown, message)
        listed = self._listing(shown.problems) if shown.problems else ""
        with self._news:
            self._shown, self._listed = shown, listed
            self._news.notify_all()
        return shown

    @property
    def shown(self) -> Shown:
        """What is shown now."""
        return self._shown

    def read(self) -> tuple[Shown, str]:
        """What is shown now, with its problems as the terminal lists them."""
        with self._news:
            return self._shown, self._listed

    def wait_for_other(self, than: Shown, seconds: float) -> bool:
        """Wait until something else is shown, or the time is over; whether something else is."""
        with self._news:
            return self._news.wait_for(lambda: self._shown is not than, seconds)
