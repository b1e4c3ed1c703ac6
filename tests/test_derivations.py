"""The appendix: how a figure came about, told to the readers of each language."""

from __future__ import annotations

from fractions import Fraction

import pytest
from small import html_of

from zahlwerk.build import Checked
from zahlwerk.derivations import Cited, Derivation, all_sources, anchor, derivation, figures_behind
from zahlwerk.project import Project
from zahlwerk.references import parse_reference

SPACE = "\u00a0"


def derived(project: Project, reference: str, language: str) -> Derivation:
    return derivation(project.figures.find(reference), project.figures, project.editions[language])


def plain(text: str) -> str:
    """A text with its no-break spaces as spaces."""
    return text.replace(SPACE, " ")


FILLED = [
    ("lora_4x_h200.wall_power", "en", "= (4 × 600 W + 2 × 280 W) × (1 + 15 per cent) = 3.404 kW"),
    ("lora_4x_h200.wall_power", "de", "= (4 × 600 W + 2 × 280 W) × (1 + 15 Prozent) = 3,404 kW"),
    ("lora_4x_h200_450w.wall_power", "en", "= (4 × 450 W + 2 × 280 W) × (1 + 15 per cent) = 2.714 kW"),
    ("lora_4x_h200.gather_bytes", "en", "= 2 × ≈233.658 GB × (4 − 1) ÷ 4 ≈ 350.487 GB"),
    ("lora_4x_h200.gather_bytes", "de", "= 2 × ≈233,658 GB × (4 − 1) ÷ 4 ≈ 350,487 GB"),
    ("mxfp4.parameter_size", "de", "= 4 Bit + 8 Bit ÷ 32 + 0 Bit ÷ 1 = 4,25 Bit"),
    ("gpt_oss_120b.router_parameters", "en", "= (2,880 + 1) × 128 = 0.368768 million"),
    ("gpt_oss_120b.router_parameters", "de", "= (2.880 + 1) × 128 = 0,368768 Millionen"),
    ("gpt_oss_120b.output_parameters", "en", "= 201,088 × 2,880 ≈ 579.133 million"),
    ("merged_rtx.capacity_cards", "en", "= (≈233.658 GB ÷ 96 GB), rounded up = 3"),
    ("h200_8x.host_memory", "de", "= 24 × 96 GB = 2,304 TB"),
]


@pytest.mark.parametrize(("reference", "language", "filled"), FILLED, ids=[f"{row[0]} {row[1]}" for row in FILLED])
def test_a_formula_is_shown_with_its_numbers(project: Project, reference: str, language: str, filled: str) -> None:
    assert plain(derived(project, reference, language).filled) == filled


@pytest.mark.parametrize(
    ("language", "formula"),
    [
        ("en", "2 × weights in all × (number of cards − 1) ÷ number of cards"),
        ("de", "2 × Gewichte insgesamt × (Anzahl der Karten − 1) ÷ Anzahl der Karten"),
    ],
)
def test_a_formula_is_shown_in_words(project: Project, language: str, formula: str) -> None:
    assert derived(project, "lora_4x_h200.gather_bytes", language).formula == formula


def test_only_the_branch_that_was_taken_is_shown(project: Project) -> None:
    shown = derived(project, "gpt_oss_120b.router_parameters", "en")
    assert shown.formula == "(hidden size + presence of router biases) × experts per layer"


