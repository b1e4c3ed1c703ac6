"""Search: an index of each language, made by Pagefind from finished pages, which browsers search by themselves.

Templates mark what is to be found by Pagefind's own attributes ``data-pagefind-body`` and ``data-pagefind-ignore``.
Pagefind is given no whole pages but their marked parts, a section for each heading: of a heading it would drop the
figures, and an appendix whose derivations repeat each other's figures would answer every question.
"""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import tempfile
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from html.parser import HTMLParser
from pathlib import Path

from zahlwerk import pagefind
from zahlwerk.disk import need_room, refusals_told
from zahlwerk.elements import VOID
from zahlwerk.problems import BuildFailed, Place, Problem
from zahlwerk.site import OutputFile

FOLDER = "pagefind/"  # of the index, below the output folder
_OF_THE_PROGRAM = 4 * 2**20  # bytes that Pagefind writes beside the index itself; generously
_SQUEEZED = (".pf_", ".pagefind")  # suffixes of files that are compressed
_WITHOUT = "or build with --no-search"
_ENTRY = "pagefind-entry.json"
_BODY, _IGNORE = "data-pagefind-body", "data-pagefind-ignore"
_OWN_LOOKS = ("*-ui.*", "pagefind-highlight.js")  # Pagefind's interfaces, of which pages have one of their own
_WORDLESS = {"footer", "header", "nav", "script", "style", "svg", "template"}
_HEADINGS = {"h2", "h3"}
_INLINE = {
    "a",
    "abbr",
    "b",
    "bdi",
    "cite",
    "code",
    "data",
    "em",
    "i",
    "q",
    "small",
    "span",
    "strong",
    "sub",
    "sup",
    "time",
}
_SPACES = str.maketrans("\u00a0\u202f\u2009", "   ")  # between a number and its unit, which are two words to search


@dataclass(slots=True)
class Section:
    """What a page says below one heading."""

    id: str  # of the place to lead to; empty for what stands before the first heading
    title: str = ""
    text: str = ""  # a line for each block


@dataclass(slots=True)
class _Open:
    """An element that has not ended yet."""

    tag: str
    id: str  # its own, or that of the nearest element around it
    found: bool  # whether its text is to be found
    heading: str  # it or the heading that it stands in; empty elsewhere


@dataclass(slots=True)
class _Page:
    """What is to be found in a page."""

    language: str = ""
    title: str = ""
    sections: list[Section] = field(default_factory=lambda: [Section("")])


