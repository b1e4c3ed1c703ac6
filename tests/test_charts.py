"""Charts: what may be declared, where everything stands, and what readers and finished pages hold."""

from __future__ import annotations

import dataclasses
import html
import re
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest
from conftest import ROOT
from small import SLUG, TITLE, article, english, german, html_of, write_small_site

from zahlwerk.build import Checked, Wanted, check
from zahlwerk.chartblocks import Chart, read_chart
from zahlwerk.charts import draw, mirrored
from zahlwerk.checks.finished import drawings_say_what_tables_say, figures_are_exact, languages_agree, read_page
from zahlwerk.facts import load_facts
from zahlwerk.figures import Figures, evaluate
from zahlwerk.messages import article_messages
from zahlwerk.problems import BuildFailed
from zahlwerk.scales import Decades, decades, linear
from zahlwerk.sizing import FORMULAS

FACTS = """\
sources:
  sheet:
    title: Sheet
    publisher: A maker
    language: en
    url: https://maker.example.com/
    kind: primary
    published: 2026-03-04
    read: 2026-10-24
runs:
  small: {name: Small, source: sheet, memory: 30 GB, repository: 50 GB}
  large: {name: Large, source: sheet, memory: 60 GB, repository: 20 GB}
  whole: {name: Whole, source: sheet, memory: 80 GB}
  tiny: {name: Tiny, source: sheet, memory: 0.5 GB, repository: 1 GB}
links:
  wire: {name: Wire, source: sheet, rate: 5 GB/s, domain: 2, bridge: 0}
"""
CHART = """\
kind: stacked bars
title: What memory holds
note: Each bar is one of {whole.memory}.
series:
  used: In use
  free: Free
limit:
  label: All memory
  figure: whole.memory
rows:
  - label: First
    used: small.memory
    free: small.repository
  - label: Second
    used: large.memory
    free: large.repository[GiB]:.1
"""
GERMAN = {
    TITLE: "Ein kleiner Artikel",
    "What the cards hold.": "Was die Karten fassen.",
    "What memory holds": "Was der Speicher fasst",
    "Each bar is one of {whole.memory}.": "Jeder Balken steht für einen mit {whole.memory}.",
    "In use": "Belegt",
    "Free": "Frei",
    "All memory": "Der ganze Speicher",
    "First": "Erster",
    "Second": "Zweiter",
}
CHART_LINE = article("").count("\n") + 2  # of what follows the fence


def block(chart: str) -> str:
    return f"```chart\n{chart}```\n"


def problems(chart: str, folder: Path) -> list[str]:
    """What the checks find in an article of nothing but this chart, each with its line of the chart."""
    texts = {"en": english(), "de": german()}
    site = write_small_site(folder / "site", facts=FACTS, articles={SLUG: article(block(chart))}, languages=texts)
    found = []
    for problem in site.problems():
        place, _, rest = problem.partition(": ")
        file, _, line = place.partition(":")
        assert file == f"content/{SLUG}.md", problem
        found.append(f"{int(line) - CHART_LINE + 1}: {rest}")
    return found


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("kind: stacked bars", "kind: stacked bar", '1: kind must not be "stacked bar"; did you mean "stacked bars"?'),
        ("kind: stacked bars", "color: red", '1: unknown key of a chart: "color"'),
        ("title: What memory holds\n", "", "1: title is missing"),
        ("  used: In use", "  label: In use", '5: a series must not be named "label"; rows use it themselves'),
        ("    used: small.memory", "    usd: small.memory", '12: unknown key of a row: "usd"; did you mean "used"?'),
        ("    used: small.memory\n", "", "11: used must name a figure; write id.name"),
        ("small.memory", "30 GB", '12: "30 GB" is no figure; write id.name, or id.name[unit]:.1, without braces'),
        ("small.memory", "small.memry", '12: unknown figure {small.memry}: "small" has no "memry"; did you mean "mem'),
        ("used: small.memory", "used: small.memory[seconds]:.1", "12: {small.memory[seconds]:.1}: seconds is no unit"),
        ("used: small.memory", "used: sheet.read", "12: {sheet.read} is no quantity, and cannot be drawn"),
        ("used: large.memory", "used: wire.rate", "15: {wire.rate} is in byte/second, but {small.memory} on the same"),
        ("label: First", "label: First of 2", '11: "2" is a typed digit; refer to a figure'),
        ("label: First", "label: First of two", '11: "two" is a typed number word; refer to a figure'),
        ("In use", "In *use*", "5: a label of a chart holds words and figures only; take out links, code and emphasis"),
        ("label: First", f"label: {'Very long ' * 4}name", '11: "Very long Very long Very long Very long name" has 44'),
        ("label: First", "label: [First]", "11: label must be a text; put it into quotes"),
        ("figure: whole.memory", "figures: whole.memory", '9: unknown key of a limit: "figures"'),
        ("rows:", "rows: none\nrest:", "10: rows must be a list of what is drawn; begin each with -"),
        (
            "free: small.repository",
            "free: tiny.repository",
            "11: the parts are 3.1e+10 together, but {whole.memory} is",
        ),
        ("    used: small.memory\n", "    used: a\n    used: b\n", '13: "used" is given a second time'),
    ],
)
def test_a_chart_that_cannot_be_drawn_is_a_problem_in_its_line(old: str, new: str, says: str, tmp_path: Path) -> None:
    assert old in CHART
    found = problems(CHART.replace(old, new, 1), tmp_path)
    assert [problem for problem in found if problem.startswith(says)], found


