"""Measuring builds: what a run takes is measured rightly, and told rightly in a section of its own."""

from __future__ import annotations

import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from conftest import ROOT, needs_program

sys.path.insert(0, str(ROOT))  # benchmarks are no part of what is installed

from benchmarks.builds import Plan, measure
from benchmarks.chart import Line, drawn
from benchmarks.goals import goals
from benchmarks.measuring import EMPTY, CommandFailedError, Cost, cleared, run
from benchmarks.report import section, write_report
from benchmarks.results import MEMORY, Measured, Sample
from benchmarks.rivals import Rival
from benchmarks.sections import with_section

BUSY = "sum(range(10**7))"
LARGE = "import subprocess, sys; subprocess.run([sys.executable, '-S', '-c', 'held = bytearray(90 * 2**20)'])"
RIVAL = Rival("Zahlwerk", lambda folder, content: None, ("true",), (sys.executable, "-c", "print('v1.2.3')"))


def sample(seconds: float, *, hugo: float = 4, empty: float = 0.02, peak: float = 50) -> Sample:
    return Sample(Cost(seconds, seconds * 2, peak), Cost(empty, empty, 9), Cost(hugo, hugo, 70))


def measured(size: int = 1000, **cases: list[Sample]) -> Measured:
    found = {("Zahlwerk", name.replace("_", " ")): samples for name, samples in cases.items()}
    return Measured(size, (RIVAL,), found, {"Pelican": "pelican is not installed"}, {"Zahlwerk": 2_345_678})


def rows(found: list[Measured], start: str) -> list[str]:
    lines = "\n".join(section(found, repeats=3)).split("\n")
    return [line for line in lines if line.startswith(start)]


def test_time_and_processor_of_a_busy_process_are_more_than_of_an_empty_one(tmp_path: Path) -> None:
    empty, busy = run(EMPTY, tmp_path, {}), run((sys.executable, "-S", "-c", BUSY), tmp_path, {})
    assert 0 < empty.processor < busy.processor
    assert 0 < busy.processor <= busy.seconds * 1.1
    assert empty.peak < 20


def test_memory_is_that_of_the_largest_process_whoever_started_it(tmp_path: Path) -> None:
    cost = run((sys.executable, "-c", LARGE), tmp_path, {})
    assert 95 < cost.peak < 130


@pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="only Linux tells it")
def test_memory_of_all_processes_is_added_up(tmp_path: Path) -> None:
    one = "held = bytearray(50 * 2**20); import time; time.sleep(0.5)"
    both = f"import subprocess, sys; p = subprocess.Popen([sys.executable, '-c', {one!r}]); {one}; p.wait()"
    cost = run((sys.executable, "-c", both), tmp_path, {}, sampled=True)
    assert cost.peak < 75
    assert 100 < cost.together < 150


def test_a_command_that_fails_is_told_with_what_it_said(tmp_path: Path) -> None:
    with pytest.raises(CommandFailedError, match="no such article"):
        run((sys.executable, "-c", "raise SystemExit('no such article')"), tmp_path, {})


