"""Files that are published as they are, the icon among them, and what must not be among them."""

from __future__ import annotations

import os
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from conftest import ROOT, Site
from small import SLUG, html_of, write_small_site

from zahlwerk.build import Wanted, check


@pytest.fixture
def small(tmp_path: Path) -> Site:
    return write_small_site(tmp_path / "site")


def test_files_and_folders_are_published_at_the_root(small: Site) -> None:
    small.write("static/google1234.html", "google-site-verification")
    small.write("static/papers/one two.pdf", "%PDF")
    assert small.run("build") == 0
    tree = small.tree()
    assert tree["google1234.html"] == b"google-site-verification"
    assert tree["papers/one two.pdf"] == b"%PDF"
    (small.folder / "static/google1234.html").unlink()
    assert small.run("build") == 0
    assert "google1234.html" not in small.tree()


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("robots.txt", "robots.txt"),
        ("Robots.TXT", "robots.txt"),
        ("404.html", "404.html"),
        (f"de/{SLUG}/index.html", f"de/{SLUG}/index.html"),
        ("de", "de/"),
        ("sitemap.xml/old", "sitemap.xml"),
        ("pictures/de.png", "pictures/de.png"),
    ],
)
def test_a_file_in_the_way_of_the_sites_own_is_a_problem_with_both_names(small: Site, name: str, other: str) -> None:
    small.write(f"static/{name}", "words")
    (problem,) = small.problems()
    assert problem.startswith(f'static/{name}: lies in the way of "{other}')


def test_a_file_beside_those_of_the_site_is_none(small: Site) -> None:
    small.write(f"static/de/{SLUG}/picture.svg", "<svg/>")
    small.write("static/data/other.json", "{}")
    assert small.problems() == []
    assert small.run("build") == 0
    assert f"de/{SLUG}/picture.svg" in small.tree()


def test_hidden_files_are_left_out_and_named(small: Site) -> None:
    small.write("static/.DS_Store", "")
    small.write("static/.git/config", "")
    small.write("static/papers/.draft", "")
    assert small.problems() == [
        "static/.DS_Store: is hidden, and not published",
        "static/.git: is hidden, and not published",
        "static/papers/.draft: is hidden, and not published",
    ]
    assert small.run("build", "--strict") == 0
    assert not [name for name in small.tree() if "/." in f"/{name}"]


def test_the_one_hidden_folder_that_is_meant_for_others_is_published(small: Site) -> None:
    small.write("static/.well-known/security.txt", "Contact: mailto:a@example.com")
    assert small.problems() == []
    assert ".well-known/security.txt" in {one.file for one in small.check().files}


def test_a_link_within_the_folder_is_published_as_its_file(small: Site) -> None:
    small.write("static/icon.svg", "<svg/>")
    (small.folder / "static/logo.svg").symlink_to("icon.svg")
    files = {one.file: one.content for one in small.check().files}
    assert files["logo.svg"] == files["icon.svg"] == b"<svg/>"


@pytest.mark.parametrize(
    ("target", "says"),
    [
        ("../pyproject.toml", "is a link out of static/; put a copy of the file in its place"),
        ("/etc/hostname", "is a link out of static/"),
        ("..", "is a link out of static/"),
        ("nowhere", "is a link that leads nowhere"),
        ("link", "is a link that leads nowhere"),
        ("papers", "is a link to a folder"),
    ],
)
def test_a_link_that_leads_elsewhere_is_refused(small: Site, target: str, says: str) -> None:
    small.write("static/papers/paper.txt", "words")
    (small.folder / "static/link").symlink_to(target)
    (problem,) = small.problems()
    assert problem.startswith(f"static/link: {says}")


def test_what_is_no_file_is_refused_and_not_waited_for(small: Site) -> None:
    small.write("static/a.txt", "")
    os.mkfifo(small.folder / "static/pipe")
    assert small.problems() == ["static/pipe: is neither a file nor a folder; delete it"]


def test_a_name_that_no_address_can_hold_is_refused(small: Site) -> None:
    (small.folder / "static").mkdir()
    with open(os.fsencode(small.folder / "static") + b"/caf\xe9", "w"):  # pathlib takes no bytes
        pass
    assert small.problems() == ["static/caf\\udce9: has a name that is not UTF-8; rename it"]


def test_a_file_in_place_of_the_folder_is_a_problem(small: Site) -> None:
    small.write("static", "words")
    (problem,) = small.problems()
    assert problem.startswith("static: cannot be read: ")


def test_what_is_wrong_there_is_told_with_everything_else(small: Site) -> None:
    (small.folder / "static").mkdir()
    (small.folder / "static/link").symlink_to("..")
    small.replace("facts/facts.yaml", "source: data_sheet\n    memory: 141.1 GB", "source: data_shet\n    memory: 1 GB")
    files = [problem.partition(":")[0] for problem in small.problems()]
    assert "static/link" in files
    assert "facts/facts.yaml" in files


ICON = '<link rel="icon" href="{base}icon.svg" type="image/svg+xml">'
FRAMES = ("index.html", "404.html", "de/index.html", "de/404.html", f"de/{SLUG}/index.html")


@pytest.mark.parametrize(("base_url", "base"), [("", "/"), ("https://example.com/docs/", "/docs/")])
def test_every_page_names_the_icon(small: Site, base_url: str, base: str) -> None:
    small.write("static/icon.svg", "<svg/>")
    files = {one.file: one.content.decode() for one in check(small.folder, Wanted(base_url=base_url)).files}
    assert all(files[name].count(ICON.format(base=base)) == 1 for name in FRAMES)


def test_a_site_without_an_icon_names_none(small: Site) -> None:
    files = {one.file: one.content.decode() for one in small.check().files}
    assert not [name for name in FRAMES if 'rel="icon"' in files[name]]


def test_the_icon_of_this_project_is_a_picture_that_loads_nothing() -> None:
    root = ET.fromstring((ROOT / "static/icon.svg").read_text("utf-8"))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    _, _, width, height = root.get("viewBox", "").split()
    assert width == height
    assert not [value for one in root.iter() for value in one.attrib.values() if "//" in value]
    assert root.findtext("{http://www.w3.org/2000/svg}title")


def test_a_missing_icon_is_a_link_that_does_not_arrive(small: Site) -> None:
    small.write(
        "templates/base.html", small.read("templates/base.html").replace("</head>", '<link href="/i.svg"></head>')
    )
    assert any('the link "/i.svg" leads to no file of the site' in problem for problem in small.problems())
    assert "/i.svg" not in html_of(write_small_site(small.folder.parent / "other").check(), "de/index.html")
