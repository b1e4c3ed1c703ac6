"""The command sources: what rests on a source, its age, and where sources disagree."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, Site
from small import FACTS, article, english, write_small_site

DAY = 86_400
READ = 1_792_800_000  # 24 October 2026, when the data sheet was read
MORE = """\
  price_list:
    {title: Prices, publisher: A shop, language: en, kind: copy, document: price, read: 2026-10-24}
  paper: {title: Paper, publisher: Authors, language: en, kind: copy, document: paper, read: 2001-01-01}
  list: {title: A list, publisher: Somebody, language: en, kind: copy, read: 2026-10-24}
cards:
"""
DISPUTED = """\
    power:
      value: 600 W
      why: the maker knows best
      conflicts:
        - {value: 350 W, source: list, where: third row}
        - {value: 300 W, source: paper}
"""


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    """A site of four sources, of which one states most, one another value, and two nothing; today is the next day."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(READ + DAY))
    facts = FACTS.replace("cards:\n", MORE, 1).replace("    power: 600 W\n", DISPUTED)
    return write_small_site(tmp_path / "small", facts=facts)


def told(site: Site, capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    assert site.run("sources", *arguments) == code
    return capsys.readouterr().out


def record(site: Site, capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(told(site, capsys, "--json", *arguments, code=code))
    return found


def by_id(found: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {one["id"]: one for one in found["sources"]}


def test_each_source_names_the_facts_and_articles_that_lean_on_it(
    small: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    found = by_id(record(small, capsys))
    assert found["data_sheet"]["facts"] == [
        "card_a.memory", "card_a.power", "card_a.visible_memory", "bridge.rate", "bridge.domain", "bridge.bridge",
        "trial.memory",
    ]  # fmt: skip
    assert found["data_sheet"]["articles"] == ["small"]
    assert (found["list"]["facts"], found["list"]["passed_over"], found["list"]["articles"]) == (
        [],
        ["card_a.power"],
        [],
    )


def test_an_article_leans_on_a_source_through_a_figure_that_was_computed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    body = "Two cards hold {pair.pool_memory}.\n"
    claimed = "<!-- claim: {trial.memory} > 1 GB -->\nIt is so.\n"
    facts = FACTS.replace("cards:\n", MORE, 1).replace(
        "    memory: 1234.5678 GB", "    memory: {value: 5 GB, source: list}"
    )
    articles = {"one": article(body), "two": article(claimed), "three": article("Nothing.\n")}
    site = write_small_site(tmp_path / "site", facts=facts, articles=articles, languages={"en": english()})
    found = by_id(record(site, capsys))
    assert found["data_sheet"]["articles"] == ["one"]
    assert found["list"]["articles"] == ["two"]


def test_an_article_leans_on_what_its_planner_computes_with(capsys: pytest.CaptureFixture[str]) -> None:
    article_of_planner = "gpt-oss-120b-fine-tuning"
    found = by_id(record(Site(ROOT), capsys))
    assert found["gpt_oss_config"]["articles"] == found["deepspeed"]["articles"] == [article_of_planner]
    assert found["french_processor_table"]["articles"] == []


@pytest.mark.parametrize(
    ("days", "stale"),
    [(30, set()), (31, {"price_list"}), (180, {"price_list"}), (181, {"price_list", "list", "data_sheet"})],
)
def test_a_source_is_stale_once_its_budget_is_spent(
    small: Site, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, days: int, stale: set[str]
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(READ + days * DAY))
    found = by_id(record(small, capsys))
    assert {name for name, one in found.items() if one["stale"]} == stale
    assert found["list"]["age_days"] == days
    assert by_id(record(small, capsys, "--stale", code=bool(stale))).keys() == stale


def test_budgets_follow_the_settings(
    small: Site, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    small.write(
        "pyproject.toml", small.read("pyproject.toml") + '\n[tool.zahlwerk.source_budgets]\nprice = "none"\npaper = 9\n'
    )
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(READ + 40 * DAY))
    assert by_id(record(small, capsys, "--stale", code=1)).keys() == {"paper"}


def test_a_scheduled_job_reads_only_what_is_stale(
    small: Site, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert told(small, capsys, "--stale") == "no source is stale\n"
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(READ + 31 * DAY))
    lines = told(small, capsys, "--stale", code=1).splitlines()
    assert len(lines) == 3
    assert lines[2].split() == ["price_list", "price", "2026-10-24", "31", "(stale)", "30", "0"]


def test_a_conflict_names_both_sources_the_value_in_use_and_why(
    small: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    used = "card_a.power: 600 W of data_sheet is used, not 350 W of list (third row), 300 W of paper"
    assert used in told(small, capsys).replace("\u00a0", " ")
    assert "the maker knows best" in told(small, capsys, "list")
    assert "Conflicts" not in told(small, capsys, "price-list")
    (conflict,) = record(small, capsys, "paper")["conflicts"]
    assert conflict["used"] == {"source": "data_sheet", "where": "", "value": "600", "unit": "watt"}
    assert [(one["source"], one["value"]) for one in conflict["not_used"]] == [("list", "350"), ("paper", "300")]


def test_a_source_that_is_named_shows_its_facts_with_their_lines(
    small: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    printed = told(small, capsys, "data-sheet").replace("\u00a0", " ")
    line = small.read("facts/facts.yaml").splitlines().index("    memory: 141.1 GB") + 1
    assert f"\n  card_a.memory: 141,1 GB  (facts/facts.yaml:{line})\n" in printed
    assert "price_list" not in printed
    assert "card_a.memory: 141,1 GB" in told(small, capsys, "--facts").replace("\u00a0", " ")


def test_an_unknown_source_is_answered_with_the_nearest_one(small: Site, capsys: pytest.CaptureFixture[str]) -> None:
    assert small.run("sources", "data-shet") == 2
    assert 'unknown source "data_shet"; did you mean "data_sheet"?' in capsys.readouterr().err


def test_a_sort_of_document_is_one_of_those_that_are_known(small: Site) -> None:
    small.replace("facts/facts.yaml", "document: price", "document: prise")
    assert 'facts/facts.yaml:11: document must not be "prise"; did you mean "price"?' in small.problems()


def test_every_source_of_this_project_whose_title_tells_says_what_sort_it_is(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = by_id(record(Site(ROOT), capsys))
    assert {name for name, one in found.items() if one["document"] == "other"} == {
        "gpu_aggregators",
        "french_processor_table",
    }
    assert all(one["document"] == "paper" for one in found.values() if "arXiv" in one["title"])
    assert all((one["document"] == "record") == (one["kind"] == "own") for one in found.values())
    assert all(one["document"] == "measurement" for one in found.values() if one["kind"] == "measured")


def test_a_schedule_asks_for_stale_sources() -> None:
    workflow = (ROOT / ".github/workflows/sources.yml").read_text("utf-8")
    assert re.search(r"^  schedule:\n    - cron: ", workflow, re.M)
    assert "run: make sources\n" in workflow
    assert "\nsources: .venv/installed\n\t$(BIN)/python build.py sources --stale\n" in (ROOT / "Makefile").read_text(
        "utf-8"
    )
