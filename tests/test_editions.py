"""How a language writes numbers, units, words and dates, and how its catalogues are loaded."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path

import pytest
from babel import Locale

from zahlwerk.catalogs import Catalogue, Entry
from zahlwerk.editions import Edition, find_languages, load_edition
from zahlwerk.presentation import ShownNumber
from zahlwerk.problems import BuildFailed, Place
from zahlwerk.provenance import Quote

NBSP, NNBSP = "\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}"


def edition(locale: str, texts: Mapping[tuple[str, str], str] | None = None, language: str = "") -> Edition:
    """A language that says these texts, by context and source."""
    entries = tuple(Entry(context, source, said) for (context, source), said in (texts or {}).items())
    return Edition(language or locale, Locale.parse(locale), Catalogue("site.po", {}, entries), {})


@pytest.mark.parametrize(
    ("locale", "number", "text"),
    [
        ("en_GB", "1234567.5", "1,234,567.5"),
        ("en_GB", "2000", "2,000"),
        ("en_GB", "999", "999"),
        ("en_GB", "-0.4", "-0.4"),
        ("de", "1234567.5", "1.234.567,5"),
        ("de", "2000", "2.000"),
        ("de", "-1234.5", "-1.234,5"),
        ("fr", "1234567.5", f"1{NNBSP}234{NNBSP}567,5"),
        ("fr", "0.25", "0,25"),
        ("hi_IN", "1234567.5", "12,34,567.5"),
        ("hi_IN", "99999", "99,999"),
        ("en_GB", "2.50", "2.50"),
        ("de", "2.00", "2,00"),
        ("en_GB", "0.00049", "0.00049"),
        ("de", "1234.5678", "1.234,5678"),
        ("en_GB", "12345678901234567890.123", "12,345,678,901,234,567,890.123"),
    ],
)
def test_a_number_is_written_with_exactly_its_digits(locale: str, number: str, text: str) -> None:
    assert edition(locale).number(Decimal(number)) == text


def test_a_number_of_any_length_is_written() -> None:
    assert edition("en_GB").number(Decimal("1" + "0" * 30)) == "1" + ",000" * 10


@pytest.mark.parametrize(("number", "text"), [("-0", "0"), ("-0.00", "0.00"), ("-0E+3", "0")])
@pytest.mark.parametrize("locale", ["en_GB", "de", "fr", "hi_IN"])
def test_zero_has_no_sign_in_any_language(locale: str, number: str, text: str) -> None:
    assert edition(locale).number(Decimal(number)).replace(",", ".") == text


@pytest.mark.parametrize(
    ("locale", "number", "category"),
    [
        ("en_GB", "1", "one"), ("en_GB", "1.0", "other"), ("en_GB", "0", "other"), ("en_GB", "2", "other"),
        ("en_GB", "-1", "one"),
        ("de", "1", "one"), ("de", "1.0", "other"), ("de", "1.5", "other"), ("de", "0", "other"),
        ("fr", "0", "one"), ("fr", "1.0", "one"), ("fr", "1.5", "one"), ("fr", "2", "other"), ("fr", "1000000", "many"),
        ("fr", "1000000.5", "other"),
        ("hi_IN", "0", "one"), ("hi_IN", "0.5", "one"), ("hi_IN", "1.0", "one"), ("hi_IN", "1.5", "other"),
        ("hi_IN", "2", "other"),
    ],
)  # fmt: skip
def test_the_form_of_a_unit_follows_the_number_as_displayed(locale: str, number: str, category: str) -> None:
    texts = {(f"unit.{known}", "seconds"): known for known in ("one", "many", "other")}
    assert edition(locale, texts).figure(ShownNumber(Decimal(number), "seconds")) == category


def test_a_scale_has_forms_of_its_own() -> None:
    german = edition(
        "de", {("scale.one", "billion"): "{figure} Milliarde", ("scale.other", "billion"): "{figure} Milliarden"}
    )
    assert german.figure(ShownNumber(Decimal(1), scale="billion")) == "1 Milliarde"
    assert german.figure(ShownNumber(Decimal("116.83"), scale="billion")) == "116,83 Milliarden"


def test_a_unit_without_a_translation_keeps_its_name_and_never_breaks_from_its_number() -> None:
    assert edition("de").figure(ShownNumber(Decimal("79.65"), "GiB")) == f"79,65{NBSP}GiB"


def test_a_bare_number_has_no_unit() -> None:
    texts = {("unit.other", "bits"): "{figure} bits"}
    assert edition("en_GB", texts).figure(ShownNumber(Decimal("4.25"), "bits", form="bare")) == "4.25"
    assert edition("en_GB", texts).figure(ShownNumber(Decimal("4.25"), "bits")) == "4.25 bits"


@pytest.mark.parametrize(("form", "text"), [("words", "vier"), ("Words", "Vier")])
def test_a_count_is_spelled_as_the_language_spells_it(form: str, text: str) -> None:
    german = edition("de", {("spelled", "4"): "vier"})
    assert german.figure(ShownNumber(Decimal(4), form=form)) == text


def test_the_words_of_a_direction_stand_around_number_and_unit() -> None:
    texts = {
        ("bound", "min"): "mindestens {figure}",
        ("bound", "about"): "{figure} oder so",
        ("unit.other", "GB"): "{figure} GB",
        ("spelled", "4"): "vier",
    }
    german = edition("de", texts)
    assert german.figure(ShownNumber(Decimal("233.7"), "GB", direction="min")) == "mindestens 233,7 GB"
    assert german.figure(ShownNumber(Decimal(2000), "GB", direction="about")) == "2.000 GB oder so"
    assert german.figure(ShownNumber(Decimal(4), direction="min", form="Words")) == "Mindestens vier"


@pytest.mark.parametrize(
    ("locale", "number", "exponent", "text"),
    [("en_GB", "1", -5, "1e-5"), ("en_GB", "989.5", 12, "989.5e12"), ("de", "1.17", 11, "1,17e11")],
)
def test_scientific_form_has_the_language_s_decimal_sign(locale: str, number: str, exponent: int, text: str) -> None:
    assert edition(locale).figure(ShownNumber(Decimal(number), form="sci", exponent=exponent)) == text


@pytest.mark.parametrize(
    ("locale", "day", "text"),
    [
        ("en_GB", "2026-10-24", "24 October 2026"),
        ("de", "2026-03-04", "4. März 2026"),
        ("de", "2026-01-01", "1. Januar 2026"),
        ("de_AT", "2026-01-01", "1. Jänner 2026"),
        ("fr", "2026-10-24", "24 octobre 2026"),
        ("hi_IN", "2026-10-24", "24 अक्टूबर 2026"),
    ],
)
def test_a_date_is_written_in_full(locale: str, day: str, text: str) -> None:
    assert edition(locale).figure(datetime.date.fromisoformat(day)) == text


def test_a_quotation_is_shown_word_for_word() -> None:
    assert edition("de").figure(Quote('1,000.5 "GB" {figure}', "body text", Place("f"))) == '1,000.5 "GB" {figure}'


@pytest.mark.parametrize(
    ("language", "locale", "tag", "open_graph", "direction"),
    [
        ("en", "en_GB", "en", "en_GB", "ltr"),
        ("de", "de", "de", "de_DE", "ltr"),
        ("de_AT", "de_AT", "de-AT", "de_AT", "ltr"),
        ("hi", "hi_IN", "hi", "hi_IN", "ltr"),
        ("zh_Hant_TW", "zh_Hant_TW", "zh-Hant-TW", "zh_TW", "ltr"),
        ("ar", "ar", "ar", "ar_EG", "rtl"),
        ("he", "he", "he", "he_IL", "rtl"),
    ],
)
def test_a_language_has_one_name_for_html_and_another_for_open_graph(
    language: str, locale: str, tag: str, open_graph: str, direction: str
) -> None:
    found = edition(locale, language=language)
    assert (found.tag, found.open_graph_locale, found.direction) == (tag, open_graph, direction)


def test_what_has_no_translation_is_said_as_in_the_source() -> None:
    entries = (Entry("", "Value", "Wert"), Entry("", "Source", "Quelle", fuzzy=True), Entry("", "Reason", " "))
    german = Edition("de", Locale.parse("de"), Catalogue("site.po", {}, entries), {})
    assert [german.say(text) for text in ("Value", "Source", "Reason", "Inputs")] == [
        "Wert", "Source", "Reason", "Inputs",
    ]  # fmt: skip
    assert german.say("Value", "another context") == "Value"


HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
LOCALE = HEADER + 'msgctxt "language"\nmsgid "formatting locale"\nmsgstr "{}"\n'


def _catalogues(folder: Path, **texts: str) -> Path:
    messages = folder / "LC_MESSAGES"
    messages.mkdir(parents=True)
    for name, text in texts.items():
        (messages / f"{name}.po").write_text(text, "utf-8")
    return folder


def test_a_language_has_the_catalogue_of_the_site_and_those_of_its_articles(tmp_path: Path) -> None:
    texts = {"site": LOCALE.format("de_AT"), "small": HEADER, "other": HEADER}
    found = load_edition(_catalogues(tmp_path / "at", **texts), "locales/at")
    assert (found.language, str(found.locale), set(found.articles)) == ("at", "de_AT", {"small", "other"})


def test_a_language_without_a_formatting_locale_writes_as_its_own_name_says(tmp_path: Path) -> None:
    assert str(load_edition(_catalogues(tmp_path / "de", site=HEADER), "locales/de").locale) == "de"


@pytest.mark.parametrize("name", ["xx_YY", "german", "de_ZZZZ_Q"])
def test_an_unknown_locale_is_refused_where_it_stands(tmp_path: Path, name: str) -> None:
    with pytest.raises(BuildFailed) as failed:
        load_edition(_catalogues(tmp_path / "de", site=LOCALE.format(name)), "locales/de")
    assert str(failed.value).startswith(f'locales/de/LC_MESSAGES/site.po:4: "{name}" is no locale')


def test_all_broken_catalogues_of_a_language_are_reported_at_once(tmp_path: Path) -> None:
    broken = HEADER + 'msgid "open\nmsgstr ""\n'
    with pytest.raises(BuildFailed) as failed:
        load_edition(_catalogues(tmp_path / "de", site=broken, small=broken), "locales/de")
    assert [str(problem.place) for problem in failed.value.problems] == [
        "locales/de/LC_MESSAGES/site.po:4",
        "locales/de/LC_MESSAGES/small.po:4",
    ]


def test_a_language_exists_by_its_catalogue_of_the_site(tmp_path: Path) -> None:
    for name in ("de", "en", "fr"):
        _catalogues(tmp_path / name, site=HEADER)
    _catalogues(tmp_path / "it", small=HEADER)
    (tmp_path / "es").mkdir()
    assert find_languages(tmp_path) == ["de", "en", "fr"]
