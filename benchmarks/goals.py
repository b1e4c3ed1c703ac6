"""What builds of a thousand articles are to reach, beside what they do."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from benchmarks.results import Measured, Sample

SIZE = 1000  # articles that goals are set for
OURS = "Zahlwerk"
_WITH_MARKDOWN = ("Pelican", "MkDocs")


@dataclass(frozen=True, slots=True)
class Goal:
    """A number that a case is to stay below."""

    case: str
    text: str
    value: Callable[[Sample], float | None]  # of a run; None where it cannot be told
    limit: float


def _of_empty(sample: Sample) -> float:
    return sample.cost.seconds / sample.empty.seconds


def _of_yardstick(sample: Sample) -> float | None:
    return sample.cost.seconds / sample.yardstick.seconds if sample.yardstick else None


def _seconds(sample: Sample) -> float:
    return sample.cost.seconds


def _peak(sample: Sample) -> float:
    return sample.cost.peak


GOALS = (
    Goal("--help", "under 3 times an empty process of Python", _of_empty, 3),
    Goal("unchanged", "under 3 times an empty process of Python", _of_empty, 3),
    Goal("unchanged", "70 times faster than lean Hugo: at most 0.0143 times", _of_yardstick, 1 / 70),
    Goal("one fact", "under 0.2 s", _seconds, 0.2),
    Goal("one fact", "25 times faster than lean Hugo: at most 0.04 times", _of_yardstick, 1 / 25),
    Goal("one article", "under 0.3 s", _seconds, 0.3),
    Goal("one article", "14 times faster than lean Hugo: at most 0.0714 times", _of_yardstick, 1 / 14),
    Goal("one translation", "under 0.3 s", _seconds, 0.3),
    Goal("one translation", "14 times faster than lean Hugo: at most 0.0714 times", _of_yardstick, 1 / 14),
    Goal("cold", "at most 1.5 times lean Hugo", _of_yardstick, 1.5),
    Goal("cold", "100 MiB a process", _peak, 100),
)
_FASTER = 4  # times than generators that parse Markdown in Python, cold


def goals(found: Sequence[Measured]) -> Iterator[str]:
    """The lines of a table; none where that size was not measured."""
    measured = next((one for one in found if one.size == SIZE), None)
    if measured is None:
        return
    yield f"\n### Goals at {SIZE:,} articles\n"
    yield "| case | goal | measured | reached |\n|---|---|--:|---|"
    for goal in GOALS:
        values = [goal.value(sample) for sample in measured.samples.get((OURS, goal.case), ())]
        known = [value for value in values if value is not None]
        if known:
            yield _row(goal.case, goal.text, statistics.median(known), goal.limit)
    ours = measured.seconds(OURS, "cold")
    for name in _WITH_MARKDOWN:
        other = measured.seconds(name, "cold")
        if ours and other:
            text = f"{_FASTER} times faster than {name}: at most {1 / _FASTER} times"
            yield _row("cold", text, ours / other, 1 / _FASTER)


def _row(case: str, text: str, value: float, limit: float) -> str:
    named = f"`{case}`" if case.startswith("-") else case
    reached = "yes" if value <= limit else f"no, by a factor of {value / limit:.2f}"
    return f"| {named} | {text} | {value:.3g} | {reached} |"
