"""Faults of the program itself, told like any other problem: while code is written, they are part of the work."""

from __future__ import annotations

import traceback
from pathlib import Path

import zahlwerk
from zahlwerk.problems import Place, Problem

_PACKAGE = Path(zahlwerk.__file__).resolve().parent


def fault(error: Exception) -> Problem:
    """What went wrong, in the line of the program where it did."""
    if isinstance(error, SyntaxError) and error.filename:
        return Problem(_place(error.filename, error.lineno or 0), f"cannot be run: {error.msg}")
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if _is_ours(frame.filename)]
    place = _place(frames[-1].filename, frames[-1].lineno or 0) if frames else Place(_PACKAGE.name)
    return Problem(place, f"a fault of Zahlwerk itself: {error!r}")


def _is_ours(file: str) -> bool:
    return Path(file).resolve().is_relative_to(_PACKAGE)


def _place(file: str, line: int) -> Place:
    path = Path(file).resolve()
    inside = path.is_relative_to(_PACKAGE)
    return Place(path.relative_to(_PACKAGE.parent).as_posix() if inside else str(path), line)
