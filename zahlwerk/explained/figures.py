"""One figure explained: its derivation down to facts and sources, where it stands, and what is computed from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from zahlwerk.appearances import Appearance, View, by_target
from zahlwerk.derivations import Cited, Derivation, all_sources, derivation
from zahlwerk.editions import Edition
from zahlwerk.figures import Figure, Figures
from zahlwerk.filled import filled_reference
from zahlwerk.formulatext import default_text
from zahlwerk.pages import article_figures
from zahlwerk.problems import Place
from zahlwerk.project import Project
from zahlwerk.provenance import Quote
from zahlwerk.references import REFERENCE


@dataclass(frozen=True, slots=True)
class Step:
    """A figure in the derivation of another: told in full where it stands first, and named where it stands again."""

    figure: Figure
    told: Derivation
    again: bool  # whether it stood before
    inputs: tuple[Step, ...] = ()  # none where it stands again

    @property
    def place(self) -> Place | None:
        """Where its value is stated, or its formula is written."""
        if self.figure.formula:
            return self.figure.formula.place
        if isinstance(self.figure.value, Quote):
            return self.figure.value.place
        return self.figure.fact.place if self.figure.fact else self.figure.sources[0].place


@dataclass(frozen=True, slots=True)
class Leaning:
    """A figure that is computed from another."""

    reference: str
    text: str  # as it is shown by default
    direct: bool  # whether its own formula reads the other
    places: tuple[Appearance, ...]  # where articles show or claim it

    @property
    def displayed(self) -> bool:
        """Whether articles show it."""
        return any(one.said for one in self.places)


@dataclass(frozen=True, slots=True)
class Explanation:
    """What there is to say of one figure."""

    written: str  # the reference as it was asked for, with braces
    text: str  # what readers see for it
    root: Step
    sources: tuple[Cited, ...]  # all that stand behind it
    places: tuple[Appearance, ...]  # where articles show or claim it
    appendices: tuple[str, ...]  # slugs of articles in whose appendix it is derived
    leaning: tuple[Leaning, ...]
    shared: frozenset[str] = field(default=frozenset())  # figures that stand more than once in the derivation

    def steps(self) -> Iterator[Step]:
        """Every figure of the derivation, each once, the explained one first."""
        waiting = [self.root]
        while waiting:
            step = waiting.pop(0)
            if not step.again:
                yield step
            waiting = [*step.inputs, *waiting]


def explain_figure(project: Project, written: str, edition: Edition) -> Explanation:
    """Explain a reference with braces. Raises KeyError for an unknown figure, ValueError for how it cannot be shown."""
    match = REFERENCE.fullmatch(written)
    target = match[1] if match else written[1:-1]
    figure = project.figures.find(target)
    part = filled_reference(written, project.figures, edition)
    if part.reason and match and match[2]:
        raise ValueError(f"{written}: {part.reason}")
    view = View(project)
    places = by_target(view.appearances())
    seen: dict[str, int] = {}
    root = _step(figure, project.figures, edition, seen)
    return Explanation(
        written,
        default_text(figure, edition) if part.reason else part.text,
        root,
        all_sources([target], project.figures, edition),
        places.get(target, ()),
        tuple(a.slug for a in project.articles if figure in article_figures(project, a)),
        tuple(leaning_on([target], project.figures, edition, places)),
        frozenset(name for name, times in seen.items() if times > 1),
    )


def _step(figure: Figure, figures: Figures, edition: Edition, seen: dict[str, int]) -> Step:
    told = derivation(figure, figures, edition)
    seen[figure.reference] = seen.get(figure.reference, 0) + 1
    if seen[figure.reference] > 1:
        return Step(figure, told, again=True)
    read = dict.fromkeys(figure.inputs.values())
    inputs = tuple(_step(figures.known[name], figures, edition, seen) for name in read)
    return Step(figure, told, again=False, inputs=inputs)


def leaning_on(
    targets: list[str], figures: Figures, edition: Edition, places: Mapping[str, tuple[Appearance, ...]]
) -> Iterator[Leaning]:
    """The figures that are computed from some others, directly or by steps, in the order of the facts."""
    readers: dict[str, list[str]] = {}
    for figure in figures.known.values():
        for read in dict.fromkeys(figure.inputs.values()):
            readers.setdefault(read, []).append(figure.reference)
    found: set[str] = set()
    waiting = list(targets)
    while waiting:
        fresh = [name for name in readers.get(waiting.pop(), ()) if name not in found]
        found.update(fresh)
        waiting += fresh
    direct = {name for target in targets for name in readers.get(target, ())}
    for reference, figure in figures.known.items():
        if reference in found and reference not in targets:
            text, where = default_text(figure, edition), places.get(reference, ())
            yield Leaning(reference, text, reference in direct, where)
