"""The command new: what it adds, what it leaves as it is, and what it refuses."""

from __future__ import annotations

import difflib
from pathlib import Path

import pytest
from conftest import Site
from small import FACTS, article, english, german, write_small_site

from zahlwerk.project import load_project
from zahlwerk.quantity import parse_quantity
from zahlwerk.slugs import proposed_slug

FILE = "facts/facts.yaml"
TODAY = "1796083200"  # 1 December 2026


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", TODAY)
    return write_small_site(tmp_path / "small")


def added_lines(before: str, after: str) -> list[str]:
    """The lines that were added, with nothing else changed."""
    changes = [line for line in difflib.ndiff(before.splitlines(True), after.splitlines(True)) if line[0] != " "]
    assert all(line.startswith("+ ") for line in changes), changes
    return [line[2:].rstrip("\r\n") for line in changes]


def refused(site: Site, capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a misuse is told; nothing may have changed."""
    before = {path: path.read_bytes() for path in site.folder.rglob("*") if path.is_file()}
    assert site.run(*arguments) == 2
    assert {path: path.read_bytes() for path in site.folder.rglob("*") if path.is_file()} == before
    return capsys.readouterr().err.rpartition("python build.py ")[2].strip()


def test_a_fact_is_one_line_more(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    before = site.read(FILE)
    command = (
        "new",
        "fact",
        "h100.bandwidth=2000 GB/s",
        "--source",
        "h100-pcie-brief",
        "--where",
        "specification table",
    )
    assert site.run(*command) == 0
    assert added_lines(before, site.read(FILE)) == ["    bandwidth: 2000 GB/s"]
    fact = load_project(site.folder).facts.records["h100"].bandwidth  # type: ignore[attr-defined]
    assert fact.written == parse_quantity("2000 GB/s")
    assert (fact.source.id, fact.where) == ("h100_pcie_brief", "specification table")
    assert capsys.readouterr().out == f"added h100.bandwidth ({fact.place})\n"
    assert site.run("check", "--strict") == 0


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ((), "    bandwidth: 4.8 TB/s"),
        (("--source", "data-sheet"), "    bandwidth: 4.8 TB/s"),
        (("--where", "page: 3"), '    bandwidth: {value: 4.8 TB/s, where: "page: 3"}'),
        (("--bound", "over"), "    bandwidth: {value: 4.8 TB/s, bound: over}"),
        (
            ("--source", "log", "--where", "line", "--why", "we read it twice", "--bound", "about"),
            "    bandwidth: {value: 4.8 TB/s, source: log, where: line, why: we read it twice, bound: about}",
        ),
    ],
)
def test_a_fact_says_what_its_record_does_not(small: Site, arguments: tuple[str, ...], line: str) -> None:
    small.replace(
        FILE, "cards:\n", "  log: {title: Log, publisher: Us, language: en, kind: measured, read: 2026-10-24}\ncards:\n"
    )
    before = small.read(FILE)
    assert small.run("new", "fact", "card-a.bandwidth=4.8 TB/s", *arguments) == 0
    assert added_lines(before, small.read(FILE)) == [line]


def test_a_fact_of_a_record_in_braces_and_of_a_case_stay_in_braces(small: Site) -> None:
    assert small.run("new", "fact", "pair.duration=3 h", "--why", "a run of ours") == 0
    assert (
        "pair: {title: Two cards, card: card_a, link: bridge, cards: 2, duration: {value: 3 h, why: a run of ours}}"
        in (small.read(FILE))
    )


def test_line_ends_comments_and_permissions_stay(small: Site) -> None:
    path = small.folder / FILE
    path.write_bytes(
        FACTS.replace("    power: 600 W\n", "    power: 600 W  # the highest\n    # more to come\n")
        .replace("\n", "\r\n")
        .encode()
    )
    path.chmod(0o640)
    before = path.read_bytes()
    assert small.run("new", "fact", "card_a.fp32=60 TFLOPS") == 0
    assert path.read_bytes() == before.replace(b"# the highest\r\n", b"# the highest\r\n    fp32: 60 TFLOPS\r\n")
    assert path.stat().st_mode & 0o777 == 0o640
    assert [one.name for one in (small.folder / "facts").iterdir()] == sorted(["facts.yaml", "names.yaml"])


def test_a_facts_file_that_is_a_link_stays_one(small: Site, tmp_path: Path) -> None:
    elsewhere = tmp_path / "shared.yaml"
    (small.folder / FILE).rename(elsewhere)
    (small.folder / FILE).symlink_to(elsewhere)
    assert small.run("new", "fact", "card_a.fp32=60 TFLOPS") == 0
    assert (small.folder / FILE).is_symlink()
    assert "    fp32: 60 TFLOPS\n" in elsewhere.read_text("utf-8")


def test_a_record_is_begun_in_its_section_in_the_order_of_its_fields(small: Site) -> None:
    before = small.read(FILE)
    command = (
        "card_b.power=300 W",
        "card_b.memory=80 GB",
        "--type",
        "card",
        "--name",
        "Card B",
        "--source",
        "data_sheet",
    )
    assert small.run("new", "fact", *command) == 0
    assert added_lines(before, small.read(FILE)) == [
        "  card_b:", "    name: Card B", "    source: data_sheet", "    memory: 80 GB", "    power: 300 W",
    ]  # fmt: skip
    assert before.split("links:")[1] == small.read(FILE).split("links:")[1]


def test_a_section_is_begun_where_there_is_none(small: Site) -> None:
    command = ("cpu.power=280 W", "--type", "processor", "--name", "A processor", "--source", "data_sheet")
    assert small.run("new", "fact", *command) == 0
    assert small.read(FILE) == (
        FACTS + "processors:\n  cpu:\n    name: A processor\n    source: data_sheet\n    power: 280 W\n"
    )


def test_a_source_is_added_with_today_as_the_day_it_was_read(small: Site) -> None:
    before = small.read(FILE)
    command = (
        "--title",
        "A list: prices",
        "--publisher",
        "A shop",
        "--document",
        "price",
        "--url",
        "https://shop.example.com/",
    )
    assert small.run("new", "source", "price-list", *command) == 0
    assert added_lines(before, small.read(FILE)) == [
        "  price_list:", '    title: "A list: prices"', "    publisher: A shop", "    language: de",
        '    url: "https://shop.example.com/"', "    document: price", "    kind: copy", "    read: 2026-12-01",
    ]  # fmt: skip
    (unused,) = [problem for problem in small.problems() if "unused" in problem]
    assert unused.startswith(
        "facts/facts.yaml:10: no fact and no article uses the source price_list; use it, take it out"
    )
    assert unused.endswith("(unused-source)")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("card_a.memroy=1 GB",), 'card_a has no field "memroy"; did you mean "memory"?'),
        (("card_c.memory=1 GB",), 'there is no record "card_c"; did you mean "card_a"?; a new one is begun with'),
        (("card_a.memory=1 GB",), "card_a.memory is stated already, at facts/facts.yaml:14; change it there, or add"),
        (("card_a.fp32=1 TFLOPS", "card_a.fp32=2 TFLOPS"), "card_a.fp32 is stated already, at facts/facts.yaml:17"),
        (("card_a.fp32=1 TFLOPS", "--source", "data_shet"), 'unknown source "data_shet"; did you mean "data_sheet"?'),
        (("card_a.fp32",), '"card_a.fp32" states nothing; write it as "h200_nvl.memory=141 GB"'),
        (("card_a.=1 GB",), '"card_a.=1 GB" states nothing'),
        (("x.memory=1 GB", "--type", "crad", "--name", "X"), 'unknown type "crad"; did you mean "card"?'),
        (("card_a.memory=1 GB", "--type", "card", "--name", "X"), 'the id "card_a" is taken; see facts/facts.yaml:11'),
        (("x.memory=1 GB", "y.power=1 W", "--type", "card", "--name", "X"), "facts of its own only, not of x, y"),
        (("x.memory=1 GB", "--type", "card"), "a new record takes both --type and --name"),
        (("x.memry=1 GB", "--type", "card", "--name", "X"), 'a card has no field "memry"; did you mean "memory"?'),
    ],
)  # fmt: skip
def test_a_fact_that_cannot_be_added_is_told_why(
    small: Site, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], told: str
) -> None:
    assert told in refused(small, capsys, "new", "fact", *arguments)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("card_a.fp32=60 W",), "card_a.fp32 must be a quantity in flop/second, but is"),
        (("card_a.fp32=60TFLOPS",), "put a space before the unit"),
        (("card_a.fp32=9 FLOPS",), "card_a.fp32 is out of range"),
        (("b.memory=1 GB", "--type", "card", "--name", "B", "--source", "data_sheet"), "the card b lacks power"),
        (("b.memory=1 GB", "b.power=1 W", "--type", "card", "--name", "B"), "b.memory has no source"),
        (("card_a.fp32=1 TFLOPS", "--bound", "ovr"), 'bound must not be "ovr"; did you mean "over"?'),
        (("pair.link=bridg",), '"bridg" is not among the links; did you mean "bridge"?'),
    ],
)  # fmt: skip
def test_a_fact_that_the_facts_would_refuse_is_not_written(
    small: Site, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], told: str
) -> None:
    small.replace(FILE, ", link: bridge", "")
    before = (small.folder / FILE).read_bytes()
    assert small.run("new", "fact", *arguments) == 1
    printed = capsys.readouterr().err
    assert told in printed
    assert printed.endswith("nothing was written\n")
    assert (small.folder / FILE).read_bytes() == before


def test_nothing_is_added_to_facts_that_cannot_be_read(small: Site, capsys: pytest.CaptureFixture[str]) -> None:
    small.replace(FILE, "power: 600 W", "power: 600")
    before = small.read(FILE)
    assert small.run("new", "fact", "card_a.fp32=60 TFLOPS") == 1
    assert "card_a.power must be a quantity in watt" in capsys.readouterr().err
    assert small.read(FILE) == before


def test_a_record_that_is_an_alias_is_left_to_its_editor(small: Site, capsys: pytest.CaptureFixture[str]) -> None:
    small.replace(FILE, "  card_a:\n", "  card_a: &a\n")
    small.replace(FILE, "links:\n", "  card_b: *a\nlinks:\n")
    told = refused(small, capsys, "new", "fact", "card_b.fp32=60 TFLOPS")
    assert told == "new fact: card_b is an alias of what stands elsewhere"


def test_an_id_is_given_once(small: Site, capsys: pytest.CaptureFixture[str]) -> None:
    told = refused(small, capsys, "new", "source", "card-a", "--title", "T", "--publisher", "P")
    assert told == 'new source: the id "card_a" is taken; see facts/facts.yaml:11'


def test_an_article_passes_all_checks_but_those_that_ask_for_content(
    small: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    assert small.run("new", "article", "a-guide", "--language", "en") == 0
    assert capsys.readouterr().out.startswith("began content/a-guide.md\n")
    assert "published: 2026-12-01\n" in small.read("content/a-guide.md")
    found = small.problems()
    assert [one.rpartition(" ")[2] for one in found] == ["(scaffold)"] * 3
    assert [one.partition(": ")[0] for one in found] == [f"content/a-guide.md:{line}" for line in (2, 3, 10)]
    for scaffold, words in (
        ("Title of the article", "A guide"),
        ("What the article tells its readers, for search engines and lists.", "It guides."),
        ("What readers learn here, and what follows from it.", "Read it."),
    ):  # fmt: skip
        small.replace("content/a-guide.md", scaffold, words)
    assert small.problems() == []


@pytest.mark.parametrize("language", ["de", "en", "fr"])
def test_an_article_in_each_language_of_this_project(site: Site, language: str) -> None:
    assert site.run("new", "article", "a-guide", "--language", language) == 0
    assert [one.rpartition(" ")[2] for one in site.problems()] == ["(scaffold)"] * 3
    assert site.run("messages", "update") == 0


def test_a_planned_page_is_planned_no_longer(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    before = site.read("pyproject.toml")
    assert site.run("new", "article", "gpu-memory-for-fine-tuning") == 0
    assert "updated pyproject.toml: the page is planned no longer" in capsys.readouterr().out
    line = 'gpu-memory-for-fine-tuning = "/en/gpu-memory-for-fine-tuning/"\n'
    assert site.read("pyproject.toml") == before.replace(line, "")
    assert before.count(line) == 1


def test_planned_pages_in_one_line_are_left_to_the_warning_of_a_build(small: Site) -> None:
    small.replace(
        "pyproject.toml", "threshold = 0", 'planned_pages = {a-guide = "/a/", b-guide = "/b/"}\nthreshold = 0'
    )
    before = small.read("pyproject.toml")
    assert small.run("new", "article", "a-guide") == 0
    assert small.read("pyproject.toml") == before
    assert any('"a-guide" exists and need not be planned' in problem for problem in small.problems())


@pytest.mark.parametrize(
    ("slug", "told"),
    [
        ("Größe der GPUs", 'digits and single hyphens; write "groesse-der-gpus"'),
        ("A_b", 'write "a-b"'), ("x--y", 'write "x-y"'), ("日本", "use lower-case letters"),
        ("../x", 'write "x"'), ("search", 'is a name of the site\'s own; write "search-guide"'),
        ("site", 'is a name of the site\'s own; write "site-guide"'), ("small", "content/small.md is there already"),
        ("earlier", 'the slug "earlier" is in use, see content/small.md:6; choose another'),
    ],
)  # fmt: skip
def test_a_slug_that_cannot_be_one_is_told_why(
    small: Site, capsys: pytest.CaptureFixture[str], slug: str, told: str
) -> None:
    small.replace("content/small.md", "kind: article\n", "kind: article\nmoved_from: [earlier]\n")
    assert told in refused(small, capsys, "new", "article", slug, "--language", "en")


def test_the_slug_of_a_translation_is_taken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    texts = {
        "A small article": "Ein Artikel",
        "What the cards hold.": "Was Karten fassen.",
        "Text.": "Ein Text.",
        "one": "eins",
    }
    languages = {"en": english(), "de": german(one=texts)}
    site = write_small_site(tmp_path / "site", articles={"one": article("Text.\n")}, languages=languages)
    told = refused(site, capsys, "new", "article", "eins", "--language", "de")
    assert 'the slug "eins" is in use, see locales/de/LC_MESSAGES/one.po:' in told


@pytest.mark.parametrize(
    ("words", "slug"),
    [
        ("GPU memory", "gpu-memory"),
        ("Grüße", "gruesse"),
        ("Gru\u0308ße", "gruesse"),
        ("L'été à Łódź", "l-ete-a-lodz"),
        ("…", ""),
    ],
)
def test_words_become_the_slug_nearest_to_them(words: str, slug: str) -> None:
    assert proposed_slug(words) == slug
