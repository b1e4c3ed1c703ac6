"""Code blocks: messages where they are marked with the word translate, and never markup."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import Site
from small import GERMAN as SAID
from small import SLUG, article, english, german, html_of, write_small_site

from zahlwerk.articles import read_article
from zahlwerk.catalogs import read_catalogue
from zahlwerk.extraction import update_catalogues
from zahlwerk.messages import article_messages
from zahlwerk.project import load_project

SOURCE, GERMAN = f"content/{SLUG}.md", f"locales/de/LC_MESSAGES/{SLUG}.po"
EN, DE = "en/small/index.html", "de/small/index.html"
CODE = "plug in *both* cables\n  then {card_a.memory} & <b>wait</b> 5 [s](https://a.example)"
CODE_IN_GERMAN = "*beide* Kabel einstecken\n  dann {card_a.memory} & <b>5</b> [s](https://b.example) warten {{ x }}"
SHOWN = "plug in *both* cables\n  then {card_a.memory} &amp; &lt;b&gt;wait&lt;/b&gt; 5 [s](https://a.example)\n"
SHOWN_IN_GERMAN = CODE_IN_GERMAN.replace("&", "&amp;").replace("<b>5</b>", "&lt;b&gt;5&lt;/b&gt;") + "\n"


def write(folder: Path, body: str, translations: dict[str, str]) -> Site:
    """A site of one article with this body, in English and German."""
    languages = {"en": english(), "de": german(**{SLUG: SAID | translations})}
    return write_small_site(folder, articles={SLUG: article(f"{body}\n")}, languages=languages)


def fence(info: str, code: str = CODE) -> str:
    return f"```{info}\n{code}\n```"


def code_of(site: Site, file: str) -> list[str]:
    """The code blocks of a page, with their tags."""
    return re.findall(r"<pre>(.*?)</pre>", html_of(site.check(), file), re.S)


def entries(site: Site) -> str:
    """The German catalogue after an update, without header, title and description."""
    update_catalogues(load_project(site.folder))
    said = site.read(GERMAN).split("\n\n", 3)[3].partition("#. slug\n")[0]  # which is told of last
    return said.rstrip("\n") + "\n" if said else ""


def test_a_marked_block_is_a_message_of_several_lines(tmp_path: Path) -> None:
    site = write(tmp_path, f"## Cables\n\n<!-- note: shown on the device. -->\n{fence('text translate')}", {})
    assert entries(site) == (
        f'#. heading\n#: {SOURCE}\nmsgid "Cables"\nmsgstr ""\n\n'
        f'#. code block\n#. under "Cables"\n#. shown on the device.\n#: {SOURCE}#cables\n'
        'msgctxt "code"\nmsgid ""\n"plug in *both* cables\\n"\n'
        '"  then {card_a.memory} & <b>wait</b> 5 [s](https://a.example)"\nmsgstr ""\n'
    )


def test_a_translated_block_is_shown_as_it_was_written(tmp_path: Path) -> None:
    site = write(tmp_path, fence("text translate"), {CODE: CODE_IN_GERMAN})
    assert site.problems() == []
    assert code_of(site, EN) == [f'<code class="language-text">{SHOWN}</code>']
    assert code_of(site, DE) == [f'<code class="language-text">{SHOWN_IN_GERMAN}</code>']


def test_a_block_without_translation_is_shown_in_its_own_language(tmp_path: Path) -> None:
    site = write(tmp_path, fence("text translate"), {})
    (found,) = code_of(site, DE)
    tag, _, code = found.partition(">")
    assert code == f"{SHOWN}</code>"
    assert sorted(re.findall(r'\w+="[^"]*"', tag)) == ['class="language-text"', 'lang="en"']
    assert code_of(site, EN) == [f'<code class="language-text">{SHOWN}</code>']
    assert any("is not translated and will be shown in its own language" in problem for problem in site.problems())


@pytest.mark.parametrize(
    ("info", "tag"),
    [
        ("translate", "<code>"),
        ("text translate", '<code class="language-text">'),
        ("translate text", '<code class="language-text">'),
        ("  shell   translate ", '<code class="language-shell">'),
    ],
)
def test_the_mark_is_no_language_of_the_block(tmp_path: Path, info: str, tag: str) -> None:
    site = write(tmp_path, fence(info), {CODE: CODE_IN_GERMAN})
    assert code_of(site, EN) == [f"{tag}{SHOWN}</code>"]
    assert code_of(site, DE) == [f"{tag}{SHOWN_IN_GERMAN}</code>"]


@pytest.mark.parametrize("info", ["", "text", "text translated", "translate-toolkit"])
def test_a_block_without_the_mark_is_no_message(tmp_path: Path, info: str) -> None:
    site = write(tmp_path, f"Words.\n\n{fence(info)}", {"Words.": "Worte."})
    assert entries(site) == f'#. paragraph\n#: {SOURCE}\nmsgid "Words."\nmsgstr "Worte."\n'
    assert code_of(site, DE) == code_of(site, EN)
    assert [SHOWN in code for code in code_of(site, DE)] == [True]
    assert "lang=" not in code_of(site, DE)[0]


def test_a_block_without_words_is_no_message(tmp_path: Path) -> None:
    site = write(tmp_path, f"Words.\n\n{fence('text translate', '1 + 1')}", {"Words.": "Worte."})
    assert "msgctxt" not in entries(site)
    assert code_of(site, DE) == ['<code class="language-text">1 + 1\n</code>']


def test_equal_blocks_share_a_message_and_a_paragraph_has_its_own(tmp_path: Path) -> None:
    block, inner = "```translate\nplug in\n```", "  ```translate\n  plug in\n  ```"
    site = write(tmp_path, f"plug in\n\n{block}\n\n- item\n\n{inner}", {})
    found = article_messages(read_article(site.folder / SOURCE, SOURCE))
    assert [(message.context, message.source, message.kinds) for message in found[2:-1]] == [
        ("", "plug in", ("paragraph",)), ("code", "plug in", ("code block",)), ("", "item", ("list item",)),
    ]  # fmt: skip


CONTROL = [("\x1b[31mrot", r"'\x1b'"), ("a\x07", r"'\x07'"), ("a\x7f", r"'\x7f'"), ("a\\rb", r"'\r'")]


@pytest.mark.parametrize(("words", "named"), CONTROL, ids=[named for _, named in CONTROL])
def test_a_control_character_in_translated_code_is_refused(tmp_path: Path, words: str, named: str) -> None:
    site = write(tmp_path, fence("text translate", "print red"), {"print red": "rot drucken"})
    site.replace(GERMAN, "rot drucken", words)
    line = site.read(GERMAN).partition('msgctxt "code"')[0].count("\n") - 1
    assert site.problems() == [f"{GERMAN}:{line}: a control character is refused: {named}; delete it (control)"]


def test_a_tabulator_and_a_line_end_in_translated_code_are_sound(tmp_path: Path) -> None:
    site = write(tmp_path, fence("text translate", "a\tb\nc d"), {"a\tb\nc d": "A\tB\nC\n\nD"})
    assert site.problems() == []
    assert code_of(site, DE) == ['<code class="language-text">A\tB\nC\n\nD\n</code>']


def test_a_control_character_in_the_words_of_the_site_is_refused(tmp_path: Path) -> None:
    site, file = write(tmp_path, "Words.", {"Words.": "Worte."}), "locales/de/LC_MESSAGES/site.po"
    site.replace(file, 'msgstr "Inhalt"', 'msgstr "In\x1bhalt"')
    (entry,) = [e for e in read_catalogue(site.folder / file, file).entries if e.source == "Contents"]
    assert rf"{file}:{entry.line}: a control character is refused: '\x1b'; delete it (control)" in site.problems()


def test_a_changed_block_is_a_guess_and_is_not_shown(tmp_path: Path) -> None:
    site = write(tmp_path, fence("text translate", "first\nsecond line"), {"first\nsecond line": "erste\nzweite"})
    site.replace(SOURCE, "second line", "last line")
    assert entries(site) == (
        f'#. code block\n#: {SOURCE}\n#, fuzzy\n#| msgid ""\n#| "first\\n"\n#| "second line"\n'
        'msgctxt "code"\nmsgid ""\n"first\\n"\n"last line"\nmsgstr ""\n"erste\\n"\n"zweite"\n'
    )
    assert code_of(site, DE)[0].endswith(">first\nlast line\n</code>")
