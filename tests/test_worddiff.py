"""What changed between two texts, word by word."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zahlwerk.worddiff import side, word_changes


def changes(old: str, new: str) -> str:
    """The changes as one line, the old between brackets and the new between braces."""
    marks = {"same": "{}", "old": "[-{}-]", "new": "{{+{}+}}"}
    return "".join(marks[piece.kind].format(piece.text) for piece in word_changes(old, new))


@pytest.mark.parametrize(
    ("old", "new", "shown"),
    [
        ("four cards", "four cards", "four cards"),
        ("four cards run", "eight cards run", "[-four-]{+eight+} cards run"),
        ("cards run", "many cards run", "{+many +}cards run"),
        ("many cards run", "cards run", "[-many -]cards run"),
        ("one two three end", "a b c end", "[-one two three-]{+a b c+} end"),
        ("the card's memory", "the cards' memory", "the [-card's-]{+cards'+} memory"),
        ("cards, then links", "cards; then links", "cards[-,-]{+;+} then links"),
        ("fine-tuning", "fine-tuned", "[-fine-tuning-]{+fine-tuned+}"),
        ("größer", "größte", "[-größer-]{+größte+}"),
        ("", "new", "{+new+}"),
        ("old", "", "[-old-]"),
        ("", "", ""),
        ("two  gaps", "two gaps", "two[-  -]{+ +}gaps"),
    ],
)
def test_words_that_changed_are_told_apart(old: str, new: str, shown: str) -> None:
    assert changes(old, new) == shown


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("{h200_nvl.memory}", "{h200_nvl.visible_memory}"),
        ("{lora_4x_h200.weight_bytes[GiB]:.1}", "{lora_4x_h200.weight_bytes[GiB]:.2}"),
        ("[the guide](memory-guide)", "[the guide](memory-guide#cards)"),
        ("[the guide](memory-guide)", "[a guide](memory-guide)"),
        ("[of {h200_nvl.memory}](cards)", "[of {h200_nvl.power}](cards)"),
        ("![a chart](chart.svg)", "![a chart](chart.png)"),
    ],
)
def test_references_and_links_are_one_word_each(old: str, new: str) -> None:
    assert changes(f"see {old} here", f"see {new} here") == f"see [-{old}-]{{+{new}+}} here"


def test_a_reference_that_stays_is_found_again_among_changed_words() -> None:
    old, new = "about {a.b[GiB]:.1} of weights", "some {a.b[GiB]:.1} in all"
    assert changes(old, new) == "[-about-]{+some+} {a.b[GiB]:.1} [-of weights-]{+in all+}"


WORDS = st.lists(st.sampled_from(["card", "cards", " ", "  ", ", ", "\n", "{a.b}", "[x {a.b}](y)", "[", "}", "ü-ö"]))
TEXTS = st.one_of(WORDS.map("".join), st.text())


@given(old=TEXTS, new=TEXTS)
def test_the_pieces_give_back_both_texts(old: str, new: str) -> None:
    pieces = word_changes(old, new)
    assert "".join(piece.text for piece in side(pieces, "old")) == old
    assert "".join(piece.text for piece in side(pieces, "new")) == new
    assert all(piece.text for piece in pieces)
    assert {piece.kind for piece in pieces} <= {"same", "old", "new"}


@given(text=TEXTS)
def test_equal_texts_have_no_changes(text: str) -> None:
    assert [piece.kind for piece in word_changes(text, text)] == (["same"] if text else [])
