"""Settings of the site: the table [tool.zahlwerk] of pyproject.toml, strictly read."""

from __future__ import annotations

import dataclasses
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from zahlwerk.problems import BuildFailed, Place, Problem, known_words
from zahlwerk.settingkinds import (
    ADDRESSES,
    BASE_URL,
    BUDGETS,
    FORM_ADDRESS,
    PERCENT,
    REASONS,
    TEXT,
    Kind,
)
from zahlwerk.tomllines import line_of, what_is_wrong

FILE = "pyproject.toml"
TABLE = ("tool", "zahlwerk")


def _required(kind: Kind, meaning: str) -> Any:
    return dataclasses.field(metadata={"kind": kind, "meaning": meaning})


def _optional(kind: Kind, default: Any, without: str, meaning: str) -> Any:
    """A setting that may be left out; ``without`` says what holds then."""
    return dataclasses.field(default=default, metadata={"kind": kind, "meaning": meaning, "without": without})


def _by_key(kind: Kind, without: str, meaning: str) -> Any:
    """A setting that is a table of its own, read as if it were empty where it is left out."""
    metadata = {"kind": kind, "meaning": meaning, "without": without}
    return dataclasses.field(default_factory=lambda: kind.read({}), metadata=metadata)


@dataclass(frozen=True, slots=True)
class Settings:
    """What a site sets for itself. Each setting is declared once, here; docs/settings.md repeats it for readers."""

    site_name: str = _required(TEXT, "the site's name, at the head of every page")
    base_url: str = _required(BASE_URL, "where the site is published; it may hold a path")
    contact: str = _required(TEXT, "the e-mail address that readers write to")
    planned_pages: Mapping[str, str] = _by_key(
        ADDRESSES, "none", "pages that articles link to before they exist; until then their links are plain text"
    )
    language: str = _optional(TEXT, "", "the first there is", "the language in which commands show figures")
    threshold: int = _optional(PERCENT, 90, "90", "how much of a page must be translated for it to be published")
    owner: str = _optional(TEXT, "", "the site's name", "the organisation that writes and publishes the site")
    enquiry_url: str = _optional(
        FORM_ADDRESS, "", "an e-mail to contact", "where the planner's enquiries are posted to as a form"
    )
    source_budgets: Mapping[str, int | None] = _by_key(
        BUDGETS, "see below", "after how many days a source is to be read again, by sort of document"
    )
    kept: Mapping[str, str] = _by_key(
        REASONS, "none", "sources, quotations and facts that nothing uses and that are kept, each with the reason"
    )

    @property
    def publisher(self) -> str:
        """Who writes and publishes the site."""
        return self.owner or self.site_name

    @property
    def base_path(self) -> str:
        """The path of the base URL, with slashes at both ends."""
        return urlsplit(self.base_url).path


@dataclass(frozen=True, slots=True)
class Setting:
    """One row of the documentation."""

    name: str
    kind: str
    without: str  # what holds where it is not set; empty for one that must be
    meaning: str


def declared_settings() -> tuple[Setting, ...]:
    """All settings, in the order in which they are documented."""
    return tuple(
        Setting(one.name, one.metadata["kind"].name, one.metadata.get("without", ""), one.metadata["meaning"])
        for one in dataclasses.fields(Settings)
    )


def load_settings(project: Path) -> Settings:
    """Read the settings of a project. Raises BuildFailed for missing, unknown and mistyped ones, with their lines."""
    text = _read(project)
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line, why = what_is_wrong(error, text)
        raise BuildFailed([Problem(Place(FILE, line), f"cannot be read: {why}")]) from error
    tools = document.get("tool")
    table: Any = tools.get("zahlwerk") if isinstance(tools, dict) else None
    if not isinstance(table, dict):
        hint = "it sets site_name, base_url, contact"
        raise BuildFailed([Problem(Place(FILE), "there is no table [tool.zahlwerk]", hint)])
    problems = list(_problems(table, text))
    if problems:
        raise BuildFailed(problems)
    kinds: dict[str, Kind] = {one.name: one.metadata["kind"] for one in dataclasses.fields(Settings)}
    return Settings(**{name: kinds[name].read(value) for name, value in table.items()})


def _read(project: Path) -> str:
    try:
        return (project / FILE).read_text("utf-8")
    except OSError as error:
        raise BuildFailed([Problem(Place(FILE), f"cannot be read: {error.strerror}")]) from error
    except UnicodeDecodeError as error:
        raise BuildFailed([Problem(Place(FILE), f"cannot be read: {error}", "save it as UTF-8")]) from error


def _problems(table: Mapping[str, Any], text: str) -> Iterator[Problem]:
    def at(*path: str) -> Place:
        return Place(FILE, line_of(text, *TABLE, *path))

    fields = {one.name: one for one in dataclasses.fields(Settings)}
    for key in table.keys() - fields.keys():
        yield Problem(at(key), f'unknown setting "{key}"', known_words(key, fields, "settings"))
    for name, field in fields.items():
        if name in table:
            for inner, message, hint in field.metadata["kind"].faults(name, table[name]):
                yield Problem(at(name, inner) if inner else at(name), message, hint)
        elif "without" not in field.metadata:
            yield Problem(at(), f"[tool.zahlwerk] must set {name}", f"it is {field.metadata['meaning']}")


def read_planned_pages(project: Path) -> Mapping[str, str] | None:
    """The planned pages alone, also while other settings are wrong; None where they cannot be read."""
    try:
        return dict(tomllib.loads((project / FILE).read_text("utf-8"))["tool"]["zahlwerk"].get("planned_pages", {}))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
