"""Where a key stands in a TOML file, which Python's own reader does not tell."""

from __future__ import annotations

import re
import tomllib

_PLACE = re.compile(r" \(at line (\d+), column (\d+)\)| \(at end of document\)")


def line_of(text: str, *path: str) -> int:
    """The line in which a key, or the head of a table, begins; 0 where the file has none."""
    lines = text.split("\n")
    before = 0  # lines of the longest beginning that is a whole document
    for number in range(1, len(lines) + 1):
        try:
            document = tomllib.loads("\n".join(lines[:number]))
        except tomllib.TOMLDecodeError:
            continue  # the entry goes on in the next line
        if _holds(document, path):
            return before + 1
        before = number
    return 0


def _holds(document: object, path: tuple[str, ...]) -> bool:
    for key in path:
        if not isinstance(document, dict) or key not in document:
            return False
        document = document[key]
    return True


def what_is_wrong(error: tomllib.TOMLDecodeError, text: str) -> tuple[int, str]:
    """The line that cannot be read, and why."""
    found = _PLACE.search(str(error))
    line = int(found[1]) if found and found[1] else text.count("\n") + 1
    return line, _PLACE.sub("", str(error)) + (f" in column {found[2]}" if found and found[2] else "")
