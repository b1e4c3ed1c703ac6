"""The one writer: a site replaces the one before it as a whole, or not at all.

New files are staged inside the output folder, then a journal says what is to be moved and deleted, then that is
done. Interrupted before the journal, nothing has changed; after it, the next command completes the replacement.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from zahlwerk.problems import BuildFailed, Place, Problem
from zahlwerk.site import OutputFile

STATE = ".zahlwerk"  # folder of the writer's own, inside the output folder
_MANIFEST, _JOURNAL, _STAGED, _LOCK = "manifest.json", "journal.json", "staged", "lock"


def write_site(out: Path, files: Sequence[OutputFile]) -> int:
    """Make the output folder hold exactly these files beside what others put there; how many changed.

    Raises BuildFailed, with the folder unchanged, when it is not ours or cannot be written.
    """
    problems = [*_not_ours(out), *_escaping(out, files)]
    if problems:
        raise BuildFailed(problems)
    try:
        (out / STATE).mkdir(parents=True, exist_ok=True)
        with _locked(out):
            _complete(out)
            if problems := list(_foreign(out, files)):
                raise BuildFailed(problems)
            changed = _stage(out, files)
            _complete(out)
            return changed
    except OSError as error:
        name = error.filename or str(out)
        message = f"cannot be written: {error.strerror}"
        raise BuildFailed([Problem(Place(str(name)), message, "the site is as it was")]) from error


def complete_interrupted(out: Path) -> None:
    """Finish a replacement that was interrupted, if there is one."""
    if (out / STATE / _JOURNAL).exists():
        with _locked(out):
            _complete(out)


@contextmanager
def _locked(out: Path) -> Iterator[None]:
    """Hold the output folder alone; another build waits here."""
    with (out / STATE / _LOCK).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


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
    ours = set(_manifest(out))
    for file in files:
        if file.file not in ours and (out / file.file).exists():
            yield Problem(Place(str(out / file.file)), "was not written by a build and is in the way", "move it away")


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
    if moved or deleted or names != _manifest(out):
        _write_atomically(state / _JOURNAL, {"move": moved, "delete": deleted, "manifest": names})
    return len(moved) + len(deleted)


def _complete(out: Path) -> None:
    """Do what the journal says; doing it again changes nothing."""
    state = out / STATE
    if not (state / _JOURNAL).exists():
        return
    journal = json.loads((state / _JOURNAL).read_text("utf-8"))
    for name in journal["move"]:
        staged = state / _STAGED / name
        if staged.exists():
            (out / name).parent.mkdir(parents=True, exist_ok=True)
            os.replace(staged, out / name)
    for name in journal["delete"]:
        (out / name).unlink(missing_ok=True)
        _remove_empty_folders((out / name).parent, out)
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
