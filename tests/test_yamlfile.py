"""Strict YAML: what is written is what is read, with its line, and nothing is guessed."""

from __future__ import annotations

from pathlib import Path

import pytest

from zahlwerk.problems import BuildFailed, Place
from zahlwerk.yamlfile import Mapping, Scalar, Sequence, parse_yaml, read_text, read_yaml


def _problems(text: str) -> list[str]:
    with pytest.raises(BuildFailed) as failed:
        parse_yaml(text, "facts.yaml")
    return [str(problem) for problem in failed.value.problems]


def _text(mapping: Mapping, key: str) -> str:
    node = mapping.entries[key]
    assert isinstance(node, Scalar)
    return node.text


@pytest.mark.parametrize(
    "written",
    [
        "989.5e12", "45e10", "1.0e9", "1.0e-4", "12.10", "3.10", "1.50", "0", "0.5", "-3", "36",
        "141 GB", "15 %", "2026-10-24", "nothing", "Norway", "Yes, but", "on time", "1.2.3", "4x H200",
    ],
)  # fmt: skip
def test_a_scalar_stays_as_written(written: str) -> None:
    assert _text(parse_yaml(f"key: {written}\n", "facts.yaml"), "key") == written


@pytest.mark.parametrize(
    "written",
    [
        "yes", "No", "ON", "off", "true", "False", "y", "N",
        "null", "~", "",
        "8:1", "16:9", "12:30", "09:30", "1:30:00", "+2:15.5",
        "0141", "-012", "0x1F", "0b101", "0o17",
        ".inf", "-.INF", ".nan",
        "1_000", "1_000.5",
    ],
)  # fmt: skip
def test_a_scalar_that_other_readers_would_turn_into_something_else_is_refused(written: str) -> None:
    (problem,) = _problems(f"first: 1\nkey: {written}\n")
    assert problem.startswith("facts.yaml:2: ")
    assert f'write "{written}" if the text is meant' in problem


@pytest.mark.parametrize("written", ["yes", "8:1", "0141", "~", "", ".nan", "1_000"])
@pytest.mark.parametrize("style", ['"{}"', "'{}'"])
def test_quotes_say_that_the_text_is_meant(written: str, style: str) -> None:
    node = parse_yaml(f"key: {style.format(written)}\n", "facts.yaml").entries["key"]
    assert node == Scalar(written, True, Place("facts.yaml", 1))


def test_a_block_is_text_too() -> None:
    assert _text(parse_yaml("key: |-\n  no\n", "facts.yaml"), "key") == "no"


def test_every_node_and_key_knows_its_line() -> None:
    root = parse_yaml("cards:\n  a:\n    memory: 141 GB\nlist:\n  - one\n  - two\n", "facts.yaml")
    cards, listed = root.entries["cards"], root.entries["list"]
    assert isinstance(cards, Mapping)
    assert isinstance(listed, Sequence)
    card = cards.entries["a"]
    assert isinstance(card, Mapping)
    assert root.places == {"cards": Place("facts.yaml", 1), "list": Place("facts.yaml", 4)}
    assert cards.places["a"] == Place("facts.yaml", 2)
    assert card.entries["memory"].place == Place("facts.yaml", 3)
    assert [item.place.line for item in listed.items] == [5, 6]


def test_lines_are_those_of_the_file_where_the_text_is_a_part_of_one() -> None:
    root = parse_yaml("title: x\nkind: article\n", "content/a.md", first_line=2)
    assert [place.line for place in root.places.values()] == [2, 3]


def test_a_key_given_twice_is_refused_with_both_lines_and_both_values() -> None:
    (problem,) = _problems("card:\n  memory: 141 GB\n  power: 600 W\n  memory: 144 GB\n")
    assert problem == (
        'facts.yaml:4: "memory" is given a second time (144 GB); line 2 already gives 141 GB; keep one of them'
    )


def test_keys_are_compared_as_text() -> None:
    (problem,) = _problems('1: a\n"1": b\n')
    assert '"1" is given a second time' in problem


def test_the_same_key_in_two_mappings_is_no_repetition() -> None:
    root = parse_yaml("a: {memory: 1 GB}\nb: {memory: 2 GB}\n", "facts.yaml")
    assert list(root.entries) == ["a", "b"]


def test_a_key_may_override_one_that_is_merged_in() -> None:
    root = parse_yaml("base: &base {memory: 141 GB, power: 600 W}\nown:\n  <<: *base\n  memory: 144 GB\n", "facts.yaml")
    own = root.entries["own"]
    assert isinstance(own, Mapping)
    assert (_text(own, "memory"), _text(own, "power")) == ("144 GB", "600 W")


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("a: 1\nb: &b {c: *b}\n", 2, "an alias contains itself"),
        ("a: 1\n? [b, c]\n: 2\n", 2, "a key must be a single word"),
        ("a: 1\nb: *missing\n", 2, "undefined alias"),
        ("a: 1\nb: [1, 2\n", 3, "YAML cannot be read here"),
        ("a: 1\n\tb: 2\n", 2, "YAML cannot be read here"),
        ("a: 1\n---\nb: 2\n", 2, "another document"),
        ("- 1\n- 2\n", 1, "keys with values at its top level"),
        ("only words\n", 1, "keys with values at its top level"),
    ],
)
def test_what_is_no_plain_mapping_is_refused_in_its_line(text: str, line: int, words: str) -> None:
    (problem,) = _problems(text)
    assert problem.startswith(f"facts.yaml:{line}: ")
    assert words in problem


def test_a_control_character_is_refused() -> None:
    (problem,) = _problems("a: \x07\n")
    assert "control characters are not allowed" in problem


def test_all_problems_of_a_file_come_at_once() -> None:
    lines = [problem.partition(" ")[0] for problem in _problems("a: no\nb: {c: 12:30, d: 0x1F}\na: 1\ne:\n")]
    assert lines == ["facts.yaml:1:", "facts.yaml:2:", "facts.yaml:2:", "facts.yaml:3:", "facts.yaml:4:"]


def test_an_empty_file_holds_nothing() -> None:
    assert parse_yaml("# only a comment\n", "facts.yaml").entries == {}


def test_windows_line_ends_change_nothing(tmp_path: Path) -> None:
    path = tmp_path / "facts.yaml"
    path.write_bytes(b"a: 1\r\nb: two\r\n")
    assert read_yaml(path, "facts.yaml") == parse_yaml("a: 1\nb: two\n", "facts.yaml")
    path.write_bytes(b"one\rtwo\r\nthree\n")
    assert read_text(path, "facts.yaml") == "one\ntwo\nthree\n"


@pytest.mark.parametrize(
    ("content", "place", "words"),
    [
        (b"\xef\xbb\xbfa: 1\n", "facts.yaml:1", "byte order mark; save it as UTF-8 without BOM"),
        (b"a: 1\nb: K\xf6ln\n", "facts.yaml:2", "is not UTF-8 here"),
    ],
)
def test_a_file_in_another_encoding_is_refused(tmp_path: Path, content: bytes, place: str, words: str) -> None:
    path = tmp_path / "facts.yaml"
    path.write_bytes(content)
    with pytest.raises(BuildFailed) as failed:
        read_text(path, "facts.yaml")
    assert str(failed.value).startswith(f"{place}: ")
    assert words in str(failed.value)


def test_a_missing_file_is_a_problem_and_no_traceback(tmp_path: Path) -> None:
    with pytest.raises(BuildFailed, match=r"facts\.yaml: cannot be read: No such file"):
        read_yaml(tmp_path / "facts.yaml", "facts.yaml")
