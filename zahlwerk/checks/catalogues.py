"""PO files as a whole: what their headers say, their plural forms, and whether anything uses them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from zahlwerk.catalogs import Catalogue, Entry, plural_rule
from zahlwerk.editions import Edition
from zahlwerk.problems import Place, Problem, did_you_mean
from zahlwerk.project import Texts

_NUMBERS = (*range(1001), 10**6, 10**6 + 1, 10**9)  # rules differ in the last digits, and in millions


def headers_fit(texts: Texts) -> Iterator[Problem]:
    """Each header names the language of its folder and the plural rule of that language."""
    for edition in texts.editions.values():
        wanted = edition.plural_forms
        for catalogue in _catalogues(edition):
            place = Place(catalogue.file, 1)
            named = catalogue.header.get("Language", "")
            if named.replace("-", "_") != edition.language:
                message = f'the header says "Language: {named}", and the folder {edition.language}'
                yield Problem(place, message, f'write "Language: {edition.language}\\n"', code="header")
            if not _same_rule(catalogue.header.get("Plural-Forms", ""), wanted):
                hint = f'write "Plural-Forms: {wanted}\\n"'
                yield Problem(place, "the header lacks the plural rule of the language", hint, code="header")


def _same_rule(header: str, wanted: str) -> bool:
    """Whether two plural rules tell the same numbers apart, however they are written."""
    rule = plural_rule(wanted)
    try:
        found = plural_rule(header)
        return found[0] == rule[0] and _forms(found[1]) == _forms(rule[1])
    except (ValueError, ArithmeticError):
        return False


def _forms(rule: Callable[[int], int]) -> list[int]:
    return [rule(number) for number in _NUMBERS]


def plural_forms_are_complete(texts: Texts) -> Iterator[Problem]:
    """A message that goes with a number has each plural form of its language, or none yet."""
    for edition in texts.editions.values():
        wanted = plural_rule(edition.plural_forms)[0]
        for catalogue in _catalogues(edition):
            for entry in catalogue.entries:
                if entry.plural and not entry.obsolete and any(entry.forms) and not _is_complete(entry, wanted):
                    yield _miscounted(entry, wanted, Place(catalogue.file, entry.line))


def _is_complete(entry: Entry, wanted: int) -> bool:
    return len(entry.forms) == wanted and all(form.strip() for form in entry.forms)


def _miscounted(entry: Entry, wanted: int, place: Place) -> Problem:
    filled = sum(bool(form.strip()) for form in entry.forms)
    too_many = len(entry.forms) > wanted
    number = len(entry.forms) if too_many else filled
    forms = "plural form" if number == 1 else "plural forms"
    hint = f"delete what follows msgstr[{wanted - 1}]" if too_many else f"fill msgstr[0] to msgstr[{wanted - 1}]"
    message = f'"{entry.plural}" has {number} {forms}, and the language has {wanted}'
    return Problem(place, message, hint, code="plural-forms")


def catalogues_have_articles(texts: Texts) -> Iterator[Problem]:
    """A catalogue belongs to an article, and to a language that the article is not written in."""
    written_in = {article.slug: article.language for article in texts.articles}
    for edition in texts.editions.values():
        for slug, catalogue in edition.articles.items():
            if slug not in written_in:
                message = f'there is no article "{slug}"'
                yield Problem(Place(catalogue.file), message, did_you_mean(slug, written_in), "warning")
            elif written_in[slug] == edition.language:
                message = f'the article "{slug}" is written in this language: there is nothing to translate'
                yield Problem(Place(catalogue.file), message, "change the article itself, and delete this file")


def _catalogues(edition: Edition) -> tuple[Catalogue, ...]:
    return (edition.site, *edition.articles.values())
