"""Inputs that broke other tools, each with the right behaviour."""

from __future__ import annotations

import dataclasses
import os
import re
import subprocess
import sys
from fractions import Fraction
from html import unescape
from pathlib import Path

import pytest
from conftest import Site
from small import BODY, FACTS, GERMAN, NAMES, Language, article, english, german, html_of, write_small_site

from zahlwerk.build import Checked, Wanted, check
from zahlwerk.checks import check_pages
from zahlwerk.facts import Facts, load_facts
from zahlwerk.problems import BuildFailed
from zahlwerk.provenance import Fact
from zahlwerk.quantity import Number

NBSP = "\N{NO-BREAK SPACE}"
EN, DE = "en/small/index.html", "de/small/index.html"
AUSTRIAN = "Deutsch (Österreich)"


def text_of(checked: Checked, file: str) -> str:
    """The HTML of an article's own text."""
    return html_of(checked, file).partition('<div class="text">')[2].partition("</article>")[0]


def plain(html: str) -> str:
    """What a reader sees of some HTML."""
    return unescape(re.sub(r"<[^>]*>", "", html)).strip()


def blocks(html: str) -> list[str]:
    """The tags of some HTML without those of figures and their links."""
    return [tag for tag in re.findall(r"<(/?\w+)", html) if tag.strip("/") not in ("a", "data", "time", "q")]


def facts_of(folder: Path, text: str) -> Facts:
    (folder / "facts").mkdir()
    (folder / "facts/facts.yaml").write_text(text, "utf-8")
    return load_facts(folder / "facts", {})


def value_of(facts: Facts, record: str, field: str) -> Number:
    """The value of a field in base units."""
    fact = getattr(facts.records[record], field)
    assert isinstance(fact, Fact)
    return fact.written.quantity.value


def problems_of(folder: Path, facts: str) -> list[str]:
    with pytest.raises(BuildFailed) as failed:
        facts_of(folder, facts)
    return [str(problem) for problem in failed.value.problems]


def line_of(text: str, part: str) -> int:
    return text[: text.index(part)].count("\n") + 1


def site_of(folder: Path, body: str, translations: dict[str, str], facts: str = FACTS, names: str = NAMES) -> Site:
    """A site of one article in English and German."""
    front = {text: said for text, said in GERMAN.items() if text in article("")}
    languages = {"en": english(), "de": german(small=front | translations)}
    return write_small_site(folder, articles={"small": article(body)}, languages=languages, facts=facts, names=names)


@pytest.mark.parametrize(
    ("record", "field", "written", "exact"),
    [
        ("cards: {x: {memory: 1 GB, power: 1 W", "sparse_bf16", "989.5e12 FLOPS", 989_500_000_000_000),
        ("links: {x: {domain: 4, bridge: 1", "rate", "45e10 B/s", 450_000_000_000),
        ("runs: {x: {rank: 1", "learning_rate", "1.0e-4", Fraction(1, 10_000)),
        ("runs: {x: {rank: 1", "tokens", "1.0e9 token", 1_000_000_000),
    ],
)
def test_powers_of_ten_are_numbers_however_they_are_written(
    tmp_path: Path, record: str, field: str, written: str, exact: int | Fraction
) -> None:
    """Case a02: YAML readers take most of these for texts."""
    sources = FACTS.partition("cards:")[0]
    facts = facts_of(tmp_path, f"{sources}{record}, {field}: {written}, name: X, source: data_sheet}}}}\n")
    assert value_of(facts, "x", field) == exact


def test_a_text_where_a_number_is_due_is_refused_with_its_field_and_line(tmp_path: Path) -> None:
    """Case a02: a text is never multiplied or put together with another."""
    facts = FACTS.replace("450 GB/s", "45e10 bytes per second")
    assert problems_of(tmp_path, facts)[0].startswith(f"facts/facts.yaml:{line_of(facts, '45e10')}: bridge.rate: ")


