"""What a few views look like, compared with stored pictures; `make screenshots` takes these again.

Pictures are compared by their tones: each is reduced to a grid of cells of about a line's height, and it counts how
far the cells' colours differ on average, from 0 to 255. With the fonts of the stored pictures the same page comes to
0, and another language, direction or size of text to between 7 and 14. Fonts differ between machines, and with them
the breaks of lines: then the same page comes to between 1 and 11, a page without its style sheet to 19, one in the
other colour scheme to 185. So where fonts differ, only what is broken is told.
"""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Browser

from browser.serving import ARTICLE, ROOT, Served
from browser.views import SCHEMES, View, open_page

SAME_FONTS, OTHER_FONTS = 1.5, 14.0  # tolerances, of 255
CELL = 24  # pixels
STORED = Path(__file__).parent / "screenshots"


SHOTS = {
    STORED / f"{tag}-{width}-{scheme}.png": View(tag, width, scheme)
    for tag in ("de", "en")
    for width in (390, 1280)
    for scheme in SCHEMES
} | {ROOT / "docs" / "page.png": View("en", 1000, "light")}
FONTS = STORED / "fonts.json"
WIDTHS_OF_A_TEXT = """() => ["h1", "main p"].map(name => {
    const canvas = document.createElement("canvas").getContext("2d")
    canvas.font = `100px ${getComputedStyle(document.querySelector(name)).fontFamily}`
    return Math.round(canvas.measureText("Zahlwerk 0123456789 ÄÖÜß éàç").width)
})"""
SAMPLE = ("en-390-light.png", "de-1280-dark.png")


def _taken(browser: Browser, site: Served, view: View, script: str = "") -> tuple[Image.Image, list[int]]:
    """The top of the first article, and how wide the machine's fonts are."""
    visit = open_page(browser, site, f"{view.tag}/{ARTICLE}/index.html", view)
    visit.page.set_viewport_size({"width": view.width, "height": 1300 if view.width > 600 else 844})
    if script:
        visit.page.evaluate(script)
    picture, fonts = visit.page.screenshot(), visit.page.evaluate(WIDTHS_OF_A_TEXT)
    visit.page.context.close()
    return Image.open(io.BytesIO(picture)).convert("RGB"), fonts


def difference(one: Image.Image, other: Image.Image) -> float:
    """How far the tones of two pictures of the same size lie apart, 0 to 255."""
    assert one.size == other.size
    cells = (one.width // CELL, one.height // CELL)
    first, second = (picture.convert("RGB").resize(cells, Image.Resampling.BOX) for picture in (one, other))
    means = ImageStat.Stat(ImageChops.difference(first, second)).mean
    return sum(means) / len(means)


@pytest.mark.parametrize(
    ("file", "view"),
    [
        pytest.param(file, view, id=file.name, marks=() if file.name in SAMPLE else (pytest.mark.soak,))
        for file, view in SHOTS.items()
    ],
)
def test_a_page_looks_as_it_did(
    browser: Browser, public_site: Served, file: Path, view: View, request: pytest.FixtureRequest
) -> None:
    taken, fonts = _taken(browser, public_site, view)
    if request.config.getoption("force_regen"):
        STORED.mkdir(exist_ok=True)
        taken.quantize(96, dither=Image.Dither.NONE).save(file, optimize=True)
        FONTS.write_text(f"{json.dumps(fonts)}\n", "utf-8")
    tolerance = SAME_FONTS if fonts == json.loads(FONTS.read_text("utf-8")) else OTHER_FONTS
    assert difference(taken, Image.open(file)) < tolerance


def test_no_other_pictures_are_stored() -> None:
    assert set(STORED.glob("*.png")) == {file for file in SHOTS if file.parent == STORED}


def test_what_is_broken_is_told_with_whatever_fonts(browser: Browser, public_site: Served) -> None:
    light, dark = (Image.open(STORED / f"de-1280-{scheme}.png") for scheme in SCHEMES)
    assert difference(light, dark) > OTHER_FONTS
    plain, _ = _taken(
        browser, public_site, View("de", 1280, "dark"), "() => document.querySelector('link[rel=stylesheet]').remove()"
    )
    assert difference(plain, dark) > OTHER_FONTS