def test_a_sound_chart_has_no_problems(tmp_path: Path) -> None:
    assert problems(CHART, tmp_path) == []


def test_a_negative_figure_is_refused(tmp_path: Path) -> None:
    facts = FACTS + "cards:\n  card: {name: Card, source: sheet, memory: 20 GB, power: 300 W}\ncases:\n"
    facts += "  over: {title: Too much, card: card, run: small}\n"
    chart = CHART.replace("kind: stacked bars", "kind: bars").replace("small.memory", "over.run_memory_left")
    languages = {"en": english()}
    site = write_small_site(tmp_path / "site", facts=facts, articles={SLUG: article(block(chart))}, languages=languages)
    (problem,) = [problem for problem in site.problems() if "negative" in problem]
    line = CHART_LINE + 11
    assert problem == (
        f"content/{SLUG}.md:{line}: {{over.run_memory_left}} is negative, and cannot be drawn;"
        " leave its row out (charts)"
    )


def test_two_charts_of_one_title_are_refused(tmp_path: Path) -> None:
    body = f"{block(CHART)}\n{block(CHART)}"
    site = write_small_site(tmp_path / "site", facts=FACTS, articles={SLUG: article(body)}, languages={"en": english()})
    assert any("two charts have the same title" in problem for problem in site.problems())


def test_every_label_is_a_message_with_its_kind_and_heading(tmp_path: Path) -> None:
    note = "<!-- note: keep it short -->\n"
    body = f"## Memory\n\n{note}{block(CHART)}"
    site = write_small_site(tmp_path / "site", facts=FACTS, articles={SLUG: article(body)})
    (source,) = site.check().project.articles
    labels = [message for message in article_messages(source) if "chart label" in message.kinds]
    assert [message.source for message in labels] == [
        text for text in GERMAN if text not in (TITLE, "What the cards hold.")
    ]
    assert {message.comments for message in labels} == {("chart label", 'under "Memory"', "keep it short")}
    assert source.references == (
        "{whole.memory}", "{small.memory}", "{small.repository}", "{large.memory}", "{large.repository[GiB]:.1}",
        "{whole.memory}",
    )  # fmt: skip


# Positions, worked out by hand.


@pytest.fixture(scope="module")
def figures(tmp_path_factory: pytest.TempPathFactory) -> Figures:
    folder = tmp_path_factory.mktemp("facts")
    (folder / "facts.yaml").write_text(FACTS, "utf-8")
    return evaluate(load_facts(folder, {name: formula.dimension for name, formula in FORMULAS.items()}), FORMULAS)


def chart(text: str = CHART) -> Chart:
    return read_chart(text, "a.md", 1)


