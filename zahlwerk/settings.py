"""Settings of the site: the table [tool.zahlwerk] of pyproject.toml, strictly read."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from zahlwerk.problems import BuildFailed, Place, Problem, known_words

FILE = "pyproject.toml"
_TEXTS = ("site_name", "base_url", "contact")
_OPTIONAL = ("planned_pages", "language", "threshold", "owner", "enquiry_url")


@dataclass(frozen=True, slots=True)
class Settings:
    """What a site sets for itself."""

    site_name: str
    base_url: str  # absolute, with a slash at its end
    contact: str  # an e-mail address
    planned_pages: Mapping[str, str] = field(default_factory=dict)  # slug to planned address
    language: str = ""  # of what commands say about figures; empty for the first there is
    threshold: int = 90  # per cent of the messages that must be translated for a page to be published
    owner: str = ""  # the organisation that writes and publishes the site; empty for the site's name
    enquiry_url: str = ""  # where enquiries are posted to; empty where they are written as e-mails

    @property
    def publisher(self) -> str:
        """Who writes and publishes the site."""
        return self.owner or self.site_name

    @property
    def base_path(self) -> str:
        """The path of the base URL, with slashes at both ends."""
        return urlsplit(self.base_url).path


def load_settings(project: Path) -> Settings:
    """Read the settings of a project. Raises BuildFailed for missing, unknown and mistyped ones."""
    place = Place(FILE)
    try:
        document = tomllib.loads((project / FILE).read_text("utf-8"))
    except OSError as error:
        raise BuildFailed([Problem(place, f"cannot be read: {error.strerror}")]) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BuildFailed([Problem(place, f"cannot be read: {error}")]) from error
    tools = document.get("tool")
    table: Any = tools.get("zahlwerk") if isinstance(tools, dict) else None
    if not isinstance(table, dict):
        raise BuildFailed([Problem(place, "there is no table [tool.zahlwerk]", "it sets site_name, base_url, contact")])
    problems = [
        Problem(place, f'unknown setting "{key}"', known_words(key, (*_TEXTS, *_OPTIONAL), "settings"))
        for key in table.keys() - {*_TEXTS, *_OPTIONAL}
    ]
    problems += [
        Problem(place, f"[tool.zahlwerk] must set {key} to a text")
        for key in _TEXTS
        if not isinstance(table.get(key), str)
    ]
    planned = table.get("planned_pages", {})
    if not isinstance(planned, dict) or not all(isinstance(address, str) for address in planned.values()):
        problems.append(Problem(place, "planned_pages must give an address for each slug"))
    language = table.get("language", "")
    if not isinstance(language, str):
        problems.append(Problem(place, "language must be a text"))
    owner = table.get("owner", "")
    if not isinstance(owner, str):
        problems.append(Problem(place, "owner must be a text"))
    threshold = table.get("threshold", 90)
    if isinstance(threshold, bool) or not isinstance(threshold, int) or not 0 <= threshold <= 100:
        problems.append(Problem(place, "threshold must be a whole number of per cent from 0 to 100"))
    enquiry_url = table.get("enquiry_url", "")
    if not _is_enquiry_url(enquiry_url):
        hint = "write https://www.example.com/enquiry, or a path such as /enquiry"
        problems.append(Problem(place, "enquiry_url must be an address that forms are posted to", hint))
    if problems:
        raise BuildFailed(problems)
    try:
        base_url = checked_base_url(table["base_url"])
    except ValueError as error:
        raise BuildFailed([Problem(place, str(error))]) from error
    return Settings(table["site_name"], base_url, table["contact"], planned, language, threshold, owner, enquiry_url)


def _is_enquiry_url(url: object) -> bool:
    """Whether it is an absolute address, a path from the root of the server, or empty."""
    if not isinstance(url, str):
        return False
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    if not parts.scheme and not parts.netloc:
        return not url or (url.startswith("/") and not parts.fragment)
    return parts.scheme in ("http", "https") and bool(parts.netloc) and not parts.fragment


def read_planned_pages(project: Path) -> Mapping[str, str] | None:
    """The planned pages alone, also while other settings are wrong; None where they cannot be read."""
    try:
        return dict(tomllib.loads((project / FILE).read_text("utf-8"))["tool"]["zahlwerk"].get("planned_pages", {}))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def checked_base_url(url: str) -> str:
    """The base URL with a slash at its end. Raises ValueError when it is not absolute, or not written as URLs are."""
    if foreign := re.search(r"""[^!-~]|["<>\\^`{|}]""", url):
        raise ValueError(f'the base URL "{url}" holds "{foreign[0]}"; write it as browsers send it, in plain ASCII')
    try:
        parts = urlsplit(url)
        sound = parts.scheme in ("http", "https") and parts.netloc and not parts.query and not parts.fragment
    except ValueError:
        sound = False
    if not sound:
        raise ValueError(f'the base URL "{url}" is not absolute; write it as https://www.example.com/')
    return url if url.endswith("/") else f"{url}/"
