"""The site as readers get it: built with pseudo-languages into a folder, and served from a free port."""

from __future__ import annotations

import gzip
import io
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from zahlwerk.build import Wanted, build
from zahlwerk.editions import find_languages
from zahlwerk.ownfiles import STATE

ROOT = Path(__file__).resolve().parent.parent.parent
ARTICLE = "gpt-oss-120b-fine-tuning"
PSEUDO = ("en-XA", "en-XB")
SPOKEN = tuple(language.replace("_", "-") for language in sorted(find_languages(ROOT / "locales")))
TAGS = (*SPOKEN, *PSEUDO)


@dataclass(frozen=True)
class Served:
    """A built site and where it is to be had."""

    folder: Path  # of the site
    origin: str  # of the server, without a slash at its end
    base_path: str  # of the site on the server, with slashes at both ends

    @property
    def base_url(self) -> str:
        return f"{self.origin}{self.base_path}"

    @property
    def files(self) -> list[str]:
        """Every file below the site's folder, without the writer's own."""
        paths = [path for path in self.folder.rglob("*") if path.is_file() and STATE not in path.parts]
        return sorted(path.relative_to(self.folder).as_posix() for path in paths)

    def pages(self, tag: str) -> list[str]:
        """The pages in the folder of a language; those outside of all such folders when the tag is empty."""
        pages = [file for file in self.files if file.endswith(".html")]
        folders = {page: page.partition("/")[0] for page in pages}
        return [page for page in pages if folders[page] == tag or (not tag and folders[page] not in TAGS)]

    def url(self, file: str) -> str:
        """The address of a page."""
        return f"{self.base_url}{file.removesuffix('index.html')}"

    def read(self, file: str) -> str:
        return (self.folder / file).read_text("utf-8")


class _Quiet(SimpleHTTPRequestHandler):
    """Files of a folder, each compressed where the browser takes it, as servers of sites do; nothing is logged."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments: object) -> None:
        pass

    def send_head(self) -> io.BytesIO | None:  # type: ignore[override]
        """The file, whole and compressed; errors and redirects as they come."""
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() and self.path.partition("?")[0].endswith("/") else path
        if (
            self.path == "/favicon.ico" and not path.is_file()
        ):  # browsers ask for it by themselves, whatever a page says
            self.send_response(204)
            self.end_headers()
            return io.BytesIO()
        if not path.is_file():
            return super().send_head()  # type: ignore[return-value]
        content = path.read_bytes()
        squeezed = "gzip" in self.headers.get("Accept-Encoding", "")
        content = gzip.compress(content, 6) if squeezed else content
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Length", str(len(content)))
        if squeezed:
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        return io.BytesIO(content)


class _Server(ThreadingHTTPServer):
    """A server whose browsers may go away while it answers."""

    daemon_threads = True
    block_on_close = False  # a browser keeps its connections

    def handle_error(self, request: object, client_address: object) -> None:
        if not issubclass(sys.exc_info()[0] or Exception, ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Serve a folder while the block runs; the server's origin."""
    server = _Server(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def served_site(folder: Path, base_path: str = "/", *, pseudo: bool = True) -> Iterator[Served]:
    """This very project, built below a base path of its own server, so that absolute addresses lead there, too."""
    site = folder / base_path.strip("/")
    with serving(folder) as origin:
        build(ROOT, site, Wanted(base_url=f"{origin}{base_path}", pseudo=pseudo))
        yield Served(site, origin, base_path)
