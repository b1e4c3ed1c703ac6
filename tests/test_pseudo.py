"""Pseudo-languages, their texts: longer and accented, or from right to left, and nothing but words is changed."""

from __future__ import annotations

import dataclasses
import math
import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zahlwerk.markup import structure
from zahlwerk.pseudo import Rewrite, accented, mirrored, protected

NAMES = ("32-bit Adam", "RTX PRO 6000", "gpt-oss-120b", "H200")
KEPT = protected(NAMES)
REWRITES = pytest.mark.parametrize("rewrite", [accented, mirrored], ids=["XA", "XB"])
MARKS = re.compile("[\u200f\u202e\u202c]")

PROTECTED = [
    "{card_a.memory}", "{lora_4x_h200.weight_bytes[GiB]:.1}", "{figure}", "{{ no template }}", "%(name)s", "%%",
    "`nvidia-smi topo`", "``a ` tick``", r"\*", r"\{", r"\`", "&amp;", "&#x20ac;", "<https://example.com/page>",
    "RTX PRO 6000", "32-bit Adam", "gpt-oss-120b", "H200",
]  # fmt: skip
LINKS = ["](small#heading)", "](https://example.com/a_(b))", "](<an address>)"]

words = st.text(st.characters(categories=["L"], include_characters="'’"), min_size=1, max_size=9)
plain = st.lists(st.text(st.characters(categories=["L", "Mn", "Nd"], include_characters=" ,.;:?'’-"))).map(" ".join)
pieces = st.one_of(
    words,
    words.map(lambda word: f"**{word}**"),
    words.map(lambda word: f"*{word}*"),
    words.map(lambda word: f"_{word}_"),
    words.map(lambda word: f"“{word}”"),
    st.tuples(words, st.sampled_from(LINKS)).map(lambda link: f"[{link[0]}{link[1]}"),
    words.map(lambda word: f'[{word}](small "{word}")'),
    words.map(lambda word: f"`{word}`"),
    st.sampled_from(PROTECTED),
)
markdown = st.lists(pieces, min_size=1, max_size=8).map(" ".join)


def letters(text: str) -> int:
    return sum(character.isalpha() for character in text)


def words_of(text: str) -> str:
    """What a text says beside its markup, without names, placeholders and addresses."""
    said = " ".join(structure(text).words)
    return re.sub("|".join([*NAMES, r"%\(name\)s", "https://example.com/page"]), "", said)


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("English", "Ééñĝľîîîšĥ"),  # 7 letters and 3 more, over two vowels
        ("one card", "ööñéé çååŕď"),  # 7 and 3, over three
        ("a card more", "åå çååŕď ṁööŕéé"),  # 9 and 4, over four
        ("banana bread", "ƀååñååñåå ƀŕééååď"),  # 11 and 5, over five
        ("GPU", "ĜṖÛÛÛ"),
        ("nth", "ñťťĥĥ"),  # no vowel: 3 and 2, over all letters
        ("GB 12", "ĜƁƁ 12"),
        ("Straße", "Šťŕååßééé"),
        ("", ""),
        ("— 5 %", "— 5 %"),
    ],
)
def test_letters_take_accents_and_vowels_repeat_at_even_intervals(source: str, text: str) -> None:
    assert accented(source, KEPT) == text


@given(plain)
def test_a_text_has_forty_per_cent_more_letters_rounded_up(text: str) -> None:
    kept = protected(())
    assert letters(accented(text, kept)) == math.ceil(Fraction(14, 10) * letters(text))


@given(markdown)
def test_what_is_no_word_does_not_count_as_letters(text: str) -> None:
    assert letters(words_of(accented(text, KEPT))) == math.ceil(Fraction(14, 10) * letters(words_of(text)))


@given(markdown)
def test_no_letter_of_a_word_stays_without_an_accent(text: str) -> None:
    assert re.findall("[A-Za-z]", words_of(accented(text, KEPT))) == []


@REWRITES
@given(text=markdown)
def test_markup_and_references_are_the_same(rewrite: Rewrite, text: str) -> None:
    source, pseudo = structure(text), structure(f"⟦{rewrite(text, KEPT)}⟧")
    assert dataclasses.replace(pseudo, words=()) == dataclasses.replace(source, words=())
    assert len(pseudo.words) == len(source.words)


@REWRITES
@pytest.mark.parametrize("piece", PROTECTED)
def test_what_is_protected_stands_there_as_it_was(rewrite: Rewrite, piece: str) -> None:
    rewritten = rewrite(f"words {piece} words", KEPT)
    assert f" {piece} " in rewritten
    assert "words" not in rewritten or rewrite is mirrored


@REWRITES
@pytest.mark.parametrize("link", LINKS)
def test_the_target_of_a_link_is_kept_and_its_text_is_not(rewrite: Rewrite, link: str) -> None:
    rewritten = rewrite(f"see [that{link} now", KEPT)
    assert link in rewritten
    assert f"[that{link}" not in rewritten


def test_the_title_of_a_link_is_a_text() -> None:
    assert accented('[a](small "card")', KEPT).endswith('](small "çååŕď")')


def test_a_name_inside_a_word_is_none() -> None:
    assert accented("H2000", KEPT) != "H2000"
    assert accented("H200-H200", KEPT) == "H200-H200"


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("A card", "\u200f\u202eA\u202c\u200f \u200f\u202ecard\u202c\u200f"),
        ("12 GB", "12 \u200f\u202eGB\u202c\u200f"),
        ("H200 {a.b}!", "H200 {a.b}!"),
        ("don’t", "\u200f\u202edon\u202c\u200f’\u200f\u202et\u202c\u200f"),
        ("micro2batch", "\u200f\u202emicro\u202c\u200f2\u200f\u202ebatch\u202c\u200f"),
        ("e\u0301a", "\u200f\u202ee\u0301a\u202c\u200f"),
    ],
)
def test_each_word_runs_from_right_to_left(source: str, text: str) -> None:
    assert mirrored(source, KEPT) == text


@given(markdown)
def test_the_other_direction_changes_no_letter(text: str) -> None:
    assert MARKS.sub("", mirrored(text, KEPT)) == text
