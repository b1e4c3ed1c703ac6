"""What tests share: copies of the project and small whole sites, built in folders of their own."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import settings

from zahlwerk.build import Checked, Wanted, check
from zahlwerk.cli import main
from zahlwerk.problems import BuildFailed
from zahlwerk.project import Project, load_project

settings.register_profile("unhurried", deadline=None)  # how long an example takes says more of the machine
settings.load_profile("unhurried")
ROOT = Path(__file__).resolve().parent.parent
PARTS = ("content", "facts", "locales", "static", "templates", "pyproject.toml")


@dataclass(frozen=True)
class Site:
    """A project in a folder of its own, to be edited and built."""

    folder: Path

    def read(self, name: str) -> str:
        return (self.folder / name).read_text("utf-8")

    def write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8", newline="")

    def replace(self, name: str, old: str, new: str) -> None:
        """Replace a text that must be there."""
        text = self.read(name)
        assert old in text, f"{name} does not hold {old!r}"
        self.write(name, text.replace(old, new))

    def check(self) -> Checked:
        return check(self.folder, Wanted())

    def problems(self) -> list[str]:
        """What the checks find, a line each; empty when the site is sound."""
        try:
            return [str(problem) for problem in self.check().warnings]
        except BuildFailed as failed:
            return [str(problem) for problem in failed.problems]

    def run(self, *arguments: str) -> int:
        """The exit code of a command."""
        return main(arguments, self.folder)

    def tree(self, folder: str = "public") -> dict[str, bytes]:
        """Every file of the output, without the writer's own and the search index."""
        root = self.folder / folder
        hidden = {".zahlwerk", "pagefind"}
        files = [path for path in root.rglob("*") if path.is_file() and not hidden & set(path.parts)]
        return {path.relative_to(root).as_posix(): path.read_bytes() for path in sorted(files)}


@pytest.fixture
def site(tmp_path: Path) -> Site:
    """A copy of this very project's content, facts, catalogues and templates."""
    return Site(_copied(ROOT, tmp_path / "site"))


@pytest.fixture
def small_site(tmp_path: Path) -> Callable[[str], Site]:
    """A copy of one of the small sites of tests/sites, with the templates of the project unless it has its own."""

    def copy(name: str) -> Site:
        folder = tmp_path / name
        shutil.copytree(ROOT / "tests" / "sites" / name, folder)
        if not (folder / "templates").exists():
            shutil.copytree(ROOT / "templates", folder / "templates")
        return Site(folder)

    return copy


@pytest.fixture(scope="session")
def project() -> Project:
    """This very project, read once."""
    return load_project(ROOT)


@pytest.fixture(scope="session")
def checked() -> Checked:
    """This very project, built once in memory with every check passed."""
    return check(ROOT, Wanted())


def _copied(source: Path, target: Path) -> Path:
    target.mkdir(parents=True)
    for part in PARTS:
        if (source / part).is_dir():
            shutil.copytree(source / part, target / part)
        else:
            shutil.copy(source / part, target / part)
    return target


def needs_program(name: str) -> pytest.MarkDecorator:
    """Skip tests where a program is missing, with the reason; in CI they run, and fail for the lack of it."""
    missing = shutil.which(name) is None and os.environ.get("CI") != "true"
    return pytest.mark.skipif(missing, reason=f"{name} is not installed")
