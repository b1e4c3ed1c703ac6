"""Slugs: the last part of an article's address, and those it had before."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from zahlwerk.problems import Place
from zahlwerk.schema import FieldReader
from zahlwerk.yamlfile import Mapping, Scalar, Sequence

KEY = "moved_from"  # of the front matter
FORM = "use lower-case letters, digits and single hyphens"
SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
RESERVED = frozenset(
    ("404", "assets", "data", "feed", "index", "pagefind", "pictures", "robots", "search", "sitemap", "static")
)
_SPELLED = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l"})
_EARLIER = re.compile(rf"(?:([A-Za-z0-9]+(?:-[A-Za-z0-9]+)*)/)?({SLUG.pattern})")


@dataclass(frozen=True, slots=True)
class Earlier:
    """An address that an article had before."""

    slug: str
    tag: str  # of the language it was the address in; empty for every language the article appears in
    place: Place


def read_earlier(front: Mapping, reader: FieldReader) -> tuple[Earlier, ...]:
    """The earlier addresses that a front matter lists, oldest first; what is none becomes a problem."""
    listed = front.entries.get(KEY, Sequence((), front.place))
    found: dict[tuple[str, str], Earlier] = {}
    for item in listed.items if isinstance(listed, Sequence) else (listed,):
        written = item.text.strip() if isinstance(item, Scalar) else ""
        match = _EARLIER.fullmatch(written)
        if match is None:
            hint = "write the earlier slug, or one of a single language as de/earlier-slug"
            reader.problem(item.place, f'"{written}" is no earlier address' if written else f"{KEY} lists texts", hint)
            continue
        earlier = Earlier(match[2], match[1] or "", item.place)
        if (earlier.tag, earlier.slug) in found:
            reader.problem(item.place, f'"{written}" is listed already')
        found.setdefault((earlier.tag, earlier.slug), earlier)
    return tuple(found.values())


def first_slug(slug: str, earlier: tuple[Earlier, ...]) -> str:
    """The slug an article was first published under, by which its identity is told however often it moves."""
    return next((one.slug for one in earlier if not one.tag), slug)


def proposed_slug(words: str) -> str:
    """The slug nearest to some words; empty where nothing of them can stand in one."""
    spelled = unicodedata.normalize("NFC", words).casefold().translate(_SPELLED)
    plain = "".join(one for one in unicodedata.normalize("NFKD", spelled) if not unicodedata.combining(one))
    return "-".join(re.findall(r"[a-z0-9]+", plain))
