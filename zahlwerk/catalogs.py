"""PO files: strict reading and byte-stable writing.

polib knows the file format; what it lets pass (a byte order mark, an unterminated line, a second entry for the
same message) is refused here, since each of them would lose a translator's work without a word.
"""

from __future__ import annotations

import dataclasses
import gettext
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import polib

from zahlwerk.polines import FORM, line_problems, readable
from zahlwerk.problems import BuildFailed, Place, Problem
from zahlwerk.texts import IGNORE
from zahlwerk.yamlfile import read_text

FIGURES_FLAG = "python-brace-format"
_CHARSET = "text/plain; charset=UTF-8"
_OF_TOOLS = ("POT-Creation-Date", "PO-Revision-Date", "Generated-By", "X-Generator")
_NOT_FILLED_IN = re.compile(r"EMAIL@ADDRESS|LL@li\.org|PACKAGE VERSION|PROJECT VERSION|nplurals=INTEGER")
_BLANK_COMMENT = re.compile(r"(?m)^# $")


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
    plural: str = ""  # the source for several, where the message goes with a number
    forms: tuple[str, ...] = ()  # its translations, one for each plural form of the language
    previous_plural: str = ""  # beside the earlier source
    previous_context: str = ""  # likewise; other tools guess across contexts

    @property
    def key(self) -> tuple[str, str]:
        """What identifies the message."""
        return self.context, self.source

    @property
    def usable(self) -> bool:
        """Whether the translation may be shown."""
        return not self.fuzzy and not self.obsolete and bool(self.texts) and all(text.strip() for text in self.texts)

    @property
    def is_begun(self) -> bool:
        """Whether a translator has left anything in it."""
        return bool(self.comment) or any(self.texts)

    @property
    def texts(self) -> tuple[str, ...]:
        """The translation, in each of its forms."""
        return self.forms if self.plural else (self.translation,)

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
    _shown: Mapping[tuple[str, str], str] = field(init=False, compare=False)  # what may be shown, by key

    def __post_init__(self) -> None:
        by_key = {entry.key: entry for entry in self.entries if not entry.obsolete}
        shown = {key: entry.texts[-1] for key, entry in by_key.items() if entry.source and entry.usable}
        object.__setattr__(self, "by_key", by_key)
        object.__setattr__(self, "_shown", shown)

    def translation(self, context: str, source: str) -> str | None:
        """The translation that may be shown, of one with plural forms the last; or None."""
        return self._shown.get((context, source))

    def plural(self, context: str, source: str, number: int) -> str | None:
        """The translation of a message that goes with a number, or None."""
        entry = self.by_key.get((context, source))
        if not (entry and entry.usable and entry.plural):
            return None
        try:
            return entry.forms[plural_rule(self.header.get("Plural-Forms", ""))[1](number)]
        except (ValueError, ArithmeticError, IndexError):  # a header that a check reports
            return None

    def place(self, context: str, source: str) -> Place:
        """Where the entry of a message stands, or the file when it has none."""
        entry = self.by_key.get((context, source))
        return Place(self.file, entry.line if entry else 0)


def plural_rule(header: str) -> tuple[int, Callable[[int], int]]:
    """How many plural forms a header declares, and which of them a number takes. Raises ValueError for another text."""
    match = re.fullmatch(r"\s*nplurals\s*=\s*(\d)\s*;\s*plural\s*=\s*([^;]+?)\s*;?\s*", header)
    if match is None:
        raise ValueError(f'"{header}" is no plural rule')
    return int(match[1]), gettext.c2py(match[2])


def read_catalogue(path: Path, file: str) -> Catalogue:
    """Read a PO file. Raises BuildFailed for anything a less strict reader would skip or mend."""
    return _catalogue(file, read_text(path, file))


@lru_cache(maxsize=50)
def _catalogue(file: str, text: str) -> Catalogue:
    if problems := list(line_problems(file, text)):
        raise BuildFailed(problems)
    try:
        parsed = polib.pofile(readable(text), wrapwidth=0) if text.strip() else polib.POFile(wrapwidth=0)
    except (OSError, ValueError) as error:
        raise BuildFailed([_syntax_problem(file, str(error))]) from error
    problems = [*_header_problems(file, parsed), *_duplicates(file, parsed)]
    if problems:
        raise BuildFailed(problems)
    return Catalogue(file, dict(parsed.metadata), tuple(_entry(entry) for entry in parsed), parsed.header)


def _syntax_problem(file: str, message: str) -> Problem:
    line = re.search(r"line (\d+)", message)
    detail = message.partition(": ")[2] or "an entry is incomplete or out of order here"
    return Problem(Place(file, int(line[1]) if line else 0), f"the PO file cannot be read: {detail}", FORM)


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
        plural=parsed.msgid_plural,
        forms=tuple(parsed.msgstr_plural[form] for form in sorted(parsed.msgstr_plural)),
        previous_plural=parsed.previous_msgid_plural or "",
        previous_context=parsed.previous_msgctxt or "",
    )


def new_catalogue(file: str, language: str, plural_forms: str) -> Catalogue:
    """An empty catalogue with a header that never changes by itself."""
    header = {
        "Project-Id-Version": "zahlwerk",
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": _CHARSET,
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": plural_forms,
    }
    return Catalogue(file, header, ())


def settled(catalogue: Catalogue, language: str, plural_forms: str) -> Catalogue:
    """The catalogue with the header fields it lacks, and without what tools write into headers of themselves.

    What they write changes with every save, or stands for a name that nobody gave; names of people stay.
    """
    usual = new_catalogue(catalogue.file, language, plural_forms).header
    stated = {
        name: text
        for name, text in catalogue.header.items()
        if text and name not in _OF_TOOLS and not _NOT_FILLED_IN.search(text)
    }
    return dataclasses.replace(catalogue, header={**usual, **stated, "Content-Type": _CHARSET})


def written(catalogue: Catalogue) -> str:
    """The catalogue as the text of a PO file: unwrapped, without line numbers, obsolete entries last."""
    parsed = polib.POFile(wrapwidth=0)
    parsed.header = catalogue.comment
    parsed.metadata = dict(catalogue.header)
    parsed.extend(_polib_entry(entry) for entry in catalogue.entries)
    text = _BLANK_COMMENT.sub("#", str(parsed))  # polib writes a blank behind the mark
    return text.rstrip("\n") + "\n"


def _polib_entry(entry: Entry) -> polib.POEntry:
    return polib.POEntry(
        msgctxt=entry.context or None,
        msgid=entry.source,
        msgstr=entry.translation,
        flags=[*(["fuzzy"] if entry.fuzzy else []), *entry.flags],
        previous_msgid=entry.previous or None,
        previous_msgid_plural=entry.previous_plural or None,
        previous_msgctxt=entry.previous_context or None,
        tcomment=entry.comment,
        comment="\n".join(entry.notes),
        occurrences=[(place, "") for place in entry.places],
        obsolete=entry.obsolete,
        msgid_plural=entry.plural,
        msgstr_plural=dict(enumerate(entry.forms)),
    )
