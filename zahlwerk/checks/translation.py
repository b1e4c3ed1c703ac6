"""Translations: the same figures, the same structure, nothing of their own."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from zahlwerk.articles import Article
from zahlwerk.checks.texts import ShownText, translated_code, translations
from zahlwerk.coverage import (
    Coverage,
    article_coverage,
    edition_messages,
    is_ready,
    site_coverage,
    untranslated,
    untranslated_texts,
)
from zahlwerk.editions import SITE, Edition, spelled_forms
from zahlwerk.markup import STRAIGHT_QUOTES, structure
from zahlwerk.messages import Message, article_messages
from zahlwerk.presentation import LARGEST_WORD
from zahlwerk.problems import Place, Problem, did_you_mean, known_words
from zahlwerk.project import Project, Texts
from zahlwerk.references import NOUNS, parse_reference
from zahlwerk.texts import Text, faults

_TEMPLATE = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}")
_CODE = re.compile(r"(`+).+?\1")


def same_references(texts: Texts) -> Iterator[Problem]:
    """A translation holds its source's references, each as often and shown alike, in any order."""
    for item in translations(texts):
        wanted, found = Counter(structure(item.text.source).references), Counter(item.structure.references)
        for reference in found - wanted:
            if reference in wanted:
                yield Problem(item.place, f"{reference} stands more often than in the source", code="references")
                continue
            hint = did_you_mean(reference, wanted) or "the source has no such reference"
            yield Problem(item.place, f"{reference} does not stand in the source", hint, code="references")
        for reference in wanted - found:
            hint = "the source has it; put it where the figure belongs"
            yield Problem(item.place, f"{reference} is missing", hint, code="references")


def figures_of_one_kind_keep_their_order(texts: Texts) -> Iterator[Problem]:
    """Where several figures of one quantity change places, a translator is asked to look: never a mistake in itself."""
    for item in translations(texts):
        if Counter(item.structure.references) != Counter(structure(item.text.source).references):
            continue
        source, found = _by_quantity(structure(item.text.source).references), _by_quantity(item.structure.references)
        for quantity, references in source.items():
            if found[quantity] != references:
                names = " and ".join(dict.fromkeys(references))
                message = f"{names} stand in another order than in the source"
                yield Problem(item.place, message, "see that each stands with its own words", "notice", "order")


def _by_quantity(references: tuple[str, ...]) -> dict[str, list[str]]:
    """The references of each quantity, in order: those that could stand in each other's place unnoticed."""
    found: dict[str, list[str]] = {}
    for written in references:
        reference = parse_reference(written)
        quantity = reference.target.partition(".")[2] + reference.presentation.text
        found.setdefault(quantity, []).append(written)
    return found


def same_structure(texts: Texts) -> Iterator[Problem]:
    """A translation links, emphasises and shows code where its source does."""
    for item in translations(texts):
        source, found = structure(item.text.source), item.structure
        yield from _differences(item, "links", source.links, found.links)
        yield from _differences(item, "code", source.code, found.code)
        yield from _differences(item, "emphasis", source.emphasis, found.emphasis)


def _differences(item: ShownText, code: str, wanted: Counter[str], found: Counter[str]) -> Iterator[Problem]:
    noun = "link to" if code == "links" else code
    for content in found - wanted:
        yield Problem(item.place, f'the {noun} "{content}" does not stand in the source', code=code)
    for content in wanted - found:
        yield Problem(item.place, f'the {noun} "{content}" of the source is missing', code=code)


def nothing_of_their_own(texts: Texts) -> Iterator[Problem]:
    """A translation holds no raw HTML, no template syntax and no control characters; of code, none of the last."""
    for item in translations(texts):
        yield from _own_content(item.words, item.text, item.place)
    for item in translated_code(texts):
        yield from _faults(item.words, item.text, item.place)
    for edition in texts.editions.values():
        for entry in edition.site.entries:
            if not entry.obsolete:
                yield from _own_in_site("\n".join(entry.texts), Place(edition.site.file, entry.line))


def _own_in_site(words: str, place: Place) -> Iterator[Problem]:
    if structure(words).html or _TEMPLATE.search(words):
        yield Problem(place, "raw HTML and template syntax are refused in a translation", code="html")


def _own_content(words: str, text: Text, place: Place) -> Iterator[Problem]:
    words = _CODE.sub("", words)
    for found in _TEMPLATE.findall(words):
        hint = "translations are never run as templates"
        yield Problem(place, f"template syntax is refused: {found}", hint, code="templates")
    yield from _faults(_TEMPLATE.sub("", words), text, place)