@pytest.mark.parametrize(("written", "misread"), [("8:1", "481"), ("16:9", "969"), ("12:30", "750"), ("09:30", "570")])
def test_a_ratio_or_time_without_quotes_is_refused_and_in_quotes_it_is_a_text(
    tmp_path: Path, written: str, misread: str
) -> None:
    """Case a03: YAML readers count some of these to the base of sixty."""
    unquoted = FACTS.replace("title: Data sheet", f"title: {written}")
    (problem,) = problems_of(tmp_path, unquoted)
    assert problem.startswith(f"facts/facts.yaml:{line_of(unquoted, written)}: {written} without quotes")
    quoted = FACTS.replace("title: Data sheet", f'title: "{written}"')
    checked = write_small_site(tmp_path / "site", facts=quoted).check()
    for file in (EN, DE):
        assert f'<cite lang="en">{written}</cite>' in html_of(checked, file)
        assert misread not in html_of(checked, file)


def test_each_ratio_and_time_without_quotes_is_refused_in_its_own_line(tmp_path: Path) -> None:
    """Case a03: all of them in one run."""
    lines = "    note: 8:1\n    gpu: 16:9\n    window: 12:30\n    early: 09:30\n"
    facts = FACTS.replace("    name: Card A\n", f"    name: Card A\n{lines}")
    first = line_of(facts, "8:1")
    found = [problem.partition(" ")[0] for problem in problems_of(tmp_path, facts)]
    assert found == [f"facts/facts.yaml:{line}:" for line in range(first, first + 4)]


def test_a_field_given_twice_is_refused_with_both_lines_and_values(tmp_path: Path) -> None:
    """Case a04: the later one must not win without a word."""
    facts = FACTS.replace("    power: 600 W\n", "    power: 600 W\n    memory: 144 GB\n")
    (problem,) = problems_of(tmp_path, facts)
    second, first = line_of(facts, "memory: 144 GB"), line_of(facts, "memory: 141.1 GB")
    assert problem.startswith(f'facts/facts.yaml:{second}: "memory" is given a second time (144 GB); line {first} ')
    assert "141.1 GB" in problem


@pytest.mark.parametrize("key", ["card_a", '"card_a"'])
def test_a_record_given_twice_is_refused_however_its_id_is_written(tmp_path: Path, key: str) -> None:
    """Case a04: keys are compared as texts."""
    facts = FACTS.replace(
        "links:\n", f"  {key}: {{name: Other, source: data_sheet, memory: 1 GB, power: 1 W}}\nlinks:\n"
    )
    (problem,) = problems_of(tmp_path, facts)
    assert '"card_a" is given a second time' in problem


def test_a_field_may_override_one_that_is_merged_in(tmp_path: Path) -> None:
    """Case a04: that is what a merge is for."""
    facts = FACTS.replace("  card_a:\n", "  card_a: &card\n").replace(
        "links:\n", "  card_b:\n    <<: *card\n    memory: 144 GB\nlinks:\n"
    )
    found = facts_of(tmp_path, facts)
    assert value_of(found, "card_b", "memory") == 144 * 10**9
    assert value_of(found, "card_b", "power") == 600


@pytest.mark.parametrize("version", ["12.10", "3.10"])
def test_a_version_is_a_text_and_stays_as_written(tmp_path: Path, version: str) -> None:
    """Case a08: no trailing zero is lost, and no language writes a comma."""
    quote = f"    quotes: {{version: {{text: {version}, where: body text}}}}\n"
    facts = FACTS.replace("    title: Data sheet\n", f"    title: {version}\n{quote}")
    names = f"names: [CUDA {version}, Python 3.10]\n"
    body = f"CUDA {version} and Python 3.10 are meant by {{data_sheet.version}}.\n"
    german_text = f"CUDA {version} und Python 3.10 sind mit {{data_sheet.version}} gemeint."
    checked = site_of(tmp_path, body, {body.strip(): german_text}, facts, names).check()
    assert plain(text_of(checked, EN)) == f"CUDA {version} and Python 3.10 are meant by {version}."
    assert plain(text_of(checked, DE)) == f"CUDA {version} und Python 3.10 sind mit {version} gemeint."
    for file in (EN, DE):
        assert f'<cite lang="en">{version}</cite>' in html_of(checked, file)
        assert version.rstrip("0") not in re.findall(r"[\d.,]+", plain(html_of(checked, file)))
        assert version.replace(".", ",") not in html_of(checked, file)


FRENCH = {
    "A small article": "Un petit article",
    "What the cards hold.": "Ce que contiennent les cartes.",
    BODY.strip(): "Chaque carte contient {card_a.memory}, {pair.cards[words]} cartes contiennent {pair.pool_memory}.",
}


