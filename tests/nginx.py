"""nginx with the configuration of the documents, from which only the folder, the port and the base path differ."""

from __future__ import annotations

import http.client
import os
import re
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email.message import Message
from pathlib import Path

from conftest import ROOT

from zahlwerk.build import Wanted, build

DOCUMENT = ROOT / "docs/publishing.md"


def configuration() -> str:
    """What docs/publishing.md tells to write for a site at /docs/."""
    (block,) = re.findall(r"```nginx\n(.*?)```", DOCUMENT.read_text("utf-8"), re.DOTALL)
    return block


@dataclass(frozen=True)
class Answer:
    """What a server answers."""

    status: int
    headers: Message
    text: str


@dataclass(frozen=True)
class Server:
    """A server that runs."""

    port: int

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def ask(self, path: str, **headers: str) -> Answer:
        """The answer for a path; no redirect is followed."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return Answer(answer.status, answer.msg, body.decode("utf-8", "replace"))


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@contextmanager
def nginx(folder: Path, port: int, base_path: str = "/docs/") -> Iterator[Server]:
    """Serve ``www`` of a folder, where a site lies at a base path, while the block runs."""
    block = configuration().replace("listen 80;", f"listen 127.0.0.1:{port};").replace("/srv/www", str(folder / "www"))
    block = block.replace("/docs", base_path.rstrip("/"))
    state = folder / "nginx"
    state.mkdir()
    paths = "".join(f"{name}_temp_path {state};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    user = "user root;" if os.geteuid() == 0 else ""  # so that it may read what tests wrote
    (state / "nginx.conf").write_text(
        f"{user} daemon off; pid {state}/pid; error_log {state}/errors; events {{}}\n"
        f"http {{ access_log off; {paths} include /etc/nginx/mime.types;\n{block} }}\n"
    )
    process = subprocess.Popen(["nginx", "-e", f"{state}/errors", "-c", f"{state}/nginx.conf"])
    try:
        _wait_for(port, process)
        yield Server(port)
    finally:
        process.terminate()
        process.wait()
    assert not re.findall(r"\[(?:warn|alert|crit|emerg)\].*", (state / "errors").read_text())


@contextmanager
def published_project(folder: Path, base_path: str) -> Iterator[tuple[Path, Server]]:
    """This very project, built and served below a path: where its pages lie, and the server."""
    port, out = free_port(), folder / f"www{base_path}".rstrip("/")
    build(ROOT, out, Wanted(base_url=f"http://127.0.0.1:{port}{base_path}"))
    with nginx(folder, port, base_path) as server:
        yield out, server


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    for _ in range(300):
        assert process.poll() is None, "nginx refuses the configuration"
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise TimeoutError("nginx does not answer")
