"""The frame of pages and the style sheet: what stands where, how figures align, what pages weigh and ask for."""

from __future__ import annotations

import gzip
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from conftest import ROOT
from small import FACTS, SLUG, article, english, german, html_of, write_small_site

from zahlwerk.build import Checked
from zahlwerk.readingtime import minutes

ASSETS = ROOT / "templates" / "assets"
FRONT = {"A small article": "Ein kleiner Artikel", "What the cards hold.": "Was die Karten fassen."}
RUNS = (
    "runs:\n"
    "  first: {name: First, source: data_sheet, memory: 65 GB}\n"
    "  second: {name: Second, source: data_sheet, memory: 1234.56 GB}\n"
    "  third: {name: Third, source: data_sheet, memory: 7.5 GB}\n"
)


class Elements(HTMLParser):
    """The start tags of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {name: value or "" for name, value in attrs}))

    def all(self, tag: str) -> list[dict[str, str]]:
        return [attributes for name, attributes in self.found if name == tag]


def page_of(folder: Path, body: str, *, facts: str = FACTS) -> str:
    site = write_small_site(folder, articles={SLUG: article(body)}, languages={"en": english()}, facts=facts)
    return html_of(site.check(), f"en/{SLUG}/index.html")


def cells(page: str) -> list[tuple[str, str, str]]:
    """Element, class and text of each cell of a page."""
    found = re.findall(r"<(t[hd])([^>]*)>(.*?)</t[hd]>", page)
    classes = [(tag, re.search(r'class="([^"]*)"', attributes), text) for tag, attributes, text in found]
    return [(tag, match[1] if match else "", re.sub(r"<[^>]+>", "", text)) for tag, match, text in classes]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", 1),
        ("word " * 200, 1),
        ("word " * 201, 2),
        ("word – " * 200, 1),  # a dash is no word
        ("65\u00a0GB " * 101, 2),  # number and unit are two
        ("漢" * 400, 1),
        ("漢" * 401, 2),
        ("カー" * 200 + " GPU", 2),
    ],
)
def test_reading_takes_a_minute_for_two_hundred_words(text: str, wanted: int) -> None:
    assert minutes(text) == wanted


def test_each_language_tells_how_long_its_own_text_takes_to_read(tmp_path: Path) -> None:
    source = ("word " * 201).strip()
    languages = {"en": english(), "de": german(**{SLUG: {**FRONT, source: ("Wort " * 200).strip()}})}
    site = write_small_site(tmp_path / "site", articles={SLUG: article(f"{source}\n")}, languages=languages)
    checked = site.check()
    assert "<li>2 minutes to read</li>" in html_of(checked, f"en/{SLUG}/index.html")
    assert "<li>1 Minute Lesezeit</li>" in html_of(checked, f"de/{SLUG}/index.html")


def test_an_article_says_where_it_stands_and_since_when_its_figures_hold(tmp_path: Path) -> None:
    checked = write_small_site(tmp_path / "site").check()
    english_page = html_of(checked, f"en/{SLUG}/index.html")
    assert '<nav class="crumbs" aria-label="You are here"><ol>\n<li><a href="/en/">Start page</a></li>' in english_page
    assert '<li aria-current="page">A small article</li>' in english_page
    assert 'Figures verified; oldest source read on <time datetime="2026-10-24">24 October 2026</time>' in english_page
    german_page = html_of(checked, f"de/{SLUG}/index.html")
    assert '<nav class="crumbs" aria-label="Sie sind hier"><ol>\n<li><a href="/de/">Startseite</a></li>' in german_page
    assert "älteste Quelle abgerufen am <time" in german_page


def test_the_contents_lead_to_every_section_and_to_the_appendix(tmp_path: Path) -> None:
    page = page_of(tmp_path / "site", "Words.\n\n## Memory\n\nWords.\n\n### Within\n\nWords.\n\n## Power\n\nWords.\n")
    contents = page.partition('<nav class="contents"')[2].partition("</nav>")[0]
    assert re.findall(r'href="([^"]*)"', contents) == ["#memory", "#power", "#how"]
    assert "<details><summary>Contents</summary>" in contents


def test_figures_of_a_column_stand_below_each_other(tmp_path: Path) -> None:
    table = (
        "| Run | Memory | Words |\n|---|---|---|\n"
        "| Alpha | {first.memory} | none |\n"
        "| Beta | {second.memory} | none |\n"
        "| Gamma | **{third.memory}** | none |\n"
        "| Delta | with {first.memory} | none |\n"
    )
    facts = FACTS.replace(FACTS[FACTS.index("runs:\n") : FACTS.index("cases:\n")], RUNS)
    found = cells(page_of(tmp_path / "site", table, facts=facts))
    assert found[:3] == [("th", "", "Run"), ("th", "end", "Memory"), ("th", "", "Words")]
    assert [row for row in found if row[0] == "th"][3:] == [
        ("th", "", name) for name in ("Alpha", "Beta", "Gamma", "Delta")
    ]
    assert found[4::3] == [
        ("td", "number digits-2 point", "65\u00a0GB"),
        ("td", "number", "1,234.56\u00a0GB"),
        ("td", "number digits-1", "7.5\u00a0GB"),
        ("td", "end", "with 65\u00a0GB"),
    ]


def test_figures_of_different_units_are_only_set_to_one_side(tmp_path: Path) -> None:
    table = "| Card | Value |\n|---|---|\n| Memory | {card_a.memory} |\n| Power | {card_a.power} |\n"
    found = cells(page_of(tmp_path / "site", table))
    assert found[3::2] == [("td", "number", "141.1\u00a0GB"), ("td", "number", "600\u00a0W")]


def test_a_date_or_words_alone_are_no_number(tmp_path: Path) -> None:
    table = "| What | When |\n|---|---|\n| Read | {data_sheet.read} |\n"
    assert cells(page_of(tmp_path / "site", table))[3] == ("td", "", "24 October 2026")


def test_alignment_asked_for_in_markdown_is_a_class(tmp_path: Path) -> None:
    page = page_of(tmp_path / "site", "| A | B | C |\n|:--|:-:|--:|\n| a | b | c |\n")
    assert [row[1] for row in cells(page)] == ["", "centre", "end"] * 2
    assert "style=" not in page


def test_a_computed_figure_names_its_sources_and_a_fact_also_when_it_was_read(tmp_path: Path) -> None:
    page = page_of(tmp_path / "site", "They hold {pair.pool_memory}.\n")
    entries = {part.partition('"')[0]: part for part in page.split('<section class="derivation" id="')[1:]}
    computed = entries["how-pair.pool_memory"]
    fact = entries["how-card_a.memory"]
    assert 'href="#source-data_sheet"' in computed
    assert "<time" not in computed.partition("</section>")[0]
    assert '(read <time datetime="2026-10-24">24 October 2026</time>)' in fact


def test_colours_are_chosen_before_anything_is_drawn(checked: Checked) -> None:
    for page in checked.pages:
        head = page.html.partition("</head>")[0]
        assert head.index('scheme.js"></script>') < head.index('rel="stylesheet"')
        assert ("site.js" in head) == bool(page.language)
        assert 'site.js"></script>' not in head  # it waits for the page: defer


def test_pages_run_no_script_of_their_own_and_ask_no_other_origin(checked: Checked) -> None:
    for page in checked.pages:
        elements = Elements(page.html)
        for script in elements.all("script"):
            assert script.get("type") == "application/ld+json" or script["src"].startswith("/assets/")
        for attributes in (attributes for _, attributes in elements.found):
            assert not [name for name in attributes if name.startswith("on") or name == "style"]
            assert "://" not in attributes.get("src", "")
        fetched = ("stylesheet", "icon", "preload", "modulepreload", "preconnect", "manifest")
        links = [link for link in elements.all("link") if set(link["rel"].split()) & set(fetched)]
        assert links
        assert all(link["href"].startswith("/") for link in links)


def test_style_sheets_and_scripts_ask_no_other_origin() -> None:
    for path in ASSETS.rglob("*.*"):
        text = path.read_text("utf-8")
        assert not re.search(r"https?://|url\(\s*['\"]?//|@import", text.replace("http://www.w3.org/2000/svg", "")), (
            path
        )


def test_an_article_stays_within_its_weight(checked: Checked) -> None:
    for page in checked.pages:
        assert len(gzip.compress(page.html.encode(), 9)) < 60_000, page.file
    own = [path for path in ASSETS.iterdir() if path.suffix in (".css", ".js")]
    assert {"site.css", "site.js", "scheme.js"} <= {path.name for path in own}
    assert sum(len(gzip.compress(path.read_bytes(), 9)) for path in own) < 30_000


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("scheme", [1, 2], ids=["light", "dark"])
@pytest.mark.parametrize("ground", ["paper", "raised", "tint", "mark"])
@pytest.mark.parametrize("writing", ["ink", "soft", "link"])
def test_writing_stands_out_from_its_ground(writing: str, ground: str, scheme: int) -> None:
    style = (ASSETS / "site.css").read_text("utf-8")

    def colour(name: str) -> str:
        pair = re.search(rf"--{name}: light-dark\((#\w{{6}}), (#\w{{6}})\)", style)
        assert pair, name
        return pair[scheme]

    darker, lighter = sorted((luminance(colour(writing)), luminance(colour(ground))))
    assert (lighter + 0.05) / (darker + 0.05) >= 4.5
