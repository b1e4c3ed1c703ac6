"""The one writer: a site replaces the one before it as a whole, or not at all.

New files are staged inside the output folder and lie on the disk before a journal says what is to be moved and
deleted; then that is done. Interrupted before the journal, nothing has changed; after it, the next command completes
the replacement. What lies there is read from the folder itself, so whatever happened before, the next build repairs.
"""

from __future__ import annotations

import errno
import json
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from zahlwerk.disk import refusals_told, settle, write_to_disk, write_whole
from zahlwerk.locks import Waits, held, silently
from zahlwerk.ownfiles import JOURNAL, MANIFEST, STATE, Journal, read_journal, read_manifest
from zahlwerk.problems import BuildFailed, Place, Problem
from zahlwerk.site import OutputFile

_AS_IT_WAS = "the site is as it was"
_HALF_WAY = "the site is half replaced; the next build completes it"
_STAGED, _LOCK, _SCRATCH = "staged", "lock", "scratch"


@dataclass(frozen=True, slots=True)
class Replaced:
    """What writing a site came to."""

    changed: int  # files that are new, or hold something else than before
    removed: int  # files that a build wrote before and this one did not


@contextmanager
def output(out: Path, waits: Waits = silently) -> Iterator[None]:
    """Hold an output folder, so that other builds wait, from what is read until what is written.

    An interrupted replacement is completed first. A folder that nothing was written into is left as it was found.
    Raises BuildFailed when the folder is not ours or cannot be written.
    """
    if problems := list(_not_ours(out)):
        raise BuildFailed(problems)
    made = [folder for folder in (out / STATE, out, *out.parents) if not folder.exists()]
    with ExitStack() as held_here:
        with refusals_told(str(out), _AS_IT_WAS):
            held_here.enter_context(held(out / STATE / _LOCK, waits))
        try:
            _complete(out)
            _empty_scratch(out)
            yield
        finally:
            _leave_unused(out, made)


def scratch(out: Path) -> Path:
    """A folder for what a build needs on its way, inside an output folder that is held; the next build empties it."""
    folder = out / STATE / _SCRATCH
    with refusals_told(str(out), _AS_IT_WAS):
        folder.mkdir(exist_ok=True)
    return folder


def write_site(out: Path, files: Sequence[OutputFile]) -> Replaced:
    """Make an output folder that nobody holds have exactly these files beside what others put there."""
    with output(out):
        return replace_site(out, files)


def replace_site(out: Path, files: Sequence[OutputFile]) -> Replaced:
    """Make an output folder that is held have exactly these files beside what others put there.

    Raises BuildFailed, with the folder unchanged, when a file would lie elsewhere, or cannot be written.
    """
    if problems := [*_escaping(out, files), *_foreign(out, files)]:
        raise BuildFailed(problems)
    with refusals_told(str(out), _AS_IT_WAS):
        try:
            replaced = _stage(out, files)
        except BaseException:
            if not (out / STATE / JOURNAL).exists():  # a full disk is not kept full by what it had no room for
                _discard(out / STATE / _STAGED)
            raise
    _complete(out)
    return replaced


def complete_interrupted(out: Path, waits: Waits = silently) -> None:
    """Finish a replacement that was interrupted, if there is one. Raises BuildFailed where that is not possible."""
    if (out / STATE / JOURNAL).exists():
        with output(out, waits):
            pass


def _empty_scratch(out: Path) -> None:
    """As far as it goes: a program that a killed build had started may still be writing there."""
    shutil.rmtree(out / STATE / _SCRATCH, ignore_errors=True)


def _leave_unused(out: Path, made: Sequence[Path]) -> None:
    """Take away what holding a folder has made, where nothing was written into it."""
    _empty_scratch(out)
    with suppress(OSError):
        inside = {path.relative_to(out).as_posix() for path in out.rglob("*")} if made else set()
        if inside == {STATE, f"{STATE}/{_LOCK}"}:
            (out / STATE / _LOCK).unlink()
            for folder in made:
                folder.rmdir()


def _not_ours(out: Path) -> Iterator[Problem]:
    state = out / STATE
    if out.exists() and not out.is_dir():
        yield Problem(Place(str(out)), "is not a folder")
    elif out.is_dir():
        with refusals_told(str(out)):
            is_ours = state.is_dir() and not state.is_symlink()
            if any(out.iterdir()) and not is_ours:
                hint = "choose an empty folder, or one of an earlier build"
                yield Problem(Place(str(out)), "holds files that no build wrote", hint)


