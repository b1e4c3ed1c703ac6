"""What the server answers to each address, as values; and what it adds to pages on their way to the browser."""

from __future__ import annotations

import hashlib
import json
import mimetypes
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from urllib.parse import unquote, urlsplit

from zahlwerk.serve.board import Shown
from zahlwerk.serve.paths import BESIDE, EVENTS, OWN, SCRIPT, STYLE
from zahlwerk.serve.wire import Answered

_HTML = "text/html; charset=utf-8"
_TYPES = {  # of what sites hold; the machine may know others, and other names for these
    ".css": "text/css; charset=utf-8",
    ".csv": "text/csv; charset=utf-8",
    ".html": _HTML,
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".xml": "application/xml",
}
_WAITING = b"""<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark">
<title>The site is not there yet</title></head>
<body><p>This page appears as soon as the site has been built once.</p></body>
</html>
"""


@dataclass(frozen=True, slots=True)
class Response:
    """A status, and what goes with it."""

    status: int
    kind: str = _HTML  # of the content
    body: bytes = b""
    location: str = ""  # where the browser is to go instead


@dataclass(frozen=True, slots=True)
class Question:
    """What a side-by-side view is to show."""

    slug: str
    left: str
    right: str


def site_response(shown: Shown, path: str) -> Response:
    """What the site itself answers, unchanged."""
    if not shown.files and not shown.early:
        return Response(503, body=_WAITING)
    if not path.startswith(shown.base_path):
        own = path == "/" or f"{path}/" == shown.base_path
        return Response(302, location=shown.base_path) if own else _lost(shown, "")
    name = unquote(path.removeprefix(shown.base_path))
    file = f"{name}index.html" if not name or name.endswith("/") else name
    content = shown.page(file)
    if content is not None:
        ending = f".{file.rpartition('.')[2]}"
        return Response(200, _TYPES.get(ending) or mimetypes.guess_type(file)[0] or "application/octet-stream", content)
    if shown.page(f"{name}/index.html") is not None:
        return Response(301, location=f"{path}/")
    return _lost(shown, name)


def _lost(shown: Shown, name: str) -> Response:
    """The page for what is not there, in the language of the address where it has one."""
    pages = (shown.page(f"{folder}404.html") for folder in (f"{name.partition('/')[0]}/", ""))
    return Response(404, body=next((page for page in pages if page), b"<!doctype html><title>Not there</title>"))


def own_file(path: str) -> Response:
    """The script and the style of what the server adds."""
    if path not in (SCRIPT, STYLE):
        return Response(404, "text/plain; charset=utf-8", b"the server has nothing there\n")
    name = path.removeprefix(OWN)
    return Response(200, _TYPES[f".{name.rpartition('.')[2]}"], (files("zahlwerk.serve") / name).read_bytes())


def question(path: str) -> Question | None:
    """What a path asks to see side by side; None where it does not."""
    parts = unquote(path).removeprefix(BESIDE).removesuffix("/").split("/")
    return Question(*parts) if path.startswith(BESIDE) and len(parts) == 3 and all(parts) else None


def beside_response(answered: Answered) -> Response:
    """The view, or a page that says why there is none."""
    if answered.html:
        return Response(200, body=answered.html.encode())
    why = answered.reason or "\n".join(str(problem) for problem in answered.problems)
    title = "There is nothing to show side by side"
    head = f'<head><meta charset="utf-8"><title>{title}</title></head>'
    page = f'<!doctype html><html lang="en">{head}<body><h1>{title}</h1><pre>{escape(why)}</pre></body></html>'
    return Response(404 if answered.reason else 503, body=page.encode())


def mark(shown: Shown, path: str) -> str:
    """What changes whenever the page at an address does, or how it looks."""
    if path.startswith(BESIDE):
        return str(shown.changes)
    response = site_response(shown, path)
    digest = hashlib.sha256(b"%d %s " % (response.status, response.location.encode()))
    digest.update(response.body)
    digest.update(shown.assets)
    return digest.hexdigest()[:16]


def with_script(shown: Shown, path: str, response: Response) -> Response:
    """A page with the script that follows it; anything else as it is."""
    if response.kind != _HTML or not response.body:
        return response
    seen = f'data-seen="{mark(shown, path)}" data-page="{escape(path)}" data-events="{EVENTS}" data-style="{STYLE}"'
    name = unquote(path.removeprefix(shown.base_path))
    beside = shown.beside.get(f"{name}index.html" if name.endswith("/") else name, "")
    other = f' data-beside="{escape(BESIDE + beside)}"' if beside else ""
    script = f'<script src="{SCRIPT}" {seen}{other} defer></script>'.encode()
    before, head, after = response.body.partition(b"</head>")
    body = before + script + head + after if head else response.body + script
    return Response(response.status, response.kind, body, response.location)


def news(shown: Shown, listed: str, path: str) -> str:
    """What a page is told, as JSON: which version of it there is, and what is wrong with the site."""
    told = {
        "mark": mark(shown, path),
        "state": "checking" if shown.is_checking else "sound" if shown.is_sound else "unsound",
        "sound": shown.is_sound,
        "problems": listed,
        "count": len(shown.problems),
    }
    return json.dumps(told, ensure_ascii=False)


def page_of(query: str) -> str:
    """The path of a page as its script names it."""
    return urlsplit(unquote(query.removeprefix("page="))).path or "/"
