"""A lock on a folder: one build at a time; whoever holds it is told to those who wait."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

Waits = Callable[[str], None]  # is told who holds the lock, once, before waiting: a process number, or nothing known


def silently(holder: str) -> None:
    """Wait without a word."""


@contextmanager
def held(path: Path, waits: Waits = silently) -> Iterator[None]:
    """Hold the lock of a file, which is made where it is missing. It ends with the process, however that ends.

    Raises OSError where the file cannot be opened.
    """
    lock = _locked(path, waits)
    try:
        with suppress(OSError):  # a full disk hinders nobody from waiting
            os.truncate(lock, 0)
            os.pwrite(lock, f"{os.getpid()}\n".encode(), 0)
        yield
    finally:
        os.close(lock)


def _locked(path: Path, waits: Waits) -> int:
    told = False
    while True:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        except FileNotFoundError:  # another build has just taken its folder away again
            continue
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            try:
                if not told:
                    waits(os.pread(lock, 20, 0).decode("ascii", "replace").strip())
                    told = True
                fcntl.flock(lock, fcntl.LOCK_EX)
            except BaseException:
                os.close(lock)
                raise
        except OSError:
            os.close(lock)
            raise
        if _is_still_there(path, lock):
            return lock
        os.close(lock)


def _is_still_there(path: Path, lock: int) -> bool:
    """Whether the file that was locked still goes by its name; whoever held it may have deleted it."""
    try:
        return os.path.samestat(os.stat(path), os.fstat(lock))
    except FileNotFoundError:
        return False
