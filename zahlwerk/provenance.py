"""Where a number comes from: sources with their dates, and facts that name them."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field

from zahlwerk.documents import OTHER
from zahlwerk.problems import Place
from zahlwerk.quantity import Written

KINDS = ("primary", "copy", "measured", "own")
BOUNDS = ("min", "max", "over", "under", "about")


@dataclass(frozen=True, slots=True)
class Quote:
    """A phrase of a source, word for word."""

    text: str  # in the language of its source
    where: str  # place in the source
    place: Place = field(compare=False)  # a quotation that has moved is the same one


@dataclass(frozen=True, slots=True)
class Source:
    """Where facts come from."""

    id: str
    title: str  # as the source calls itself, never translated; of our own, as we call it
    publisher: str
    language: str  # BCP 47 tag of the source's own language
    kind: str  # primary: the maker's own; copy: second hand; measured; own: our estimate or choice
    read: datetime.date  # the day we read it
    place: Place
    url: str = ""  # required of primary sources
    published: datetime.date | None = None  # required of primary sources
    note: str = ""
    document: str = OTHER  # a key of DOCUMENTS: what sort of document it is, which decides how soon it goes stale
    quotes: Mapping[str, Quote] = field(default_factory=dict)

    @property
    def titled_here(self) -> bool:
        """Whether its title is ours, and thus one to be translated."""
        return self.kind == "own"


@dataclass(frozen=True, slots=True)
class Citation:
    """A source and the place in it; a record lends its own to those fields that name none."""

    source: Source | None = None
    where: str = ""


@dataclass(frozen=True, slots=True)
class Conflict:
    """Another value for a fact, given by some source and not used."""

    written: Written
    source: Source
    where: str


@dataclass(frozen=True, slots=True)
class Fact:
    """A quantity that somebody states, or that a case chooses."""

    reference: str  # "h200_nvl.memory"
    written: Written
    place: Place
    source: Source | None = None  # None: chosen by the case it stands in
    where: str = ""  # place in the source
    why: str = ""  # reason for an estimate, a choice, or the preferred one of several values
    bound: str = ""  # one of BOUNDS when the source states a bound, else exact
    conflicts: tuple[Conflict, ...] = ()
