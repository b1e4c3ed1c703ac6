"""A figure is explained down to its facts, with every place where it stands and all that leans on it."""

from __future__ import annotations

import json
import re
import shlex
from fractions import Fraction
from typing import Any

import pytest
from conftest import ROOT, Site

from zahlwerk.cli import main
from zahlwerk.project import Project
from zahlwerk.sizing import FORMULAS

ARTICLE = "content/gpt-oss-120b-fine-tuning.md"


def explained(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    """The document that the command prints of this very project."""
    capsys.readouterr()
    assert main(["explain", *arguments, "--json"], ROOT) == 0
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    capsys.readouterr()
    assert main(["explain", *arguments], ROOT) == 0
    return capsys.readouterr().out


def test_the_wall_power_is_followed_to_the_facts_it_is_computed_from(capsys: pytest.CaptureFixture[str]) -> None:
    document = explained(capsys, "lora_4x_h200.wall_power")
    steps = {step["figure"]: step for step in document["steps"]}
    facts = {name: step["exact"]["value"] for name, step in steps.items() if step["formula"] is None}
    assert facts == {
        "h200_4x.cards": "4", "h200_nvl.power": "600", "h200_4x.processors": "2", "epyc_9355.power": "280",
        "h200_4x.overhead": "0.15",
    }  # fmt: skip
    assert Fraction(steps["lora_4x_h200.wall_power"]["exact"]["value"]) == (4 * 600 + 2 * 280) * Fraction("1.15")
    power = steps["h200_nvl.power"]
    assert [source["id"] for source in power["sources"]] == ["h200_page"]
    assert power["sources"][0]["url"] == "https://www.nvidia.com/en-us/data-center/h200/"
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", power["sources"][0]["read_iso"])
    line = int(power["place"].rpartition(":")[2])
    assert (ROOT / "facts/facts.yaml").read_text("utf-8").split("\n")[line - 1] == "    power: 600 W"
    assert document["text"] == "3.4\xa0kW"


@pytest.mark.parametrize("reference", ["lora_4x_h200.balance_tokens", "full_offload.estimated_host_bytes"])
def test_each_step_is_told_once_and_names_what_it_read(
    capsys: pytest.CaptureFixture[str], project: Project, reference: str
) -> None:
    steps = explained(capsys, reference)["steps"]
    names = [step["figure"] for step in steps]
    assert len(names) == len(set(names))
    assert set(names) == {figure.reference for figure in project.figures.behind(reference)}
    assert {read for step in steps for read in step["inputs"].values()} == set(names) - {reference}


def test_what_stands_again_is_named_and_not_told_again(capsys: pytest.CaptureFixture[str]) -> None:
    tree = printed(capsys, "lora_4x_h200.gather_seconds")
    assert tree.count("config.json, hidden_size, read ") == 1
    assert re.search(r"hidden size \(gpt-oss-120b\): 2,880  gpt_oss_120b.hidden  as above", tree)
    shared = re.search(r"─ (\[\d+\]) parameters of the expert matrices per layer: ", tree)
    assert shared
    again = f"─ {shared[1]} parameters of the expert matrices per layer: 3.19\xa0billion  "
    assert f"{again}lora_4x_h200.expert_matrix_parameters  see {shared[1]} above" in tree
    assert tree.count("3 × experts per layer × hidden size × width of an expert") == 1


def _written_in(text: str) -> list[tuple[int, str]]:
    """Every reference that an article's text or chart shows, with its line, found without the tool."""
    found, fence = [], ""
    for number, line in enumerate(text.split("\n"), start=1):
        if line.startswith("```"):
            fence = "" if fence else line.strip("`") or "code"
        elif line.startswith(("<!--", "highlights:")) or fence == "planner":
            continue
        elif fence == "chart" and (match := re.search(r"^ +\w+: ([a-z0-9_]+\.[a-z0-9_]+\S*)$", line)):
            found.append((number, f"{{{match[1]}}}"))
        else:
            found += [(number, match[0]) for match in re.finditer(r"\{[a-z0-9_]+\.[a-z0-9_]+[^}]*\}", line)]
    return found


def test_every_place_of_every_shown_fact_and_figure_is_found(
    capsys: pytest.CaptureFixture[str], project: Project
) -> None:
    written = _written_in((ROOT / ARTICLE).read_text("utf-8"))
    for target in ("h200_nvl.memory", "lora_4x_h200.weight_bytes", "lora_4x_h200.cards", "nvlink4.domain"):
        own = {(f"{ARTICLE}:{line}", ref) for line, ref in written if re.fullmatch(rf"\{{{target}\b[^a-z_].*", ref)}
        places = [place for place in explained(capsys, target)["places"] if place["languages"]]
        assert {(place["place"], place["reference"]) for place in places} == own
        assert {tuple(said["language"] for said in place["languages"]) for place in places} == {("de", "en", "fr")}


def test_what_each_language_shows_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    document = explained(capsys, "lora_4x_h200.wall_power")
    place = next(place for place in document["places"] if place["reference"] == "{lora_4x_h200.wall_power[about]}")
    texts = {said["language"]: said["text"] for said in place["languages"]}
    assert texts == {"de": "rund 3,4\xa0kW", "en": "about 3.4\xa0kW", "fr": "environ 3,4\xa0kW"}
    assert {place["kind"] for place in document["places"]} == {"paragraph", "chart", "claim"}


def test_headings_questions_cells_planners_and_counts_are_kinds_of_places(capsys: pytest.CaptureFixture[str]) -> None:
    kinds = {place["kind"] for place in explained(capsys, "lora_4x_h200.weight_bytes")["places"]}
    assert {"paragraph", "heading", "cell", "claim"} <= kinds
    assert "planner" in {place["kind"] for place in explained(capsys, "h200_nvl.memory")["places"]}
    assert "planner" not in {place["kind"] for place in explained(capsys, "h200_nvl.power")["places"]}
    cards = explained(capsys, "lora_4x_h200.cards")["places"]
    assert {said["form"] for place in cards for said in place["languages"]} == {"other"}


def test_a_reference_is_explained_in_its_presentation_and_in_the_language_asked_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert explained(capsys, "{h200_nvl.memory[GiB]:.1}", "--language", "de")["text"] == "131,3\xa0GiB"
    assert explained(capsys, "H200-NVL.memory[GiB]:.1")["text"] == "131.3\xa0GiB"
    german = explained(capsys, "lora_4x_h200.wall_power", "--language", "de")
    (root, *_) = german["steps"]
    assert root["formula"]["numbers"] == "= (4 × 600\xa0W + 2 × 280\xa0W) × (1 + 15\xa0Prozent) = 3,404\xa0kW"
    assert root["formula"]["code"] == FORMULAS["wall_power"].text


def test_a_fact_tells_what_leans_on_it(capsys: pytest.CaptureFixture[str], project: Project) -> None:
    leaning = {one["figure"]: one["direct"] for one in explained(capsys, "epyc_9355.power")["leaning"]}
    known = project.figures.known
    assert leaning.keys() == {
        name for name in known if "epyc_9355.power" in {f.reference for f in project.figures.behind(name)}
    } - {"epyc_9355.power"}
    assert leaning["lora_4x_h200.wall_power"] is True
    chosen = {one["figure"]: one["direct"] for one in explained(capsys, "h200_nvl.power")["leaning"]}
    assert chosen["lora_4x_h200.card_power"] is True
    assert chosen["lora_4x_h200.wall_power"] is False


def test_a_date_and_a_quotation_are_explained(capsys: pytest.CaptureFixture[str]) -> None:
    assert explained(capsys, "unsloth_tutorial.read")["steps"][0]["exact"] == {"date": "2026-10-24"}
    quoted = explained(capsys, "unsloth_tutorial.no_mxfp4_training")
    assert quoted["text"].startswith("No, currently no framework")
    assert quoted["steps"][0]["place"].startswith("facts/facts.yaml:")


def test_other_values_and_reasons_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    (step,) = explained(capsys, "nvlink4.measured_rate")["steps"]
    assert step["why"] == "the lower end of what was measured"
    assert [other["text"] for other in step["conflicts"]] == ["333\xa0GB/s"]
    assert "not 333\xa0GB/s, as in nvlink_island_measurements, inside one bridge" in printed(
        capsys, "nvlink4.measured_rate"
    )


def test_a_source_tells_what_is_from_it_and_what_is_not_used(capsys: pytest.CaptureFixture[str]) -> None:
    facts = {one["fact"]: (one["text"], one["used"]) for one in explained(capsys, "gpu_aggregators")["facts"]}
    assert facts == {"rtx_pro_6000_ws.dense_bf16": ("251.9\xa0TFLOPS", False)}
    page = explained(capsys, "h200-page")
    assert page["source"]["url"] == "https://www.nvidia.com/en-us/data-center/h200/"
    assert {"h200_nvl.memory", "h200_nvl.power"} <= {one["fact"] for one in page["facts"]}
    assert "lora_4x_h200.wall_power" in {one["figure"] for one in page["leaning"]}


def test_a_record_and_a_case_tell_their_facts_and_who_names_them(capsys: pytest.CaptureFixture[str]) -> None:
    card = explained(capsys, "h200_nvl")
    assert (card["kind"], card["title"]) == ("card", "H200 NVL")
    assert {"h200_4x", "lora_4x_h200"} <= set(card["named by"])
    case = explained(capsys, "lora_4x_h200")
    assert case["parts"]["card"] == "h200_nvl"
    origins = {one["fact"]: one["origin"] for one in case["facts"]}
    assert origins["lora_4x_h200.tokens"] == "as databricks_lora.tokens"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("h200_nvl.pwer", 'did you mean "power"?'),
        ("h200_nvll.power", 'there is no "h200_nvll"; did you mean "h200_nvl"?'),
        ("h200_pge", 'there is no "h200_pge"; did you mean "h200_page"?'),
        ("h200_nvl.memory[GiB]", "another unit needs its decimals"),
        ("h200_nvl.memory[GIB]:.1", 'unknown option "[GIB]"; did you mean'),
        ("h200_nvl.", "unknown figure"),
        ("{}", 'there is no ""'),
    ],
)
def test_what_is_unknown_is_a_misuse_with_a_suggestion(
    capsys: pytest.CaptureFixture[str], given: str, said: str
) -> None:
    assert main(["explain", given], ROOT) == 2
    told = capsys.readouterr()
    assert said in told.err
    assert (told.out, "Traceback" in told.err) == ("", False)


def test_an_unknown_language_is_a_misuse(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "h200_nvl.power", "--language", "dee"], ROOT) == 2
    assert 'unknown language "dee"; did you mean "de"?' in capsys.readouterr().err


def test_an_unsound_project_is_told_as_ever(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    site.replace("facts/facts.yaml", "    power: 280 W", "    power: much")
    assert site.run("explain", "h200_nvl.power") == 1
    assert "is not a number" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["explain", "impact", "diff"])
def test_the_example_of_the_help_runs_as_it_is_printed(capsys: pytest.CaptureFixture[str], command: str) -> None:
    assert main([command, "--help"], ROOT) == 0
    example = re.search(r"(?m)^example: python build.py (.+)$", capsys.readouterr().out)
    assert example
    assert main(shlex.split(example[1]), ROOT) == 0
    assert len(capsys.readouterr().out) > 50
