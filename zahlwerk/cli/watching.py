"""What somebody at a terminal sees of a build while it lasts, and how long each step took."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Self

from zahlwerk.cli.output import console_for
from zahlwerk.steps import Steps

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID


def bar_is_wanted() -> bool:
    """Whether a bar may be drawn: on a terminal that can, for somebody who has not asked for plain text."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return sys.stderr.isatty() and not plain


class Watch(Steps):
    """Draws a bar while the steps last, and times them."""

    def __init__(self, steps: Sequence[str]) -> None:
        self.steps = steps
        self.times: list[tuple[str, float]] = []  # when each step began
        self.ended = 0.0
        self._bar: Progress | None = None
        self._task: TaskID | None = None
        self._share = 0.0  # of the step that is running, what one of its parts is

    def __enter__(self) -> Self:
        if bar_is_wanted():
            from rich.progress import BarColumn, Progress, TextColumn

            columns = (BarColumn(), TextColumn("{task.description}"))
            self._bar = Progress(*columns, console=console_for(errors=True), transient=True)
            self._task = self._bar.add_task("", total=len(self.steps))
            self._bar.start()
        return self

    def __exit__(self, *_raised: object) -> None:
        self.ended = time.perf_counter()
        if self._bar:
            self._bar.stop()

    def begin(self, step: str, parts: int = 0) -> None:
        """Note the time, and let the bar show the step."""
        self.times.append((step, time.perf_counter()))
        self._share = 1 / parts if parts else 0.0
        if self._bar and self._task is not None:
            done = self.steps.index(step) if step in self.steps else 0
            self._bar.update(self._task, description=step, completed=done)

    def part_done(self) -> None:
        """Let the bar grow by a part of its step."""
        if self._bar and self._task is not None:
            self._bar.advance(self._task, self._share)

    def print_times(self) -> None:
        """How long each step took, in the order in which they ran."""
        ends = [began for _, began in self.times[1:]] + [self.ended]
        for (step, began), end in zip(self.times, ends, strict=True):
            console_for(errors=True).print(f"{end - began:8.2f} s  {step}", style="dim", markup=False)
