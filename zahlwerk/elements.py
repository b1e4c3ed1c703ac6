"""Elements of HTML, as far as pages are read back."""

from __future__ import annotations

VOID = frozenset(  # that never hold anything, and so are never closed
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr")
)
