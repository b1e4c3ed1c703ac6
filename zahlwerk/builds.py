"""What a build is asked for, and what it came to."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import Any

from zahlwerk.pagefind import program
from zahlwerk.problems import Place, Problem


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the command line asks of a build."""

    languages: frozenset[str] = frozenset()  # empty for all
    base_url: str = ""  # empty for the setting
    strict: bool = False  # whether warnings fail the build
    pseudo: bool = False  # whether pseudo-languages are built, too
    search: bool = True  # whether pages can be searched, where the program is installed that makes the index
    today: datetime.date | None = None  # the day of the build; without it no date is too late


def asked(wanted: Wanted) -> tuple[str, ...]:
    """What a build of the same sources depends on: what was asked for, and whether the machine can make an index."""
    switches = (wanted.strict, wanted.pseudo, wanted.search)
    return (*sorted(wanted.languages), wanted.base_url, *map(str, switches), str(wanted.today), program() or "")


@dataclass(frozen=True, slots=True)
class Summary:
    """What a build, or a check, came to."""

    pages: int
    figures: int  # that articles show
    languages: tuple[str, ...]
    files: int
    warnings: tuple[Problem, ...]

    def record(self) -> dict[str, Any]:
        """The summary as JSON has it."""
        warnings = [(p.place.file, p.place.line, p.message, p.hint, p.severity, p.code) for p in self.warnings]
        return {
            "pages": self.pages,
            "figures": self.figures,
            "languages": self.languages,
            "files": self.files,
            "warnings": warnings,
        }


def summary_of(record: Any) -> Summary:
    """The summary that a record was made of. Raises TypeError, KeyError or ValueError for any other."""
    warnings = tuple(Problem(Place(file, line), *rest) for file, line, *rest in record["warnings"])
    return Summary(record["pages"], record["figures"], tuple(record["languages"]), record["files"], warnings)
