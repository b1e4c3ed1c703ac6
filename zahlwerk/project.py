"""A project as it lies on disk, read whole: settings, facts, figures, articles and editions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from zahlwerk.articles import Article, read_article
from zahlwerk.disk import composed, listed, stray_files
from zahlwerk.editions import Edition, find_languages, load_edition, with_parents
from zahlwerk.facts import Facts, load_facts, load_names
from zahlwerk.figures import Figures, evaluate
from zahlwerk.glossary import GLOSSARY, Glossary, read_glossary
from zahlwerk.messages import Message
from zahlwerk.problems import BuildFailed, Place, Problem, known_words
from zahlwerk.settings import Settings, load_settings, read_planned_pages
from zahlwerk.sitemessages import site_messages
from zahlwerk.sizing import FORMULAS
from zahlwerk.steps import COMPUTE, READ_FACTS, READ_TEXTS, SILENT, Steps

TEMPLATES = "templates"
_Read = TypeVar("_Read")


@dataclass(frozen=True, slots=True, eq=False)
class Texts:
    """What editors and translators wrote, without the figures in it. Equal to nothing but itself."""

    articles: tuple[Article, ...]  # by slug
    editions: Mapping[str, Edition]  # by language
    names: tuple[str, ...] | None  # with digits, longest first; None while their file cannot be read
    planned_pages: Mapping[str, str] | None  # slug to address; None while the settings cannot be read
    glossaries: Mapping[str, Glossary]  # by language, of those that have one


@dataclass(frozen=True, slots=True)
class Project:
    """Everything that pages are made of."""

    folder: Path
    settings: Settings
    facts: Facts
    figures: Figures
    texts: Texts
    messages: Mapping[str, tuple[Message, ...]]  # what is said around the articles, by the locale it is said in

    @property
    def templates(self) -> Path:
        """The folder of the templates and assets."""
        return self.folder / TEMPLATES

    @property
    def articles(self) -> tuple[Article, ...]:
        """All articles, by slug."""
        return self.texts.articles

    @property
    def editions(self) -> Mapping[str, Edition]:
        """All languages, by the names of their folders."""
        return self.texts.editions


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A project that cannot be read whole: what could be, and what is wrong with the rest."""

    texts: Texts
    problems: tuple[Problem, ...]


def load_project(folder: Path) -> Project:
    """Read a project. Raises BuildFailed with the problems of all its files."""
    project = read_project(folder)
    if isinstance(project, Unreadable):
        raise BuildFailed(project.problems)
    return project


def read_project(folder: Path, steps: Steps = SILENT) -> Project | Unreadable:
    """Read a project as far as it can be read. Raises BuildFailed when files lie there that must not be read."""
    if strays := list(stray_files(folder)):
        raise BuildFailed(strays)
    reading = _Reading()
    steps.begin(READ_FACTS)
    settings = reading.read(lambda: load_settings(folder))
    facts = reading.read(lambda: load_facts(folder / "facts", {n: f.dimension for n, f in FORMULAS.items()}))
    steps.begin(COMPUTE)
    figures = reading.read(lambda: evaluate(facts, FORMULAS)) if facts else None
    names = reading.read(lambda: load_names(folder / "facts"))
    steps.begin(READ_TEXTS)
    articles = [a for path in _article_files(folder, reading) if (a := reading.read(_article_reader(path)))]
    languages = find_languages(folder / "locales")
    found = {language: reading.read(_edition_reader(folder, language)) for language in languages}
    editions = with_parents({language: edition for language, edition in found.items() if edition})
    reading.problems.extend(_language_problems(articles, languages))
    readable = tuple(article for article in articles if article.language in editions)
    with_glossary = [language for language in languages if (folder / "locales" / language / GLOSSARY).exists()]
    agreed = {language: reading.read(_glossary_reader(folder, language, languages)) for language in with_glossary}
    glossaries = {language: glossary for language, glossary in agreed.items() if glossary}
    texts = Texts(readable, editions, names, read_planned_pages(folder), glossaries)
    messages = reading.read(lambda: _site_messages(folder / TEMPLATES, facts, texts)) if facts else None
    if reading.problems or not (settings and facts and figures and messages is not None):
        return Unreadable(texts, tuple(reading.problems))
    return Project(folder, settings, facts, figures, texts, messages)


def _site_messages(templates: Path, facts: Facts, texts: Texts) -> dict[str, tuple[Message, ...]]:
    locales = {str(edition.locale): edition.locale for edition in texts.editions.values()}
    return {name: tuple(site_messages(templates, facts, FORMULAS, locale)) for name, locale in locales.items()}


class _Reading:
    """Reads one thing after the other and gathers the problems of all."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def read(self, reader: Callable[[], _Read]) -> _Read | None:
        try:
            return reader()
        except BuildFailed as failed:
            self.problems.extend(failed.problems)
            return None


def _article_reader(path: Path) -> Callable[[], Article]:
    return lambda: read_article(path, f"content/{composed(path.name)}")


def _edition_reader(folder: Path, language: str) -> Callable[[], Edition]:
    return lambda: load_edition(folder / "locales" / language, f"locales/{language}")


def _glossary_reader(folder: Path, language: str, languages: list[str]) -> Callable[[], Glossary]:
    file = f"locales/{language}/{GLOSSARY}"
    return lambda: read_glossary(folder / file, file, languages)


def _article_files(folder: Path, reading: _Reading) -> list[Path]:
    paths = listed(folder / "content", "**/*.md")
    first: dict[str, str] = {}
    for path in paths:
        name = composed(path.relative_to(folder).as_posix())
        if path.parent != folder / "content":
            hint = "put articles straight into content/"
            reading.problems.append(Problem(Place(name), "an article in a subfolder has no address", hint))
        key = composed(path.stem).casefold()
        if key in first:
            reading.problems.append(Problem(Place(name), f"has the same address as {first[key]}", "rename one of them"))
        first.setdefault(key, name)
    return [path for path in paths if path.parent == folder / "content"]


def _language_problems(articles: list[Article], languages: list[str]) -> list[Problem]:
    if not languages:
        hint = "a language exists by its locales/<language>/LC_MESSAGES/site.po"
        return [Problem(Place("locales"), "there is no language", hint)]
    return [
        Problem(Place(a.file, 1), f'unknown language "{a.language}"', known_words(a.language, languages, "languages"))
        for a in articles
        if a.language and a.language not in languages
    ]
