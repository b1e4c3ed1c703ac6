"""Flags by which a translator says that a finding is none."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from zahlwerk.catalogs import Entry
from zahlwerk.checks.explanations import EXPLANATIONS
from zahlwerk.problems import Place, Problem, known_words
from zahlwerk.project import Texts
from zahlwerk.texts import IGNORE


def heeded(texts: Texts, problems: Sequence[Problem], checked: Collection[str]) -> list[Problem]:
    """The problems without the ignored ones, and with what is wrong with the flags themselves.

    Of flags whose check was not ``checked`` nothing can be said.
    """
    ignored = {
        (place, code): entry
        for place, entry in _entries(texts)
        for code in entry.ignored
        if code in EXPLANATIONS and EXPLANATIONS[code].can_be_ignored
    }
    kept = [problem for problem in problems if (problem.place, problem.code) not in ignored]
    needed = {(problem.place, problem.code) for problem in problems}
    for (place, code), entry in ignored.items():
        if entry.usable and code in checked and (place, code) not in needed:
            message, hint = f"{IGNORE}{code} is not needed: there is no such finding", "delete it"
            kept.append(Problem(place, message, hint, "notice", "flags"))
    return [*kept, *_unknown(texts)]


def _unknown(texts: Texts) -> Iterator[Problem]:
    known = [f"{IGNORE}{code}" for code, explanation in EXPLANATIONS.items() if explanation.can_be_ignored]
    for place, entry in _entries(texts):
        for flag in sorted(f"{IGNORE}{code}" for code in entry.ignored):
            if flag.removeprefix(IGNORE) in EXPLANATIONS and flag not in known:
                message = f"what {flag} names cannot be ignored"
                yield Problem(place, message, "a figure or the page would break", "warning", "flags")
            elif flag not in known:
                yield Problem(place, f"{flag} is not known", known_words(flag, known, "flags"), "warning", "flags")


def _entries(texts: Texts) -> Iterator[tuple[Place, Entry]]:
    for edition in texts.editions.values():
        for catalogue in (edition.site, *edition.articles.values()):
            for entry in catalogue.entries:
                if entry.ignored and not entry.obsolete:
                    yield Place(catalogue.file, entry.line), entry