def _of_2000_gb(folder: Path) -> Checked:
    languages = {
        "en": english(),
        "de": german(small=GERMAN),
        "fr": Language("en", "fr", "Français", {"small": FRENCH}),
    }
    return write_small_site(folder, facts=FACTS.replace("141.1 GB", "2000 GB"), languages=languages).check()


def _forged(checked: Checked, file: str, old: str, new: str) -> list[str]:
    """What the checks of finished pages find when a text of a page is another."""
    assert old in html_of(checked, file)
    pages = [
        dataclasses.replace(page, html=page.html.replace(old, new)) if page.file == file else page
        for page in checked.pages
    ]
    return [str(problem) for problem in check_pages(checked.project, pages, {file.file for file in checked.files})]


def test_each_language_separates_thousands_in_its_own_way(tmp_path: Path) -> None:
    """Case b01: three texts, one value, no finding."""
    checked = _of_2000_gb(tmp_path)
    assert checked.warnings == ()
    assert f">2,000{NBSP}GB<" in text_of(checked, EN)
    assert f">2.000{NBSP}GB<" in text_of(checked, DE)
    assert f">2\N{NARROW NO-BREAK SPACE}000{NBSP}GB<" in text_of(checked, "fr/small/index.html")


def test_the_same_digits_in_another_language_are_another_value(tmp_path: Path) -> None:
    """Case b01: a German reader takes 2,000 for two."""
    checked = _of_2000_gb(tmp_path)
    found = _forged(checked, DE, f">2.000{NBSP}GB<", f">2,000{NBSP}GB<")
    assert len(found) == 1
    assert found[0].startswith(f"{DE}:")
    assert f'card_a.memory is shown as "2,000{NBSP}GB", but its exact value gives "2.000{NBSP}GB"' in found[0]


def test_a_figure_is_shown_with_all_the_digits_it_was_written_with(tmp_path: Path) -> None:
    """Case b02: no default pattern rounds to three decimals."""
    facts = FACTS.replace(
        "    memory: 1234.5678 GB\n",
        "    memory: 1234.5678 GB\n    pass_rate_after: 0.9999\n    learning_rate: 0.00049\n",
    )
    body = "{trial.pass_rate_after}, {trial.learning_rate}, {trial.memory}\n"
    checked = site_of(tmp_path, body, {}, facts).check()
    assert plain(text_of(checked, EN)) == f"0.9999, 0.00049, 1,234.5678{NBSP}GB"
    assert plain(text_of(checked, DE)) == f"0,9999, 0,00049, 1.234,5678{NBSP}GB"


SHORT = """\
  short:
    title: Too little
    card: card_a
    weight_share: {value: 141.5 GB, why: chosen}
    expert_share: {value: -0.001 %, why: chosen}
"""


@pytest.mark.parametrize("reference", ["{short.memory_left[GB]:.0}", "{short.expert_share[percent]:.0}"])
def test_a_small_negative_value_is_never_shown_as_zero(tmp_path: Path, reference: str) -> None:
    """Case b04: neither as a signed zero nor as a plain one."""
    found = site_of(tmp_path, f"Left: {reference}\n", {}, FACTS + SHORT).problems()
    assert any(
        problem.startswith("content/small.md:9: ") and "is not zero, but would be shown as 0" in problem
        for problem in found
    )


def test_a_small_negative_value_is_shown_with_its_decimals(tmp_path: Path) -> None:
    """Case b04: and what is said about it is taken from the exact value."""
    body = "<!-- claim: {short.memory_left} < 0 GB -->\n{short.memory_left} and {short.expert_share[percent]:.3}\n"
    said = {body.partition("\n")[2].strip(): "{short.memory_left} und {short.expert_share[percent]:.3}"}
    checked = site_of(tmp_path, body, said, FACTS + SHORT).check()
    assert plain(text_of(checked, EN)) == f"-0.4{NBSP}GB and -0.001{NBSP}per cent"
    assert plain(text_of(checked, DE)) == f"-0,4{NBSP}GB und -0,001{NBSP}Prozent"


