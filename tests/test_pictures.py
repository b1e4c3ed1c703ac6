"""The pictures of pages, read back from their pixels, and what the heads of pages say of them."""

from __future__ import annotations

import io
from html import unescape
from pathlib import Path

import pytest
from conftest import Site
from PIL import Image, ImageChops
from small import FACTS, SLUG, TITLE, article, english, german, html_of, write_small_site

from zahlwerk.build import Checked, Wanted, check
from zahlwerk.pictures import Card, KeyFigure, draw, undrawable

PAPER, MARGIN, BAND = (252, 252, 250), 72, 18
FIRST = "gpt-oss-120b-fine-tuning"
HIGHLIGHT = KeyFigure("233,7 GB", "Gewichte insgesamt", "BF16-LoRA auf vier H200 NVL")


def card(title: str = "A title", direction: str = "ltr", *figures: KeyFigure, summary: str = "") -> Card:
    return Card("pictures/x.png", "Small guides", title, summary, direction, figures)


def image_of(content: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(content))
    assert (image.format, image.size, image.mode) == ("PNG", (1200, 630), "RGB")
    return image


def drawn_box(image: Image.Image, left: int = BAND, right: int = 1200 - BAND) -> tuple[int, int, int, int]:
    """The box around all that is not paper, between two columns."""
    inner = image.crop((left, 0, right, 630))
    box = ImageChops.difference(inner, Image.new("RGB", inner.size, PAPER)).getbbox()
    assert box
    return box[0] + left, box[1], box[2] + left, box[3]


LONG = "Was eine sehr lange Überschrift über Rechenzentrumsbeschleuniger angeht " * 4


@pytest.mark.parametrize("direction", ["ltr", "rtl"])
@pytest.mark.parametrize(
    "shown",
    [
        card("Short"),
        card(LONG, "ltr", HIGHLIGHT, HIGHLIGHT),
        card("Wort" * 40),
        card("Short", summary=LONG * 3),
        card("Short", "ltr", KeyFigure("mindestens 1.234.567,8 Sekunden", LONG, LONG), HIGHLIGHT),
    ],
    ids=["short", "long title", "one long word", "long summary", "long figure"],
)
def test_everything_stays_within_the_margins(shown: Card, direction: str) -> None:
    turned = Card(shown.name, shown.site_name, shown.title, shown.summary, direction, shown.figures)
    left, top, right, bottom = drawn_box(image_of(draw(turned)))
    assert left >= MARGIN - 4
    assert right <= 1200 - MARGIN + 4
    assert top >= MARGIN - 4
    assert bottom <= 630 - 20


def test_the_same_card_is_the_same_bytes_and_another_figure_others() -> None:
    shown = card("Title", "ltr", HIGHLIGHT)
    assert draw(shown) == draw(shown)
    assert draw(shown) != draw(card("Title", "ltr", KeyFigure("233,8 GB", HIGHLIGHT.name, HIGHLIGHT.title)))


def test_a_language_that_runs_from_right_to_left_begins_on_the_right() -> None:
    left, right = (image_of(draw(card("Short", direction))) for direction in ("ltr", "rtl"))
    assert drawn_box(left)[0] < 100
    assert drawn_box(right)[2] > 1100
    assert left.getpixel((5, 300)) == right.getpixel((1195, 300)) != PAPER
    assert left.getpixel((1195, 300)) == right.getpixel((5, 300)) == PAPER


LETTERS = "äöüßÄÖÜéèêàçœÆ“”„‘’‚«»‹›…–—×÷−≈·±²½€ ąćęłńśźżřňőűğışđ Ελλάδα Россия עברית العربية ⟦ÅƁÇĎ⟧"


def test_the_font_has_the_letters_of_many_languages() -> None:
    assert undrawable(LETTERS) == ""


def test_spaces_that_hold_and_marks_of_direction_are_no_missing_letters() -> None:
    assert undrawable("5\u00a0GB\u202f; \u200f\u202ex\u202c a\u00adb") == ""


@pytest.mark.parametrize("letters", ["漢字", "あ", "한"])
def test_letters_that_the_font_lacks_are_named(letters: str) -> None:
    assert undrawable(f"A {letters} {letters}") == letters


def test_accents_change_the_picture() -> None:
    plain, accented = image_of(draw(card("aou"))), image_of(draw(card("äöü")))
    assert drawn_box(plain)[1] <= drawn_box(accented)[1]
    assert ImageChops.difference(plain, accented).getbbox()


def meta(html: str) -> dict[str, list[str]]:
    """What the head says by property or name."""
    found: dict[str, list[str]] = {}
    for part in html.partition("</head>")[0].split("<meta ")[1:]:
        name, _, rest = part.partition(" content=")
        if rest:
            found.setdefault(name.partition("=")[2].strip('"'), []).append(unescape(rest.split('"')[1]))
    return found


