"""A catalogue that follows its source: texts that are new, changed, moved or gone."""

from __future__ import annotations

import dataclasses
import difflib
from collections.abc import Iterator, Mapping, Sequence

from zahlwerk.catalogs import FIGURES_FLAG, Catalogue, Entry, plural_rule
from zahlwerk.markup import heading_slug
from zahlwerk.messages import Message

_GUESSED_FLAGS = {FIGURES_FLAG, "python-format"}  # gettext tools take a per cent sign in prose for a placeholder
_ALIKE = 0.6  # how alike two texts must be, from 0 to 1, for one to be the changed form of the other
_IN_PLACE = 0.25  # what counts towards that when nothing but this text changed between its neighbours
_SHORT = 5  # words, below which letters are compared instead of words

_Key = tuple[str, str]  # context and source


def updated(catalogue: Catalogue, messages: Sequence[Message]) -> Catalogue:
    """The catalogue with exactly these messages, and what is no longer among them kept as obsolete.

    A text that changed keeps its translation, marked fuzzy, when it stands in the same section and is alike; its
    position counts, too. Nothing is taken over from another section.
    """
    current = {message.key for message in messages}
    active = [entry for entry in catalogue.entries if not entry.obsolete]
    gone = [entry for entry in catalogue.entries if entry.obsolete]
    known = {entry.key for entry in catalogue.entries}
    origins = _origins(active, messages, [message for message in messages if message.key not in known])
    entries = []
    for message in messages:
        entry = catalogue.by_key.get(message.key) or _taken(gone, message) or _rewritten(message, origins)
        entries.append(_following(message, entry, catalogue))
    followed = {entry.key for entry in origins.values()}
    left = (e for e in active if e.key not in current and e.key not in followed and _is_begun(e))
    gone += [dataclasses.replace(entry, obsolete=True, notes=(), places=()) for entry in left]
    return dataclasses.replace(catalogue, entries=(*entries, *_each_once(gone)))


def _is_begun(entry: Entry) -> bool:
    """Whether a translator has left anything in it."""
    return bool(entry.comment) or any(entry.texts)


def _taken(gone: list[Entry], message: Message) -> Entry | None:
    """The last obsolete entry of a message, taken out of the list; None when there is none."""
    found = next((entry for entry in reversed(gone) if entry.key == message.key), None)
    if found:
        gone.remove(found)
    return found


def _each_once(gone: Sequence[Entry]) -> Iterator[Entry]:
    """Obsolete entries without those that say the same a second time."""
    seen = set()
    for entry in gone:
        said = (entry.key, entry.texts, entry.comment)
        if said not in seen:
            yield entry
        seen.add(said)


def _rewritten(message: Message, origins: Mapping[_Key, Entry]) -> Entry:
    """The entry of a text that changed, with the source it was a translation of; a blank one for a new text."""
    origin = origins.get(message.key)
    if origin is None:
        return Entry(message.context, message.source, "", plural=message.plural)
    previous = origin.previous if origin.fuzzy and origin.previous else origin.source
    fuzzy = any(origin.texts)
    return dataclasses.replace(origin, source=message.source, fuzzy=fuzzy, previous=previous if fuzzy else "")


def _following(message: Message, entry: Entry, catalogue: Catalogue) -> Entry:
    """The entry with what the source says about its message; everything of the translator's stays."""
    flags = [flag for flag in entry.flags if flag not in _GUESSED_FLAGS]
    if message.figures:
        flags.append(FIGURES_FLAG)
    forms = (*entry.forms, *[""] * (_form_count(catalogue) - len(entry.forms))) if message.plural else entry.forms
    return dataclasses.replace(
        entry,
        fuzzy=entry.fuzzy or (entry.plural != message.plural and any(entry.texts)),
        flags=tuple(flags),
        notes=message.comments,
        places=message.places,
        obsolete=False,
        plural=message.plural,
        forms=forms,
    )


def _form_count(catalogue: Catalogue) -> int:
    """How many plural forms the header declares; one for a header that a check reports."""
    try:
        return plural_rule(catalogue.header.get("Plural-Forms", ""))[0]
    except ValueError:
        return 1


def _origins(active: Sequence[Entry], messages: Sequence[Message], new: Sequence[Message]) -> dict[_Key, Entry]:
    """The entries that new messages are the changed form of, by the keys of the messages.

    Headings come first, so that the texts below a heading that changed are still known to stand in its section.
    """
    current = {message.key for message in messages}
    left = [entry for entry in active if entry.key not in current and _is_begun(entry)]
    in_place = _in_place(active, messages)
    headings = _matched([message for message in new if "heading" in message.kinds], left, {}, in_place)
    renamed = {heading_slug(entry.source): heading_slug(source) for (_, source), entry in headings.items()}
    followed = {entry.key for entry in headings.values()}
    rest = [entry for entry in left if entry.key not in followed]
    return headings | _matched([message for message in new if message.key not in headings], rest, renamed, in_place)


def _matched(
    new: Sequence[Message],
    left: Sequence[Entry],
    renamed: Mapping[str, str],
    in_place: set[tuple[_Key, _Key]],
) -> dict[_Key, Entry]:
    """The most alike of what stands in the same section, each once."""
    pairs = []
    for position, message in enumerate(new):
        for entry in left:
            if bool(entry.plural) == bool(message.plural) and _share_a_section(entry, message, renamed):
                alike = _likeness(entry.source, message.source)
                alike += _IN_PLACE if (entry.key, message.key) in in_place else 0
                if alike >= _ALIKE:
                    pairs.append((-alike, position, message, entry))
    found: dict[_Key, Entry] = {}
    followed = set()
    for _, _, message, entry in sorted(pairs, key=lambda pair: pair[:2]):
        if message.key not in found and entry.key not in followed:
            found[message.key] = entry
            followed.add(entry.key)
    return found


def _share_a_section(entry: Entry, message: Message, renamed: Mapping[str, str]) -> bool:
    """Whether both stand under the same heading; what stands nowhere is held together by its context."""
    if entry.context != message.context:
        return False
    before = {_renamed(place, renamed) for place in entry.places}
    return bool(before & set(message.places)) or (not before and not message.places)


def _renamed(place: str, renamed: Mapping[str, str]) -> str:
    file, mark, section = place.partition("#")
    return f"{file}{mark}{renamed.get(section, section)}"


def _likeness(old: str, new: str) -> float:
    """How alike two texts are, from 0 to 1: by words, or by letters where there are few words."""
    words = (old.split(), new.split())
    few = min(map(len, words)) < _SHORT
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False) if few else None
    return (matcher or difflib.SequenceMatcher(None, *words, autojunk=False)).ratio()


def _in_place(active: Sequence[Entry], messages: Sequence[Message]) -> set[tuple[_Key, _Key]]:
    """The keys of entries and messages of which one stands where the other stood, between the same neighbours."""
    before, after = [entry.key for entry in active], [message.key for message in messages]
    found = set()
    for change, i, i_end, j, j_end in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if change == "replace" and i_end - i == j_end - j:
            found |= set(zip(before[i:i_end], after[j:j_end], strict=True))
        elif change == "replace":
            found |= {(old, new) for old in before[i:i_end] for new in after[j:j_end]}
    return found
