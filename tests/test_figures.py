"""The figures: what the facts give, with everything behind each, and why there is none."""

from __future__ import annotations

import datetime
from fractions import Fraction
from pathlib import Path

import pytest

from zahlwerk.facts import load_facts
from zahlwerk.figures import Figure, Figures, evaluate
from zahlwerk.problems import BuildFailed
from zahlwerk.project import Project
from zahlwerk.provenance import Quote
from zahlwerk.quantity import BYTE, FLOP, PARAMETER, PLAIN, SECOND, TOKEN, WATT, Quantity
from zahlwerk.sizing import FORMULAS

FACTS = """\
sources:
  sheet: {title: Data sheet, publisher: Maker, language: en, kind: primary, url: "https://a.example", read: 2026-10-24,
    published: 2026-01-02, quotes: {fast: {text: "as fast as can be", where: p. 1}}}
  blog: {title: Blog, publisher: Blogger, language: en, kind: copy, read: 2026-11-30}
cards:
  card: {name: Card, source: sheet, memory: 48 GB, power: 300 W}
links:
  slot: {name: Slot, source: sheet, rate: 64 GB/s, domain: 8, bridge: 0}
  bridge: {name: Bridge, source: blog, rate: 450 GB/s, domain: 4, bridge: 1}
processors:
  host: {name: Host, source: blog, power: 250 W}
runs:
  run: {name: Run, source: blog, memory: {value: 100 GB, bound: over}, tokens: 2048 token}
builds:
  server: {name: Server, source: sheet, card: card, cards: 4, link: bridge, processor: host, processors: 2,
    dimms: 8, dimm: 64 GB, overhead: 20 %}
cases:
  four: {title: Four cards, build: server, weight_bytes: 100 GB, tokens: {figure: run.tokens}}
  capped: {from: four, title: Four cards with a cap, card_power: {value: 200 W, why: a cap}}
  slower: {from: four, title: Four cards in slots, link: slot}
  over: {title: A run, run: run, card: card}
  chained: {title: From a figure, link: slot, gather_bytes: {figure: four.pool_memory}}
"""


@pytest.fixture
def figures_of(tmp_path: Path):
    """The figures of facts with these lines added to the cases."""

    def evaluated(cases: str = "") -> Figures:
        folder = tmp_path / "facts"
        folder.mkdir(exist_ok=True)
        (folder / "facts.yaml").write_text(FACTS + cases, "utf-8")
        derived = {name: formula.dimension for name, formula in FORMULAS.items()}
        return evaluate(load_facts(folder, derived), FORMULAS)

    return evaluated


@pytest.fixture
def figures(figures_of) -> Figures:
    return figures_of()


@pytest.mark.parametrize(
    ("reference", "value", "dimension"),
    [
        ("card.memory", 48 * 10**9, BYTE),
        ("run.tokens", 2048, TOKEN),
        ("server.cards", 4, PLAIN),
        ("server.overhead", Fraction(1, 5), PLAIN),
        ("server.pool_memory", 4 * 48 * 10**9, BYTE),
        ("server.host_memory", 8 * 64 * 10**9, BYTE),
        ("server.wall_power", (4 * 300 + 2 * 250) * Fraction(12, 10), WATT),
        ("capped.card_power", 200, WATT),
        ("capped.wall_power", (4 * 200 + 2 * 250) * Fraction(12, 10), WATT),
        ("four.tokens", 2048, TOKEN),
        ("four.weight_bytes", 100 * 10**9, BYTE),
        ("four.weight_share", 25 * 10**9, BYTE),
        ("four.memory_left", 23 * 10**9, BYTE),
        ("four.gather_bytes", 2 * 100 * 10**9 * Fraction(3, 4), BYTE),
        ("four.gather_seconds", Fraction(150, 450), SECOND),
        ("slower.gather_seconds", Fraction(150, 64), SECOND),
        ("four.capacity_cards", 3, PLAIN),
        ("over.run_cards", 3, PLAIN),
        ("over.run_memory_left", -52 * 10**9, BYTE),
        ("chained.gather_seconds", 3, SECOND),
    ],
)
def test_a_figure_has_its_exact_value(figures: Figures, reference: str, value: Fraction, dimension: object) -> None:
    assert figures.find(reference).value == Quantity(value, dimension)


