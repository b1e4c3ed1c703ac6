"""The steps of a build, and who watches them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

READ_FACTS, COMPUTE, READ_TEXTS = "read facts", "compute figures", "read articles and catalogues"
CHECK_TEXTS, RENDER, CHECK_PAGES = "check texts", "render pages", "check pages"
DRAW, INDEX, WRITE = "draw pictures", "index for the search", "write"
CHECKING = (READ_FACTS, COMPUTE, READ_TEXTS, CHECK_TEXTS, RENDER, CHECK_PAGES)
BUILDING = (*CHECKING, DRAW, INDEX, WRITE)
_Part = TypeVar("_Part")


class Steps:
    """Is told of each step as it begins, and of each of its parts once it is done; this one keeps it to itself."""

    def begin(self, step: str, parts: int = 0) -> None:
        """A step begins; it has so many parts, or none that are counted."""

    def part_done(self) -> None:
        """A part of the step is done."""

    def each(self, step: str, parts: Iterable[_Part], number: int) -> Iterator[_Part]:
        """The parts of a step as they are done."""
        self.begin(step, number)
        for part in parts:
            yield part
            self.part_done()


SILENT = Steps()
