"""What the server and the process that reads, renders and checks for it tell each other."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field

from zahlwerk.problems import Problem


@dataclass(frozen=True, slots=True)
class Extras:
    """What is asked for beyond the site of today."""

    search: bool = False  # whether pages can be searched
    pseudo: bool = False  # whether there are pages in pseudo-languages
    day: datetime.date | None = None  # another than the day of each check


@dataclass(frozen=True, slots=True)
class Changed:
    """Sources that were saved, made, moved or deleted."""

    paths: tuple[str, ...]  # below the project, with forward slashes


@dataclass(frozen=True, slots=True)
class Asked:
    """Two languages of an article are to be shown side by side."""

    number: int  # of the question
    slug: str
    left: str  # a language
    right: str


@dataclass(frozen=True, slots=True)
class Answered:
    """The page that was asked for, or why there is none."""

    number: int  # of the question
    html: str = ""
    reason: str = ""  # what was asked for is not there
    problems: tuple[Problem, ...] = ()  # it cannot be made


@dataclass(frozen=True, slots=True)
class Early:
    """Pages as they were just saved, before the check; or what cannot be read of them."""

    sources: tuple[str, ...]  # that were saved
    pages: Mapping[str, bytes] = field(default_factory=dict)  # by file
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Sound:
    """The whole site of a complete check that nothing failed."""

    files: Mapping[str, bytes]  # below the output folder
    base_path: str  # of the site on its server, with slashes at both ends
    beside: Mapping[str, str]  # by page: the path of its side-by-side view, below that of all such views
    warnings: tuple[Problem, ...]
    languages: tuple[str, ...]
    figures: int  # that articles show


@dataclass(frozen=True, slots=True)
class Unsound:
    """What a complete check found."""

    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class Ended:
    """The process is gone."""

    code: int  # its exit code


FromBuilder = Answered | Early | Sound | Unsound
