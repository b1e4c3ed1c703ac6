"""A process that builds in children of its own, which are killed at the moment they are told to.

Everything is imported before a child begins, so that a build is all that it does.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).resolve().parent.parent
_CHANGING = {"os.mkdir", "os.remove", "os.rename", "os.rmdir", "os.truncate"}  # audit events of the file system


@dataclass(frozen=True)
class End:
    """How a child ended."""

    killed: bool
    code: int
    steps: int  # changes of the file system that it has made, of one that was not killed
    seconds: float
    said: str  # on its error output


@dataclass(frozen=True)
class Nursery:
    """The process, and what is said to it."""

    orders: IO[str]
    answers: IO[str]

    def warm(self, project: Path) -> None:
        """Let the process itself read a project once, so that its children know what is the same for all."""
        self._run({"warm": str(project)})

    def build(self, *arguments: str, project: Path, seconds: float = 0, step: int = 0) -> End:
        """Run a build, killed after so many seconds, or before so manieth change of the file system; 0 for never."""
        order = {"arguments": ["build", *arguments], "project": str(project), "seconds": seconds, "step": step}
        return self._run(order)

    def write(self, out: Path, site: dict[str, str], *, step: int = 0) -> End:
        """Let the writer alone write a site of these texts, likewise."""
        return self._run({"out": str(out), "site": site, "seconds": 0, "step": step})

    def _run(self, order: dict[str, Any]) -> End:
        self.orders.write(f"{json.dumps(order)}\n")
        self.orders.flush()
        return End(**json.loads(self.answers.readline()))


@contextmanager
def nursery() -> Iterator[Nursery]:
    """Start the process, and end it after the block."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(
        [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
    )
    assert process.stdin
    assert process.stdout
    with process.stdin, process.stdout:
        yield Nursery(process.stdin, process.stdout)
    process.wait()


def _serve() -> None:
    import zahlwerk.build
    import zahlwerk.cli.build  # children need not import it

    for line in sys.stdin:
        order = json.loads(line)
        if "warm" in order:
            zahlwerk.build.check(Path(order["warm"]), zahlwerk.build.Wanted())
            print(json.dumps(End(False, 0, 0, 0, "").__dict__), flush=True)
            continue
        read_end, write_end = os.pipe()
        started = time.monotonic()
        child = os.fork()
        if not child:
            os._exit(_child(order, write_end))
        os.close(write_end)
        if order["seconds"]:
            time.sleep(order["seconds"])
            os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        with os.fdopen(read_end, "rb") as told:
            said = told.read().decode("utf-8", "replace")
        errors, _, steps = said.rstrip("\0").rpartition("\0")
        killed = os.WIFSIGNALED(status)
        code = 0 if killed else os.WEXITSTATUS(status)
        end = End(killed, code, 0 if killed else int(steps), time.monotonic() - started, errors)
        print(json.dumps(end.__dict__), flush=True)


def _child(order: dict[str, Any], errors: int) -> int:
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    os.dup2(errors, 2)
    steps = 0

    def count(event: str, arguments: tuple[Any, ...]) -> None:
        nonlocal steps
        opened = event == "open" and isinstance(arguments[2], int) and arguments[2] & (os.O_WRONLY | os.O_RDWR)
        if event in _CHANGING or opened:
            steps += 1
            if steps == order["step"]:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(count)
    try:
        if "site" in order:
            from zahlwerk.site import OutputFile
            from zahlwerk.writer import write_site

            write_site(Path(order["out"]), [OutputFile(name, text.encode()) for name, text in order["site"].items()])
            return 0
        from zahlwerk.cli import main

        return main(order["arguments"], Path(order["project"]))
    except BaseException as error:
        os.write(2, repr(error).encode())
        return 3
    finally:
        sys.stderr.flush()
        os.write(2, f"\0{steps}\0".encode())


if __name__ == "__main__":
    _serve()
