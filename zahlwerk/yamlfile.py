"""Strict YAML: every scalar stays the text that was written, with its line, until a schema reads it.

PyYAML only composes the node tree; none of its type guessing runs. A scalar that YAML 1.1 would turn into
something else (``no``, ``12:30``, ``0141``, ``.nan``) has to be quoted, so that the file means the same to
every tool that reads it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from zahlwerk.problems import BuildFailed, Place, Problem

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_TREACHEROUS = (
    (re.compile(r"(?i)y|n|yes|no|on|off|true|false"), "a truth value"),
    (re.compile(r"(?i)null|~|"), "nothing at all"),
    (re.compile(r"[-+]?\d[\d_]*(:[0-5]?\d)+(\.[\d_]*)?"), "a number to the base of sixty"),
    (re.compile(r"[-+]?0[\d_]+"), "an octal number"),
    (re.compile(r"[-+]?0[bxo][\da-fA-F_]+"), "a number to another base"),
    (re.compile(r"(?i)[-+]?\.(inf|nan)"), "no finite number"),
    (re.compile(r"[-+]?\d+_[\d_]*(\.[\d_]*)?"), "a number with underscores"),
)


@dataclass(frozen=True, slots=True)
class Scalar:
    """A single value, as written."""

    text: str  # the characters of the file, quotes removed
    quoted: bool  # whether it stood in quotes or a block
    place: Place


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list of values."""

    items: tuple[Node, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Mapping:
    """Keys with values; ``places`` holds the line of each key."""

    entries: dict[str, Node]
    places: dict[str, Place]
    place: Place


Node = Scalar | Sequence | Mapping


def read_yaml(path: Path, file: str) -> Mapping:
    """Read a YAML file whose top level is a mapping.

    ``file`` is the name used in problems. Raises BuildFailed with every duplicate key and treacherous scalar.
    """
    return parse_yaml(read_text(path, file), file)


def read_text(path: Path, file: str) -> str:
    """Read a UTF-8 text with its line ends as LF. Raises BuildFailed for another encoding, a BOM or no file."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BuildFailed([Problem(Place(file), f"cannot be read: {error.strerror}")]) from error
    if data.startswith(b"\xef\xbb\xbf"):
        hint = "save it as UTF-8 without BOM"
        raise BuildFailed([Problem(Place(file, 1), "begins with a byte order mark", hint)])
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BuildFailed([Problem(Place(file, line), "is not UTF-8 here", "save it as UTF-8")]) from error
    return text.replace("\r\n", "\n").replace("\r", "\n")


def parse_yaml(text: str, file: str, first_line: int = 1) -> Mapping:
    """Parse YAML text; ``first_line`` is the line of the file at which the text begins."""
    try:
        root = yaml.compose(text, Loader=_Loader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = Place(file, (mark.line if mark else 0) + first_line)
        message = f"YAML cannot be read here: {error.problem or error.context}"
        raise BuildFailed([Problem(place, message)]) from error
    except yaml.YAMLError as error:
        raise BuildFailed([Problem(Place(file), f"YAML cannot be read: {error}")]) from error
    converter = _Converter(file, first_line)
    if root is None:
        return Mapping({}, {}, Place(file, first_line))
    node = converter.convert(root)
    if not isinstance(node, Mapping):
        converter.problems.append(Problem(node.place, "the file must hold keys with values at its top level"))
    if converter.problems or not isinstance(node, Mapping):
        raise BuildFailed(converter.problems)
    return node


def treacherous_reading(text: str) -> str:
    """What a text without quotes is to other YAML readers; empty where it is a text to all of them."""
    return next((reading for pattern, reading in _TREACHEROUS if pattern.fullmatch(text)), "")


class _Converter:
    """Turns PyYAML's nodes into ours and gathers what is wrong with them."""

    def __init__(self, file: str, first_line: int) -> None:
        self.file = file
        self.first_line = first_line
        self.problems: list[Problem] = []
        self.open: set[int] = set()

    def convert(self, node: yaml.Node) -> Node:
        place = Place(self.file, node.start_mark.line + self.first_line)
        if isinstance(node, yaml.ScalarNode):
            self._check_scalar(node, place)
            return Scalar(node.value, bool(node.style), place)
        if id(node) in self.open:
            self.problems.append(Problem(place, "an alias contains itself", "write the value out"))
            return Scalar("", True, place)
        self.open.add(id(node))
        try:
            if isinstance(node, yaml.SequenceNode):
                return Sequence(tuple(self.convert(item) for item in node.value), place)
            assert isinstance(node, yaml.MappingNode)
            return self._mapping(node, place)
        finally:
            self.open.remove(id(node))

    def _mapping(self, node: yaml.MappingNode, place: Place) -> Mapping:
        own: dict[str, Node] = {}
        own_places: dict[str, Place] = {}
        merged: dict[str, Node] = {}
        merged_places: dict[str, Place] = {}
        for key_node, value_node in node.value:
            key_place = Place(self.file, key_node.start_mark.line + self.first_line)
            if not isinstance(key_node, yaml.ScalarNode):
                self.problems.append(Problem(key_place, "a key must be a single word"))
                continue
            value = self.convert(value_node)
            if key_node.value == "<<" and not key_node.style:
                for other in value.items if isinstance(value, Sequence) else (value,):
                    if isinstance(other, Mapping):
                        merged = {**other.entries, **merged}
                        merged_places = {**other.places, **merged_places}
                continue
            key = key_node.value
            if key in own:
                self.problems.append(_duplicate(key, own_places[key], own[key], key_place, value))
                continue
            own[key], own_places[key] = value, key_place
        return Mapping({**merged, **own}, {**merged_places, **own_places}, place)

    def _check_scalar(self, node: yaml.ScalarNode, place: Place) -> None:
        if not node.style and (reading := treacherous_reading(node.value)):
            shown = node.value or "an empty value"
            message = f"{shown} without quotes is {reading} to other YAML readers"
            self.problems.append(Problem(place, message, f'write "{node.value}" if the text is meant'))


def _duplicate(key: str, first: Place, first_value: Node, second: Place, second_value: Node) -> Problem:
    message = (
        f'"{key}" is given a second time ({_brief(second_value)}); '
        f"line {first.line} already gives {_brief(first_value)}"
    )
    return Problem(second, message, "keep one of them")


def _brief(node: Node) -> str:
    if isinstance(node, Scalar):
        return node.text if len(node.text) <= 40 else node.text[:37] + "…"
    return f"a list of {len(node.items)}" if isinstance(node, Sequence) else f"{len(node.entries)} keys"
