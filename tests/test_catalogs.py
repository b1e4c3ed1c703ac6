"""PO files: read strictly, written byte for byte alike, and led after what the source says."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from conftest import ROOT
from hypothesis import given
from hypothesis import strategies as st

from zahlwerk.catalogs import Catalogue, Entry, new_catalogue, read_catalogue, written
from zahlwerk.following import updated
from zahlwerk.messages import Message
from zahlwerk.problems import BuildFailed

HEADER = """\
#
msgid ""
msgstr ""
"Project-Id-Version: zahlwerk\\n"
"Language: de\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"""
CARDS = "The server holds four cards and as many power supplies."
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


def message(source: str, section: str = "cards", **fields: object) -> Message:
    return Message("", source, ("paragraph",), (f"content/a.md#{section}",), **fields)


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


def test_an_update_keeps_what_is_the_translators(read) -> None:
    before = catalogue(entry("Cards", "Karten", comment="agreed with the author", flags=("no-wrap",)))
    (after,) = updated(before, [message("Cards")]).entries
    assert (after.translation, after.comment, after.flags) == ("Karten", "agreed with the author", ("no-wrap",))


def test_an_update_keeps_a_guess_fuzzy() -> None:
    before = catalogue(entry("Cards", "Karten", fuzzy=True, previous="Card"))
    assert updated(before, [message("Cards")]).entries == before.entries


def test_an_update_takes_notes_and_places_from_the_source() -> None:
    before = catalogue(Entry("", "Cards", "Karten", notes=("old",), places=("content/old.md",)))
    (after,) = updated(before, [message("Cards")]).entries
    assert (after.notes, after.places) == (("paragraph",), ("content/a.md#cards",))


@pytest.mark.parametrize("figures", [True, False])
def test_the_flag_for_references_follows_the_source(figures: bool) -> None:
    flags = ("no-wrap",) if figures else ("no-wrap", "python-brace-format")
    (after,) = updated(catalogue(entry("Cards", "Karten", flags=flags)), [message("Cards", figures=figures)]).entries
    assert after.flags == (("no-wrap", "python-brace-format") if figures else ("no-wrap",))


def test_updating_twice_makes_no_difference() -> None:
    before = catalogue(
        entry(CARDS, "Vier Karten."), entry("Gone for good", "Weg"), Entry("", "Gone before", "Fort", obsolete=True)
    )
    messages = [message("New"), message(CARDS.replace("four", "eight")), message("Another")]
    once = updated(before, messages)
    assert updated(once, messages) == once
    assert written(updated(once, messages)) == written(once)


def test_a_changed_paragraph_keeps_its_translation_as_a_guess() -> None:
    changed = CARDS.replace("four", "eight")
    (after,) = updated(catalogue(entry(CARDS, "Vier Karten.")), [message(changed)]).entries
    assert (after.source, after.translation, after.fuzzy, after.previous) == (changed, "Vier Karten.", True, CARDS)


def test_a_paragraph_changed_again_remembers_what_was_translated() -> None:
    once = updated(catalogue(entry(CARDS, "Vier Karten.")), [message(CARDS.replace("four", "six"))])
    (twice,) = updated(once, [message(CARDS.replace("four", "eight"))]).entries
    assert (twice.fuzzy, twice.previous) == (True, CARDS)


NOT_ALIKE = {
    "in another section": (entry(CARDS, "Vier Karten.", section="power"), message(CARDS.replace("four", "eight"))),
    "in another context": (
        dataclasses.replace(entry(CARDS, "Vier Karten."), context="title"), message(CARDS.replace("four", "eight")),
    ),
    "quite another text": (entry(CARDS, "Vier Karten."), message("Ask us for a quotation.")),
    "never translated": (entry(CARDS, ""), message(CARDS.replace("four", "eight"))),
}  # fmt: skip


@pytest.mark.parametrize(("before", "new"), NOT_ALIKE.values(), ids=NOT_ALIKE)
def test_a_new_paragraph_begins_without_translation(before: Entry, new: Message) -> None:
    after = updated(catalogue(before), [new])
    assert (after.entries[0].source, after.entries[0].translation, after.entries[0].fuzzy) == (new.source, "", False)


def test_a_translation_is_guessed_for_one_new_paragraph_only() -> None:
    new = [message(CARDS.replace("four", "six")), message(CARDS.replace("four", "eight"))]
    after = updated(catalogue(entry(CARDS, "Vier Karten.")), new).entries
    assert sorted(found.translation for found in after) == ["", "Vier Karten."]


def test_a_guess_is_taken_from_the_paragraph_that_is_most_alike() -> None:
    other = "The server holds four cards, and each of them needs two cables of its own."
    before = catalogue(entry(other, "Mit Kabeln."), entry(CARDS, "Vier Karten."))
    (first, *_) = updated(before, [message(CARDS.replace("four", "eight"))]).entries
    assert first.translation == "Vier Karten."


def test_a_paragraph_that_stands_is_no_guess_for_another() -> None:
    new = CARDS.replace("four", "eight")
    after = updated(catalogue(entry(CARDS, "Vier Karten.")), [message(CARDS), message(new)]).entries
    assert [(found.source, found.translation) for found in after] == [(CARDS, "Vier Karten."), (new, "")]


def test_a_moved_paragraph_changes_the_order_only() -> None:
    before = catalogue(entry("A", "a"), entry("B", "b"), entry("C", "c"))
    after = updated(before, [message("C"), message("A"), message("B")])
    assert after.entries == (before.entries[2], before.entries[0], before.entries[1])


def test_a_message_that_is_gone_is_kept_as_obsolete_at_the_end() -> None:
    before = catalogue(entry("Gone", "Weg", comment="a good one"), entry("Cards", "Karten"))
    after = updated(before, [message("Cards")])
    assert [(e.source, e.obsolete) for e in after.entries] == [("Cards", False), ("Gone", True)]
    text = written(after)
    assert text.endswith('# a good one\n#~ msgid "Gone"\n#~ msgstr "Weg"\n')
    assert after.translation("", "Gone") is None


def test_a_message_that_was_never_translated_goes_without_a_trace() -> None:
    assert updated(catalogue(entry("Gone", "")), []).entries == ()


def test_a_message_that_comes_back_has_its_translation_again() -> None:
    before = catalogue(entry("Gone", "Weg", comment="a good one"), entry("Cards", "Karten"))
    without = updated(before, [message("Cards")])
    again = updated(without, [message("Gone"), message("Cards")])
    assert again.entries == before.entries


def test_what_is_obsolete_survives_many_updates(read) -> None:
    text = written(updated(catalogue(entry("Gone", "Weg"), entry("Cards", "Karten")), [message("Cards")]))
    for _ in range(3):
        text = written(updated(read(text), [message("Cards")]))
    assert text.count('#~ msgstr "Weg"') == 1
