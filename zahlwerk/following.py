"""A catalogue that follows its source: texts that are new, changed, moved or gone."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence

from zahlwerk.catalogs import FIGURES_FLAG, Catalogue, Entry, plural_rule
from zahlwerk.likeness import changed_from
from zahlwerk.messages import Message

_GUESSED_FLAGS = {FIGURES_FLAG, "python-format"}  # gettext tools take a per cent sign in prose for a placeholder

_Key = tuple[str, str]  # context and source


def updated(catalogue: Catalogue, messages: Sequence[Message]) -> Catalogue:
    """The catalogue with exactly these messages, and what is no longer among them kept as obsolete.

    A text that changed keeps its translation, marked fuzzy, when it stands in the same section and is alike; its
    position counts, too. Nothing is taken over from another section. No message has two entries afterwards, since
    GNU gettext refuses that even where one is obsolete.
    """
    current = {message.key for message in messages}
    active = [entry for entry in catalogue.entries if not entry.obsolete]
    gone = _each_once(entry for entry in catalogue.entries if entry.obsolete)
    new = [message for message in messages if message.key not in catalogue.by_key and message.key not in gone]
    origins = changed_from(active, messages, new)
    number = _form_count(catalogue)
    entries = []
    for message in messages:
        entry = _one_of(catalogue.by_key.get(message.key), gone.pop(message.key, None))
        entries.append(_following(message, entry or _rewritten(message, origins), number))
    followed = {entry.key for entry in origins.values()}
    for entry in active:
        if entry.key not in current and entry.key not in followed and entry.is_begun:
            kept = _one_of(entry, gone.pop(entry.key, None)) or entry
            gone[entry.key] = dataclasses.replace(kept, obsolete=True, notes=(), places=())
    return dataclasses.replace(catalogue, entries=(*entries, *gone.values()))


def _each_once(gone: Iterable[Entry]) -> dict[_Key, Entry]:
    """The obsolete entries by key; of two of one message the later, with what the other says."""
    found: dict[_Key, Entry] = {}
    for entry in gone:
        found[entry.key] = _one_of(entry, found.pop(entry.key, None)) or entry
    return found


def _one_of(entry: Entry | None, twin: Entry | None) -> Entry | None:
    """One entry of two of the same message: the first with what the second says, or that one where it is blank."""
    if entry is None or twin is None:
        return entry or twin
    if any(entry.texts):
        return _with_comment(entry, *twin.comment.split("\n"), *_remarks(twin.texts, entry.texts))
    kept = dataclasses.replace(twin, flags=tuple(dict.fromkeys(entry.flags + twin.flags)), comment=entry.comment)
    return _with_comment(kept, *twin.comment.split("\n"))


def _with_comment(entry: Entry, *lines: str) -> Entry:
    """The entry with lines in its comment that it lacks."""
    said = entry.comment.split("\n") if entry.comment else []
    lacking = (line for line in lines if line and line not in said)
    return dataclasses.replace(entry, comment="\n".join([*said, *lacking]))


def _remarks(texts: Sequence[str], kept: Sequence[str]) -> Iterator[str]:
    """Lines of a comment with translations for which an entry has no place."""
    for text in texts:
        if text.strip() and text not in kept:
            yield f"also translated as {json.dumps(text, ensure_ascii=False)}"


def _rewritten(message: Message, origins: Mapping[_Key, Entry]) -> Entry:
    """The entry of a text that changed, with the source it was a translation of; a blank one for a new text."""
    origin = origins.get(message.key)
    if origin is None:
        return Entry(message.context, message.source, "", plural=message.plural)
    return dataclasses.replace(_stale(origin), source=message.source)


def _stale(entry: Entry) -> Entry:
    """The entry as a translation of what its source was; it remembers the first one that nobody has looked at since."""
    if not any(entry.texts):
        return dataclasses.replace(entry, fuzzy=False, previous="", previous_plural="", previous_context="")
    if entry.fuzzy and entry.previous:
        return entry
    return dataclasses.replace(
        entry, fuzzy=True, previous=entry.source, previous_plural=entry.plural, previous_context=""
    )


def _following(message: Message, entry: Entry, number: int) -> Entry:
    """The entry with what the source says about its message; everything of the translator's stays."""
    flags = [flag for flag in entry.flags if flag not in _GUESSED_FLAGS]
    if message.figures:
        flags.append(FIGURES_FLAG)
    return dataclasses.replace(
        _counted(entry, message.plural, number),
        flags=tuple(flags),
        notes=message.comments,
        places=message.places,
        obsolete=False,
    )


def _counted(entry: Entry, plural: str, number: int) -> Entry:
    """The entry with this source for several, or none; stale when it had another, and blank where forms are lacking."""
    if entry.plural != plural:
        entry = _stale(entry)
    if plural:
        forms = list(entry.forms if entry.plural else filter(None, [entry.translation]))
        forms += [""] * (number - len(forms))
        while len(forms) > number and not forms[-1]:
            del forms[-1]
        return dataclasses.replace(entry, plural=plural, forms=tuple(forms), translation="")
    if entry.plural:
        last = next((form for form in reversed(entry.forms) if form), "")
        entry = _with_comment(entry, *_remarks(entry.forms, [last]))
        return dataclasses.replace(entry, plural="", forms=(), translation=last)
    return entry


def _form_count(catalogue: Catalogue) -> int:
    """How many plural forms the header declares; one for a header that a check reports."""
    try:
        return plural_rule(catalogue.header.get("Plural-Forms", ""))[0]
    except ValueError:
        return 1