def test_a_verdict_that_the_exact_value_denies_fails(tmp_path: Path) -> None:
    """Case b04: that −0.4 would round to nothing makes no room."""
    body = "<!-- claim: {short.memory_left} >= 0 GB -->\nIt fits.\n"
    found = site_of(tmp_path, body, {}, FACTS + SHORT).problems()
    assert any("the claim {short.memory_left} >= 0 GB is false" in problem for problem in found)


@pytest.mark.parametrize(
    ("file", "right", "forged"),
    [
        (DE, f">25,00{NBSP}GB<", f">25.00{NBSP}GB<"),
        (EN, f">25.00{NBSP}GB<", f">25,00{NBSP}GB<"),
        (EN, f">1,000{NBSP}W<", f">1,,000{NBSP}W<"),
        (DE, ">12. Juni 1994<", ">12.06.1994<"),
        (DE, f">25,00{NBSP}GB<", ">25,00 GB<"),
        (DE, f">25,00{NBSP}GB<", f">25,0{NBSP}GB<"),
    ],
)
def test_a_figure_in_a_page_is_read_back_strictly(tmp_path: Path, file: str, right: str, forged: str) -> None:
    """Case b06: a lenient reader takes 25.00 for 2500, and a date for a number."""
    facts = FACTS.replace("141.1 GB", "25.00 GB").replace("600 W", "1000 W").replace("2026-03-04", "1994-06-12")
    checked = site_of(tmp_path, "{card_a.memory} {card_a.power} {data_sheet.published}\n", {}, facts).check()
    assert len(_forged(checked, file, f"{right}/", f"{right}/")) == 0
    assert len(_forged(checked, file, f"{right}/", f"{forged}/")) == 1


@pytest.mark.parametrize("written", ["1,,000 GB", "25,00 GB", "12.06.1994 GB"])
def test_a_number_in_the_facts_is_read_strictly(tmp_path: Path, written: str) -> None:
    """Case b06: no separator is passed over."""
    facts = FACTS.replace("141.1 GB", written)
    place = f"facts/facts.yaml:{line_of(facts, written)}"
    assert problems_of(tmp_path, facts)[0].startswith(f'{place}: card_a.memory: "{written}" is not a number')


def test_binary_units_and_rates_have_names_of_their_own(tmp_path: Path) -> None:
    """Case b08: CLDR knows neither GiB nor GB/s."""
    checked = site_of(tmp_path, "{card_a.visible_memory[GiB]:.2}, {bridge.rate}\n", {}).check()
    assert plain(text_of(checked, EN)) == f"79.65{NBSP}GiB, 450{NBSP}GB/s"
    assert plain(text_of(checked, DE)) == f"79,65{NBSP}GiB, 450{NBSP}GB/s"


DATES = """\
  law: {title: Law, publisher: A state, language: de, kind: copy, published: 2013-10-30, read: 2026-10-24}
  start: {title: Start, publisher: A state, language: de, kind: copy, published: 2026-01-01, read: 2026-10-24}
"""


def test_a_date_at_the_beginning_of_a_line_makes_no_list(tmp_path: Path) -> None:
    """Case d01: "30. Oktober" and "1. Januar" are no numbered items, and all languages have the same blocks."""
    body = "{law.published} in force.\n\nValid from\n{start.published} in Vienna.\n\n- {start.published}\n"
    said = GERMAN | {
        "{law.published} in force.": "{law.published} in Kraft getreten.",
        "Valid from {start.published} in Vienna.": "Gültig ab {start.published} in Wien.",
    }
    checked = write_small_site(
        tmp_path,
        articles={"small": article(body)},
        facts=FACTS.replace("cards:\n", f"{DATES}cards:\n", 1),
        languages={
            "en": english(),
            "de": german(small=said),
            "de_AT": Language("de", "de_AT", AUSTRIAN, {"small": said}),
        },
    ).check()
    expected = {
        EN: ["30 October 2013 in force.", "Valid from 1 January 2026 in Vienna.", "1 January 2026"],
        DE: ["30. Oktober 2013 in Kraft getreten.", "Gültig ab 1. Januar 2026 in Wien.", "1. Januar 2026"],
        "de-AT/small/index.html": [
            "30. Oktober 2013 in Kraft getreten.", "Gültig ab 1. Jänner 2026 in Wien.", "1. Jänner 2026",
        ],
    }  # fmt: skip
    for file, lines in expected.items():
        assert [line for line in plain(text_of(checked, file)).splitlines() if line] == lines
        assert blocks(text_of(checked, file)) == ["p", "/p", "p", "/p", "ul", "li", "/li", "/ul", "/div"]


