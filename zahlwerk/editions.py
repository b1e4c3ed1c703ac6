"""One language: its catalogues, and how it writes numbers, dates and names."""

from __future__ import annotations

import copy
import dataclasses
import datetime
import decimal
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache
from pathlib import Path

from babel import Locale, UnknownLocaleError
from babel.core import get_global
from babel.dates import format_date
from babel.messages.plurals import get_plural
from babel.numbers import get_group_symbol, get_minus_sign_symbol

from zahlwerk.catalogs import Catalogue, read_catalogue
from zahlwerk.disk import composed, listed
from zahlwerk.markup import STRAIGHT_QUOTES
from zahlwerk.presentation import Shown, ShownNumber
from zahlwerk.problems import BuildFailed, Problem
from zahlwerk.provenance import Quote
from zahlwerk.readings import COUNTS_FILE, read_counts
from zahlwerk.references import NOUNS

SITE = "site"
FIGURE = "{figure}"  # stands for a number in the words around it
NO_BREAK_SPACE = "\u00a0"
_SCRIPT = re.compile("[A-Z][a-z]{3}")  # as in zh_Hant


@dataclass(frozen=True, slots=True)
class Variant:
    """What sets a pseudo-language apart from the language it is made of."""

    base: str  # the language it is made of
    region: str  # in its name
    direction: str  # ``ltr`` or ``rtl``


