"""When the lines of a file were written, told by real repositories."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from conftest import needs_program
from repository import Repository, begin_repository, without_own_settings

from zahlwerk.history import read_history, read_versions

pytestmark = needs_program("git")

TODAY = date(2026, 5, 6)
NAME = "poem.txt"
STANZAS = "\n".join(f"A line that is long enough to be known again, number {number}" for number in range(12))


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    folder = tmp_path / "repository"
    folder.mkdir()
    return begin_repository(folder, monkeypatch)


def write(repository: Repository, text: str, name: str = NAME) -> None:
    (repository.folder / name).write_bytes(text.encode())


def days(repository: Repository, name: str = NAME) -> list[tuple[str, str]]:
    """The lines, each with its day as it is written."""
    return [(line.text, str(line.day)) for line in read_history(repository.folder, name, TODAY)]


def test_each_line_has_the_day_of_its_last_change(repository: Repository) -> None:
    write(repository, "one\ntwo\nthree\n")
    repository.commit("2026-01-10")
    write(repository, "one\ntwo, changed\nthree\n")
    repository.commit("2026-02-20")
    assert days(repository) == [("one", "2026-01-10"), ("two, changed", "2026-02-20"), ("three", "2026-01-10")]


@pytest.mark.parametrize("options", [(), ("--object-format=sha256",)], ids=["SHA-1", "SHA-256"])
def test_a_line_that_is_not_committed_is_of_today(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...]
) -> None:
    repository = begin_repository(tmp_path, monkeypatch, *options)
    write(repository, "one\n")
    repository.commit("2026-01-10")
    write(repository, "zero\none\n")
    assert days(repository) == [("zero", "2026-05-06"), ("one", "2026-01-10")]


def test_a_file_that_is_staged_but_never_was_committed_is_of_today(repository: Repository) -> None:
    write(repository, "another\n", "another.txt")
    repository.commit("2026-01-10")
    write(repository, "one\n")
    repository.git("add", NAME)
    assert days(repository) == [("one", "2026-05-06")]


def test_a_line_that_only_moved_keeps_its_day(repository: Repository) -> None:
    write(repository, f"the first line of all, which goes to the end\n{STANZAS}\n")
    repository.commit("2026-01-10")
    write(repository, f"{STANZAS}\nthe first line of all, which goes to the end\n")
    repository.commit("2026-02-20")
    assert {day for _, day in days(repository)} == {"2026-01-10"}


@pytest.mark.parametrize(
    ("moment", "day"), [("2026-01-31T23:30:00-0500", "2026-01-31"), ("2026-02-01T00:30:00+1300", "2026-02-01")]
)
def test_the_day_is_the_authors_where_the_author_was(repository: Repository, moment: str, day: str) -> None:
    write(repository, "one\n")
    repository.git("add", "--all")
    later = "2026-03-03T00:00:00+0000"
    repository.git("commit", "--quiet", "--message", "one", GIT_AUTHOR_DATE=moment, GIT_COMMITTER_DATE=later)
    assert days(repository) == [("one", day)]


@pytest.mark.parametrize("name", ["-rf.txt", "two words.txt", "größe.txt", "folder/inner.txt", '"quoted".txt'])
def test_any_name_of_a_file_will_do(repository: Repository, name: str) -> None:
    (repository.folder / "folder").mkdir()
    write(repository, "one\n", name)
    repository.commit("2026-01-10")
    assert days(repository, name) == [("one", "2026-01-10")]


def test_a_project_may_lie_inside_its_repository(repository: Repository) -> None:
    (repository.folder / "site").mkdir()
    write(repository, "one\n", f"site/{NAME}")
    repository.commit("2026-01-10")
    assert days(Repository(repository.folder / "site")) == [("one", "2026-01-10")]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("one\r\ntwo\r\n", ["one", "two"]),
        ("one\rtwo\r\rthree", ["one", "two", "", "three"]),
        ("one\n\n\ntwo", ["one", "", "", "two"]),
        ("one\u2028two\x0cthree\n", ["one\u2028two\x0cthree"]),
        (f"{'0' * 40} 1 1 1\n\tauthor-time 5\nboundary\n", [f"{'0' * 40} 1 1 1", "\tauthor-time 5", "boundary"]),
        ("", []),
    ],
    ids=["DOS", "old Mac", "empty lines", "other line ends", "what git says of lines", "nothing"],
)
def test_lines_are_counted_as_the_project_counts_them(repository: Repository, text: str, lines: list[str]) -> None:
    write(repository, text)
    repository.commit("2026-01-10")
    assert days(repository) == [(line, "2026-01-10") for line in lines]


def test_bytes_that_are_no_text_break_nothing(repository: Repository) -> None:
    (repository.folder / NAME).write_bytes(b"one\n\xff\xfe\n")
    repository.commit("2026-01-10")
    assert [day for _, day in days(repository)] == ["2026-01-10"] * 2


def test_a_history_that_was_cut_off_knows_only_the_days_it_holds(repository: Repository, tmp_path: Path) -> None:
    for number, day in enumerate(("2026-01-10", "2026-02-20", "2026-03-30"), start=1):
        write(repository, "".join(f"{line}\n" for line in range(number)))
        repository.commit(day)
    assert [day for _, day in days(repository)] == ["2026-01-10", "2026-02-20", "2026-03-30"]
    repository.git("clone", "--quiet", "--depth=2", repository.folder.as_uri(), str(tmp_path / "shallow"))
    assert [day for _, day in days(Repository(tmp_path / "shallow"))] == ["None", "None", "2026-03-30"]


def outside(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    repository.commit("2026-01-10")
    (repository.folder / ".git").rename(repository.folder / "aside")


def untracked(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    repository.git("commit", "--quiet", "--allow-empty", "--message", "nothing")


def ignored(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    write(repository, "*.txt\n", ".gitignore")
    repository.commit("2026-01-10")


def without_commits(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    pass


def without_git(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    repository.commit("2026-01-10")
    monkeypatch.setenv("PATH", str(repository.folder / "nothing"))


def damaged(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    repository.commit("2026-01-10")
    (repository.folder / ".git" / "HEAD").write_text("spoiled")


def deleted(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    repository.commit("2026-01-10")
    (repository.folder / NAME).unlink()


@pytest.mark.parametrize(
    "situation",
    [outside, untracked, ignored, without_commits, without_git, damaged, deleted],
    ids=lambda situation: situation.__name__,
)
def test_without_a_history_nothing_is_known_and_nothing_said(
    repository: Repository, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str],
    situation: Callable[[Repository, pytest.MonkeyPatch], None],
) -> None:  # fmt: skip
    write(repository, "one\n")
    situation(repository, monkeypatch)
    assert days(repository) == []
    assert capfd.readouterr() == ("", "")


def test_a_folder_that_is_not_there_has_no_history(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    without_own_settings(tmp_path, monkeypatch)
    assert read_history(tmp_path / "nowhere", NAME, TODAY) == ()


@pytest.mark.parametrize("moment", ["99999999999999 +0000", "1768046400 +9999", "1768046400 +xyz0"])
def test_a_day_that_no_calendar_has_is_not_known(repository: Repository, moment: str) -> None:
    write(repository, "one\n")
    repository.git("add", "--all")
    tree = repository.git("write-tree").strip()
    text = f"tree {tree}\nauthor A <a@example.com> {moment}\ncommitter A <a@example.com> 1768046400 +0000\n\none\n"
    write(repository, text, "commit")
    commit = repository.git("hash-object", "-t", "commit", "-w", "--literally", "commit").strip()
    repository.git("update-ref", "HEAD", commit)
    assert days(repository) == [("one", "None")]


def test_each_version_of_a_file_has_its_day_and_its_text(repository: Repository) -> None:
    for day, text in (("2026-01-10", "one\n"), ("2026-02-20T23:30:00-0800", "two é\n")):
        write(repository, text)
        repository.commit(day)
    write(repository, "another\n", "another.txt")
    repository.commit("2026-03-01")
    write(repository, "not committed\n")
    found = [(str(version.day), version.text) for version in read_versions(repository.folder, NAME)]
    assert found == [("2026-01-10", "one\n"), ("2026-02-20", "two é\n")]


@pytest.mark.parametrize(
    "situation",
    [outside, untracked, ignored, without_git],
    ids=lambda situation: situation.__name__,
)
def test_a_file_that_git_does_not_follow_has_no_versions(
    repository: Repository, monkeypatch: pytest.MonkeyPatch, situation: Callable[[Repository, pytest.MonkeyPatch], None]
) -> None:
    write(repository, "one\n")
    situation(repository, monkeypatch)
    assert read_versions(repository.folder, NAME) == ()
