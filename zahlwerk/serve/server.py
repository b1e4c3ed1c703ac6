"""The server: on this machine alone, from memory, with a stream of news for each open page."""

from __future__ import annotations

import socket
import sys
from collections.abc import Callable
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

from zahlwerk.serve.board import Board
from zahlwerk.serve.paths import EVENTS, OWN
from zahlwerk.serve.responses import (
    Question,
    Response,
    beside_response,
    news,
    own_file,
    page_of,
    question,
    site_response,
    with_script,
)
from zahlwerk.serve.wire import Answered

HOST = "127.0.0.1"
_OWN_NAMES = (HOST, "localhost")
_ALIVE = 15  # seconds between signs of life, by which a closed page is found out
_LAST_PORT = 65535

Ask = Callable[[str, str, str], Answered]  # an article in two languages


class PortBusy(Exception):  # noqa: N818  # it says what happened
    """Another program listens there."""

    def __init__(self, port: int, free: int) -> None:
        super().__init__(f"port {port} is busy")
        self.port = port
        self.free = free  # the next one that is; 0 for none


class Server(ThreadingHTTPServer):
    """Answers every request in a thread of its own, and keeps quiet about browsers that go away."""

    daemon_threads = True
    block_on_close = False  # browsers keep their connections

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Tell of what nobody expected."""
        if not isinstance(sys.exception(), ConnectionError | TimeoutError):
            super().handle_error(request, client_address)


def bind(port: int, board: Board, ask: Ask) -> Server:
    """A server that listens, on any free port for 0. Raises PortBusy, and OSError for a port that is not allowed."""
    try:
        return Server((HOST, port), partial(_Handler, board, ask))
    except OSError as error:
        if not _is_busy(port):
            raise
        raise PortBusy(port, next_free(port)) from error


def next_free(port: int) -> int:
    """The next port that nobody listens on; 0 where there is none."""
    return next((other for other in range(port + 1, _LAST_PORT + 1) if not _is_busy(other)), 0)


def _is_busy(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
            probe.listen()
        except PermissionError:
            return False
        except OSError:
            return True
    return False


class _Handler(BaseHTTPRequestHandler):
    """One connection."""

    protocol_version = "HTTP/1.1"

    def __init__(self, board: Board, ask: Ask, *arguments: Any) -> None:
        self._board, self._ask = board, ask
        super().__init__(*arguments)

    def log_message(self, *arguments: object) -> None:
        """Nothing: the terminal is for problems."""

    def do_GET(self) -> None:
        """Answer."""
        address = urlsplit(self.path)
        if self.headers.get("Host", "").rpartition(":")[0] not in _OWN_NAMES:
            # A page elsewhere may have its own name lead here, and would read the drafts.
            self._send(Response(421, "text/plain; charset=utf-8", b"this server has another name\n"))
        elif address.path == EVENTS:
            self._tell_news(page_of(address.query))
        elif wanted := question(address.path):
            self._send(with_script(self._board.shown, address.path, self._beside(wanted)))
        elif address.path.startswith(OWN):
            self._send(own_file(address.path))
        else:
            shown = self._board.shown
            self._send(with_script(shown, address.path, site_response(shown, address.path)))

    do_HEAD = do_GET  # noqa: N815  # the name is the library's

    def _beside(self, wanted: Question) -> Response:
        try:
            return beside_response(self._ask(wanted.slug, wanted.left, wanted.right))
        except (OSError, TimeoutError):
            return beside_response(Answered(0, reason="nothing answers; the list of problems says why"))

    def _send(self, response: Response) -> None:
        self.send_response(response.status)
        self.send_header("Content-Type", response.kind)
        self.send_header("Content-Length", str(len(response.body)))
        self.send_header("Cache-Control", "no-store")
        if response.location:
            self.send_header("Location", response.location)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(response.body)

    def _tell_news(self, page: str) -> None:
        """What the page is to know, at once and whenever it changes, until the browser goes away."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream; charset=utf-8")
        self.send_header("Cache-Control", "no-store")
        self.send_header("Connection", "close")
        self.end_headers()
        told = ""
        while True:
            shown, listed = self._board.read()
            latest = news(shown, listed, page)
            self.wfile.write(f"data: {latest}\n\n".encode() if latest != told else b": alive\n\n")
            self.wfile.flush()
            told = latest
            self._board.wait_for_other(shown, _ALIVE)
