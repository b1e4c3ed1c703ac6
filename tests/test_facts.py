"""The facts files: a closed schema, read into records and cases with everything that is wrong named at once."""

from __future__ import annotations

import datetime
from fractions import Fraction
from pathlib import Path

import pytest
from conftest import ROOT

from zahlwerk.cases import FigureInput
from zahlwerk.facts import Facts, implicit_case, load_facts, load_names
from zahlwerk.problems import BuildFailed
from zahlwerk.project import Project
from zahlwerk.provenance import Fact
from zahlwerk.quantity import BYTE, WATT, Quantity
from zahlwerk.sizing import FORMULAS

DERIVED = {"weight_bytes": BYTE, "card_power": WATT}

SOURCES = """\
sources:
  sheet: {title: Data sheet, publisher: Maker, language: en, kind: copy, read: 2026-10-24}
  log: {title: Log, publisher: Us, language: de, kind: measured, read: 2026-11-30}
  guess: {title: Estimates, publisher: Us, language: en, kind: own, read: 2026-11-30}
"""
CARDS = """\
cards:
  small: {name: Small, source: sheet, where: table, memory: 48 GB, power: 300 W}
  large: {name: Large, source: sheet, memory: 96.0 GB, power: 600 W}
links:
  slot: {name: Slot, source: sheet, rate: 64 GB/s, domain: 8, bridge: 0}
  bridge: {name: Bridge, source: sheet, rate: 450 GB/s, domain: 4, bridge: 1}
processors:
  host: {name: Host, source: sheet, power: 280 W}
builds:
  pair: {name: Pair, source: sheet, card: small, cards: 2, link: slot, processor: host, processors: 1,
    dimms: 8, dimm: 64 GB, overhead: 15 %}
"""


@pytest.fixture
def load(tmp_path: Path):
    """Load facts from texts, by file name."""

    def loader(text: str = "", **files: str) -> Facts:
        folder = tmp_path / "facts"
        folder.mkdir(exist_ok=True)
        (folder / "facts.yaml").write_text(SOURCES + CARDS + text, "utf-8")
        for name, content in files.items():
            (folder / f"{name}.yaml").write_text(content, "utf-8")
        return load_facts(folder, DERIVED)

    return loader


@pytest.fixture
def problems(load):
    """What is said about facts with these lines added."""

    def finder(text: str = "", **files: str) -> list[str]:
        with pytest.raises(BuildFailed) as failed:
            load(text, **files)
        return [str(problem) for problem in failed.value.problems]

    return finder


def line_of(text: str, added: str) -> int:
    """The line at which a text stands that was added to the facts."""
    whole = SOURCES + CARDS + added
    return whole.count("\n", 0, whole.index(text)) + 1


def source(**fields: str) -> str:
    """The lines of a source of a further file."""
    known = {"title": "T", "publisher": "P", "language": "en", "kind": "copy", "read": "2026-01-02"} | fields
    return "sources:\n  q:\n" + "".join(f"    {key}: {value}\n" for key, value in known.items() if value)


def card(**fields: str) -> str:
    """The lines of a card of a further file."""
    known = {"name": "Card", "source": "sheet", "memory": "48 GB", "power": "300 W"} | fields
    return "cards:\n  c:\n" + "".join(f"    {key}: {value}\n" for key, value in known.items() if value)


def case(**fields: str) -> str:
    """The lines of a case of a further file."""
    known = {"title": "Case", **{key.rstrip("_"): value for key, value in fields.items()}}
    return "cases:\n  c:\n" + "".join(f"    {key}: {value}\n" for key, value in known.items() if value)


def test_a_fact_knows_its_value_its_source_and_its_place(load) -> None:
    memory = load().records["small"].memory
    assert memory.reference == "small.memory"
    assert memory.written.quantity == Quantity(48_000_000_000, BYTE)
    assert (memory.source.title, memory.source.read) == ("Data sheet", datetime.date(2026, 10, 24))
    assert (memory.where, memory.why, memory.bound, memory.conflicts) == ("table", "", "", ())
    assert str(memory.place) == f"facts/facts.yaml:{line_of('  small:', '')}"


def test_a_fact_keeps_the_digits_it_was_written_with(load) -> None:
    records = load().records
    assert (records["small"].memory.written.decimals, records["large"].memory.written.decimals) == (0, 1)


