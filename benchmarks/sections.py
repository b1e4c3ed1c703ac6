"""Parts of a document that programs write, each between two comments, so that none touches another's."""

from __future__ import annotations

import re
from pathlib import Path

DOCUMENT = Path(__file__).resolve().parent.parent / "docs" / "performance.md"


def with_section(document: str, name: str, text: str) -> str:
    """The document with this text as the section of that name; at its end where there was none."""
    section = f"<!-- {name}: begin -->\n{text.strip()}\n<!-- {name}: end -->"
    pattern = re.compile(rf"<!-- {re.escape(name)}: begin -->.*?<!-- {re.escape(name)}: end -->", re.DOTALL)
    if pattern.search(document):
        return pattern.sub(lambda _: section, document, count=1)
    return f"{document.rstrip()}\n\n{section}\n"


def write_section(name: str, text: str, path: Path = DOCUMENT) -> None:
    """Write the section into a file; it is made where there is none."""
    document = path.read_text("utf-8") if path.exists() else "# Performance\n"
    path.write_text(with_section(document, name, text), "utf-8", newline="\n")
