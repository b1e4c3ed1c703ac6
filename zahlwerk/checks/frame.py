"""The frame: what the site says around its articles holds its sources' digits and placeholders, and no others."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator

from zahlwerk.checks.texts import HOLE, site_wordings
from zahlwerk.coverage import edition_messages
from zahlwerk.problems import Problem, did_you_mean
from zahlwerk.project import Project, Texts
from zahlwerk.texts import CONTROL

_DIGITS = re.compile(r"\d+")
_PLACEHOLDER = re.compile(r"\{\w+\}")


def same_digits(texts: Texts) -> Iterator[Problem]:
    """A translation of the site holds the digits of its source, in any order and script.

    Where the source is but a key, there is nothing to compare; names such as ZeRO-3 may stand there.
    """
    for item in site_wordings(texts):
        if item.keyed or HOLE in item.source + item.words:
            continue
        wanted, found = _digits(item.source), _digits(item.words)
        if Counter(wanted) != Counter(found):
            message = f"the digits are {_listed(found)}, but {_listed(wanted)} in the source"
            yield Problem(item.place, message, "copy them from the source", code="digits")


def _digits(text: str) -> list[str]:
    """Every run of digits, in the digits of this code."""
    return ["".join(str(unicodedata.digit(digit)) for digit in run) for run in _DIGITS.findall(text)]


def _listed(digits: list[str]) -> str:
    return ", ".join(f'"{run}"' for run in digits) or "none"


def no_control_characters(texts: Texts) -> Iterator[Problem]:
    """A translation of the site holds no control characters."""
    for item in site_wordings(texts):
        for character in dict.fromkeys(CONTROL.findall(item.words)):
            yield Problem(item.place, f"a control character is refused: {character!r}", "delete it", code="control")


def no_unknown_placeholders(project: Project) -> Iterator[Problem]:
    """A translation of the site holds no placeholder that nothing is put into."""
    for edition in project.editions.values():
        for message in edition_messages(project, edition):
            entry = edition.site.by_key.get(message.key)
            words = " ".join(entry.texts) if entry and entry.usable else ""
            known = {*message.placeholders, *_PLACEHOLDER.findall(message.source)}
            for placeholder in dict.fromkeys(_PLACEHOLDER.findall(words)):
                if placeholder not in known:
                    hint = did_you_mean(placeholder, known) or "nothing is put in its place"
                    text = f"{placeholder} does not stand in the source"
                    yield Problem(edition.site.place(*message.key), text, hint, code="references")
