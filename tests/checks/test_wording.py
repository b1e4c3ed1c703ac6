"""Wording: agreed terms, nothing left out or left as it was, no marks that readers would see."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from one_article import GERMAN, found, project, with_site_words
from small import SLUG

from zahlwerk.catalogs import Entry
from zahlwerk.checks import check_texts
from zahlwerk.checks.texts import shown_words
from zahlwerk.checks.wording import neither_short_nor_long, no_marks_are_shown, not_the_source, terms_of_the_glossary
from zahlwerk.glossary import Glossary, Term
from zahlwerk.project import Project

FRENCH = f"locales/fr/LC_MESSAGES/{SLUG}.po"
AGREED = {
    "de": (
        Term("gradient", ("gradients",), ("Gradient",), ""),
        Term("card", ("cards",), ("Karte",), ""),
        Term("model card", (), ("Model Card",), "as its makers call it"),
    ),
    "fr": (Term("checkpoint", (), ("point de contrôle", "points de contrôle"), ""),),
}


def agreed(loaded: Project) -> Project:
    """The project with glossaries."""
    glossaries = {
        language: Glossary(f"locales/{language}/glossary.yaml", {"en": terms}) for language, terms in AGREED.items()
    }
    return dataclasses.replace(loaded, texts=dataclasses.replace(loaded.texts, glossaries=glossaries))


def says(problems: list[str], file: str = GERMAN) -> list[str]:
    """The problems without the place, which is to be in one file."""
    assert all(problem.startswith(f"{file}:") for problem in problems), problems
    return [problem.partition(": ")[2] for problem in problems]


GLOSSARY = [
    ("The gradients grow.", "Die Gradienten wachsen.", []),
    ("The gradients grow.", "Der GRADIENTENPUFFER wächst.", []),
    ("The gradients grow.", "Die Ableitungen wachsen.", ['the glossary says "Gradient" for "gradient" (glossary)']),
    ("A gradientless run.", "Ein Lauf ohne Ableitungen.", []),
    ("Use `gradient` here.", "Nutze hier `gradient`.", []),
    ("See [it](https://gradient.example).", "Siehe [hier](https://gradient.example).", []),
    ("**Gradients** of {card_a.memory}", "**Ableitungen** von {card_a.memory}",
     ['the glossary says "Gradient" for "gradient" (glossary)']),
    ("{card_a.memory} for gradients, {pair.pool_memory} for cards",
     "{pair.pool_memory} für Karten, {card_a.memory} für Gradienten", []),
    ("The model card says so.", "Die Model Card sagt es.", []),
    ("The model card says so.", "Die Modellkarte sagt es.",
     ['the glossary says "Model Card" for "model card"; as its makers call it (glossary)']),
    ("A card has gradients.", "Sie hat welche.",
     ['the glossary says "Karte" for "card" (glossary)', 'the glossary says "Gradient" for "gradient" (glossary)']),
    ("Cards and cards", "Sie und sie", ['the glossary says "Karte" for "card" (glossary)']),
]  # fmt: skip


@pytest.mark.parametrize(("source", "words", "problems"), GLOSSARY, ids=[f"{row[0]} {row[1]}" for row in GLOSSARY])
def test_a_translation_says_what_the_glossary_says(
    tmp_path: Path, source: str, words: str, problems: list[str]
) -> None:
    loaded = agreed(project(tmp_path, source, {source: words}))
    found_in_german = [problem for problem in found(terms_of_the_glossary, loaded) if f"{SLUG}.po" in problem]
    assert says(found_in_german) == problems


@pytest.mark.parametrize("words", ["Deux points\u00a0de contrôle.", "Points de contrôle", "Ce POINT DE CONTRÔLE"])
def test_a_form_of_several_words_is_found_whatever_its_spaces_are(tmp_path: Path, words: str) -> None:
    loaded = agreed(project(tmp_path, "A checkpoint", {"A checkpoint": words}, "fr"))
    assert found(terms_of_the_glossary, loaded) == []


def test_the_glossary_of_one_language_is_not_held_against_another(tmp_path: Path) -> None:
    source = "The checkpoint of a card"
    german = agreed(project(tmp_path, source, {source: "Der Speicherstand einer Karte"}))
    assert found(terms_of_the_glossary, german) == []
    french = agreed(project(tmp_path, source, {source: "La sauvegarde d’une carte"}, "fr"))
    assert says(found(terms_of_the_glossary, french), FRENCH) == [
        'the glossary says "point de contrôle" for "checkpoint" (glossary)'
    ]


def test_the_words_of_the_site_are_held_to_the_glossary_where_their_source_is_a_text(tmp_path: Path) -> None:
    loaded = agreed(project(tmp_path, "Words."))
    texts = with_site_words(loaded, "de", "title", "Two cards", "Zwei Stück")
    assert says(found(terms_of_the_glossary, texts), "locales/de/LC_MESSAGES/site.po") == [
        'the glossary says "Karte" for "card" (glossary)'
    ]
    keyed = with_site_words(loaded, "de", "role", "card", "Beschleuniger")
    assert found(terms_of_the_glossary, keyed) == []


LONG = "One two three four five six."  # 28 characters
LENGTHS = [
    (LONG, "Eins zwei drei vier fünf.", []),
    (LONG, "Eins zwei dr", []),  # 12 of 28 characters: 0.43
    (LONG, "Eins zwei d", ["short: 11 characters"]),
    (LONG, "Wort " * 14, []),  # 69 of 28 characters: 2.46
    (LONG, "Wort " * 15, ["long: 74 characters"]),
    ("One two three four five.", "Eins.", []),  # a source of 24 characters
    ("One two {card_a.memory} three four five.", "Eins {card_a.memory}.", []),
    ("One two `three four five six seven eight`", "`three four five six seven eight`", []),
    (LONG, "一二三四五六", []),  # as wide as 12
    (LONG, "一二三四五", ["short: 10 characters"]),
]  # fmt: skip


@pytest.mark.parametrize(("source", "words", "problems"), LENGTHS, ids=[f"{row[0]} {row[1]}" for row in LENGTHS])
def test_a_translation_of_another_length_is_suspicious(
    tmp_path: Path, source: str, words: str, problems: list[str]
) -> None:
    hints = {"short": "something is missing", "long": "something was added"}
    assert says(found(neither_short_nor_long, project(tmp_path, source, {source: words}))) == [
        f"suspiciously {problem} for 28 of the source; see whether {hints[problem.partition(':')[0]]} (length)"
        for problem in problems
    ]


def test_the_length_of_a_key_says_nothing(tmp_path: Path) -> None:
    loaded = with_site_words(project(tmp_path, "Words."), "de", "formula", "estimated_host_bytes_all_unsharded", "Byte")
    assert found(neither_short_nor_long, loaded) == []
    source = "Every figure on this site is computed from one set of facts; each article ends with its derivations."
    loaded = with_site_words(project(tmp_path, "Words."), "de", "", source, "Alles ist berechnet.")
    (problem,) = found(neither_short_nor_long, loaded)
    assert problem.startswith("locales/de/LC_MESSAGES/site.po:")
    assert "suspiciously short: 20 characters for 100 of the source" in problem


SAME = [
    ("More words", "More words", True),
    ("More words", "Mehr Worte", False),
    ("More words", "More words.", False),
    ("Words", "Words", False),
    ("CUDA 12.10", "CUDA 12.10", False),
    ("CUDA 12.10 words", "CUDA 12.10 words", False),
    ("With CUDA 12.10 or Python 3.10", "With CUDA 12.10 or Python 3.10", True),
    ("`more words` here", "`more words` here", False),
    ("{card_a.memory} here", "{card_a.memory} here", False),
    ("{card_a.memory} left here", "{card_a.memory} left here", True),
    ("{card_a.memory} or {pair.pool_memory} left", "{pair.pool_memory} or {card_a.memory} left", True),
    ("config.json, num_hidden_layers, a/b/c", "config.json, num_hidden_layers, a/b/c", False),
    ("QLoRA", "QLoRA", False),
    ("使用方法", "使用方法", True),
    ("結論", "結論", False),
]


@pytest.mark.parametrize(("source", "words", "same"), SAME, ids=[f"{row[0]} {row[1]}" for row in SAME])
def test_a_translation_that_is_its_source_is_none(tmp_path: Path, source: str, words: str, same: bool) -> None:
    problems = found(not_the_source, project(tmp_path, source, {source: words}))
    assert says(problems) == ["the translation is the source text; translate it (same)"] * same


def test_a_text_of_the_site_is_translated_unless_the_language_is_that_of_the_templates(tmp_path: Path) -> None:
    loaded = project(tmp_path, "Words.")
    assert found(not_the_source, loaded) == []  # the English of the templates is their source
    left = with_site_words(loaded, "de", "", "Skip to the content", "Skip to the content")
    (problem,) = found(not_the_source, left)
    assert problem.startswith("locales/de/LC_MESSAGES/site.po:")


@pytest.mark.parametrize(("context", "source"), [("name", "Card A"), ("", "Contents")])
def test_names_and_single_words_may_be_alike_in_all_languages(tmp_path: Path, context: str, source: str) -> None:
    loaded = project(tmp_path, "Words.")
    if context != "name":  # of which the small site has its own in every language
        loaded = with_site_words(loaded, "de", context, source, source)
    assert loaded.editions["de"].site.translation(context, source) == source
    assert found(not_the_source, loaded) == []


def test_facts_may_be_in_another_language_than_the_templates(tmp_path: Path) -> None:
    """Where German repeats what the facts say, and English does not, the facts are German."""
    loaded = project(tmp_path, "Words.")
    for context, source in (("title", "Two cards"), ("why", "chosen for this case")):
        loaded = with_site_words(loaded, "de", context, source, source)
        loaded = with_site_words(loaded, "en", context, source, "in other words")
    assert found(not_the_source, loaded) == []


MARKS = [
    ("The **buffer** memory", "Der **„Puffer“**speicher", '"**„Puffer“**speicher"'),
    ("The **buffer** memory", "Der **Puffer**speicher", ""),
    ("The buffer memory", "Der **Pufferspeicher", '"**Pufferspeicher"'),
    ("The *buffer* memory", "Der *Puffer *speicher", '"*Puffer"'),
    ("The buffer memory", "Der Puffer * Speicher", '"*"'),
    ("Two \\* three", "Zwei \\* drei", ""),
    ("Two \\* three", "Zwei \\* drei \\*", '"*"'),
    ("The _buffer_ memory", "Der _Puffer_speicher", '"_Puffer_speicher"'),
    ("The estimate_zero name", "Der Name estimate_zero", ""),
    ("Use `a` here", "Nutze `a hier", '"`a"'),
    ("See [it](https://a.example)", "Siehe [dort](https://a.example und)", '"[dort](https://a.example"'),
    ("See [it](https://a.example)", "Siehe [dort](https://a.example)", ""),
    ("Between {card_a.memory} and *{pair.pool_memory}*", "Zwischen {card_a.memory} und *{pair.pool_memory} *", '"*"'),
    ("Some *{card_a.memory}* and `*`", "Der `*` und *{card_a.memory}*", ""),
]


@pytest.mark.parametrize(("source", "words", "excerpt"), MARKS, ids=[f"{row[0]} {row[1]}" for row in MARKS])
def test_marks_that_readers_would_see_are_found(tmp_path: Path, source: str, words: str, excerpt: str) -> None:
    problems = found(no_marks_are_shown, project(tmp_path, source, {source: words}))
    hint = "close each mark, and put no quotation mark between closing stars and a letter"
    assert says(problems) == ([f"{excerpt} would be shown with its marks; {hint} (marks)"] if excerpt else [])


def test_the_words_a_reader_sees_have_holes_for_figures_and_code() -> None:
    text = 'Some *{card_a.memory}* in `code` &amp; a [link](https://a.example "its title").'
    assert shown_words(text) == "Some \ufffc in \ufffc & a link.\nits title"


IGNORED = [
    ("glossary", "The gradients grow.", "Die Ableitungen wachsen."),
    ("length", "Words of some length, and then some.", "Worte."),
    ("same", "More words", "More words"),
    ("marks", "The buffer memory", "Der **Pufferspeicher"),
    ("quotes", "The buffer", "Der “Puffer”"),
    ("spaces", "The buffer, for one", "Der Puffer, z. B."),
]


@pytest.mark.parametrize(("code", "source", "words"), IGNORED, ids=[row[0] for row in IGNORED])
@pytest.mark.parametrize("way", ["flags", "comment"])
def test_a_translator_can_silence_one_finding(tmp_path: Path, code: str, source: str, words: str, way: str) -> None:
    loaded = agreed(project(tmp_path, source, {source: words}))
    assert {problem.code for problem in check_texts(loaded.texts)} == {code}
    mark = {"flags": (f"ignore-{code}",)} if way == "flags" else {"comment": f"ignore-{code}: it is meant so"}
    edition = loaded.editions["de"]
    catalogue = edition.articles[SLUG]
    entries: tuple[Entry, ...] = tuple(
        dataclasses.replace(entry, **mark) if entry.source == source else entry  # type: ignore[arg-type]
        for entry in catalogue.entries
    )
    articles = {SLUG: dataclasses.replace(catalogue, entries=entries)}
    editions = {**loaded.editions, "de": dataclasses.replace(edition, articles=articles)}
    assert check_texts(dataclasses.replace(loaded.texts, editions=editions)) == []


def test_another_order_of_figures_is_a_notice_at_most(tmp_path: Path) -> None:
    source = (
        "Of {card_a.memory} on a card, {pair.pool_memory} in both, “nothing” is left: see {pair.cards[words]} cards."
    )
    words = "Auf {pair.cards[words]} Karten ist „nichts“ übrig: weder von {pair.pool_memory} noch von {card_a.memory}."
    loaded = agreed(project(tmp_path, source, {source: words}))
    assert check_texts(loaded.texts) == []
