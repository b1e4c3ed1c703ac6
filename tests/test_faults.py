"""Disks that are full or read-only, folders of somebody else, damage, two builds at once: told, and nothing is lost."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from conftest import ROOT, Site
from small import BODY, GERMAN, SLUG, article, english, german, write_small_site

from zahlwerk import search
from zahlwerk.writer import output

MESSAGE_OF_DAMAGE = "is damaged, so that nobody can tell which files are of the site; keep elsewhere what is your own"


@pytest.fixture
def small(tmp_path: Path) -> Site:
    return write_small_site(tmp_path / "site")


def changed(site: Site) -> None:
    """Another fact, so that every page is another."""
    site.replace("facts/facts.yaml", "141.1 GB", "150 GB")


def command_line(site: Site, *arguments: str, limit: int = 0, stdout: int = subprocess.PIPE) -> subprocess.Popen[str]:
    """A command in a process of its own, which may write no file beyond a limit."""
    program = "from zahlwerk.cli import run; run()"

    def limited() -> None:
        if limit:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    return subprocess.Popen(
        [sys.executable, "-c", program, *arguments], cwd=site.folder, env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=stdout, stderr=subprocess.PIPE, text=True, preexec_fn=limited,  # noqa: PLW1509  # this process has no threads
    )  # fmt: skip


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of two megabytes."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("only root may make a disk, and not everywhere")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def fill(disk: Path, room: int) -> Path:
    """Leave this much room; the file that takes up the rest."""
    ballast = disk / "ballast"
    free = os.statvfs(disk)
    ballast.write_bytes(bytes(max(0, free.f_bavail * free.f_frsize - room)))
    return ballast


def test_a_full_disk_is_told_and_the_site_stays_whole(
    small: Site, disk: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With ever more room, until it is enough."""
    out, code, rooms = disk / "public", 1, iter(range(0, 2**20, 8192))
    arguments = ("build", "--no-search", "--out", str(out))
    assert small.run(*arguments) == 0
    before, failed = small.tree(str(out)), 0
    changed(small)
    while code:
        ballast = fill(disk, next(rooms))
        capsys.readouterr()
        code = small.run(*arguments)
        errors = capsys.readouterr().err
        ballast.unlink()
        if code:
            failed += 1
            assert "cannot be written: No space left on device; the site is as it was" in errors
            assert small.tree(str(out)) == before
            assert not (out / ".zahlwerk/staged").exists()
    assert failed > 2
    assert small.run("build", "--no-search") == 0
    assert small.tree(str(out)) == small.tree() != before


