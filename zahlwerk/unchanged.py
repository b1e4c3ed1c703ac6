"""Whether anything has changed since the last build; asked before anything else is imported or read.

A build that passed leaves a note in its output folder: the state of each file that it read, of each that it wrote, and
of the code that did so. While all of that stands as noted, another build would write the same again.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

NOTE = os.path.join(".zahlwerk", "last.json")  # inside an output folder, beside what the writer keeps there
_READ = ("content", "facts", "locales", "static", "templates", "pyproject.toml")
_HISTORY = ("HEAD", "logs/HEAD", "packed-refs")  # what tells that git knows of other commits
_CODE = os.path.dirname(os.path.abspath(__file__))
_RACY = 100_000_000  # nanoseconds: what changes twice within so short a time may keep its times
_FORMAT = 1

States = Mapping[str, Any]  # by path: size and times, or a digest


class Before(NamedTuple):
    """What a build sees before it reads anything."""

    asked: tuple[str, ...]  # by the command line, the environment and the day
    at: int  # nanoseconds since the epoch
    read: States


def before(project: str, asked: Iterable[str]) -> Before:
    """The state of everything that a build is about to read."""
    moment = time.time_ns()
    return Before(tuple(asked), moment, _states(_sources(project)))


def said_before(project: str, out: str, asked: Iterable[str], *, by_content: bool) -> Mapping[str, Any] | None:
    """What the last build into a folder came to, if another would come to the same; None where that is not certain.

    Files are the same by size and times, or by their content. A note that is damaged is none.
    """
    try:
        with open(os.path.join(out, NOTE), encoding="utf-8") as stream:
            note = json.load(stream)
        if note["format"] != _FORMAT or note["asked"] != list(asked) or note["python"] != sys.version:
            return None
        measure = _digests if by_content else _states
        read, written = ("read digests", "written digests") if by_content else ("read", "written")
        if measure((*_sources(project), *note["packages"])) != note[read]:
            return None
        if measure(note["written"], out) != note[written]:
            return None
        said: Mapping[str, Any] = note["said"]
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
    return said


def leave_note(project: str, out: str, seen: Before, written: Iterable[str], said: Mapping[str, Any]) -> None:
    """Note what a build came to, unless something has changed while it was at work."""
    packages = sorted(_packages())
    sources = list(_sources(project))
    read = _states(sources)
    if read != seen.read or any(_is_racy(state, seen.at) for state in read.values()):
        return
    names = sorted(written)
    note = {
        "format": _FORMAT,
        "python": sys.version,
        "asked": list(seen.asked),
        "packages": packages,
        "read": {**read, **_states(packages)},
        "read digests": _digests((*sources, *packages)),
        "written": _states(names, out),
        "written digests": _digests(names, out),
        "said": said,
    }
    path = os.path.join(out, NOTE)
    with suppress(OSError):  # without a note, the next build does its work again
        with open(f"{path}.new", "w", encoding="utf-8") as stream:
            json.dump(note, stream, ensure_ascii=False)
        os.replace(f"{path}.new", path)


def forget(out: str) -> None:
    """Take the note away, before anything is written that it does not know."""
    with suppress(FileNotFoundError):
        os.unlink(os.path.join(out, NOTE))


def _is_racy(state: Any, moment: int) -> bool:
    """Whether a file was changed so shortly before it was read that another change could have kept its times."""
    return bool(state) and max(state[1], state[2]) > moment - _RACY


def _states(names: Iterable[str], folder: str = "") -> dict[str, list[int]]:
    """The size and times of files, below a folder where one is given; nothing for one that is missing.

    Times of content and of status are both taken: the first can be set back, the second cannot.
    """
    found: dict[str, list[int]] = {}
    for name in names:
        try:
            stat = os.stat(os.path.join(folder, name))
        except OSError:
            found[name] = []
        else:
            found[name] = [stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns, stat.st_ino]
    return found


def _digests(names: Iterable[str], folder: str = "") -> dict[str, str]:
    from hashlib import blake2b

    found = {}
    for name in names:
        try:
            with open(os.path.join(folder, name), "rb") as stream:
                found[name] = blake2b(stream.read(), digest_size=16).hexdigest()
        except OSError:
            found[name] = ""
    return found


def _sources(project: str) -> Iterator[str]:
    """Every file that a project is read from, the code that reads it, and what tells that its history is another."""
    for name in _READ:
        yield from _files(os.path.join(project, name))
    yield from (path for path in _files(_CODE) if path.endswith((".py", ".ttf", ".otf")))
    git = os.path.join(_repository(project), ".git")
    yield from (os.path.join(git, name) for name in _HISTORY)


def _files(path: str) -> Iterator[str]:
    if not os.path.isdir(path) or os.path.islink(path):
        yield path
        return
    with os.scandir(path) as entries:
        for entry in sorted(entries, key=lambda entry: entry.name):
            if entry.is_dir(follow_symlinks=False):
                yield from _files(entry.path)
            else:
                yield entry.path


def _repository(project: str) -> str:
    """The folder that git keeps the project in; the project's own where there is none."""
    folder = os.path.abspath(project)
    while not os.path.exists(os.path.join(folder, ".git")):
        above = os.path.dirname(folder)
        if above == folder:
            return project
        folder = above
    return folder


def _packages() -> set[str]:
    """The packages of others that this process uses, each by the file it begins with."""
    standard = os.path.dirname(os.__file__)
    found = set()
    for name, module in list(sys.modules.items()):
        path = getattr(module, "__file__", None)
        if path and "." not in name and ("site-packages" in path or not path.startswith(standard)):
            found.add(os.path.abspath(path))
    return found