def test_stacked_parts_follow_each_other_up_to_the_limit(figures: Figures) -> None:
    drawing = draw(chart(), figures)  # 80 GB on an axis of 0, 20, 40, 60 and 80
    assert [(str(tick.at), str(tick.number.number)) for tick in drawing.ticks] == [
        ("0.000", "0"), ("25.000", "20"), ("50.000", "40"), ("75.000", "60"), ("100.000", "80"),
    ]  # fmt: skip
    parts = [[(mark.start, mark.width) for mark in row.marks] for row in drawing.rows]
    assert parts == [
        [(Decimal("0"), Decimal("37.5")), (Decimal("37.5"), Decimal("62.5"))],
        [(Decimal("0"), Decimal("75")), (Decimal("75"), Decimal("25"))],
    ]
    (line,) = drawing.limits
    assert line.at == 100
    assert line.top < drawing.rows[0].top < drawing.rows[1].bottom < line.bottom


def test_bars_of_several_series_begin_at_zero_one_below_the_other(figures: Figures) -> None:
    drawing = draw(chart(CHART.replace("stacked bars", "bars")), figures)
    first, second = drawing.rows[0].marks
    assert (first.start, first.width, second.start, second.width) == (0, Decimal("37.5"), 0, Decimal("62.5"))
    assert first.top + first.height < second.top
    assert drawing.rows[0].bottom == second.top + second.height


def test_points_stand_by_their_logarithms(figures: Figures) -> None:
    text = CHART.replace("stacked bars", "points on a logarithmic scale").replace("small.memory", "tiny.memory")
    drawing = draw(chart(text.replace("small.repository", "tiny.repository")), figures)
    assert [(str(tick.at), str(tick.number.number)) for tick in drawing.ticks] == [
        ("0.000", "0.1"), ("33.333", "1"), ("66.667", "10"), ("100.000", "100"),
    ]  # fmt: skip
    half, one = drawing.rows[0].marks  # log 0.5 = −0.301030, of three decades from 0.1
    assert (half.start, one.start) == (Decimal("23.299"), Decimal("33.333"))
    sixty, twenty = drawing.rows[1].marks  # log 60 = 1.778151, log 20 = 1.301030
    assert (sixty.start, twenty.start) == (Decimal("92.605"), Decimal("76.701"))
    assert drawing.rows[0].start == Decimal("23.299")
    assert drawing.rows[0].width == Decimal("10.034")


def test_a_mirrored_drawing_begins_at_the_right(figures: Figures) -> None:
    drawing = mirrored(draw(chart(), figures))
    assert [(mark.start, mark.width) for mark in drawing.rows[0].marks] == [
        (Decimal("62.5"), Decimal("37.5")), (Decimal("0"), Decimal("62.5")),
    ]  # fmt: skip
    assert [tick.at for tick in drawing.ticks] == [100, 75, 50, 25, 0]
    assert drawing.limits[0].at == 0
    assert mirrored(drawing) == draw(chart(), figures)


def test_only_the_last_tick_carries_the_unit(figures: Figures) -> None:
    drawing = draw(chart(), figures)
    assert [tick.number.form for tick in drawing.ticks] == ["bare"] * 4 + [""]
    assert {tick.number.unit for tick in drawing.ticks} == {"GB"}


@pytest.mark.parametrize(
    ("largest", "step", "top"),
    [("141", "50", "150"), ("1869", "500", "2000"), ("3.404", "1", "4"), ("4", "1", "4"), ("4.01", "2", "6"),
     ("0.08", "0.02", "0.08"), ("1000", "500", "1000"), ("99.9", "50", "100"), ("0", "1", "1")],
)  # fmt: skip
def test_linear_axes_have_few_round_ticks(largest: str, step: str, top: str) -> None:
    scale = linear(Fraction(largest))
    assert (scale.step, scale.top) == (Fraction(step), Fraction(top))


@pytest.mark.parametrize(
    ("smallest", "largest", "powers"),
    [("0.05", "6.4", (-2, 1)), ("1", "10", (0, 1)), ("10", "10", (1, 2)), ("0.1", "0.1", (-1, 0)), ("2", "99", (0, 2)),
     ("11", "1000.1", (1, 4)), ("0.0011", "0.002", (-3, -2)), ("1000", "5000", (3, 4))],
)  # fmt: skip
def test_logarithmic_axes_span_whole_decades(smallest: str, largest: str, powers: tuple[int, int]) -> None:
    assert decades(Fraction(smallest), Fraction(largest)) == Decades(*powers)


