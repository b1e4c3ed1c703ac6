"""Pagefind, the program that makes the search index: from its Python package, or as the machine has it."""

from __future__ import annotations

import shutil
from importlib.util import find_spec

PACKAGE = "pagefind-bin"  # as pip knows it


def program() -> str | None:
    """Where the program lies; None where it is not installed."""
    if find_spec("pagefind_bin"):
        from pagefind_bin import get_executable

        return str(get_executable())
    return shutil.which("pagefind")


def is_available() -> bool:
    """Whether the program is installed."""
    return program() is not None
