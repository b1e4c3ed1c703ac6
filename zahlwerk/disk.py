"""What lies on disk: which files belong to a project, and what a file system refuses, told as problems."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from zahlwerk.problems import BuildFailed, Place, Problem

SOURCES = ("content", "facts", "locales", "static", "templates")  # folders that a site is made from
_SETTINGS = "pyproject.toml"
_STATIC = "static"  # what lies in it is published as it is, and looked at where it is read


def composed(name: str) -> str:
    """A name in the one form of Unicode that links and catalogues are written in: an accented letter is one character.

    Some disks and archives write such letters as two.
    """
    return unicodedata.normalize("NFC", name)


def listed(folder: Path, pattern: str) -> list[Path]:
    """The files of a folder that match a pattern, in the order of their composed names.

    Hidden ones are left out: editors put locks and copies of their own beside what they edit.
    """
    found = (path for path in folder.glob(pattern) if not _is_hidden(path.relative_to(folder)))
    return sorted(found, key=lambda path: (composed(str(path)), str(path)))


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)


def stray_files(project: Path) -> Iterator[Problem]:
    """What a project cannot be read with: links out of it, links that lead nowhere, and what is no file at all."""
    for name in (*SOURCES, _SETTINGS):
        path = project / name
        if os.path.lexists(path):
            yield from _strays(path, project, deeply=name != _STATIC)


def _strays(path: Path, project: Path, *, deeply: bool) -> Iterator[Problem]:
    place = Place(shown_name(path, project))
    if path.is_symlink() and (problem := _astray(path, place, project)):
        yield problem
    elif path.is_dir() and deeply:
        try:
            inside = sorted(path.iterdir())
        except OSError as error:
            yield Problem(place, f"cannot be read: {error.strerror}")
            return
        for one in inside:
            if not one.name.startswith("."):
                yield from _strays(one, project, deeply=not one.is_symlink())
    elif not path.is_file() and not path.is_dir():
        yield Problem(place, "is neither a file nor a folder", "delete it")


def _astray(link: Path, place: Place, project: Path) -> Problem | None:
    try:
        target = link_target(link)
    except OSError as error:
        return Problem(place, f"is a link that leads nowhere: {error.strerror}", "delete it")
    if target.is_relative_to(os.path.realpath(project)):
        return None
    kind = "folder" if target.is_dir() else "file"
    return Problem(place, "is a link out of the project", f"put a copy of the {kind} in its place")


def link_target(link: Path) -> Path:
    """Where a symbolic link leads in the end. Raises OSError where that is nowhere."""
    return Path(os.path.realpath(link, strict=True))


def shown_name(path: Path, project: Path) -> str:
    """The name of a file as problems tell it: below the project, composed, and printable."""
    return composed(path.relative_to(project).as_posix().encode("utf-8", "backslashreplace").decode())


@contextmanager
def refusals_told(place: str, hint: str = "") -> Iterator[None]:
    """Turn what the file system refuses into a problem. The file that it names comes before the place."""
    try:
        yield
    except OSError as error:
        where = error.filename if isinstance(error.filename, str | os.PathLike) else place
        problem = Problem(Place(os.fspath(where)), f"cannot be written: {error.strerror}", hint)
        raise BuildFailed([problem]) from error


def need_room(folder: Path, size: int) -> None:
    """Raise OSError where a disk has no room for so many bytes: not every program says when it had none."""
    probe = folder / ".room"
    try:
        with probe.open("wb") as stream:
            os.posix_fallocate(stream.fileno(), 0, size)
    finally:
        probe.unlink(missing_ok=True)


def write_whole(path: Path, content: bytes) -> None:
    """Write a file that is never half there, not even after a loss of power. Raises OSError, and leaves none behind."""
    beside = path.with_name(f"{path.name}.new")
    try:
        write_to_disk(beside, content)
        os.replace(beside, path)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise


def write_to_disk(path: Path, content: bytes) -> None:
    """Write a file, and wait until it lies on the disk."""
    with path.open("wb") as stream:
        stream.write(content)
        stream.flush()
        os.fsync(stream.fileno())


def settle(folder: Path) -> None:
    """Wait until the names of a folder lie on the disk. Where folders cannot be asked to, files still were."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
