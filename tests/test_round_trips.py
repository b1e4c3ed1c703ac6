"""PO files through other people's tools and back: nothing is lost, and an update restores every byte."""

from __future__ import annotations

import dataclasses
import io
import subprocess
from collections.abc import Callable
from pathlib import Path

import polib
import pytest
from babel.messages.pofile import read_po, write_po
from conftest import ROOT, Site, needs_program
from small import po

from zahlwerk.catalogs import Catalogue, read_catalogue, settled, written
from zahlwerk.extraction import update_catalogues
from zahlwerk.following import updated
from zahlwerk.messages import Message
from zahlwerk.project import load_project

EVERYTHING = (ROOT / "tests/catalogues/everything.po").read_text("utf-8")  # all that a PO file may hold
EARLIER_OF_OBSOLETE = '#~| msgctxt "code"\n#~| msgid ""\n#~| "long\\n"\n#~| "gone"\n'

Tool = Callable[[str], str]


def babel(text: str) -> str:
    out = io.BytesIO()
    write_po(out, read_po(io.BytesIO(text.encode())), width=0, include_previous=True)
    return out.getvalue().decode()


def babel_wrapped(text: str) -> str:
    out = io.BytesIO()
    write_po(out, read_po(io.BytesIO(text.encode())), include_previous=True)
    return out.getvalue().decode()


def polib_written(text: str) -> str:
    return str(polib.pofile(text, wrapwidth=0))


def polib_wrapped(text: str) -> str:
    return str(polib.pofile(text))


def _run(*command: str) -> Tool:
    return lambda text: subprocess.run(command, input=text.encode(), capture_output=True, check=True).stdout.decode()


msgcat, msgcat_wrapped = _run("msgcat", "--no-wrap", "-"), _run("msgcat", "-")

TOOLS: dict[str, tuple[Tool, list[tuple[str, str]]]] = {  # with what each of them is known to lose
    "Babel": (babel, [(EARLIER_OF_OBSOLETE, ""), ("#, fuzzy, ignore-quotes\n#~", "#~")]),
    "Babel, wrapped": (babel_wrapped, [(EARLIER_OF_OBSOLETE, ""), ("#, fuzzy, ignore-quotes\n#~", "#~")]),
    "polib": (polib_written, [(EARLIER_OF_OBSOLETE, "")]),
    "polib, wrapped": (polib_wrapped, [(EARLIER_OF_OBSOLETE, "")]),
    "msgcat": (msgcat, [(", ignore-quotes", "")]),
    "msgcat, wrapped": (msgcat_wrapped, [(", ignore-quotes", "")]),
}
EACH = [
    pytest.param(tool, lost, id=name, marks=[needs_program("msgcat")] if "msgcat" in name else [])
    for name, (tool, lost) in TOOLS.items()
]


def read(folder: Path, text: str) -> Catalogue:
    path = folder / "a.po"
    path.write_text(text, "utf-8")
    return read_catalogue(path, "a.po")


def messages_of(catalogue: Catalogue) -> list[Message]:
    """The messages whose catalogue this is."""
    return [
        Message(*e.key, notes=e.notes, places=e.places, figures="python-brace-format" in e.flags, plural=e.plural)
        for e in catalogue.entries
        if not e.obsolete
    ]


def brought_up(folder: Path, text: str) -> str:
    """What an update makes of a file that has been through a tool."""
    found = settled(read(folder, text), "de", "nplurals=2; plural=(n != 1);")
    return written(updated(found, messages_of(read(folder, EVERYTHING))))


def test_the_file_with_everything_is_as_an_update_writes_it(tmp_path: Path) -> None:
    assert written(read(tmp_path, EVERYTHING)) == EVERYTHING
    assert brought_up(tmp_path, EVERYTHING) == EVERYTHING


@needs_program("msgfmt")
def test_gettext_accepts_the_file_with_everything() -> None:
    _run("msgfmt", "--check", "--output-file=/dev/null", "-")(EVERYTHING)


@pytest.mark.parametrize(("tool", "lost"), EACH)
def test_an_update_brings_everything_back(tmp_path: Path, tool: Tool, lost: list[tuple[str, str]]) -> None:
    expected = EVERYTHING
    for gone, left in lost:
        assert gone in expected
        expected = expected.replace(gone, left)
    assert brought_up(tmp_path, tool(EVERYTHING)) == expected


@pytest.mark.parametrize(("tool", "lost"), EACH)
def test_all_that_a_tool_keeps_is_read_before_any_update(
    tmp_path: Path, tool: Tool, lost: list[tuple[str, str]]
) -> None:
    before = [e for e in read(tmp_path, EVERYTHING).entries if not e.obsolete]
    after = [e for e in read(tmp_path, tool(EVERYTHING)).entries if not e.obsolete]
    of_tools = {"python-format", "ignore-quotes", "no-wrap", "python-brace-format"}
    assert [dataclasses.replace(e, line=0, flags=tuple(f for f in e.flags if f not in of_tools)) for e in after] == [
        dataclasses.replace(e, line=0, flags=()) for e in before
    ]


@pytest.mark.parametrize(("tool", "lost"), EACH)
def test_the_catalogues_of_this_project_come_back(site: Site, tool: Tool, lost: list[tuple[str, str]]) -> None:
    paths = sorted(site.folder.glob("locales/*/LC_MESSAGES/*.po"))
    before = {path: path.read_bytes() for path in paths}
    for path, content in before.items():
        path.write_bytes(tool(content.decode()).encode())
    update_catalogues(load_project(site.folder))
    assert {path: path.read_bytes() for path in paths} == before


@needs_program("msgcat")
@pytest.mark.parametrize(
    ("mark", "kept"),
    [("#, ignore-quotes\n", False), ("# ignore-quotes\n", True), ("# ignore-quotes: by the author\n", True)],
)
def test_gettext_drops_a_flag_that_it_does_not_know_and_keeps_a_comment(tmp_path: Path, mark: str, kept: bool) -> None:
    text = po(f'\n{mark}msgid "A"\nmsgstr "a"\n')
    (before,), (after,) = read(tmp_path, text).entries, read(tmp_path, msgcat(text)).entries
    assert before.ignored == {"quotes"}
    assert after.ignored == ({"quotes"} if kept else set())


PER_CENT = 'msgid "Use 50% of the budget"\nmsgstr "Nutze 50 % des Budgets"\n'


@needs_program("msgfmt")
def test_a_per_cent_sign_in_prose_is_no_placeholder(tmp_path: Path) -> None:
    """Case c03: Babel marks it as one, and an update takes the mark away."""
    text = po(f"\n{PER_CENT}")
    marked, check = babel(text), _run("msgfmt", "--check", "--output-file=/dev/null", "-")
    assert f"#, python-format\n{PER_CENT}" in marked
    assert written(updated(settled(read(tmp_path, marked), "de", ""), messages_of(read(tmp_path, text)))) == text
    check(text)
