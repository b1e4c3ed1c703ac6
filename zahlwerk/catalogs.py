"""PO files: strict reading, byte-stable writing, and following what the source says.

polib knows the file format; what it lets pass (a byte order mark, an unterminated line, a second entry for the
same message) is refused here, since each of them would lose a translator's work without a word.
"""

from __future__ import annotations

import dataclasses
import difflib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import polib

from zahlwerk.messages import Message
from zahlwerk.problems import BuildFailed, Place, Problem
from zahlwerk.yamlfile import read_text

FIGURES_FLAG = "python-brace-format"
IGNORE = "ignore-"  # begins a flag that silences a check
_LINE = re.compile(r'#.*|(msgctxt|msgid|msgstr)?\s*"(?:[^"\\]|\\[nrt\\"])*"|')
_FALSE_LINE_ENDS = re.compile("[\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_NEXT = {"": ("msgctxt", "msgid"), "msgctxt": ("msgid",), "msgid": ("msgstr",), "msgstr": ("msgctxt", "msgid")}
_FORM = "each entry is msgctxt (if any), msgid, msgstr"
_LIKE_ENOUGH = 0.6  # share of equal characters above which a changed text keeps its translation as fuzzy


@dataclass(frozen=True, slots=True)
class Entry:
    """One message of a catalogue with its translation."""

    context: str
    source: str
    translation: str
    fuzzy: bool = False  # a translation of an earlier source, or a guess: never shown
    previous: str = ""  # the source it was a translation of
    flags: tuple[str, ...] = ()  # other than fuzzy
    comment: str = ""  # by translators
    notes: tuple[str, ...] = ()  # for translators, from the source
    places: tuple[str, ...] = ()
    obsolete: bool = False
    line: int = 0

    @property
    def key(self) -> tuple[str, str]:
        """What identifies the message."""
        return self.context, self.source

    @property
    def usable(self) -> bool:
        """Whether the translation may be shown."""
        return not self.fuzzy and not self.obsolete and bool(self.translation.strip())

    @property
    def ignored(self) -> frozenset[str]:
        """The checks whose findings a translator has judged to be none.

        Flags say so, or lines of the comment, since GNU gettext drops the flags it does not know.
        """
        marks = (*self.flags, *(line.partition(":")[0].strip() for line in self.comment.split("\n")))
        return frozenset(mark.removeprefix(IGNORE) for mark in marks if mark.startswith(IGNORE))


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The PO file of one language and domain."""

    file: str
    header: Mapping[str, str]
    entries: tuple[Entry, ...]
    comment: str = ""  # above the header
    by_key: Mapping[tuple[str, str], Entry] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_key", {entry.key: entry for entry in self.entries if not entry.obsolete})

    def translation(self, context: str, source: str) -> str | None:
        """The translation that may be shown, or None."""
        entry = self.by_key.get((context, source))
        return entry.translation if entry and entry.usable and source else None

    def place(self, context: str, source: str) -> Place:
        """Where the entry of a message stands, or the file when it has none."""
        entry = self.by_key.get((context, source))
        return Place(self.file, entry.line if entry else 0)


def read_catalogue(path: Path, file: str) -> Catalogue:
    """Read a PO file. Raises BuildFailed for anything a less strict reader would skip or mend."""
    text = read_text(path, file)
    if problems := list(_line_problems(file, text.split("\n"))):
        raise BuildFailed(problems)
    try:
        parsed = polib.pofile(text, wrapwidth=0) if text.strip() else polib.POFile(wrapwidth=0)
    except (OSError, ValueError) as error:
        raise BuildFailed([_syntax_problem(file, str(error))]) from error
    problems = [*_header_problems(file, parsed), *_duplicates(file, parsed)]
    if problems:
        raise BuildFailed(problems)
    return Catalogue(file, dict(parsed.metadata), tuple(_entry(entry) for entry in parsed), parsed.header)


def _line_problems(file: str, lines: list[str]) -> Iterator[Problem]:
    """What polib would skip or mend: lines of another form, and entries without a part."""
    last, last_place = "", Place(file)
    for number, line in enumerate(lines, start=1):
        place, keyword = Place(file, number), re.match(r"[a-z_]*", line)[0]  # type: ignore[index]  # it always matches
        if _FALSE_LINE_ENDS.search(line):
            yield Problem(place, "holds a character that some programs take for the end of a line", "replace it")
        elif keyword == "msgid_plural":
            yield Problem(last_place, "plural forms are not used here", "nouns that follow counts are written out")
        elif not _LINE.fullmatch(line.rstrip()) and not line.startswith("msgstr["):
            yield Problem(place, "this line is no part of a PO file", "check its quotes and escapes")
        elif keyword in _NEXT[last] or not keyword:
            pass
        elif last == "msgid" and keyword != "msgstr":
            yield Problem(last_place, "msgid has no msgstr", "write one, empty if there is no translation")
        elif not line.startswith("msgstr["):
            yield Problem(place, f"{keyword} is out of order", _FORM)
        if keyword in _NEXT:
            last, last_place = keyword or last, place if keyword else last_place
    if last not in ("", "msgstr"):
        yield Problem(last_place, f"{last} has no msgstr", "write one, empty if there is no translation")


def _syntax_problem(file: str, message: str) -> Problem:
    line = re.search(r"line (\d+)", message)
    detail = message.partition(": ")[2] or "an entry is incomplete or out of order here"
    return Problem(Place(file, int(line[1]) if line else 0), f"the PO file cannot be read: {detail}", _FORM)


def _header_problems(file: str, parsed: polib.POFile) -> list[Problem]:
    content_type = parsed.metadata.get("Content-Type", "")
    if "charset=utf-8" not in content_type.lower():
        hint = 'the first entry must say "Content-Type: text/plain; charset=UTF-8\\n"'
        return [Problem(Place(file, 1), "the header is missing or names another charset", hint)]
    return []


def _duplicates(file: str, parsed: polib.POFile) -> list[Problem]:
    first: dict[tuple[str, str], int] = {}
    problems = []
    for entry in parsed:
        key = (entry.msgctxt or "", entry.msgid)
        if not entry.obsolete and key in first:
            message = f'"{_brief(entry.msgid)}" has a second entry; the first is in line {first[key]}'
            problems.append(Problem(Place(file, entry.linenum), message, "keep one of them"))
        elif not entry.obsolete:
            first[key] = entry.linenum
    return problems


def _brief(text: str) -> str:
    return text if len(text) <= 50 else text[:49] + "…"


def _entry(parsed: polib.POEntry) -> Entry:
    return Entry(
        context=parsed.msgctxt or "",
        source=parsed.msgid,
        translation=parsed.msgstr,
        fuzzy="fuzzy" in parsed.flags,
        previous=parsed.previous_msgid or "",
        flags=tuple(flag for flag in parsed.flags if flag != "fuzzy"),
        comment=parsed.tcomment,
        notes=tuple(parsed.comment.split("\n")) if parsed.comment else (),
        places=tuple(place for place, _ in parsed.occurrences),
        obsolete=bool(parsed.obsolete),
        line=parsed.linenum,
    )


def new_catalogue(file: str, language: str, plural_forms: str) -> Catalogue:
    """An empty catalogue with a header that never changes by itself."""
    header = {
        "Project-Id-Version": "zahlwerk",
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": plural_forms,
    }
    return Catalogue(file, header, ())


def updated(catalogue: Catalogue, messages: Sequence[Message]) -> Catalogue:
    """The catalogue with exactly these messages, and what is no longer among them kept as obsolete.

    A text that changed keeps its translation, marked fuzzy, when it stands in the same section and is alike.
    """
    current = {message.key for message in messages}
    left = [entry for entry in catalogue.entries if entry.key not in current and not entry.obsolete]
    gone = {entry.key: entry for entry in catalogue.entries if entry.obsolete}
    entries = []
    for message in messages:
        entry = catalogue.by_key.get(message.key) or gone.pop(message.key, None)
        if entry is None and (changed := _changed_from(message, left)):
            left.remove(changed)
            previous = changed.previous if changed.fuzzy and changed.previous else changed.source
            entry = dataclasses.replace(changed, source=message.source, fuzzy=True, previous=previous)
        entries.append(_following(message, entry or Entry(message.context, message.source, "")))
    kept = [dataclasses.replace(entry, obsolete=True, notes=(), places=()) for entry in left if entry.translation]
    return dataclasses.replace(catalogue, entries=(*entries, *gone.values(), *kept))


def _changed_from(message: Message, left: list[Entry]) -> Entry | None:
    """The entry of the same section whose source this message was before, as far as likeness tells."""
    best, likeness = None, _LIKE_ENOUGH
    for entry in left:
        if entry.context == message.context and entry.translation and set(entry.places) & set(message.places):
            ratio = difflib.SequenceMatcher(None, entry.source, message.source, autojunk=False).ratio()
            if ratio > likeness:
                best, likeness = entry, ratio
    return best


def _following(message: Message, entry: Entry) -> Entry:
    """The entry with what the source says about its message; everything of the translator's stays."""
    flags = [flag for flag in entry.flags if flag != FIGURES_FLAG]
    if message.figures:
        flags.append(FIGURES_FLAG)
    return dataclasses.replace(entry, flags=tuple(flags), notes=message.notes, places=message.places, obsolete=False)


def written(catalogue: Catalogue) -> str:
    """The catalogue as the text of a PO file: unwrapped, without line numbers, obsolete entries last."""
    parsed = polib.POFile(wrapwidth=0)
    parsed.header = catalogue.comment
    parsed.metadata = dict(catalogue.header)
    parsed.extend(_polib_entry(entry) for entry in catalogue.entries)
    return str(parsed).rstrip("\n") + "\n"


def _polib_entry(entry: Entry) -> polib.POEntry:
    return polib.POEntry(
        msgctxt=entry.context or None,
        msgid=entry.source,
        msgstr=entry.translation,
        flags=[*(["fuzzy"] if entry.fuzzy else []), *entry.flags],
        previous_msgid=entry.previous or None,
        tcomment=entry.comment,
        comment="\n".join(entry.notes),
        occurrences=[(place, "") for place in entry.places],
        obsolete=entry.obsolete,
    )


def untranslated(catalogue: Catalogue, messages: Iterable[Message]) -> list[Message]:
    """The messages whose translation may not be shown: blank, fuzzy or not there."""
    return [message for message in messages if catalogue.translation(*message.key) is None]
