"""The section on builds of docs/performance.md: tables by size, growth, and what is not compared."""

from __future__ import annotations

import datetime
import os
import platform
import statistics
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from benchmarks.cases import CASES, COLD
from benchmarks.chart import Line, drawn
from benchmarks.goals import goals
from benchmarks.results import MEMORY, Measured, Sample
from benchmarks.rivals import version
from benchmarks.sections import write_section

SECTION = "builds"
CHART = "builds.svg"  # beside the document
_METHOD = """\
The site is made up (`benchmarks/corpus.py`): articles of 13 kB with 40 paragraphs, two tables, 6 links and 80 figures,
in English and German, so that each article makes two pages. Zahlwerk reads references and catalogues, the others the
same texts with numbers already formatted, Sphinx with catalogues of its own.

Seconds are those on the clock, CPU those of all cores. MiB is what the largest process held at most; in brackets stands
what all processes of a cold build held at once, looked at every 50 ms in a run of its own, with what they share divided
among those that share it. The smallest process of Python has {floor:.0f} MiB.

Right before each run, an empty process of Python (`python -S -c ''`) and a build of lean Hugo are measured, and ratios
are medians over these pairs: below 1 is faster. Lean Hugo makes all pages, but no feeds and no lists of terms; it
builds into an empty folder where the case is cold, and over its last output elsewhere.

| case | what happens before it |
|---|---|
| cold | output and caches are deleted |
| unchanged | nothing |
| one fact | the memory of a card changes; figures of 25 articles, so of 50 pages, depend on it (all of a few) |
| one article | a sentence of an article changes, and its translation |
| one translation | only the translation changes |
| one template | the template of all pages changes |
| `--help` | nothing; the command tells of itself |"""
_NOT_COMPARED = """\
### What is not compared

- Zahlwerk does what none of the others does: it computes the figures, checks every text and every finished page, and
  writes derivations, data files, feeds, JSON-LD and a picture for each page. The others copy numbers, and write a small
  part of what it writes.
- No search index is made: Zahlwerk runs with `--no-search`, and the search of Sphinx and MkDocs is switched off.
- Themes are bare, a page template each. What people use with these generators takes longer.
- Hugo and Eleventy build everything each time. Pelican has its cache on, MkDocs runs with `--dirty` after the first
  build, and Sphinx runs once for each language, with `-j auto`.
- Servers that watch and reload are not measured, nor is fetching and installing any of the programs."""
_IN_CHART = {"Zahlwerk": ("cold", "unchanged", "one fact")}  # others: cold


def write_report(document: Path, found: Sequence[Measured], repeats: int) -> None:
    """Write the section into the document, and the chart beside it."""
    document.with_name(CHART).write_text(drawn(_lines(found)), "utf-8", newline="\n")
    write_section(SECTION, "\n".join(section(found, repeats)), document)


def section(found: Sequence[Measured], repeats: int) -> Iterator[str]:
    """The lines of the section."""
    machine = f"{platform.system()}, {platform.machine()}, {os.cpu_count() or 1} cores"
    runs = f"{repeats} {'run' if repeats == 1 else 'runs'}"
    yield "## Builds\n"
    yield f"Written by `make bench` on {datetime.date.today().isoformat()}, on a virtual machine ({machine}) with"
    yield f"Python {platform.python_version()}; medians of {runs}. {_versions(found)}\n"
    yield _METHOD.format(floor=_floor(found))
    for measured in found:
        yield f"\n### {measured.size:,} articles, {2 * measured.size:,} pages\n"
        yield from _table(measured)
    yield from goals(found)
    yield "\n### Growth\n"
    yield from _growth(found)
    yield f"\n![Seconds by number of articles]({CHART})\n"
    yield _NOT_COMPARED


def _versions(found: Sequence[Measured]) -> str:
    known = {rival.name.partition(",")[0]: version(rival) for measured in found for rival in measured.rivals}
    return "Versions: " + ", ".join(f"{name} {number}" for name, number in known.items()) + "."


