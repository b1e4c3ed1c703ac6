"""How long builds take, of Zahlwerk and of other generators, on the same made-up site.

    python -m benchmarks.builds --articles 10 100 1000 --repeats 3

Each run is measured right after an empty process of Python and a build of lean Hugo, so that its ratios to both do not
depend on what else the machine does; medians are told of all repetitions. docs/performance.md gets a section.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.cases import CASES, COLD, UNCHANGED, Case
from benchmarks.corpus import Corpus
from benchmarks.measuring import EMPTY, CommandFailedError, Cost, cleared, files_of, run
from benchmarks.plain import LANGUAGES, Content, content_of
from benchmarks.report import write_report
from benchmarks.results import MEMORY, Measured, Sample
from benchmarks.rivals import PUBLIC, Rival, rivals, zahlwerk

ROOT = Path(__file__).resolve().parent.parent
YARDSTICK = "Hugo, lean"


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be measured."""

    sizes: tuple[int, ...]  # numbers of articles
    repeats: int
    limit: float  # seconds of a cold build beyond which a generator is measured once, and at no larger size
    tools: Path  # environment of the other generators
    only: tuple[str, ...] = ()  # beginnings of names; empty for all
    seed: int = 1


@dataclass(slots=True)
class Workplace:
    """A generator with its own folder."""

    rival: Rival
    content: Content
    folder: Path
    laid: frozenset[Path]  # what it was given

    def prepare(self, case: Case, turn: int) -> list[tuple[str, str]]:
        """Make the change that is to be built; the pages that must show it, each with a text."""
        if case.cold:
            cleared(self.folder, self.laid)
        return case.change(self, turn) if case.change else []

    def command(self, case: Case) -> Sequence[str]:
        """What is called."""
        return self.rival.cold if case.cold else (*self.rival.warm, *case.arguments)

    def page(self, number: int, language: str) -> str:
        """The file of an article's page."""
        return f"{PUBLIC}/{self.rival.page.format(language=language, slug=self.content.corpus.slug(number))}"

    def written(self) -> int:
        """The bytes of its output, without hidden files, which no reader is given."""
        output = self.folder / PUBLIC
        files = (
            path for path in files_of(output) if not any(part[0] == "." for part in path.relative_to(output).parts)
        )
        return sum(path.stat().st_size for path in files)

    def checked(self, expected: list[tuple[str, str]]) -> None:
        """See that a build did what is measured. Raises CommandFailedError."""
        pages = [self.page(number, tag) for number in range(self.content.corpus.size) for tag in LANGUAGES]
        lacking = [name for name in pages if not (self.folder / name).is_file()]
        lacking += [name for name, text in expected if text not in (self.folder / name).read_text("utf-8")]
        if lacking:
            raise CommandFailedError(f"{self.rival.name} did not write {lacking[0]} as it should be")


@dataclass(slots=True)
class Bench:
    """Measures one size, round after round."""

    plan: Plan
    places: list[Workplace]
    found: dict[tuple[str, str], list[Sample]] = field(default_factory=dict)  # by generator and case
    slow: dict[str, float] = field(default_factory=dict)  # seconds of those beyond the limit
    written: dict[str, int] = field(default_factory=dict)  # bytes by generator
    turn: int = 0

    def rounds(self) -> None:
        """Everything, as often as it is to be repeated; then once the memory of all processes together."""
        for number in range(self.plan.repeats):
            for place in self.places:
                if number == 0 or place.rival.name not in self.slow:
                    self._all_cases(place)
        for place in self.places:
            self.written[place.rival.name] = place.written()
            if place.rival.name not in self.slow:
                self._memory(place)

    def _all_cases(self, place: Workplace) -> None:
        for case in CASES:
            if case.everywhere or place.rival.name == zahlwerk().name:
                sample = self._sample(place, case)
                self.found.setdefault((place.rival.name, case.name), []).append(sample)
                told = f"{sample.cost.seconds:.3f} s"
                print(f"{place.content.corpus.size} articles, {place.rival.name}, {case.name}: {told}", flush=True)
                if case.cold and sample.cost.seconds > self.plan.limit:
                    self.slow[place.rival.name] = sample.cost.seconds

    def _sample(self, place: Workplace, case: Case) -> Sample:
        empty = run(EMPTY, place.folder, {})
        yardstick = next((other for other in self.places if other.rival.name == YARDSTICK), None)
        pair = self._cost(yardstick, case if case.cold else UNCHANGED) if yardstick and yardstick is not place else None
        cost = self._cost(place, case)
        return Sample(cost, empty, pair or (cost if yardstick else None))

    def _cost(self, place: Workplace, case: Case) -> Cost:
        self.turn += 1
        expected = place.prepare(case, self.turn)
        os.sync()  # what was written before is not to be paid for now
        cost = run(place.command(case), place.folder, place.rival.environment)
        if case.builds:
            place.checked(expected)
        return cost

    def _memory(self, place: Workplace) -> None:
        """A cold build that is not timed, with a look at all its processes."""
        place.prepare(COLD, self.turn)
        cost = run(place.command(COLD), place.folder, place.rival.environment, sampled=True)
        self.found.setdefault((place.rival.name, MEMORY), []).append(Sample(cost, cost, None))


def measure(plan: Plan) -> Iterator[Measured]:
    """What each size takes, one after the other."""
    wanted = [one for one in (zahlwerk(), *rivals(plan.tools)) if _wanted(one, plan.only)]
    left_out = {one.name: one.missing for one in wanted if one.missing}
    for size in plan.sizes:
        content = content_of(Corpus(size, plan.seed))
        with tempfile.TemporaryDirectory(prefix="zahlwerk-bench-") as folder:
            here = [one for one in wanted if one.name not in left_out]
            bench = Bench(plan, [_workplace(one, content, Path(folder)) for one in here])
            bench.rounds()
        yield Measured(size, tuple(here), bench.found, dict(left_out), bench.written)
        for name, seconds in bench.slow.items():
            left_out[name] = f"a cold build took {seconds:.0f} s for {size:,} articles"


def _wanted(rival: Rival, only: tuple[str, ...]) -> bool:
    """Whether it is asked for; the yardstick always is."""
    return not only or rival.name == YARDSTICK or rival.name.lower().startswith(tuple(map(str.lower, only)))


def _workplace(rival: Rival, content: Content, base: Path) -> Workplace:
    folder = base / rival.name.replace(", ", "-").lower()
    rival.lay(folder, content)
    return Workplace(rival, content, folder, files_of(folder))


def main() -> None:
    """Measure, and write the section and the chart after each size."""
    options = argparse.ArgumentParser(description="time builds of a made-up site")
    options.add_argument("--articles", type=int, nargs="+", default=[10, 100, 1000])
    options.add_argument("--repeats", type=int, default=3)
    options.add_argument("--limit", type=float, default=300, help="seconds; a slower generator is measured once")
    options.add_argument("--tools", type=Path, default=ROOT / ".venv-bench", help="environment of the generators")
    options.add_argument("--only", nargs="*", default=[], help="generators by the beginnings of their names")
    options.add_argument("--document", type=Path, default=ROOT / "docs/performance.md")
    asked = options.parse_args()
    plan = Plan(tuple(sorted(asked.articles)), asked.repeats, asked.limit, asked.tools.resolve(), tuple(asked.only))
    found: list[Measured] = []
    for measured in measure(plan):
        found.append(measured)
        write_report(asked.document, found, plan.repeats)
    print(f"{asked.document} is written")


if __name__ == "__main__":
    main()
