"""Jinja's templates: made into code once, and where one went wrong."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from types import CodeType
from typing import Any

import jinja2

from zahlwerk.disk import composed, listed
from zahlwerk.editions import Edition
from zahlwerk.problems import Place, Problem

_OPTIONS: dict[str, Any] = {
    "extensions": ["jinja2.ext.i18n"],
    "undefined": jinja2.StrictUndefined,
    "autoescape": True,
    "keep_trailing_newline": True,
}


_Found = tuple[str, str, Callable[[], bool]]  # its text, its file, whether that is still so


class _Loader(jinja2.FileSystemLoader):
    """Templates that are called as problems call them, wherever the project lies and in whichever Unicode form."""

    def get_source(self, environment: jinja2.Environment, template: str) -> _Found:
        folder = Path(self.searchpath[0])
        source, _, is_current = super().get_source(environment, _name_on_disk(folder, template))
        return source, f"{folder.name}/{template}", is_current


def _name_on_disk(folder: Path, template: str) -> str:
    if not (folder / template).exists():
        for path in listed(folder, "**/*.html"):
            name = path.relative_to(folder).as_posix()
            if composed(name) == composed(template):
                return name
    return template


class _Templates(jinja2.Environment):
    """Templates whose code is made once for all languages, which differ in what is put into it only."""

    def compile(self, source: Any, name: Any = None, filename: Any = None, *_: bool) -> Any:
        """The code of a template, remembered by its text."""
        return _code(source, name, filename)


@lru_cache(maxsize=200)
def _code(source: str, name: str, filename: str) -> CodeType:
    return jinja2.Environment(**_OPTIONS).compile(source, name, filename)  # noqa: S701  # the options escape


def environment(templates: Path, edition: Edition | None) -> jinja2.Environment:
    """The templates, speaking the language of an edition; without one they must say nothing."""
    env = _Templates(loader=_Loader(templates), **_OPTIONS)
    if edition:
        say, say_number = edition.say, edition.say_number
        env.install_gettext_callables(  # type: ignore[attr-defined]  # added by the extension
            say,
            say_number,
            pgettext=lambda context, text: say(text, context),
            npgettext=lambda context, one, several, number: say_number(one, several, number, context),
        )
    return env


def template_problem(error: jinja2.TemplateError, folder: Path) -> Problem:
    """Where a template went wrong: in the line of its own file that was being rendered."""
    if isinstance(error, jinja2.TemplateNotFound):
        return Problem(Place(f"{folder.name}/{error.name}"), "there is no such template")
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame for frame in frames if frame.filename.startswith(f"{folder.name}/")]
    place = Place(lines[-1].filename, lines[-1].lineno or 0) if lines else Place(folder.name)
    return Problem(place, f"the template cannot be rendered: {error.message}")
