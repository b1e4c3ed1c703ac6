"""New facts, records and sources: what may be asked for, and how it is written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from zahlwerk.cases import INPUTS, ROLES
from zahlwerk.factfiles import FOLDER, Added, FactFiles, append_entry, load, read_files, record_of, write_checked
from zahlwerk.facts import Facts
from zahlwerk.problems import known_words
from zahlwerk.records import SECTIONS, quantity_fields, record_fields
from zahlwerk.sizing import FORMULAS
from zahlwerk.yamledit import block, flow, is_flow, one_line_or_block, scalar, with_entry
from zahlwerk.yamlfile import Mapping as YamlMapping

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
    wanted, files = tuple(stated), read_files(project)
    known = load(project / FOLDER)
    if cited.get("source", "") and cited["source"] not in known.sources:
        name = cited["source"]
        raise ValueError(f'unknown source "{name}"; {known_words(name, known.sources, "sources")}')
    if new:
        files = _begin(files, wanted, cited, new, known)
    else:
        for one in wanted:
            files = _state(files, one, cited, known)
    return write_checked(files, known, {one.name for one in wanted}, [one.reference for one in wanted])


def add_source(project: Path, name: str, fields: Mapping[str, str]) -> list[Added]:
    """Add a source with its fields.

    Raises ValueError for an id that is taken, BuildFailed for what is wrong with the source.
    """
    known = load(project / FOLDER)
    _must_be_free(name, known)
    files = append_entry(
        read_files(project), "sources", name, block({key: scalar(text) for key, text in fields.items() if text})
    )
    return write_checked(files, known, set(), [name])


def _state(files: FactFiles, one: NewFact, cited: Mapping[str, str], known: Facts) -> FactFiles:
    """The files with one fact more, at the end of its record or case."""
    section, fields = _home(one, known)
    if one.name not in fields:
        raise ValueError(f'{one.owner} has no field "{one.name}"; {known_words(one.name, fields, "fields")}')
    file, record = record_of(files, section, one.owner)
    if one.name in record.entries:
        hint = "change it there, or add the other value to its conflicts with the reason for the one in use"
        raise ValueError(f"{one.reference} is stated already, at {record.places[one.name]}; {hint}")
    text = files.texts[file]
    names_record = one.name in (ROLES if section == "cases" else record_fields(SECTIONS[section]))
    own = {} if names_record else _beyond(cited, record)
    value = _value(one.value, own, flow_only=is_flow(text, section, one.owner))
    return files.with_text(file, with_entry(text, (section, one.owner), one.name, value))


def _home(one: NewFact, known: Facts) -> tuple[str, list[str]]:
    """The section a record or case stands in, and what may be stated of it."""
    if one.owner in known.cases:
        return "cases", [*INPUTS, *ROLES, *FORMULAS]
    if record := known.records.get(one.owner):
        kind = type(record)
        return next(s for s, k in SECTIONS.items() if k is kind), [*quantity_fields(kind), *record_fields(kind)]
    hint = known_words(one.owner, (*known.records, *known.cases), "records")
    raise ValueError(f'there is no record "{one.owner}"; {hint}; a new one is begun with --type card --name "…"')


def _begin(
    files: FactFiles, stated: tuple[NewFact, ...], cited: Mapping[str, str], new: NewRecord, known: Facts
) -> FactFiles:
    """The files with a new record at the end of its section."""
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
    return append_entry(files, TYPES[new.type], owner, block({"name": scalar(new.name), **lent, **ordered}))


def _beyond(cited: Mapping[str, str], record: YamlMapping) -> dict[str, str]:
    """What is cited for a fact beside what its record lends to all its fields."""
    source = "" if cited.get("source") == _text(record, "source") else cited.get("source", "")
    where = "" if not source and cited.get("where") == _text(record, "where") else cited.get("where", "")
    found = {"source": source, "where": where, "why": cited.get("why", ""), "bound": cited.get("bound", "")}
    return {key: text for key, text in found.items() if text}


def _text(record: YamlMapping, key: str) -> str:
    node = record.entries.get(key)
    return getattr(node, "text", "")


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
