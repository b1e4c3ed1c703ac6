"""What a writer notes of its own in an output folder: which files builds wrote, and what is still to be done."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from zahlwerk.problems import BuildFailed, Place, Problem

STATE = ".zahlwerk"  # folder of the writer's own, inside the output folder
MANIFEST, JOURNAL = "manifest.json", "journal.json"
_JOURNAL_KEYS = {"move", "delete", "manifest"}


@dataclass(frozen=True, slots=True)
class Journal:
    """A replacement that has begun; every name is below the output folder."""

    move: tuple[str, ...]  # staged files that take their places
    delete: tuple[str, ...]  # files of the site before
    manifest: tuple[str, ...]  # all files of the new site


def read_manifest(out: Path) -> tuple[str, ...]:
    """The files that builds wrote into a folder. Raises BuildFailed when the list is damaged."""
    path = out / STATE / MANIFEST
    return _names(_document(path, out), path, out) if path.exists() else ()


def read_journal(out: Path) -> Journal | None:
    """The replacement that has begun, or None. Raises BuildFailed when what is noted of it is damaged."""
    path = out / STATE / JOURNAL
    if not path.exists():
        return None
    document = _document(path, out)
    if not isinstance(document, dict) or document.keys() != _JOURNAL_KEYS:
        raise _damaged(path, out)
    parts = {key: _names(document[key], path, out) for key in _JOURNAL_KEYS}
    return Journal(**parts)


def _document(path: Path, out: Path) -> Any:
    try:
        return json.loads(path.read_bytes())
    except ValueError as error:
        raise _damaged(path, out) from error


def _names(document: Any, path: Path, out: Path) -> tuple[str, ...]:
    if not isinstance(document, list) or not all(isinstance(name, str) for name in document):
        raise _damaged(path, out)
    if list(_outside(document)):
        raise _damaged(path, out)
    return tuple(document)


def _outside(names: list[str]) -> Iterator[str]:
    """Names that no build writes; to delete by them would take what is somebody else's."""
    for name in names:
        parts = PurePosixPath(name).parts
        if not parts or name.startswith("/") or ".." in parts or parts[0] == STATE or "\0" in name:
            yield name


def _damaged(path: Path, out: Path) -> BuildFailed:
    message = "is damaged, so that nobody can tell which files are of the site"
    hint = f"keep elsewhere what is your own in {out}, delete that folder, and build again"
    return BuildFailed([Problem(Place(str(path)), message, hint)])