def test_a_search_index_without_room_is_told_and_nothing_is_written(
    small: Site, disk: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Pagefind itself says nothing of a disk that is full, and leaves files that end half way."""
    fill(disk, 65_536)
    assert small.run("build", "--out", str(disk / "public")) == 1
    assert "No space left on device; make room, or build with --no-search" in capsys.readouterr().err
    assert not (disk / "public").exists()


def test_an_index_that_was_cut_short_is_never_published(
    small: Site, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """By whatever it may be: here by the largest size that a file may have."""
    monkeypatch.setattr(search, "need_room", lambda *_: None)
    run = subprocess.run
    limited = {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (20_480, 20_480))}
    monkeypatch.setattr(search.subprocess, "run", lambda *given, **more: run(*given, **more, **limited))
    assert small.run("build") == 1
    errors = capsys.readouterr().err
    assert "or build with --no-search" in errors
    assert "a fault of Zahlwerk" not in errors
    assert not (small.folder / "public").exists()


def test_catalogues_are_whole_on_a_full_disk(small: Site, disk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    site = write_small_site(disk / "site")
    site.replace(f"content/{SLUG}.md", "Each card", "Every card")
    name = f"locales/de/LC_MESSAGES/{SLUG}.po"
    before = site.read(name)
    ballast = fill(disk, 0)
    assert site.run("messages") == 1
    assert "cannot be written: No space left on device" in capsys.readouterr().err
    assert site.read(name) == before
    assert not list(disk.rglob("*.new"))
    ballast.unlink()
    assert site.run("messages") == 0
    assert "Every card" in site.read(name)


def test_a_file_that_may_not_grow_any_further_leaves_the_site_as_it_was(small: Site) -> None:
    assert small.run("build", "--no-search") == 0
    before = small.tree()
    changed(small)
    build = command_line(small, "build", "--no-search", limit=4096)
    errors = build.communicate()[1]
    assert build.returncode == 1
    assert "cannot be written: File too large; the site is as it was" in errors
    assert small.tree() == before


@pytest.mark.parametrize("command", [("check",), ("messages", "status"), ("build",)], ids=" ".join)
def test_what_cannot_be_printed_is_told_and_the_site_is_whole(small: Site, command: tuple[str, ...]) -> None:
    full = os.open("/dev/full", os.O_WRONLY)
    done = command_line(small, *command, stdout=full)
    errors = done.communicate()[1]
    os.close(full)
    assert done.returncode == 1
    assert errors.endswith("what the command has to say or to keep cannot be written: No space left on device\n")
    assert "Traceback" not in errors
    assert ("build" in command) == (small.folder / f"public/en/{SLUG}/index.html").exists()


def test_a_read_only_disk_is_told_and_the_site_stays(
    small: Site, disk: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ("build", "--no-search", "--out", str(disk / "public"))
    assert small.run(*arguments) == 0
    before = small.tree(str(disk / "public"))
    changed(small)
    subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
    capsys.readouterr()
    assert small.run(*arguments) == 1
    assert "cannot be written: Read-only file system; the site is as it was" in capsys.readouterr().err
    assert small.tree(str(disk / "public")) == before
    subprocess.run(["mount", "-o", "remount,rw", str(disk)], check=True)
    assert small.run(*arguments) == 0


@pytest.mark.parametrize("folder", ["static/site", "content/site", "templates/assets/x", "locales/xx", "facts/x"])
def test_a_site_is_not_written_into_what_it_is_made_from(
    small: Site, folder: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert small.run("build", "--out", str(small.folder / folder)) == 1
    source = folder.partition("/")[0]
    assert f"lies in {source}/, which the site is made from; choose a folder outside of it" in capsys.readouterr().err
    assert not (small.folder / folder).exists()


FOREIGN: dict[str, Callable[[Path], object]] = {
    "a link that leads nowhere": lambda path: path.symlink_to("nothing"),
    "an empty folder": lambda path: path.mkdir(),
    "a pipe": os.mkfifo,
}


@pytest.mark.parametrize("put", FOREIGN.values(), ids=FOREIGN)
def test_whatever_others_put_in_the_place_of_a_page_stays(
    small: Site, put: Callable[[Path], object], capsys: pytest.CaptureFixture[str]
) -> None:
    assert small.run("build", "--no-search") == 0
    small.write("content/more.md", article(BODY, title="More"))
    place = small.folder / "public/en/more/index.html"
    place.parent.mkdir()
    put(place)
    before = small.tree()
    capsys.readouterr()
    assert small.run("build", "--no-search") == 1
    assert f"{place}: was not written by a build and is in the way; move it away" in capsys.readouterr().err
    assert os.path.lexists(place)
    assert small.tree() == before


@pytest.mark.parametrize("file", ["manifest.json", "journal.json"])
@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        '["index.html"',
        "null",
        "3",
        '{"move": []}',
        '["../letter.txt"]',
        '["/etc/hostname"]',
        "[1]",
        "\x00\xff",
    ],
)
def test_notes_of_the_writer_that_are_damaged_are_told_and_nothing_is_deleted(
    small: Site, file: str, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    out = small.folder / "public"
    with output(out):
        (out / "index.html").write_text("the site", "utf-8")
    (small.folder / "letter.txt").write_text("Dear reader", "utf-8")
    (out / ".zahlwerk" / file).write_bytes(text.encode("latin-1"))
    assert small.run("build", "--no-search") == 1
    assert f"public/.zahlwerk/{file}: {MESSAGE_OF_DAMAGE}" in capsys.readouterr().err
    assert (out / "index.html").read_text("utf-8") == "the site"
    assert (small.folder / "letter.txt").exists()


@pytest.mark.parametrize("part", ["delete", "move", "manifest"])
def test_a_journal_cannot_reach_out_of_the_folder(small: Site, part: str, capsys: pytest.CaptureFixture[str]) -> None:
    (small.folder / "letter.txt").write_text("Dear reader", "utf-8")
    with output(small.folder / "public"):
        (small.folder / "public/index.html").write_text("the site", "utf-8")
    journal = {"move": [], "delete": [], "manifest": [], part: ["../letter.txt"]}
    (small.folder / "public/.zahlwerk/journal.json").write_text(json.dumps(journal), "utf-8")
    for command in ("check", "messages", "build"):
        assert small.run(command) == 1
        assert MESSAGE_OF_DAMAGE in capsys.readouterr().err
    assert (small.folder / "letter.txt").exists()


def test_after_damage_a_new_folder_is_whole(small: Site) -> None:
    assert small.run("build") == 0
    before = small.tree()
    (small.folder / "public/.zahlwerk/manifest.json").write_text("{", "utf-8")
    assert small.run("build") == 1
    assert small.tree() == before
    (small.folder / "public").rename(small.folder / "aside")
    assert small.run("build") == 0
    assert small.tree() == before


def test_nothing_is_deleted_behind_a_link_that_took_a_folders_place(small: Site, tmp_path: Path) -> None:
    assert small.run("build", "--no-search") == 0
    (small.folder / "public/de").rename(tmp_path / "elsewhere")
    (small.folder / "public/de").symlink_to(tmp_path / "elsewhere")
    kept = small.tree(str(tmp_path / "elsewhere"))
    assert small.run("build", "--no-search", "--language", "en") == 0
    assert small.tree(str(tmp_path / "elsewhere")) == kept != {}


def test_a_second_build_says_that_it_waits_and_reads_only_then(small: Site) -> None:
    """Case e07: so whoever writes last has read last."""
    assert small.run("build", "--no-search") == 0
    before = small.tree()
    with output(small.folder / "public"):
        build = command_line(small, "build", "--no-search")
        assert build.stderr
        told = build.stderr.readline()
        assert told == (
            f"another build (process {os.getpid()}) is at work in {small.folder}/public; "
            "this one waits until it has finished\n"
        )
        changed(small)
        assert small.tree() == before
        assert build.poll() is None
    assert build.communicate(timeout=60)[1] == ""
    assert build.returncode == 0
    assert "150" in small.tree()[f"en/{SLUG}/index.html"].decode()


def test_a_build_that_waits_can_be_stopped(small: Site) -> None:
    assert small.run("build", "--no-search") == 0
    before = small.tree()
    with output(small.folder / "public"):
        build = command_line(small, "build")
        assert build.stderr
        build.stderr.readline()
        build.send_signal(signal.SIGINT)
        assert "Traceback" not in build.communicate(timeout=60)[1]
    assert build.returncode == 130
    assert small.tree() == before


def test_a_lock_of_a_killed_build_holds_nobody_up(small: Site) -> None:
    with output(small.folder / "public"):
        (small.folder / "public/.zahlwerk/manifest.json").write_text("[]", "utf-8")
    (small.folder / "public/.zahlwerk/lock").write_text("1\n", "utf-8")
    build = command_line(small, "build", "--no-search")
    assert build.communicate(timeout=60)[1] == ""
    assert build.returncode == 0


def test_builds_that_fail_leave_no_folder_behind_however_many_wait(small: Site) -> None:
    small.replace("facts/facts.yaml", "141.1 GB", "nothing")
    builds = [command_line(small, "build") for _ in range(3)]
    for build in builds:
        assert "Traceback" not in build.communicate(timeout=60)[1]
        assert build.returncode == 1
    assert not (small.folder / "public").exists() or {p.name for p in (small.folder / "public").rglob("*")} <= {
        ".zahlwerk", "lock",
    }  # fmt: skip


def test_the_summary_counts_removed_files_apart(small: Site, capsys: pytest.CaptureFixture[str]) -> None:
    assert small.run("build", "--no-search") == 0
    files = len(small.tree())
    (small.folder / f"content/{SLUG}.md").unlink()
    (small.folder / f"locales/de/LC_MESSAGES/{SLUG}.po").unlink()
    capsys.readouterr()
    assert small.run("build", "--no-search") == 0
    left = len(small.tree())
    assert files - left == 8  # two pages and their pictures, two feeds, the two data files
    assert f" of {left} files changed, {files - left} removed; " in capsys.readouterr().out
    assert small.run("build", "--no-search") == 0
    assert f"; 0 of {left} files changed; " in capsys.readouterr().out


def test_pages_that_were_renamed_or_deleted_leave_the_output(tmp_path: Path) -> None:
    """Case e05: the set of files is that of a build into an empty folder, whatever somebody else has put there."""
    said = {**GERMAN, SLUG: "speicher"}
    articles = {SLUG: article(BODY), "only": article("Only here.\n", title="Only")}
    languages = {"en": english(), "de": german(small=said)}
    site = write_small_site(tmp_path / "site", articles=articles, languages=languages)
    assert site.run("build") == 0
    assert {"de/speicher/index.html", "en/only/index.html"} <= site.tree().keys()
    (site.folder / "public/en/only/notes.txt").write_text("mine", "utf-8")

    site.replace(f"locales/de/LC_MESSAGES/{SLUG}.po", 'msgstr "speicher"', 'msgstr "grafikspeicher"')
    (site.folder / "content/only.md").unlink()
    assert site.run("build") == 0

    mine = {"en/only/notes.txt": b"mine"}
    assert site.run("build", "--out", str(tmp_path / "clean")) == 0
    clean = site.tree(str(tmp_path / "clean"))
    assert site.tree() == {**clean, **mine}
    assert "de/grafikspeicher/index.html" in clean
    assert not {"de/speicher/index.html", "en/only/index.html"} & clean.keys()


def test_an_error_half_way_leaves_the_site_of_before_and_then_all_is_built(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Case e07: ten pages, of which the seventh has a wrong placeholder in German."""
    slugs = [f"page-{letter}" for letter in "abcdefghij"]
    articles = {slug: article(BODY, title=f"Page {slug[-1].upper()}") for slug in slugs}
    languages = {"en": english(), "de": german(**dict.fromkeys(slugs, GERMAN))}
    site = write_small_site(tmp_path / "site", articles=articles, languages=languages)
    assert site.run("build", "--no-search") == 0
    before = site.tree()
    changed(site)
    name = "locales/de/LC_MESSAGES/page-g.po"
    site.replace(name, "{card_a.memory}, und", "{card_a.memry}, und")
    capsys.readouterr()

    assert site.run("build", "--no-search") == 1

    assert name in capsys.readouterr().err
    assert site.tree() == before
    site.replace(name, "{card_a.memry}, und", "{card_a.memory}, und")
    assert site.run("build", "--no-search") == 0
    assert site.run("build", "--no-search", "--out", str(tmp_path / "clean")) == 0
    assert site.tree() == site.tree(str(tmp_path / "clean")) != before
