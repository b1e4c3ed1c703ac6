"""New articles: what their scaffold says is replaced by what they tell."""

from __future__ import annotations

from collections.abc import Iterator

from zahlwerk.problems import Problem
from zahlwerk.project import Texts
from zahlwerk.scaffold import SCAFFOLD


def are_filled(texts: Texts) -> Iterator[Problem]:
    """No text of an article is the one that ``new article`` put there."""
    for article in texts.articles:
        for text in article.texts:
            if part := SCAFFOLD.get(text.source):
                message = f"the {part} is still the one that a new article begins with"
                yield Problem(text.place, message, f"write the article's own {part}", "warning", "scaffold")
