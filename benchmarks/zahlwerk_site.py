"""The made-up site as a project of Zahlwerk: facts, articles, catalogues; the rest is copied from this very project."""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from benchmarks.corpus import Article, Block, Card, Corpus
from benchmarks.shown import CARD_FIGURES
from benchmarks.words import CASE_TITLE, Pair
from zahlwerk.project import load_project
from zahlwerk.uses import field_of, source_uses, unused_facts

ROOT = Path(__file__).resolve().parent.parent
SOURCE, TRANSLATION = "en", "de"
_COPIED = ("templates", "static", "facts/names.yaml", "locales/de/glossary.yaml", "build.py")
_SETTINGS = """\
[tool.zahlwerk]
site_name = "Made-up guides"
base_url = "https://guides.example.com/"
contact = "editors@example.com"
language = "en"
"""
_PUBLISHER = Pair("Card makers", "Kartenhersteller")
_HEADER = """\
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
_SLUG_NOTE = "the last part of the page's address: lower-case letters, digits, single hyphens; blank keeps the source's"


def write_site(folder: Path, corpus: Corpus) -> None:
    """Write the whole project into a new folder."""
    write_frame(folder, corpus)
    (folder / f"locales/{TRANSLATION}/LC_MESSAGES").mkdir(parents=True, exist_ok=True)
    for article in corpus.articles():
        write(folder, f"content/{article.slug}.md", markdown(article))
        write(folder, f"locales/{TRANSLATION}/LC_MESSAGES/{article.slug}.po", catalogue(article))


def write_frame(folder: Path, corpus: Corpus) -> None:
    """Write everything but the articles and their catalogues."""
    _write_frame(folder, corpus, _SETTINGS + _kept())


def _write_frame(folder: Path, corpus: Corpus, settings: str) -> None:
    for name in _COPIED:
        source, target = ROOT / name, folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if source.is_dir() else shutil.copy)(source, target)
    (folder / "content").mkdir()
    write(folder, "pyproject.toml", settings)
    write(folder, "facts/facts.yaml", _facts(corpus.cards))
    for at, language in enumerate((SOURCE, TRANSLATION)):
        site = (ROOT / f"locales/{language}/LC_MESSAGES/site.po").read_text("utf-8")
        added = "".join(f"\n{entry}" for entry in _site_entries(corpus.cards, at))
        write(folder, f"locales/{language}/LC_MESSAGES/site.po", site + added)
        write(folder, f"locales/{language}/counts.yaml", _counts(corpus))


@cache
def _kept() -> str:
    """What this project's facts hold and no made-up article asks for, as settings that say so.

    It is the same for every number of articles, so it is found out on a site without any: but for cards, they ask for
    nothing that formulas do not read.
    """
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "site"
        _write_frame(folder, Corpus(0), _SETTINGS)
        project = load_project(folder)
    names = {field_of(name, project.facts) for name in unused_facts(project)} - {
        f"card.{name}" for name in CARD_FIGURES
    }
    names |= {use.source.id for use in source_uses(project) if not use.is_used}
    names |= {f"{source.id}.{name}" for source in project.facts.sources.values() for name in source.quotes}
    lines = "".join(
        f'"{name}" = "for the articles of the project that these facts are copied from"\n' for name in sorted(names)
    )
    return f"\n[tool.zahlwerk.kept]\n{lines}"


def write(folder: Path, name: str, text: str) -> None:
    """Write a text file and the folders it needs."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8", newline="\n")


def _facts(cards: Iterable[Card]) -> str:
    """The facts of this project, with sources, cards and cases of our own at the end of their sections."""
    text = (ROOT / "facts/facts.yaml").read_text("utf-8")
    added = {"sources": "", "cards": "", "cases": ""}
    for card in cards:
        added["sources"] += (
            f"  {card.id}_sheet:\n    title: {card.name}, data sheet\n    publisher: {_PUBLISHER.english}\n"
            f"    language: en\n    url: https://cards.example.com/{card.id}\n    kind: primary\n"
            f"    published: 2026-02-03\n    read: 2026-11-30\n"
        )
        added["cards"] += (
            f"  {card.id}:\n    name: {card.name}\n    source: {card.id}_sheet\n    where: specification table\n"
            f"    memory: {card.memory} GB\n    visible_memory: {card.memory * 1000**3 // 1024**2 - 700} MiB\n"
            f"    bandwidth: {card.bandwidth} GB/s\n    power: {card.power} W\n    dense_bf16: {card.rate} TFLOPS\n"
        )
        added["cases"] += (
            f"  {card.case}: {{from: lora_4x_h200, title: {CASE_TITLE.english.replace('<name>', card.name)},"
            f" card: {card.id}}}\n"
        )
    for section, lines in added.items():
        text = re.sub(rf"(?ms)^{section}:\n.*?(?=^\S|\Z)", lambda found: f"{found[0].rstrip()}\n{lines}\n", text)  # noqa: B023  # called at once
    return text