def test_a_field_with_a_source_of_its_own_takes_nothing_from_the_record(load) -> None:
    text = card(where="table", memory="{value: 47 GB, source: log}", power="{value: 1 W, where: p. 3}")
    found = load(more=text).records["c"]
    assert (found.memory.source.id, found.memory.where) == ("log", "")
    assert (found.power.source.id, found.power.where) == ("sheet", "p. 3")


def test_a_field_that_may_be_missing_is_nothing(load) -> None:
    assert load().records["small"].bandwidth is None


def test_values_that_contradict_are_kept_with_the_reason(load) -> None:
    text = card(power="{value: 300 W, why: measured, conflicts: [{value: 350 W, source: log, where: line 4}]}")
    power = load(more=text).records["c"].power
    assert power.why == "measured"
    assert [(c.written.quantity.value, c.source.id, c.where) for c in power.conflicts] == [(350, "log", "line 4")]


def test_facts_may_be_split_over_files_that_know_each_other(load) -> None:
    facts = load(
        a="cards:\n  third: {name: Third, source: other, memory: 1 GB, power: 1 W}\n",
        z="sources:\n  other: {title: Other, publisher: Maker, language: fr, kind: copy, read: 2026-01-02}\n",
    )
    assert facts.records["third"].memory.source.language == "fr"
    assert str(facts.records["third"].place) == "facts/a.yaml:2"


def test_names_with_digits_are_given_longest_first(tmp_path: Path) -> None:
    (tmp_path / "names.yaml").write_text("names:\n  - H200\n  - H200 NVL\n  - 400G\n", "utf-8")
    assert load_names(tmp_path) == ("H200 NVL", "400G", "H200")


def test_there_need_be_no_names(tmp_path: Path) -> None:
    assert load_names(tmp_path) == ()


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("names:\n  - a\n  - {a: b}\n", 3, "a name must be a text"),
        ("names:\n  - [a]\n", 2, "a name must be a text"),
        ("nams: []\n", 1, 'unknown key: "nams"; did you mean "names"?'),
        ("names:\n  - 12:30\n", 2, "12:30 without quotes"),
    ],
)
def test_a_mistake_in_the_names_is_named_with_its_place(tmp_path: Path, text: str, line: int, says: str) -> None:
    (tmp_path / "names.yaml").write_text(text, "utf-8")
    with pytest.raises(BuildFailed) as failed:
        load_names(tmp_path)
    assert f"{tmp_path.name}/names.yaml:{line}: " in str(failed.value)
    assert says in str(failed.value)


def test_a_quotation_is_read_word_for_word(load) -> None:
    text = source(language="fr", quotes='{no: {text: "Non, pas 1.", where: p. 2}}')
    quote = load(more=text).sources["q"].quotes["no"]
    assert (quote.text, quote.where) == ("Non, pas 1.", "p. 2")


CASES = """\
cases:
  one: {title: One card, card: large, cards: 1, link: slot, dimms: 2}
  from_one: {from: one, title: From one, link: bridge}
  from_both: {from: one, title: From one and a build, build: pair}
  own_beats_both: {from: one, title: Own, build: pair, cards: 4, card: large}
  later: {title: Later, build: pair, weight_bytes: {figure: one.pool_memory}, card_power: {value: 250 W, why: a cap}}
  from_later: {from: later, title: From later}
"""


@pytest.mark.parametrize(
    ("case", "roles", "inputs"),
    [
        ("one", {"card": "large", "link": "slot"}, {"cards": 1, "dimms": 2}),
        ("from_one", {"card": "large", "link": "bridge"}, {"cards": 1, "dimms": 2}),
        ("from_both", {"card": "small", "link": "slot", "processor": "host"}, {"cards": 2, "dimms": 8}),
        ("own_beats_both", {"card": "large", "link": "slot", "processor": "host"}, {"cards": 4, "dimms": 8}),
    ],
)
def test_a_case_takes_from_another_then_from_a_build_then_its_own(
    load, case: str, roles: dict[str, str], inputs: dict[str, int]
) -> None:
    found = load(CASES).cases[case]
    assert {role: record.id for role, record in found.roles.items()} == roles
    assert {name: found.inputs[name].written.quantity.value for name in inputs} == inputs


