"""Claims that turn false or true, and counts that sentences have to be read again for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from zahlwerk.appearances import View
from zahlwerk.articles import Article
from zahlwerk.checks.claims import Verdict, verdict
from zahlwerk.grammar import count_forms
from zahlwerk.problems import Place
from zahlwerk.texts import Claim

TURNS_FALSE, TURNS_TRUE, STAYS_FALSE = "turns false", "turns true", "stays false"
ADDED, REMOVED = "added", "removed"


@dataclass(frozen=True, slots=True)
class ClaimChange:
    """A claim that is new, gone, or not as true as it was."""

    change: str  # one of those above
    slug: str
    text: str
    places: tuple[Place, ...]  # of each block that it guards
    before: Verdict | None
    after: Verdict | None

    @property
    def is_false(self) -> bool:
        """Whether a build would stop at it."""
        return self.change in (TURNS_FALSE, STAYS_FALSE)


def claim_changes(before: View, after: View, old: Article | None, new: Article | None) -> Iterator[ClaimChange]:
    """The claims of an article that differ, those that are false first."""
    then, now = _by_text(old), _by_text(new)
    found = []
    for text in (*now, *(gone for gone in then if gone not in now)):
        claims = now.get(text) or then[text]
        was = verdict(then[text][0], before.project.figures) if text in then else None
        becomes = verdict(now[text][0], after.project.figures) if text in now else None
        if change := _change(claims[0], was, becomes):
            slug = new.slug if new else old.slug if old else ""
            found.append(ClaimChange(change, slug, text, tuple(claim.place for claim in claims), was, becomes))
    yield from sorted(found, key=lambda change: not change.is_false)


def _by_text(article: Article | None) -> dict[str, list[Claim]]:
    found: dict[str, list[Claim]] = {}
    for claim in article.claims if article else ():
        found.setdefault(claim.text, []).append(claim)
    return found


def _change(claim: Claim, before: Verdict | None, after: Verdict | None) -> str:
    """What became of a claim; nothing for one that is as true as it was."""
    if after is None:
        return REMOVED
    if not after.holds(claim):
        return STAYS_FALSE if before and not before.holds(claim) else TURNS_FALSE
    if before is None:
        return ADDED
    return "" if before.holds(claim) else TURNS_TRUE


@dataclass(frozen=True, slots=True)
class CountChange:
    """A count that takes another form in a language, such as one that several became."""

    written: str  # the reference with braces
    language: str
    before: str  # as shown
    after: str
    form_before: str  # the plural category, and whether it is in words
    form_after: str
    places: tuple[Place, ...]  # of the sentences around it, in that language
    read: bool  # whether they were read again with the form it has now


def count_changes(before: View, after: View) -> Iterator[CountChange]:
    """The counts whose form differs; a regional variant is read with the language it falls back to."""
    for language, edition in after.project.editions.items():
        earlier = before.project.editions.get(language)
        if earlier is None or edition.parent is not None:
            continue
        forms = count_forms(before.project, earlier), count_forms(after.project, edition)
        for written in (name for name in forms[1] if name in forms[0]):
            then, now = (found[written] for found in forms)
            if then != now:
                texts = before.part(written, earlier).text, after.part(written, edition).text
                read = edition.counts.get(written) == now
                places = tuple(_places(after, written, language))
                yield CountChange(written, language, *texts, then, now, places, read)


def _places(view: View, written: str, language: str) -> Iterator[Place]:
    """Where a language's sentences hold a count."""
    found: Mapping[Place, None] = {
        spoken.place: None
        for article in view.articles
        for text in article.texts
        if text.is_message and written in text.references
        for spoken in view.spoken(article, text)
        if spoken.language == language and spoken.state in ("source", "translated")
    }
    yield from found
