"""The writer: a site replaces the one before it as a whole, and touches nothing that it did not write."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from zahlwerk import writer
from zahlwerk.problems import BuildFailed
from zahlwerk.site import OutputFile
from zahlwerk.writer import Replaced, complete_interrupted, write_site

OLD = {"index.html": "old start", "de/index.html": "old German", "de/gone/index.html": "gone", "data/a.json": "same"}
NEW = {"index.html": "new start", "de/index.html": "new German", "en/index.html": "new English", "data/a.json": "same"}
MOVED = 3  # files of NEW that differ from OLD


class Interrupted(BaseException):
    """Stands for the machine that stops."""


def files(site: Mapping[str, str]) -> list[OutputFile]:
    return [OutputFile(name, text.encode()) for name, text in site.items()]


def tree(out: Path) -> dict[str, str]:
    """What readers of the folder see."""
    paths = [path for path in out.rglob("*") if path.is_file() and ".zahlwerk" not in path.parts]
    return {path.relative_to(out).as_posix(): path.read_text("utf-8") for path in paths}


def problems(out: Path, site: Mapping[str, str]) -> list[str]:
    with pytest.raises(BuildFailed) as failed:
        write_site(out, files(site))
    return [str(problem) for problem in failed.value.problems]


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """An output folder that holds the old site."""
    folder = tmp_path / "public"
    assert write_site(folder, files(OLD)) == Replaced(changed=len(OLD), removed=0)
    return folder


def test_a_site_replaces_the_one_before_it(out: Path) -> None:
    replaced = write_site(out, files(NEW))
    assert tree(out) == NEW
    assert replaced == Replaced(changed=MOVED, removed=1)
    assert not (out / "de/gone").exists()


def test_the_same_site_again_changes_nothing(out: Path) -> None:
    times = {path: path.stat().st_mtime_ns for path in out.rglob("*.html")}
    assert write_site(out, files(OLD)) == Replaced(0, 0)
    assert {path: path.stat().st_mtime_ns for path in out.rglob("*.html")} == times


def test_an_empty_folder_is_taken(tmp_path: Path) -> None:
    write_site(tmp_path, files(NEW))
    assert tree(tmp_path) == NEW


@pytest.mark.parametrize("spoil", [Path.unlink, lambda path: path.write_text("edited by hand", "utf-8")])
def test_a_page_that_somebody_spoiled_is_restored(out: Path, spoil: Callable[[Path], object]) -> None:
    spoil(out / "de/index.html")
    assert write_site(out, files(OLD)) == Replaced(1, 0)
    assert tree(out) == OLD


def test_what_others_put_into_the_folder_stays(out: Path) -> None:
    (out / "CNAME").write_text("www.example.com", "utf-8")
    (out / "de/gone/notes.txt").write_text("notes", "utf-8")
    write_site(out, files(NEW))
    assert tree(out) == {**NEW, "CNAME": "www.example.com", "de/gone/notes.txt": "notes"}


def test_a_foreign_file_in_the_way_of_a_page_is_refused(out: Path) -> None:
    (out / "en").mkdir()
    (out / "en/index.html").write_text("mine", "utf-8")
    (found,) = problems(out, NEW)
    assert "en/index.html: was not written by a build and is in the way; move it away" in found
    assert tree(out) == {**OLD, "en/index.html": "mine"}


def test_a_folder_that_no_build_wrote_is_refused(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear reader", "utf-8")
    (found,) = problems(tmp_path, NEW)
    assert "holds files that no build wrote; choose an empty folder" in found
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_a_file_in_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "public"
    file.write_text("a file", "utf-8")
    (found,) = problems(file, NEW)
    assert f"{file}: is not a folder" in found
    assert file.read_text("utf-8") == "a file"


def test_a_file_in_place_of_a_folder_above_is_refused(tmp_path: Path) -> None:
    (tmp_path / "public").write_text("a file", "utf-8")
    (found,) = problems(tmp_path / "public/site", NEW)
    assert "cannot be written" in found


def test_a_link_that_leads_nowhere_is_refused(tmp_path: Path) -> None:
    link = tmp_path / "public"
    link.symlink_to(tmp_path / "nowhere")
    (found,) = problems(link, NEW)
    assert str(link) in found
    assert not (tmp_path / "nowhere").exists()


@contextmanager
def without_power_over_files() -> Iterator[None]:
    """Go on as a user whom permissions bind, which root is not."""
    user = os.geteuid()
    if user == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(user)


@pytest.mark.parametrize("locked", [".", ".zahlwerk"])
def test_a_folder_that_cannot_be_written_is_told_as_a_problem(locked: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "public"
        Path(folder).chmod(0o755)
        write_site(out, files(OLD))
        if os.geteuid() == 0:
            for path in (out, *out.rglob("*")):
                os.chown(path, 65534, 65534)
        mode = (out / locked).stat().st_mode
        (out / locked).chmod(0o500)
        with without_power_over_files():
            (found,) = problems(out, {**NEW, "fr.html": "new"})
        (out / locked).chmod(mode)
        assert "cannot be written" in found
        assert tree(out) == OLD


@pytest.mark.parametrize("name", ["../outside.html", "de/../../outside.html", "/tmp/outside.html"])
def test_a_file_outside_the_folder_is_refused(out: Path, name: str) -> None:
    (found,) = problems(out, {**NEW, name: "outside"})
    assert f"{name}: lies outside the output folder" in found
    assert tree(out) == OLD


def test_a_page_behind_a_link_out_of_the_folder_is_refused(out: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (out / "en").symlink_to(tmp_path / "elsewhere")
    (found,) = problems(out, NEW)
    assert "en/index.html: lies outside the output folder" in found
    assert list((tmp_path / "elsewhere").iterdir()) == []


@pytest.mark.parametrize(
    ("before", "after"),
    [({"a": "file"}, {"a/index.html": "page"}), ({"a/index.html": "page"}, {"a": "file"})],
    ids=["a file becomes a folder", "a folder becomes a file"],
)
def test_a_name_may_turn_from_file_to_folder_and_back(
    tmp_path: Path, before: dict[str, str], after: dict[str, str]
) -> None:
    write_site(tmp_path, files(before))
    write_site(tmp_path, files(after))
    assert tree(tmp_path) == after


def stopping(after: int, at: Callable[[Path], bool], error: BaseException) -> Callable[[Path, Path], None]:
    """``os.replace`` that fails once ``after`` such moves are done."""
    moves = {"left": after}
    replace = os.replace

    def move(source: Path, target: Path) -> None:
        if at(Path(target)):
            if not moves["left"]:
                raise error
            moves["left"] -= 1
        replace(source, target)

    return move


def is_page(target: Path) -> bool:
    return ".zahlwerk" not in target.parts


def is_journal(target: Path) -> bool:
    return target.name == "journal.json"


def is_manifest(target: Path) -> bool:
    return target.name == "manifest.json"


def interrupt(out: Path, after: int, at: Callable[[Path], bool], error: BaseException | None = None) -> None:
    """Write the new site and stop after so many moves."""
    stop = error or Interrupted()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(writer.os, "replace", stopping(after, at, stop))
        with pytest.raises((Interrupted, BuildFailed)):
            write_site(out, files(NEW))


@pytest.mark.parametrize("after", range(MOVED))
def test_an_interrupted_replacement_is_completed_by_the_next_command(out: Path, after: int) -> None:
    interrupt(out, after, is_page)
    assert tree(out) != NEW
    complete_interrupted(out)
    assert tree(out) == NEW
    assert not (out / "de/gone").exists()


def test_a_replacement_interrupted_at_its_very_end_is_completed(out: Path) -> None:
    interrupt(out, 0, is_manifest)
    complete_interrupted(out)
    assert tree(out) == NEW
    assert write_site(out, files(NEW)) == Replaced(0, 0)


@pytest.mark.parametrize("after", range(MOVED))
def test_another_site_after_an_interrupted_replacement_is_whole(out: Path, after: int) -> None:
    third = {"index.html": "third start", "fr/index.html": "third French"}
    interrupt(out, after, is_page)
    write_site(out, files(third))
    assert tree(out) == third


def test_completing_twice_changes_nothing(out: Path) -> None:
    interrupt(out, 1, is_page)
    complete_interrupted(out)
    complete_interrupted(out)
    assert tree(out) == NEW


def test_a_build_interrupted_before_the_journal_leaves_the_old_site(out: Path) -> None:
    interrupt(out, 0, is_journal)
    complete_interrupted(out)
    assert tree(out) == OLD
    write_site(out, files(NEW))
    assert tree(out) == NEW


def test_what_an_interrupted_build_had_staged_is_not_published_later(out: Path) -> None:
    interrupt(out, 0, is_journal)
    write_site(out, files({"index.html": "third start"}))
    assert tree(out) == {"index.html": "third start"}
    assert not list((out / ".zahlwerk").rglob("*.html"))


def test_a_full_disk_before_the_journal_leaves_the_old_site(out: Path) -> None:
    interrupt(out, 0, is_journal, OSError(28, "No space left on device"))
    assert tree(out) == OLD


def test_nobody_is_told_that_the_site_is_as_it_was_when_it_is_not(out: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(writer.os, "replace", stopping(1, is_page, OSError(5, "Input/output error")))
        (found,) = problems(out, NEW)
    assert "Input/output error" in found
    assert tree(out) != OLD
    assert "as it was" not in found
    complete_interrupted(out)
    assert tree(out) == NEW


def test_a_failure_to_complete_is_told_as_a_problem(out: Path) -> None:
    interrupt(out, 1, is_page)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(writer.os, "replace", stopping(0, is_page, OSError(5, "Input/output error")))
        with pytest.raises(BuildFailed, match="Input/output error"):
            complete_interrupted(out)


def test_completing_needs_no_folder(tmp_path: Path) -> None:
    complete_interrupted(tmp_path / "public")
    assert list(tmp_path.iterdir()) == []


BUILDER = """
import sys
import tempfile
from pathlib import Path
from zahlwerk.site import OutputFile
from zahlwerk.writer import Replaced, complete_interrupted, write_site

out, name = Path(sys.argv[1]), sys.argv[2]
for turn in range(20):
    pages = [f"{folder}/index.html" for folder in ("a", "b", "c", name)]
    complete_interrupted(out)
    write_site(out, [OutputFile(page, f"{name} {turn}".encode()) for page in pages])
"""


def test_two_builds_at_once_leave_the_site_of_one_of_them(tmp_path: Path) -> None:
    out = tmp_path / "public"
    builders = [
        subprocess.Popen([sys.executable, "-c", BUILDER, str(out), name], stderr=subprocess.PIPE, text=True)
        for name in ("first", "second")
    ]
    errors = [builder.communicate(timeout=60)[1] for builder in builders]
    assert errors == ["", ""]
    found = tree(out)
    names = {text.split()[0] for text in found.values()}
    assert len(names) == 1
    name = names.pop()
    assert found == {f"{folder}/index.html": f"{name} 19" for folder in ("a", "b", "c", name)}
