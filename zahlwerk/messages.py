"""What there is to translate: the texts of articles, and everything the site says around them."""

from __future__ import annotations

import dataclasses
import io
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import jinja2
from babel import Locale
from jinja2.ext import GETTEXT_FUNCTIONS, babel_extract

from zahlwerk.articles import Article
from zahlwerk.disk import composed, listed
from zahlwerk.facts import Facts
from zahlwerk.presentation import LARGEST_WORD
from zahlwerk.problems import BuildFailed, Place, Problem
from zahlwerk.provenance import KINDS, Fact
from zahlwerk.records import INPUTS, ROLES, SECTIONS, quantity_fields, record_fields
from zahlwerk.references import DIRECTIONS, NOUNS, SCALES, SHOWN_UNITS
from zahlwerk.sizing.formula import Formula
from zahlwerk.texts import Text
from zahlwerk.yamlfile import read_text

_FOR_TRANSLATORS = "Translators:"  # begins a comment of a template that goes along with the message below it
_PLACEHOLDER = re.compile(r"\{[a-z]+\}")
_PLAIN_UNITS = (
    "flop/parameter/token",
    "flop/token",
    "GB/s in both directions",
)  # written in facts, never asked for by a reference
_FIGURE = ("{figure}",)
_PHRASES = {  # helpers of formulas, with what their phrases must hold
    "ceil": ("{first}",),
    "floor": ("{first}",),
    "remainder": ("{first}", "{second}"),
    "min": ("{first}", "{second}"),
    "max": ("{first}", "{second}"),
    "smallest_divisor": ("{first}", "{second}"),
    "power_of_two": ("{first}",),
}
_FACTORS = {  # how much larger or smaller something is, and what is said of it to translators
    "times": "how many times, behind a number, such as times or -fold",
    "1/4": "that something is a quarter of something else",
    "1/3": "that something is a third of something else",
    "1/2": "that something is half as much",
    "2": "that something is twice as much",
    "3": "that something is three times as much, but for three times itself",
    "4": "that something is four times as much, but for four times itself",
}
_SAID = {  # what a text has to say of its figures in some places, and what is said of it to translators
    "rounding": "that figures are rounded; beginnings of words are enough",
    "per direction": "that a rate is that of one direction",
    "both directions": "that a rate is the sum of both directions",
    "listed memory": "that memory is what the maker lists; beginnings of words are enough",
    "visible memory": "that memory is what programs or the driver see; beginnings of words are enough",
    "binary or decimal": "that units are powers of two or of ten; beginnings of words are enough",
    "range": "a range, with … in place of each figure, such as between … and …",
}
_VERDICTS = {  # what the size command says of a configuration, with what each must hold
    "fits": ("{left}",),
    "fits on paper": ("{need}", "{short}"),
    "does not fit": ("{short}",),
    "fewest cards": ("{cards}",),
    "no number of cards": (),
}
_PLANNER = {  # what a planner says beside that, with what each must hold
    "{method}: {cards} × {card}, {tokens} per micro-batch. {serve}.": (
        "{method}",
        "{cards}",
        "{card}",
        "{tokens}",
        "{serve}",
    ),
    "The host memory of our build, {memory}, holds what is offloaded.": ("{memory}",),
    "The host memory of our build, {memory}, holds what is offloaded by the paper’s count, but not by DeepSpeed’s own "
    "estimate.": ("{memory}",),
    "The host memory of our build, {memory}, does not hold what is offloaded; {short} are missing.": (
        "{memory}",
        "{short}",
    ),
    "No build here has this number of these cards; its host memory must hold what is offloaded.": (),
    "Served from {cards}; the cards chosen are enough.": ("{cards}",),
    "Served from {cards}, more than chosen.": ("{cards}",),
    "No number of these cards serves it.": (),
    "This method trains no adapter; choose another way of serving.": (),
}
_SIZE_WORDS = ("Memory per card", "Host memory", "Traffic", "Compute", "Power", "not known", "not published", "Cards")
SLUG_CONTEXT = "slug"  # of the last part of an article's address
_SLUG_NOTE = "the last part of the page's address: lower-case letters, digits, single hyphens; blank keeps the source's"
UNDER = "under "  # begins the note that names the heading above
DATASET = "structured data"  # context of what search engines are told about an article's data
DATASET_NAME = "Figures: {title}"
DATASET_DESCRIPTION = (
    "Every figure that the article shows, and every quantity behind one, with its exact value, its formula, its"
    " sources and the dates on which they were read."
)
COUNTED_UNITS = (*SHOWN_UNITS, *_PLAIN_UNITS)


