"""What there is to translate around the articles: templates, units, words for numbers, names of formulas and facts."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path

import jinja2
from babel import Locale
from jinja2.ext import GETTEXT_FUNCTIONS, babel_extract

from zahlwerk.cases import INPUTS, ROLES
from zahlwerk.disk import composed, listed
from zahlwerk.facts import Facts
from zahlwerk.messages import Message
from zahlwerk.presentation import LARGEST_WORD
from zahlwerk.problems import BuildFailed, Place, Problem
from zahlwerk.provenance import KINDS, Fact
from zahlwerk.records import SECTIONS, quantity_fields, record_fields
from zahlwerk.references import DIRECTIONS, NOUNS, SCALES, SHOWN_UNITS
from zahlwerk.sitewords import FACTORS, FIGURE, PHRASES, PLAIN_UNITS, PLANNER, SAID, SIZE_WORDS, VERDICTS
from zahlwerk.sizing.formula import Formula
from zahlwerk.yamlfile import read_text

_FOR_TRANSLATORS = "Translators:"  # begins a comment of a template that goes along with the message below it
_PLACEHOLDER = re.compile(r"\{[a-z]+\}")
DATASET = "structured data"  # context of what search engines are told about an article's data
DATASET_NAME = "Figures: {title}"
DATASET_DESCRIPTION = (
    "Every figure that the article shows, and every quantity behind one, with its exact value, its formula, its"
    " sources and the dates on which they were read."
)
COUNTED_UNITS = (*SHOWN_UNITS, *PLAIN_UNITS)


def site_messages(templates: Path, facts: Facts, formulas: Mapping[str, Formula], locale: Locale) -> list[Message]:
    """Everything the site says in one language: templates, units, words for numbers, names of formulas and facts.

    Raises BuildFailed for a template that cannot be read.
    """
    found: dict[tuple[str, str], Message] = {}
    for message in (
        *_language_messages(),
        *_number_messages(locale),
        *_template_messages(templates),
        *_size_messages(),
        *_structured_messages(),
        *_chart_messages(),
        *_planner_messages(),
        *_formula_messages(formulas),
        *_fact_messages(facts),
    ):
        found.setdefault(message.key, message)
    return list(found.values())


def _language_messages() -> Iterator[Message]:
    say = {
        "formatting locale": "the locale whose numbers and dates are used, such as en_GB or de",
        "name": "the language's name in the language itself",
    }
    for source, note in say.items():
        yield Message("language", source, (note,), essential=True)
    yield Message(
        "site", "description", ("one or two sentences, for the start page and search engines",), essential=True
    )
    for kind in KINDS:
        yield Message("source kind", kind, ("how near a source is to what it says",))
    yield Message(
        "typography", "quotes", ("opening and closing, outer then inner, with | between them",), essential=True
    )
    note = "what is written with one, with | between them, such as a mark with the space before it; | alone for none"
    yield Message("typography", "no-break spaces", (note,))


def _number_messages(locale: Locale) -> Iterator[Message]:
    categories = sorted({*locale.plural_form.tags, "other"})
    for name in COUNTED_UNITS:
        for category in categories:
            note = f"after a number of the plural category {category}; keep the no-break space"
            yield Message(f"unit.{category}", name, (note,), essential=True, placeholders=FIGURE)
    for name in SCALES:
        for category in categories:
            yield Message(f"scale.{category}", name, ("as in 116.83 billion",), essential=True, placeholders=FIGURE)
    for several, one in NOUNS.items():
        note = "a count with its noun, where an article asks for it with [noun]"
        yield Message("noun", f"{{figure}} {one}", (note,), placeholders=FIGURE, plural=f"{{figure}} {several}")
        yield Message(
            "gender", several, ("| if numbers do not change with it; otherwise its gender, as spelled numbers name it",)
        )
    for name in DIRECTIONS:
        yield Message("bound", name, ("words that say so",), essential=True, placeholders=FIGURE)
        yield Message("bound note", name, ("said of an exact value, on its own",))
        yield Message("typed bound", name, ("words, separated by |, that nobody may type before a figure",))
    for number in range(1, LARGEST_WORD + 1):
        note = "the number in running text; where it changes with a gender, as in: ein | feminine: eine"
        yield Message("spelled", str(number), (note,), essential=True)
        yield Message("typed number", str(number), ("words, separated by |, that nobody may type for it",))
    yield Message("typed number", "other", ("other number words that could be figures, such as half or twice",))
    for context, told in (("typed factor", FACTORS), ("said", SAID)):
        for name, what in told.items():
            yield Message(context, name, (f"words, separated by |, by which a text says {what}",))


def _size_messages() -> Iterator[Message]:
    for basis in ("listed", "visible"):
        for verdict, placeholders in VERDICTS.items():
            note = f"a sentence about the {basis} memory of a card; amounts are put in with their units"
            yield Message(f"verdict, {basis} memory", verdict, (note,), placeholders=placeholders)
    for words in SIZE_WORDS:
        yield Message("size", words, ("in the table of the size command",))


def _structured_messages() -> Iterator[Message]:
    note = "said to search engines of an article's data"
    yield Message(DATASET, DATASET_NAME, (note,), placeholders=("{title}",))
    yield Message(DATASET, DATASET_DESCRIPTION, (note,))


def _chart_messages() -> Iterator[Message]:
    note = "a chart read aloud: what a row shows, and the row with all it shows, as in: One card: weights 58 GB and …"
    yield Message("chart", "{name} {figure}", (note,), figures=True, placeholders=("{name}", "{figure}"))
    yield Message("chart", "{row}: {values}.", (note,), figures=True, placeholders=("{row}", "{values}"))


def _planner_messages() -> Iterator[Message]:
    for sentence, placeholders in PLANNER.items():
        note = "in a planner; amounts come with their units, counts with their nouns, names as they are"
        yield Message("planner", sentence, (note,), placeholders=placeholders)


def _template_messages(templates: Path) -> Iterator[Message]:
    problems: list[Problem] = []
    for path in listed(templates, "**/*.html"):
        name = f"{templates.name}/{composed(path.relative_to(templates).as_posix())}"
        try:
            found = _extracted(read_text(path, name))
        except BuildFailed as failed:
            problems += failed.problems
        except jinja2.TemplateSyntaxError as error:
            problems.append(Problem(Place(name, error.lineno), f"{error.message}"))
        else:
            for line, function, texts, comments in found:
                notes = tuple(comment.removeprefix(_FOR_TRANSLATORS).strip() for comment in comments)
                if "%(" in str(texts):
                    hint = 'write "{number} cards", and put the number in with replace'
                    problems.append(Problem(Place(name, line), "a variable stands in a text to be translated", hint))
                elif texts:
                    yield _template_message(function, texts, notes, name)
    if problems:
        raise BuildFailed(problems)


@lru_cache(maxsize=200)
def _extracted(template: str) -> tuple[tuple[int, str, str | tuple[str | None, ...] | None, list[str]], ...]:
    """What a template says: line, function, texts and comments of each call."""
    source = io.BytesIO(template.encode())
    return tuple(babel_extract(source, GETTEXT_FUNCTIONS, [_FOR_TRANSLATORS], {"silent": "false"}))


def _template_message(
    function: str, texts: str | tuple[str | None, ...], notes: tuple[str, ...], place: str
) -> Message:
    """The message of a call such as ``ngettext("{number} card", "{number} cards", 4)``, its texts in order."""
    given = [texts] if isinstance(texts, str) else [text for text in texts if text]
    context = given.pop(0) if function in ("pgettext", "npgettext") else ""
    plural = given[1] if function in ("ngettext", "npgettext") else ""
    held = tuple(_PLACEHOLDER.findall(plural or given[0]))
    return Message(context, given[0], notes, (place,), bool(held), placeholders=held, plural=plural)


def _formula_messages(formulas: Mapping[str, Formula]) -> Iterator[Message]:
    for name, formula in formulas.items():
        yield Message("formula", name, (formula.doc.partition("\n")[0],))
    for name, arguments in PHRASES.items():
        yield Message("phrase", name, (f"names its arguments {' and '.join(arguments)}",), placeholders=arguments)


def _fact_messages(facts: Facts) -> Iterator[Message]:
    for section, record_type in SECTIONS.items():
        for field in (*quantity_fields(record_type), *record_fields(record_type)):
            yield Message("field", f"{record_type.__name__.lower()}.{field}", (f"a field of {section}",))
    for name in ("read", "published", "quotation"):
        yield Message("field", name, ("of a source",))
    for name in INPUTS:
        yield Message("input", name, ("a number that a case brings along",))
    for role in ROLES:
        yield Message("role", role)
    for record in facts.records.values():
        yield Message("name", record.name)
        for field in quantity_fields(type(record)):
            yield from _provenance_messages(getattr(record, field))
    for case in facts.cases.values():
        yield Message("title", case.title)
        for given in case.inputs.values():
            yield from _provenance_messages(given if isinstance(given, Fact) else None)
    for source in facts.sources.values():
        yield Message("publisher", source.publisher, ("whom a source is from; a proper name stays as it is",))
        if source.titled_here:
            yield Message("source title", source.title, ("our own name for what nobody else has published",))
        yield from _texts("note", [source.note])
        yield from _texts("where", [quote.where for quote in source.quotes.values()])


def _provenance_messages(fact: Fact | None) -> Iterator[Message]:
    if fact is not None:
        yield from _texts("where", [fact.where, *(conflict.where for conflict in fact.conflicts)])
        yield from _texts("why", [fact.why])


def _texts(context: str, texts: Iterable[str]) -> Iterator[Message]:
    for text in texts:
        if text:
            yield Message(context, text)
