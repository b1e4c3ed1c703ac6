"""Corrections: an article says what a figure was, in every language, and git is asked whether that is so."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path

import pytest
from conftest import Site, needs_program
from repository import Repository, begin_repository
from small import FACTS, SLUG, article, english, german, html_of, write_small_site

BODY = "It holds {card_a.memory}. In all, {pair.cards} hold {pair.pool_memory[GiB]:.1}. Read on {data_sheet.read}."
GERMAN = {
    "A small article": "Ein kleiner Artikel",
    "What the cards hold.": "Was die Karten fassen.",
    BODY: "Sie fasst {card_a.memory}. Alle {pair.cards} fassen {pair.pool_memory[GiB]:.1}. Gelesen: {data_sheet.read}.",
}
ENGLISH_PAGE, GERMAN_PAGE = f"en/{SLUG}/index.html", f"de/{SLUG}/index.html"
NOTED = """\
modified: 2026-11-20
corrections:
  - {date: 2026-11-02, figure: "{card_a.memory}", was: 1241.05 GB}
  - {date: 2026-11-20, figure: "{pair.pool_memory[GiB]:.1}", was: 270000000000 byte}
"""


def source(front: str = "") -> str:
    return article(f"{BODY}\n").replace("published: 2026-03-04\n", f"published: 2026-03-04\n{front}")


def corrected(folder: Path, front: str = "", facts: str = FACTS) -> Site:
    """A small site whose article has this in its front matter."""
    languages = {"en": english(), "de": german(small=GERMAN)}
    site = write_small_site(folder, articles={SLUG: source()}, languages=languages, facts=facts)
    site.write(f"content/{SLUG}.md", source(front))
    return site


def notes_of(html: str) -> list[str]:
    """What a reader reads of the corrections."""
    part = html.partition('<aside class="corrections"')[2].partition("</aside>")[0]
    return [" ".join(unescape(re.sub(r"<[^>]+>", "", item)).split()) for item in re.findall(r"(?s)<li>.*?</li>", part)]


# 270 000 000 000 ÷ 2^30 = 251.457…; 282 200 000 000 ÷ 2^30 = 262.818….
@pytest.mark.parametrize(
    ("page", "expected"),
    [
        (
            ENGLISH_PAGE,
            [
                "Corrected on 20 November 2026: listed memory of all cards (Two cards),"
                " 262.8 GiB instead of 251.5 GiB.",
                "Corrected on 2 November 2026: listed memory per card (Card A), 141.1 GB instead of 1,241.1 GB.",
            ],
        ),
        (
            GERMAN_PAGE,
            [
                "Berichtigt am 20. November 2026: Nennkapazität aller Karten (Zwei Karten), 262,8 GiB statt 251,5 GiB.",
                "Berichtigt am 2. November 2026: Nennkapazität je Karte (Card A), 141,1 GB statt 1.241,1 GB.",
            ],
        ),
    ],
)
def test_each_language_says_what_the_figure_was(page: str, expected: list[str], tmp_path: Path) -> None:
    html = html_of(corrected(tmp_path / "site", NOTED).check(), page)
    assert notes_of(html) == expected
    (script,) = re.findall(r'ld\+json">(.*?)</script>', html)
    said = json.loads(script)["@graph"][0]["correction"]
    assert [(note["datePublished"], note["text"].replace("\u00a0", " ")) for note in said] == list(
        zip(("2026-11-20", "2026-11-02"), expected, strict=True)
    )


def test_the_old_value_and_the_new_one_carry_their_exact_values(tmp_path: Path) -> None:
    html = html_of(corrected(tmp_path / "site", NOTED).check(), GERMAN_PAGE)
    assert (
        '<data data-ref="card_a.memory" data-was="1241.05 GB" data-show="" value="1241050000000">1.241,1\u00a0GB</data>'
        in html
    )
    assert (
        '<a class="figure" href="#how-card_a.memory">'
        '<data data-ref="card_a.memory" data-show="" value="141100000000">141,1\u00a0GB</data></a>' in html
    )


def test_a_date_can_be_corrected(tmp_path: Path) -> None:
    front = 'modified: 2026-11-02\ncorrections: [{date: 2026-11-02, figure: "{data_sheet.read}", was: 2026-10-01}]\n'
    html = html_of(corrected(tmp_path / "site", front).check(), GERMAN_PAGE)
    (note,) = notes_of(html)
    assert note.endswith("24. Oktober 2026 statt 1. Oktober 2026.")


def test_an_article_without_corrections_has_no_note(tmp_path: Path) -> None:
    site = corrected(tmp_path / "site")
    assert site.problems() == []
    assert "corrections" not in html_of(site.check(), ENGLISH_PAGE)


def entry(**changed: str) -> str:
    given = {"date": "2026-11-02", "figure": '"{card_a.memory}"', "was": "124.1 GB"} | changed
    inner = ", ".join(f"{key}: {value}" for key, value in given.items() if value)
    return f"modified: 2026-11-02\ncorrections:\n  - {{{inner}}}\n"


@pytest.mark.parametrize(
    ("front", "says"),
    [
        (entry(), ""),
        (entry(date=""), ":9: date is missing"),
        (entry(date="2026-11-31"), '"2026-11-31" is not a date'),
        (entry(date="2026-03-03"), ":9: a correction lies between published and modified"),
        (entry(date="2026-11-03"), ":9: a correction lies between published and modified"),
        (entry(was=""), ":9: was is missing"),
        (entry(was="124.1"), ":9: {card_a.memory} cannot be corrected from 124.1: its former value is a plain number"),
        (entry(was="124.1 s"), "its former value is in second, but card_a.memory is in byte"),
        (entry(was="2026-01-02"), "its former value is a date, but card_a.memory is in byte"),
        (entry(was="a lot"), '"a lot" is not a number'),
        (entry(was="141.1 GB"), ':9: {card_a.memory} is still "141.1\u00a0GB", as it was'),
        (entry(was="141.14 GB"), ':9: {card_a.memory} is still "141.1\u00a0GB", as it was'),
        (entry(figure='"{card_a.memroy}"'), 'did you mean "memory"'),
        (entry(figure='"card_a.memory"'), ":9: card_a.memory is not a reference"),
        (entry(figure='"{card_a.memory[GiB]}"'), "another unit needs its decimals"),
        (entry(why="a mistake"), ':9: unknown key of a correction: "why"'),
        ("corrections: none yet\n", ":7: a correction must hold date, figure and was"),
    ],
)
def test_corrections_are_read_strictly(front: str, says: str, tmp_path: Path) -> None:
    problems = corrected(tmp_path / "site", front).problems()
    assert bool(problems) == bool(says), problems
    assert any(says in problem and problem.startswith(f"content/{SLUG}.md:") for problem in problems) or not says


@pytest.fixture
def published(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Site, Repository]:
    """A site that git follows with its pages, published first with 124.1 GB and since with 141.1 GB."""
    site = corrected(tmp_path / "site", facts=FACTS.replace("141.1 GB", "124.1 GB"))
    repository = begin_repository(site.folder, monkeypatch)
    for day, facts in (("2026-10-01", FACTS.replace("141.1 GB", "124.1 GB")), ("2026-11-02", FACTS)):
        site.write("facts/facts.yaml", facts)
        assert site.run("build") == 0
        repository.commit(day)
    return site, repository


def of_history(site: Site) -> list[str]:
    return [problem for problem in site.problems() if "published as" in problem]


# Two cards of 124.1 GB have 248 200 000 000 bytes, which are 231.154… GiB.
CHANGES = [
    f'content/{SLUG}.md:1: {{card_a.memory}} was published as "124.1\u00a0GB", and is "141.1\u00a0GB";'
    " note it under corrections in the front matter (corrections)",
    f'content/{SLUG}.md:1: {{pair.pool_memory[GiB]:.1}} was published as "231.2\u00a0GiB", and is "262.8\u00a0GiB";'
    " note it under corrections in the front matter (corrections)",
]


@needs_program("git")
def test_a_published_figure_that_changed_without_a_note_is_found(published: tuple[Site, Repository]) -> None:
    assert of_history(published[0]) == CHANGES


@needs_program("git")
def test_a_change_that_is_not_yet_committed_is_found(published: tuple[Site, Repository]) -> None:
    site, _ = published
    site.write("facts/facts.yaml", FACTS.replace("141.1 GB", "150.1 GB"))
    found = of_history(site)
    assert [said.partition(" was published as ")[2].partition(",")[0] for said in found] == [
        '"124.1\u00a0GB"', '"141.1\u00a0GB"', '"231.2\u00a0GiB"', '"262.8\u00a0GiB"',
    ]  # fmt: skip


@needs_program("git")
def test_a_correction_of_what_was_published_satisfies(published: tuple[Site, Repository]) -> None:
    site, _ = published
    noted = entry() + '  - {date: 2026-11-02, figure: "{pair.pool_memory[GiB]:.1}", was: 248.2 GB}\n'
    site.write(f"content/{SLUG}.md", source(noted))
    assert site.problems() == []


@needs_program("git")
def test_a_correction_of_what_was_never_published_is_found(published: tuple[Site, Repository]) -> None:
    site, _ = published
    site.write(f"content/{SLUG}.md", source(entry(was="125.1 GB")))
    found = of_history(site)
    assert f'content/{SLUG}.md:9: {{card_a.memory}} was never published as "125.1\u00a0GB"' in "\n".join(found)
    assert CHANGES[0] in found


@needs_program("git")
def test_nothing_is_said_where_git_does_not_follow_the_data_file(published: tuple[Site, Repository]) -> None:
    site, repository = published
    repository.git("rm", "--quiet", "--cached", "-r", "public")
    assert of_history(site) == []


@needs_program("git")
def test_a_change_before_the_article_was_published_is_none(published: tuple[Site, Repository]) -> None:
    site, _ = published
    for day, expected in (("2026-10-01", CHANGES), ("2026-10-02", [])):
        site.write(f"content/{SLUG}.md", source().replace("published: 2026-03-04", f"published: {day}"))
        assert of_history(site) == expected


@needs_program("git")
def test_a_change_too_small_to_be_seen_is_none(published: tuple[Site, Repository]) -> None:
    site, _ = published
    site.write(f"content/{SLUG}.md", source(entry()))
    before = of_history(site)
    site.write("facts/facts.yaml", FACTS.replace("memory: 141.1 GB", "memory: 141.101 GB"))
    site.write(f"content/{SLUG}.md", source(entry()).replace("{card_a.memory}, and", "{card_a.memory[GB]:.1}, and"))
    changed = [said for said in of_history(site) if "pool_memory" in said]
    assert changed == [said for said in before if "pool_memory" in said] == CHANGES[1:]


@needs_program("git")
def test_a_data_file_that_was_once_broken_is_passed_over(published: tuple[Site, Repository]) -> None:
    site, repository = published
    kept = site.read(f"public/data/{SLUG}.json")
    for text in ("{", "[]", '{"figures": []}', '{"figures": {"card_a.memory": {"shown": {}, "value": "x"}}}'):
        site.write(f"public/data/{SLUG}.json", text)
        repository.commit("2026-11-03")
    site.write(f"public/data/{SLUG}.json", kept)
    repository.commit("2026-11-04")
    assert of_history(site) == CHANGES
