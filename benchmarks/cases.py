"""What is measured: which change each case makes before it is built, and which pages must show it then."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from benchmarks.corpus import SHARED
from benchmarks.plain import LANGUAGES, Content
from benchmarks.rivals import Rival
from benchmarks.zahlwerk_site import TRANSLATION

Expected = list[tuple[str, str]]  # pages, each with a text that it must hold


class Place(Protocol):
    """Where a generator works."""

    rival: Rival
    content: Content
    folder: Path

    def page(self, number: int, language: str) -> str:
        """The file of an article's page."""


@dataclass(frozen=True, slots=True)
class Case:
    """One thing that is measured."""

    name: str
    change: Callable[[Place, int], Expected] | None = None  # made before, with a number that never comes twice
    cold: bool = False  # whether output and caches are deleted before
    everywhere: bool = False  # whether other generators are measured, too
    builds: bool = True
    arguments: tuple[str, ...] = ()


def _article(place: Place, turn: int) -> Expected:
    """A sentence of an article and its translation."""
    slug = place.content.corpus.slug(0)
    for name in place.rival.article:
        _changed(place.folder / name.format(slug=slug), r"(revision|Fassung) \w+\.", rf"\1 {_word(turn)}.")
    return [(place.page(0, language), f" {_word(turn)}.") for language in LANGUAGES]


def _translation(place: Place, turn: int) -> Expected:
    file = place.folder / place.rival.article[-1].format(slug=place.content.corpus.slug(0))
    _changed(file, r"Fassung \w+\.", f"Fassung {_word(turn)}.")
    return [(place.page(0, TRANSLATION), f" {_word(turn)}.")]


def _fact(place: Place, turn: int) -> Expected:
    """The memory of the shared card, which three figures of an article depend on."""
    memory = 161 + turn % 100
    _changed(place.folder / "facts/facts.yaml", rf"(?m)^(  {SHARED}:\n(?:    .*\n)*?    memory:) \d+", rf"\1 {memory}")
    shared = sorted(place.content.corpus.shared)
    return [(place.page(number, language), f'value="{memory * 10**9}"') for number in shared for language in LANGUAGES]


def _template(place: Place, turn: int) -> Expected:
    """The template that every page is made with."""
    _changed(place.folder / "templates/base.html", r"<body[^>]*>", f'<body data-edition="{_word(turn)}">')
    last = place.content.corpus.size - 1
    return [(place.page(number, language), _word(turn)) for number in (0, last) for language in LANGUAGES]


def _word(turn: int) -> str:
    """A word of its own for each turn, without digits."""
    return "".join("abcdefghij"[int(digit)] for digit in f"{turn:06}")


def _changed(file: Path, pattern: str, text: str) -> None:
    source = file.read_text("utf-8")
    changed, number = re.subn(pattern, text, source)
    assert number, f"nothing is to be changed in {file}"
    file.write_text(changed, "utf-8", newline="\n")


COLD = Case("cold", cold=True, everywhere=True)
UNCHANGED = Case("unchanged", everywhere=True)
CASES = (
    COLD,
    UNCHANGED,
    Case("one fact", _fact),
    Case("one article", _article, everywhere=True),
    Case("one translation", _translation),
    Case("one template", _template),
    Case("--help", builds=False, arguments=("--help",)),
)
