"""Files that lie in a project but cannot be part of it, names with accents in either form, templates that are gone."""

from __future__ import annotations

import os
import unicodedata
from pathlib import Path

import pytest
from conftest import Site
from small import BODY, FACTS, SLUG, article, write_small_site

FORMS = ("NFC", "NFD")  # an accented letter as one character, and as two
RUNS = FACTS[FACTS.index("runs:\n") : FACTS.index("cases:\n")]


@pytest.fixture
def small(tmp_path: Path) -> Site:
    return write_small_site(tmp_path / "site")


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """A folder that is no part of the project, with a file that nobody may publish."""
    folder = tmp_path / "outside"
    (folder / "LC_MESSAGES").mkdir(parents=True)
    for name in ("secret.md", "LC_MESSAGES/site.po"):
        (folder / name).write_text("a secret", "utf-8")
    return folder


def in_form(form: str, name: str) -> str:
    """A name in a form of Unicode; the two must differ."""
    assert unicodedata.normalize("NFC", name) != unicodedata.normalize("NFD", name)
    return unicodedata.normalize(form, name)  # type: ignore[arg-type]


LINKS = {
    "content/secret.md": "secret.md",
    "content/papers": ".",
    "facts/more.yaml": "secret.md",
    "locales/fr": ".",
    "locales/de/LC_MESSAGES/more.po": "secret.md",
    "templates/more.html": "secret.md",
    "templates/assets/more.js": "secret.md",
}
COMMANDS = (("build",), ("check",), ("messages",), ("messages", "check"), ("messages", "add", "fr"))