PROJECT_VALUES = [  # from the architecture: 36 layers, width 2880, 64 and 8 heads of 64, 128 experts, 201088 words
    ("gpt_oss_120b.embedding_parameters", 201088 * 2880, PARAMETER),
    ("gpt_oss_120b.attention_matrix_parameters", 2 * 2880 * 64 * 64 + 2 * 2880 * 8 * 64, PARAMETER),
    ("gpt_oss_120b.expert_matrix_parameters", 3 * 128 * 2880 * 2880, PARAMETER),
    ("gpt_oss_120b.parameters", 116_829_156_672, PARAMETER),
    ("lora_4x_h200.weight_bytes", 2 * 116_829_156_672, BYTE),
    ("lora_4x_h200.gather_bytes", 2 * 2 * 116_829_156_672 * Fraction(3, 4), BYTE),
    ("lora_4x_h200_pcie.gather_seconds", 3 * Fraction(116_829_156_672, 64 * 10**9), SECOND),
    ("lora_4x_h200.wall_power", (4 * 600 + 2 * 280) * Fraction(115, 100), WATT),
    ("lora_4x_h200_450w.wall_power", (4 * 450 + 2 * 280) * Fraction(115, 100), WATT),
    ("h200_8x.wall_power", (8 * 600 + 2 * 360) * Fraction(115, 100), WATT),
    ("h200_nvl.dense_bf16", 8355 * 10**11, FLOP / SECOND),
    ("mxfp4.parameter_size", Fraction(17, 32), BYTE / PARAMETER),
]


@pytest.mark.parametrize(("reference", "value", "dimension"), PROJECT_VALUES, ids=[row[0] for row in PROJECT_VALUES])
def test_a_figure_of_this_project_has_its_exact_value(
    project: Project, reference: str, value: Fraction, dimension: object
) -> None:
    assert project.figures.find(reference).value == Quantity(value, dimension)


def test_a_source_gives_its_days_and_quotations(figures: Figures) -> None:
    assert figures.find("sheet.read").value == datetime.date(2026, 10, 24)
    assert figures.find("sheet.published").value == datetime.date(2026, 1, 2)
    quote = figures.find("sheet.fast").value
    assert isinstance(quote, Quote)
    assert quote.text == "as fast as can be"
    assert "blog.published" not in figures.known


def test_a_stated_figure_names_its_source_and_a_computed_one_its_formula(figures: Figures) -> None:
    stated, computed = figures.find("card.memory"), figures.find("four.memory_left")
    assert ([source.id for source in stated.sources], stated.formula, stated.inputs) == (["sheet"], None, {})
    assert computed.formula is not None
    assert (computed.formula.name, computed.sources) == ("memory_left", ())
    assert computed.inputs == {"card.memory": "card.memory", "weight_share": "four.weight_share"}


@pytest.mark.parametrize(
    ("reference", "behind"),
    [
        ("card.memory", ["card.memory"]),
        ("four.tokens", ["four.tokens", "run.tokens"]),
        ("four.weight_share", ["four.weight_share", "four.weight_bytes", "server.cards"]),
        (
            "chained.gather_seconds",
            ["chained.gather_seconds", "four.pool_memory", "slot.rate", "card.memory", "server.cards"],
        ),
    ],
)
def test_everything_behind_a_figure_is_known(figures: Figures, reference: str, behind: list[str]) -> None:
    found = [figure.reference for figure in figures.behind(reference)]
    assert found[0] == reference
    assert sorted(found) == sorted(behind)


def leaves(figures: Figures, reference: str) -> list[Figure]:
    return [figure for figure in figures.behind(reference) if not figure.inputs]


def test_every_figure_of_this_project_leads_to_sources_or_choices_of_its_case(project: Project) -> None:
    chosen = set()
    for reference in project.figures.known:
        for leaf in leaves(project.figures, reference):
            if not leaf.sources:
                chosen.add(leaf.reference)
                assert leaf.fact is not None
                assert leaf.reference.partition(".")[0] in project.facts.cases
    assert "lora_4x_h200_450w.card_power" in chosen


@pytest.mark.parametrize(
    ("reference", "bound"),
    [
        ("card.memory", ""),
        ("run.memory", "over"),
        ("four.gather_bytes", ""),
        ("four.gather_seconds", "min"),
        ("over.run_memory_left", "max"),
        ("over.run_cards", "min"),
    ],
)
def test_a_bound_keeps_its_direction_through_a_formula(figures: Figures, reference: str, bound: str) -> None:
    assert figures.find(reference).bound == bound