def _floor(found: Sequence[Measured]) -> float:
    """The memory of an empty process."""
    return statistics.median(
        s.empty.peak for measured in found for samples in measured.samples.values() for s in samples
    )


def _table(measured: Measured) -> Iterator[str]:
    yield "| generator | case | seconds | CPU | MiB | × lean Hugo | × empty Python |"
    yield "|---|---|--:|--:|--:|--:|--:|"
    for rival in measured.rivals:
        for case in CASES:
            if samples := measured.samples.get((rival.name, case.name)):
                memory = measured.samples.get((rival.name, MEMORY), ()) if case is COLD else ()
                yield f"| {rival.name} | {_named(case.name)} | {' | '.join(_cells(samples, memory))} |"
    for name, reason in measured.left_out.items():
        yield f"| {name} | left out: {reason} | | | | | |"

    sizes = (f"{name} {size / 1e6:,.1f} MB" for name, size in measured.written.items())
    yield f"\nWritten in all: {'; '.join(sizes)}."


def _cells(samples: Sequence[Sample], memory: Sequence[Sample]) -> Iterator[str]:
    def median(value: Callable[[Sample], float]) -> float:
        return statistics.median(map(value, samples))

    yield _time(median(lambda sample: sample.cost.seconds))
    yield _time(median(lambda sample: sample.cost.processor))
    together = f" ({memory[0].cost.together:,.0f})" if memory and memory[0].cost.together else ""
    yield f"{median(lambda sample: sample.cost.peak):,.0f}{together}"
    paired = [sample.cost.seconds / sample.yardstick.seconds for sample in samples if sample.yardstick]
    yield _ratio(statistics.median(paired)) if paired else "—"
    yield _ratio(median(lambda sample: sample.cost.seconds / sample.empty.seconds))


def _growth(found: Sequence[Measured]) -> Iterator[str]:
    """Seconds by size; and from each size to the next, how much more an article takes."""
    if len(found) < 2:
        yield "Only one size was measured."
        return
    yield "Seconds at each size; in brackets, by how much the time of one article differs from the size before: 1 is"
    yield "linear growth."
    yield f"\n| generator | case | {' | '.join(f'{measured.size:,}' for measured in found)} |"
    yield f"|---|---|{'--:|' * len(found)}"
    rows = dict.fromkeys((rival.name, case.name) for measured in found for rival in measured.rivals for case in CASES)
    for name, case in rows:
        cells = [_grown(found, at, name, case) for at in range(len(found))]
        if any(cells):
            yield f"| {name} | {_named(case)} | {' | '.join(cells)} |"


def _grown(found: Sequence[Measured], at: int, name: str, case: str) -> str:
    seconds = found[at].seconds(name, case)
    before = found[at - 1].seconds(name, case) if at else None
    if seconds is None:
        return ""
    if before is None:
        return _time(seconds)
    return f"{_time(seconds)} ({seconds / before * found[at - 1].size / found[at].size:.2f})"


def _lines(found: Sequence[Measured]) -> Iterator[Line]:
    names = dict.fromkeys(rival.name for measured in found for rival in measured.rivals)
    for name in names:
        for case in _IN_CHART.get(name, ("cold",)):
            points = [(one.size, seconds) for one in found if (seconds := one.seconds(name, case)) is not None]
            if points:
                yield Line(f"{name}, {case}" if name in _IN_CHART else name, tuple(points), name in _IN_CHART)


def _named(case: str) -> str:
    return f"`{case}`" if case.startswith("-") else case


def _time(seconds: float) -> str:
    return f"{seconds:.3f}" if seconds < 1 else f"{seconds:.2f}" if seconds < 10 else f"{seconds:,.1f}"


def _ratio(ratio: float) -> str:
    return f"{ratio:,.0f}" if ratio >= 100 else f"{ratio:.1f}" if ratio >= 10 else f"{ratio:.2f}"
