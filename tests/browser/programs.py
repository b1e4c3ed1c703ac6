"""The browser that the machine has, and how it is started."""

from __future__ import annotations

import shutil

_NAMES = ("chromium", "chromium-browser", "google-chrome")
SWITCHES = (
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
    "--disable-default-apps", "--disable-sync", "--no-first-run", "--force-color-profile=srgb", "--hide-scrollbars",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",  # nothing leaves the machine, whatever a page asks
)  # fmt: skip


def chromium() -> str | None:
    """The browser's program, where there is one."""
    return next((found for name in _NAMES if (found := shutil.which(name))), None)
