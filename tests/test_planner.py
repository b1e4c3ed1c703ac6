"""The planner: every answer it gives is the engine's, in every language, and an article declares it strictly."""

from __future__ import annotations

import dataclasses
import gzip
import itertools
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import ROUND_FLOOR, ROUND_HALF_UP, Decimal
from fractions import Fraction
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from conftest import ROOT, Site
from small import write_small_site

from zahlwerk.articles import read_article
from zahlwerk.build import Checked, Wanted, check
from zahlwerk.checks import check_planners
from zahlwerk.planner.declared import Choice, Planner, planner_of
from zahlwerk.planner.grid import look_up
from zahlwerk.problems import BuildFailed
from zahlwerk.project import Project
from zahlwerk.records import Record
from zahlwerk.site import OutputFile, planner_grids
from zahlwerk.size import Asked, size
from zahlwerk.sizing.situation import Situation, UnknownQuantityError
from zahlwerk.views import Page

SLUG = "gpt-oss-120b-fine-tuning"
ARTICLE = f"content/{SLUG}.md"
LANGUAGES = ("de", "en", "fr")
RANK = 16  # of attention_r16, which the planner's adapters are
GB = 10**9
NO_BREAK, NARROW = "\u00a0", "\u202f"


@dataclass(frozen=True)
class Style:
    """How a language writes amounts, told here once more and on its own."""

    point: str
    group: str
    unit: str
    about: str
    at_least: str


STYLES = {
    "en": Style(".", ",", f"{NO_BREAK}GB", "about ", "at least "),
    "de": Style(",", ".", f"{NO_BREAK}GB", "rund ", "mindestens "),
    "fr": Style(",", NARROW, f"{NO_BREAK}Go", "environ ", "au moins "),
}


def gigabytes(value: Fraction | int, style: Style, *, decimals: int = 1, rounding: str = ROUND_HALF_UP) -> str:
    """In gigabytes, with more decimals where something would look like nothing."""
    exact = Fraction(value) / GB
    number = Decimal(exact.numerator) / Decimal(exact.denominator)
    while not (rounded := number.quantize(Decimal(1).scaleb(-decimals), rounding)) and number:
        decimals += 1
    text = f"{rounded:,}"
    return text.translate({ord(","): style.group, ord("."): style.point}) + style.unit


def grids(checked: Checked) -> dict[str, dict[str, Any]]:
    files = {file.file: file.content for file in checked.files}
    return {language: json.loads(files[f"data/planner-{SLUG}.{language}.json"]) for language in LANGUAGES}


@pytest.fixture(scope="module")
def documents(checked: Checked) -> dict[str, dict[str, Any]]:
    return grids(checked)


@pytest.fixture(scope="module")
def planner(checked: Checked) -> Planner:
    (article,) = [article for article in checked.project.articles if article.slug == SLUG]
    found = planner_of(article, checked.project.facts)
    assert found
    return found


def value(situation: Situation, name: str) -> Fraction | None:
    try:
        return Fraction(situation.quantity(name).value)
    except UnknownQuantityError:
        return None


TRAINED = (
    "resident_share", "gather_buffer_bytes", "working_bytes", "reserve_bytes", "need_bytes",
    "listed_left", "listed_paper_left", "visible_left", "visible_paper_left", "fewest_cards", "fewest_cards_visible",
    "host_bytes", "estimated_host_bytes",
)  # fmt: skip
ADAPTERS = {"qlora": "attention_r16", "qlora_experts": "attention_r16", "qlora_attention": "attention_r16",
            "bf16_lora": "attention_r16"}  # fmt: skip


@pytest.fixture(scope="module")
def engine(checked: Checked, planner: Planner) -> dict[tuple[str, ...], dict[str, Fraction | None]]:
    """What the engine answers, formula by formula, where the planner's grid comes from compiled plans."""
    records = checked.project.facts.records
    found = {}
    for method, card, count, tokens in itertools.product(*list(planner.axes.values())[:4]):
        given: dict[str, Record | int | Fraction | str] = {
            "model": records["gpt_oss_120b"],
            "recipe": records[method],
            "adapter": records[ADAPTERS.get(method, "no_adapter")],
            "card": records[card],
            "estimates": records["planning"],
            "estimator": records["deepspeed_estimator"],
            "cards": int(count),
            "tokens": int(tokens),
            "zero_stage": 3,
        }
        situation = Situation(**given)
        found[method, card, count, tokens] = {name: value(situation, name) for name in TRAINED}
    return found


