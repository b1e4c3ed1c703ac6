"""Facts that are taken to be stated in place of what the files say, written as ``h200_nvl.power=700 W``.

They are put into what was read before any of it is checked, so a value is held to the unit and range of its field, and
whatever takes a fact over follows it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from zahlwerk.cases import INPUTS, ROLES
from zahlwerk.problems import BuildFailed, Place, Problem, did_you_mean
from zahlwerk.records import SECTIONS, quantity_fields, record_fields
from zahlwerk.yamlfile import Mapping as YamlMapping
from zahlwerk.yamlfile import Node, Scalar, parse_yaml

_WRITTEN = re.compile(r"\s*\{?([A-Za-z][\w-]*)\.([A-Za-z][\w-]*)\}?\s*=(.*)")
_OF_SOURCES = ("read", "published")
_OF_CASES = ("build", "from")
_Raw = Mapping[str, dict[str, tuple[Place, YamlMapping]]]  # what the files hold, by section and id


@dataclass(frozen=True, slots=True)
class Override:
    """One fact with another value."""

    owner: str  # id of a record, case or source
    name: str  # of its field
    value: Node
    place: Place  # the words of the command line

    @property
    def reference(self) -> str:
        """The fact it stands for."""
        return f"{self.owner}.{self.name}"


def read_override(written: str) -> Override:
    """Read ``FACT=VALUE``, the value in the notation of the facts files. Raises BuildFailed saying what is wrong."""
    place = Place(written)
    match = _WRITTEN.fullmatch(written)
    if match is None or not match[3].strip():
        hint = 'write "h200_nvl.power=700 W"'
        raise BuildFailed([Problem(place, "is no fact with a value", hint)])
    owner, name = (word.replace("-", "_").lower() for word in match.groups()[:2])
    try:
        value = parse_yaml(f"value: {match[3].strip()}", written).entries["value"]
    except BuildFailed as failed:
        raise BuildFailed([Problem(place, problem.message, problem.hint) for problem in failed.problems]) from failed
    return Override(owner, name, _placed(value, place), place)


def _placed(node: Node, place: Place) -> Node:
    """The node as if all of it stood in one place: a command line has no lines."""
    if isinstance(node, YamlMapping):
        entries = {key: _placed(value, place) for key, value in node.entries.items()}
        return YamlMapping(entries, dict.fromkeys(entries, place), place)
    return Scalar(node.text, node.quoted, place) if isinstance(node, Scalar) else node


def put_in(raw: _Raw, overrides: Sequence[Override], derived: Collection[str]) -> list[Problem]:
    """Put overrides into what was read; what is wrong with those that cannot be. ``derived`` are names of formulas."""
    problems = []
    for override in overrides:
        section = next((name for name, records in raw.items() if override.owner in records), "")
        if message := _refusal(override, section, raw, derived):
            problems.append(Problem(override.place, *message))
            continue
        place, node = raw[section][override.owner]
        stated = _stated(raw[section], override.owner, override.name)
        entries = {**node.entries, override.name: _in_place_of(stated, override.value)}
        places = {**node.places, override.name: override.place}
        raw[section][override.owner] = place, YamlMapping(entries, places, node.place)
    return problems


def _refusal(override: Override, section: str, raw: _Raw, derived: Collection[str]) -> tuple[str, str] | tuple[()]:
    """Why there is no such fact, and what may have been meant; nothing where there is."""
    owner, name = override.owner, override.name
    if not section:
        owners = [known for records in raw.values() for known in records]
        return f'there is no "{owner}"', did_you_mean(owner, owners) or "give the id of a record, a case or a source"
    known = list(_fields(section, derived))
    if name in known:
        return ()
    if name in derived:
        return f"{owner}.{name} is computed", "explain shows the facts it is computed from"
    return f'"{owner}" has no fact "{name}"', did_you_mean(name, known) or f"it has {', '.join(known)}"


def _fields(section: str, derived: Collection[str]) -> Iterator[str]:
    """What a record, a case or a source may state."""
    if section == "sources":
        yield from _OF_SOURCES
    elif section == "cases":
        yield from (*INPUTS, *ROLES, *_OF_CASES, *derived)
    else:
        record_type = SECTIONS[section]
        yield from (*quantity_fields(record_type), *record_fields(record_type))


def _stated(records: Mapping[str, tuple[Place, YamlMapping]], owner: str, name: str) -> Node | None:
    """What a record says itself; else with its source what it takes over from another; None where nobody says it."""
    seen: set[str] = set()
    while owner in records and owner not in seen:
        seen.add(owner)
        node = records[owner][1]
        if name in node.entries:
            found = node.entries[name]
            if len(seen) == 1:
                return found
            entries: dict[str, Node] = dict(found.entries) if isinstance(found, YamlMapping) else {"value": found}
            lent = {key: node.entries[key] for key in ("source", "where") if key in node.entries}
            entries = entries if "source" in entries else lent | entries
            return YamlMapping(entries, dict.fromkeys(entries, node.place), node.place)
        origin = node.entries.get("from")
        owner = origin.text if isinstance(origin, Scalar) else ""
    return None


def _in_place_of(stated: Node | None, value: Node) -> Node:
    """The value with the source, place and reason of the one it stands for, where it brings none of its own."""
    if not isinstance(stated, YamlMapping) or "figure" in stated.entries:
        return value
    own: dict[str, Node] = dict(value.entries) if isinstance(value, YamlMapping) else {"value": value}
    kept = {key: node for key, node in stated.entries.items() if not ("source" in own and key == "where")}
    entries = {**kept, **own}
    return YamlMapping(entries, {**stated.places, **dict.fromkeys(own, value.place)}, value.place)