class _Reader(HTMLParser):
    """Reads the marked parts of a page."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.page = _Page()
        self.open = [_Open("", "", found=False, heading="")]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values, around = dict(attrs), self.open[-1]
        found = (around.found or _BODY in values) and _IGNORE not in values and tag not in _WORDLESS
        heading = tag if tag == "h1" or tag in _HEADINGS else around.heading
        element = _Open(tag, values.get("id") or around.id, found, heading)
        if tag == "html":
            self.page.language = values.get("lang") or ""
        if tag in _HEADINGS and found:
            self.page.sections.append(Section(element.id))
        elif tag == "span" and found and heading:  # the case of a figure, beside its name
            self.page.sections[-1].title += "· "
        elif tag not in _INLINE:
            self.page.sections[-1].text += "\n"
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in (element.tag for element in self.open):
            while self.open.pop().tag != tag:
                pass

    def handle_data(self, data: str) -> None:
        section, inner = self.page.sections[-1], self.open[-1]
        if inner.heading == "h1":
            self.page.title += data
        elif inner.found and inner.heading:
            section.title += data
        elif inner.found:
            section.text += data.replace("\n", " ")


def search_files(files: Sequence[OutputFile], scratch: Path | None = None) -> list[OutputFile]:
    """The index of all pages that mark something to be found, and the program that browsers search it with.

    It is made in a folder of its own below ``scratch``, or else where the machine keeps such folders. The same pages
    always give the same files. Raises BuildFailed when Pagefind does, or where that folder cannot be written.
    """
    marked = [file for file in files if file.file.endswith(".html") and _BODY.encode() in file.content]
    if not marked:
        return []
    with (
        refusals_told("the search index", f"make room, {_WITHOUT}"),
        tempfile.TemporaryDirectory(dir=scratch) as folder,
    ):
        pages, index = Path(folder).resolve() / "pages", Path(folder).resolve() / "index"
        for file in marked:
            (pages / file.file).parent.mkdir(parents=True, exist_ok=True)
            (pages / file.file).write_text(searchable(file.content.decode()), "utf-8")
        need_room(pages.parent, _OF_THE_PROGRAM + 2 * sum(len(file.content) for file in marked))
        _run_pagefind(pages, index)
        if cut_short := [path for path in _needed(index) if not _is_whole(path)]:
            message = "was written only in part, though Pagefind reports no error"
            raise BuildFailed(Problem(Place(str(path)), message, _WITHOUT) for path in cut_short)
        return sorted(_index_files(index), key=lambda file: file.file)


def searchable(html: str) -> str:
    """What is to be found in a page, as a document of its own: a heading with its id, and text, for each section."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    page = reader.page
    sections = "".join(_section_html(section) for section in page.sections)
    title = escape(_plain(page.title))
    head = f'<!doctype html>\n<html lang="{escape(page.language)}"><head><title>{title}</title></head>'
    return f"{head}\n<body {_BODY}><h1>{title}</h1>\n{sections}</body></html>\n"


def _section_html(section: Section) -> str:
    heading = f'<h2 id="{escape(section.id)}">{escape(_plain(section.title))}</h2>\n' if section.title else ""
    lines = (_plain(line) for line in section.text.split("\n"))
    return heading + "".join(f"<p>{escape(line)}</p>\n" for line in lines if line)


def _plain(text: str) -> str:
    return " ".join(text.translate(_SPACES).split())


def _run_pagefind(pages: Path, index: Path) -> None:
    """Make the index, whatever the environment or a file in the current folder would have Pagefind do instead."""
    program = pagefind.program()
    assert program, "a build without the program asks for no index"
    variables = {name: value for name, value in os.environ.items() if not name.startswith("PAGEFIND_")}
    command = [program, "--site", str(pages), "--output-path", str(index), "--silent"]
    try:
        done = subprocess.run(command, cwd=pages.parent, env=variables, capture_output=True, text=True, check=False)  # noqa: S603  # no shell; every argument is ours
        said = "" if done.returncode == 0 else (done.stderr or done.stdout or f"exit code {done.returncode}").strip()
    except OSError as error:
        said = str(error.strerror)
    if said:
        raise BuildFailed([Problem(Place(program), f"cannot make the search index: {said}", _WITHOUT)])


def _is_whole(path: Path) -> bool:
    """Whether a file of the index ends as it must."""
    content = path.read_bytes()
    try:
        if path.suffix == ".json":
            json.loads(content)
        elif path.suffix.startswith(_SQUEEZED):
            gzip.decompress(content)
    except (ValueError, EOFError, OSError, zlib.error):
        return False
    return bool(content) and (path.suffix != ".js" or content.rstrip().endswith(b";"))


def _needed(index: Path) -> list[Path]:
    """What Pagefind wrote, without the looks of its own."""
    files = (path for path in index.rglob("*") if path.is_file())
    return [path for path in files if not any(path.match(name) for name in _OWN_LOOKS)]


def _index_files(index: Path) -> Iterator[OutputFile]:
    for path in _needed(index):
        name = path.relative_to(index).as_posix()
        yield OutputFile(f"{FOLDER}{name}", _ordered(path.read_bytes(), path.name))


def _ordered(content: bytes, name: str) -> bytes:
    """The list of languages, which Pagefind writes in an order that changes, in that of the alphabet."""
    if name != _ENTRY:
        return content
    return json.dumps(json.loads(content), ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
