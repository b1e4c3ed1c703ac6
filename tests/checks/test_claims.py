"""Claims: each comparison is made with exact values, and only of like with like."""

from __future__ import annotations

from pathlib import Path

import pytest
from one_article import FIRST_LINE, SOURCE, found, project

from zahlwerk.checks.claims import hold

TRUE = [
    "{card_a.memory} < 141.2 GB",
    "{card_a.memory} <= 141.1 GB",
    "{card_a.memory} == 141100 MB",
    "{card_a.memory} >= 141.1 GB",
    "{card_a.memory} > 131 GiB",
    "{pair.pool_memory} == 282.2 GB",
    "{pair.pool_memory} > {card_a.memory}",
    "{pair.cards} == 2",
    "{pair.cards} < {bridge.domain}",
]
FALSE = [
    ("{card_a.memory} < 141.1 GB", "141,100,000,000 against 141,100,000,000 byte"),
    ("{card_a.memory} > 141.1 GB", "141,100,000,000 against 141,100,000,000 byte"),
    ("{card_a.memory} <= 141.0999999999 GB", "141,100,000,000 against 141,099,999,999.9"),
    ("{card_a.memory} >= 132 GiB", "141,100,000,000 against 141,733,920,768 byte"),
    ("{card_a.memory} == 141 GB", "141,100,000,000 against 141,000,000,000 byte"),
    ("{pair.pool_memory} < {card_a.memory}", "282,200,000,000 against 141,100,000,000 byte"),
    ("{pair.cards} == {bridge.domain}", "2 against 4"),
]
IMPOSSIBLE = [
    ("{card_a.memory} > 600 W", "compares byte with watt"),
    ("{card_a.memory} == 141", "compares byte with"),
    ("{card_a.memory} > {card_a.power}", "compares byte with watt"),
    ("{card_a.memry} > 1 GB", 'did you mean "memory"?'),
    ("{card_a.memory} > {card_b.memory}", 'there is no "card_b"'),
    ("{card_a.bandwidth} > 1 GB/s", "the facts do not state bandwidth of card_a"),
    ("{data_sheet.read} == 1", "{data_sheet.read} is no quantity"),
]


def test_a_claim_that_is_true_says_nothing(tmp_path: Path) -> None:
    comments = "\n".join(f"<!-- claim: {claim} -->" for claim in TRUE)
    assert found(hold, project(tmp_path, f"{comments}\nThe cards hold much.")) == []


@pytest.mark.parametrize(("claims", "verdict"), [(FALSE, "is false: "), (IMPOSSIBLE, "")], ids=["false", "impossible"])
def test_a_claim_that_does_not_hold_is_named_in_its_line(
    tmp_path: Path, claims: list[tuple[str, str]], verdict: str
) -> None:
    comments = "\n".join(f"<!-- claim: {claim} -->" for claim, _ in claims)
    problems = found(hold, project(tmp_path, f"{comments}\nThe cards hold much."))
    assert len(problems) == len(claims)
    for line, ((claim, says), problem) in enumerate(zip(claims, problems, strict=True), start=FIRST_LINE):
        assert problem.startswith(f"{SOURCE}:{line}: the claim {claim} ")
        assert verdict + says in problem


def test_a_false_claim_says_what_to_change(tmp_path: Path) -> None:
    (problem,) = found(hold, project(tmp_path, "<!-- claim: {pair.cards} > 2 -->\nMany cards."))
    assert problem.endswith("; change the sentence below it, or the facts")


def test_a_number_without_a_dimension_is_not_said_to_be_in_ones(tmp_path: Path) -> None:
    (problem,) = found(hold, project(tmp_path, "<!-- claim: {pair.cards} > 2 -->\nMany cards."))
    assert "2 against 2 1" not in problem


def test_a_claim_over_several_texts_of_a_block_is_reported_once(tmp_path: Path) -> None:
    body = "<!-- claim: {pair.cards} == 3 -->\n- one text\n- another text\n"
    assert len(found(hold, project(tmp_path, body))) == 1
