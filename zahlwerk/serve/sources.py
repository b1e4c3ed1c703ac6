"""Which files of a project are sources, and who says when one of them has changed."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from zahlwerk.disk import SOURCES
from zahlwerk.settings import FILE

CODE = "zahlwerk"  # the package's folder, wherever it lies
STEP, LOOK = 20, 500  # milliseconds: how long to wait for more changes, and until folders themselves are looked at
_OF_EDITORS = re.compile(r"~$|\.sw[a-z]$|\.tmp$|\.bak$|\.mo$|^\.#|^#.*#$|^4913$|___jb_|^\.goutputstream|^\.DS_Store$")

Tell = Callable[[tuple[str, ...]], None]


@dataclass(frozen=True, slots=True)
class Sources:
    """Where the sources of a project lie."""

    project: Path  # absolute
    code: Path  # of the package, absolute

    def name(self, path: Path) -> str:
        """The path of a source as problems write it; empty for what is none."""
        if _OF_EDITORS.search(path.name):
            return ""
        if path.is_relative_to(self.code):
            return f"{CODE}/{path.relative_to(self.code).as_posix()}" if path.suffix == ".py" else ""
        if not path.is_relative_to(self.project):
            return ""
        name = path.relative_to(self.project).as_posix()
        return name if name == FILE or name.partition("/")[0] in SOURCES else ""

    def names(self, paths: Iterable[Path]) -> tuple[str, ...]:
        """The names of the sources among some paths."""
        return tuple(sorted({name for path in paths if (name := self.name(path))}))

    @property
    def folders(self) -> tuple[Path, ...]:
        """The folders there are to watch."""
        return tuple(path for path in (*(self.project / name for name in SOURCES), self.code) if path.is_dir())

    def identities(self) -> dict[Path, tuple[int, ...]]:
        """What tells whether a folder is still the one that is watched, and the settings still what they were."""
        found = {path: _identity(path)[:2] for path in self.folders}
        settings = self.project / FILE
        return found | {settings: _identity(settings)}


def is_code(name: str) -> bool:
    """Whether a source is part of the program."""
    return name.startswith(f"{CODE}/")


def watch(sources: Sources, stop: Event, tell: Tell) -> None:
    """Tell of changes until the event is set.

    A folder that was moved away, or made again, is watched anew, and told as changed once it is watched. The settings
    lie in the project's own folder, where a build writes, too; so they alone are looked at there.
    """
    known = sources.identities()
    new: list[Path] = []
    while not stop.is_set():
        for paths in _changes(sources, stop):
            if names := sources.names([*paths, *new]):
                tell(names)
            now = sources.identities()
            new = [path for path in known.keys() | now.keys() if known.get(path) != now.get(path)]
            again = any(path.name != FILE for path in new)
            known = now
            if new and not again:
                tell(sources.names(new))
                new = []
            if again:
                break


def _changes(sources: Sources, stop: Event) -> Iterator[list[Path]]:
    from watchfiles import Change
    from watchfiles import watch as changes_of

    found = changes_of(
        *sources.folders,
        watch_filter=None,
        step=STEP,
        debounce=5 * STEP,
        rust_timeout=LOOK,
        yield_on_timeout=True,
        stop_event=stop,
        raise_interrupt=False,
    )
    for changes in found:
        # Editors save into a file of another name first: what came and went in one go was never a source.
        passing = {path for change, path in changes if change is Change.added and not os.path.lexists(path)}
        yield [Path(path) for path in sorted({path for _, path in changes} - passing)]


def _identity(path: Path) -> tuple[int, ...]:
    try:
        found = os.stat(path)
    except OSError:
        return ()
    return found.st_dev, found.st_ino, found.st_mtime_ns, found.st_size
