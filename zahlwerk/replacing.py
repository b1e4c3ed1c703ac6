"""Writing over a file of the project in one step."""

from __future__ import annotations

from pathlib import Path

from zahlwerk.disk import refusals_told, write_whole


def replace_text(path: Path, text: str) -> None:
    """Write a file whole or not at all, unless it says so already; where it is a link, the file it leads to.

    Raises BuildFailed where the disk refuses that.
    """
    target = path.resolve()
    if target.read_bytes() != text.encode():
        mode = target.stat().st_mode
        with refusals_told(str(path), "the file is as it was"):
            write_whole(target, text.encode())
            target.chmod(mode)
