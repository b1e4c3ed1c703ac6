"""Planners whose answers differ."""

from __future__ import annotations

from dataclasses import dataclass

from zahlwerk.appearances import View
from zahlwerk.articles import Article
from zahlwerk.planner.answers import Answers, facts_read
from zahlwerk.planner.declared import FENCE, Planner, planner_of
from zahlwerk.planner.grid import answered, make_grid
from zahlwerk.problems import BuildFailed, Place

_DRAWN = ("_bar", "_standing")  # ends of the names of parts that style sheets take, and nobody reads


@dataclass(frozen=True, slots=True)
class PlannerChange:
    """A planner that answers otherwise."""

    change: str  # "added", "removed" or "changed"
    slug: str
    place: Place
    answers: int  # that readers can come to see
    changed: int  # of these
    start: tuple[tuple[str, str, str, str], ...]  # what the page itself shows: part, language, before and after


def planner_change(before: View, after: View, old: Article | None, new: Article | None) -> PlannerChange | None:
    """What becomes of the planner of an article; None where it answers as before, or cannot be read."""
    then, now = _planner(before, old), _planner(after, new)
    article = new if now else old
    if article is None or _read(then, before) == _read(now, after):
        return None
    place = next((fence.place for fence in article.fences if fence.info == FENCE), Place(article.file))
    cells = [_cells(planner) for planner in (then, now)]
    changed = sum(one != other for one, other in _paired(*cells))
    change = "added" if then is None else "removed" if now is None else "changed"
    start = () if then is None or now is None else _start(before, after, article, (then, now))
    if not changed and not start:
        return None
    return PlannerChange(change, article.slug, place, len(cells[1] or cells[0]), changed, start)


def _planner(view: View, article: Article | None) -> Planner | None:
    try:
        return planner_of(article, view.project.facts) if article else None
    except BuildFailed:  # told by the checks
        return None


def _read(planner: Planner | None, view: View) -> object:
    """All that the answers depend on; to compare them one by one takes far longer."""
    if planner is None:
        return None
    figures = view.project.figures.known
    records = (*planner.cards.values(), *(way.recipe for way in (*planner.methods.values(), *planner.serving.values())))
    values = {reference: figures[reference].value for reference in facts_read(planner)}
    return planner.axes, planner.start, [(record.id, record.name) for record in records], values


def _cells(planner: Planner | None) -> dict[tuple[str, int], object]:
    grid = make_grid(Answers(planner)) if planner else {}
    return {
        (part, number): cell
        for part, cells in grid.items()
        if not part.endswith(_DRAWN)
        for number, cell in enumerate(cells)
    }


def _paired(before: dict[tuple[str, int], object], after: dict[tuple[str, int], object]) -> list[tuple[object, object]]:
    return [(before.get(key), after.get(key)) for key in before.keys() | after.keys()]


def _start(
    before: View, after: View, article: Article, planners: tuple[Planner, Planner]
) -> tuple[tuple[str, str, str, str], ...]:
    answers = [Answers(planner) for planner in planners]
    found = []
    for language in after.published[article.slug]:
        editions = before.project.editions.get(language), after.project.editions[language]
        was = answered(answers[0], planners[0].start, editions[0]) if editions[0] else {}
        becomes = answered(answers[1], planners[1].start, editions[1])
        for part, text in becomes.items():
            if text != was.get(part, "") and not part.endswith(_DRAWN):
                found.append((part, language, was.get(part, ""), text))
    return tuple(found)
