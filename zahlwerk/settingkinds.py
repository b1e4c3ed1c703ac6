"""The kinds of values that settings take: what each must be, and how it is read."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any
from urllib.parse import urlsplit

from zahlwerk.documents import DOCUMENTS, NEVER
from zahlwerk.problems import known_words

Fault = tuple[str, str, str]  # the key within the setting, or none; what is wrong; what to do


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of values."""

    name: str  # as the documentation calls it
    faults: Callable[[str, Any], list[Fault]]  # what is wrong with a value of a setting of that name
    read: Callable[[Any], Any] = lambda value: value  # the value as it is used


def _text_faults(name: str, value: Any) -> list[Fault]:
    return [] if isinstance(value, str) else [("", f"{name} must be a text", "put it in quotation marks")]


def _base_url_faults(name: str, value: Any) -> list[Fault]:
    if not isinstance(value, str):
        return _text_faults(name, value)
    try:
        checked_base_url(value)
    except ValueError as error:
        return [("", str(error), "")]
    return []


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


def _percent_faults(name: str, value: Any) -> list[Fault]:
    if _is_whole(value) and 0 <= value <= 100:
        return []
    return [("", f"{name} must be a whole number of per cent from 0 to 100", "")]


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _form_faults(name: str, value: Any) -> list[Fault]:
    if _is_form_address(value):
        return []
    hint = "write https://www.example.com/enquiry, or a path such as /enquiry"
    return [("", f"{name} must be an address that forms are posted to", hint)]


def _is_form_address(url: Any) -> bool:
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


def _texts_by_key_faults(key: str, each: str) -> Callable[[str, Any], list[Fault]]:
    def faults(name: str, value: Any) -> list[Fault]:
        message, hint = f"{name} must give {each} for each {key}", f'write lines such as {key} = "…"'
        if not isinstance(value, dict):
            return [("", message, hint)]
        return [(inner, message, hint) for inner, text in value.items() if not isinstance(text, str) or not text]

    return faults


def _budget_faults(name: str, value: Any) -> list[Fault]:
    if not isinstance(value, dict):
        return [("", f"{name} must give days for sorts of documents", "write lines such as price = 30")]
    found = []
    for sort, days in value.items():
        if sort not in DOCUMENTS:
            found.append((sort, f'{name} knows no sort of document "{sort}"', known_words(sort, DOCUMENTS, "sorts")))
        elif days != NEVER and not (_is_whole(days) and days > 0):
            hint = f'or "{NEVER}" for what never goes stale'
            found.append((sort, f"{name}.{sort} must be a whole number of days from 1 on", hint))
    return found


def _budgets(value: Mapping[str, int | str]) -> Mapping[str, int | None]:
    """Days for every sort of document: those that are set, and what holds for the rest."""
    days = {sort: one if isinstance(one, int) else None for sort, one in value.items()}
    return MappingProxyType({sort: days.get(sort, document.budget) for sort, document in DOCUMENTS.items()})


TEXT = Kind("text", _text_faults)
BASE_URL = Kind("absolute address", _base_url_faults, checked_base_url)
PERCENT = Kind("per cent", _percent_faults)
FORM_ADDRESS = Kind("address or path", _form_faults)
ADDRESSES = Kind("address for each slug", _texts_by_key_faults("slug", "an address"))
REASONS = Kind("reason for each name", _texts_by_key_faults("name", "a reason"))
BUDGETS = Kind(f'days, or "{NEVER}", for each sort of document', _budget_faults, _budgets)
