"""What the facts hold and nothing uses is warned of, unless it is kept with a reason."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from conftest import ROOT, Site
from small import BODY, FACTS, SLUG, article, write_small_site

QUOTED = FACTS.replace("cards:\n", """\
    quotes:
      promise: {text: "as fast as light", where: first page}
  spare: {title: Spare, publisher: Us, language: en, kind: measured, read: 2026-10-24}
cards:
""", 1)  # fmt: skip
KEPT = "\n[tool.zahlwerk.kept]\n"


def problems_of(tmp_path: Path, facts: str, *, body: str = "", kept: str = "") -> list[str]:
    """What is found in a site with these facts, whose article has a paragraph more."""
    site = write_small_site(tmp_path / "site", facts=facts)
    if body:
        site = write_small_site(tmp_path / "other", facts=facts, articles={SLUG: article(f"{BODY}\n{body}\n")})
    if kept:
        site.write("pyproject.toml", site.read("pyproject.toml") + KEPT + kept)
    return [problem for problem in site.problems() if "(unused" in problem or "(kept" in problem]


def lines_of(problems: list[str]) -> list[tuple[str, str]]:
    return [(one.partition(": ")[0], one.rpartition(" ")[2]) for one in problems]


HINT = "use it, take it out, or list it with the reason under [tool.zahlwerk.kept] in pyproject.toml"


def test_facts_that_are_all_used_are_not_warned_of(tmp_path: Path) -> None:
    assert problems_of(tmp_path, FACTS) == []


def test_a_quotation_and_a_source_that_nothing_uses_are_named_with_their_lines(tmp_path: Path) -> None:
    assert problems_of(tmp_path, QUOTED) == [
        f"facts/facts.yaml:11: no article shows the quotation {{data_sheet.promise}}; {HINT} (unused-quotation)",
        f"facts/facts.yaml:12: no fact and no article uses the source spare; {HINT} (unused-source)",
    ]


def test_a_quotation_that_is_shown_and_a_source_whose_date_is_shown_are_used(tmp_path: Path) -> None:
    assert problems_of(tmp_path, QUOTED, body="It is “{data_sheet.promise}”, read on {spare.read}.") == []


@pytest.mark.parametrize(("field", "value"), [("bandwidth", "4.8 TB/s"), ("fp32", "60 TFLOPS")])
def test_a_fact_that_no_formula_and_no_article_asks_for_is_named(tmp_path: Path, field: str, value: str) -> None:
    facts = FACTS.replace("    power: 600 W\n", f"    power: 600 W\n    {field}: {value}\n")
    assert lines_of(problems_of(tmp_path, facts)) == [("facts/facts.yaml:17", "(unused-fact)")]
    assert problems_of(tmp_path / "shown", facts, body=f"It is {{card_a.{field}}}.") == []


def test_a_fact_of_one_card_is_used_where_that_of_another_is_shown(tmp_path: Path) -> None:
    other = "  card_b: {name: Card B, source: data_sheet, memory: 80 GB, power: 300 W, bandwidth: 2 TB/s}\n"
    facts = FACTS.replace("    power: 600 W\n", f"    power: 600 W\n    bandwidth: 4.8 TB/s\n{other}")
    assert len(problems_of(tmp_path, facts)) == 2
    assert problems_of(tmp_path / "shown", facts, body="It is {card_b.bandwidth}.") == []


def test_a_fact_that_only_a_claim_compares_is_used(tmp_path: Path) -> None:
    facts = FACTS.replace("    power: 600 W\n", "    power: 600 W\n    bandwidth: 4.8 TB/s\n")
    assert problems_of(tmp_path, facts, body="<!-- claim: {card_a.bandwidth} > 4 TB/s -->\nIt is fast.") == []


def test_a_fact_that_a_record_takes_over_is_named_once(tmp_path: Path) -> None:
    facts = FACTS.replace(
        "    power: 600 W\n", "    power: 600 W\n    fp32: 60 TFLOPS\n  card_b: {from: card_a, name: B}\n"
    )
    assert lines_of(problems_of(tmp_path, facts)) == [("facts/facts.yaml:17", "(unused-fact)")]


@pytest.mark.parametrize("name", ["card_a.fp32", "card.fp32"])
def test_what_is_kept_with_a_reason_is_not_warned_of(tmp_path: Path, name: str) -> None:
    facts = QUOTED.replace("    power: 600 W\n", "    power: 600 W\n    fp32: 60 TFLOPS\n")
    kept = f'"{name}" = "for later"\nspare = "for later"\n"data_sheet.promise" = "for later"\n'
    assert len(problems_of(tmp_path, facts)) == 3
    assert problems_of(tmp_path / "kept", facts, kept=kept) == []


def test_what_is_used_need_not_be_kept(tmp_path: Path) -> None:
    found = problems_of(tmp_path, FACTS, kept='# A comment.\n"card_a.memory" = "why"\n')
    assert found == ['pyproject.toml:9: "card_a.memory" is used and need not be kept; take it out of kept (kept)']


def test_what_is_kept_is_there(tmp_path: Path) -> None:
    (problem,) = problems_of(tmp_path, FACTS, kept='data_shet = "why"\n')
    assert 'kept names "data_shet", which the facts do not hold; did you mean "data_sheet"? (kept)' in problem


def test_a_strict_build_fails_for_what_nothing_uses(tmp_path: Path) -> None:
    site = write_small_site(tmp_path / "site", facts=QUOTED)
    assert (site.run("check"), site.run("check", "--strict")) == (0, 1)


def test_what_the_engine_reads_beside_its_formulas_is_read_there() -> None:
    from zahlwerk.uses import fields_read

    tree = ast.parse((ROOT / "zahlwerk/sizing/situation.py").read_text("utf-8"))
    read = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    assert "all_linear_experts" in read
    assert {"model.all_linear_experts", "card.memory", "format.element", "build.dimms", "model.window"} <= fields_read()
    assert not {"card.bandwidth", "card.fp32", "processor.cores"} & fields_read()


def test_this_project_keeps_nothing_that_is_used_and_drops_nothing_that_is_kept(site: Site) -> None:
    assert site.problems() == []
    text = site.read("pyproject.toml")
    head, kept = text.split("[tool.zahlwerk.kept]\n")
    names = [line.partition(" = ")[0].strip('"') for line in kept.split("\n\n")[0].splitlines()]
    site.write("pyproject.toml", head + "[tool.zahlwerk.kept]\n" + kept.partition("\n\n")[2])
    told = "\n".join(site.problems())
    assert len(names) == 7
    assert told.count("(unused-fact)") == 10
    assert told.count("(unused-source)") == 3