def test_a_case_may_be_written_before_the_one_it_takes_from(load) -> None:
    cases = "cases:\n  second: {from: first, title: Second}\n  first: {title: First, cards: 3}\n"
    assert load(cases).cases["second"].inputs["cards"].written.quantity.value == 3


def test_a_case_brings_figures_and_overrides_formulas(load) -> None:
    for name in ("later", "from_later"):
        inputs = load(CASES).cases[name].inputs
        assert isinstance(inputs["weight_bytes"], FigureInput)
        assert inputs["weight_bytes"].reference == "one.pool_memory"
        power = inputs["card_power"]
        assert isinstance(power, Fact)
        assert (power.reference, power.why, power.source) == ("later.card_power", "a cap", None)


def test_a_build_stands_for_a_case_of_its_own(load) -> None:
    case = implicit_case(load().records["pair"])
    assert {role: record.id for role, record in case.roles.items()} == {
        "card": "small", "link": "slot", "processor": "host",
    }  # fmt: skip
    assert {name: given.written.quantity.value for name, given in case.inputs.items()} == {
        "cards": 2, "processors": 1, "dimms": 8, "dimm": 64_000_000_000, "overhead": Fraction(15, 100),
    }  # fmt: skip


def test_any_other_record_stands_for_a_case_in_its_role(load) -> None:
    case = implicit_case(load().records["large"])
    assert ({role: record.id for role, record in case.roles.items()}, case.inputs) == ({"card": "large"}, {})


WRONG = {
    "a primary source without address": (source(kind="primary", published="2026-01-02"), 2, "must state its url and"),
    "a primary source without date": (source(kind="primary", url="https://a.example"), 2, "published date"),
    "an unknown kind": (source(kind="second"), 6, 'kind must not be "second"'),
    "a source without the day it was read": (source(read=""), 2, "read is missing"),
    "a source without language": (source(language=""), 2, "language is missing"),
    "a day that does not exist": (source(read="2026-02-30"), 7, '"2026-02-30" is not a date; write it as 2026-10-24'),
    "an unknown field of a source": (source(pages="12"), 8, 'unknown field of a source: "pages"'),
    "a quotation without text": (source(quotes="{no: {where: p. 2}}"), 8, "text is missing"),
    "a quotation of no form": (source(quotes="[a]"), 8, "quotes must hold names"),
    "a record without name": (card(name=""), 2, "name is missing"),
    "a record without a required field": (card(memory=""), 2, "the card c lacks memory"),
    "a record without source": (card(source=""), 4, "c.memory has no source; name one here or for the record"),
    "an unknown field": (card(colour="green"), 7, 'unknown field of the card c: "colour"'),
    "a value that is a list": (card(memory="[48 GB]"), 5, "c.memory must be one quantity"),
    "a fact without value": (card(memory="{where: table}"), 5, "c.memory lacks a value"),
    "an unknown key of a fact": (card(memory="{value: 48 GB, wher: table}"), 5, 'unknown key of a fact: "wher"'),
    "an unknown bound": (card(memory="{value: 48 GB, bound: less}"), 5, 'must not be "less"; known values: about'),
    "a choice of ours without reason": (card(memory="{value: 48 GB, source: guess}"), 5, "must say why; add why"),
    "a contradiction without reason": (
        card(memory="{value: 48 GB, conflicts: [{value: 47 GB, source: log, where: p. 1}]}"), 5, "which of the values",
    ),
    "a contradiction without source": (
        card(memory="{value: 48 GB, why: a, conflicts: [{value: 47 GB}]}"), 5, "of c.memory lacks its source",
    ),
    "a contradiction of another dimension": (
        card(memory="{value: 48 GB, why: a, conflicts: [{value: 47 W, source: log}]}"), 5, "must be a quantity in byte",
    ),
    "an id in capitals": ("cards:\n  Card: {name: C}\n", 2, '"Card" is no id; use lower-case letters'),
    "an id that begins with a digit": ("cards:\n  4card: {name: C}\n", 2, '"4card" is no id'),
    "an id of another section": ("links:\n  small: {name: L}\n", 2, 'the id "small" is taken; see facts/facts.yaml:6'),
    "an id of a case that a record has": ("cases:\n  slot: {title: T}\n", 2, 'the id "slot" is taken'),
    "an unknown section": ("crads: {}\n", 1, 'unknown section: "crads"; did you mean "cards"?'),
    "a section that is a list": ("cards: [a]\n", 1, "cards must hold ids with their fields"),
    "a record that is a word": ("cards:\n  c: fast\n", 2, "c must hold fields"),
    "a case without title": (case(title="", cards="1"), 2, "title is missing"),
    "an unknown key of a case": (case(cadrs="2"), 4, 'unknown key of the case c: "cadrs"; did you mean "cards"?'),
    "an unknown record in a role": (case(card="smal"), 4, '"smal" is not among the cards; did you mean "small"?'),
    "a record in the role of another": (case(card="slot"), 4, '"slot" is not among the cards'),
    "an unknown build": (case(build="pairs"), 4, '"pairs" is not among the builds; did you mean "pair"?'),
    "a case from itself": (case(from_="c"), 2, 'the case "c" is taken from itself'),
    "a count that is not whole": (case(cards="1.5"), 4, "c.cards is out of range: 1.5; expected a whole number"),
    "a count below one": (case(cards="0"), 4, "c.cards is out of range: 0"),
    "an override in another dimension": (case(card_power="2 GB"), 4, 'c.card_power must be a quantity in watt'),
    "a share above one": (case(overhead="115 %"), 4, "c.overhead is out of range: 115 %"),
    "a key beside a figure": (case(cards="{figure: pair.cards, why: a}"), 4, 'unknown key of an input'),
}  # fmt: skip