def _faults(words: str, text: Text, place: Place) -> Iterator[Problem]:
    for fault in faults(Text(text.context, words, text.kind, text.section, place)):
        yield Problem(place, fault.message, fault.hint, code=fault.code)


def complete(project: Project) -> Iterator[Problem]:
    """Every message is translated. What no page can do without is an error, the rest a warning.

    A language, or an article in it, that has not come far enough is not published, and says so in one line.
    """
    for edition in project.editions.values():
        if not is_ready(project, edition):
            yield _not_published(site_coverage(project, edition), edition.site.file)
            continue
        messages = edition_messages(project, edition)
        yield from _outdated(edition, SITE, messages)
        for message in untranslated(edition, SITE, messages):
            severity = "error" if message.essential else "warning"
            place = edition.site.place(*message.key)
            yield Problem(place, f"{_named(message)} is not translated", _update_hint(place), severity)
        for article in project.articles:
            yield from _complete_article(project, article, edition)


def _complete_article(project: Project, article: Article, edition: Edition) -> Iterator[Problem]:
    coverage = article_coverage(article, edition)
    if coverage is None:
        return
    catalogue = edition.own(article.slug)
    if not coverage.reaches(project.settings.threshold):
        yield _not_published(coverage, catalogue.file)
        return
    yield from _outdated(edition, article.slug, article_messages(article), article.language)
    for message in untranslated_texts(article, edition):
        place = catalogue.place(*message.key)
        text = f"{_named(message)} is not translated and will be shown in its own language"
        yield Problem(place, text, _update_hint(place), "warning")


def _outdated(edition: Edition, domain: str, messages: Sequence[Message], written_in: str = "") -> Iterator[Problem]:
    """The fuzzy texts of a regional variant, in whose place readers see what it falls back to."""
    own = edition.own(domain)
    for message in messages:
        entry, speaker = own.by_key.get(message.key), edition.speaker(domain, *message.key)
        shown = speaker.language if speaker else written_in
        if entry and entry.fuzzy and shown and edition.speaks(shown):
            text = f'{_named(message)} is fuzzy, and the text of "{shown}" is shown'
            hint = "bring it up to date, or empty it"
            yield Problem(Place(own.file, entry.line), text, hint, "warning")


def _not_published(coverage: Coverage, file: str) -> Problem:
    message = f"{coverage.translated} of {coverage.messages} messages are translated: too few to be published"
    return Problem(Place(file), message, "the setting threshold says how many are enough", "warning")


def words_around_figures_are_words(project: Project) -> Iterator[Problem]:
    """Units, bounds and phrases hold the place of their number, and no number of their own; numbers have own words."""
    for edition in project.editions.values():
        yield from _spelled_twice(edition)
        for message in edition_messages(project, edition):
            words = edition.site.translation(*message.key)
            if words is None:
                continue
            place = edition.site.place(*message.key)
            for placeholder in message.placeholders:
                if any(form.count(placeholder) != 1 for form in edition.site.by_key[message.key].texts):
                    yield Problem(place, f"{_named(message)} must hold {placeholder} once", code="references")
            if message.placeholders and any(character.isdigit() for character in words):
                text = f"{_named(message)} must hold no digit: it would change the figure"
                yield Problem(place, text, code="digits")
            if message.context == "spelled":
                yield from _unknown_genders(words, edition, place)
            if message.key == ("typography", "quotes") and len(words.split("|")) != len(STRAIGHT_QUOTES):
                yield Problem(
                    place, "quotes must be four marks with | between them", "opening and closing, outer then inner"
                )


def _unknown_genders(words: str, edition: Edition, place: Place) -> Iterator[Problem]:
    genders = {edition.say(noun, "gender") for noun in NOUNS}
    for gender in spelled_forms(words).keys() - {"", *genders}:
        yield Problem(place, f'no noun has the gender "{gender}"', known_words(gender, genders, "genders"))


def _spelled_twice(edition: Edition) -> Iterator[Problem]:
    """A word for a number that stands for another one, too, be it in the language that a variant falls back to."""
    first: dict[str, str] = {}
    for number in map(str, range(1, LARGEST_WORD + 1)):
        for word in sorted(set(spelled_forms(edition.translation(SITE, "spelled", number) or "").values()) - {""}):
            other = first.setdefault(word, number)
            own = [name for name in (number, other) if edition.site.translation("spelled", name) is not None]
            if other != number and own:
                yield Problem(edition.site.place("spelled", own[0]), f'"{word}" stands for {other} already')


def _named(message: Message) -> str:
    text = message.source if len(message.source) <= 60 else f"{message.source[:59]}…"
    return f'{message.context}: "{text}"' if message.context else f'"{text}"'


def _update_hint(place: Place) -> str:
    return "" if place.line else "run python build.py messages update"
