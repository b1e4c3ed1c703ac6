"""PO files: read strictly, written byte for byte alike."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from conftest import ROOT
from hypothesis import given
from hypothesis import strategies as st
from small import PO_HEADER as HEADER

from zahlwerk.catalogs import Catalogue, Entry, new_catalogue, read_catalogue, written
from zahlwerk.problems import BuildFailed

HAND_WRITTEN = (
    HEADER
    + """
# checked by a colleague
#. paragraph
#. "card": a graphics card
#: content/a.md#cards
#, fuzzy, no-wrap
#| msgid "The server holds cards."
msgctxt "body"
msgid "The server holds four cards."
msgstr "Der Server fasst vier Karten."

#. heading
#: content/a.md
msgid "Cards"
msgstr "Karten"

#~ msgid "Gone"
#~ msgstr "Weg"
"""
)


@pytest.fixture
def read(tmp_path: Path):
    """Read a catalogue from its text or bytes."""

    def reader(text: str | bytes) -> Catalogue:
        path = tmp_path / "a.po"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return read_catalogue(path, "locales/de/LC_MESSAGES/a.po")

    return reader


def catalogue(*entries: Entry) -> Catalogue:
    empty = new_catalogue("locales/de/LC_MESSAGES/a.po", "de", "nplurals=2; plural=(n != 1);")
    return dataclasses.replace(empty, entries=entries)


def entry(source: str, translation: str, section: str = "cards", **fields: object) -> Entry:
    return Entry("", source, translation, notes=("paragraph",), places=(f"content/a.md#{section}",), **fields)


def test_everything_that_stands_in_a_catalogue_is_read(read) -> None:
    found = read(HAND_WRITTEN)
    assert found.header["Language"] == "de"
    assert found.entries == (
        Entry(
            context="body",
            source="The server holds four cards.",
            translation="Der Server fasst vier Karten.",
            fuzzy=True,
            previous="The server holds cards.",
            flags=("no-wrap",),
            comment="checked by a colleague",
            notes=("paragraph", '"card": a graphics card'),
            places=("content/a.md#cards",),
            line=11,
        ),
        Entry("", "Cards", "Karten", notes=("heading",), places=("content/a.md",), line=21),
        Entry("", "Gone", "Weg", obsolete=True, line=26),
    )


def test_a_catalogue_is_written_as_it_was_read(read) -> None:
    assert written(read(HAND_WRITTEN)) == HAND_WRITTEN


@pytest.mark.parametrize(
    "path", sorted(ROOT.glob("locales/*/LC_MESSAGES/*.po")), ids=lambda p: f"{p.parts[-3]}/{p.name}"
)
def test_each_catalogue_of_this_project_is_written_as_it_was_read(path: Path) -> None:
    assert written(read_catalogue(path, path.name)) == path.read_text("utf-8")


def test_a_long_text_stays_on_one_line() -> None:
    long = "word " * 60 + "end"
    assert f'msgid "{long}"\nmsgstr "{long}"\n' in written(catalogue(Entry("", long, long)))


def test_nothing_that_is_written_moves_with_the_day_or_the_line() -> None:
    text = written(catalogue(entry("Cards", "Karten")))
    assert text == (HEADER + '\n#. paragraph\n#: content/a.md#cards\nmsgid "Cards"\nmsgstr "Karten"\n')


@given(st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"], include_characters="\n\t"), min_size=1))
def test_every_text_survives_being_written_and_read(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    path = tmp_path_factory.mktemp("po") / "a.po"
    path.write_bytes(written(catalogue(Entry("", f"x{text}", text))).encode())
    (found,) = read_catalogue(path, "a.po").entries
    assert (found.source, found.translation) == (f"x{text}", text)


def test_carriage_returns_are_read_as_line_ends(read) -> None:
    assert read(HAND_WRITTEN.replace("\n", "\r\n")) == read(HAND_WRITTEN)


def test_strings_over_several_lines_are_joined(read) -> None:
    (found,) = read(
        f'{HEADER}\nmsgid ""\n"The server "\n"holds cards."\nmsgstr ""\n"Der Server "\n"fasst Karten."\n'
    ).entries
    assert (found.source, found.translation) == ("The server holds cards.", "Der Server fasst Karten.")


def test_equal_texts_of_different_contexts_are_different_messages(read) -> None:
    found = read(f'{HEADER}\nmsgctxt "title"\nmsgid "Cards"\nmsgstr "Titel"\n\nmsgid "Cards"\nmsgstr "Text"\n')
    assert (found.translation("title", "Cards"), found.translation("", "Cards")) == ("Titel", "Text")


REFUSED = {
    "no header": ('msgid "Cards"\nmsgstr "Karten"\n', 1, "header is missing or names another charset"),
    "no charset": (HEADER.replace("; charset=UTF-8", ""), 1, "charset=UTF-8"),
    "another charset": (HEADER.replace("UTF-8", "KOI8-R"), 1, "charset=UTF-8"),
    "an empty file": ("", 1, "header is missing"),
    "a byte order mark": (f"\ufeff{HEADER}", 1, "byte order mark"),
    "a duplicate": (f'{HEADER}\nmsgid "A"\nmsgstr "a"\n\nmsgid "A"\nmsgstr "b"\n', 14, "the first is in line 11"),
    "no end of a string": (f'{HEADER}\nmsgid "A\nmsgstr "a"\n', 11, "no part of a PO file"),
    "an inner quote": (f'{HEADER}\nmsgid "A "quoted" B"\nmsgstr "a"\n', 11, "no part of a PO file"),
    "an unknown escape": (f'{HEADER}\nmsgid "A"\nmsgstr "\\q"\n', 12, "no part of a PO file"),
    "junk": (f'{HEADER}\nmsgid "A"\nmsgstr "a"\nto do\n', 13, "no part of a PO file"),
    "a msgstr without msgid": (f'{HEADER}\nmsgstr "a"\n', 11, "each entry is msgctxt (if any), msgid, msgstr"),
    "a second msgstr": (f'{HEADER}\nmsgid "A"\nmsgstr "a"\nmsgstr "b"\n', 13, "each entry is msgctxt"),
    "no msgstr at the end": (f'{HEADER}\nmsgid "A"\n', 11, "msgstr"),
    "no msgstr before another entry": (f'{HEADER}\nmsgid "A"\n\nmsgid "B"\nmsgstr "b"\n', 11, "msgstr"),
    "a plural without translations": (f'{HEADER}\nmsgid "A"\nmsgid_plural "As"\nmsgid "B"\nmsgstr "b"\n', 12, "msgstr"),
    "a plural form left out": (f'{HEADER}\nmsgid "A"\nmsgid_plural "As"\nmsgstr[1] "b"\n', 13, "out of order"),
    "plural forms in disorder": (
        f'{HEADER}\nmsgid "A"\nmsgid_plural "As"\nmsgstr[0] "b"\nmsgstr[2] "b"\n', 14, "out of order"
    ),
    "a second header": (f'{HEADER}\nmsgid ""\nmsgstr "Language: fr\\n"\n', 11, "an empty msgid, as only the header"),
    "an empty msgid": (f'{HEADER}\nmsgctxt "a"\nmsgid ""\nmsgstr "a"\n', 12, "an empty msgid, as only the header may"),
    "an obsolete string without an end": (f'{HEADER}\n#~ msgid "A"\n#~ msgstr "a\n', 12, "no part of a PO file"),
    "an earlier source without an end": (f'{HEADER}\n#| msgid "B\nmsgid "A"\nmsgstr "a"\n', 11, "no part of a PO file"),
    "an entry that is half obsolete": (f'{HEADER}\nmsgid "A"\n#~ msgstr "a"\n', 12, "msgstr is out of order"),
    "an obsolete entry without msgstr": (f'{HEADER}\n#~ msgid "A"\n', 11, "msgid has no msgstr"),
    "a comment between plural forms": (
        f'{HEADER}\nmsgid "A"\nmsgid_plural "As"\nmsgstr[0] "a"\n# all\nmsgstr[1] "as"\n', 14,
        "this comment stands inside an entry; move it above the entry",
    ),
    "a comment in a text": (
        f'{HEADER}\nmsgid "A"\nmsgstr "a "\n# here\n"b"\n', 13, "this comment stands inside an entry"
    ),
    "a comment at the end": (
        f'{HEADER}\nmsgid "A"\nmsgstr "a"\n\n# to do\n', 14, "this comment stands above no entry; move it above the one"
    ),
    "a text without a keyword": (f'"A"\n{HEADER}', 1, "the PO file cannot be read"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "line", "says"), REFUSED.values(), ids=REFUSED)
def test_what_a_less_strict_reader_would_mend_is_refused(read, text: str, line: int, says: str) -> None:
    with pytest.raises(BuildFailed) as failed:
        read(text)
    (problem,) = failed.value.problems
    assert problem.place.file == "locales/de/LC_MESSAGES/a.po"
    assert line <= problem.place.line <= line + 1
    assert says in str(problem)


def shown_or_refused(read, text: str) -> str | None:
    """The translation of A, or nothing when the catalogue is refused."""
    try:
        return read(text).translation("", "A")
    except BuildFailed:
        return None


@pytest.mark.parametrize("mark", ["\u2028", "\u2029", "\x85", "\x1e"], ids=lambda mark: f"U+{ord(mark):04X}")
def test_a_mark_that_some_take_for_a_line_end_loses_no_words(read, mark: str) -> None:
    words = f"first{mark}second"
    assert shown_or_refused(read, f'{HEADER}\nmsgid "A"\nmsgstr "{words}"\n') in (words, None)
    assert shown_or_refused(read, written(catalogue(Entry("", "A", words)))) in (words, None)


@pytest.mark.parametrize(("escape", "meant"), [("\\a", "\a"), ("\\b", "\b"), ("\\f", "\f"), ("\\v", "\v")])
def test_an_escape_means_what_it_means_in_gettext_or_is_refused(read, escape: str, meant: str) -> None:
    assert shown_or_refused(read, f'{HEADER}\nmsgid "A"\nmsgstr "x{escape}y"\n') in (f"x{meant}y", None)


def test_bytes_of_another_charset_are_refused_in_their_line(read) -> None:
    with pytest.raises(BuildFailed, match=r"a\.po:12: is not UTF-8 here; save it as UTF-8"):
        read(f'{HEADER}\nmsgid "A"\nmsgstr "für"\n'.encode("latin-1"))


def test_every_bad_line_is_named(read) -> None:
    with pytest.raises(BuildFailed) as failed:
        read(f'{HEADER}\nmsgid "A\nmsgstr "a"\n\nmsgid "B"\nmsgstr b"\n')
    assert [problem.place.line for problem in failed.value.problems] == [11, 15]


def test_an_obsolete_entry_may_repeat_a_living_one(read) -> None:
    found = read(f'{HEADER}\nmsgid "A"\nmsgstr "a"\n\n#~ msgid "A"\n#~ msgstr "old"\n')
    assert found.translation("", "A") == "a"


@pytest.mark.parametrize(
    ("given_entry", "shown"),
    [
        (Entry("", "A", "a"), "a"),
        (Entry("", "A", "a", fuzzy=True), None),
        (Entry("", "A", "a", obsolete=True), None),
        (Entry("", "A", ""), None),
        (Entry("", "A", " \n"), None),
        (Entry("title", "A", "a"), None),
    ],
    ids=["translated", "fuzzy", "obsolete", "blank", "white", "of another context"],
)
def test_only_a_finished_translation_is_shown(given_entry: Entry, shown: str | None) -> None:
    found = catalogue(given_entry)
    assert found.translation("", "A") == shown


def test_the_header_never_stands_for_a_message() -> None:
    assert catalogue(Entry("", "A", "a")).translation("", "") is None


COMMENTS = {
    "#close": "# close",
    "## twice": "# # twice",
    "#   indented": "#   indented",
    "# one\n#\n# two": "# one\n#\n# two",
    "# | a bar": "# | a bar",
    "# | msgid of Babel": "# | msgid of Babel",
}


@pytest.mark.parametrize(("comment", "kept"), COMMENTS.items())
def test_a_comment_is_kept_however_it_is_written(read, comment: str, kept: str) -> None:
    once = written(read(f'{HEADER}\n{comment}\nmsgid "A"\nmsgstr "a"\n'))
    assert once == f'{HEADER}\n{kept}\nmsgid "A"\nmsgstr "a"\n'
    assert written(read(once)) == once


def test_the_context_and_plural_of_an_earlier_source_are_kept(read) -> None:
    text = (
        f'{HEADER}\n#, fuzzy\n#| msgctxt "old"\n#| msgid "a card"\n#| msgid_plural "all cards"\n'
        'msgctxt "new"\nmsgid "{n} card"\nmsgid_plural "{n} cards"\nmsgstr[0] "{n} Karte"\nmsgstr[1] "{n} Karten"\n'
    )
    (found,) = read(text).entries
    assert (found.previous_context, found.previous, found.previous_plural) == ("old", "a card", "all cards")
    assert (found.plural, found.forms) == ("{n} cards", ("{n} Karte", "{n} Karten"))
    assert written(read(text)) == text