def test_lines_stand_between_the_decades() -> None:
    assert [float(amount) for amount in Decades(-1, 1).between] == pytest.approx(
        [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 2, 3, 4, 5, 6, 7, 8, 9]
    )


# What readers see.


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Checked:
    languages = {"en": english(), "de": german(small=GERMAN)}
    folder = tmp_path_factory.mktemp("charts") / "site"
    site = write_small_site(folder, facts=FACTS, articles={SLUG: article(block(CHART))}, languages=languages)
    return check(site.folder, Wanted())


def drawing_of(page: str) -> str:
    return re.search(r'<svg class="drawing".*?(?=<details>)', page, re.DOTALL)[0]


def plain(markup: str) -> str:
    return html.unescape(re.sub(r"<[^>]+>", "", markup)).replace("\u00a0", " ")


@pytest.mark.parametrize(
    ("language", "title", "texts", "description"),
    [
        ("en", "What memory holds", ["30 GB", "50 GB", "60 GB", "18.6 GiB"],
         "First: In use 30 GB and Free 50 GB. Second: In use 60 GB and Free 18.6 GiB. All memory: 80 GB."),
        ("de", "Was der Speicher fasst", ["30 GB", "50 GB", "60 GB", "18,6 GiB"],
         "Erster: Belegt 30 GB und Frei 50 GB. Zweiter: Belegt 60 GB und Frei 18,6 GiB. Der ganze Speicher: 80 GB."),
    ],
)  # fmt: skip
def test_a_chart_speaks_the_language_of_its_page(
    language: str, title: str, texts: list[str], description: str, built: Checked
) -> None:
    page = html_of(built, f"{language}/{SLUG}/index.html")
    drawing = drawing_of(page)
    assert plain(re.search(r"<title.*?</title>", drawing)[0]) == title
    assert plain(re.search(r"<desc.*?</desc>", drawing)[0]) == description
    shown = [plain(text) for text in re.findall(r"<tspan data-ref.*?</tspan>", drawing)]
    assert shown == ["80 GB", *texts]
    ticks = [plain(text) for text in re.findall(r'<text class="tick".*?</text>', drawing)]
    assert ticks == ["0", "20", "40", "60", "80 GB"]


def test_a_drawing_has_a_name_and_a_description(built: Checked) -> None:
    page = html_of(built, f"en/{SLUG}/index.html")
    opening = re.search(r'<svg class="drawing"[^>]*>', page)[0]
    assert 'role="img"' in opening
    for attribute in ("aria-labelledby", "aria-describedby"):
        (name,) = re.findall(rf'{attribute}="([^"]+)"', opening)
        assert page.count(f'id="{name}"') == 1


def test_the_table_shows_what_the_drawing_shows_as_figures_of_the_page(built: Checked) -> None:
    for language in ("en", "de"):
        page = next(page for page in built.pages if (page.language, page.slug) == (language, SLUG))
        found = read_page(page).figures
        drawn = sorted((f.reference, f.show, f.text, f.value) for f in found if f.part == "svg")
        listed = sorted((f.reference, f.show, f.text, f.value) for f in found if f.part == "tbody")
        assert drawn == listed
        assert [reference for reference, *_ in listed] == [
            "large.memory", "large.repository", "small.memory", "small.repository", "whole.memory",
        ]  # fmt: skip


def test_a_label_that_is_not_translated_says_its_language(tmp_path: Path) -> None:
    texts = {source: text for source, text in GERMAN.items() if source != "Second"}
    site = write_small_site(
        tmp_path / "site", facts=FACTS, articles={SLUG: article(block(CHART))},
        languages={"en": english(), "de": german(small=texts)},
    )  # fmt: skip
    page = html_of(site.check(), f"de/{SLUG}/index.html")
    assert re.search(r'<text class="row"[^>]* lang="en">Second</text>', page)
    assert '<th scope="row" lang="en">Second</th>' in page