@pytest.mark.parametrize(
    "value",
    ["2*4*8", "a|b", "# shards", "- item", "1. item", "[a](b)", "`a`", "<b>a</b>", "&amp;", "a__b", "{card_a.power}"],
)
def test_a_value_never_becomes_markup(tmp_path: Path, value: str) -> None:
    """Case d02: in a paragraph of its own, within one, in a list and in a cell."""
    body = "{0}\n\nDemand: {0} of it\n\n- {0}\n\n## {0}\n\n| a | b |\n|---|---|\n| {0} | x |\n".replace(
        "{0}", "{data_sheet.quoted}"
    )

    def built(text: str) -> Checked:
        quotes = f"    quotes: {{quoted: {{text: '{text}', where: body text}}}}\n"
        facts = FACTS.replace("    title: Data sheet\n", f"    title: Data sheet\n{quotes}")
        name = "plain" if text == "plain" else "odd"
        return site_of(tmp_path / name, body, {}, facts).check()

    odd, harmless = built(value), built("plain")
    for file in (EN, DE):
        assert plain(text_of(odd, file)) == plain(text_of(harmless, file)).replace("plain", value)
        assert blocks(text_of(odd, file)) == blocks(text_of(harmless, file))


CODE = "key: plugins-{{ epoch }} {card_a.memory} {x}"


def test_code_is_shown_as_written_in_every_language(tmp_path: Path) -> None:
    """Case d04: braces in code are neither references nor templates."""
    inline = "`{# note #}`, `{% raw %}` and `{card_a.memory}`"
    body = f"Write {inline} here.\n\n```yaml\n{CODE}\n```\n"
    said = {f"Write {inline} here.": "Schreibe `{# note #}`, `{% raw %}` und `{card_a.memory}` hier."}
    site = site_of(tmp_path, body, said)
    assert site.problems() == []
    for file in (EN, DE):
        text = text_of(site.check(), file)
        assert f'<code class="language-yaml">{CODE}\n</code>' in text
        for code in ("{# note #}", "{% raw %}", "{card_a.memory}"):
            assert f"<code>{code}</code>" in text


@pytest.mark.parametrize("order", [("en", "de"), ("de", "en")])
def test_each_language_has_its_own_quotation_marks(tmp_path: Path, order: tuple[str, str]) -> None:
    """Case d05: whichever language comes first, and not in code."""
    body = 'He said "fits" and it\'s "{card_a.memory}", by `fig("vram")`.\n'
    said = {body.strip(): 'Er sagte "passt", Einstein\'sche \'Theorie\', "{card_a.memory}", mit `fig("vram")`.'}
    site = site_of(tmp_path, body, said)
    built = {language: check(site.folder, Wanted(languages=frozenset([language]))) for language in order}
    assert plain(text_of(built["en"], EN)) == f'He said “fits” and it’s “141.1{NBSP}GB”, by fig("vram").'
    assert plain(text_of(built["de"], DE)) == (
        f'Er sagte „passt“, Einstein’sche ‚Theorie‘, „141,1{NBSP}GB“, mit fig("vram").'
    )
    assert plain(text_of(site.check(), EN)) == plain(text_of(built["en"], EN))


def _only_in_english(folder: Path) -> Checked:
    articles = {"small": article(BODY), "only": article("Only here: {card_a.memory}\n", title="Another article")}
    return write_small_site(folder, articles=articles).check()


def test_an_article_without_a_translation_is_not_served_in_the_other_language(tmp_path: Path) -> None:
    """Case e01: no page, no link and no mention of it there."""
    checked = _only_in_english(tmp_path)
    files = {file.file: file.content.decode() for file in checked.files}
    assert "en/only/index.html" in files
    german_files = {name: content for name, content in files.items() if name.startswith("de/")}
    assert [name for name, content in german_files.items() if "/only/" in name + content] == []
    assert not any("Another article" in content for content in german_files.values())


