"""The one writer: a site replaces the one before it as a whole, or not at all.

New files are staged inside the output folder, then a journal says what is to be moved and deleted, then that is
done. Interrupted before the journal, nothing has changed; after it, the next command completes the replacement.
"""

from __future__ import annotations

import errno
import fcntl
import json
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from zahlwerk.problems import BuildFailed, Place, Problem
from zahlwerk.site import OutputFile

_HALF_WAY = "the site is half replaced; the next build completes it"
STATE = ".zahlwerk"  # folder of the writer's own, inside the output folder
_MANIFEST, _JOURNAL, _STAGED, _LOCK = "manifest.json", "journal.json", "staged", "lock"


def write_site(out: Path, files: Sequence[OutputFile]) -> int:
    """Make the output folder hold exactly these files beside what others put there; how many changed.

    Raises BuildFailed, with the folder unchanged, when it is not ours or cannot be written.
    """
    if problems := [*_not_ours(out), *_escaping(out, files)]:
        raise BuildFailed(problems)
    with _told_as_a_problem(out, "the site is as it was"):
        (out / STATE).mkdir(parents=True, exist_ok=True)
        lock = (out / STATE / _LOCK).open("w")
    with lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # another build waits here
        with _told_as_a_problem(out, _HALF_WAY):
            _complete(out)
        if problems := list(_foreign(out, files)):
            raise BuildFailed(problems)
        with _told_as_a_problem(out, "the site is as it was"):
            changed = _stage(out, files)
        with _told_as_a_problem(out, _HALF_WAY):
            _complete(out)
    return changed


def complete_interrupted(out: Path) -> None:
    """Finish a replacement that was interrupted, if there is one. Raises BuildFailed where that is not possible."""
    if (out / STATE / _JOURNAL).exists():
        with _told_as_a_problem(out, _HALF_WAY), (out / STATE / _LOCK).open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            _complete(out)


@contextmanager
def _told_as_a_problem(out: Path, hint: str) -> Iterator[None]:
    """Turn what the file system refuses into a problem that says how the site stands."""
    try:
        yield
    except OSError as error:
        place = Place(str(error.filename or out))
        raise BuildFailed([Problem(place, f"cannot be written: {error.strerror}", hint)]) from error


def _not_ours(out: Path) -> Iterator[Problem]:
    if out.exists() and not out.is_dir():
        yield Problem(Place(str(out)), "is not a folder")
    elif out.is_dir() and any(out.iterdir()) and not (out / STATE).is_dir():
        hint = "choose an empty folder, or one of an earlier build"
        yield Problem(Place(str(out)), "holds files that no build wrote", hint)


def _escaping(out: Path, files: Sequence[OutputFile]) -> Iterator[Problem]:
    root = out.resolve()
    for file in files:
        if not (root / file.file).resolve().is_relative_to(root):
            yield Problem(Place(file.file), "lies outside the output folder")


def _foreign(out: Path, files: Sequence[OutputFile]) -> Iterator[Problem]:
    """What others put where a file is to be."""
    ours = set(_manifest(out))
    for file in files:
        path = out / file.file
        inside = [other for other in path.rglob("*") if not other.is_dir()] if path.is_dir() else []
        above = [parent for parent in path.relative_to(out).parents if (out / parent).is_file()]
        in_the_way = [path] if path.is_file() else [*inside, *(out / parent for parent in above)]
        for other in in_the_way:
            if other.relative_to(out).as_posix() not in ours:
                yield Problem(Place(str(other)), "was not written by a build and is in the way", "move it away")


def _manifest(out: Path) -> list[str]:
    path = out / STATE / _MANIFEST
    return list(json.loads(path.read_text("utf-8"))) if path.exists() else []


def _stage(out: Path, files: Sequence[OutputFile]) -> int:
    """Write what differs beside the site, and the journal last."""
    state = out / STATE
    shutil.rmtree(state / _STAGED, ignore_errors=True)
    moved = []
    for file in files:
        target = out / file.file
        if target.is_file() and target.read_bytes() == file.content:
            continue
        staged = state / _STAGED / file.file
        staged.parent.mkdir(parents=True, exist_ok=True)
        staged.write_bytes(file.content)
        moved.append(file.file)
    names = sorted(file.file for file in files)
    deleted = sorted(set(_manifest(out)) - set(names))
    for folder in {_nearest_folder(out / name) for name in (*moved, *deleted)}:
        if not os.access(folder, os.W_OK | os.X_OK, effective_ids=os.access in os.supports_effective_ids):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(folder))
    if moved or deleted or names != _manifest(out):
        _write_atomically(state / _JOURNAL, {"move": moved, "delete": deleted, "manifest": names})
    return len(moved) + len(deleted)


def _nearest_folder(path: Path) -> Path:
    return next(parent for parent in path.parents if parent.is_dir())


def _complete(out: Path) -> None:
    """Do what the journal says; doing it again changes nothing."""
    state = out / STATE
    if not (state / _JOURNAL).exists():
        return
    journal = json.loads((state / _JOURNAL).read_text("utf-8"))
    for name in journal["delete"]:
        if (out / name).is_file():
            (out / name).unlink()
        _remove_empty_folders((out / name).parent, out)
    for name in journal["move"]:
        staged = state / _STAGED / name
        if staged.exists():
            (out / name).parent.mkdir(parents=True, exist_ok=True)
            os.replace(staged, out / name)
    _write_atomically(state / _MANIFEST, journal["manifest"])
    shutil.rmtree(state / _STAGED, ignore_errors=True)
    (state / _JOURNAL).unlink()


def _remove_empty_folders(folder: Path, out: Path) -> None:
    while folder != out and folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()
        folder = folder.parent


def _write_atomically(path: Path, document: object) -> None:
    beside = path.with_suffix(".new")
    with beside.open("w", encoding="utf-8") as stream:
        json.dump(document, stream, indent=1)
        stream.flush()
        os.fsync(stream.fileno())
    os.replace(beside, path)
