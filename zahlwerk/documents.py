"""What sort of document a source is, and for how many days after a reading it may be relied on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

NEVER = "none"  # what a setting says for a document that does not go stale
OTHER = "other"  # what a source is that says nothing


@dataclass(frozen=True, slots=True)
class Document:
    """One sort of document."""

    budget: int | None  # days after which it is to be read again, unless a setting says otherwise; None for never
    meaning: str


DOCUMENTS: Mapping[str, Document] = MappingProxyType(
    {
        "price": Document(30, "a price list or an offer"),
        "documentation": Document(180, "a manual, tutorial or README, which is changed without notice"),
        "product": Document(365, "a maker's product page, data sheet, product brief or white paper"),
        "code": Document(365, "a repository of programs, or a file that belongs to one"),
        "configuration": Document(365, "a released model's files: their list, config.json"),
        "blog": Document(365, "a post with a date"),
        "record": Document(365, "our own records, choices, estimates and promises"),
        "specification": Document(None, "a standard with a version"),
        "paper": Document(None, "a paper or a model card that appeared as one"),
        "measurement": Document(None, "a log of what was measured or counted"),
        OTHER: Document(180, "anything else, and what says nothing of its sort"),
    }
)