def choices(planner: Planner) -> Iterator[Choice]:
    return (Choice(*ids) for ids in itertools.product(*planner.axes.values()))


def test_the_planner_offers_what_the_article_speaks_of(planner: Planner) -> None:
    assert [len(ids) for ids in planner.axes.values()] == [9, 4, 6, 6, 3]
    assert set(planner.cards) >= {"h200_nvl", "rtx_pro_6000_se", "rtx_pro_6000_ws"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_amount_is_the_engines(
    language: str,
    documents: Mapping[str, dict[str, Any]],
    planner: Planner,
    engine: Mapping[tuple[str, ...], Mapping[str, Fraction | None]],
) -> None:
    document, style = documents[language], STYLES[language]
    for choice in choices(planner):
        if choice.serve != planner.start.serve:
            continue
        numbers = engine[choice.method, choice.card, choice.cards, choice.tokens]
        wanted = {name: gigabytes(numbers[name] or 0, style) for name in ("resident_share", "gather_buffer_bytes")}
        for name in ("working_bytes", "reserve_bytes", "need_bytes"):
            wanted[name] = style.about + gigabytes(numbers[name] or 0, style)
        for basis, fewest in (("listed", "fewest_cards"), ("visible", "fewest_cards_visible")):
            wanted |= verdict(basis, numbers, style)
            least = numbers[fewest]
            wanted[f"{basis}_fewest_cards"] = "" if least is None else f"{style.at_least}{least}"
        host, estimated = numbers["host_bytes"], numbers["estimated_host_bytes"]
        wanted["host_bytes"] = gigabytes(host, style, decimals=0) if host else ""
        wanted["estimated_host_bytes"] = gigabytes(estimated or 0, style, decimals=0) if host else ""
        assert {name: look_up(document, name, choice) for name in wanted} == wanted, choice


def verdict(basis: str, numbers: Mapping[str, Fraction | None], style: Style) -> dict[str, str]:
    left, on_paper = numbers[f"{basis}_left"], numbers[f"{basis}_paper_left"]
    if left is None or on_paper is None:
        return {f"{basis}_standing": "", f"{basis}_amount": ""}
    if left >= 0:
        return {f"{basis}_standing": "fits", f"{basis}_amount": style.about + gigabytes(left, style)}
    short = -left if on_paper >= 0 else -on_paper
    amount = style.at_least + gigabytes(short, style, rounding=ROUND_FLOOR)
    return {f"{basis}_standing": "paper" if on_paper >= 0 else "short", f"{basis}_amount": amount}


SAMPLE = [
    (method, card, count, tokens)
    for place, (method, card, count, tokens) in enumerate(
        itertools.product(
            ("qlora", "qlora_attention", "bf16_lora", "adam8", "pure_bf16", "optimiser_offload"),
            ("h200_nvl", "rtx_pro_6000_se", "rtx_pro_6000_ws", "h100"),
            ("1", "2", "4", "8"),
            ("1024", "2048", "32768"),
        )
    )
    if place % 11 == 0
]


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_planner_says_what_the_size_command_says(
    language: str, checked: Checked, documents: Mapping[str, dict[str, Any]], planner: Planner
) -> None:
    edition = checked.project.editions[language]
    standings = set()
    for method, card, count, tokens in SAMPLE:
        asked = Asked("gpt_oss_120b", None, method, card, int(count), "pcie5_x16", int(tokens), RANK)
        sized = size(asked, checked.project.facts, edition)
        choice = dataclasses.replace(planner.start, method=method, card=card, cards=count, tokens=tokens)
        for row in sized.rows:
            if row.quantity in documents[language]["parts"]:
                assert look_up(documents[language], row.quantity, choice) == row.text, (choice, row.quantity)
        said = [look_up(documents[language], part, choice) for part in ("listed", "listed_fewest", "visible",
                                                                        "visible_fewest")]  # fmt: skip
        assert [sentence for sentence in said if sentence] == list(sized.verdicts), choice
        standings.add(look_up(documents[language], "listed_standing", choice))
    assert standings == {"fits", "paper", "short"}


# What serving takes, counted by hand: 233.658 GB in BF16, 65.249 GB in MXFP4; degrees divide eight heads.
SERVING_CARDS = {
    ("bf16_serving", "h200_nvl"): 2, ("bf16_serving", "rtx_pro_6000_se"): 4,
    ("bf16_serving", "rtx_pro_6000_ws"): 4, ("bf16_serving", "h100"): 4,
    ("bf16_adapter_serving", "h200_nvl"): 2, ("bf16_adapter_serving", "rtx_pro_6000_se"): 4,
    ("bf16_adapter_serving", "rtx_pro_6000_ws"): 4, ("bf16_adapter_serving", "h100"): 4,
    ("mxfp4_serving", "h200_nvl"): 1, ("mxfp4_serving", "rtx_pro_6000_se"): 1,
    ("mxfp4_serving", "rtx_pro_6000_ws"): 1, ("mxfp4_serving", "h100"): 1,
}  # fmt: skip
SERVED = {"bf16_serving": 233_658_313_344, "bf16_adapter_serving": 233_682_201_216, "mxfp4_serving": 65_248_815_744}
MEMORY = {"h200_nvl": 141 * GB, "rtx_pro_6000_se": 96 * GB, "rtx_pro_6000_ws": 96 * GB, "h100": 80 * GB}


def test_every_answer_about_serving_is_right(documents: Mapping[str, dict[str, Any]], planner: Planner) -> None:
    document, style = documents["en"], STYLES["en"]
    for choice in choices(planner):
        cards = SERVING_CARDS[choice.serve, choice.card]
        counted = f"{cards}{NO_BREAK}card{'s' if cards > 1 else ''}"
        left = MEMORY[choice.card] - Fraction(SERVED[choice.serve], cards)
        assert look_up(document, "served_bytes", choice) == gigabytes(SERVED[choice.serve], style)
        assert look_up(document, "serving_cards", choice) == counted
        assert look_up(document, "served_left", choice) == gigabytes(left, style)
        said, standing = f"Served from {counted}; the cards chosen are enough.", "fits"
        if cards > int(choice.cards):
            said, standing = f"Served from {counted}, more than chosen.", "short"
        if choice.serve == "bf16_adapter_serving" and choice.method not in ADAPTERS:
            said, standing = "This method trains no adapter; choose another way of serving.", "short"
        assert look_up(document, "serving", choice) == said
        assert look_up(document, "serving_standing", choice) == standing


HOST = {("rtx_pro_6000_se", "4"): 768, ("h200_nvl", "4"): 1152, ("h200_nvl", "8"): 2304}  # GB in our builds


def test_every_answer_about_host_memory_is_right(documents: Mapping[str, dict[str, Any]], planner: Planner) -> None:
    document = documents["en"]
    for choice in choices(planner):
        said = look_up(document, "host", choice)
        if choice.method != "optimiser_offload":
            assert said == ""
        elif (choice.card, choice.cards) not in HOST:
            assert said.startswith("No build here")
        elif HOST[choice.card, choice.cards] == 2304:  # 1,636 GB by the paper, 2,804 GB by DeepSpeed
            assert "2,304\u00a0GB, holds what is offloaded by the paper’s count, but not" in said
            assert look_up(document, "host_standing", choice) == "paper"
        else:
            assert f"{HOST[choice.card, choice.cards]:,}\u00a0GB, does not hold" in said
            assert look_up(document, "host_standing", choice) == "short"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_gap_of_a_sentence_has_something_to_fill_it(
    language: str, documents: Mapping[str, dict[str, Any]]
) -> None:
    document = documents[language]
    gaps = {gap for text in document["texts"] for gap in re.findall(r"\{(.*?)\}", text)}
    assert {"listed_amount", "serving_cards"} < gaps <= set(document["parts"])


def test_each_language_says_everything_in_its_own_words(documents: Mapping[str, dict[str, Any]]) -> None:
    sentences = {
        language: {text for text in document["texts"] if len(text.split()) > 4}
        for language, document in documents.items()
    }
    for one, other in itertools.combinations(LANGUAGES, 2):
        shared = {text for text in sentences[one] & sentences[other] if "RTX PRO" not in text}
        assert shared == set()


def test_a_grid_is_small(checked: Checked) -> None:
    found = [file.content for file in checked.files if file.file.startswith("data/planner-")]
    assert len(found) == len(LANGUAGES)
    for content in found:
        assert len(content) < 100_000
        assert len(gzip.compress(content)) < 25_000


def test_the_script_is_small_and_never_touches_a_number() -> None:
    script = (ROOT / "templates/assets/planner.js").read_text("utf-8")
    assert len(script.encode()) < 6000
    assert not re.search(r"Intl|toFixed|toLocale|parseFloat|parseInt|Number|Math\.|https?:", script)


def page_of(checked: Checked, language: str) -> str:
    return next(page.html for page in checked.pages if page.language == language and page.slug == SLUG)


@pytest.mark.parametrize(
    ("language", "listed", "configuration"),
    [
        ("en", "Fits the listed memory; about 52.3 GB per card are left.",
         "BF16 LoRA: 4 × H200 NVL, 2,048 tokens per micro-batch. Serving in BF16."),
        ("de", "Passt in den Nennspeicher; je Karte bleiben rund 52,3 GB frei.",
         "BF16-LoRA: 4 × H200 NVL, 2.048 Token je Mikro-Batch. Inferenz in BF16."),
    ],
)  # fmt: skip
def test_a_page_shows_the_answers_to_its_first_choice(
    language: str, listed: str, configuration: str, checked: Checked
) -> None:
    page = page_of(checked, language).replace(NO_BREAK, " ")
    assert f'<span data-part="listed" data-standing="fits">{listed}</span>' in page
    assert f'data-part="configuration">{configuration}</p>' in page
    assert f'data-grid="/data/planner-{SLUG}.{language}.json"' in page


def test_an_enquiry_is_an_email_in_the_language_of_the_page(checked: Checked) -> None:
    (link,) = re.findall(r'class="ask" href="([^"]+)"', page_of(checked, "de"))
    parts = urlsplit(unescape(link))
    fields = parse_qs(parts.query)
    assert (parts.scheme, parts.path) == ("mailto", "sales@example.com")
    assert fields["subject"][0].startswith("Anfrage: BF16-LoRA: 4 × H200 NVL")
    lines = fields["body"][0].split("\r\n")
    assert lines[0] == "Bitte senden Sie uns ein Angebot für diese Konfiguration:"
    address = f"https://guides.example.com/de/{SLUG}/?method=bf16_lora&card=h200_nvl&cards=4&tokens=2048"
    assert f"{address}&serve=bf16_serving#planner" in lines
    assert any("52,3" in line for line in lines)
    assert "+" not in unquote(parts.query).partition("subject=")[2].partition("&")[0]


def test_an_enquiry_is_posted_where_the_settings_say_so(site: Site) -> None:
    site.replace("pyproject.toml", 'contact = "', 'enquiry_url = "/enquiry"\ncontact = "')
    page = page_of(site.check(), "en")
    form = page[page.index('<form class="enquiry"') :].partition("</form>")[0]
    assert 'method="post" action="/enquiry"' in form
    for name in ("name", "email", "message", "consent"):
        assert re.search(rf'<(input|textarea)[^>]* name="{name}"[^>]* required', form)
    hidden = re.search(r'<input type="hidden" name="configuration" value="([^"]+)"', form)
    assert hidden
    assert hidden[1].startswith("BF16 LoRA: 4 × H200 NVL, ")
    assert "I agree that you use what I enter here" in form
    assert "sales@example.com" in form
    assert 'class="ask"' not in page


def test_a_grid_that_was_tampered_with_is_told(checked: Checked) -> None:
    articles = checked.project.articles
    found = planner_grids(checked.project, articles)
    files = [file for file in checked.files if file.file.startswith("data/planner-")]
    assert check_planners(checked.project, found, files, checked.pages) == []

    def changed(old: str, new: str) -> list[str]:
        edited = [OutputFile(file.file, file.content.replace(old.encode(), new.encode(), 1)) for file in files]
        return [str(problem) for problem in check_planners(checked.project, found, edited, checked.pages)]

    problems = changed(f'"58.5{NO_BREAK}GB"', f'"57.5{NO_BREAK}GB"')
    assert any(f"planner-{SLUG}.en.json: resident_share is " in problem for problem in problems)
    assert any(problem.startswith(f"en/{SLUG}/index.html: resident_share is shown as ") for problem in problems)
    assert changed('"axes":{"method":["qlora","qlora_experts"', '"axes":{"method":["qlora_experts","qlora"')


def test_a_page_that_shows_another_answer_than_its_grid_is_told(checked: Checked) -> None:
    found = planner_grids(checked.project, checked.project.articles)
    page = next(page for page in checked.pages if page.language == "en" and page.slug == SLUG)
    wrong = Page(page.file, page.language, page.slug, page.html.replace(f"21.6{NO_BREAK}GB</bdi>", "20 GB</bdi>"))
    (problem,) = check_planners(checked.project, found, checked.files, [wrong])
    assert str(problem).startswith(f'en/{SLUG}/index.html: gather_buffer_bytes is shown as "20 GB"')


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("model: gpt_oss_120b\n", "model: gpt_oss_12b\n", 'there is no model "gpt_oss_12b"; did you mean'),
        ("model: gpt_oss_120b\n", "modle: gpt_oss_120b\n", 'unknown key of a planner: "modle"; did you mean "model"?'),
        ("counts: [1, 2, 3, 4, 6, 8]\n", "", "the planner lacks counts"),
        ("qlora: attention_r16", "qlroa: attention_r16", 'there is no recipe "qlroa"; did you mean "qlora"?'),
        ("qlora: attention_r16", "qlora: h200_nvl", 'there is no adapter "h200_nvl"'),
        ("cards: [h200_nvl,", "cards: [h200_nvl, h200_nvl,", "cards lists h200_nvl more than once"),
        ("cards: [h200_nvl,", "cards: [h200,", 'there is no card "h200"; did you mean'),
        ("counts: [1,", "counts: [0,", '"0" is no number of cards; write a whole number from 1 on'),
        ("tokens: [1024,", "tokens: [1.5,", '"1.5" is no number of tokens; write a whole number from 1 on'),
        ("tokens: [1024,", "tokens: [1e3,", '"1e3" is no number of tokens'),
        ("cards: 4, tokens", "cards: 5, tokens", 'the planner has no cards "5" to start with; known choices: 1, 2, 3'),
        ("cards: 4, tokens", "tokens", "cards is missing"),
        ("  bf16_adapter_serving: attention_r16\n  bf16_serving: no_adapter\n  mxfp4_serving: no_adapter\n",
         "  - bf16_serving\n", "serving must give an adapter for each recipe"),
        ("start: {", "start: {method: qlora, ", '"method" is given a second time'),
    ],
)  # fmt: skip
def test_a_planner_is_declared_strictly(old: str, new: str, says: str, project: Project, tmp_path: Path) -> None:
    text = (ROOT / ARTICLE).read_text("utf-8")
    assert old in text
    path = tmp_path / f"{SLUG}.md"
    path.write_text(text.replace(old, new), "utf-8")
    with pytest.raises(BuildFailed) as failed:
        planner_of(read_article(path, ARTICLE), project.facts)
    problems = [str(problem) for problem in failed.value.problems]
    assert any(says in problem for problem in problems)
    assert all(re.match(rf"{ARTICLE}:\d+: ", problem) for problem in problems)


