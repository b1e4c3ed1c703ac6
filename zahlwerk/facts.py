"""The facts files, read into records and cases. The schema is closed: what it does not know is an error."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zahlwerk.cases import INPUTS, ROLES, Case, FigureInput
from zahlwerk.disk import composed, listed
from zahlwerk.documents import DOCUMENTS, OTHER
from zahlwerk.fields import Range
from zahlwerk.overrides import Override, put_in
from zahlwerk.problems import BuildFailed, Place, known_words
from zahlwerk.provenance import KINDS, Citation, Fact, Quote, Source
from zahlwerk.quantity import COUNTED, Dimension
from zahlwerk.records import SECTIONS, Build, Record, quantity_fields, record_fields, required_fields
from zahlwerk.schema import FieldReader
from zahlwerk.yamlfile import Mapping as YamlMapping
from zahlwerk.yamlfile import Node, Scalar, Sequence, read_yaml

NAMES_FILE = "names.yaml"
CHOSEN = "chosen for this case"  # why a case states a number of its own without saying more
_ID = re.compile(r"[a-z][a-z0-9_]*")
_SOURCE_KEYS = ("title", "publisher", "language", "kind", "document", "read", "url", "published", "note", "quotes")
_BUILD_ROLES = ("card", "link", "bridge", "processor")
_BUILD_INPUTS = ("cards", "processors", "dimms", "dimm", "overhead")

_Inputs = dict[str, Fact | FigureInput]


@dataclass(frozen=True, slots=True)
class Facts:
    """Everything the facts files state."""

    sources: Mapping[str, Source]
    records: Mapping[str, Record]  # by id, over all sections
    cases: Mapping[str, Case]


def load_facts(path: Path, derived: Mapping[str, Dimension], instead: tuple[Override, ...] = ()) -> Facts:
    """Read every YAML file of a folder, or one file alone.

    ``derived`` gives the formulas a case may override, with dimensions; ``instead`` what is taken to be stated in place
    of what the files say. Raises BuildFailed with all problems of all files.
    """
    loader = _Loader(path, derived, instead)
    facts = loader.load()
    if loader.problems:
        raise BuildFailed(loader.problems)
    return facts


def _with_citation_of(record: YamlMapping, value: Node) -> Node:
    """A field with the source and place of the record that states it, so that another can take it over."""
    entries: dict[str, Node] = dict(value.entries) if isinstance(value, YamlMapping) else {"value": value}
    if "source" in entries:
        return value
    for key in ("source", "where"):
        if key in record.entries:
            entries.setdefault(key, record.entries[key])
    return YamlMapping(entries, dict.fromkeys(entries, value.place), value.place)


def load_names(folder: Path) -> tuple[str, ...]:
    """The names with digits that prose may hold, longest first. Raises BuildFailed with what is wrong in their file."""
    if not (folder / NAMES_FILE).exists():
        return ()
    reader, names = FieldReader(), []
    root = read_yaml(folder / NAMES_FILE, f"{folder.name}/{NAMES_FILE}")
    reader.closed(root, ("names",), "key")
    body = root.entries.get("names", Sequence((), root.place))
    for item in body.items if isinstance(body, Sequence) else (body,):
        if isinstance(item, Scalar) and item.text.strip():
            names.append(item.text)
        else:
            reader.problem(item.place, "a name must be a text")
    if reader.problems:
        raise BuildFailed(reader.problems)
    return tuple(sorted(names, key=lambda name: (-len(name), name)))


def implicit_case(record: Record) -> Case:
    """The case of a record that stands for itself: the record in its role, or what a build brings along."""
    if isinstance(record, Build):
        roles, inputs = _brought_by(record)
        return Case(record.id, record.name, roles, inputs, record.place)
    section = next(name for name, kind in SECTIONS.items() if type(record) is kind)
    role = next((role for role, owner in ROLES.items() if owner == section), "")
    return Case(record.id, record.name, {role: record} if role else {}, {}, record.place)


def _brought_by(build: Build) -> tuple[dict[str, Record], _Inputs]:
    roles = {name: getattr(build, name) for name in _BUILD_ROLES if getattr(build, name) is not None}
    return roles, {name: getattr(build, name) for name in _BUILD_INPUTS}


class _Loader(FieldReader):
    def __init__(self, path: Path, derived: Mapping[str, Dimension], instead: tuple[Override, ...]) -> None:
        super().__init__()
        self.path = path
        self.derived = derived
        self.instead = instead
        self.raw: dict[str, dict[str, tuple[Place, YamlMapping]]] = {}
        self.sources: dict[str, Source | None] = {}  # None: it has problems of its own
        self.records: dict[str, Record] = {}
        self.cases: dict[str, Case] = {}

    def load(self) -> Facts:
        self._read_files()
        self.problems += put_in(self.raw, self.instead, self.derived)
        for name, (place, node) in self.raw.get("sources", {}).items():
            self.sources[name] = self._source(name, place, node)
        for section, record_type in SECTIONS.items():
            for name, (place, node) in self.raw.get(section, {}).items():
                whole = self._with_what_it_takes_over(section, node, (name,))
                if record := self._record(name, place, whole, record_type):
                    self.records[name] = record
        for name in self.raw.get("cases", {}):
            self._case(name, ())
        sources = {name: source for name, source in self.sources.items() if source}
        return Facts(sources, self.records, self.cases)

    def _read_files(self) -> None:
        folder, alone = self.path, self.path.is_file()
        paths = [folder] if alone else [path for path in listed(folder, "*.yaml") if path.name != NAMES_FILE]
        if not paths:
            self.problem(Place(folder.name), "holds no facts file", "write facts/facts.yaml")
        seen: dict[str, Place] = {}
        for path in paths:
            try:
                root = read_yaml(path, path.name if alone else f"{folder.name}/{composed(path.name)}")
            except BuildFailed as failed:
                self.problems.extend(failed.problems)
                continue
            self.closed(root, ("sources", *SECTIONS, "cases"), "section")
            for section, body in root.entries.items():
                if isinstance(body, YamlMapping):
                    self._read_section(section, body, seen)
                else:
                    self.problem(body.place, f"{section} must hold ids with their fields")

    def _read_section(self, section: str, body: YamlMapping, seen: dict[str, Place]) -> None:
        for name, node in body.entries.items():
            place = body.places[name]
            if not _ID.fullmatch(name):
                self.problem(place, f'"{name}" is no id', "use lower-case letters, digits and underscores")
            elif name in seen:
                self.problem(place, f'the id "{name}" is taken', f"see {seen[name]}")
            elif not isinstance(node, YamlMapping):
                self.problem(place, f"{name} must hold fields")
            else:
                self.raw.setdefault(section, {})[name] = (place, node)
            seen.setdefault(name, place)

    def _source(self, name: str, place: Place, node: YamlMapping) -> Source | None:
        before = len(self.problems)
        self.closed(node, _SOURCE_KEYS, "field of a source")
        title, publisher = self.text(node, "title", place), self.text(node, "publisher", place)
        language, url = self.text(node, "language", place), self.text(node, "url")
        if url and not re.fullmatch(r"https?://[^\s/]+\.[^\s/]+(/\S*)?", url):
            self.problem(node.places["url"], f'"{url}" is no address of a page', "write it as https://…")
        kind = self.choice(node, "kind", KINDS, place)
        document = self.choice(node, "document", tuple(DOCUMENTS)) or OTHER
        read, published = self.date(node, "read", place), self.date(node, "published")
        if kind == "primary" and not ("url" in node.entries and "published" in node.entries):
            self.problem(place, f"{name} is primary and must state its url and published date")
        quotes = dict(self._quotes(node))
        if len(self.problems) > before or read is None:
            return None
        note = self.text(node, "note")
        return Source(name, title, publisher, language, kind, read, place, url, published, note, document, quotes)

    def _quotes(self, node: YamlMapping) -> Iterator[tuple[str, Quote]]:
        body = node.entries.get("quotes", YamlMapping({}, {}, node.place))
        if not isinstance(body, YamlMapping):
            self.problem(body.place, "quotes must hold names with a text and a place")
            return
        for name, quote in body.entries.items():
            place = body.places[name]
            if not isinstance(quote, YamlMapping) or not _ID.fullmatch(name):
                self.problem(place, f"the quote {name} must be an id with text and where")
                continue
            self.closed(quote, ("text", "where"), "field of a quote")
            yield name, Quote(self.text(quote, "text", place), self.text(quote, "where", place), place)

    def _with_what_it_takes_over(self, section: str, node: YamlMapping, above: tuple[str, ...]) -> YamlMapping:
        """The fields of a record, those it takes from another of its section included."""
        origin = node.entries.get("from")
        if origin is None:
            return node
        name = origin.text if isinstance(origin, Scalar) else ""
        known = self.raw[section]
        if name not in known or name in above:
            message = f'"{name}" is taken from itself' if name in above else f'"{name}" is not among the {section}'
            self.problem(origin.place, message, "" if name in above else known_words(name, known, section))
            return YamlMapping({k: v for k, v in node.entries.items() if k != "from"}, node.places, node.place)
        other = self._with_what_it_takes_over(section, known[name][1], (*above, name))
        quantities = quantity_fields(SECTIONS[section])
        taken = {
            key: _with_citation_of(other, value) if key in quantities else value
            for key, value in other.entries.items()
            if key != "note"
        }
        own = {key: value for key, value in node.entries.items() if key != "from"}
        return YamlMapping({**taken, **own}, {**other.places, **node.places}, node.place)

    def _record(self, name: str, place: Place, node: YamlMapping, record_type: type[Record]) -> Record | None:
        before = len(self.problems)
        facts, records = quantity_fields(record_type), record_fields(record_type)
        noun = record_type.__name__.lower()
        self.closed(node, ("name", "source", "where", "note", *facts, *records), f"field of the {noun} {name}")
        values: dict[str, Any] = {"id": name, "place": place, "name": self.text(node, "name", place)}
        values["note"] = self.text(node, "note")
        lent = Citation(self.source(node, self.sources), self.text(node, "where"))
        for key in sorted(required_fields(record_type) - node.entries.keys()):
            self.problem(place, f"the {noun} {name} lacks {key}")
        for key, limits in facts.items():
            if key in node.entries:
                self._must_be_sourced(node, name, key)
                values[key] = self.fact(node.entries[key], f"{name}.{key}", limits, lent, self.sources)
        for key, section in records.items():
            if key in node.entries:
                values[key] = self._named_record(node.entries[key], section)
        return record_type(**values) if len(self.problems) == before else None

    def _must_be_sourced(self, record: YamlMapping, name: str, key: str) -> None:
        node = record.entries[key]
        own_source = isinstance(node, YamlMapping) and "source" in node.entries
        if not own_source and "source" not in record.entries:
            self.problem(node.place, f"{name}.{key} has no source", "name one here or for the record")

    def _named_record(self, node: Node, section: str) -> Record | None:
        name = node.text if isinstance(node, Scalar) else ""
        known = self.raw.get(section, {})
        if name not in known:
            self.problem(node.place, f'"{name}" is not among the {section}', known_words(name, known, section))
        return self.records.get(name)

    def _case(self, name: str, above: tuple[str, ...]) -> Case | None:
        place, node = self.raw["cases"][name]
        if name in self.cases or name in above:
            if name in above:
                self.problem(place, f'the case "{name}" is taken from itself')
            return self.cases.get(name)
        known = ("title", "from", "build", *ROLES, *INPUTS, *self.derived)
        self.closed(node, known, f"key of the case {name}")
        roles, inputs = self._inherited(node, (*above, name))
        for key, value in node.entries.items():
            if key in ROLES and (record := self._named_record(value, ROLES[key])):
                roles[key] = record
            elif key in INPUTS or key in self.derived:
                low = 0 if self.derived.get(key) in COUNTED else -(10**30)
                limits = INPUTS.get(key) or Range(self.derived[key], low)
                if given := self._input(value, f"{name}.{key}", limits):
                    inputs[key] = given
        self.cases[name] = Case(name, self.text(node, "title", place), roles, inputs, place)
        return self.cases[name]

    def _inherited(self, node: YamlMapping, above: tuple[str, ...]) -> tuple[dict[str, Record], _Inputs]:
        roles: dict[str, Record] = {}
        inputs: _Inputs = {}
        origin = node.entries.get("from")
        if isinstance(origin, Scalar) and origin.text in self.raw["cases"]:
            if case := self._case(origin.text, above):
                roles, inputs = dict(case.roles), dict(case.inputs)
        elif origin is not None:
            name = origin.text if isinstance(origin, Scalar) else ""
            self.problem(origin.place, f'unknown case "{name}"', known_words(name, self.raw["cases"], "cases"))
        if "build" in node.entries:
            build = self._named_record(node.entries["build"], "builds")
            if isinstance(build, Build):
                own_roles, own_inputs = _brought_by(build)
                roles, inputs = roles | own_roles, inputs | own_inputs
        return roles, inputs

    def _input(self, node: Node, reference: str, limits: Range) -> Fact | FigureInput | None:
        if isinstance(node, YamlMapping) and isinstance(target := node.entries.get("figure"), Scalar):
            self.closed(node, ("figure",), "key of an input that is a figure")
            return FigureInput(target.text, target.place)
        fact = self.fact(node, reference, limits, Citation(), self.sources)
        return fact if fact is None or fact.why or fact.source else dataclasses.replace(fact, why=CHOSEN)
