"""New facts, records and sources: added to the facts files, which stay as they are in all else."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from zahlwerk.facts import NAMES_FILE, Facts, load_facts
from zahlwerk.figures import evaluate
from zahlwerk.problems import known_words
from zahlwerk.provenance import Fact
from zahlwerk.records import INPUTS, ROLES, SECTIONS, quantity_fields, record_fields
from zahlwerk.replacing import replace_text
from zahlwerk.sizing import FORMULAS
from zahlwerk.yamledit import block, flow, is_flow, one_line_or_block, scalar, with_entry
from zahlwerk.yamlfile import Mapping as YamlMapping
from zahlwerk.yamlfile import read_text, read_yaml

FOLDER, FIRST_FILE = "facts", "facts.yaml"
_DIMENSIONS = {name: formula.dimension for name, formula in FORMULAS.items()}
TYPES = {kind.__name__.lower(): section for section, kind in SECTIONS.items()}


@dataclass(frozen=True, slots=True)
class NewFact:
    """A value to be stated."""

    owner: str  # id of a record or case
    name: str  # of its field or input
    value: str  # as it is to be written

    @property
    def reference(self) -> str:
        """How articles refer to it."""
        return f"{self.owner}.{self.name}"


@dataclass(frozen=True, slots=True)
class NewRecord:
    """A record to be begun, with the fields it must have."""

    type: str  # "card", "model" …
    name: str  # for display


@dataclass(frozen=True, slots=True)
class Added:
    """What was written."""

    file: str
    line: int
    reference: str


@dataclass(frozen=True, slots=True)
class _Files:
    """The facts files as they are to be."""

    folder: Path
    texts: dict[str, str] = field(default_factory=dict)  # by name, with the line ends of the file


def read_new_fact(written: str) -> NewFact:
    """Read ``h200_nvl.memory=141 GB``. Raises ValueError for what is none."""
    reference, equals, value = written.partition("=")
    owner, _, name = reference.strip().replace("-", "_").partition(".")
    if not (equals and owner and name.isidentifier() and value.strip()):
        raise ValueError(f'"{written}" states nothing; write it as "h200_nvl.memory=141 GB"')
    return NewFact(owner, name, value.strip())


def add_facts(
    project: Path, stated: Iterable[NewFact], cited: Mapping[str, str], new: NewRecord | None = None
) -> list[Added]:
    """State facts of records or cases, or begin a record with them; ``cited`` holds source, where, why and bound.

    Raises ValueError for what cannot be asked for, BuildFailed for what is wrong with the facts then, or was before.
    """
    wanted, files = tuple(stated), _read(project)
    known = _load(project / FOLDER)
    if cited.get("source", "") and cited["source"] not in known.sources:
        name = cited["source"]
        raise ValueError(f'unknown source "{name}"; {known_words(name, known.sources, "sources")}')
    if new:
        _begin(files, wanted, cited, new, known)
    else:
        for one in wanted:
            _state(files, one, cited, known)
    return _written(files, known, {one.name for one in wanted}, [one.reference for one in wanted])


def add_source(project: Path, name: str, fields: Mapping[str, str]) -> list[Added]:
    """Add a source with its fields. Raises ValueError for an id that is taken, BuildFailed for what is wrong with it."""
    files, known = _read(project), _load(project / FOLDER)
    _must_be_free(name, known)
    _append(files, "sources", name, block({key: scalar(text) for key, text in fields.items() if text}))
    return _written(files, known, set(), [name])


def _state(files: _Files, one: NewFact, cited: Mapping[str, str], known: Facts) -> None:
    """Put one fact at the end of its record or case."""
    section, fields = _home(one, known)
    if one.name not in fields:
        raise ValueError(f'{one.owner} has no field "{one.name}"; {known_words(one.name, fields, "fields")}')
    file, place = _place_of(files, section, one.owner)
    entries = place.entries[section]
    record = entries.entries[one.owner] if isinstance(entries, YamlMapping) else None
    assert isinstance(record, YamlMapping)
    if one.name in record.entries:
        hint = "change it there, or add the other value to its conflicts with the reason for the one in use"
        raise ValueError(f"{one.reference} is stated already, at {record.places[one.name]}; {hint}")
    text = files.texts[file]
    names_record = one.name in (ROLES if section == "cases" else record_fields(SECTIONS[section]))
    own = {} if names_record else _beyond(cited, record)
    value = _value(one.value, own, flow_only=is_flow(text, section, one.owner))
    files.texts[file] = with_entry(text, (section, one.owner), one.name, value)


def _home(one: NewFact, known: Facts) -> tuple[str, list[str]]:
    """The section a record or case stands in, and what may be stated of it."""
    if one.owner in known.cases:
        return "cases", [*INPUTS, *ROLES, *FORMULAS]
    if record := known.records.get(one.owner):
        kind = type(record)
        return next(s for s, k in SECTIONS.items() if k is kind), [*quantity_fields(kind), *record_fields(kind)]
    hint = known_words(one.owner, (*known.records, *known.cases), "records")
    raise ValueError(f'there is no record "{one.owner}"; {hint}; a new one is begun with --type card --name "…"')


def _begin(files: _Files, stated: tuple[NewFact, ...], cited: Mapping[str, str], new: NewRecord, known: Facts) -> None:
    """Put a new record at the end of its section."""
    owners = {one.owner for one in stated}
    if len(owners) != 1:
        raise ValueError(f"a new record is begun with facts of its own only, not of {', '.join(sorted(owners))}")
    if new.type not in TYPES:
        raise ValueError(f'unknown type "{new.type}"; {known_words(new.type, TYPES, "types")}')
    (owner,) = owners
    _must_be_free(owner, known)
    kind = SECTIONS[TYPES[new.type]]
    fields = (*quantity_fields(kind), *record_fields(kind))
    for one in stated:
        if one.name not in fields:
            raise ValueError(f'a {new.type} has no field "{one.name}"; {known_words(one.name, fields, "fields")}')
    lent = {key: scalar(cited[key]) for key in ("source", "where") if cited.get(key)}
    own = {key: text for key, text in cited.items() if text and key not in lent}
    values = {one.name: _value(one.value, own if one.name in quantity_fields(kind) else {}) for one in stated}
    ordered = {name: values[name] for name in fields if name in values}
    _append(files, TYPES[new.type], owner, block({"name": scalar(new.name), **lent, **ordered}))


def _beyond(cited: Mapping[str, str], record: YamlMapping) -> dict[str, str]:
    """What is cited for a fact beside what its record lends to all its fields."""
    source = "" if cited.get("source") == _text(record, "source") else cited.get("source", "")
    where = "" if not source and cited.get("where") == _text(record, "where") else cited.get("where", "")
    found = {"source": source, "where": where, "why": cited.get("why", ""), "bound": cited.get("bound", "")}
    return {key: text for key, text in found.items() if text}


def _value(value: str, own: Mapping[str, str], *, flow_only: bool = False) -> str:
    """A value with what is cited for it beside what its record lends."""
    if not own:
        return scalar(value)
    entries = {key: scalar(text) for key, text in {"value": value, **own}.items()}
    return flow(entries) if flow_only else one_line_or_block(entries)


def _must_be_free(name: str, known: Facts) -> None:
    taken = known.records.get(name) or known.cases.get(name) or known.sources.get(name)
    if taken:
        raise ValueError(f'the id "{name}" is taken; see {taken.place}')


def _append(files: _Files, section: str, name: str, value: str) -> None:
    """Put an entry at the end of a section, which is begun where no file has it."""
    home = next((file for file, root in _roots(files).items() if section in root.entries), None)
    if home:
        files.texts[home] = with_entry(files.texts[home], (section,), name, value)
    else:
        home = FIRST_FILE if FIRST_FILE in files.texts else min(files.texts)
        files.texts[home] = with_entry(files.texts[home], (), section, block({name: value}))


def _read(project: Path) -> _Files:
    paths = sorted(path for path in (project / FOLDER).glob("*.yaml") if path.name != NAMES_FILE)
    for path in paths:
        read_text(path, f"{FOLDER}/{path.name}")  # says what is wrong with its encoding
    return _Files(project / FOLDER, {path.name: path.read_bytes().decode("utf-8") for path in paths})


def _roots(files: _Files) -> dict[str, YamlMapping]:
    return {name: read_yaml(files.folder / name, f"{FOLDER}/{name}") for name in files.texts}


def _place_of(files: _Files, section: str, owner: str) -> tuple[str, YamlMapping]:
    """The file in which a record stands, and what that holds."""
    for name, root in _roots(files).items():
        entries = root.entries.get(section)
        if isinstance(entries, YamlMapping) and owner in entries.entries:
            return name, root
    raise ValueError(f"{owner} stands in none of the facts files")


def _text(record: YamlMapping, key: str) -> str:
    node = record.entries.get(key)
    return getattr(node, "text", "")


def _load(folder: Path) -> Facts:
    return load_facts(folder, _DIMENSIONS)


def _written(files: _Files, before: Facts, names: set[str], references: list[str]) -> list[Added]:
    """Write the files, once they were read back and say what they said before and what is new, and nothing else."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / FOLDER
        shutil.copytree(files.folder, folder)
        for name, text in files.texts.items():
            (folder / name).write_bytes(text.encode())
        after = _load(folder)
        evaluate(after, FORMULAS)
    old, new = _meaning(before), _meaning(after)
    changed = [key for key, said in old.items() if new.get(key) != said and key.partition(".")[2] not in names]
    foreign = [key for key in new.keys() - old.keys() if not _is_new(key, names, references)]
    lacking = [reference for reference in references if reference not in new]
    if touched := sorted(changed + foreign + lacking):
        raise ValueError(f"as the file is written, {', '.join(touched[:3])} would not come out right; add it by hand")
    for name, text in files.texts.items():
        replace_text(files.folder / name, text)
    return [_added(after, reference) for reference in references]


