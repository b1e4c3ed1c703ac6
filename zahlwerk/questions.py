"""Questions and answers of an article: the headings below one that the front matter names, each with what follows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markdown_it.token import Token


@dataclass(frozen=True, slots=True)
class Section:
    """A question as the body asks it, and the tokens that answer it."""

    id: str  # of the heading
    heading: Token  # the inline token
    answer: tuple[Token, ...]  # up to the next heading of its level or above


def question_sections(tokens: Sequence[Token], heading: str) -> Iterator[Section]:
    """The sections one level below the heading of that id, in order; none where there is no such heading."""
    depth = 0  # level of the heading whose questions are read; 0 outside
    found: tuple[str, Token] | None = None
    answer: list[Token] = []
    for place, token in enumerate(tokens):
        level = int(token.tag[1]) if token.type == "heading_open" else 0
        if found and 0 < level <= depth + 1:
            yield Section(*found, tuple(answer))
            found = None
        if token.type == "heading_open" and str(token.attrs["id"]) == heading:
            depth = level
        elif 0 < level <= depth:
            return
        elif depth and level == depth + 1:
            found, answer = (str(token.attrs["id"]), tokens[place + 1]), []
        elif found:
            answer.append(token)
    if found:
        yield Section(*found, tuple(answer))


def answer_texts(section: Section) -> list[Token]:
    """The tokens of an answer that hold its words, without those of its heading."""
    after = [token.type for token in section.answer].index("heading_close") + 1
    return [token for token in section.answer[after:] if token.type in ("inline", "fence", "code_block")]
