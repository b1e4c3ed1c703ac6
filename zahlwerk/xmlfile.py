"""XML documents as files of the site."""

from __future__ import annotations

import re
from collections.abc import Mapping
from xml.etree import ElementTree as ET

_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # what XML 1.0 has no way to hold


def add(parent: ET.Element, name: str, text: str = "", attributes: Mapping[str, str] | None = None) -> ET.Element:
    """A new last element of another; what XML cannot hold is left out of its text."""
    element = ET.SubElement(parent, name, {key: _NO_XML.sub("", value) for key, value in (attributes or {}).items()})
    element.text = _NO_XML.sub("", text) or None
    return element


def document(root: ET.Element) -> bytes:
    """The document of an element, an element to a line."""
    ET.indent(root)
    text: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return text + b"\n"
