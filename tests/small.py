"""A small whole site, written into a folder: two cards, one article, two languages."""

from __future__ import annotations

import dataclasses
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from babel import Locale
from conftest import ROOT, Site

from zahlwerk.articles import read_article
from zahlwerk.build import Checked
from zahlwerk.catalogs import Catalogue, Entry, new_catalogue, plural_rule, read_catalogue, written
from zahlwerk.editions import plural_forms
from zahlwerk.facts import load_facts
from zahlwerk.following import updated
from zahlwerk.messages import Message, article_messages
from zahlwerk.sitemessages import site_messages
from zahlwerk.sizing import FORMULAS

SLUG = "small"

SETTINGS = """\
[tool.zahlwerk]
site_name = "Small guides"
base_url = "https://small.example.com/"
contact = "editors@example.com"
threshold = 0  # whatever is translated is published
"""

NAMES = """\
names:
  - "CUDA 12.10"
  - "Python 3.10"
"""

FACTS = """\
sources:
  data_sheet:
    title: Data sheet
    publisher: A maker
    language: en
    url: https://maker.example.com/card
    kind: primary
    published: 2026-03-04
    read: 2026-10-24
cards:
  card_a:
    name: Card A
    source: data_sheet
    memory: 141.1 GB
    visible_memory: 81559 MiB
    power: 600 W
links:
  bridge:
    name: Bridge
    source: data_sheet
    rate: 450 GB/s
    domain: 4
    bridge: 1
runs:
  trial:
    name: Trial
    source: data_sheet
    memory: 1234.5678 GB
cases:
  pair: {title: Two cards, card: card_a, link: bridge, cards: 2}
"""

TITLE, DESCRIPTION = "A small article", "What the cards hold."
BODY = "Each card holds {card_a.memory}, and {pair.cards[words]} cards hold {pair.pool_memory}.\n"
GERMAN = {
    TITLE: "Ein kleiner Artikel",
    DESCRIPTION: "Was die Karten fassen.",
    BODY.strip(): "Jede Karte fasst {card_a.memory}, und {pair.cards[words]} Karten fassen {pair.pool_memory}.",
}
TITLES = {"de": {"Two cards": "Zwei Karten"}, "fr": {"Two cards": "Deux cartes"}}  # of cases, by language

PO_HEADER = """\
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


@dataclass(frozen=True)
class Language:
    """A language of a small site."""

    words: str  # the language of this very project whose words it says
    locale: str  # whose numbers and dates it writes
    name: str
    articles: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # by slug: texts with their translations


def english(**articles: Mapping[str, str]) -> Language:
    return Language("en", "en_GB", "English", articles)


def german(**articles: Mapping[str, str]) -> Language:
    return Language("de", "de", "Deutsch", articles)


def french(**articles: Mapping[str, str]) -> Language:
    return Language("fr", "fr", "Français", articles)


def article(body: str, *, language: str = "en", published: str = "2026-03-04", title: str = TITLE) -> str:
    """The source of an article with this body."""
    front = f"title: {title}\ndescription: {DESCRIPTION}\nlanguage: {language}\nkind: article\npublished: {published}"
    return f"---\n{front}\n---\n\n{body}"


def write_small_site(
    folder: Path,
    *,
    articles: Mapping[str, str] | None = None,
    languages: Mapping[str, Language] | None = None,
    facts: str = FACTS,
    names: str = NAMES,
    settings: str = SETTINGS,
) -> Site:
    """Write a sound site of a few facts and one article in English and German, or what is given instead.

    ``articles`` maps slugs to sources, and ``languages`` folders of locales/ to what is said there. A language
    has the catalogues of those articles for which it gives translations.
    """
    site = Site(folder)
    site.write("pyproject.toml", settings)
    site.write("facts/facts.yaml", facts)
    site.write("facts/names.yaml", names)
    shutil.copytree(ROOT / "templates", folder / "templates")
    for slug, source in ({SLUG: article(BODY)} if articles is None else articles).items():
        site.write(f"content/{slug}.md", source)
    for tag, language in (languages or {"en": english(), "de": german(small=GERMAN)}).items():
        _write_language(site, tag, language)
    return site


def _write_language(site: Site, tag: str, language: Language) -> None:
    known = read_catalogue(ROOT / f"locales/{language.words}/LC_MESSAGES/site.po", "site.po")
    facts = load_facts(site.folder / "facts", {name: formula.dimension for name, formula in FORMULAS.items()})
    messages = site_messages(site.folder / "templates", facts, FORMULAS, Locale.parse(language.locale))
    own = {("language", "formatting locale"): language.locale, ("language", "name"): language.name}
    own |= {("title", title): words for title, words in TITLES.get(language.words, {}).items()}

    def translation(message: Message) -> str:
        kind, _, category = message.context.partition(".")
        other = known.translation(f"{kind}.other", message.source) if category else None
        return own.get(message.key) or known.translation(*message.key) or other or message.source

    said = {message: translation(message) for message in messages}
    _write_catalogue(site, tag, "site", said, language)
    for slug, texts in language.articles.items():
        path = site.folder / f"content/{slug}.md"
        found = article_messages(read_article(path, f"content/{path.name}"))
        _write_catalogue(site, tag, slug, {message: texts.get(message.source, "") for message in found}, language)


def _write_catalogue(site: Site, tag: str, name: str, texts: Mapping[Message, str], language: Language) -> None:
    file = f"locales/{tag}/LC_MESSAGES/{name}.po"
    empty = new_catalogue(file, tag, plural_forms(Locale.parse(language.locale)))
    number = plural_rule(empty.header["Plural-Forms"])[0]
    known = read_catalogue(ROOT / f"locales/{language.words}/LC_MESSAGES/site.po", "site.po")
    entries = tuple(_entry(message, text, number, known) for message, text in texts.items())
    site.write(file, written(updated(dataclasses.replace(empty, entries=entries), list(texts))))


def _entry(message: Message, translation: str, number: int, known: Catalogue) -> Entry:
    """The entry of a message; one that goes with a number has as many forms as the language wants."""
    if not message.plural:
        return Entry(*message.key, translation)
    entry = known.by_key.get(message.key)
    forms = entry.forms if entry and len(entry.forms) == number else (translation,) * number
    return Entry(*message.key, "", plural=message.plural, forms=forms)


def po(entries: str) -> str:
    """A German PO file with these entries, each after a blank line."""
    return PO_HEADER + entries


def html_of(checked: Checked, file: str) -> str:
    """The page of that name, as it would be written."""
    return next(page.html for page in checked.pages if page.file == file)


def text_of(checked: Checked, file: str) -> str:
    """The text of a file of the site, as it would be written."""
    return next(one.content for one in checked.files if one.file == file).decode()
