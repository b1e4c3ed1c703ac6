"""What impact foretells is what a build shows, and nothing is written."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, Site
from foretold import fingerprint, page_words, plain, shown_figures
from small import FACTS, GERMAN, SLUG, article, english, german, write_small_site

from zahlwerk.cli import main

FILE = "facts/facts.yaml"
TABLE = "| Card | Memory |\n|---|---|\n| A | {card_a.memory} |\n| Both | {pair.pool_memory} |\n"
BODY = (
    "<!-- claim: {pair.pool_memory} < 300 GB -->\n"
    "Each card holds {card_a.memory}, and {pair.cards[words]} cards hold {pair.pool_memory}.\n\n"
    f"Only {{card_a.power}} are drawn.\n\n{TABLE}"
)
WORDS = {
    **GERMAN,
    "Only {card_a.power} are drawn.": "Nur {card_a.power} werden aufgenommen.",
    "Card": "Karte", "Memory": "Speicher", "A": "A", "Both": "Beide",
}  # fmt: skip


@pytest.fixture
def small(tmp_path: Path) -> Site:
    languages = {"en": english(), "de": german(small=WORDS)}
    return write_small_site(tmp_path / "small", articles={SLUG: article(BODY)}, languages=languages)


def foretold(site: Site, capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    """The document that the command prints."""
    capsys.readouterr()
    assert site.run("impact", *arguments, "--json") == 0
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document


def refused(site: Site, capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a misuse is told."""
    capsys.readouterr()
    assert site.run("impact", *arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "Traceback" not in printed.err
    return printed.err


def figures(document: dict[str, Any], *, shown: bool = True) -> dict[tuple[str, str], tuple[str, str]]:
    """What each language is to show of each reference instead of what."""
    return {
        (one["reference"], one["language"]): (one["before"], one["after"])
        for change in document["figures"]
        if change["displayed"] is shown
        for one in change["shown"]
        if one["before"] != one["after"]
    }


def texts(document: dict[str, Any], language: str, kind: str = "paragraph") -> list[tuple[str, str]]:
    """What texts of a kind say in a language, before and after."""
    return [
        (said["before"], said["after"])
        for change in document["texts"]
        if change["kind"] == kind
        for said in change["languages"]
        if said["language"] == language
    ]


def test_what_is_foretold_of_this_very_project_is_what_its_pages_then_show(
    site: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    before = shown_figures(site.check())
    document = foretold(site, capsys, "h200_nvl.power=700 W")
    card = "    memory: 141 GB\n    visible_memory: {value: 143771 MiB, source: h200_nvidia_smi, where: nvidia-smi}\n"
    card += "    bandwidth: 4.8 TB/s\n    power: "
    site.replace(FILE, f"{card}600 W", f"{card}700 W")
    checked = site.check()
    after = shown_figures(checked)
    assert before.keys() == after.keys()
    differing = {key: (before[key], after[key]) for key in before if before[key] != after[key]}
    assert differing
    assert figures(document) == differing
    for language in ("de", "en", "fr"):
        words = page_words(checked, language)
        said = [text for kind in ("paragraph", "chart label") for _, text in texts(document, language, kind)]
        assert len(said) == 4
        assert [text for text in said if plain(text) not in words] == []
    assert document["stays"]["claims"] == {"total": 86, "stay": 86}


def test_what_is_foretold_of_figures_is_what_pages_show_in_each_presentation(
    small: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    before = shown_figures(small.check())
    document = foretold(small, capsys, "card_a.memory=142.2 GB")
    small.replace(FILE, "memory: 141.1 GB", "memory: 142.2 GB")
    after = shown_figures(small.check())
    assert figures(document) == {key: (before[key], after[key]) for key in before if before[key] != after[key]}
    assert figures(document)["{card_a.memory}", "de"] == ("141,1\xa0GB", "142,2\xa0GB")
    assert figures(document)["{pair.pool_memory}", "en"] == ("282\xa0GB", "284\xa0GB")


def test_sentences_and_cells_are_told_in_every_language(small: Site, capsys: pytest.CaptureFixture[str]) -> None:
    document = foretold(small, capsys, "card_a.memory=142.2 GB")
    was, becomes = "Jede Karte fasst 141,1\xa0GB, und zwei Karten fassen 282\xa0GB.", "142,2\xa0GB"
    assert texts(document, "de") == [(was, was.replace("141,1\xa0GB", becomes).replace("282", "284"))]
    assert texts(document, "en", "cell") == [("141.1\xa0GB", "142.2\xa0GB"), ("282\xa0GB", "284\xa0GB")]
    heads = [(change["row"], change["column"]) for change in document["texts"] if change["kind"] == "cell"]
    assert heads == [("A", "Memory"), ("Both", "Memory")]
    runs = next(change for change in document["texts"] if change["kind"] == "paragraph")["languages"][0]["changes"]
    assert [run for run in runs if run[0] != "same"] == [
        ["old", "141,1\xa0GB"], ["new", "142,2\xa0GB"], ["old", "282\xa0GB"], ["new", "284\xa0GB"],
    ]  # fmt: skip
    assert document["stays"]["sentences, headings and labels"] == {"total": 4, "stay": 3}
    assert document["stays"]["cells of tables"] == {"total": 6, "stay": 4}


def test_a_claim_that_would_turn_false_is_named(small: Site, capsys: pytest.CaptureFixture[str]) -> None:
    document = foretold(small, capsys, "card_a.memory=160 GB")
    (claim,) = document["claims"]
    assert (claim["change"], claim["claim"]) == ("turns false", "{pair.pool_memory} < 300 GB")
    assert claim["after"] == {"left": "320000000000", "right": "300000000000", "unit": "byte", "fault": None}
    assert [problem["message"] for problem in document["problems"]] == [
        "the claim {pair.pool_memory} < 300 GB is false: 320,000,000,000 against 300,000,000,000 byte"
    ]
    small.replace(FILE, "memory: 141.1 GB", "memory: 160 GB")
    assert sum("is false" in problem for problem in small.problems()) == 1


def test_a_count_that_takes_another_form_is_named_with_its_sentences(
    small: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    document = foretold(small, capsys, "pair.cards=1")
    counts = {(one["reference"], one["language"]): one for one in document["counts"]}
    assert counts.keys() == {("{pair.cards[words]}", "de"), ("{pair.cards[words]}", "en")}
    german_count = counts["{pair.cards[words]}", "de"]
    assert german_count["form"] == {"before": "other, in words", "after": "one, in words"}
    assert (german_count["before"], german_count["after"]) == ("zwei", "eine")
    assert [place.partition(":")[0] for place in german_count["places"]] == [f"locales/de/LC_MESSAGES/{SLUG}.po"]
    assert counts["{pair.cards[words]}", "en"]["places"] == [f"content/{SLUG}.md:10"]


def test_a_text_without_translation_is_told_in_the_language_that_is_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    languages = {"en": english(), "de": german(small={**WORDS, BODY.split("\n")[1]: ""})}
    site = write_small_site(tmp_path / "half", articles={SLUG: article(BODY)}, languages=languages)
    document = foretold(site, capsys, "card_a.memory=142.2 GB")
    assert texts(document, "de") == texts(document, "en")
    assert texts(document, "de")[0][1].startswith("Each card holds 142.2\xa0GB")


def test_nothing_is_written(small: Site, capsys: pytest.CaptureFixture[str]) -> None:
    before = fingerprint(small.folder)
    for arguments in (["card_a.memory=150 GB"], ["card_a.memory=150 GB", "--json"], ["card_a.memory=150"]):
        small.run("impact", *arguments)
    assert fingerprint(small.folder) == before


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("card_a.memory=150", 'card_a.memory must be a quantity in byte, but is "150"; add the unit'),
        ("card_a.memory=150 W", 'card_a.memory must be a quantity in byte, but is "150 W"'),
        ("card_a.memory=150 GX", 'unknown unit "GX"; units of this field: byte'),
        ("card_a.memory=150GB", "put a space before the unit"),
        ("card_a.memory=1 byte", "card_a.memory is out of range: 1 byte"),
        ("pair.cards=1.5", "pair.cards is out of range: 1.5"),
        ("card_a.memry=150 GB", '"card_a" has no fact "memry"; did you mean "memory"?'),
        ("card_aa.memory=150 GB", 'there is no "card_aa"; did you mean "card_a"?'),
        ("card_a.card_power=500 W", "card_a.card_power is computed"),
        ("data_sheet.read=yesterday", '"yesterday" is not a date'),
        ("pair.card=card_b", '"card_b" is not among the cards'),
        ("card_a.memory", 'write "h200_nvl.power=700 W"'),
        ("card_a.memory=", 'write "h200_nvl.power=700 W"'),
        ("card_a.memory={value: 150 GB", "YAML cannot be read here"),
        ("card_a.memory=no", "without quotes is a truth value"),
    ],
)
def test_what_no_facts_file_could_hold_is_refused(
    small: Site, capsys: pytest.CaptureFixture[str], given: str, said: str
) -> None:
    errors = refused(small, capsys, given)
    assert said in errors
    assert errors.startswith(f"{given}: ")


def test_all_that_is_wrong_is_told_at_once(small: Site, capsys: pytest.CaptureFixture[str]) -> None:
    errors = refused(small, capsys, "card_a.memory=150", "card_b.power=1 W", "pair.cards=many")
    assert errors.count("\n\n") >= 2
    assert "3 problems" in errors
    assert "is given twice" in refused(small, capsys, "pair.cards=1", "pair.cards=2")
    assert "FACT" in refused(small, capsys) or "give a fact" in refused(small, capsys)


def test_names_may_be_written_as_the_command_line_writes_them(small: Site, capsys: pytest.CaptureFixture[str]) -> None:
    document = foretold(small, capsys, "{Card-A.memory} = 142.2 GB", "--language", "en")
    assert document["supposed"] == [{"fact": "card_a.memory", "before": "141.1\xa0GB", "after": "142.2\xa0GB"}]


def test_a_fact_keeps_its_source_and_may_bring_another(small: Site, capsys: pytest.CaptureFixture[str]) -> None:
    whole = foretold(small, capsys, "card_a.memory={value: 142.2 GB, source: data_sheet, bound: about}")
    reasons = {one["reason"] for change in whole["figures"] for one in change["shown"] if change["displayed"]}
    assert "card_a.memory is an estimate: write [about]" in reasons
    assert "unknown source" in refused(small, capsys, "card_a.memory={value: 1 GB, source: nobody}")


def test_what_takes_a_fact_over_follows_it(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    document = foretold(site, capsys, "adam32.forward_work=3 flop/parameter/token")
    changed = {change["figure"] for change in document["figures"]}
    assert {"adam32.forward_work", "bf16_lora.forward_work", "lora_4x_h200.compute_work"} <= changed
    alone = foretold(site, capsys, "bf16_lora.forward_work=3 flop/parameter/token")
    changed = {change["figure"] for change in alone["figures"]}
    assert {"bf16_lora.forward_work", "lora_4x_h200.compute_work"} <= changed
    assert "adam32.forward_work" not in changed


def test_a_case_may_be_given_another_record(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    document = foretold(site, capsys, "lora_4x_h200.link=pcie5_x16", "lora_4x_h200.tokens=4096 token")
    assert document["supposed"][0] == {"fact": "lora_4x_h200.link", "before": "nvlink4", "after": "pcie5_x16"}
    shown = figures(document)
    assert shown["{lora_4x_h200.gather_seconds[about]}", "en"] == ("about 0.8\xa0seconds", "about 5.5\xa0seconds")
    false = [claim["claim"] for claim in document["claims"] if claim["change"] == "turns false"]
    assert "{lora_4x_h200_pcie.gather_seconds} > {lora_4x_h200.gather_seconds}" in false
    assert [chart["title"] for chart in document["charts"]] == ["Link time against compute time of a micro-batch"]


def test_a_planner_is_told_to_answer_otherwise(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    document = foretold(site, capsys, "h200_nvl.memory=120 GB")
    (planner,) = document["planners"]
    assert 0 < planner["changed"] < planner["answers"]
    memory = [one for one in planner["start"] if (one["part"], one["language"]) == ("memory", "fr")]
    assert [(one["before"], one["after"]) for one in memory] == [("141\xa0Go", "120\xa0Go")]
    assert foretold(site, capsys, "h200_nvl.power=700 W")["planners"] == []


def test_figures_that_cannot_be_computed_any_more_are_problems_of_the_facts(
    site: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    assert site.run("impact", "h200_4x.cards=8") == 1
    assert re.search(r"(?m)^facts/facts.yaml:\d+: \w+: \w+ requires cards <= link.domain", capsys.readouterr().err)


@pytest.mark.parametrize("whole", [True, False], ids=["a folder", "a file"])
def test_other_facts_may_stand_in_a_file_or_a_folder(
    small: Site, tmp_path: Path, capsys: pytest.CaptureFixture[str], whole: bool
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "facts.yaml").write_text(FACTS.replace("141.1 GB", "142.2 GB"), "utf-8")
    path = str(other if whole else other / "facts.yaml")
    document = foretold(small, capsys, "--facts", path)
    assert figures(document) == figures(foretold(small, capsys, "card_a.memory=142.2 GB"))
    both = foretold(small, capsys, "--facts", path, "card_a.power=500 W")
    assert figures(both)["{card_a.power}", "en"] == ("600\xa0W", "500\xa0W")
    (other / "facts.yaml").write_text(FACTS.replace("141.1 GB", "much"), "utf-8")
    assert small.run("impact", "--facts", path) == 1
    assert "facts.yaml:14: " in capsys.readouterr().err
    assert "there is no" in refused(small, capsys, "--facts", str(tmp_path / "nowhere"))


def test_figures_that_come_and_go_are_told(small: Site, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    without = FACTS.replace("    power: 600 W\n", "    power: 600 W\n    bandwidth: 2 TB/s\n").replace(
        "visible_", "# visible_"
    )
    (tmp_path / "other.yaml").write_text(without, "utf-8")
    document = foretold(small, capsys, "--facts", str(tmp_path / "other.yaml"))
    changes = {change["figure"]: change["change"] for change in document["figures"]}
    assert changes["card_a.bandwidth"] == "added"
    assert changes["card_a.visible_memory"] == "removed"


def test_the_command_prints_figures_sentences_and_what_stays(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["impact", "h200_nvl.power=700 W"], ROOT) == 0
    printed = capsys.readouterr().out
    assert "h200_nvl.power: 600\xa0W → 700\xa0W" in printed
    assert "Für vier H200 NVL mit je [-600\xa0W-]{+700\xa0W+} sind es [-3,4\xa0kW-]{+3,9\xa0kW+} am Netz" in printed
    assert "[-3.4\xa0kW-]{+3.9\xa0kW+} at the wall" in printed
    assert "[-3,4\xa0kW-]{+3,9\xa0kW+} à la prise" in printed
    assert "  149 of 154 figures that articles show\n" in printed
    assert "  all 86 claims\n" in printed


def test_what_changes_nothing_says_so(small: Site, capsys: pytest.CaptureFixture[str]) -> None:
    assert small.run("impact", "card_a.memory=141.1 GB") == 0
    assert "would change nothing in the text of articles; nothing was written" in capsys.readouterr().out