@pytest.mark.parametrize(
    ("reference", "language", "exact"),
    [
        ("lora_4x_h200.gather_bytes", "en", "350,487,470,016 bytes"),
        ("lora_4x_h200.gather_bytes", "de", "350.487.470.016 Byte"),
        ("h200_nvl.dense_bf16", "de", "835.500.000.000.000 FLOPS"),
        ("lora_4x_h200.gather_seconds", "de", "0,77886104448 s"),
        ("mxfp4.parameter_size", "en", "0.53125 bytes"),
        ("lora_2x_rtx.memory_left", "en", "-20,829,156,672 bytes"),
        ("gpt_oss_120b.expert_share", "en", "199,134,720 ÷ 202,828,397"),
        ("nvidia_qat.learning_rate", "de", "0,00001"),
        ("unsloth_tutorial.read", "en", "24 October 2026"),
    ],
)
def test_the_exact_value_has_all_its_digits_or_is_a_fraction(
    project: Project, reference: str, language: str, exact: str
) -> None:
    assert plain(derived(project, reference, language).exact).replace("−", "-") == exact


def test_a_fraction_is_the_exact_value_in_lowest_terms(project: Project) -> None:
    experts = 36 * (3 * 128 * 2880 * 2880 + 128 * (2 * 2880 + 2880))
    share = Fraction(experts, 116_829_156_672)
    assert derived(project, "gpt_oss_120b.expert_share", "en").exact == f"{share.numerator:,} ÷ {share.denominator:,}"


@pytest.mark.parametrize(
    ("reference", "language", "shown"),
    [
        ("lora_4x_h200.weight_bytes", "de", "233,7 GB"),
        ("h200_nvl.memory", "en", "141 GB"),
        ("unsloth_tutorial.read", "de", "24. Oktober 2026"),
        ("unsloth_tutorial.no_mxfp4_training", "de", "No, currently no framework supports fp4 or MXFP4 training."),
        ("lora_4x_h200.gather_seconds", "en", "≈0.778861 seconds"),
    ],
)
def test_the_value_is_shown_as_a_reader_would_meet_it(
    project: Project, reference: str, language: str, shown: str
) -> None:
    assert plain(derived(project, reference, language).shown) == shown


def test_inputs_are_named_with_the_case_they_come_from(project: Project) -> None:
    inputs = derived(project, "lora_4x_h200.gather_bytes", "de").inputs
    assert [(i.id, i.name, i.title, plain(i.shown)) for i in inputs] == [
        ("how-lora_4x_h200.weight_bytes", "Gewichte insgesamt", "", "≈233,658 GB"),
        ("how-h200_4x.cards", "Anzahl der Karten im Server", "4× H200 NVL", "4"),
    ]


def test_a_figure_taken_from_elsewhere_leads_there(project: Project) -> None:
    shown = derived(project, "lora_4x_h200.tokens", "en")
    assert (shown.formula, shown.filled) == ("", "")
    assert [(i.id, i.title) for i in shown.inputs] == [("how-databricks_lora.tokens", "Databricks LoRA")]


def test_a_fact_names_its_source_with_place_and_days(project: Project) -> None:
    (source,) = derived(project, "h200_nvl.memory", "de").sources
    assert (source.publisher, source.title, source.language) == ("NVIDIA", "NVIDIA H200", "en")
    assert (source.where, source.kind) == ("Tabelle der technischen Daten", "Kopie aus zweiter Hand")
    assert (source.read, source.read_iso) == ("30. November 2026", "2026-11-30")
    assert source.url == "https://www.nvidia.com/en-us/data-center/h200/"


def cited_sources(project: Project, language: str) -> dict[str, Cited]:
    cited = all_sources(list(project.figures.known), project.figures, project.editions[language])
    return {source.id.removeprefix("source-"): source for source in cited}


@pytest.mark.parametrize(
    ("source", "language", "named"),
    [
        ("own_estimates", "de", ("Zahlwerk", "Eigene Schätzungen", "de")),
        ("own_estimates", "fr", ("Zahlwerk", "Nos propres estimations", "fr")),
        ("own_estimates", "en", ("Zahlwerk", "Our own estimates", "en")),
        ("qlora_paper", "de", ("Autoren von QLoRA", "QLoRA paper", "en")),
        ("zero_paper", "fr", ("arXiv", "ZeRO, arXiv 1910.02054", "en")),
    ],
)
def test_a_source_is_named_as_it_names_itself_and_our_own_as_the_reader_speaks(
    project: Project, source: str, language: str, named: tuple[str, str, str]
) -> None:
    found = cited_sources(project, language)[source]
    assert (found.publisher, found.title, found.language) == named


