"""Glossaries: what the translators of a language have agreed to say for a term."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from zahlwerk.problems import BuildFailed, Place, known_words
from zahlwerk.schema import FieldReader
from zahlwerk.yamlfile import Mapping as YamlMapping
from zahlwerk.yamlfile import Node, Scalar, Sequence, read_yaml

GLOSSARY = "glossary.yaml"
_TERM = 'write it as [word, other form], or as {say: [word], also: [plural of the term], note: "…"}'


@dataclass(frozen=True, slots=True)
class Term:
    """A word or phrase of the source, and what a translation may say for it."""

    source: str
    also: tuple[str, ...]  # other forms of it
    say: tuple[str, ...]  # one of these, the first by preference
    note: str  # for translators

    @property
    def forms(self) -> tuple[str, ...]:
        """Every way in which it stands in a source."""
        return self.source, *self.also


@dataclass(frozen=True, slots=True)
class Glossary:
    """The terms of one language."""

    file: str
    terms: Mapping[str, tuple[Term, ...]]  # by the language of the source


def read_glossary(path: Path, file: str, languages: Collection[str]) -> Glossary:
    """Read a glossary; ``languages`` are those that sources may be in. Raises BuildFailed with all its problems."""
    reader = _GlossaryReader(languages)
    terms = dict(reader.read(read_yaml(path, file)))
    if reader.problems:
        raise BuildFailed(reader.problems)
    return Glossary(file, terms)


class _GlossaryReader(FieldReader):
    def __init__(self, languages: Collection[str]) -> None:
        super().__init__()
        self.languages = languages

    def read(self, root: YamlMapping) -> Iterator[tuple[str, tuple[Term, ...]]]:
        self.closed(root, ("terms",), "key")
        body = root.entries.get("terms", YamlMapping({}, {}, root.place))
        if not isinstance(body, YamlMapping):
            self.problem(body.place, "terms must hold languages of sources with their terms")
            return
        for language, listed in body.entries.items():
            if language not in self.languages:
                hint = known_words(language, self.languages, "languages")
                self.problem(body.places[language], f'unknown language "{language}"', hint)
            elif isinstance(listed, YamlMapping):
                yield language, tuple(self._terms(listed))
            else:
                self.problem(listed.place, f"{language} must hold terms with what to say for them")

    def _terms(self, listed: YamlMapping) -> Iterator[Term]:
        first: dict[str, Place] = {}
        for name, node in listed.entries.items():
            place = listed.places[name]
            if term := self._term(name, node, place):
                for form in term.forms:
                    if _folded(form) in first:
                        self.problem(place, f'"{form}" is a term already', f"see {first[_folded(form)]}")
                    first.setdefault(_folded(form), place)
                yield term

    def _term(self, name: str, node: Node, place: Place) -> Term | None:
        also: tuple[str, ...] = ()
        note = ""
        said: Node | None = node
        if isinstance(node, YamlMapping):
            self.closed(node, ("also", "say", "note"), "key of a term")
            said, note = node.entries.get("say"), self.text(node, "note")
            also = self._words(node.entries.get("also"), place) if "also" in node.entries else ()
        say = self._words(said, place)
        if not name.strip():
            self.problem(place, "a term must not be empty")
        return Term(name.strip(), also, say, note) if name.strip() and say else None

    def _words(self, node: Node | None, place: Place) -> tuple[str, ...]:
        """The texts of a list that must not be empty."""
        items = node.items if isinstance(node, Sequence) else ()
        words = [item.text.strip() for item in items if isinstance(item, Scalar)]
        if not words or len(words) < len(items) or not all(words):
            self.problem(node.place if node else place, "a term needs a list of words", _TERM)
            return ()
        return tuple(words)


def term_finder(terms: Collection[Term]) -> Callable[[str], list[Term]]:
    """What finds the terms in the words of a source, each once; a longer term hides those within it."""
    by_form = {_folded(form): term for term in terms for form in term.forms}
    longest_first = sorted(by_form, key=lambda form: (-len(form), form))
    any_form = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest_first))})(?![\w-])" if by_form else r"(?!)")
    return lambda words: list(dict.fromkeys(by_form[form] for form in any_form.findall(_folded(words))))


def says(words: str, term: Term) -> bool:
    """Whether a translation holds one of the words for a term, alone or within a compound."""
    folded = _folded(words)
    return any(_folded(word) in folded for word in term.say)


def _folded(text: str) -> str:
    """A text without what makes no other word of it: case, line ends, and the kind of its spaces and apostrophes."""
    return " ".join(unicodedata.normalize("NFC", text).replace("’", "'").casefold().split())
