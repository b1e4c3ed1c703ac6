"""Glossaries: read strictly, their terms found as whole words, their words found within compounds."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import ROOT, Site

from zahlwerk.glossary import Glossary, Term, read_glossary, says, term_finder
from zahlwerk.problems import BuildFailed
from zahlwerk.project import Unreadable, read_project

FILE = "locales/de/glossary.yaml"
LANGUAGES = ("de", "en", "fr")
WRITTEN = """\
terms:
  en:
    gradient: [Gradient, Gradienten]
    optimiser state:
      also: [optimiser states]
      say: [Optimizer-Zustand, Optimizer-Zustände]
      note: never translated by "Status"
  fr:
    poids: [Gewicht]
"""


def glossary(folder: Path, text: str) -> Glossary:
    path = folder / "glossary.yaml"
    path.write_text(text, "utf-8")
    return read_glossary(path, FILE, LANGUAGES)


def test_a_glossary_holds_terms_by_the_language_of_the_source(tmp_path: Path) -> None:
    assert glossary(tmp_path, WRITTEN).terms == {
        "en": (
            Term("gradient", (), ("Gradient", "Gradienten"), ""),
            Term(
                "optimiser state",
                ("optimiser states",),
                ("Optimizer-Zustand", "Optimizer-Zustände"),
                'never translated by "Status"',
            ),
        ),
        "fr": (Term("poids", (), ("Gewicht",), ""),),
    }


BAD = {
    "another key at the top": ("words:\n  en:\n    a: [b]\n", 1, 'unknown key: "words"; known keys: terms'),
    "an unknown language": ("terms:\n  eng:\n    a: [b]\n", 2, 'unknown language "eng"; did you mean "en"?'),
    "terms as a list": ("terms: [a, b]\n", 1, "terms must hold languages of sources with their terms"),
    "a language as a list": ("terms:\n  en: [a, b]\n", 2, "en must hold terms with what to say for them"),
    "an unknown key of a term": (
        "terms:\n  en:\n    a:\n      say: [b]\n      alos: [c]\n", 5,
        'unknown key of a term: "alos"; did you mean "also"?',
    ),
    "a term without words": ("terms:\n  en:\n    a: {also: [b]}\n", 3, "a term needs a list of words"),
    "a word that is no list": ("terms:\n  en:\n    a: b\n", 3, "a term needs a list of words"),
    "an empty list": ("terms:\n  en:\n    a: []\n", 3, "a term needs a list of words"),
    "an empty word": ('terms:\n  en:\n    a: [b, ""]\n', 3, "a term needs a list of words"),
    "a list of lists": ("terms:\n  en:\n    a: [[b]]\n", 3, "a term needs a list of words"),
    "a note that is no text": ("terms:\n  en:\n    a: {say: [b], note: [c]}\n", 3, "note must be a text"),
    "an empty term": ('terms:\n  en:\n    "": [b]\n', 3, "a term must not be empty"),
    "a term twice": ("terms:\n  en:\n    a: [b]\n    a: [c]\n", 4, '"a" is given a second time'),
    "a form twice": (
        "terms:\n  en:\n    card: [Karte]\n    Cards: {also: [CARD], say: [Karten]}\n", 4,
        '"CARD" is a term already; see locales/de/glossary.yaml:3',
    ),
    "no YAML": ("terms: [\n", 2, "YAML cannot be read here"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_a_glossary_is_read_strictly(tmp_path: Path, name: str) -> None:
    text, line, message = BAD[name]
    with pytest.raises(BuildFailed) as failed:
        glossary(tmp_path, text)
    (problem,) = failed.value.problems
    assert str(problem).startswith(f"{FILE}:{line}: ")
    assert message.split("; ")[0] in str(problem)
    assert message.partition("; ")[2] in str(problem)


def test_all_problems_of_a_glossary_are_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(BuildFailed) as failed:
        glossary(tmp_path, "terms:\n  en:\n    a: b\n    c: d\n  xx:\n    e: [f]\n")
    assert [problem.place.line for problem in failed.value.problems] == [3, 4, 5]


@pytest.mark.parametrize("text", ["", "terms: {}\n", "terms:\n  en: {}\n"])
def test_a_glossary_may_be_empty(tmp_path: Path, text: str) -> None:
    assert sum(map(len, glossary(tmp_path, text).terms.values())) == 0


TERMS = [
    Term("card", ("cards",), ("Karte",), ""),
    Term("model card", (), ("Model Card",), ""),
    Term("batch", (), ("Batch",), ""),
    Term("maker's mark", (), ("Marke",), ""),
    Term("Größe", (), ("size",), ""),
]
FOUND = [
    ("The card is new.", ["card"]),
    ("CARDS", ["card"]),
    ("A card and other cards", ["card"]),
    ("The card's maker", ["card"]),
    ("The model card is new.", ["model card"]),
    ("The model\ncard is new.", ["model card"]),
    ("The model\u00a0card is new.", ["model card"]),
    ("The model card of a card", ["model card", "card"]),
    ("A cardboard discards it.", []),
    ("A micro-batch, an 8-card server", []),
    ("The maker’s mark", ["maker's mark"]),
    ("Die GRÖSSE, die Größe", ["Größe"]),
    ("Die Gro\u0308ße", ["Größe"]),
    ("card_a and card1", []),
    ("", []),
]


@pytest.mark.parametrize(("words", "terms"), FOUND, ids=[repr(row[0]) for row in FOUND])
def test_a_term_is_found_as_a_whole_word_and_the_longest_hides_those_within(words: str, terms: list[str]) -> None:
    assert [term.source for term in term_finder(TERMS)(words)] == terms


def test_without_terms_none_is_found() -> None:
    assert term_finder([])("any words") == []


SAID = [
    ("Der Gradient", True),
    ("der gradient", True),
    ("Gradientenpuffer", True),
    ("der Speicher des Hosts", True),
    ("der Speicher\u00a0des Hosts", True),
    ("la mémoire de l’hôte", True),
    ("Das Gefälle", False),
    ("", False),
]


@pytest.mark.parametrize(("words", "said"), SAID, ids=[repr(row[0]) for row in SAID])
def test_one_of_the_words_is_enough_in_any_case_and_in_a_compound(words: str, said: bool) -> None:
    assert says(words, Term("t", (), ("Gradient", "Speicher des Hosts", "mémoire de l'hôte"), "")) == said


def test_a_broken_glossary_is_told_with_the_other_problems(site: Site) -> None:
    site.write(FILE, "terms:\n  en:\n    card: Karte\n")
    site.write("locales/fr/glossary.yaml", "words: {}\n")
    read = read_project(site.folder)
    assert isinstance(read, Unreadable)
    assert [str(problem.place) for problem in read.problems] == [f"{FILE}:3", "locales/fr/glossary.yaml:1"]
    assert site.run("messages", "check", "de") == 1


def test_a_language_needs_no_glossary(site: Site) -> None:
    (site.folder / FILE).unlink()
    assert site.problems() == []


@pytest.mark.parametrize("language", ["de", "fr"])
def test_every_term_of_the_projects_glossaries_stands_in_the_article(language: str) -> None:
    (article,) = (ROOT / "content").glob("*.md")
    file = f"locales/{language}/glossary.yaml"
    terms = read_glossary(ROOT / file, file, LANGUAGES).terms["en"]
    source = article.read_text("utf-8")
    assert [term.source for term in terms if not term_finder([term])(source)] == []