@pytest.mark.parametrize(("text", "line", "says"), WRONG.values(), ids=WRONG)
def test_a_mistake_in_the_facts_is_named_with_its_place(problems, text: str, line: int, says: str) -> None:
    found = problems(more=text)
    assert [problem for problem in found if problem.startswith(f"facts/more.yaml:{line}: ") and says in problem], found


def test_a_loop_of_cases_is_named_once_for_each_start(problems) -> None:
    loop = "cases:\n  a: {from: b, title: A}\n  b: {from: c, title: B}\n  c: {from: a, title: C}\n"
    assert [problem for problem in problems(loop) if "is taken from itself" in problem]


def test_one_mistake_is_one_problem_however_often_the_record_is_used(problems) -> None:
    uses = "cases:\n" + "".join(f"  c{number}: {{title: T, card: wrong}}\n" for number in range(5))
    wrong = "cards:\n  wrong: {name: Wrong, source: sheet, memory: 48 Gb, power: 300 W}\n"
    (found,) = problems(uses, more=wrong)
    assert 'wrong.memory: unknown unit "Gb"' in found


def test_the_mistakes_of_all_files_are_found_at_once_in_order(problems) -> None:
    case_of_none = "cases:\n  c: {title: C, cards: 0}\n"
    found = problems(case_of_none, a="crads: {}\n", b="- a list\n", z="cards:\n  X: {name: X}\n")
    files = [problem.partition(":")[0] for problem in found]
    assert files == ["facts/a.yaml", "facts/b.yaml", "facts/facts.yaml", "facts/z.yaml"]


def test_a_folder_without_facts_is_named(tmp_path: Path) -> None:
    (tmp_path / "facts").mkdir()
    with pytest.raises(BuildFailed, match="facts: holds no facts file; write facts/facts"):
        load_facts(tmp_path / "facts", DERIVED)


def test_every_fact_of_this_project_has_a_source_with_the_day_it_was_read(project: Project) -> None:
    stated = [
        fact
        for record in project.facts.records.values()
        for field in record.__dataclass_fields__
        if isinstance(fact := getattr(record, field), Fact)
    ]
    assert len(stated) > 200
    assert [fact.reference for fact in stated if fact.source is None or fact.source.read is None] == []
    assert [fact.reference for fact in stated if fact.source and fact.source.kind == "own" and not fact.why] == []


def test_the_facts_of_this_project_load_with_the_formulas_a_case_may_override() -> None:
    facts = load_facts(ROOT / "facts", {name: formula.dimension for name, formula in FORMULAS.items()})
    assert facts.cases["lora_4x_h200_450w"].inputs["card_power"].written.quantity == Quantity(450, WATT)