@pytest.mark.parametrize(
    ("reference", "says"),
    [
        ("card.memry", '"card" has no "memry"; did you mean "memory"?'),
        ("card.colour", '"card" has card_power, memory, power'),
        ("cardd.memory", 'there is no "cardd"; did you mean "card"?'),
        ("qqqqqq.memory", 'there is no "qqqqqq"; known ids: '),
        ("card.bandwidth", "cannot be computed: the facts do not state bandwidth of card"),
        ("card.gather_seconds", "cannot be computed: no "),
        ("over.wall_power", "cannot be computed: no cards is given for over"),
        ("four.compute_seconds", "cannot be computed: no "),
    ],
)
def test_a_figure_that_there_is_not_is_explained(figures: Figures, reference: str, says: str) -> None:
    with pytest.raises(KeyError) as missing:
        figures.find(reference)
    message = str(missing.value.args[0])
    assert f"{{{reference}}}" in message
    assert says in message


def problems(figures_of, cases: str) -> list[str]:
    with pytest.raises(BuildFailed) as failed:
        figures_of(cases)
    return [str(problem) for problem in failed.value.problems]


LINE = FACTS.count("\n") + 1


@pytest.mark.parametrize(
    ("case", "says"),
    [
        ("{title: Eight, build: server, cards: 8, weight_bytes: 1 GB}", "gather_bytes requires cards <= link.domain"),
        ("{title: Loop, cards: {figure: bad.run_cards}, card: card, run: run, memory_left: {figure: bad.memory_left}}",
         "{bad.memory_left} is computed from itself"),
        ("{title: Bytes, cards: {figure: card.memory}}", "cards must be in"),
        ("{title: Day, cards: {figure: sheet.read}}", "{sheet.read}"),
        ("{title: Unknown, cards: {figure: server.card}}", 'did you mean "cards"?'),
        ("{title: Not computed, weight_bytes: {figure: card.bandwidth}}", "the facts do not state bandwidth of card"),
        ("{title: No figure, weight_bytes: {figure: bandwidth}}", "bandwidth"),
        ("{title: By nought, parameters: 0 parameter, expert_parameters: 1 parameter}", "expert_share"),
    ],
    ids=["broken", "from itself", "in bytes", "a day", "unknown", "not stated", "no reference", "by nought"],
)  # fmt: skip
def test_a_case_that_makes_no_sense_is_named_with_its_place(figures_of, case: str, says: str) -> None:
    found = problems(figures_of, f"  bad: {case}\n")
    assert [problem for problem in found if says in problem and problem.startswith(f"facts/facts.yaml:{LINE}: ")], found


def test_a_broken_requirement_shows_what_was_read(figures_of) -> None:
    (found,) = problems(figures_of, "  bad: {title: Eight, build: server, cards: 8, weight_bytes: 1 GB}\n")
    assert "here cards = 8, link.domain = 4, link.bridge = 1" in found


def test_a_loop_over_cases_is_named(figures_of) -> None:
    loop = (
        "  bad: {title: A, link: slot, gather_bytes: {figure: worse.gather_bytes}}\n"
        "  worse: {title: B, link: slot, gather_bytes: {figure: bad.gather_bytes}}\n"
    )
    assert [problem for problem in problems(figures_of, loop) if "is computed from itself" in problem]


def test_the_mistakes_of_several_cases_are_found_at_once(figures_of) -> None:
    cases = (
        "  bad: {title: Eight, build: server, cards: 8, weight_bytes: 1 GB}\n"
        "  worse: {title: Bytes, cards: {figure: card.memory}}\n"
    )
    found = problems(figures_of, cases)
    assert [problem.partition(": ")[0] for problem in found] == [f"facts/facts.yaml:{LINE + n}" for n in (0, 1)]


def test_figures_do_not_depend_on_the_order_of_the_cases(figures_of) -> None:
    first = figures_of(
        "  a: {title: A, link: slot, gather_bytes: {figure: z.pool_memory}}\n  z: {title: Z, build: server}\n"
    )
    second = figures_of(
        "  z: {title: Z, build: server}\n  a: {title: A, link: slot, gather_bytes: {figure: z.pool_memory}}\n"
    )
    assert first.known.keys() == second.known.keys()
    assert {name: figure.value for name, figure in first.known.items()} == {
        name: figure.value for name, figure in second.known.items()
    }
    assert first.find("a.gather_seconds").value == Quantity(3, SECOND)
