"""Writing over a file of the project in one step."""

from __future__ import annotations

import os
import shutil
from pathlib import Path


def replace_text(path: Path, text: str) -> None:
    """Write a file whole or not at all, unless it says so already; where it is a link, the file it leads to."""
    target = path.resolve()
    if target.read_bytes() != text.encode():
        beside = target.with_name(f"{target.name}.new")
        beside.write_bytes(text.encode())
        shutil.copymode(target, beside)
        os.replace(beside, target)
