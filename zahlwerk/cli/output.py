"""What several commands print: problems, and what a build came to."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from zahlwerk.problems import Problem

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from zahlwerk.builds import Summary


def console_for(*, errors: bool = False, wide: bool = False) -> Console:
    """A console that breaks no line; a wide one cuts no table. With NO_COLOR nothing is styled at all."""
    from rich.console import Console

    colours: Literal["auto"] | None = None if os.environ.get("NO_COLOR") else "auto"
    width = 500 if wide else None
    return Console(stderr=errors, soft_wrap=True, highlight=False, width=width, color_system=colours)


def print_problems(problems: Sequence[Problem]) -> None:
    """The problems, grouped by file, and how many there are."""
    console_for(errors=True).print(problem_list(problems))


def problem_list(problems: Sequence[Problem]) -> Text:
    """What is printed of problems."""
    from rich.text import Text

    lines: list[Text] = []
    file = ""
    for problem in sorted(problems):
        if file and problem.place.file != file:
            lines.append(Text(""))
        file = problem.place.file
        lines.append(Text.assemble((f"{problem.place}: ", "bold"), finding(problem)))
    number = Counter(problem.severity for problem in problems)
    nouns = {"error": "problem", "warning": "warning", "notice": "notice"}
    counts = [_count(number[severity], noun) for severity, noun in nouns.items()]
    style = "bold red" if number["error"] else "yellow"
    lines.append(Text("\n" + ", ".join(count for count in counts if count), style))
    return Text("\n").join(lines)


def finding(problem: Problem) -> Text:
    """What a problem says, without its place."""
    from rich.text import Text

    severity = Text("") if problem.severity == "error" else Text(f"{problem.severity}: ", "yellow")
    hint = f"; {problem.hint}" if problem.hint else ""
    code = f" ({problem.code})" if problem.code else ""
    return Text.assemble(severity, problem.message, (f"{hint}{code}", "dim"))


def _count(number: int, noun: str) -> str:
    return "" if not number else f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def told_of_waiting(out: Path) -> Callable[[str], None]:
    """Says why a command waits for another that holds an output folder."""

    def tell(holder: str) -> None:
        process = f" (process {holder})" if holder else ""
        text = f"another build{process} is at work in {out}; this one waits until it has finished"
        console_for(errors=True).print(text, markup=False)

    return tell


def print_summary(summary: Summary, wrote: str, seconds: float) -> None:
    """What a build, or a check, came to."""
    languages = ", ".join(summary.languages)
    print(f"{summary.pages} pages, {summary.figures} figures shown, in {languages}; {wrote}; {seconds:.1f} s")
