"""An article's source: front matter, texts with their places, claims, and what is refused."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest
from small import article

from zahlwerk.articles import Article, read_article
from zahlwerk.problems import BuildFailed, Place
from zahlwerk.quantity import BYTE, Quantity
from zahlwerk.texts import is_message

FILE = "content/small.md"
FIRST = 9  # line of the file in which the body of a small article begins


def read(folder: Path, source: str, slug: str = "small") -> Article:
    path = folder / f"{slug}.md"
    path.write_text(source, "utf-8", newline="")
    return read_article(path, f"content/{slug}.md")


def problems(folder: Path, source: str, slug: str = "small") -> list[str]:
    with pytest.raises(BuildFailed) as failed:
        read(folder, source, slug)
    return [str(problem) for problem in failed.value.problems]


def test_the_front_matter_is_read(tmp_path: Path) -> None:
    source = article("Text.\n").replace("published:", "modified: 2026-05-06\ntags: [memory, H200 NVL]\npublished:")
    found = read(tmp_path, source)
    assert (found.slug, found.title, found.language, found.kind) == ("small", "A small article", "en", "article")
    assert found.published == datetime.date(2026, 3, 4)
    assert found.modified == datetime.date(2026, 5, 6)
    assert found.tags == ("memory", "H200 NVL")


def test_an_article_that_was_not_changed_is_as_old_as_its_publication(tmp_path: Path) -> None:
    assert read(tmp_path, article("Text.\n")).modified == datetime.date(2026, 3, 4)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("title: A small article\n", "", f"{FILE}:1: title is missing"),
        ("language: en\n", "", f"{FILE}:1: language is missing"),
        ("published: 2026-03-04\n", "", f"{FILE}:1: published is missing"),
        ("kind: article", "kind: artikel", f'{FILE}:5: kind must not be "artikel"; did you mean "article"?'),
        ("published: ", "publisched: 2026-01-01\npublished: ", f'{FILE}:6: unknown key of the front matter: "p'),
        ("2026-03-04", "4 March 2026", f'{FILE}:6: "4 March 2026" is not a date; write it as 2026-10-24'),
        ("2026-03-04", "2026-02-30", f'{FILE}:6: "2026-02-30" is not a date'),
        ("kind: article", "kind: article\ntags: [a, {b: c}]", f"{FILE}:6: a tag must be a text"),
        ("title: A small article", "title: A\ntitle: B", f'{FILE}:3: "title" is given a second time'),
        ("title: A small article", "title: Takes {a.b}", f"{FILE}:2: the title must not hold figures"),
        ("---\n\n", "", f"{FILE}:1: has no front matter"),
    ],
)  # fmt: skip
def test_a_fault_of_the_front_matter_is_refused_in_its_line(tmp_path: Path, old: str, new: str, problem: str) -> None:
    source = article("Text.\n")
    assert old in source
    assert any(found.startswith(problem) for found in problems(tmp_path, source.replace(old, new, 1)))


@pytest.mark.parametrize("slug", ["Small", "small_one", "small--one", "-small", "größe", "a.b"])
def test_a_file_whose_name_is_no_address_is_refused(tmp_path: Path, slug: str) -> None:
    (problem,) = problems(tmp_path, article("Text.\n"), slug)
    assert problem.startswith(f'content/{slug}.md: "{slug}" is no slug')


BODY = """\
Intro {a.b}
over two lines.

## Head {a.b} {#own-id}

- item *one*
- {c.d[GB]:.1}

| Column | Other |
|---|---|
| cell | {e.f} |

