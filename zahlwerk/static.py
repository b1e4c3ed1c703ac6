"""The folder static/: files that are published as they are."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from zahlwerk.disk import composed, link_target, shown_name
from zahlwerk.problems import Place, Problem
from zahlwerk.site import OutputFile

STATIC = "static"
_WELL_KNOWN = ".well-known"  # the one hidden folder that is meant to be published (RFC 8615)


@dataclass(frozen=True, slots=True)
class StaticFiles:
    """What is to be published as it is, and what stands in the way of that."""

    files: tuple[OutputFile, ...]
    problems: tuple[Problem, ...]


def read_static(project: Path) -> StaticFiles:
    """Every file of the folder; nothing where there is no such folder."""
    root = project / STATIC
    if not os.path.lexists(root):
        return StaticFiles((), ())
    found = list(_read_folder(root, root))
    files = [one for one in found if isinstance(one, OutputFile)]
    problems = [one for one in found if isinstance(one, Problem)]
    return StaticFiles(tuple(files), (*problems, *_twins(files)))


def _twins(files: Sequence[OutputFile]) -> Iterator[Problem]:
    """Files that have one name once it is composed, so that only one of them can be published."""
    names = [one.file for one in files]
    for name in sorted({name for name in names if names.count(name) > 1}):
        hint = "the two are written with different characters and look the same; delete one of them"
        yield Problem(Place(f"{STATIC}/{name}"), "lies there twice", hint)


def _read_folder(folder: Path, root: Path) -> Iterator[OutputFile | Problem]:
    try:
        paths = sorted(folder.iterdir())
    except OSError as error:
        yield Problem(_place(folder, root), f"cannot be read: {error.strerror}")
        return
    for path in paths:
        if path.name.startswith(".") and (path.name, path.parent) != (_WELL_KNOWN, root):
            yield Problem(_place(path, root), "is hidden, and not published", "", "notice")
        elif path.is_symlink() and (problem := _astray(path, root)):
            yield problem
        elif path.is_dir():
            yield from _read_folder(path, root)
        else:
            yield _read_file(path, root)


def _astray(link: Path, root: Path) -> Problem | None:
    """Why a symbolic link cannot be followed; None where it leads to a file of the folder."""
    try:
        target = link_target(link)
    except OSError as error:
        return Problem(_place(link, root), f"is a link that leads nowhere: {error.strerror}", "delete it")
    if not target.is_relative_to(os.path.realpath(root)):
        return Problem(_place(link, root), f"is a link out of {STATIC}/", "put a copy of the file in its place")
    if target.is_dir():
        return Problem(_place(link, root), "is a link to a folder", "put a copy of the folder in its place")
    return None


def _read_file(path: Path, root: Path) -> OutputFile | Problem:
    place = _place(path, root)
    if not path.is_file():
        return Problem(place, "is neither a file nor a folder", "delete it")
    if not _is_text(path.name):
        return Problem(place, "has a name that is not UTF-8", "rename it")
    try:
        return OutputFile(composed(path.relative_to(root).as_posix()), path.read_bytes())
    except OSError as error:
        return Problem(place, f"cannot be read: {error.strerror}")


def _is_text(name: str) -> bool:
    return not any("\ud800" <= character <= "\udfff" for character in name)


def _place(path: Path, root: Path) -> Place:
    return Place(shown_name(path, root.parent))


def clashes(static: Iterable[OutputFile], made: Iterable[str]) -> Iterator[Problem]:
    """Files that would lie where the site puts one of its own, or a folder of it.

    Names that differ in case only are one on some disks, and so are the two ways to write an accent.
    """
    files = {_key(PurePosixPath(name)): name for name in made}
    folders = {_key(folder): file for file in files.values() for folder in PurePosixPath(file).parents}
    for name in (one.file for one in static):
        path = PurePosixPath(name)
        above = (files.get(_key(folder)) for folder in path.parents)
        other = files.get(_key(path)) or folders.get(_key(path)) or next(filter(None, above), None)
        if other:
            message = f'lies in the way of "{other}", which the site makes itself'
            yield Problem(Place(f"{STATIC}/{name}"), message, "rename it, or delete it")


def _key(path: PurePosixPath) -> str:
    return composed(path.as_posix()).casefold()