def _is_new(key: str, names: set[str], references: list[str]) -> bool:
    owners = {reference.partition(".")[0] for reference in references}
    return key in owners or key in references or key.partition(".")[2] in names  # others may take a record over


def _meaning(facts: Facts) -> dict[str, object]:
    """All that the facts say, by name, without the lines they say it in."""
    said: dict[str, object] = {}
    for source in facts.sources.values():
        quotes = tuple((name, quote.text, quote.where) for name, quote in source.quotes.items())
        dates = (source.read, source.published)
        texts = (source.title, source.publisher, source.language, source.kind, source.url, source.note, source.document)
        said[source.id] = (texts, dates, quotes)
    for record in facts.records.values():
        said[record.id] = (type(record), record.name, record.note)
        for name in record_fields(type(record)):
            if (inner := getattr(record, name)) is not None:
                said[f"{record.id}.{name}"] = inner.id
        for name in quantity_fields(type(record)):
            if (fact := getattr(record, name)) is not None:
                said[f"{record.id}.{name}"] = _said(fact)
    for case in facts.cases.values():
        said[case.id] = case.title
        said |= {f"{case.id}.{role}": record.id for role, record in case.roles.items()}
        for name, given in case.inputs.items():
            said[f"{case.id}.{name}"] = _said(given) if isinstance(given, Fact) else given.reference
    return said


def _said(fact: Fact) -> tuple[object, ...]:
    others = tuple((other.written, other.source.id, other.where) for other in fact.conflicts)
    return fact.written, fact.source.id if fact.source else "", fact.where, fact.why, fact.bound, others


def _added(facts: Facts, reference: str) -> Added:
    owner, _, name = reference.partition(".")
    record = facts.records.get(owner) or facts.cases.get(owner) or facts.sources[owner]
    stated = getattr(record, name, None) if name else record
    if stated is None:
        stated = facts.cases[owner].inputs.get(name) if owner in facts.cases else record
    place = getattr(stated, "place", record.place)
    return Added(place.file, place.line, reference)
