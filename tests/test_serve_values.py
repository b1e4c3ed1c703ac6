"""What serving is made of, as values: sources, early looks, what is shown after each message, two languages."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import Site
from small import BODY, GERMAN, english, french, german, write_small_site

from zahlwerk.builds import Wanted
from zahlwerk.problems import BuildFailed, Place, Problem
from zahlwerk.project import Project, load_project
from zahlwerk.serve.beside import BesideView, render_beside, view_beside
from zahlwerk.serve.board import Shown, after
from zahlwerk.serve.early import Kept, early_pages, reread
from zahlwerk.serve.responses import site_response
from zahlwerk.serve.sources import Sources
from zahlwerk.serve.wire import Changed, Early, Ended, Extras, Sound, Unsound
from zahlwerk.serve.worker import complete_check, wanted_by

PO = "locales/de/LC_MESSAGES/small.po"
SITE_PO = "locales/de/LC_MESSAGES/site.po"
WANTED = Wanted(search=False)


@pytest.fixture
def small(tmp_path: Path) -> Site:
    return write_small_site(tmp_path / "site")


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("content/small.md", "content/small.md"),
        ("facts/facts.yaml", "facts/facts.yaml"),
        (PO, PO),
        ("templates/assets/site.css", "templates/assets/site.css"),
        ("static/.well-known/security.txt", "static/.well-known/security.txt"),
        ("pyproject.toml", "pyproject.toml"),
        ("public/index.html", ""),
        (".git/HEAD", ""),
        ("README.md", ""),
        ("content/.small.md.swp", ""),
        ("content/small.md~", ""),
        ("content/4913", ""),
        ("content/.#small.md", ""),
        ("locales/de/LC_MESSAGES/small.mo", ""),
    ],
)
def test_sources_are_what_a_site_is_made_of_and_nothing_that_is_written(path: str, name: str) -> None:
    assert Sources(Path("/site"), Path("/lib/zahlwerk")).name(Path("/site") / path) == name


def test_the_program_is_a_source_wherever_it_lies_but_not_what_python_makes_of_it() -> None:
    sources = Sources(Path("/site"), Path("/lib/zahlwerk"))
    assert sources.name(Path("/lib/zahlwerk/serve/board.py")) == "zahlwerk/serve/board.py"
    assert sources.name(Path("/lib/zahlwerk/__pycache__/build.cpython-311.pyc")) == ""
    assert sources.name(Path("/lib/other/build.py")) == ""


@pytest.mark.parametrize(
    ("file", "old", "new", "pages"),
    [
        (PO, "Jede Karte", "Eine jede Karte", ["de/small/index.html", "de/index.html"]),
        ("content/small.md", "Each card", "Every card", ["de/small/index.html", "en/small/index.html"]),
        (SITE_PO, "Zum Inhalt springen", "Zum Text", ["de/small/index.html", "de/index.html"]),
    ],
)
def test_an_early_look_is_what_the_complete_build_makes(
    small: Site, file: str, old: str, new: str, pages: list[str]
) -> None:
    project = load_project(small.folder)
    small.replace(file, old, new)
    again = reread(project, [file])
    assert again
    early = {page.file: page.html for page in early_pages(again, WANTED, [file], Kept())}
    assert set(pages) <= set(early)
    built = complete_check(small.folder, Extras()).files  # type: ignore[union-attr]
    assert early == {name: built[name].decode() for name in early}
    assert any(new in html for html in early.values())


@pytest.mark.parametrize("extras", [Extras(pseudo=True), Extras(search=True)])
def test_an_early_look_has_whatever_is_asked_for(small: Site, extras: Extras) -> None:
    project = load_project(small.folder)
    small.replace(PO, "Jede Karte", "Eine jede Karte")
    again = reread(project, [PO])
    assert again
    early = {page.file: page.html for page in early_pages(again, wanted_by(extras), [PO], Kept())}
    assert "de/small/index.html" in early
    built = complete_check(small.folder, extras).files  # type: ignore[union-attr]
    assert early == {name: built[name].decode() for name in early}


def test_a_language_that_falls_back_shows_what_its_parent_says(tmp_path: Path) -> None:
    languages = {"en": english(), "de": german(small=GERMAN), "de_AT": german(small={})}
    site = write_small_site(tmp_path / "site", languages=languages)
    project = load_project(site.folder)
    site.replace(PO, "Jede Karte", "Eine jede Karte")
    again = reread(project, [PO])
    assert again
    early = {page.file: page.html for page in early_pages(again, WANTED, [PO], Kept())}
    assert "Eine jede Karte" in early["de-AT/small/index.html"]
    assert not any(file.startswith("en/") for file in early)


@pytest.mark.parametrize("file", ["facts/facts.yaml", "templates/base.html", "pyproject.toml", "content/new.md"])
def test_anything_else_is_left_to_the_complete_check(small: Site, file: str) -> None:
    project = load_project(small.folder)
    assert reread(project, [PO, file]) is None
    assert list(early_pages(project, WANTED, [PO, file], Kept())) == []


def test_another_locale_is_left_to_the_complete_check(small: Site) -> None:
    project = load_project(small.folder)
    small.replace(SITE_PO, 'msgstr "de"', 'msgstr "de_CH"')
    assert reread(project, [SITE_PO]) is None


def test_what_cannot_be_read_is_told(small: Site) -> None:
    project = load_project(small.folder)
    small.write(PO, small.read(PO) + "\nmsgid broken\n")
    with pytest.raises(BuildFailed, match=f"{PO}:"):
        reread(project, [PO])


SOUND = Sound({"a.html": b"a", "b.html": b"b"}, "/", {}, (), ("xx",), 1)
WRONG = Problem(Place("locales/xx/LC_MESSAGES/a.po", 7), "is wrong")


def test_what_was_saved_goes_before_what_was_checked_until_the_next_check() -> None:
    shown = after(after(Shown(), SOUND), Changed(("locales/xx/LC_MESSAGES/a.po",)))
    assert (shown.is_checking, shown.changes) == (True, 1)
    early = after(shown, Early(("locales/xx/LC_MESSAGES/a.po",), {"a.html": b"new"}))
    assert (early.page("a.html"), early.page("b.html"), early.is_checking) == (b"new", b"b", True)
    checked = after(early, Sound({"a.html": b"newer"}, "/", {}, (), ("xx",), 1))
    assert (checked.page("a.html"), checked.page("b.html"), checked.is_checking) == (b"newer", None, False)
    assert site_response(early, "/a.html").body == b"new"


def test_what_is_wrong_with_what_was_saved_brings_the_last_good_page_back() -> None:
    early = after(after(Shown(), SOUND), Early((WRONG.place.file,), {"a.html": b"new"}))
    unsound = after(early, Unsound((WRONG,)))
    assert (unsound.page("a.html"), unsound.problems, unsound.is_sound) == (b"a", (WRONG,), False)
    elsewhere = Problem(Place("facts/facts.yaml", 3), "is wrong")
    assert after(early, Unsound((elsewhere,))).page("a.html") == b"new"
    assert after(early, Unsound((Problem(Place("a.html", 3), "is wrong"),))).page("a.html") == b"a"


def test_problems_stay_until_a_check_finds_none() -> None:
    unsound = after(after(Shown(), SOUND), Unsound((WRONG,)))
    assert after(after(unsound, Changed(("x",))), Early(("x",), {})).problems == (WRONG,)
    assert after(unsound, SOUND).problems == ()
    ended = after(after(Shown(), SOUND), Ended(-9))
    assert [str(problem) for problem in ended.problems] == [
        "zahlwerk: what builds the site ended with code -9; the terminal says why; save a file to begin again"
    ]
    assert ended.page("a.html") == b"a"


@pytest.fixture
def unfinished(tmp_path: Path) -> Project:
    """French lacks its sentence, and in German it is stale."""
    languages = {"en": english(), "de": german(small=GERMAN), "fr": french(small={})}
    site = write_small_site(tmp_path / "site", languages=languages)
    at = site.read(PO).index('msgid "Each card')
    head, tail = site.read(PO)[:at], site.read(PO)[at:]
    old = '#| msgid "A card holds {card_a.memory}."\n'
    flags = head.rindex("#, ")
    assert "\n\n" not in head[flags:]
    head = f"{head[:flags]}#, fuzzy, {head[flags + 3 :]}"
    site.write(PO, head + old + tail)
    return load_project(site.folder)


def _sentence(view: BesideView) -> tuple[str, str]:
    (row,) = (row for row in view.rows if row.kind == "paragraph")
    return row.sides[0].state, row.sides[1].state


@pytest.mark.parametrize(
    ("left", "right", "states"),
    [
        ("en", "de", ("translated", "fuzzy")),
        ("de", "fr", ("fuzzy", "missing")),
        ("fr", "en", ("missing", "translated")),
    ],
)
def test_any_two_languages_stand_side_by_side_with_what_they_lack(
    unfinished: Project, left: str, right: str, states: tuple[str, str]
) -> None:
    view = view_beside(unfinished, "small", left, right)
    assert [row.kind for row in view.rows] == ["title", "description", "paragraph"]
    assert _sentence(view) == states
    number = [row.kind for row in view.rows].index("paragraph") + 1
    assert number in view.unfinished


def test_a_stale_sentence_shows_what_its_source_was_and_each_figure_its_reference(unfinished: Project) -> None:
    view = view_beside(unfinished, "small", "en", "de")
    row = next(row for row in view.rows if row.kind == "paragraph")
    assert str(row.sides[0].text) == "Each card holds 141.1\u00a0GB, and two cards hold 282\u00a0GB."
    assert str(row.sides[1].text) == "Jede Karte fasst 141,1\u00a0GB, und zwei Karten fassen 282\u00a0GB."
    assert str(row.sides[1].previous) == "A card holds 141.1\u00a0GB."
    html = render_beside(unfinished, view, "/beside/")
    assert html.count('tabindex="0" data-reference="{card_a.memory}"') == 3
    assert "Stale: the source has changed" in html
    assert 'href="/beside/small/en/fr/"' in html
    assert BODY.strip() not in html


@pytest.mark.parametrize(
    ("asked", "hint"),
    [
        (("smal", "en", "de"), 'unknown article "smal"; did you mean "small"?'),
        (("small", "en", "it"), 'unknown language "it"; known languages: de, en, fr'),
    ],
)
def test_what_is_not_known_is_told_with_what_is(unfinished: Project, asked: tuple[str, str, str], hint: str) -> None:
    with pytest.raises(ValueError, match=r".") as raised:
        view_beside(unfinished, *asked)
    assert str(raised.value) == hint
