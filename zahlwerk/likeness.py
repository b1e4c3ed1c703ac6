"""Which text of a catalogue a new text is the changed form of: by section, likeness and position."""

from __future__ import annotations

import difflib
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from zahlwerk.catalogs import Entry
from zahlwerk.messages import UNDER, Message

_ALIKE = 0.6  # how alike two texts must be, from 0 to 1, for one to be the changed form of the other
_SHORT = 5  # words, below which letters are compared instead of words
_IN_PLACE = 0.25  # what counts towards that when nothing but this text changed between its neighbours
_SHORT_IN_PLACE = 0.1  # letters of unlike words are alike by chance
_TIE = 0.01  # what being in place counts when several are alike enough

_T = TypeVar("_T", bound=Hashable)
_Key = tuple[str, str]  # context and source
_Sections = dict[str, tuple[str, set[_Key]]]  # by place: heading, and the texts that stand there


def changed_from(active: Sequence[Entry], messages: Sequence[Message], new: Sequence[Message]) -> dict[_Key, Entry]:
    """The entries that new messages are the changed form of, by the keys of the messages.

    Each is followed once in each section that it stood in and no longer does.
    """
    renamed, in_place = _renamed(active, messages), _in_place(active, messages)
    left = list(_left(active, messages, renamed))
    pairs = []
    for position, message in enumerate(new):
        for entry, place in left:
            if _could_follow(message, entry, place):
                stands = (entry.key, message.key) in in_place
                if are_alike(entry.source, message.source, in_place=stands):
                    rank = _likeness(entry.source, message.source) + _TIE * stands
                    pairs.append((-rank, position, message, entry, place))
    found: dict[_Key, Entry] = {}
    followed = set()
    for _, _, message, entry, place in sorted(pairs, key=lambda pair: pair[:2]):
        if message.key not in found and (entry.key, place) not in followed:
            found[message.key] = entry
            followed.add((entry.key, place))
    return found


def are_alike(old: str, new: str, *, in_place: bool) -> bool:
    """Whether a text may be the changed form of another, where it stands in its place or anywhere in its section."""
    position = _SHORT_IN_PLACE if _is_short(old, new) else _IN_PLACE
    return _likeness(old, new) + position * in_place >= _ALIKE


def _likeness(old: str, new: str) -> float:
    """How alike two texts are, from 0 to 1: by words, or by letters where there are few words."""
    old, new = old.lower(), new.lower()
    if _is_short(old, new):
        return difflib.SequenceMatcher(None, old, new, autojunk=False).ratio()
    return difflib.SequenceMatcher(None, old.split(), new.split(), autojunk=False).ratio()


def _is_short(old: str, new: str) -> bool:
    return min(len(old.split()), len(new.split())) < _SHORT


def _could_follow(message: Message, entry: Entry, place: str) -> bool:
    in_section = place in message.places if place else not message.places
    return in_section and entry.context == message.context and bool(entry.plural) == bool(message.plural)


def _left(
    active: Sequence[Entry], messages: Sequence[Message], renamed: Mapping[str, str]
) -> Iterator[tuple[Entry, str]]:
    """The entries that a translator has begun, with each place they left; an empty one for texts without a place."""
    now = {message.key: set(message.places) for message in messages}
    for entry in active:
        if not entry.is_begun:
            continue
        before = {renamed.get(place, place) for place in entry.places}
        if entry.key not in now:
            yield from ((entry, place) for place in sorted(before or {""}))
        elif before & now[entry.key]:
            yield from ((entry, place) for place in sorted(before - now[entry.key]))


def _renamed(active: Sequence[Entry], messages: Sequence[Message]) -> dict[str, str]:
    """The places whose heading changed, with what they are called now.

    A section is the same when its heading is alike; at its place among the sections, less likeness is enough, or one
    text that still stands in it.
    """
    before = _sections((entry.key, entry.places, entry.notes) for entry in active)
    after = _sections((message.key, message.places, message.comments) for message in messages)
    gone = [place for place in before if place not in after]
    fresh = [place for place in after if place not in before]
    at_place = _aligned(list(before), list(after))
    pairs = []
    for old in gone:
        for new in fresh:
            (heading, texts), (heading_now, texts_now) = before[old], after[new]
            stands = (old, new) in at_place
            alike = bool(heading and heading_now) and are_alike(heading, heading_now, in_place=stands)
            if alike or (stands and texts & texts_now):
                pairs.append((-_likeness(heading, heading_now) - stands, old, new))
    found: dict[str, str] = {}
    for _, old, new in sorted(pairs):
        if old not in found and new not in found.values():
            found[old] = new
    return found


def _sections(texts: Iterable[tuple[_Key, tuple[str, ...], tuple[str, ...]]]) -> _Sections:
    """The places that texts stand in, in order."""
    found: _Sections = {}
    for key, places, notes in texts:
        headings = [note for note in notes if note.startswith(UNDER)]
        for place in places:
            heading, keys = found.get(place, ("", set()))
            known = headings[0].removeprefix(UNDER) if len(places) == len(headings) == 1 else ""
            found[place] = heading or known, keys | {key}
    return found


def _in_place(active: Sequence[Entry], messages: Sequence[Message]) -> set[tuple[_Key, _Key]]:
    """The keys of entries and messages of which one stands where the other stood."""
    return _aligned([entry.key for entry in active], [message.key for message in messages])


def _aligned(before: Sequence[_T], after: Sequence[_T]) -> set[tuple[_T, _T]]:
    """The pairs that replace one another between the same neighbours; each with each where their numbers differ."""
    found = set()
    for change, i, i_end, j, j_end in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if change == "replace" and i_end - i == j_end - j:
            found |= set(zip(before[i:i_end], after[j:j_end], strict=True))
        elif change == "replace":
            found |= {(old, new) for old in before[i:i_end] for new in after[j:j_end]}
    return found
