"""Adding an entry to a YAML text and leaving every other byte of it as it is."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

import yaml

from zahlwerk.yamlfile import treacherous_reading

_PLAIN = re.compile(r"[\w](?:[\w .%/+×()’–-]*[\w.%)/+])?")
_WIDEST = 110  # characters of a flow mapping that stays in one line


def scalar(text: str) -> str:
    """A text as it is to be written: plain where it means the same to every reader, else in quotes."""
    plain = _PLAIN.fullmatch(text) and not treacherous_reading(text)
    return text if plain else json.dumps(text, ensure_ascii=False)


def flow(entries: Mapping[str, str]) -> str:
    """A mapping in one line, of values that are written already."""
    return "{" + ", ".join(f"{key}: {value}" for key, value in entries.items()) + "}"


def block(entries: Mapping[str, str]) -> str:
    """A mapping in lines of its own below its key; a value of several lines goes deeper."""
    lines = (f"{key}:{value if value.startswith(chr(10)) else f' {value}'}" for key, value in entries.items())
    return "".join("\n  " + line.replace("\n", "\n  ") for line in lines)


def one_line_or_block(entries: Mapping[str, str]) -> str:
    """A mapping in one line where that is not too wide."""
    written = flow(entries)
    return written if len(written) <= _WIDEST else block(entries)


def is_flow(text: str, *path: str) -> bool:
    """Whether the mapping under these keys is written in braces."""
    return bool(_mapping(text, path).flow_style)


def with_entry(text: str, path: tuple[str, ...], key: str, value: str) -> str:
    """The text with an entry more at the end of the mapping under some keys.

    ``value`` is YAML already. Raises ValueError where the mapping is not there or is written elsewhere.
    """
    node = _mapping(text, path)
    if node.flow_style:
        # Behind the last value, not before the brace: a comment may stand between them.
        end = _end(text, node.value[-1][1]) if node.value else node.start_mark.index + 1
        return f"{text[:end]}{', ' if node.value else ''}{key}: {value}{text[end:]}"
    end = text.find("\n", _end(text, node))
    head = text if end < 0 else text[: end + 1]
    line_end = "\r\n" if "\r\n" in text else "\n"
    if not head.endswith("\n"):
        head += line_end
    indent = " " * node.value[0][0].start_mark.column
    spaced = f"{key}:{value if value.startswith(chr(10)) else f' {value}'}"
    entry = "".join(f"{indent}{line}{line_end}" for line in spaced.split("\n"))
    return head + entry + text[len(head) if end >= 0 else len(text) :]


def _mapping(text: str, path: tuple[str, ...]) -> yaml.MappingNode:
    node = yaml.compose(text, Loader=yaml.SafeLoader)
    for name in path:
        found = [(key, value) for key, value in _entries(node) if key.value == name]
        if not found:
            raise ValueError(f"there is no {name}")
        key, node = found[-1]
        if node.start_mark.index < key.end_mark.index:
            raise ValueError(f"{name} is an alias of what stands elsewhere")
    if not isinstance(node, yaml.MappingNode) or not (node.value or node.flow_style):
        raise ValueError(f"{'.'.join(path) or 'the file'} holds no entries")
    return node


def _entries(node: yaml.Node | None) -> list[tuple[yaml.Node, yaml.Node]]:
    return node.value if isinstance(node, yaml.MappingNode) else []


def _end(text: str, node: yaml.Node) -> int:
    """Where the last character of a node stands; a block's end mark lies behind what follows it."""
    if isinstance(node, yaml.CollectionNode) and not node.flow_style:
        parts = [part for entry in node.value for part in (entry if isinstance(entry, tuple) else (entry,))]
        return max(_end(text, part) for part in parts)
    end: int = node.end_mark.index
    return len(text[:end].rstrip()) if isinstance(node, yaml.ScalarNode) and node.style in ("|", ">") else end
