"""The server's own addresses, beside those of the site."""

from __future__ import annotations

OWN = "/_serve/"  # what only the server has; no page of a site lies below it
EVENTS = f"{OWN}events"
BESIDE = f"{OWN}beside/"  # articles in two languages: slug, left and right language follow
SCRIPT = f"{OWN}live.js"
STYLE = f"{OWN}live.css"