@dataclass(frozen=True, slots=True)
class Message:
    """A text to be translated."""

    context: str  # keeps apart what is the same in one language only
    source: str
    notes: tuple[str, ...] = ()  # for translators
    places: tuple[str, ...] = ()  # file and section it is found in
    figures: bool = False  # whether it holds references, so that gettext tools can compare them
    essential: bool = False  # whether no page can do without it
    placeholders: tuple[str, ...] = ()  # what a translation must hold, each once
    plural: str = ""  # the source for several, where the message goes with a number
    kinds: tuple[str, ...] = ()  # what an article uses it as: "paragraph", "heading", "cell" …
    headings: tuple[str, ...] = ()  # that it stands under there
    optional: bool = False  # whether it may stay blank: it then counts as nothing left to translate

    @property
    def key(self) -> tuple[str, str]:
        """What identifies it in a catalogue."""
        return self.context, self.source

    @property
    def comments(self) -> tuple[str, ...]:
        """All that a catalogue tells translators about it."""
        return (*self.kinds, *(f'{UNDER}"{heading}"' for heading in self.headings), *self.notes)


def article_messages(article: Article) -> list[Message]:
    """The messages of an article, in order of appearance, equal texts once; its slug last."""
    found: dict[tuple[str, str], Message] = {}
    for text in article.texts:
        if text.is_message:
            message = _text_message(article, text)
            earlier = found.get(message.key)
            found[message.key] = _united(earlier, message) if earlier else message
    slug = Message(SLUG_CONTEXT, article.slug, (_SLUG_NOTE,), (article.file,), kinds=("slug",), optional=True)
    return [*found.values(), slug]


def _text_message(article: Article, text: Text) -> Message:
    return Message(
        text.context,
        text.source,
        text.notes,
        places=(f"{article.file}#{text.section}" if text.section else article.file,),
        figures=bool(text.references) and "\\{" not in text.source and "`" not in text.source,
        kinds=(text.kind,),
        headings=(text.heading,) if text.heading else (),
    )


def _united(one: Message, other: Message) -> Message:
    """The message of a text that stands in several places."""
    return dataclasses.replace(
        one,
        notes=tuple(dict.fromkeys(one.notes + other.notes)),
        places=tuple(dict.fromkeys(one.places + other.places)),
        kinds=tuple(dict.fromkeys(one.kinds + other.kinds)),
        headings=tuple(dict.fromkeys(one.headings + other.headings)),
    )


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
            yield Message(f"unit.{category}", name, (note,), essential=True, placeholders=_FIGURE)
    for name in SCALES:
        for category in categories:
            yield Message(f"scale.{category}", name, ("as in 116.83 billion",), essential=True, placeholders=_FIGURE)
    for several, one in NOUNS.items():
        note = "a count with its noun, where an article asks for it with [noun]"
        yield Message("noun", f"{{figure}} {one}", (note,), placeholders=_FIGURE, plural=f"{{figure}} {several}")
        yield Message(
            "gender", several, ("| if numbers do not change with it; otherwise its gender, as spelled numbers name it",)
        )
    for name in DIRECTIONS:
        yield Message("bound", name, ("words that say so",), essential=True, placeholders=_FIGURE)
        yield Message("bound note", name, ("said of an exact value, on its own",))
        yield Message("typed bound", name, ("words, separated by |, that nobody may type before a figure",))
    for number in range(1, LARGEST_WORD + 1):
        note = "the number in running text; where it changes with a gender, as in: ein | feminine: eine"
        yield Message("spelled", str(number), (note,), essential=True)
        yield Message("typed number", str(number), ("words, separated by |, that nobody may type for it",))
    yield Message("typed number", "other", ("other number words that could be figures, such as half or twice",))
    for context, told in (("typed factor", _FACTORS), ("said", _SAID)):
        for name, what in told.items():
            yield Message(context, name, (f"words, separated by |, by which a text says {what}",))


def _size_messages() -> Iterator[Message]:
    for basis in ("listed", "visible"):
        for verdict, placeholders in _VERDICTS.items():
            note = f"a sentence about the {basis} memory of a card; amounts are put in with their units"
            yield Message(f"verdict, {basis} memory", verdict, (note,), placeholders=placeholders)
    for words in _SIZE_WORDS:
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
    for sentence, placeholders in _PLANNER.items():
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
    for name, arguments in _PHRASES.items():
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
