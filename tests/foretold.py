"""What finished pages show, read without the tool's own readers, to be compared with what commands foretell."""

from __future__ import annotations

import hashlib
import html
import re
from pathlib import Path

from zahlwerk.build import Checked

Shown = dict[tuple[str, str], str]  # reference with braces and language, to the text

_FIGURE = re.compile(
    r'<(?:data|time|q)\b(?=[^>]*?data-ref="([^"]+)")(?:(?=[^>]*?data-show="([^"]*)"))?[^>]*>(.*?)</(?:data|time|q)>'
)


def shown_figures(checked: Checked) -> Shown:
    """Every figure of every article's page, by its reference and the language of the page."""
    found: Shown = {}
    for page in checked.pages:
        for reference, show, text in _FIGURE.findall(page.html) if page.slug else ():
            key = f"{{{reference}{html.unescape(show)}}}", page.language
            assert found.setdefault(key, html.unescape(text)) == html.unescape(text)
    return found


def page_words(checked: Checked, language: str) -> str:
    """The words of a language's article pages, without markup and with plain quotation marks."""
    pages = [page.html for page in checked.pages if page.language == language and page.slug]
    return plain(html.unescape(re.sub(r"<[^>]+>", "", "\n".join(pages))))


def plain(text: str) -> str:
    """A text without links, marks of code and the kind of its quotation marks."""
    without_links = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text).replace("`", "")
    return " ".join(re.sub("[“”„‚‘’«»\"'\u202f\u00a0]+", " ", without_links).split())


def fingerprint(folder: Path) -> dict[str, str]:
    """Every file of a folder with what it holds and when it was written."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {str(path): f"{hashlib.sha256(path.read_bytes()).hexdigest()} {path.stat().st_mtime_ns}" for path in files}
