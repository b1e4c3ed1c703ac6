"""Messages that go with a number: read, written, led after their source, and complete in each language."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest
from conftest import Site
from small import PO_HEADER, article, html_of, po, write_small_site

from zahlwerk.catalogs import Catalogue, Entry, read_catalogue, written
from zahlwerk.extraction import update_catalogues
from zahlwerk.following import updated
from zahlwerk.messages import Message
from zahlwerk.project import load_project

TEMPLATE = "templates/article.html"
GERMAN, FRENCH = "locales/de/LC_MESSAGES/site.po", "locales/fr/LC_MESSAGES/site.po"
FIGURES = """\
#. how many figures the text of the article shows
#: templates/article.html
#, python-brace-format
msgid "{number} figure"
msgid_plural "{number} figures"
"""
IN_GERMAN = 'msgstr[0] "{number} Zahl"\nmsgstr[1] "{number} Zahlen"\n'
CARDS = Message("", "{number} card", placeholders=("{number}",), figures=True, plural="{number} cards")
ONE = Message("", "{number} card", figures=True)
ENTRY = """
# agreed
#, python-brace-format
msgid "{number} card"
msgid_plural "{number} cards"
msgstr[0] "{number} Karte"
msgstr[1] "{number} Karten"
"""


@pytest.fixture
def read(tmp_path: Path):
    """Read a catalogue from its text."""

    def reader(text: str) -> Catalogue:
        path = tmp_path / "a.po"
        path.write_text(text, "utf-8")
        return read_catalogue(path, "a.po")

    return reader


def update(catalogue: Catalogue, *messages: Message) -> str:
    """The text of an updated catalogue, which a second update leaves alone."""
    once = updated(catalogue, messages)
    assert written(updated(once, messages)) == written(once)
    return written(once)


def test_plural_forms_are_read_and_written(read) -> None:
    (entry,) = read(po(ENTRY)).entries
    assert (entry.source, entry.plural) == ("{number} card", "{number} cards")
    assert (entry.forms, entry.translation) == (("{number} Karte", "{number} Karten"), "")
    assert entry.usable
    assert written(read(po(ENTRY))) == po(ENTRY)
    assert update(read(po(ENTRY)), CARDS) == po(ENTRY)


@pytest.mark.parametrize(
    ("language", "number", "text"),
    [
        ("de", 1, "Karte"), ("de", 0, "Karten"), ("de", 2, "Karten"), ("de", 101, "Karten"),
        ("pl", 1, "karta"), ("pl", 2, "karty"), ("pl", 5, "kart"), ("pl", 12, "kart"), ("pl", 22, "karty"),
    ],
)  # fmt: skip
def test_each_number_has_its_form(read, language: str, number: int, text: str) -> None:
    polish = "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);"
    rule, forms = {
        "de": ("nplurals=2; plural=(n != 1);", ("Karte", "Karten")),
        "pl": (polish, ("karta", "karty", "kart")),
    }[language]
    texts = "".join(f'msgstr[{place}] "{form}"\n' for place, form in enumerate(forms))
    header = PO_HEADER.replace("nplurals=2; plural=(n != 1);", rule)
    found = read(f'{header}\nmsgid "{{number}} card"\nmsgid_plural "{{number}} cards"\n{texts}')
    assert found.plural("", "{number} card", number) == text


@pytest.mark.parametrize(
    "forms", [("", ""), ("{number} Karte", ""), ("", "{number} Karten"), ("{number} Karte", " ")], ids=repr
)
def test_a_form_that_is_blank_leaves_the_message_untranslated(read, forms: tuple[str, str]) -> None:
    texts = "".join(f'msgstr[{place}] "{form}"\n' for place, form in enumerate(forms))
    found = read(po(f'\nmsgid "{{number}} card"\nmsgid_plural "{{number}} cards"\n{texts}'))
    assert [found.plural("", "{number} card", number) for number in (1, 2)] == [None, None]
    assert found.translation("", "{number} card") is None


def test_a_new_message_has_a_blank_for_each_form_of_the_language(read) -> None:
    header = PO_HEADER.replace("nplurals=2; plural=(n != 1);", "nplurals=3; plural=(n==1 ? 0 : n==2 ? 1 : 2);")
    assert update(read(header), CARDS) == (
        f'{header}\n#, python-brace-format\nmsgid "{{number}} card"\nmsgid_plural "{{number}} cards"\n'
        'msgstr[0] ""\nmsgstr[1] ""\nmsgstr[2] ""\n'
    )


def test_forms_that_are_lacking_are_added_blank_and_blank_ones_too_many_go(read) -> None:
    short, long = ENTRY.replace('msgstr[1] "{number} Karten"\n', ""), f'{ENTRY}msgstr[2] ""\n'
    assert update(read(po(short)), CARDS) == po(ENTRY.replace('"{number} Karten"', '""'))
    assert update(read(po(long)), CARDS) == po(ENTRY)
    assert update(read(po(f'{ENTRY}msgstr[2] "zu viel"\n')), CARDS) == po(f'{ENTRY}msgstr[2] "zu viel"\n')


def test_another_source_for_several_makes_the_translation_a_guess(read) -> None:
    expected = po(
        ENTRY.replace(
            "#, python-brace-format\n",
            '#, fuzzy, python-brace-format\n#| msgid "{number} card"\n#| msgid_plural "{number} cards"\n',
        ).replace('msgid_plural "{number} cards"\nmsgstr', 'msgid_plural "{number} GPU cards"\nmsgstr')
    )
    new = dataclasses.replace(CARDS, plural="{number} GPU cards")
    assert update(read(po(ENTRY)), new) == expected
    again = dataclasses.replace(CARDS, plural="{number} cards in all")
    assert update(read(expected), again) == expected.replace("{number} GPU cards", "{number} cards in all")


def test_another_source_for_one_makes_the_translation_a_guess(read) -> None:
    new = dataclasses.replace(CARDS, source="{number} GPU card", plural="{number} GPU cards")
    assert update(read(po(ENTRY)), new) == po(
        "\n# agreed\n#, fuzzy, python-brace-format\n"
        '#| msgid "{number} card"\n#| msgid_plural "{number} cards"\n'
        'msgid "{number} GPU card"\nmsgid_plural "{number} GPU cards"\n'
        'msgstr[0] "{number} Karte"\nmsgstr[1] "{number} Karten"\n'
    )


def test_a_message_that_goes_with_a_number_now_keeps_its_translation_as_a_guess(read) -> None:
    single = '\n#, python-brace-format\nmsgid "{number} card"\nmsgstr "{number} Karte(n)"\n'
    assert update(read(po(single)), CARDS) == po(
        '\n#, fuzzy, python-brace-format\n#| msgid "{number} card"\n'
        'msgid "{number} card"\nmsgid_plural "{number} cards"\nmsgstr[0] "{number} Karte(n)"\nmsgstr[1] ""\n'
    )


def test_a_message_that_goes_with_no_number_any_more_loses_no_form(read) -> None:
    assert update(read(po(ENTRY)), ONE) == po(
        '\n# agreed\n# also translated as "{number} Karte"\n#, fuzzy, python-brace-format\n'
        '#| msgid "{number} card"\n#| msgid_plural "{number} cards"\n'
        'msgid "{number} card"\nmsgstr "{number} Karten"\n'
    )


def test_a_message_with_forms_is_kept_as_obsolete_and_comes_back(read) -> None:
    gone = update(read(po(ENTRY)))
    assert gone == po(
        '\n# agreed\n#, python-brace-format\n#~ msgid "{number} card"\n#~ msgid_plural "{number} cards"\n'
        '#~ msgstr[0] "{number} Karte"\n#~ msgstr[1] "{number} Karten"\n'
    )
    assert update(read(gone), CARDS) == po(ENTRY)


def test_blank_forms_that_are_no_longer_used_go_without_a_trace(read) -> None:
    blank = ENTRY.replace("# agreed\n", "").replace('"{number} Karte"', '""').replace('"{number} Karten"', '""')
    assert update(read(po(blank))) == PO_HEADER
    assert Entry("", "a", "", plural="b", forms=("", "")).is_begun is False


def test_a_template_gives_its_messages_with_their_notes(tmp_path: Path) -> None:
    site = write_small_site(tmp_path)
    assert f"\n{FIGURES}{IN_GERMAN}\n" in site.read(GERMAN)
    site.replace(TEMPLATE, '"{number} figures"', '"{number} figures in all"')
    update_catalogues(load_project(site.folder))
    now = FIGURES.replace("#, python", "#, fuzzy, python").replace(
        'msgid "{number} figure"\nmsgid_plural "{number} figures"\n',
        '#| msgid "{number} figure"\n#| msgid_plural "{number} figures"\n'
        'msgid "{number} figure"\nmsgid_plural "{number} figures in all"\n',
    )
    assert f"\n{now}{IN_GERMAN}\n" in site.read(GERMAN)


WRONG = {
    "one of two": (
        'msgstr[0] "{number} Zahl"\nmsgstr[1] ""\n',
        '"{number} figures" has 1 plural form, and the language has 2; fill msgstr[0] to msgstr[1] (plural-forms)',
    ),
    "one alone": (
        'msgstr[0] "{number} Zahl"\n',
        '"{number} figures" has 1 plural form, and the language has 2; fill msgstr[0] to msgstr[1] (plural-forms)',
    ),
    "three of two": (
        IN_GERMAN + 'msgstr[2] "{number} Zahlen"\n',
        '"{number} figures" has 3 plural forms, and the language has 2; delete what follows msgstr[1] (plural-forms)',
    ),
}  # fmt: skip


@pytest.mark.parametrize(("forms", "says"), WRONG.values(), ids=WRONG)
def test_a_wrong_number_of_forms_is_found_at_its_entry(tmp_path: Path, forms: str, says: str) -> None:
    site = write_small_site(tmp_path)
    site.replace(GERMAN, f"{FIGURES}{IN_GERMAN}", f"{FIGURES}{forms}")
    line = _line(site, GERMAN, 'msgid "{number} figure"') - 3
    assert f"{GERMAN}:{line}: {says}" in site.problems()


def test_a_translation_into_no_form_yet_is_only_missing(tmp_path: Path) -> None:
    site = write_small_site(tmp_path)
    site.replace(GERMAN, f"{FIGURES}{IN_GERMAN}", f'{FIGURES}msgstr[0] ""\nmsgstr[1] ""\n')
    assert [problem.partition(": ")[2] for problem in site.problems()] == ['"{number} figure" is not translated']


@pytest.mark.parametrize(
    ("body", "english", "german"),
    [
        ("Each card holds {card_a.memory}.", "1 figure", "1 Zahl"),
        ("Each card holds {card_a.memory}, all {pair.pool_memory}.", "2 figures", "2 Zahlen"),
    ],
)
def test_a_page_shows_the_form_of_its_number(tmp_path: Path, body: str, english: str, german: str) -> None:
    site = write_small_site(tmp_path, articles={"small": article(f"{body}\n")})
    checked = site.check()
    for file, text in (("en/small/index.html", english), ("de/small/index.html", german)):
        assert re.search(r'<p class="dates">(\d+ \w+) ·', html_of(checked, file))[1] == text


def _line(site: Site, file: str, text: str) -> int:
    return site.read(file).partition(f"{text}\n")[0].count("\n") + 1
