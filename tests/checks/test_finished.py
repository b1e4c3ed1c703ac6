"""Finished pages read back: a page that says anything else than its article and its facts is refused."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from one_article import found as found_in
from one_article import write
from small import SLUG

from zahlwerk.build import Checked, Wanted, check
from zahlwerk.checks.finished import figures_are_exact, ids_are_unique, languages_agree, links_arrive
from zahlwerk.checks.readback import FinishedPage, read_page
from zahlwerk.problems import Problem
from zahlwerk.views import Page

FIRST = "A card has {card_a.memory}, the pair {pair.pool_memory[GiB]:.1}. See [below](#below) and [above](small)."
HEADING = "Below, with {pair.cards[words]} cards"
BODY = f"""\
{FIRST}

## {HEADING} {{#below}}

Words, and again {{card_a.memory}}.
"""
GERMAN_TEXTS = {
    FIRST: "Jede hat {card_a.memory}, das Paar {pair.pool_memory[GiB]:.1}. Siehe [unten](#below) und [oben](small).",
    HEADING: "Unten, mit {pair.cards[words]} Karten",
}  # the last paragraph stays in English

GERMAN_PAGE = f"de/{SLUG}/index.html"

PageCheck = Callable[..., Iterable[Problem]]  # of a project and its finished pages, and of the names of its files


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Checked:
    """A site of one article, half of it translated, that passed every check."""
    site = write(tmp_path_factory.mktemp("finished") / "site", BODY, GERMAN_TEXTS)
    return check(site.folder, Wanted())


def html_of(sound: Checked, file: str = GERMAN_PAGE) -> str:
    return next(page.html for page in sound.pages if page.file == file)


def problems(
    check_pages: PageCheck, sound: Checked, old: str = "", new: str = "", file: str = GERMAN_PAGE
) -> list[str]:
    """What a check finds in the site when one page holds something else."""
    assert not old or html_of(sound, file).count(old) == 1, html_of(sound, file)
    changed = [
        dataclasses.replace(page, html=page.html.replace(old, new)) if old and page.file == file else page
        for page in sound.pages
    ]
    read = [read_page(page) for page in changed]
    if check_pages is links_arrive:
        return found_in(lambda project: links_arrive(project, read, {file.file for file in sound.files}), sound.project)
    return found_in(lambda project: check_pages(project, read), sound.project)


def element(sound: Checked, reference: str, file: str = GERMAN_PAGE) -> str:
    """The first element of a figure in the text of a page."""
    body = html_of(sound, file).partition('<div class="text">')[2]
    return re.search(rf'<data data-ref="{re.escape(reference)}".*?</data>', body)[0]


@pytest.mark.parametrize("check_pages", [figures_are_exact, languages_agree, links_arrive, ids_are_unique])
def test_a_sound_site_passes(sound: Checked, check_pages: PageCheck) -> None:
    assert problems(check_pages, sound) == []


def test_the_pages_show_each_figure_in_the_language_of_its_paragraph(sound: Checked) -> None:
    figures = [f for f in read_page(next(p for p in sound.pages if p.file == GERMAN_PAGE)).figures if not f.navigation]
    assert [(f.reference, f.show, f.language, f.text.replace("\u00a0", " ")) for f in figures] == [
        ("card_a.memory", "", "de", "141,1 GB"),
        ("pair.pool_memory", "[GiB]:.1", "de", "262,8 GiB"),
        ("pair.cards", "[words]", "de", "zwei"),
        ("card_a.memory", "", "en", "141.1 GB"),
    ]
    assert {f.value for f in figures if f.reference == "card_a.memory"} == {"141100000000"}


GERMAN_GIB = ">262,8\u00a0GiB<"


@pytest.mark.parametrize(
    ("new", "shown"),
    [
        (">262,9\u00a0GiB<", "262,9\u00a0GiB"),
        (">262.8\u00a0GiB<", "262.8\u00a0GiB"),
        (">262,8 GiB<", "262,8 GiB"),
        ("><", ""),
    ],
    ids=["another figure", "another language", "another space", "nothing"],
)
def test_a_figure_that_is_not_what_its_value_gives_is_found(sound: Checked, new: str, shown: str) -> None:
    (problem,) = problems(figures_are_exact, sound, GERMAN_GIB, new)
    assert re.match(rf"{re.escape(GERMAN_PAGE)}:\d+: ", problem)
    assert f'pair.pool_memory is shown as "{shown}", but its exact value gives "262,8\u00a0GiB"' in problem


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('value="282200000000"', 'value="282200000001"', "carries the value 282200000001, but it is 282200000000"),
        ('data-ref="pair.pool_memory"', 'data-ref="pair.pool_memry"', "pair.pool_memry is no figure"),
    ],
)
def test_a_figure_of_another_value_or_name_is_found(sound: Checked, old: str, new: str, says: str) -> None:
    (problem,) = problems(figures_are_exact, sound, old, new)
    assert says in problem


@pytest.mark.parametrize("changed", ["dropped", "doubled", "in another presentation"])
def test_a_page_with_other_figures_than_its_article_is_found(sound: Checked, changed: str) -> None:
    old = element(sound, "pair.pool_memory")
    new = {"dropped": "viel", "doubled": old + old, "in another presentation": old.replace(":.1", ":.2")}[changed]
    found = problems(languages_agree, sound, old, new)
    assert all(problem.startswith(f"{GERMAN_PAGE}: ") and f"content/{SLUG}.md" in problem for problem in found)
    said = [problem.partition(": ")[2].partition(";")[0] for problem in found]
    right = "{pair.pool_memory[GiB]:.1} is shown"
    assert (
        sorted(said)
        == {
            "dropped": [f"{right} 0 times, not 1"],
            "doubled": [f"{right} 2 times, not 1"],
            "in another presentation": [
                f"{right} 0 times, not 1",
                "{pair.pool_memory[GiB]:.2} is shown 1 times, not 0",
            ],
        }[changed]
    )


def test_a_figure_in_the_table_of_contents_is_not_counted(sound: Checked) -> None:
    contents = html_of(sound).partition('class="contents"')[2].partition("</nav>")[0]
    assert 'data-ref="pair.cards"' in contents
    assert problems(languages_agree, sound) == []


OWN_LINK = f'href="/de/{SLUG}/">oben<'


@pytest.mark.parametrize(
    ("new", "says"),
    [
        ('href="/de/smal/">oben<', 'the link "/de/smal/" leads to no page'),
        (f'href="/de/{SLUG}/index.htm.html">oben<', "leads to no page"),
        (f'href="/en/{SLUG}/#belo">oben<', f'the link "/en/{SLUG}/#belo" leads to no heading'),
        ('href="#belo">oben<', 'the link "#belo" leads to no heading'),
        ('href="/fr/">oben<', 'the link "/fr/" leads to no page'),
        (f'href="/en/{SLUG}/#below">oben<', ""),
        ('href="#how">oben<', ""),
        ('href="../smal/">oben<', 'the link "../smal/" depends on the address of its page'),
        (f'href="/de/{SLUG}">oben<', "leads to no file of the site"),
        (f'href="/de/{SLUG}/index.html">oben<', "names the file of a page"),
        ('href="/de/feed.xml">oben<', ""),
        ('href="/fr/feed.xml">oben<', 'the link "/fr/feed.xml" leads to no file of the site'),
        (f'href="https://small.example.com/de/{SLUG}/?words">oben<', ""),
        ('href="https://small.example.com/de/smal/">oben<', "leads to no page"),
        ('href="https://example.com/de/smal/">oben<', ""),
        ('href="//example.com/de/smal/">oben<', ""),
        ('href="mailto:a@example.com">oben<', ""),
    ],
)
def test_a_link_of_a_page_arrives(sound: Checked, new: str, says: str) -> None:
    found = problems(links_arrive, sound, OWN_LINK, new)
    assert len(found) == bool(says)
    assert all(says in problem and re.match(rf"{re.escape(GERMAN_PAGE)}:\d+: ", problem) for problem in found)


def test_a_link_to_a_style_sheet_that_is_not_there_is_found(tmp_path: Path) -> None:
    site = write(tmp_path / "site", "Words.")
    (site.folder / "templates/assets/site.css").unlink()
    assert [problem for problem in site.problems() if "/assets/site.css" in problem]


def test_an_id_that_stands_twice_is_found(sound: Checked) -> None:
    (problem,) = problems(ids_are_unique, sound, 'id="below"', 'id="below"><a id="below"></a')
    assert problem == f'{GERMAN_PAGE}: the id "below" is given 2 times'


def read(html: str) -> FinishedPage:
    return read_page(Page("de/a/index.html", "de", "a", html))


FIGURE = '<data data-ref="a.b" data-show="" value="1">1</data>'


@pytest.mark.parametrize("void", ["<br>", "<br/>", "<br />", "<hr />", '<img alt="">', "<hr>", "<wbr />", "<meta />"])
def test_an_element_without_content_changes_no_language(void: str) -> None:
    found = read(f'<html lang="de"><body><p lang="en">a{void}b {FIGURE}</p><p>{FIGURE}</p></body></html>')
    assert [figure.language for figure in found.figures] == ["en", "de"]


def test_the_text_of_a_figure_is_read_with_its_entities_and_elements() -> None:
    found = read(f'<html lang="de"><p>{FIGURE.replace(">1<", ">&lt;1&nbsp;<b>G</b>B<")} after</p></html>')
    assert [figure.text for figure in found.figures] == ["<1\u00a0GB"]


def test_figures_ids_and_links_are_read_with_their_lines() -> None:
    found = read(f'<html lang="de">\n<h2 id="x">A</h2>\n<a href="/b">B</a>\n<nav>{FIGURE}</nav>\n{FIGURE}\n</html>')
    assert found.ids == ("x",)
    assert found.links == (("/b", 3),)
    assert [(figure.line, figure.navigation) for figure in found.figures] == [(4, True), (5, False)]


def test_a_rule_between_paragraphs_builds(tmp_path: Path) -> None:
    site = write(tmp_path / "site", "It has {card_a.memory}.\n\n---\n\nAgain {card_a.memory}.")
    assert site.problems() == []
