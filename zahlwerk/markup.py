"""The Markdown that articles are written in: CommonMark with tables, figure references and comments.

References become tokens of their own while the text is parsed, and values are put in when tokens are rendered.
So a value can never become markup, and code stays as it was written.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.rules_block import StateBlock
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from zahlwerk.chartblocks import CHART
from zahlwerk.references import REFERENCE

_EXPLICIT_ID = re.compile(r"\s*(?<!\\)\{#([\w-]+)\}\s*$")
_LINK_TARGET = re.compile(r"\]\([^)]*\)")
_DEFINITION = re.compile(r"(?:^|\n)\s*\[[^\]\n]+\]:\s*\S+")
_BRACED = re.compile(r"\{\{.*?\}\}|\{[^{}\n]*\}|\{+")

STRAIGHT_QUOTES = ('"', '"', "'", "'")  # opening and closing, outer then inner
CODE = "code"  # the context of code that is translated
_TRANSLATED = "translate"  # marks such code, behind the language of a fence
Translate = Callable[
    [str, str], tuple[str, str]
]  # source and context to translation and, if another, tag of its language


@dataclass(frozen=True, slots=True)
class Structure:
    """What a text holds beside its words, as it would be rendered."""

    references: tuple[str, ...]  # with braces, in order
    braces: tuple[str, ...]  # braces that are no reference
    links: Counter[str]  # targets as written
    code: Counter[str]  # contents of code spans
    emphasis: Counter[str]  # "em" and "strong", by number
    html: tuple[str, ...]  # raw tags
    images: int
    hidden_references: tuple[str, ...]  # where a figure cannot stand: in targets, titles, alternative texts
    hard_breaks: int
    definitions: tuple[str, ...]  # addresses of links defined apart
    words: tuple[str, ...]  # runs of text between all of these


@cache
def _parser(quotes: tuple[str, ...] = STRAIGHT_QUOTES) -> MarkdownIt:
    """A parser that sets these quotation marks; one for each language, never changed."""
    markdown = MarkdownIt("commonmark", {"html": True, "typographer": True, "quotes": list(quotes)}).enable(
        ["table", "smartquotes"]
    )
    markdown.disable("reference")  # a link's address stands in the link, where it can be checked and translated
    markdown.block.ruler.before("html_block", "comment", _comment_rule, {"alt": ["paragraph", "reference", "list"]})
    markdown.inline.ruler.before("escape", "figure", _figure_rule)
    markdown.add_render_rule("figure", _render_figure)
    markdown.add_render_rule(CHART, _render_chart)
    markdown.add_render_rule("comment", lambda *_: "")
    markdown.add_render_rule("fence", _render_fence)
    markdown.add_render_rule("table_open", _render_table)
    markdown.add_render_rule("table_close", lambda *_: "</table></div>\n")
    markdown.core.ruler.before("inline", "heading_ids", _heading_ids)
    markdown.core.ruler.before("inline", "translate", _translate)
    return markdown


def _render_figure(_renderer: Any, tokens: list[Token], index: int, _options: Any, environment: dict[str, Any]) -> str:
    return str(environment["figure"](tokens[index]))


def _render_chart(_renderer: Any, tokens: list[Token], index: int, _options: Any, environment: dict[str, Any]) -> str:
    return str(environment["charts"][tokens[index].meta["number"]])


def _render_fence(renderer: Any, tokens: list[Token], index: int, options: Any, environment: dict[str, Any]) -> str:
    """A block that declares a part of the page, which the environment draws by its info string; all others are code."""
    draw = environment.get("fences", {}).get(tokens[index].info.strip())
    return str(draw() if draw else renderer.fence(tokens, index, options, environment))


def _render_table(_renderer: Any, tokens: list[Token], index: int, _options: Any, _environment: dict[str, Any]) -> str:
    """A table in a region that scrolls, named by the heading above."""
    label = escapeHtml(str(tokens[index].attrs.get("aria-labelledby", "title")))
    return f'<div class="table" role="region" aria-labelledby="{label}" tabindex="0"><table>\n'


def blocks(text: str) -> list[Token]:
    """The tokens of a text whose inline contents are still as written."""
    markdown = _parser()
    state = StateCore(text, markdown, {})
    rules = {rule.name: rule.fn for rule in markdown.core.ruler.__rules__}
    for name in ("normalize", "block", "heading_ids"):
        rules[name](state)
    return state.tokens


def translated(text: str, translate: Translate, quotes: tuple[str, ...]) -> list[Token]:
    """All tokens of a text, each inline content replaced by its translation before it is parsed.

    ``quotes`` holds the opening and closing marks of a language, outer and inner.
    """
    markdown = _parser(quotes)
    tokens = markdown.parse(text, {"translate": translate})
    heading = "title"  # of the page, above the first of the text
    charts = 0
    for before, token in zip([Token("", "", 0), *tokens], tokens, strict=False):
        if token.type == "heading_open":
            heading = str(token.attrs["id"])
        elif is_chart(token):
            token.type, token.meta["number"] = CHART, charts
            charts += 1
        elif token.type == "table_open":
            token.attrSet("aria-labelledby", heading)
        elif token.type == "inline":
            describe_figures(token, before.type == "heading_open")
            if token.meta.get("spanned"):
                token.children = _spanned(token.children or [], token.meta["lang"])
    return tokens


def _spanned(children: list[Token], language: str) -> list[Token]:
    """The tokens in an element of their own that names their language."""
    opening, closing = Token("span_open", "span", 1), Token("span_close", "span", -1)
    opening.attrSet("lang", language)
    return [opening, *children, closing]


def render(tokens: list[Token], environment: dict[str, Any]) -> str:
    """The HTML of tokens; ``environment["figure"]`` gives that of a figure's token, "charts" holds that of charts.

    ``environment["fences"]`` may hold, by info string, what draws a fenced block that is no code.
    """
    markdown = _parser()
    html: str = markdown.renderer.render(tokens, markdown.options, environment)
    return html


def inline(text: str, quotes: tuple[str, ...]) -> list[Token]:
    """The tokens of one inline text."""
    markdown = _parser(quotes)
    return markdown.parseInline(text)[0].children or []


def pieces(text: str) -> Iterator[tuple[str, bool]]:
    """One inline text as it is written, cut at its references: each piece, and whether it is a reference."""
    token = _parser().parseInline(text)[0]
    end = 0
    for figure in token.children or []:
        if figure.type == "figure":
            yield token.content[end : figure.meta["at"]], False
            yield figure.info, True
            end = figure.meta["at"] + len(figure.info)
    yield token.content[end:], False


def plain_text(text: str, quotes: tuple[str, ...]) -> str:
    """The words of one inline text, with typographic marks and without markup."""
    return "".join(token.content or " " * (token.type == "softbreak") for token in inline(text, quotes))


@lru_cache(maxsize=20_000)
def structure(text: str) -> Structure:
    """What one inline text holds beside its words."""
    tokens = inline(text, STRAIGHT_QUOTES)
    every = list(_with_images(tokens))
    targets = [str(token.attrs.get("href", "")) for token in every if token.type == "link_open"]
    attributes = [str(value) for token in every for value in token.attrs.values()]
    pictured = [child for token in every if token.type == "image" for child in token.children or []]
    hidden = [value for value in attributes if "%7B" in value or "{" in value]
    hidden += [child.info for child in pictured if child.type == "figure"]
    return Structure(
        references=tuple(token.info for token in every if token.type == "figure"),
        braces=tuple(token.info for token in every if token.type == "brace"),
        links=Counter(targets),
        code=Counter(token.content for token in every if token.type == "code_inline"),
        emphasis=Counter(token.tag for token in every if token.type in ("em_open", "strong_open")),
        html=tuple(token.content for token in every if token.type == "html_inline"),
        images=sum(token.type == "image" for token in every),
        hidden_references=tuple(hidden),
        hard_breaks=sum(token.type == "hardbreak" for token in every),
        definitions=tuple(_DEFINITION.findall(text)),
        words=(*_runs(every), *(str(token.attrs["title"]) for token in every if "title" in token.attrs)),
    )


def _with_images(tokens: list[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        if token.type == "image":
            yield from (child for child in token.children or [] if child.type != "figure")


def _runs(tokens: list[Token]) -> Iterator[str]:
    """Runs of text that stand together for a reader; a figure or a code span ends a run."""
    run = ""
    for token in tokens:
        if token.type in ("text", "text_special", "softbreak"):
            run += token.content or " "
        elif token.type in ("figure", "code_inline", "html_inline", "brace"):
            yield run
            run = ""
    yield run


def heading_slug(text: str) -> str:
    """The id of a heading from its source text without references, in any script."""
    plain = _LINK_TARGET.sub("]", REFERENCE.sub(" ", text))
    kept = (c if c.isalnum() or c == "_" or unicodedata.category(c)[0] == "M" else " " for c in plain.lower())
    return "-".join(unicodedata.normalize("NFC", "".join(kept)).split()) or "section"


def _comment_rule(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    position = state.bMarks[start] + state.tShift[start]
    if state.is_code_block(start) or not state.src.startswith("<!--", position):
        return False
    if silent:
        return True
    last = start
    while last + 1 < end and "-->" not in state.src[state.bMarks[last] : state.eMarks[last]]:
        last += 1
    token = state.push("comment", "", 0)
    token.content = state.getLines(start, last + 1, state.blkIndent, False).strip()
    token.map = [start, last + 1]
    state.line = last + 1
    return True


def _figure_rule(state: StateInline, silent: bool) -> bool:
    if state.src[state.pos] != "{":
        return False
    match = REFERENCE.match(state.src, state.pos) or _BRACED.match(state.src, state.pos)
    if match is None:
        return False
    if not silent:
        token = state.push("figure" if REFERENCE.fullmatch(match[0]) else "brace", "", 0)
        token.info = match[0]
        token.content = "0"  # what quotation marks beside it go by: a figure is a word to them
        token.meta = {"at": state.pos}
    state.pos = match.end()
    return True


def _heading_ids(state: StateCore) -> None:
    taken: Counter[str] = Counter()
    for opening, content in pairwise(state.tokens):
        if opening.type != "heading_open":
            continue
        if explicit := _EXPLICIT_ID.search(content.content):
            content.content = content.content[: explicit.start()]
        slug = explicit[1] if explicit else heading_slug(content.content)
        number = 0 if explicit else taken[slug]
        taken[slug] += 0 if explicit else 1
        opening.attrSet("id", f"{slug}-{number}" if number else slug)


def _translate(state: StateCore) -> None:
    translate: Translate | None = state.env.get("translate")
    element = Token("", "", 0)  # the innermost that is shown
    for token in state.tokens:
        if token.nesting == 1 and not token.hidden:
            element = token
        elif token.type == "inline":
            token.content = unwrapped(token.content)
            if translate and token.content:
                token.content, language = translate(token.content, "")
                if language:
                    token.meta["lang"] = language
                    token.meta["spanned"] = element.type == "list_item_open"  # which may hold other texts
                    if not token.meta["spanned"]:
                        element.attrSet("lang", language)
        elif token.type == "fence" and is_translated_code(token):
            token.info = " ".join(word for word in token.info.split() if word != _TRANSLATED)
            if translate:
                text, language = translate(token.content.rstrip("\n"), CODE)
                token.content = f"{text}\n"
                if language:
                    token.attrSet("lang", language)


def is_translated_code(fence: Token) -> bool:
    """Whether a code block is marked to be translated."""
    return _TRANSLATED in fence.info.split()


def is_chart(token: Token) -> bool:
    """Whether a token is a fenced block that declares a chart."""
    return token.type == "fence" and token.info.strip() == CHART


def describe_figures(token: Token, in_heading: bool) -> None:
    """Note on each figure which language it stands in, and whether it must not be a link."""
    links = 0
    for child in token.children or []:
        links += (child.type == "link_open") - (child.type == "link_close")
        if child.type == "figure":
            child.meta = {"lang": token.meta.get("lang", ""), "plain": in_heading or links > 0}


def unwrapped(text: str) -> str:
    """A text with its soft line breaks as spaces; hard ones stay, so that they can be refused."""
    joined, *rest = text.split("\n")
    for line in rest:
        hard = joined.endswith(("  ", "\\"))
        joined = f"{joined}\n{line.lstrip()}" if hard else f"{joined.rstrip()} {line.lstrip()}"
    return joined