def test_a_page_in_one_language_names_no_other(tmp_path: Path) -> None:
    """Case e01: hreflang is for pages that exist."""
    html = html_of(_only_in_english(tmp_path), "en/only/index.html")
    assert re.findall(r'hreflang="([^"]*)"', html.partition("<body>")[0]) == ["en"]
    assert '<link rel="canonical" href="https://small.example.com/en/only/">' in html
    assert "/de/only/" not in html


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_translated_page_is_its_own_canonical_and_names_every_version(tmp_path: Path, language: str) -> None:
    """Case e01: a translation that points elsewhere is taken out of the index."""
    head = html_of(write_small_site(tmp_path).check(), f"{language}/small/index.html").partition("<body>")[0]
    url = "https://small.example.com/{}/small/"
    assert re.findall(r'rel="canonical" href="([^"]*)"', head) == [url.format(language)]
    assert re.findall(r'hreflang="(\w+)" href="([^"]*)"', head) == [("de", url.format("de")), ("en", url.format("en"))]


def test_a_language_of_a_country_is_named_as_each_standard_has_it(tmp_path: Path) -> None:
    """Case e02: a hyphen for HTML, an underscore for Open Graph."""
    languages = {"en": english(), "de_AT": Language("de", "de_AT", AUSTRIAN, {"small": GERMAN})}
    checked = write_small_site(tmp_path, languages=languages).check()
    austrian = html_of(checked, "de-AT/small/index.html")
    assert '<html lang="de-AT"' in austrian
    assert '<meta property="og:locale" content="de_AT">' in austrian
    for file in (EN, "de-AT/small/index.html", "index.html"):
        languages_named = set(re.findall(r'\b(?:href)?lang="([^"]*)"', html_of(checked, file)))
        assert "de-AT" in languages_named
        assert not any("_" in name for name in languages_named)


def _heading_ids(html: str) -> list[str]:
    return re.findall(r'<h2 id="([^"]*)"', html)


def test_a_heading_with_a_figure_keeps_its_id(tmp_path: Path) -> None:
    """Case e04: whatever the facts say, in every language, and equal headings are numbered alike."""
    heading = "{card_a.memory} on one card"
    body = f"<!-- claim: {{bridge.bridge}} == 1 -->\n## {heading}\n\n{BODY}\n## Same\n\n{BODY}\n## Same\n\n{BODY}"
    said = GERMAN | {heading: "{card_a.memory} auf einer Karte", "Same": "Gleich"}
    before = site_of(tmp_path / "before", body, said)
    after = site_of(tmp_path / "after", body, said, FACTS.replace("141.1 GB", "143.8 GB"))
    for site, english_text, german_text in ((before, "141.1", "141,1"), (after, "143.8", "143,8")):
        checked = site.check()
        assert _heading_ids(text_of(checked, EN)) == ["on-one-card", "same", "same-1"]
        assert _heading_ids(text_of(checked, DE)) == ["on-one-card", "same", "same-1"]
        assert f"{english_text}{NBSP}GB" in text_of(checked, EN)
        assert f"{german_text}{NBSP}GB" in text_of(checked, DE)
        for file in (EN, DE):
            assert re.findall(r'<li><a href="#((?:on|same)[^"]*)"', html_of(checked, file)) == [
                "on-one-card", "same", "same-1",
            ]  # fmt: skip


@pytest.mark.parametrize(
    ("zone", "machine"), [("America/Los_Angeles", "de_DE.UTF-8"), ("Pacific/Kiritimati", "en_US.UTF-8"), ("UTC", "C")]
)
def test_a_date_is_the_same_day_on_every_machine(tmp_path: Path, zone: str, machine: str) -> None:
    """Case e10: neither the time zone nor the language of the machine moves or renames a day.

    There is no feed yet, so that its dates are not looked at here.
    """
    site = write_small_site(tmp_path)
    environment = {**os.environ, "TZ": zone, "LC_TIME": machine, "LC_ALL": machine, "LANG": machine}
    command = [sys.executable, "-c", "from zahlwerk.cli import run; run()", "build"]
    done = subprocess.run(command, cwd=site.folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    pages = {name: content.decode() for name, content in site.tree().items() if not name.endswith(".png")}
    assert '<time datetime="2026-03-04">4. März 2026</time>' in pages[DE]
    assert '<time datetime="2026-03-04">4 March 2026</time>' in pages[EN]
    assert {page.file: page.html for page in site.check().pages}.items() <= pages.items()