@dataclass(frozen=True, slots=True)
class Edition:
    """A language of the site."""

    language: str  # the folder's name under locales/
    locale: Locale  # whose numbers and dates are used
    site: Catalogue
    articles: Mapping[str, Catalogue]  # by slug, of the articles translated into this language
    counts: Mapping[str, str] = field(default_factory=dict)  # reference to the form in which its sentences were read
    parent: Edition | None = None  # whose texts stand in where a regional variant has none of its own
    variant: Variant | None = None  # of a pseudo-language, which is made to test pages

    @property
    def lineage(self) -> tuple[Edition, ...]:
        """The edition and those it falls back to, nearest first."""
        return (self, *(self.parent.lineage if self.parent else ()))

    @property
    def tag(self) -> str:
        """The language as HTML and hreflang write it (BCP 47)."""
        return self.language.replace("_", "-")

    @property
    def open_graph_locale(self) -> str:
        """The language as Open Graph writes it, with its territory where the locale has one."""
        if self.variant:
            return f"{self.locale.language}_{self.variant.region}"
        likely = get_global("likely_subtags").get(str(self.locale), str(self.locale))
        territory = self.locale.territory or Locale.parse(likely).territory
        return f"{self.locale.language}_{territory}" if territory else self.locale.language

    @property
    def plural_forms(self) -> str:
        """The plural rule of the language, as the header of a PO file states it."""
        return plural_forms(self.locale)

    @property
    def direction(self) -> str:
        """``ltr`` or ``rtl``."""
        return self.variant.direction if self.variant else self.locale.text_direction

    @property
    def name(self) -> str:
        """The language's name in itself: its own, so that no variant goes by the name of its parent."""
        own = self.site.translation("language", "name")
        return own or str(self.locale.get_display_name() or self.language)

    def speaks(self, language: str) -> bool:
        """Whether what is written in a language needs no translation here."""
        return any(edition.language == language for edition in self.lineage)

    def own(self, domain: str) -> Catalogue:
        """Its own catalogue of a domain; an empty one where it has none."""
        file = f"{self.site.file.rpartition('/')[0]}/{domain}.po"
        return self.site if domain == SITE else self.articles.get(domain) or Catalogue(file, {}, ())

    def speaker(self, domain: str, context: str, source: str) -> Edition | None:
        """Itself, or the one it falls back to, whose translation of a message is shown; None for none."""
        said = (one for one in self.lineage if one.own(domain).translation(context, source) is not None)
        return next(said, None)

    def catalogues(self, domain: str) -> tuple[Catalogue, ...]:
        """The catalogues of a domain, nearest first: of the site, or of an article by its slug."""
        found = (edition.site if domain == SITE else edition.articles.get(domain) for edition in self.lineage)
        return tuple(catalogue for catalogue in found if catalogue)

    def translation(self, domain: str, context: str, source: str) -> str | None:
        """The translation of a message that may be shown, or None."""
        for catalogue in self.catalogues(domain):
            if (said := catalogue.translation(context, source)) is not None:
                return said
        return None

    @property
    def quotes(self) -> tuple[str, ...]:
        """Opening and closing quotation marks, outer then inner; straight ones while the language names no others."""
        marks = tuple(self.say("quotes", "typography").split("|"))
        return marks if len(marks) == len(STRAIGHT_QUOTES) else STRAIGHT_QUOTES

    def say(self, source: str, context: str = "") -> str:
        """A text of the site in this language; the source text where there is no translation."""
        return self.translation(SITE, context, source) or source

    def say_number(self, singular: str, plural: str, number: int, context: str = "") -> str:
        """A text of the site that goes with a number, in the plural form the number takes."""
        for catalogue in self.catalogues(SITE):
            if text := catalogue.plural(context, singular, number):
                return text
        return singular if number == 1 else plural

    def figure(self, shown: Shown) -> str:
        """What a reader sees of a figure."""
        if isinstance(shown, Quote):
            return shown.text
        if isinstance(shown, datetime.date):
            return self.date(shown)
        scientific = shown.form == "sci" or shown.exponent != 0
        if shown.form in ("words", "Words"):
            text = self.counted(self.spelled(int(shown.number), shown.counts), shown)
        else:
            text = self.counted(self.number(shown.number, shown.exponent if scientific else None), shown)
        if shown.noun:
            several = f"{FIGURE} {shown.counts}"
            pattern = self.say_number(f"{FIGURE} {NOUNS[shown.counts]}", several, abs(int(shown.number)), "noun")
            text = pattern.replace(FIGURE, text)
        if shown.direction:
            text = self.say(shown.direction, "bound").replace(FIGURE, text)
        return text[0].upper() + text[1:] if shown.form == "Words" else text

    def spelled(self, number: int, counts: str = "") -> str:
        """A number in words, in the gender of what it counts where the language tells genders apart."""
        forms = spelled_forms(self.say(str(number), "spelled"))
        return forms.get(self.say(counts, "gender"), forms[""]) if counts else forms[""]

    def number(self, number: Decimal, exponent: int | None = None) -> str:
        """A number with exactly the digits it has, never as a negative zero."""
        text = _decimal_text(number, _digits(number), self.locale)
        return text if exponent is None else f"{text}e{exponent}"

    def date(self, day: datetime.date) -> str:
        """A calendar day, free of any time zone."""
        return str(format_date(day, "long", locale=self.locale))

    def counted(self, text: str, shown: ShownNumber) -> str:
        """The number with its scale or unit behind it, in the form its plural category asks for."""
        if shown.form == "bare" or not (shown.scale or shown.unit):
            return text
        category = _plural_category(abs(shown.number), _digits(shown.number), self.locale)
        context, name = ("scale", shown.scale) if shown.scale else ("unit", shown.unit)
        pattern = self.translation(SITE, f"{context}.{category}", name)
        return (pattern or f"{FIGURE}{NO_BREAK_SPACE}{name}").replace(FIGURE, text)


def _digits(number: Decimal) -> int:
    """How many digits stand behind the point."""
    return max(0, -int(number.as_tuple().exponent))


@lru_cache(maxsize=100_000)
def _plural_category(number: Decimal, digits: int, locale: Locale) -> str:
    """The form a number takes; the digits tell 1.0 from 1, which are equal."""
    return str(locale.plural_form(number))


@lru_cache(maxsize=100_000)
def _decimal_text(number: Decimal, digits: int, locale: Locale) -> str:
    """A number as a locale writes it; the digits tell 1.0 from 1.00, which are equal."""
    pattern = copy.copy(locale.decimal_formats[None])
    pattern.frac_prec = (digits, digits)
    with decimal.localcontext(decimal.Context(prec=1000)):  # more digits than any exact value has
        text = pattern.apply(abs(number) if number == 0 else number, locale, group_separator=False)
    text = text.replace("-", get_minus_sign_symbol(locale))  # Babel writes a hyphen in every language
    return _grouped(text, pattern.grouping, get_group_symbol(locale))