def test_a_cold_build_finds_only_what_was_laid(tmp_path: Path) -> None:
    for name in ("content/a.md", "public/en/a.html", "content/cache/b", ".cache/c"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("", "utf-8")
    cleared(tmp_path, frozenset({tmp_path / "content/a.md"}))
    assert [path.name for path in sorted(tmp_path.rglob("*"))] == ["content", "a.md"]


def test_a_row_tells_medians_and_medians_of_ratios() -> None:
    cold = [sample(2, hugo=4), sample(8, hugo=4), sample(3, hugo=30, peak=60)]
    memory = [Sample(Cost(9, 9, 50, together=123.4), Cost(1, 1, 9), None)]
    # seconds 2, 3, 8; processor 4, 6, 16; memory 50, 50, 60; to Hugo 0.5, 2, 0.1; to an empty process 100, 400, 150
    assert rows([measured(cold=cold, **{MEMORY: memory})], "| Zahlwerk | cold | 3") == [
        "| Zahlwerk | cold | 3.00 | 6.00 | 50 (123) | 0.50 | 150 |"
    ]


def test_without_hugo_there_is_no_ratio_to_it() -> None:
    lone = Sample(Cost(0.5, 0.5, 40), Cost(0.02, 0.02, 9), None)
    assert rows([measured(unchanged=[lone])], "| Zahlwerk | unchanged") == [
        "| Zahlwerk | unchanged | 0.500 | 0.500 | 40 | — | 25.0 |"
    ]


def test_what_was_left_out_stands_in_the_table_with_its_reason() -> None:
    assert rows([measured(cold=[sample(1)])], "| Pelican") == [
        "| Pelican | left out: pelican is not installed | | | | | |"
    ]


def test_the_size_of_the_output_is_told() -> None:
    assert rows([measured(cold=[sample(1)])], "Written in all") == ["Written in all: Zahlwerk 2.3 MB."]


def test_growth_is_that_of_one_article() -> None:
    found = [measured(100, cold=[sample(2)]), measured(1000, cold=[sample(30)])]
    assert "| Zahlwerk | cold | 2.00 | 30.0 (1.50) |" in rows(found, "| Zahlwerk | cold")


def test_goals_say_whether_they_are_reached_and_by_how_much_not() -> None:
    reached = measured(unchanged=[sample(0.05)], one_fact=[sample(0.4)])
    assert list(goals([reached]))[2:] == [
        "| unchanged | under 3 times an empty process of Python | 2.5 | yes |",
        "| unchanged | 70 times faster than lean Hugo: at most 0.0143 times | 0.0125 | yes |",
        "| one fact | under 0.2 s | 0.4 | no, by a factor of 2.00 |",
        "| one fact | 25 times faster than lean Hugo: at most 0.04 times | 0.1 | no, by a factor of 2.50 |",
    ]
    assert list(goals([measured(10, unchanged=[sample(1)])])) == []


def test_sections_leave_each_other_alone() -> None:
    document = with_section(with_section("# Performance\n", "browser", "fast\n"), "builds", "slow")
    again = with_section(with_section(document, "browser", r"faster \1"), "builds", "slower")
    assert again == document.replace("fast", r"faster \1").replace("slow", "slower")
    assert again.startswith("# Performance\n\n<!-- browser: begin -->\nfaster ")


def test_both_programs_find_their_sections_in_the_document(tmp_path: Path) -> None:
    document = tmp_path / "performance.md"
    shutil.copy(ROOT / "docs/performance.md", document)
    before = document.read_text("utf-8")
    write_report(document, [measured(cold=[sample(1)])], 3)
    after = document.read_text("utf-8")
    browser = before[before.index("<!-- browser: begin -->") : before.index("<!-- browser: end -->")]
    assert browser in after
    assert after.count("<!-- builds: begin -->") == after.count("## Builds") == 1
    assert "written by `make bench`" in after.lower()


def test_the_chart_is_well_formed_and_names_every_line_once() -> None:
    lines = [Line("Hugo & more", ((10, 0.2), (100, 0.9)), False), Line("Zahlwerk, cold", ((10, 0.4),), True)]
    drawing = ET.fromstring(drawn(lines))
    words = [text.text for text in drawing.iter("{http://www.w3.org/2000/svg}text")]
    assert words.count("Hugo & more") == words.count("Zahlwerk, cold") == 1
    assert {"10", "100", "0.1 s", "1 s"} <= set(words)
    assert len(list(drawing.iter("{http://www.w3.org/2000/svg}circle"))) == 3


@needs_program("make")
def test_make_hands_its_variables_on() -> None:
    command = ["make", "--dry-run", "bench", "N=2 3", "REPEATS=1", "LIMIT=9", "ONLY=zahlwerk"]
    printed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert "-m benchmarks.builds --articles 2 3 --repeats 1 --limit 9 --only zahlwerk\n" in printed


@pytest.mark.soak
def test_two_articles_are_measured_with_whatever_generators_there_are(tmp_path: Path) -> None:
    document = tmp_path / "performance.md"
    command = [sys.executable, "-m", "benchmarks.builds", "--articles", "2", "--repeats", "1", "--document", document]
    subprocess.run(command, cwd=ROOT, check=True)
    text = document.read_text("utf-8")
    for case in ("cold", "unchanged", "one fact", "one article", "one translation", "one template", "`--help`"):
        assert f"| Zahlwerk | {case} | " in text
    for name in ("Hugo, lean", "Hugo", "Eleventy", "Pelican", "MkDocs", "Sphinx"):
        assert f"| {name} | cold | " in text or f"| {name} | left out: " in text
    ET.fromstring((tmp_path / "builds.svg").read_text("utf-8"))


@pytest.mark.soak
def test_where_nothing_is_installed_zahlwerk_is_measured_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    plan = Plan(sizes=(2,), repeats=1, limit=0.01, tools=tmp_path)
    (found,) = measure(plan)
    assert [rival.name for rival in found.rivals] == ["Zahlwerk"]
    assert found.left_out["Hugo"] == "hugo is not installed"
    assert len(found.left_out) == 6
    assert found.samples["Zahlwerk", "cold"][0].yardstick is None