def _site_entries(cards: Iterable[Card], at: int) -> Iterator[str]:
    """What the words around the articles have to say of the cards."""
    yield _entry(Entry("publisher", Pair(_PUBLISHER.english, _PUBLISHER[at])))
    for card in cards:
        title = CASE_TITLE.english.replace("<name>", card.name)
        yield _entry(Entry("name", Pair(card.name, card.name)))
        yield _entry(Entry("title", Pair(title, CASE_TITLE[at].replace("<name>", card.name))))


def _counts(corpus: Corpus) -> str:
    """How the counts stood that sentences show: of cards, four in words; of tokens, several."""
    text = "# Written by the benchmark.\ncounts:\n"
    for case in sorted(card.case for card in corpus.cards):
        text += f"  {case}.balance_tokens[about]: other\n  {case}.cards[words][noun]: other, in words\n"
    return text


def markdown(article: Article) -> str:
    """The article's source, with references."""
    front = (
        f"---\ntitle: {article.title.english}\ndescription: {article.description.english}\nlanguage: {SOURCE}\n"
        f"kind: article\npublished: {article.day}\n---\n"
    )
    return front + "".join(f"\n{_markdown_block(block)}\n" for block in article.blocks)


def _markdown_block(block: Block) -> str:
    if block.rows:
        head, *rows = ([cell.english for cell in row] for row in block.rows)
        lines = [head, ["---"] * len(head), *rows]
        return "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return f"{'#' * block.level} {block.text.english}" if block.level else block.text.english


@dataclass(slots=True)
class Entry:
    """A message of a catalogue; what is said of it grows while the article is read."""

    context: str
    text: Pair
    notes: dict[str, None] = field(default_factory=dict)
    headings: dict[str, None] = field(default_factory=dict)
    places: dict[str, None] = field(default_factory=dict)


def catalogue(article: Article) -> str:
    """The German catalogue of an article, as ``messages update`` would write it."""
    file = f"content/{article.slug}.md"
    entries: dict[tuple[str, str], Entry] = {}

    def add(kind: str, text: Pair, context: str = "", heading: str = "") -> None:
        entry = entries.setdefault((context, text.english), Entry(context, text))
        entry.notes[kind] = None
        if heading:
            entry.headings[f'under "{heading}"'] = None
        entry.places[f"{file}#{_section(heading)}" if heading else file] = None

    add("title", article.title, "title")
    add("description", article.description, "description")
    above: dict[int, str] = {}  # level to the heading that is open there
    for block in article.blocks:
        if block.level:
            above = {level: text for level, text in above.items() if level < block.level}
            add("heading", block.text, heading=above.get(max(above, default=0), ""))
            above[block.level] = block.text.english
            continue
        heading = above.get(max(above, default=0), "")
        for cell in (cell for row in block.rows for cell in row if not cell.english.startswith("{")):
            add("cell", cell, heading=heading)
        if not block.rows:
            add("paragraph", block.text, heading=heading)
    slug = Entry("slug", Pair(article.slug, ""), {"slug": None}, {_SLUG_NOTE: None}, {file: None})
    return _HEADER + "".join(f"\n{_entry(entry)}" for entry in (*entries.values(), slug))


def _section(heading: str) -> str:
    return re.sub(r"[^a-z]+", "-", heading.lower()).strip("-")


def _entry(entry: Entry) -> str:
    source, translation = entry.text
    lines = [f"#. {note}" for note in (*entry.notes, *entry.headings)]
    lines += [f"#: {' '.join(entry.places)}"] if entry.places else []
    lines += ["#, python-brace-format"] if "{" in source and "`" not in source else []
    lines += [f'msgctxt "{entry.context}"'] if entry.context else []
    lines += [f"msgid {_quoted(source)}", f"msgstr {_quoted(translation)}"]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
