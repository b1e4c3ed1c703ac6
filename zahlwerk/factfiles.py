"""The facts files as they are to be: where things stand in them, and writing them once they read as they should."""

from __future__ import annotations

import dataclasses
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from zahlwerk.disk import listed
from zahlwerk.facts import NAMES_FILE, Facts, load_facts
from zahlwerk.figures import evaluate
from zahlwerk.provenance import Fact
from zahlwerk.records import quantity_fields, record_fields
from zahlwerk.replacing import replace_text
from zahlwerk.sizing import FORMULAS
from zahlwerk.yamledit import block, with_entry
from zahlwerk.yamlfile import Mapping as YamlMapping
from zahlwerk.yamlfile import parse_yaml, read_text

FOLDER, FIRST_FILE = "facts", "facts.yaml"
_DIMENSIONS = {name: formula.dimension for name, formula in FORMULAS.items()}


@dataclass(frozen=True, slots=True)
class Added:
    """What was written."""

    file: str  # in which it stands
    line: int
    reference: str  # how it is called: "h200_nvl.memory", or the id of a source


@dataclass(frozen=True, slots=True)
class FactFiles:
    """The facts files as they are, or as they are to be."""

    folder: Path
    texts: Mapping[str, str]  # by name, with the line ends of the file

    def with_text(self, name: str, text: str) -> FactFiles:
        """The same with another text in one of them."""
        return dataclasses.replace(self, texts={**self.texts, name: text})


def append_entry(files: FactFiles, section: str, name: str, value: str) -> FactFiles:
    """The files with an entry at the end of a section, which is begun where no file has it."""
    home = next((file for file, root in _roots(files).items() if section in root.entries), None)
    if home:
        return files.with_text(home, with_entry(files.texts[home], (section,), name, value))
    home = FIRST_FILE if FIRST_FILE in files.texts else min(files.texts)
    return files.with_text(home, with_entry(files.texts[home], (), section, block({name: value})))


def read_files(project: Path) -> FactFiles:
    """The facts files as they are. Raises BuildFailed for one that cannot be read."""
    paths = [path for path in listed(project / FOLDER, "*.yaml") if path.name != NAMES_FILE]
    for path in paths:
        read_text(path, f"{FOLDER}/{path.name}")  # says what is wrong with its encoding
    return FactFiles(project / FOLDER, {path.name: path.read_bytes().decode("utf-8") for path in paths})


def _roots(files: FactFiles) -> dict[str, YamlMapping]:
    return {name: parse_yaml(text, f"{FOLDER}/{name}") for name, text in files.texts.items()}


def record_of(files: FactFiles, section: str, owner: str) -> tuple[str, YamlMapping]:
    """The file in which a record stands, and what stands there of it. Raises ValueError where that is nowhere."""
    for name, root in _roots(files).items():
        entries = root.entries.get(section)
        record = entries.entries.get(owner) if isinstance(entries, YamlMapping) else None
        if isinstance(record, YamlMapping):
            return name, record
    raise ValueError(f"{owner} stands in none of the facts files")


def load(folder: Path) -> Facts:
    """The facts of a folder. Raises BuildFailed with what is wrong in them."""
    return load_facts(folder, _DIMENSIONS)


def write_checked(files: FactFiles, before: Facts, names: set[str], references: list[str]) -> list[Added]:
    """Write the files, once they were read back and say what they said before and what is new, and nothing else."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / FOLDER
        shutil.copytree(files.folder, folder)
        for name, text in files.texts.items():
            (folder / name).write_bytes(text.encode())
        after = load(folder)
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