def test_the_head_of_a_page_names_its_picture_and_its_languages(checked: Checked) -> None:
    found = meta(html_of(checked, f"de/{FIRST}/index.html"))
    assert found["og:image"] == [f"https://guides.example.com/pictures/{FIRST}.de.png"]
    assert (found["og:image:width"], found["og:image:height"]) == (["1200"], ["630"])
    (described,) = found["og:image:alt"]
    assert described.startswith("Fine-Tuning von gpt-oss-120b")
    assert "rund 65\u00a0GB" in described
    assert "Gewichte insgesamt: 233,7\u00a0GB" in described
    assert found["twitter:card"] == ["summary_large_image"]
    assert found["og:locale"] == ["de_DE"]
    assert found["og:locale:alternate"] == ["en_GB", "fr_FR"]
    assert found["article:published_time"] == ["2026-11-30"]


def test_the_head_of_a_start_page_has_no_date(checked: Checked) -> None:
    found = meta(html_of(checked, "fr/index.html"))
    assert found["og:image"] == ["https://guides.example.com/pictures/fr.png"]
    assert "article:published_time" not in found


def test_every_picture_that_a_page_names_is_written_and_no_other(checked: Checked) -> None:
    written = {drawn.name: draw(drawn) for drawn in checked.cards}
    named = [url for page in checked.pages for url in meta(page.html).get("og:image", [])]
    assert sorted(f"https://guides.example.com/{name}" for name in written) == sorted(named)
    for content in written.values():
        image_of(content)
    assert len(set(written.values())) == len(written) == 6


def test_pages_of_pseudo_languages_have_pictures_and_are_nobodys_alternative(site: Site) -> None:
    checked = check(site.folder, Wanted(pseudo=True))
    found = meta(html_of(checked, f"en-XB/{FIRST}/index.html"))
    assert found["og:image"] == [f"https://guides.example.com/pictures/{FIRST}.en-XB.png"]
    assert found["og:locale:alternate"] == ["de_DE", "en_GB", "fr_FR"]
    assert meta(html_of(checked, f"de/{FIRST}/index.html"))["og:locale:alternate"] == ["en_GB", "fr_FR"]


def highlighted(folder: Path, highlights: str, body: str = "It holds {card_a.memory} of {pair.pool_memory}.") -> Site:
    source = article(f"{body}\n").replace("kind: article", f"kind: article\nhighlights: {highlights}")
    site = write_small_site(folder)
    site.write(f"content/{SLUG}.md", source)
    return site


@pytest.mark.parametrize(
    ("highlights", "says"),
    [
        ('["{card_a.memory}", "{pair.pool_memory}"]', ""),
        ('["{card_a.power}"]', ":6: a highlight must be a reference that the text shows"),
        ('["{card_a.memory[GiB]:.1}"]', ":6: a highlight must be a reference that the text shows"),
        ('["141 GB"]', ":6: a highlight must be a reference that the text shows"),
        ('["{card_a.memory}", "{pair.pool_memory}", "{card_a.memory}"]', ":6: there are 3 highlights; keep at most 2"),
    ],
)
def test_highlights_are_figures_that_the_text_shows(highlights: str, says: str, tmp_path: Path) -> None:
    problems = [line for line in highlighted(tmp_path / "site", highlights).problems() if "highlight" in line]
    assert bool(problems) == bool(says)
    assert all(says in line for line in problems)


def test_a_page_whose_letters_cannot_be_drawn_has_no_picture_and_says_so(tmp_path: Path) -> None:
    texts = {TITLE: "漢字", "What the cards hold.": "Was die Karten fassen."}
    site = write_small_site(tmp_path / "site", languages={"en": english(), "de": german(small=texts)})
    checked = site.check()
    assert "og:image" not in meta(html_of(checked, f"de/{SLUG}/index.html"))
    assert f"pictures/{SLUG}.de.png" not in {drawn.name for drawn in checked.cards}
    (warning,) = [problem for problem in checked.warnings if "no picture" in problem.message]
    assert warning.place.file == f"de/{SLUG}/index.html"
    assert warning.message == "the page has no picture: the font has no shape for 漢字"


def test_the_facts_reach_the_picture(tmp_path: Path) -> None:
    site = highlighted(tmp_path / "site", '["{card_a.memory}"]')
    name = f"pictures/{SLUG}.en.png"
    assert site.run("build") == 0
    before = site.tree()[name]
    image_of(before)
    site.write("facts/facts.yaml", FACTS.replace("memory: 141.1 GB", "memory: 142.1 GB"))
    assert site.run("build") == 0
    assert site.tree()[name] != before
