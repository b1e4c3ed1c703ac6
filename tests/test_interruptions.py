"""Whenever a build is killed, the next one leaves what a build into an empty folder does, byte for byte."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from nursery import End, Nursery, nursery
from small import BODY, FACTS, GERMAN, SLUG, article, english, german, write_small_site

OLD = {
    "index.html": "old",
    "de/index.html": "old",
    "de/gone/deep/index.html": "gone",
    "turns": "a file",
    "same": "same",
}
NEW = {
    "index.html": "new",
    "en/index.html": "new",
    "de/index.html": "new",
    "turns/index.html": "a page",
    "same": "same",
}
OTHER = {"index.html": "other", "turns": "a file", "fr/index.html": "other"}
FOREIGN = "CNAME"  # what somebody else has put there
AT_LEAST = 20  # steps of writing a site, so that a test cannot pass by having none
SOAKED, PLAIN, ROUNDS = 200, 5, 25


@dataclass(frozen=True)
class Tree:
    """All that lies in an output folder but the writer's own."""

    files: dict[str, bytes]
    folders: frozenset[str]


def tree(out: Path) -> Tree:
    paths = [path.relative_to(out) for path in out.rglob("*") if ".zahlwerk" not in path.parts and path.name != FOREIGN]
    return Tree(
        {path.as_posix(): (out / path).read_bytes() for path in paths if (out / path).is_file()},
        frozenset(path.as_posix() for path in paths if (out / path).is_dir()),
    )


def own(out: Path) -> set[str]:
    """What the writer keeps for itself."""
    return {path.name for path in (out / ".zahlwerk").iterdir()}


def is_begun(out: Path) -> bool:
    return (out / ".zahlwerk" / "journal.json").exists()


@pytest.fixture(scope="module")
def builders() -> Iterator[Nursery]:
    with nursery() as started:
        yield started


def written(builders: Nursery, out: Path, site: dict[str, str]) -> Tree:
    assert builders.write(out, site).code == 0
    return tree(out)


@pytest.mark.parametrize("after", [NEW, OTHER], ids=["the same site", "another site"])
def test_a_writer_killed_at_any_step_leaves_one_site_and_then_the_next(
    builders: Nursery, tmp_path: Path, after: dict[str, str]
) -> None:
    """Every change of the disk is tried, from the first to the last."""
    new, wanted = (written(builders, tmp_path / str(number), site) for number, site in enumerate((NEW, after)))
    before, begun, step, killed = tmp_path / "before", 0, 0, True
    old = written(builders, before, OLD)
    while killed:
        step += 1
        out = tmp_path / f"out{step}"
        shutil.copytree(before, out)
        (out / FOREIGN).write_text("mine", "utf-8")
        killed = builders.write(out, NEW, step=step).killed
        begun += is_begun(out)
        assert is_begun(out) or tree(out) in (old, new), step
        assert written(builders, out, after) == wanted, step
        assert own(out) == {"lock", "manifest.json"}
        assert (out / FOREIGN).read_text("utf-8") == "mine"
    assert step > AT_LEAST
    assert begun > AT_LEAST / 4


@dataclass(frozen=True)
class Variant:
    """A project as it is at one time, and what a build of it into an empty folder leaves."""

    project: Path
    options: tuple[str, ...]
    clean: Tree
    build: End

    def arguments(self, out: Path) -> tuple[str, ...]:
        return ("--out", str(out), *self.options)


@pytest.fixture(scope="module")
def variants(builders: Nursery, tmp_path_factory: pytest.TempPathFactory) -> list[Variant]:
    """One project at five times: facts, slugs, articles and languages come and go."""
    folder = tmp_path_factory.mktemp("projects")
    klein, both = {"en": english(), "de": german(small={**GERMAN, SLUG: "klein"})}, {SLUG: article(BODY)}
    more = {**both, "more": article("More of {card_a.memory}.\n", title="More")}
    sites = [
        write_small_site(folder / "base"),
        write_small_site(folder / "facts", facts=FACTS.replace("141.1 GB", "150 GB")),
        write_small_site(folder / "slug", languages=klein),
        write_small_site(folder / "more", articles=more, languages={"en": english(), "de": german(small=GERMAN)}),
        write_small_site(folder / "english", languages={"en": english()}),
    ]
    sites[0].write("static/turns", "a file")
    sites[2].write("static/turns/index.html", "a page")
    builders.warm(sites[0].folder)
    found = []
    for number, site in enumerate(sites):
        out, options = site.folder / "clean", ("--no-search",) if number % 2 else ()
        end = builders.build("--out", str(out), *options, project=site.folder)
        assert (end.killed, end.code) == (False, 0), end.said
        found.append(Variant(site.folder, options, tree(out), end))
    assert all(one == other or one.clean != other.clean for one in found for other in found)
    return found


def interrupted(builders: Nursery, out: Path, variant: Variant, chance: random.Random) -> End:
    """A build that is killed at a random moment: of time, or of what it does to the disk."""
    arguments = variant.arguments(out)
    if chance.random() < 0.5:
        seconds = chance.uniform(0.001, variant.build.seconds)
        return builders.build(*arguments, project=variant.project, seconds=seconds)
    return builders.build(*arguments, project=variant.project, step=chance.randint(1, variant.build.steps))


@pytest.mark.parametrize(
    ("seed", "rounds"),
    [(0, PLAIN), *(pytest.param(seed, ROUNDS, marks=pytest.mark.soak) for seed in range(1, SOAKED // ROUNDS + 1))],
)
def test_whatever_is_interrupted_the_next_build_is_as_a_clean_one(
    builders: Nursery, variants: list[Variant], tmp_path: Path, seed: int, rounds: int
) -> None:
    chance, out, killed, begun, tried = random.Random(seed), tmp_path / "public", 0, 0, 0
    before = Tree({}, frozenset())
    while killed < rounds:
        tried += 1
        first = chance.choice([variant for variant in variants if variant.clean != before])
        second = chance.choice(variants)
        killed += interrupted(builders, out, first, chance).killed
        begun += is_begun(out)
        if out.exists() and not is_begun(out):
            assert tree(out) in (before, first.clean)
        end = builders.build(*second.arguments(out), project=second.project)
        assert end.code == 0, end.said
        before = tree(out)
        assert before == second.clean
        assert own(out) <= {"lock", "manifest.json", "scratch"}  # where a program of a killed build still works
        foreign = out / FOREIGN
        assert not foreign.exists() or foreign.read_text("utf-8") == "mine"
        foreign.write_text("mine", "utf-8")
        assert tried < 4 * rounds
    assert begun or rounds < ROUNDS