def _grouped(text: str, sizes: tuple[int, int], symbol: str) -> str:
    """A number with its whole part in groups: Babel loses pairs of apostrophes, with which some countries group."""
    digits = re.match(r"\D*\d*", text)[0]  # type: ignore[index]  # it always matches
    size, groups = sizes[0], [text[len(digits) :]]
    while digits[-size - 1 :][:1].isdigit() and len(digits) > size:
        groups[0] = f"{symbol}{digits[-size:]}{groups[0]}"
        digits, size = digits[:-size], sizes[1]
    return f"{digits}{groups[0]}"


def spelled_forms(text: str) -> dict[str, str]:
    """The forms of a spelled number by gender, the one for all others under no name: ``ein | feminine: eine``."""
    other, *by_gender = (part.strip() for part in text.split("|"))
    found = {"": other}
    for part in by_gender:
        gender, _, form = part.partition(":")
        found[gender.strip()] = form.strip()
    return found


def load_edition(folder: Path, file: str) -> Edition:
    """Read the catalogues of one language; ``file`` is the folder's name in problems, ``locales/de``.

    Raises BuildFailed with the problems of all its files.
    """
    catalogues: dict[str, Catalogue] = {}
    problems: list[Problem] = []
    for path in listed(folder / "LC_MESSAGES", "*.po"):
        try:
            catalogues[composed(path.stem)] = read_catalogue(path, f"{file}/LC_MESSAGES/{composed(path.name)}")
        except BuildFailed as failed:
            problems.extend(failed.problems)
    counts: Mapping[str, str] = {}
    try:
        counts = read_counts(folder / COUNTS_FILE, f"{file}/{COUNTS_FILE}")
    except BuildFailed as failed:
        problems.extend(failed.problems)
    if problems:
        raise BuildFailed(problems)
    site = catalogues.pop(SITE)
    locale = _formatting_locale(site, folder.name)
    return Edition(folder.name, locale, site, catalogues, counts)


def with_parents(editions: Mapping[str, Edition]) -> dict[str, Edition]:
    """The editions, each regional variant with the one it falls back to."""

    def with_parent(edition: Edition) -> Edition:
        name = _parent_language(edition.language, editions)
        return dataclasses.replace(edition, parent=with_parent(editions[name]) if name else None)

    return {language: with_parent(edition) for language, edition in editions.items()}


def _parent_language(language: str, known: Collection[str]) -> str:
    """The nearest language that CLDR, or else its name, has a variant inherit from; empty for none."""
    exceptions = get_global("parent_exceptions")
    while language:
        shorter, _, last = language.rpartition("_")
        in_its_script = "" if _SCRIPT.fullmatch(last) else shorter  # another script is no variant
        language = exceptions.get(language, in_its_script)
        if language in known:
            return language
    return ""


def _formatting_locale(site: Catalogue, language: str) -> Locale:
    """The locale a catalogue asks for; the language's own while it asks for none, which a check reports."""
    name = site.translation("language", "formatting locale") or language
    try:
        return Locale.parse(name)
    except (ValueError, UnknownLocaleError) as error:
        place = site.place("language", "formatting locale")
        message = f'"{name}" is no locale whose numbers and dates are known'
        raise BuildFailed([Problem(place, message, 'translate "formatting locale" as en_GB, de, …')]) from error


def plural_forms(locale: Locale) -> str:
    """The plural rule of a locale, as the header of a PO file states it."""
    return str(get_plural(str(locale)).plural_forms)


def find_languages(folder: Path) -> list[str]:
    """The languages there are: folders of locales/ that hold a catalogue of the site."""
    return [path.parent.parent.name for path in listed(folder, f"*/LC_MESSAGES/{SITE}.po")]
