"""How many bytes a page takes over the network."""

from __future__ import annotations

import gzip
import re
from dataclasses import dataclass
from urllib.parse import urljoin, urlsplit

from browser.serving import Served

HTML_BUDGET = 60_000  # bytes, compressed
CODE_BUDGET = 30_000
_ASKED = re.compile(r"<(?:link [^>]*rel=\"(?:stylesheet|modulepreload)\"|script )[^>]*>")
_ADDRESS = re.compile(r" (?:href|src)=\"([^\"]+)\"")


@dataclass(frozen=True)
class Sizes:
    """Of one page, compressed by gzip."""

    html: int
    code: int  # style sheets and scripts that the page names; not what scripts fetch when they are used


def page_sizes(site: Served, page: str) -> Sizes:
    """The sizes of a page of a site."""
    html = site.read(page)
    asked = {address for element in _ASKED.findall(html) for address in _ADDRESS.findall(element)}
    paths = [urlsplit(urljoin(site.url(page), address)).path.removeprefix(site.base_path) for address in sorted(asked)]
    return Sizes(_compressed(html.encode()), sum(_compressed((site.folder / path).read_bytes()) for path in paths))


def _compressed(content: bytes) -> int:
    return len(gzip.compress(content, 9, mtime=0))
