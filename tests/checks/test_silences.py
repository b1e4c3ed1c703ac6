"""Silences: a finding that an editor has judged to be none, with the reason beside it."""

from __future__ import annotations

from pathlib import Path

import pytest
from one_article import FIRST_LINE, FRONT, GERMAN, SOURCE, project
from side_by_side import FACTS

from zahlwerk.checks import check_sources

MOVED = "The bridge moves {bridge.both_directions}, the slot {slot.rate}."
WORDS = "The card holds {card.memory}."


def said(folder: Path, body: str, german: dict[str, str] | None = None) -> list[str]:
    """What all checks of articles say of one with this body."""
    read = project(folder, body, german, facts=FACTS)
    files = (SOURCE, GERMAN)
    found = [problem for problem in check_sources(read) if problem.place.file in files]
    return [f"{problem.severity} {problem}" for problem in found]


def test_a_finding_is_told_without_a_silence_and_not_with_one(tmp_path: Path) -> None:
    (problem,) = said(tmp_path, MOVED)
    assert problem.startswith(f"warning {SOURCE}:{FIRST_LINE}: no word says that 64")
    assert said(tmp_path, f"<!-- ignore-directions: as the maker writes it -->\n{MOVED}") == []


def test_a_silence_holds_for_its_block_only(tmp_path: Path) -> None:
    (problem,) = said(tmp_path, f"<!-- ignore-directions: a reason -->\n{MOVED}\n\nAgain: {MOVED}")
    assert problem.startswith(f"warning {SOURCE}:{FIRST_LINE + 3}: ")


def test_a_silence_before_a_table_holds_for_all_its_cells(tmp_path: Path) -> None:
    table = "| A | B |\n|---|---|\n| x | {card.power} |\n| y | {big.power[kW]:.1} |"
    assert len(said(tmp_path, table)) == 1
    assert said(tmp_path, f"<!-- ignore-units: each as its maker writes it -->\n{table}") == []


def test_a_silence_holds_for_translations_too(tmp_path: Path) -> None:
    body = MOVED.replace("}.", "} per direction.")
    german = {**FRONT, body: "Die Brücke überträgt {bridge.both_directions}, der Steckplatz {slot.rate}."}
    (problem,) = said(tmp_path, body, german)
    assert problem.startswith(f"warning {GERMAN}:")
    assert said(tmp_path, f"<!-- ignore-directions: clear from the table above -->\n{body}", german) == []


@pytest.mark.parametrize(
    ("comment", "says"),
    [
        ("<!-- ignore-direction: a reason -->",
         'error {}: there is no check "direction" to be silenced; did you mean "directions"? (ignore)'),
        ("<!-- ignore-: a reason -->", 'error {}: there is no check "" to be silenced; known checks: '),
        ("<!-- ignore-sum: -->",
         "error {}: ignore-sum has no reason; say behind the colon why the text is right as it is (ignore)"),
        ("<!-- ignore-digits: a reason -->",
         "error {}: ignore-digits cannot stand in an article; change the text instead (ignore)"),
        ("<!-- ignore-sum: a reason -->",
         "warning {}: ignore-sum silences nothing: there is no such finding; delete it (ignore)"),
    ],
)  # fmt: skip
def test_a_silence_is_held_to_its_check_and_its_reason(tmp_path: Path, comment: str, says: str) -> None:
    (problem,) = said(tmp_path, f"{comment}\n{WORDS}")
    assert problem.startswith(says.format(f"{SOURCE}:{FIRST_LINE}"))


def test_a_silence_without_a_reason_silences_nothing(tmp_path: Path) -> None:
    problems = said(tmp_path, f"<!-- ignore-directions: -->\n{MOVED}")
    assert [problem.rpartition(" ")[2] for problem in sorted(problems)] == ["(ignore)", "(directions)"]


def test_a_silence_that_only_dates_could_need_is_not_judged_without_a_day(tmp_path: Path) -> None:
    assert said(tmp_path, f"<!-- ignore-future: announced for then -->\n{WORDS}") == []


def test_a_translator_silences_a_finding_in_the_entry(tmp_path: Path) -> None:
    import dataclasses

    body = MOVED.replace("}.", "} per direction.")
    german = {**FRONT, body: "Die Brücke überträgt {bridge.both_directions}, der Steckplatz {slot.rate}."}
    read = project(tmp_path, body, german, facts=FACTS)
    catalogue = read.editions["de"].articles["small"]
    entries = tuple(
        dataclasses.replace(entry, comment="ignore-directions: aus dem Zusammenhang klar")
        if entry.source == body
        else entry
        for entry in catalogue.entries
    )
    edition = dataclasses.replace(
        read.editions["de"], articles={"small": dataclasses.replace(catalogue, entries=entries)}
    )
    texts = dataclasses.replace(read.texts, editions={**read.editions, "de": edition})
    assert [p for p in check_sources(read) if p.code == "directions"]
    assert not [p for p in check_sources(dataclasses.replace(read, texts=texts)) if p.code in ("directions", "flags")]