def contents(folder: Path) -> dict[Path, str]:
    return {path: path.read_text("utf-8") for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(("name", "target"), LINKS.items(), ids=LINKS)
def test_a_link_out_of_the_project_is_refused_and_never_read(
    small: Site, outside: Path, name: str, target: str
) -> None:
    (small.folder / name).symlink_to(outside / target)
    kind = "folder" if target == "." else "file"
    assert small.problems() == [f"{name}: is a link out of the project; put a copy of the {kind} in its place"]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_no_command_reads_or_writes_through_a_link_out_of_the_project(
    small: Site, outside: Path, command: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    for name, target in LINKS.items():
        if name != "locales/fr":
            (small.folder / name).symlink_to(outside / target)
    before = contents(outside)
    assert small.run(*command) == 1
    errors = capsys.readouterr().err
    assert errors.count("is a link out of the project; put a copy") == len(LINKS) - 1
    assert errors.endswith("\n\n6 problems\n")
    assert "a secret" not in errors
    assert not (small.folder / "public").exists()
    assert contents(outside) == before


@pytest.mark.parametrize("name", ["content", "facts", "locales", "static", "templates", "pyproject.toml"])
def test_whole_folders_and_settings_belong_to_the_project(small: Site, tmp_path: Path, name: str) -> None:
    small.write("static/icon.svg", "<svg/>")
    (small.folder / name).rename(tmp_path / "elsewhere")
    (small.folder / name).symlink_to(tmp_path / "elsewhere")
    kind = "file" if name.endswith("toml") else "folder"
    assert small.problems() == [f"{name}: is a link out of the project; put a copy of the {kind} in its place"]


def test_a_link_that_leads_nowhere_or_to_itself_is_refused(small: Site) -> None:
    (small.folder / "facts/more.yaml").symlink_to("nothing.yaml")
    (small.folder / "content/again.md").symlink_to("again.md")
    assert small.problems() == [
        "content/again.md: is a link that leads nowhere: Too many levels of symbolic links; delete it",
        "facts/more.yaml: is a link that leads nowhere: No such file or directory; delete it",
    ]


def test_what_is_no_file_is_refused_and_not_waited_for(small: Site) -> None:
    os.mkfifo(small.folder / "content/pipe.md")
    assert small.problems() == ["content/pipe.md: is neither a file nor a folder; delete it"]


def test_a_link_within_the_project_is_read_as_its_file(small: Site) -> None:
    small.write("drafts/ready.md", article("Ready: {card_a.memory}.\n", title="Ready"))
    (small.folder / "content/ready.md").symlink_to("../drafts/ready.md")
    assert [problem for problem in small.problems() if "link" in problem] == []
    assert "en/ready/index.html" in {one.file for one in small.check().files}


def test_what_editors_put_beside_their_files_is_passed_over(small: Site) -> None:
    """Emacs marks a file that is being edited by a link that leads nowhere; macOS puts a file of bytes beside it."""
    before = small.check().files
    for folder, name in (
        ("content", f"{SLUG}.md"), ("facts", "facts.yaml"), ("templates", "index.html"),
        ("templates/assets", "site.css"), ("locales/de/LC_MESSAGES", "site.po"),
    ):  # fmt: skip
        (small.folder / folder / f".#{name}").symlink_to("editor@machine.1234")
        (small.folder / folder / f"._{name}").write_bytes(b"\x00\x05\x16\x07")
    assert small.problems() == []
    assert small.check().files == before


@pytest.mark.parametrize("form", FORMS)
def test_an_article_with_accents_in_its_name_is_told_what_to_do(small: Site, form: str) -> None:
    """Slugs stand in addresses, which every mail program and log file must be able to write."""
    small.write(f"content/{in_form(form, 'größe')}.md", article(BODY, title="Size"))
    told = 'content/größe.md: "größe" is no slug; use lower-case letters, digits and single hyphens'
    assert f'{told}: rename it to "groesse.md"' in small.problems()


def test_an_article_in_both_forms_has_one_address(small: Site) -> None:
    for form in FORMS:
        small.write(f"content/{in_form(form, 'größe')}.md", article(BODY, title="Size"))
    assert "content/größe.md: has the same address as content/größe.md; rename one of them" in small.problems()


@pytest.mark.parametrize("form", FORMS)
def test_a_catalogue_with_accents_in_its_name_is_told_to_be_of_no_article(small: Site, form: str) -> None:
    catalogue = small.read(f"locales/de/LC_MESSAGES/{SLUG}.po")
    small.write(f"locales/de/LC_MESSAGES/{in_form(form, 'größe')}.po", catalogue)
    (problem,) = small.problems()
    assert problem.startswith("locales/de/LC_MESSAGES/größe.po")
    assert 'there is no article "größe"' in problem


def test_facts_templates_and_files_may_have_accents_in_either_form(tmp_path: Path) -> None:
    trees = []
    for form in FORMS:
        site = write_small_site(tmp_path / form, facts=FACTS.replace(RUNS, ""))
        site.write(f"facts/{in_form(form, 'läufe')}.yaml", RUNS)
        site.write("facts/lauf.yaml", RUNS.replace("trial", "another").replace("Trial", "Another"))
        site.write(f"templates/{in_form(form, 'größe')}.html", "<!-- größe -->")
        site.replace("templates/index.html", "{% block content %}", '{% block content %}{% include "größe.html" %}')
        site.write(f"templates/assets/{in_form(form, 'größe')}.js", "// größe")
        site.write(f"static/papers/{in_form(form, 'größe')}.txt", "größe")
        assert site.run("messages") == 0
        assert site.run("build") == 0
        trees.append(site.tree())
    assert trees[0] == trees[1]
    assert {"papers/größe.txt", "assets/größe.js"} <= trees[0].keys()
    assert "<!-- größe -->" in trees[0]["de/index.html"].decode()


def test_a_file_that_lies_there_in_both_forms_is_refused(small: Site) -> None:
    for form in FORMS:
        small.write(f"static/{in_form(form, 'größe')}.txt", form)
    (problem,) = small.problems()
    assert problem.startswith("static/größe.txt: lies there twice; the two are written with different characters")


# Templates and assets that the pages of a small site need, and what is said when one is gone.
NEEDED = {
    "templates/article.html": "templates/article.html: there is no such template",
    "templates/assets/site.css": 'de/index.html:36: the link "/assets/site.css" leads to no file of the site',
    "templates/base.html": "templates/base.html: there is no such template",
    "templates/charts/chart.html": "templates/charts/chart.html: there is no such template",
    "templates/languages.html": "templates/languages.html: there is no such template",
    "templates/lost.html": "templates/lost.html: there is no such template",
    "templates/panel.html": "templates/panel.html: there is no such template",
}


@pytest.mark.parametrize(("name", "says"), NEEDED.items(), ids=NEEDED)
def test_a_template_that_is_gone_is_named(small: Site, name: str, says: str) -> None:
    (small.folder / name).unlink()
    assert says in small.problems()


def test_while_a_template_is_gone_the_site_stays_and_then_the_next_build_is_whole(
    small: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    assert small.run("build") == 0
    before, kept = small.tree(), small.read("templates/index.html")
    small.replace("facts/facts.yaml", "141.1 GB", "150 GB")
    (small.folder / "templates/index.html").unlink()
    assert small.run("build") == 1
    assert "templates/index.html: there is no such template" in capsys.readouterr().err
    assert small.tree() == before
    small.write("templates/index.html", kept)
    small.replace("facts/facts.yaml", "150 GB", "141.1 GB")
    assert small.run("build") == 0
    assert small.tree() == before
