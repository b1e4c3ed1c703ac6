"""Entries are added to a YAML text, and all else of it stays as it is."""

from __future__ import annotations

import pytest
import yaml

from zahlwerk.yamledit import block, flow, one_line_or_block, scalar, with_entry

BLOCK = """\
# Cards.
cards:
  one:   # the first
    memory: 1 GB  # as listed
    power:
      value: 5 W
      why: measured

  # About the second.
  two: {memory: 2 GB}

links:
  wire: {}
"""


@pytest.mark.parametrize(
    ("path", "before", "line"),
    [
        (("cards", "one"), "      why: measured\n", "    rate: 3 GB/s\n"),
        (("cards",), "  two: {memory: 2 GB}\n", "  rate: 3 GB/s\n"),
        (("links",), "  wire: {}\n", "  rate: 3 GB/s\n"),
        ((), "  wire: {}\n", "rate: 3 GB/s\n"),
    ],
)
def test_an_entry_is_added_behind_the_last_one_of_its_mapping(path: tuple[str, ...], before: str, line: str) -> None:
    head, tail = BLOCK.split(before)
    assert with_entry(BLOCK, path, "rate", "3 GB/s") == head + before + line + tail


@pytest.mark.parametrize(
    ("written", "added"),
    [
        ("a: {b: 1}\n", "a: {b: 1, c: 2}\n"), ("a: {b: 1, }\n", "a: {b: 1, c: 2, }\n"), ("a: {}\n", "a: {c: 2}\n"),
        ("a: {b: 1,\n    d: {e: 1}}  # why\nf: 1\n", "a: {b: 1,\n    d: {e: 1}, c: 2}  # why\nf: 1\n"),
        ("a: {b: 1  # one\n  }\n", "a: {b: 1, c: 2  # one\n  }\n"),
    ],
)  # fmt: skip
def test_an_entry_is_added_within_braces(written: str, added: str) -> None:
    assert with_entry(written, ("a",), "c", "2") == added


@pytest.mark.parametrize(
    ("written", "added"),
    [
        ("a:\r\n  b: 1\r\n\r\nd: 1\r\n", "a:\r\n  b: 1\r\n  c: 2\r\n\r\nd: 1\r\n"),  # the line ends of the file
        ("a:\n  b: 1", "a:\n  b: 1\n  c: 2\n"),  # no line end at the end
        ("a:\n    b:\n    - x: 1\n      y: 2\n# 3\n", "a:\n    b:\n    - x: 1\n      y: 2\n    c: 2\n# 3\n"),
        ("a:\n  b: |\n    text\n    more\n\nd: 1\n", "a:\n  b: |\n    text\n    more\n  c: 2\n\nd: 1\n"),
        ("ä:\n  é: ü  # ß 𝄞\na:\n  b: ö\n", "ä:\n  é: ü  # ß 𝄞\na:\n  b: ö\n  c: 2\n"),
    ],
    ids=["crlf", "no end", "sequence", "literal", "beyond ascii"],
)  # fmt: skip
def test_the_place_is_found_in_whatever_way_the_file_is_written(written: str, added: str) -> None:
    assert with_entry(written, ("a",), "c", "2") == added


@pytest.mark.parametrize(
    ("written", "path"),
    [("a: 1\n", ("b",)), ("a: 1\n", ("a",)), ("a: [1]\n", ("a",)), ("x: &x {b: 1}\na: *x\n", ("a",)), ("", ())],
    ids=["missing", "a scalar", "a list", "an alias", "an empty file"],
)
def test_a_mapping_that_does_not_stand_there_is_refused(written: str, path: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match=r"there is no|holds no entries|is an alias"):
        with_entry(written, path, "c", "2")


TEXTS = (
    "141 GB", "4-way bridge", "a", "table: x", "config.json, hidden_size", "yes", "12:30", "0141", "- a", "# a", "{a}",
    'say "a"', "back\\slash", "a #b", "naïve – 2 × 3", "15 %", "null", "", " a", "*a", "@a", "https://a.example/b?c#d",
)  # fmt: skip


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_is_read_as_it_was_given(text: str) -> None:
    for written in (f"a: {scalar(text)}\n", f"a: {flow({'b': scalar(text)})}\n", f"a:{block({'b': scalar(text)})}\n"):
        found = yaml.load(written, Loader=yaml.BaseLoader)["a"]
        assert (found if isinstance(found, str) else found["b"]) == text


def test_plain_texts_need_no_quotes_and_others_have_them() -> None:
    assert [scalar(text) for text in ("141 GB", "4-way bridge", "yes", "a: b")] == [
        "141 GB", "4-way bridge", '"yes"', '"a: b"',
    ]  # fmt: skip


def test_what_is_too_wide_for_a_line_stands_in_several() -> None:
    assert one_line_or_block({"a": "1", "b": "2"}) == "{a: 1, b: 2}"
    assert one_line_or_block({"a": "1", "b": "x" * 110}) == f"\n  a: 1\n  b: {'x' * 110}"
