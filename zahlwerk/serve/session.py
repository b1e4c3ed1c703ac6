"""A session of serving: changes and messages one after the other, each taken in, then told."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from threading import Event, Thread
from types import TracebackType

from zahlwerk.serve.board import Board, Listing, Shown
from zahlwerk.serve.builder import Builder
from zahlwerk.serve.server import HOST, bind
from zahlwerk.serve.sources import Sources, is_code, watch
from zahlwerk.serve.wire import Changed, Ended, Extras, FromBuilder


@dataclass(frozen=True, slots=True)
class Happened:
    """What came in, and what is shown since."""

    message: Changed | FromBuilder | Ended
    shown: Shown
    seconds: float  # since the last change, or the start


class Session:
    """Serves a project while the block runs. Raises PortBusy, or OSError, where it cannot listen."""

    def __init__(self, project: Path, port: int, extras: Extras, listing: Listing) -> None:
        folder = project.resolve()
        self._inbox: SimpleQueue[Changed | FromBuilder | Ended] = SimpleQueue()
        self.board = Board(listing)
        self._builder = Builder(folder, extras, self._inbox.put)
        self._server = bind(port, self.board, self._builder.ask)
        self._sources = Sources(folder, Path(__file__).resolve().parent.parent)
        self._stop = Event()

    @property
    def address(self) -> str:
        """Where the site is to be seen."""
        return f"http://{HOST}:{self._server.server_port}/"

    def __enter__(self) -> Session:
        """Begin to listen, to watch, and to build."""
        Thread(target=self._server.serve_forever, daemon=True).start()
        Thread(target=watch, args=(self._sources, self._stop, self._tell), daemon=True).start()
        self._builder.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End all of it."""
        self._stop.set()
        self._builder.stop()
        self._server.shutdown()
        self._server.server_close()

    def happenings(self) -> Iterator[Happened]:
        """Everything that happens, once it is shown, without end."""
        since = time.monotonic()
        while True:
            message = self._inbox.get()
            if isinstance(message, Changed):
                since = time.monotonic()
                shown = self.board.put(message)
                if any(is_code(path) for path in message.paths):
                    self._builder.start()
                else:
                    self._builder.tell(message)
            else:
                shown = self.board.put(message)
            yield Happened(message, shown, time.monotonic() - since)

    def _tell(self, paths: tuple[str, ...]) -> None:
        self._inbox.put(Changed(paths))
