"""A site that is served while a test changes it."""

from __future__ import annotations

import json
import re
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from typing import Any

from conftest import Site

from zahlwerk.cli.output import problem_list
from zahlwerk.serve.board import Shown
from zahlwerk.serve.session import Happened, Session
from zahlwerk.serve.wire import Extras, Sound, Unsound

PATIENCE = 60  # seconds, on a busy machine
SCRIPT = re.compile(rb'<script src="/_serve/live\.js"[^>]*></script>')


@dataclass(frozen=True)
class Got:
    """An answer over HTTP."""

    status: int
    kind: str
    location: str
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()


@dataclass(frozen=True)
class Followed:
    """A project, and the server that follows it."""

    site: Site
    session: Session
    happened: list[Happened]

    @property
    def shown(self) -> Shown:
        return self.session.board.shown

    @property
    def port(self) -> int:
        return int(self.session.address.rstrip("/").rpartition(":")[2])

    def get(self, path: str, *, host: str = "", method: str = "GET") -> Got:
        """What the server answers, without following redirects."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.request(method, path, headers={"Host": host} if host else {})
        answer = connection.getresponse()
        got = Got(answer.status, answer.headers["Content-Type"], answer.headers.get("Location", ""), answer.read())
        connection.close()
        return got

    @contextmanager
    def news(self, page: str) -> Iterator[Iterator[dict[str, Any]]]:
        """What the script of a page is told."""
        url = f"{self.session.address}_serve/events?page={page}"
        with urllib.request.urlopen(url, timeout=PATIENCE) as stream:
            assert stream.headers["Content-Type"] == "text/event-stream; charset=utf-8"
            yield (json.loads(line.removeprefix(b"data: ")) for line in stream if line.startswith(b"data: "))

    def checked(self, change: Callable[[], object]) -> Happened:
        """Change something; what the complete check came to that followed."""
        before = self.shown.changes
        change()
        return self.until(lambda one: isinstance(one.message, Sound | Unsound) and one.shown.changes > before)

    def until(self, wanted: Callable[[Happened], bool]) -> Happened:
        """The first thing that happened, or happens, that is wanted."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if found := next((one for one in list(self.happened) if wanted(one)), None):
                return found
            time.sleep(0.01)
        raise AssertionError([type(one.message).__name__ for one in self.happened])


@contextmanager
def followed(site: Site) -> Iterator[Followed]:
    """Serve a project on a free port, once its first check is through."""
    listing = lambda problems: problem_list(problems).plain  # noqa: E731  # as the command does
    with Session(site.folder, 0, Extras(), listing) as session:
        served = Followed(site, session, [])
        threading.Thread(target=_gather, args=(served,), daemon=True).start()
        served.until(lambda one: isinstance(one.message, Sound | Unsound))
        yield served


def _gather(served: Followed) -> None:
    for happened in served.session.happenings():
        served.happened.append(happened)