@pytest.mark.parametrize("language", ["de", "en", "fr"])
def test_sources_are_listed_by_publisher_as_it_is_shown(project: Project, language: str) -> None:
    publishers = [source.publisher.lower() for source in cited_sources(project, language).values()]
    assert publishers == sorted(publishers)


@pytest.mark.parametrize(
    ("reference", "title", "shown"),
    [
        ("unsloth_tutorial.read", "en", ""),
        ("unsloth_tutorial.no_mxfp4_training", "en", "en"),
        ("h200_nvl.memory", "", ""),
        ("lora_4x_h200.gather_bytes", "", ""),
    ],
)
def test_what_a_source_says_and_calls_itself_is_marked_with_its_language(
    project: Project, reference: str, title: str, shown: str
) -> None:
    found = derived(project, reference, "de")
    assert (found.title_tag, found.shown_tag) == (title, shown)


def test_the_language_of_a_source_is_marked_on_the_page(checked: Checked) -> None:
    html = html_of(checked, "de/gpt-oss-120b-fine-tuning/index.html")
    assert '<span class="of" lang="en">Unsloth, gpt-oss fine-tuning tutorial</span>' in html
    assert '<strong lang="en">single H100 node</strong>' in html
    assert '<cite lang="de">Eigene Schätzungen</cite>' in html
    assert '<span class="of">H200 NVL</span>' in html


def test_a_value_that_contradicts_is_shown_with_its_source_and_the_reason(project: Project) -> None:
    shown = derived(project, "rtx_pro_6000_ws.dense_bf16", "en")
    assert shown.why.startswith("measured matrix products are faster")
    assert [(plain(other.shown), other.source.publisher) for other in shown.conflicts] == [
        ("251.9 TFLOPS", "Aggregators")
    ]


@pytest.mark.parametrize(
    ("reference", "language", "bound"),
    [
        ("lora_4x_h200.gather_seconds", "en", "a lower bound"),
        ("lora_4x_h200.gather_seconds", "de", "eine Untergrenze"),
        ("lora_4x_h200.gather_bytes", "en", ""),
    ],
)
def test_a_bound_is_said(project: Project, reference: str, language: str, bound: str) -> None:
    assert derived(project, reference, language).bound == bound


def test_a_computed_figure_names_every_source_behind_it(project: Project) -> None:
    for reference in ("lora_4x_h200.wall_power", "lora_4x_h200.compute_seconds"):
        behind = {source.title for figure in project.figures.behind(reference) for source in figure.sources}
        assert {source.title for source in derived(project, reference, "en").sources} == behind
        assert len(behind) > 2


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_entry_leads_only_to_entries_of_the_same_appendix(project: Project, language: str) -> None:
    for article in project.articles:
        targets = [parse_reference(reference).target for reference in article.references]
        figures = figures_behind(targets, project.figures)
        ids = [anchor(figure.reference) for figure in figures]
        assert len(set(ids)) == len(ids)
        for figure in figures:
            entry = derivation(figure, project.figures, project.editions[language])
            assert entry.id in ids
            assert {read.id for read in entry.inputs} <= set(ids)


def test_figures_behind_several_references_are_listed_once(project: Project) -> None:
    once = [figure.reference for figure in figures_behind(["lora_4x_h200.weight_bytes"], project.figures)]
    both = figures_behind(["lora_4x_h200.weight_bytes", "lora_4x_h200.gather_bytes"], project.figures)
    names = [figure.reference for figure in both]
    assert names[: len(once)] == once
    assert names[len(once) :] == ["lora_4x_h200.gather_bytes", "h200_4x.cards"]
