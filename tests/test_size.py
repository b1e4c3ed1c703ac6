"""The size command: what it prints, in which language, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from conftest import ROOT

from zahlwerk.cli import main

FIRST = ("size", "--model", "gpt-oss-120b", "--method", "bf16-lora", "--card", "h200-nvl", "--cards", "4")
CONFIGS = ROOT / "tests" / "configs"


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments, ROOT) == 0
    return capsys.readouterr().out.replace("\u00a0", " ")


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    code = main(arguments, ROOT)
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "Traceback" not in captured.err
    return code, captured.err


ENGLISH = {
    "weights per card": "58.4 GB",
    "memory left per card after the weights": "82.6 GB",
    "memory left per card after the gather buffers": "61.0 GB",
    "traffic per card for both passes": "350 GB",
    "transfer time at the listed rate (PCIe Gen5 x16)": "at least 5.4 seconds",
    "transfer time at the listed rate (4-way NVLink bridge)": "at least 0.7 seconds",
    "compute per micro-batch": "42 TFLOP",
    "compute time at the dense peak": "at least 0.05 seconds",
    "power at the wall": "about 3.4 kW",
}
GERMAN = {
    "Gewichte je Karte": "58,4 GB",
    "Restspeicher je Karte nach Abzug der Gewichte": "82,6 GB",
    "Restspeicher je Karte nach Abzug der Gather-Puffer": "61,0 GB",
    "Datenverkehr je Karte für beide Durchläufe": "350 GB",
    "Übertragungszeit bei Nennrate (PCIe Gen5 x16)": "mindestens 5,4 Sekunden",
    "Übertragungszeit bei Nennrate (4-Wege-NVLink-Brücke)": "mindestens 0,7 Sekunden",
    "Rechenaufwand je Mikro-Batch": "42 TFLOP",
    "Leistungsaufnahme am Netzanschluss": "rund 3,4 kW",
}


@pytest.mark.parametrize(("language", "rows"), [("en", ENGLISH), ("de", GERMAN)])
def test_the_first_configuration_is_told_in_the_language_asked_for(
    language: str, rows: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [" ".join(line.split()) for line in printed(capsys, *FIRST, "--language", language).split("\n")]
    for label, value in rows.items():
        assert f"{label} {value}" in lines


def test_json_holds_exact_values(capsys: pytest.CaptureFixture[str]) -> None:
    (one,) = json.loads(printed(capsys, *FIRST, "--json"))
    values = {(row["quantity"], row.get("link")): row.get("value") for row in one["quantities"]}
    assert values["gather_bytes", None] == "350487470016/1"
    assert values["gather_seconds", "PCIe Gen5 x16"] == "5476366719/1000000000"
    assert values["weight_share", None] == "58414578336/1"
    assert len(one["verdicts"]) == 4


def test_a_model_between_listed_and_visible_memory_is_told_as_such(capsys: pytest.CaptureFixture[str]) -> None:
    config = str(CONFIGS / "llama-3.1-70b.json")
    text = printed(capsys, "size", "--config", config, "--method", "bf16-serving", "--card", "h200-nvl")
    assert "141.1 GB" in text
    assert "0.1 GB per card are missing" in text
    assert "Fits the memory that the driver shows" in text


def test_what_fits_on_paper_only_is_told_as_such(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = (*FIRST[:-1], "2")
    text = printed(capsys, *arguments)
    assert "Fits on paper only" in text
    assert "Fewest cards by listed memory: at least 4." in text


def test_a_shortfall_of_a_few_megabytes_is_told_with_more_decimals(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, *FIRST[:6], "h100", "--cards", "4", "--tokens", "1024")
    assert "Does not fit the listed memory; at least 0.05 GB per card are missing." in text


def test_several_cards_and_counts_stand_side_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, *FIRST, "--card", "rtx-pro-6000-se", "--cards", "8", "--compare")
    head = text.split("\n")[0]
    for title in ("4 × H200 NVL", "8 × H200 NVL", "4 × RTX PRO 6000", "8 × RTX PRO 6000"):
        assert title in head
    assert "not published" in text


def test_explain_derives_each_figure_down_to_its_sources(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, *FIRST, "--explain")
    assert "2 × weights in all × (number of cards − 1) ÷ number of cards" in text
    assert "≈ 2 × ≈233.658 GB × (4 − 1) ÷ 4 ≈ 350.487 GB" in text.replace("= 2 ×", "≈ 2 ×")
    assert "OpenAI: config.json of gpt-oss-120b and gpt-oss-20b" in text


def test_the_rank_changes_the_adapter_only(capsys: pytest.CaptureFixture[str]) -> None:
    def share(rank: str) -> int:
        (one,) = json.loads(printed(capsys, *FIRST, "--rank", rank, "--json"))
        row = next(row for row in one["quantities"] if row["quantity"] == "resident_share")
        return int(row["value"].partition("/")[0])

    assert share("32") - share("16") == 11_943_936 * 16 // 4


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((*FIRST[:2], "gpt-oss-12b", *FIRST[3:]), 'did you mean "gpt-oss-120b"?'),
        ((*FIRST[:4], "lora", *FIRST[5:]), 'there is no method "lora"'),
        ((*FIRST[:6], "h200", *FIRST[7:]), 'did you mean "h200-nvl"?'),
        ((*FIRST, "--link", "nvlink"), 'there is no link "nvlink"'),
        ((*FIRST[:-1], "0"), '"0" is not a whole number from 1 on'),
        ((*FIRST[:-1], "-4"), "--cards"),
        ((*FIRST[:-1], "2.5"), '"2.5" is not a whole number from 1 on'),
        ((*FIRST, "--tokens", "0"), '"0" is not a whole number from 1 on'),
        ((*FIRST, "--language", "dee"), 'did you mean "de"?'),
        ((*FIRST, "--crads", "4"), 'did you mean "--card'),
        (FIRST[:5], "give --card; known cards: "),
        (FIRST[:3], "give --method; known methods: "),
        (("size", "--method", "bf16-lora", "--card", "h200-nvl"), "give either --model or --config"),
        ((*FIRST, "--card", "h100"), "several cards or counts are sized with --compare"),
    ],
)
def test_a_misuse_is_told_with_what_is_known(
    arguments: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, message = refused(capsys, *arguments)
    assert code == 2
    assert says in message


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((*FIRST[:-1], "8", "--link", "nvlink4"), "cards = 8, link.domain = 4"),
        ((*FIRST, "--rank", "4000"), "adapter.query = 4000"),
    ],
)
def test_what_the_engine_refuses_is_told_with_its_numbers(
    arguments: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, message = refused(capsys, *arguments)
    assert code == 1
    assert says in message


def test_a_config_that_cannot_be_placed_is_told_by_its_field(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = json.loads((CONFIGS / "llama-3.1-8b.json").read_text("utf-8"))
    (tmp_path / "odd.json").write_text(json.dumps({**config, "mixture_of_depths": 2}), "utf-8")
    arguments = ("size", "--config", str(tmp_path / "odd.json"), "--method", "adam32", "--card", "h200-nvl")
    code, message = refused(capsys, *arguments)
    assert code == 1
    assert 'odd.json: llama has no field "mixture_of_depths" that is known here' in message
