"""Headers of PO files: their language, their plural rule and how their letters are stored."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import Site
from one_article import GERMAN, SOURCE, write

SITE_WORDS = "locales/de/LC_MESSAGES/site.po"
RULE = "nplurals=2; plural=(n != 1);"
NO_HEADER = (
    'the header is missing or names another charset; the first entry must say "Content-Type: text/plain; '
    'charset=UTF-8\\n"'
)
NO_LANGUAGE = 'write "Language: de\\n" (header)'
NO_RULE = f'the header lacks the plural rule of the language; write "Plural-Forms: {RULE}\\n" (header)'


@pytest.fixture
def small(tmp_path: Path) -> Site:
    """A site of one sound article in English and German."""
    return write(tmp_path / "site", "Words.", {"Words.": "Worte."})


FOUND = {
    "another language": (
        "Language: de\\n", "Language: fr\\n",
        f'the header says "Language: fr", and the folder de; {NO_LANGUAGE}',
    ),
    "another variant": (
        "Language: de\\n", "Language: de_AT\\n",
        f'the header says "Language: de_AT", and the folder de; {NO_LANGUAGE}',
    ),
    "no language": ('"Language: de\\n"\n', "", f'the header says "Language: ", and the folder de; {NO_LANGUAGE}'),
    "no plural rule": (f'\n"Plural-Forms: {RULE}\\n"', "", NO_RULE),
    "a plural rule not filled in": (RULE, "nplurals=INTEGER; plural=EXPRESSION;", NO_RULE),
    "the plural rule of another language": (RULE, "nplurals=2; plural=(n > 1);", NO_RULE),
    "a rule of more forms": (RULE, "nplurals=3; plural=(n==1 ? 0 : n==2 ? 1 : 2);", NO_RULE),
    "a rule that divides by zero": (RULE, "nplurals=2; plural=(n / 0);", NO_RULE),
    "a rule that runs a program": (RULE, "nplurals=2; plural=__import__('os').abort();", NO_RULE),
    "another charset": ("UTF-8", "ISO-8859-1", NO_HEADER),
    "no charset": ("; charset=UTF-8", "", NO_HEADER),
}  # fmt: skip


@pytest.mark.parametrize("file", [GERMAN, SITE_WORDS])
@pytest.mark.parametrize(("old", "new", "says"), FOUND.values(), ids=FOUND)
def test_what_is_wrong_with_a_header_is_said_in_its_line(small: Site, file: str, old: str, new: str, says: str) -> None:
    header, end, entries = small.read(file).partition("\n\n")
    assert old in header
    small.write(file, header.replace(old, new) + end + entries)
    assert small.problems() == [f"{file}:1: {says}"]


SOUND = {
        "no brackets": (RULE, "nplurals=2; plural=n != 1;"),
    "no blanks": (RULE, "nplurals=2;plural=n!=1"),
    "the rule written otherwise": (RULE, "nplurals=2; plural=(n == 1 ? 0 : 1);"),
    "a date and a name": (
        '"MIME', '"PO-Revision-Date: 2026-11-30 12:00+0100\\n"\n"Last-Translator: Ada <ada@example.com>\\n"\n"MIME',
    ),
    "a small charset": ("UTF-8", "utf-8"),
}  # fmt: skip


@pytest.mark.parametrize(("old", "new"), SOUND.values(), ids=SOUND)
def test_a_header_may_be_written_in_other_ways(small: Site, old: str, new: str) -> None:
    header, end, entries = small.read(GERMAN).partition("\n\n")
    small.write(GERMAN, header.replace(old, new) + end + entries)
    assert small.problems() == []


def test_an_update_adds_what_a_header_lacks_and_removes_what_tools_write(small: Site) -> None:
    before = small.read(GERMAN)
    header, end, entries = before.partition("\n\n")
    assert small.run("messages", "update") == 0
    assert small.read(GERMAN) == before
    for lacking in ('\n"Language: de\\n"', f'\n"Plural-Forms: {RULE}\\n"', '\n"MIME-Version: 1.0\\n"'):
        assert lacking in header
        small.write(GERMAN, header.replace(lacking, "") + end + entries)
        assert small.run("messages", "update") == 0
        assert small.read(GERMAN) == before
    ada, day = '"Last-Translator: Ada <ada@example.com>\\n"\n', '"PO-Revision-Date: 2026-11-30 12:00+0100\\n"\n'
    extra = f'{day}{ada}"X-Generator: Poedit\\n"\n"Language-Team: LANGUAGE <LL@li.org>\\n"\n'
    small.write(GERMAN, header.replace('"Language', f'{extra}"Language') + end + entries)
    assert small.run("messages", "update") == 0
    assert small.read(GERMAN) == before.replace('"Language', f'{ada}"Language')


def test_an_update_leaves_a_wrong_header_to_its_translator(small: Site) -> None:
    small.replace(GERMAN, "Language: de", "Language: fr")
    small.replace(GERMAN, "(n != 1)", "(n > 1)")
    before = small.read(GERMAN)
    assert small.run("messages", "update") == 0
    assert small.read(GERMAN) == before


def test_a_file_without_header_is_found(small: Site) -> None:
    small.write(GERMAN, small.read(GERMAN).partition("\n\n")[2])
    assert small.problems() == [f"{GERMAN}:1: {NO_HEADER}"]


@pytest.mark.parametrize("file", [GERMAN, SITE_WORDS, SOURCE])
def test_a_byte_order_mark_is_found_in_the_first_line(small: Site, file: str) -> None:
    """Case c01: readers that pass over it show the header as a translation."""
    small.write(file, f"\ufeff{small.read(file)}")
    assert small.problems()[0] == f"{file}:1: begins with a byte order mark; save it as UTF-8 without BOM"


@pytest.mark.parametrize("file", [GERMAN, SITE_WORDS])
def test_letters_in_another_charset_are_found_in_their_line(small: Site, file: str) -> None:
    before = small.read(file)
    text = f'{before}\n# für später\n#~ msgid "Gone"\n#~ msgstr "Weg"\n'
    (small.folder / file).write_bytes(before.encode() + text[len(before) :].encode("latin-1"))
    assert small.problems() == [f"{file}:{before.count(chr(10)) + 2}: is not UTF-8 here; save it as UTF-8"]
