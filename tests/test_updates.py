"""Catalogues led after what the source says: what an update keeps, changes, and puts at the end."""

from __future__ import annotations

import dataclasses
import subprocess
from pathlib import Path

import pytest
from conftest import needs_program
from small import po

from zahlwerk.catalogs import Catalogue, Entry, new_catalogue, read_catalogue, written
from zahlwerk.following import updated
from zahlwerk.messages import Message

CARDS = "The server holds four cards and as many power supplies."


@pytest.fixture
def read(tmp_path: Path):
    """Read a catalogue from its text."""

    def reader(text: str) -> Catalogue:
        path = tmp_path / "a.po"
        path.write_text(text, "utf-8")
        return read_catalogue(path, "locales/de/LC_MESSAGES/a.po")

    return reader


def catalogue(*entries: Entry) -> Catalogue:
    empty = new_catalogue("locales/de/LC_MESSAGES/a.po", "de", "nplurals=2; plural=(n != 1);")
    return dataclasses.replace(empty, entries=entries)


def message(source: str, section: str = "cards", **fields: object) -> Message:
    return Message("", source, ("paragraph",), (f"content/a.md#{section}",), **fields)


def entry(source: str, translation: str, section: str = "cards", **fields: object) -> Entry:
    return Entry("", source, translation, notes=("paragraph",), places=(f"content/a.md#{section}",), **fields)


def test_an_update_keeps_what_is_the_translators() -> None:
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


TWINS = """
# the newer one
msgid "Cards"
msgstr "Karten"

# the older one
#~ msgid "Cards"
#~ msgstr "Die \\"Karten\\""
"""
REMARK = '# also translated as "Die \\"Karten\\""\n'


def test_an_obsolete_entry_of_a_living_message_becomes_a_comment(read) -> None:
    """GNU gettext refuses a second entry, obsolete or not; no translation may be lost for it."""
    once = written(updated(read(po(TWINS)), [message("Cards")]))
    assert once == po(
        f"\n# the newer one\n# the older one\n{REMARK}#. paragraph\n#: content/a.md#cards\n"
        'msgid "Cards"\nmsgstr "Karten"\n'
    )
    assert written(updated(read(once), [message("Cards")])) == once


def test_two_entries_of_a_message_become_one_where_both_are_obsolete(read) -> None:
    once = written(updated(read(po(TWINS)), []))
    assert once == po(f'\n# the newer one\n# the older one\n{REMARK}#~ msgid "Cards"\n#~ msgstr "Karten"\n')
    assert written(updated(read(once), [])) == once


def test_of_two_obsolete_entries_the_later_keeps_its_place(read) -> None:
    three = '\n#~ msgid "A"\n#~ msgstr "a"\n\n#~ msgid "B"\n#~ msgstr "b"\n\n#~ msgid "A"\n#~ msgstr "new"\n'
    once = '\n#~ msgid "B"\n#~ msgstr "b"\n\n# also translated as "a"\n#~ msgid "A"\n#~ msgstr "new"\n'
    assert written(updated(read(po(three)), [])) == po(once)


def test_a_blank_entry_takes_over_what_its_obsolete_twin_says(read) -> None:
    text = '\n# ask\nmsgid "Cards"\nmsgstr ""\n\n# sure\n#, fuzzy\n#~| msgid "Card"\n#~ msgid "Cards"\n#~ msgstr "K."\n'
    assert written(updated(read(po(text)), [message("Cards")])) == po(
        '\n# ask\n# sure\n#. paragraph\n#: content/a.md#cards\n#, fuzzy\n#| msgid "Card"\nmsgid "Cards"\nmsgstr "K."\n'
    )


@needs_program("msgfmt")
@pytest.mark.parametrize("messages", [[message("Cards")], []], ids=["living", "obsolete"])
def test_gettext_accepts_what_an_update_makes_of_twins(tmp_path: Path, read, messages: list[Message]) -> None:
    path = tmp_path / "twins.po"
    path.write_text(po(TWINS), "utf-8")
    assert _msgfmt(path) == 1
    path.write_text(written(updated(read(po(TWINS)), messages)), "utf-8")
    assert _msgfmt(path) == 0


def _msgfmt(path: Path) -> int:
    command = ["msgfmt", "--check", "--output-file=/dev/null", str(path)]
    return subprocess.run(command, capture_output=True, check=False).returncode
