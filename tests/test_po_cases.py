"""Catalogues that broke other tools, each with the right behaviour."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from conftest import Site, needs_program
from small import BODY, GERMAN, NAMES, SLUG, article, english, german, html_of, write_small_site

from zahlwerk.extraction import update_catalogues
from zahlwerk.project import load_project

SOURCE, CATALOGUE, WORDS = f"content/{SLUG}.md", f"locales/de/LC_MESSAGES/{SLUG}.po", "locales/de/LC_MESSAGES/site.po"
EN, DE = "en/small/index.html", "de/small/index.html"


def site_of(folder: Path, body: str, translations: dict[str, str], names: str = NAMES) -> Site:
    """A site of one article in English and German."""
    languages = {"en": english(), "de": german(**{SLUG: GERMAN | translations})}
    return write_small_site(folder, articles={SLUG: article(f"{body}\n")}, languages=languages, names=names)


def entry_line(site: Site, file: str, msgid: str) -> int:
    """The line that an entry begins in."""
    blocks = site.read(file).partition(f'msgid "{msgid}')[0].rpartition("\n\n")
    return blocks[0].count("\n") + 3


def text_of(site: Site, file: str) -> str:
    return html_of(site.check(), file).partition('<div class="text">')[2].partition("</div>")[0].strip()


def msgfmt(path: Path) -> int:
    command = ["msgfmt", "--check", "--output-file=/dev/null", str(path)]
    return subprocess.run(command, capture_output=True, check=False).returncode


@needs_program("msgfmt")
def test_a_per_cent_sign_in_prose_is_no_finding(tmp_path: Path) -> None:
    """Case c03: neither in an article, where "50%" is listed as a name, nor in a template."""
    names = 'names:\n  - "50%"\n  - "50 %"\n'
    site = site_of(tmp_path, "Use 50% of the budget", {"Use 50% of the budget": "Nutze 50 % des Budgets"}, names)
    site.replace("templates/article.html", '<ul class="sources">', '{{ _("100% done") }}<ul class="sources">')
    update_catalogues(load_project(site.folder))
    for file, text in ((WORDS, "zu 100 % fertig"), (WORDS.replace("de", "en", 1), "100% done")):
        site.replace(file, 'msgid "100% done"\nmsgstr ""', f'msgid "100% done"\nmsgstr "{text}"')
    assert site.problems() == []
    assert text_of(site, DE) == "<p>Nutze 50 % des Budgets</p>"
    assert "zu 100 % fertig" in html_of(site.check(), DE)
    assert [msgfmt(path) for path in site.folder.glob("locales/*/*/*.po")] == [0, 0, 0]


def test_a_reference_whose_name_was_translated_is_two_findings_at_its_entry(tmp_path: Path) -> None:
    """Case c04: what it is now, and what is missing; the other reference is fine."""
    words = "Jede Karte fasst {card_a.speicher}, {pair.cards[words]} fassen {pair.pool_memory}."
    site = site_of(tmp_path, BODY.strip(), {BODY.strip(): words})
    place = f"{CATALOGUE}:{entry_line(site, CATALOGUE, 'Each card')}"
    missing, unknown = sorted(site.problems())
    assert unknown.startswith(f"{place}: {{card_a.speicher}} does not stand in the source; ")
    assert (
        missing
        == f"{place}: {{card_a.memory}} is missing; the source has it; put it where the figure belongs (references)"
    )


LINKED = "{pair.pool_memory} and {card_a.memory} exceed {card_a.power}; see [memory table](small#table)."
ORDERS = {
    "in another order, with another label": (
        "{card_a.power} wird von {card_a.memory} und {pair.pool_memory} übertroffen, siehe [Liste](small#table).", [],
    ),
    "one dropped": (
        "{card_a.power} wird von {pair.pool_memory} übertroffen, siehe [Liste](small#table).",
        ["{card_a.memory} is missing; the source has it; put it where the figure belongs (references)"],
    ),
    "one in the place of another": (
        "{card_a.power} wird von {pair.pool_memory} und {pair.pool_memory} übertroffen, siehe [Liste](small#table).",
        [
            "{card_a.memory} is missing; the source has it; put it where the figure belongs (references)",
            "{pair.pool_memory} stands more often than in the source (references)",
        ],
    ),
    "another link": (
        "{card_a.power} wird von {card_a.memory} und {pair.pool_memory} übertroffen, siehe [Liste](/de/small#table).",
        [
            'the link "/de/small#table" names no article; write [text](slug#heading)',
            'the link to "/de/small#table" does not stand in the source (links)',
            'the link to "small#table" of the source is missing (links)',
        ],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("words", "says"), ORDERS.values(), ids=ORDERS)
def test_the_order_of_figures_and_the_label_of_a_link_are_free(tmp_path: Path, words: str, says: list[str]) -> None:
    """Case c07: figures and targets are counted, not put in a row."""
    site = site_of(tmp_path, f"{LINKED}\n\n## Table", {LINKED: words, "Table": "Tabelle"})
    place = f"{CATALOGUE}:{entry_line(site, CATALOGUE, LINKED)}: "
    assert sorted(problem.removeprefix(place) for problem in site.problems()) == says


HOSTILE = "Lies die <img src=x onerror=alert(1)> Hinweise. {{ cycler.__init__ }} {% include '/etc/passwd' %}"


def test_what_could_run_in_a_page_is_refused_before_one_is_made(tmp_path: Path) -> None:
    """Case c09: three findings at the entry, in an article."""
    site = site_of(tmp_path, "Read the notes.", {"Read the notes.": HOSTILE})
    place = f"{CATALOGUE}:{entry_line(site, CATALOGUE, 'Read')}: "
    assert sorted(problem.removeprefix(place) for problem in site.problems()) == [
        "raw HTML is refused: <img src=x onerror=alert(1)>; use Markdown, or a code span to show HTML (html)",
        "template syntax is refused: {% include '/etc/passwd' %}; translations are never run as templates (templates)",
        "template syntax is refused: {{ cycler.__init__ }}; translations are never run as templates (templates)",
    ]
    assert site.run("build") == 1
    assert not (site.folder / "public").exists()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('msgstr "Inhalt"', 'msgstr "<b>Inhalt</b>"'),
        ('msgstr "Inhalt"', 'msgstr "{{ page }}"'),
        ('msgstr "Inhalt"', 'msgstr "{% include x %}"'),
        ('msgstr[0] "{number} Zahl"', 'msgstr[0] "{number} <i>Zahl</i>"'),
        ('msgstr[1] "{number} Zahlen"', 'msgstr[1] "{number} {# Zahlen #}"'),
    ],
)
def test_what_could_run_is_refused_in_the_words_of_the_site(tmp_path: Path, old: str, new: str) -> None:
    """Case c09: in each plural form, too."""
    site = write_small_site(tmp_path)
    line = site.read(WORDS).partition(old)[0].rpartition("\n\n")[0].count("\n") + 3
    site.replace(WORDS, old, new)
    assert f"{WORDS}:{line}: raw HTML and template syntax are refused in a translation (html)" in site.problems()


@pytest.mark.parametrize("ends", [("\r\n", "\n"), ("\n", "\r\n"), ("\r\n", "\r\n"), ("\r", "\n")], ids=repr)
def test_a_paragraph_over_two_lines_is_translated_however_they_end(tmp_path: Path, ends: tuple[str, str]) -> None:
    """Case c10: no message holds a carriage return."""
    site = site_of(
        tmp_path, "Read the notes\nbefore you begin.", {"Read the notes before you begin.": "Vor dem Beginn zu lesen."}
    )
    before = site.read(CATALOGUE)
    for file, end in zip((SOURCE, CATALOGUE), ends, strict=True):
        site.write(file, site.read(file).replace("\n", end))
    assert site.problems() == []
    assert text_of(site, DE) == "<p>Vor dem Beginn zu lesen.</p>"
    update_catalogues(load_project(site.folder))
    assert (site.folder / CATALOGUE).read_bytes() == before.encode()


def with_entries(folder: Path, entries: str) -> tuple[Site, int]:
    """A site with more entries in its German catalogue, and the line they begin in."""
    site = site_of(folder, "Words.", {"Words.": "Worte."})
    text = site.read(CATALOGUE)
    site.write(CATALOGUE, f"{text}\n{entries}")
    return site, text.count("\n") + 2


def test_a_second_entry_is_refused_with_the_line_of_the_first(tmp_path: Path) -> None:
    site, line = with_entries(tmp_path, 'msgid "Words."\nmsgstr "Andere."\n')
    first = entry_line(site, CATALOGUE, "Words.")
    says = f'"Words." has a second entry; the first is in line {first}; keep one of them'
    assert site.problems() == [f"{CATALOGUE}:{line}: {says}"]


def test_entries_that_differ_by_their_context_are_two(tmp_path: Path) -> None:
    site, _ = with_entries(tmp_path, 'msgctxt "code"\nmsgid "Words."\nmsgstr "Andere."\n')
    assert site.problems() == []
    assert text_of(site, DE) == "<p>Worte.</p>"


def test_an_obsolete_entry_is_never_shown_for_a_living_one(tmp_path: Path) -> None:
    site, _ = with_entries(tmp_path, '#~ msgid "Words."\n#~ msgstr "Andere."\n')
    assert site.problems() == []
    assert text_of(site, DE) == "<p>Worte.</p>"


@pytest.mark.parametrize("blank", ["", " ", "  \\n", "\\t", "\N{NO-BREAK SPACE}"])
def test_a_translation_of_blanks_is_none(tmp_path: Path, blank: str) -> None:
    site = site_of(tmp_path, "Words.", {"Words.": "Worte."})
    site.replace(CATALOGUE, 'msgstr "Worte."', f'msgstr "{blank}"')
    says = '"Words." is not translated and will be shown in its own language'
    assert site.problems() == [f"{CATALOGUE}:{entry_line(site, CATALOGUE, 'Words.')}: {says}"]
    assert text_of(site, DE) == '<p lang="en">Words.</p>'


@pytest.mark.parametrize("context", ["", 'msgctxt "title"\n'])
def test_an_empty_message_that_is_no_header_is_refused(tmp_path: Path, context: str) -> None:
    site, line = with_entries(tmp_path, f'{context}msgid ""\nmsgstr "Worte."\n')
    line += context.count("\n")
    assert site.problems() == [f"{CATALOGUE}:{line}: this entry has an empty msgid, as only the header may; delete it"]


def test_a_message_of_two_articles_is_translated_in_each(tmp_path: Path) -> None:
    body = article("Words.\n")
    languages = {
        "en": english(),
        "de": german(small=GERMAN | {"Words.": "Worte."}, other=GERMAN | {"Words.": "Wörter."}),
    }
    site = write_small_site(tmp_path, articles={"small": body, "other": body}, languages=languages)
    assert site.problems() == []
    assert text_of(site, DE) == "<p>Worte.</p>"
    assert text_of(site, "de/other/index.html") == "<p>Wörter.</p>"
    update_catalogues(load_project(site.folder))
    assert 'msgid "Words."\nmsgstr "Wörter."' in site.read("locales/de/LC_MESSAGES/other.po")
    assert 'msgid "Words."\nmsgstr "Worte."' in site.read(CATALOGUE)