@pytest.mark.parametrize(
    ("old", "new", "finds", "says"),
    [
        (">18,6\u00a0GiB</tspan>", ">18,7\u00a0GiB</tspan>", figures_are_exact, 'is shown as "18,7'),
        ('data-value="20000000000">', 'data-value="20000000001">', figures_are_exact, "carries the value 20000000001"),
        ('<tspan data-ref="large.memory"', '<tspan data-was="large.memory"', drawings_say_what_tables_say, "differ in"),
        ("Frei 18,6\u00a0GiB.", "Frei.", drawings_say_what_tables_say, 'does not say "18,6'),
    ],
)
def test_a_drawing_that_says_something_else_is_found(
    old: str, new: str, finds: object, says: str, built: Checked
) -> None:
    page = next(page for page in built.pages if (page.language, page.slug) == ("de", SLUG))
    assert page.html.count(old) == 1
    assert not list(finds(built.project, [read_page(page)]))
    changed = dataclasses.replace(page, html=page.html.replace(old, new))
    assert says in str(next(iter(finds(built.project, [read_page(changed)]))))


def test_a_chart_that_is_missing_in_one_language_is_found(built: Checked) -> None:
    page = next(page for page in built.pages if (page.language, page.slug) == ("de", SLUG))
    without = re.sub(r'<figure class="chart".*?</figure>', "", page.html, flags=re.DOTALL)
    changed = dataclasses.replace(page, html=without)
    assert len(list(languages_agree(built.project, [read_page(changed)]))) == 5


def test_the_data_file_holds_what_charts_draw(built: Checked) -> None:
    data = next(file.content.decode() for file in built.files if file.file == f"data/{SLUG}.json")
    assert all(f'"{name}"' in data for name in ("small.memory", "large.repository", "whole.memory"))


def test_a_block_that_is_no_yaml_is_a_problem_in_its_line() -> None:
    with pytest.raises(BuildFailed) as failed:
        read_chart("kind: bars\ntitle: {a.b} is\n", "a.md", 7)
    assert str(failed.value).startswith("a.md:8: YAML cannot be read here")


# The charts of the first article.


@pytest.mark.parametrize("language", ["de", "en", "fr"])
def test_the_first_article_draws_its_four_charts(language: str, checked: Checked) -> None:
    page = html_of(checked, f"{language}/gpt-oss-120b-fine-tuning/index.html")
    assert re.findall(r'<figure class="chart" id="([^"]+)"', page) == [
        "chart-memory-of-each-card-in-a-bf16-lora",
        "chart-link-time-against-compute-time-of-a-micro-batch",
        "chart-training-states-of-each-method-on-the-cards",
        "chart-power-of-the-server-with-h200-nvl-without-and-with-a-cap",
    ]


def test_the_memory_of_four_cards_stands_where_it_should(checked: Checked) -> None:
    (source,) = checked.project.articles
    row = draw(source.charts[0], checked.project.figures).rows[2]  # 58.414578 + 21.595021 + 60.990401 of 150 GB
    assert [mark.start for mark in row.marks] == [0, Decimal("38.943"), Decimal("53.340")]
    assert row.marks[2].start + row.marks[2].width == 94  # 141 of 150


def test_the_lines_of_the_states_and_of_link_and_compute_stand_where_they_should(checked: Checked) -> None:
    (source,) = checked.project.articles
    times = draw(source.charts[1], checked.project.figures).rows[0]  # 0.778861 and 0.050327 s, of 0.01 to 10 s
    assert [mark.start for mark in times.marks] == [Decimal("63.049"), Decimal("23.393")]
    (limit,) = draw(source.charts[2], checked.project.figures).limits
    assert limit.at == Decimal("56.4")  # 1,128 of 2,000 GB
    power = draw(source.charts[3], checked.project.figures).rows
    assert [mark.width for row in power for mark in row.marks] == [
        Decimal("85.1"), Decimal("60"), Decimal("67.85"), Decimal("45"),
    ]  # fmt: skip  # 3.404, 2.4, 2.714 and 1.8 of 4 kW


def test_contributing_shows_a_chart_that_can_be_read() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    shown = re.search(r"```chart\n(.*?)```", text, re.DOTALL)[1]
    assert read_chart(shown, "CONTRIBUTING.md", 1).kind == "bars"
