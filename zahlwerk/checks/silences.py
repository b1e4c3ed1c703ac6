"""Silences: findings that an editor has judged to be none, and says why before the block they are about."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from zahlwerk.articles import Article
from zahlwerk.checks.explanations import EDITORIAL, EXPLANATIONS
from zahlwerk.problems import Place, Problem, known_words
from zahlwerk.project import Texts
from zahlwerk.texts import IGNORE, Silence, Text

CODE = "ignore"


def are_sound(texts: Texts) -> Iterator[Problem]:
    """Each silence names a check that can be silenced, and has a reason."""
    for article in texts.articles:
        for silence in _silences(article):
            if silence.code not in EDITORIAL:
                yield _unknown(silence)
            elif not silence.reason:
                message = f"{IGNORE}{silence.code} has no reason"
                yield Problem(silence.place, message, "say behind the colon why the text is right as it is", code=CODE)


def _unknown(silence: Silence) -> Problem:
    if silence.code in EXPLANATIONS:
        message = f"{IGNORE}{silence.code} cannot stand in an article"
        return Problem(silence.place, message, "change the text instead", code=CODE)
    hint = known_words(silence.code, EDITORIAL, "checks")
    return Problem(silence.place, f'there is no check "{silence.code}" to be silenced', hint, code=CODE)


def without_silenced(texts: Texts, problems: Sequence[Problem], checked: Collection[str]) -> list[Problem]:
    """The problems but those that a sound silence is about, and the silences that are about none.

    A silence holds for its block in every language. Of those whose check was not ``checked`` nothing can be said.
    """
    about = [(silence, places) for article in texts.articles for silence, places in _places(article, texts)]
    found = {(problem.place, problem.code) for problem in problems}
    silenced, used = set(), set()
    for silence, places in about:
        keys = {(place, silence.code) for place in places} & found
        if keys and silence.code in EDITORIAL and silence.reason:
            silenced |= keys
            used.add(silence)
    kept = [problem for problem in problems if (problem.place, problem.code) not in silenced]
    for silence, _ in about:
        if silence not in used and silence.reason and silence.code in checked:
            message = f"{IGNORE}{silence.code} silences nothing: there is no such finding"
            kept.append(Problem(silence.place, message, "delete it", "warning", CODE))
    return list(dict.fromkeys(kept))


def _silences(article: Article) -> tuple[Silence, ...]:
    """All silences of an article, each once."""
    written = (*article.silences, *(silence for text in article.texts for silence in text.silences))
    return tuple(dict.fromkeys(written))


def _places(article: Article, texts: Texts) -> Iterator[tuple[Silence, set[Place]]]:
    """Each silence with the lines it is about, in the article and in its translations."""
    front = {place for _, place in article.front} | {correction.place for correction in article.corrections}
    for silence in _silences(article):
        places = set(front) if silence in article.silences else set()
        for text in article.texts:
            if silence in text.silences or (silence in article.silences and text.context in ("title", "description")):
                places |= {text.place, *_translated(text, article, texts)}
        yield silence, places


def _translated(text: Text, article: Article, texts: Texts) -> Iterator[Place]:
    for edition in texts.editions.values():
        catalogue = edition.articles.get(article.slug)
        if catalogue and catalogue.translation(text.context, text.source) is not None:
            yield catalogue.place(text.context, text.source)