> quoted
"""


def test_every_text_has_its_kind_section_and_line(tmp_path: Path) -> None:
    texts = read(tmp_path, article(BODY)).texts
    assert [(text.context, text.source, text.kind, text.section, text.place.line) for text in texts] == [
        ("title", "A small article", "title", "", 2),
        ("description", "What the cards hold.", "description", "", 3),
        ("", "Intro {a.b} over two lines.", "paragraph", "", FIRST),
        ("", "Head {a.b}", "heading", "", FIRST + 3),
        ("", "item *one*", "list item", "own-id", FIRST + 5),
        ("", "{c.d[GB]:.1}", "list item", "own-id", FIRST + 6),
        ("", "Column", "cell", "own-id", FIRST + 8),
        ("", "Other", "cell", "own-id", FIRST + 8),
        ("", "cell", "cell", "own-id", FIRST + 10),
        ("", "{e.f}", "cell", "own-id", FIRST + 10),
        ("", "quoted", "paragraph", "own-id", FIRST + 12),
    ]


def test_an_article_knows_its_references_in_order(tmp_path: Path) -> None:
    found = read(tmp_path, article(BODY))
    assert found.references == ("{a.b}", "{a.b}", "{c.d[GB]:.1}", "{e.f}")
    assert found.headings == ("own-id",)


@pytest.mark.parametrize("line_end", ["\r\n", "\r"])
def test_line_ends_change_nothing(tmp_path: Path, line_end: str) -> None:
    assert read(tmp_path, article(BODY).replace("\n", line_end)) == read(tmp_path, article(BODY))


@pytest.mark.parametrize(
    "written", ["description: >\n  What the\n  cards hold.", 'description: " What the cards hold. "']
)
def test_a_description_is_the_same_text_for_readers_and_translators(tmp_path: Path, written: str) -> None:
    found = read(tmp_path, article("Text.\n").replace("description: What the cards hold.", written))
    assert [text.source for text in found.texts if text.context == "description"] == [found.description]
    assert found.description == "What the cards hold."


@pytest.mark.parametrize(
    ("text", "is_one"),
    [("{a.b}", False), ("{a.b} / {c.d}", False), ("–", False), ("{a.b} GB", True), ("none", True), ("मेमोरी", True)],
)
def test_a_text_of_references_alone_is_no_message(text: str, is_one: bool) -> None:
    assert is_message(text) is is_one


@pytest.mark.parametrize("operator", ["<", "<=", ">", ">=", "=="])
def test_a_claim_compares_a_figure_with_another_or_with_a_quantity(tmp_path: Path, operator: str) -> None:
    body = f"<!-- claim: {{a.b}} {operator} {{c.d}} -->\n<!-- claim: {{a.b}}{operator}30 GB -->\nText.\n"
    first, second = read(tmp_path, article(body)).claims
    assert (first.left, first.operator, first.right, first.place) == ("a.b", operator, "c.d", Place(FILE, FIRST))
    assert (second.left, second.operator, second.right) == ("a.b", operator, Quantity(30 * 10**9, BYTE))


@pytest.mark.parametrize(
    ("claim", "problem"),
    [
        ("{a.b}", '"{a.b}" is not a claim'),
        ("{a.b} = 3", '"{a.b} = 3" is not a claim'),
        ("{a.b} is small", '"{a.b} is small" is not a claim'),
        ("30 GB > {a.b}", '"30 GB > {a.b}" is not a claim'),
        ("{a.b[GB]} < 3 GB", '"{a.b[GB]} < 3 GB" is not a claim'),
        ("{a.b} < {c.d[GB]:.1}", "a claim compares exact values; drop [GB]:.1"),
        ("{a.b} < 30GB", "put a space before the unit"),
        ("{a.b} < 30 giga", 'unknown unit "giga"'),
    ],
)
def test_what_is_no_claim_is_refused_in_its_line(tmp_path: Path, claim: str, problem: str) -> None:
    (found,) = problems(tmp_path, article(f"First.\n\n<!-- claim: {claim} -->\nText.\n"))
    assert found.startswith(f"{FILE}:{FIRST + 2}: ")
    assert problem in found


def _claimed(article: Article) -> list[str]:
    return [text.source for text in article.texts if text.claims]


@pytest.mark.parametrize(
    ("block", "texts"),
    [
        ("One.\n\nTwo.\n", ["One."]),
        ("## Head\n\nText.\n", ["Head"]),
        ("- one\n- two\n\nText.\n", ["one", "two"]),
        ("| a | b |\n|---|---|\n| c | {d.e} |\n\nText.\n", ["a", "b", "c", "{d.e}"]),
        ("> one\n>\n> two\n\nText.\n", ["one", "two"]),
    ],
)
def test_a_claim_belongs_to_the_block_behind_it(tmp_path: Path, block: str, texts: list[str]) -> None:
    found = read(tmp_path, article(f"Before.\n\n<!-- claim: {{a.b}} == 1 -->\n{block}"))
    assert _claimed(found) == texts
    assert len(found.claims) == 1


def test_a_claim_within_a_list_item_belongs_to_it_alone(tmp_path: Path) -> None:
    assert _claimed(read(tmp_path, article("- <!-- claim: {a.b} == 1 -->\n  one\n- two\n"))) == ["one"]


@pytest.mark.parametrize("block", ["```\ncode\n```\n", "---\n", "    code\n"])
def test_no_claim_is_dropped(tmp_path: Path, block: str) -> None:
    source = article(f"Before.\n\n<!-- claim: {{a.b}} == 1 -->\n\n{block}\nBehind.\n")
    try:
        kept = len(read(tmp_path, source).claims)
    except BuildFailed as failed:
        kept = len([problem for problem in failed.problems if problem.place.line == FIRST + 2])
    assert kept == 1


def test_a_note_is_for_translators_and_is_not_wrapped(tmp_path: Path) -> None:
    texts = read(tmp_path, article("<!-- note: two\n  lines -->\n<!-- note: another -->\nText.\n")).texts
    assert texts[-1].notes == ("two lines", "another")


@pytest.mark.parametrize(
    ("body", "line", "problem"),
    [
        ("# Head\n", 0, "a heading of the first level is refused"),
        ("Head\n====\n", 0, "a heading of the first level is refused"),
        ("<div>x</div>\n", 0, "raw HTML is refused"),
        ("One.\n\nA <b>bold</b> word.\n", 2, "raw HTML is refused: <b>"),
        ("![alt](picture.png)\n", 0, "images are refused"),
        ("One.\n\n{a} or {a.b:GiB}\n", 2, "{a} is not a reference"),
        ("[x]({a.b})\n", 0, "a figure cannot stand in a link's address"),
        ("![{a.b}](x)\n", 0, "a figure cannot stand in a link's address or title or in an image's text: {a.b}"),
        ("one  \ntwo\n", 0, "a hard line break is refused"),
        ("one   \ntwo\n", 0, "a hard line break is refused"),
        ("one\\\ntwo\n", 0, "a hard line break is refused"),
        ("<!-- todo: x -->\nText.\n", 0, "this comment is neither a claim nor a note"),
        ("<!-- note: x --> Text.\n", 0, "this comment is neither a claim nor a note"),
        ("<!-- note: x\n\nText.\n", 0, "this comment is neither a claim nor a note"),
        ("Text.\n\n<!-- note: x -->\n", 2, "this comment stands before no block of text"),
        ("Text <!-- note: x --> more.\n", 0, "raw HTML is refused: <!-- note: x -->"),
        ("## A\n\n## A\n\n## A-1\n", None, "the heading id a-1 is given more than once"),
        ("## B\n\n## C {#b}\n", None, "the heading id b is given more than once"),
    ],
)  # fmt: skip
def test_what_an_article_must_not_hold_is_refused(tmp_path: Path, body: str, line: int | None, problem: str) -> None:
    place = f"{FILE}:{1 if line is None else FIRST + line}: "
    assert any(found.startswith(place + problem) for found in problems(tmp_path, article(body)))


def test_a_reference_in_the_definition_of_a_link_is_refused_too(tmp_path: Path) -> None:
    assert problems(tmp_path, article("See [the guide][guide].\n\n[guide]: {a.b}\n"))


def test_all_faults_come_at_once(tmp_path: Path) -> None:
    body = "# One\n\n<!-- claim: nonsense -->\n{x} <i>\n"
    source = article(body).replace("kind: article", "kind: letter")
    assert len(problems(tmp_path, source)) == 5