def test_a_problem_of_a_planner_names_its_line(site: Site) -> None:
    site.replace(ARTICLE, "counts: [1,", "counts: [0,")
    line = site.read(ARTICLE).split("\n").index("counts: [0, 2, 3, 4, 6, 8]") + 1
    (problem,) = site.problems()
    assert problem.startswith(f"{ARTICLE}:{line}: ")


def test_a_second_planner_is_refused(site: Site) -> None:
    text = site.read(ARTICLE)
    block = text[text.index("```planner") :].partition("\n```\n")[0] + "\n```\n"
    site.write(ARTICLE, f"{text}\n{block}")
    assert any("an article has one planner; merge the blocks" in problem for problem in site.problems())


def test_a_change_of_a_fact_changes_the_answers(site: Site) -> None:
    site.replace("facts/facts.yaml", "context: {value: 1 GB", "context: {value: 1.5 GB")
    checked = site.check()
    planner = planner_of(checked.project.articles[0], checked.project.facts)
    assert planner
    assert look_up(grids(checked)["en"], "working_bytes", planner.start) == f"about 7.7{NO_BREAK}GB"


def test_pages_without_a_planner_load_nothing(tmp_path: Path) -> None:
    checked = write_small_site(tmp_path).check()
    assert not [file for file in checked.files if file.file.startswith("data/planner-")]
    assert not any("planner" in page.html for page in checked.pages)


def test_pseudo_languages_have_a_planner_of_their_own() -> None:
    checked = check(ROOT, Wanted(pseudo=True))
    files = {file.file: json.loads(file.content) for file in checked.files if file.file.startswith("data/planner-")}
    accented = files[f"data/planner-{SLUG}.en-XA.json"]["texts"]
    assert not [text for text in accented if text.startswith(("Fits", "Served", "Does not"))]
    assert f"58.5{NO_BREAK}GB" in accented
