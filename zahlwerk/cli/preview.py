"""The command messages preview: what translators wrote, with the figures that readers will see."""

from __future__ import annotations

import argparse
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from zahlwerk.cli.options import Parser
from zahlwerk.cli.output import console_for, finding

if TYPE_CHECKING:
    from rich.text import Text

    from zahlwerk.preview import PreviewedArticle, PreviewedMessage, PreviewedText

_STATE_STYLES = {"translated": "green", "fuzzy": "yellow", "missing": "red"}


def run_preview(parser: Parser, options: argparse.Namespace, project: Path) -> int:
    """Show the articles of a language beside their sources: on the terminal, or on a page."""
    from zahlwerk.preview import preview, render_preview
    from zahlwerk.project import load_project

    if options.page and options.page.suffix.lower() != ".html":
        parser.error(f"{options.page} is no name of a page; end it with .html")
    read = load_project(project)
    try:
        articles = preview(read, options.language, options.slug)
    except ValueError as error:
        parser.error(str(error))
    if options.page:
        _write_page(parser, options.page, render_preview(read, articles))
        console_for().print(f"wrote {options.page}: {_summary(articles)}", markup=False)
    else:
        _print_articles(articles)
    return 0


def _write_page(parser: Parser, path: Path, html: str) -> None:
    try:
        path.write_text(html, encoding="utf-8", newline="\n")
    except OSError as error:
        parser.error(f"{path} cannot be written: {error.strerror}")


def _summary(articles: Sequence[PreviewedArticle]) -> str:
    states = list(articles[0].counts)
    counts = [f"{sum(article.counts[state] for article in articles)} {state}" for state in states]
    findings = sum(len(article.findings) + sum(len(m.findings) for m in article.messages) for article in articles)
    found = {0: "no findings", 1: "1 finding"}.get(findings, f"{findings} findings")
    return f"{', '.join(counts)}; {found}"


def _print_articles(articles: Sequence[PreviewedArticle]) -> None:
    console = console_for()
    for article in articles:
        for message in article.messages:
            for line in _lines(message, article.source.language):
                console.print(line)
            console.print()
        for problem in article.findings:
            console.print(f"{problem.place}: ", style="bold", markup=False, end="")
            console.print(finding(problem))
        if article.findings:
            console.print()
    console.print(_summary(articles), markup=False)


def _lines(message: PreviewedMessage, source: str) -> Iterator[Text]:
    from rich.text import Text

    target = message.speaker.language
    state = (message.state, _STATE_STYLES[message.state])
    yield Text.assemble((str(message.place), "bold"), f"  {message.kind}, ", state)
    texts = ((source, message.source), ("was", message.previous), (target, message.translation))
    width = max(len(label) for label in ("under", source, target))
    for heading in message.headings:
        yield Text(f"  {'under':{width}}  {_visible(heading)}", "dim")
    for note in message.notes:
        yield Text(f"  {'note':{width}}  {_visible(note)}", "dim")
    for label, text in texts:
        if text:
            yield Text.assemble((f"  {label:{width}}  ", "dim"), _filled(text, " " * (width + 4)))
    for problem in message.findings:
        label = "problem: " if problem.severity == "error" else ""
        yield Text.assemble("  ", (label, "red"), finding(problem))


def _filled(text: PreviewedText, indent: str) -> Text:
    """A text with its figures in bold, and references that show none in red."""
    from rich.text import Text

    filled = Text()
    for part in text.parts:
        style = "bold red" if part.reason else "bold" if part.reference else ""
        filled.append(_visible(part.text).replace("\n", f"\n{indent}"), style)
    return filled


def _visible(text: str) -> str:
    """A text that cannot command a terminal: control characters as they would be typed."""
    return "".join(ascii(c)[1:-1] if unicodedata.category(c) == "Cc" and c not in "\n\t" else c for c in text)