def _escaping(out: Path, files: Sequence[OutputFile]) -> Iterator[Problem]:
    root = out.resolve()
    for file in files:
        if not (root / file.file).resolve().is_relative_to(root):
            yield Problem(Place(file.file), "lies outside the output folder")


def _foreign(out: Path, files: Sequence[OutputFile]) -> Iterator[Problem]:
    """What others put where a file is to be."""
    ours = set(read_manifest(out))
    for file in files:
        path = out / file.file
        parents = (out / parent for parent in Path(file.file).parents)
        above = [parent for parent in parents if os.path.lexists(parent) and not parent.is_dir()]
        for other in [*_in_the_way(path), *above]:
            if other.relative_to(out).as_posix() not in ours:
                yield Problem(Place(str(other)), "was not written by a build and is in the way", "move it away")


def _in_the_way(path: Path) -> Iterator[Path]:
    """What would have to go for a file to lie there: another, or all that is in a folder, and folders without any."""
    if _is_no_folder(path):
        yield path
    elif path.is_dir():
        for other in (path, *path.rglob("*")):
            if _is_no_folder(other) or not any(other.iterdir()):
                yield other


def _is_no_folder(path: Path) -> bool:
    return os.path.lexists(path) and (path.is_symlink() or not path.is_dir())


def _stage(out: Path, files: Sequence[OutputFile]) -> Replaced:
    """Write what differs beside the site, and the journal last."""
    state = out / STATE
    _discard(state / _STAGED)
    moved = []
    for file in files:
        target = out / file.file
        if target.is_file() and target.read_bytes() == file.content:
            continue
        staged = state / _STAGED / file.file
        staged.parent.mkdir(parents=True, exist_ok=True)
        write_to_disk(staged, file.content)
        moved.append(file.file)
    known = list(read_manifest(out))
    names = sorted(file.file for file in files)
    deleted = sorted(set(known) - set(names))
    for folder in {_nearest_folder(out / name) for name in (*moved, *deleted)}:
        if not os.access(folder, os.W_OK | os.X_OK, effective_ids=os.access in os.supports_effective_ids):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(folder))
    if moved or deleted or names != known:
        for folder in _folders([state / _STAGED / name for name in moved], state):
            settle(folder)
        _write_json(state / JOURNAL, {"move": moved, "delete": deleted, "manifest": names})
    return Replaced(len(moved), len(deleted))


def _nearest_folder(path: Path) -> Path:
    return next(parent for parent in path.parents if parent.is_dir())


def _folders(paths: Sequence[Path], root: Path) -> set[Path]:
    """The folders that hold these files, up to a root."""
    return {folder for path in paths for folder in path.parents if folder.is_relative_to(root) and folder.is_dir()}


def _complete(out: Path) -> None:
    """Do what the journal says; doing it again changes nothing."""
    with refusals_told(str(out), _HALF_WAY):
        if (journal := read_journal(out)) is None:
            return
        if problems := list(_escaping(out, [OutputFile(name, b"") for name in journal.move])):
            raise BuildFailed(problems)
        _delete(out, journal)
        for name in journal.move:
            staged = out / STATE / _STAGED / name
            if staged.exists():
                (out / name).parent.mkdir(parents=True, exist_ok=True)
                os.replace(staged, out / name)
        _write_json(out / STATE / MANIFEST, list(journal.manifest))
        for folder in _folders([out / name for name in (*journal.move, *journal.delete)], out):
            settle(folder)
        _discard(out / STATE / _STAGED)
        (out / STATE / JOURNAL).unlink()


def _delete(out: Path, journal: Journal) -> None:
    root = out.resolve()
    for name in journal.delete:
        path = out / name
        if path.parent.resolve().is_relative_to(root):  # else somebody has put a link in the place of a folder
            if _is_no_folder(path):
                path.unlink()
            _remove_empty_folders(path.parent, out)


def _remove_empty_folders(folder: Path, out: Path) -> None:
    while folder != out:
        if folder.is_symlink() or (folder.is_dir() and any(folder.iterdir())):
            return
        if folder.is_dir():
            folder.rmdir()
        folder = folder.parent


def _discard(path: Path) -> None:
    if path.is_symlink() or path.is_file():
        path.unlink()
    elif path.exists():
        shutil.rmtree(path)


def _write_json(path: Path, document: object) -> None:
    write_whole(path, json.dumps(document, indent=1).encode())
    settle(path.parent)
