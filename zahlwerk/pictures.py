"""Pictures that stand for pages where links to them are shared: drawn from words and figures, in any language."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont, PngImagePlugin

from zahlwerk.editions import Edition
from zahlwerk.formulatext import quantity_name, title_of
from zahlwerk.presentation import shown
from zahlwerk.references import parse_reference
from zahlwerk.rendering import TextRenderer

WIDTH, HEIGHT = 1200, 630
_MARGIN, _GAP = 72, 48
_INNER = WIDTH - 2 * _MARGIN
_PAPER, _INK, _SOFT, _ACCENT = "#fcfcfa", "#1c1f23", "#565d66", "#0b5a8a"
_FONTS = Path(__file__).parent / "fonts"  # DejaVu: Latin, Greek, Cyrillic, Hebrew and Arabic in one file
_BOLD, _PLAIN = "DejaVuSansCondensed-Bold.ttf", "DejaVuSansCondensed.ttf"
_TITLE_SIZES, _LARGE_TITLES = range(60, 31, -4), range(100, 31, -4)  # the largest that fits is taken
_SUMMARY_SIZES, _LARGE_SUMMARIES = range(34, 23, -2), range(48, 23, -2)
_VALUE_SIZES, _NAME_SIZES = range(68, 31, -4), range(28, 17, -2)
_TITLE_BOTTOM, _FIGURES_TOP, _PLAIN_BOTTOM = 380, 424, HEIGHT - _MARGIN
_VALUE_HEIGHT, _NAME_HEIGHT = 90, 48
_MOST_LINES = 12  # a text is cut off rather than drawn in more


@dataclass(frozen=True, slots=True)
class KeyFigure:
    """A figure as an article shows it, and what it is."""

    text: str
    name: str
    title: str  # of the case or record it belongs to


@dataclass(frozen=True, slots=True)
class Card:
    """What the picture of a page shows."""

    name: str  # of its file, below the output folder
    site_name: str  # above the title
    title: str
    summary: str  # in place of figures
    direction: str  # "ltr" or "rtl"
    figures: tuple[KeyFigure, ...] = ()

    @property
    def words(self) -> str:
        """All that is written on it."""
        figures = (f"{figure.text} {figure.name} {figure.title}" for figure in self.figures)
        return " ".join((self.site_name, self.title, self.summary, *figures))

    @property
    def description(self) -> str:
        """The picture in words."""
        return " · ".join((self.title, *(f"{figure.name}: {figure.text}" for figure in self.figures)))


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as the head of a page names it."""

    url: str
    width: int
    height: int
    description: str


def picture(card: Card, base_url: str) -> Picture | None:
    """Where the picture of a card lies, and what it shows; None where the font cannot draw it."""
    return None if undrawable(card.words) else Picture(f"{base_url}{card.name}", WIDTH, HEIGHT, card.description)


def article_card(renderer: TextRenderer, site_name: str) -> Card:
    """The card of an article in one language. Every highlight must be presentable."""
    edition, figures = renderer.edition, tuple(_key_figures(renderer))
    title, summary = renderer.front("title")[0], renderer.front("description")[0]
    name = picture_name(renderer.article.slug, edition.tag)
    return Card(name, site_name, title, "" if figures else summary, edition.direction, figures)


def home_card(edition: Edition, site_name: str) -> Card:
    """The card of a start page."""
    return Card(picture_name("", edition.tag), "", site_name, edition.say("description", "site"), edition.direction)


def _key_figures(renderer: TextRenderer) -> Iterator[KeyFigure]:
    for written in renderer.article.highlights:
        reference = parse_reference(written)
        figure, edition = renderer.figures.known[reference.target], renderer.edition
        text = edition.figure(shown(figure, reference.presentation))
        yield KeyFigure(text, quantity_name(figure, edition), title_of(figure, edition))


def picture_name(slug: str, tag: str) -> str:
    """The name of a page's picture below the output folder; a start page has no slug."""
    return f"pictures/{slug}.{tag}.png" if slug else f"pictures/{tag}.png"


def draw(card: Card) -> bytes:
    """The picture as PNG; the same bytes for the same card."""
    image = Image.new("RGB", (WIDTH, HEIGHT), _PAPER)
    canvas = _Canvas(ImageDraw.Draw(image), card.direction)
    canvas.band()
    top = float(_MARGIN)
    if card.site_name:
        canvas.line(card.site_name, _font(_PLAIN, 30), _ACCENT, top)
        top += 64
    titles, summaries = (_TITLE_SIZES, _SUMMARY_SIZES) if card.site_name else (_LARGE_TITLES, _LARGE_SUMMARIES)
    font, lines = canvas.fitted(card.title, _BOLD, titles, _TITLE_BOTTOM - top)
    top = canvas.paragraph(lines, font, _INK, top)
    if card.summary:
        font, lines = canvas.fitted(card.summary, _PLAIN, summaries, _PLAIN_BOTTOM - top - _GAP)
        canvas.paragraph(lines, font, _SOFT, top + _GAP)
    canvas.figures(card.figures)
    stream = io.BytesIO()
    image.save(stream, "PNG", pnginfo=PngImagePlugin.PngInfo())
    return stream.getvalue()


def undrawable(text: str) -> str:
    """The letters and signs of a text that the font has no shape for, each once."""
    known, nothing = _font(_PLAIN, 30), _shape(_font(_PLAIN, 30), "\ufffe")
    visible = (letter for letter in dict.fromkeys(text) if letter.isprintable() and not letter.isspace())
    return "".join(letter for letter in visible if _shape(known, letter) == nothing)


def _shape(font: ImageFont.FreeTypeFont, letter: str) -> tuple[tuple[int, int], bytes]:
    mask = font.getmask(letter)
    return mask.size, bytes(mask)


@cache
def _font(name: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(_FONTS / name, size)


@dataclass(frozen=True, slots=True)
class _Canvas:
    """Draws texts from the side on which its language begins."""

    pen: ImageDraw.ImageDraw
    direction: str

    def band(self) -> None:
        """The coloured edge on which lines begin."""
        left = 0 if self.direction == "ltr" else WIDTH - 18
        self.pen.rectangle((left, 0, left + 17, HEIGHT), fill=_ACCENT)

    def width(self, text: str, font: ImageFont.FreeTypeFont) -> float:
        return self.pen.textlength(text, font=font, direction=self.direction)

    def line(self, text: str, font: ImageFont.FreeTypeFont, colour: str, top: float, indent: float = 0) -> None:
        """One line, ``indent`` away from where lines begin."""
        left = _MARGIN + indent
        if self.direction == "rtl":
            left = WIDTH - left - self.width(text, font)
        self.pen.text((left, top), text, font=font, fill=colour, direction=self.direction)

    def paragraph(self, lines: list[str], font: ImageFont.FreeTypeFont, colour: str, top: float) -> float:
        """Lines below each other; where the last ends."""
        for text in lines:
            self.line(text, font, colour, top)
            top += _leading(font)
        return top

    def fitted(
        self, text: str, name: str, sizes: range, height: float, width: float = _INNER
    ) -> tuple[ImageFont.FreeTypeFont, list[str]]:
        """The text in lines, in the largest size in which it fits; cut off where it fits in none."""
        for size in sizes:
            font = _font(name, size)
            lines = self.lines(text, font, width)
            if len(lines) * _leading(font) <= height and all(self.width(line, font) <= width for line in lines):
                return font, lines
        room = max(1, int(height // _leading(font)))
        kept = lines if len(lines) <= room else [*lines[: room - 1], f"{lines[room - 1]} …"]
        return font, [self.cut(line, font, width) for line in kept]

    def cut(self, text: str, font: ImageFont.FreeTypeFont, width: float) -> str:
        """A line without the end for which there is no room."""
        if self.width(text, font) <= width:
            return text
        while text and self.width(f"{text}…", font) > width:
            text = text[:-1]
        return f"{text}…"

    def lines(self, text: str, font: ImageFont.FreeTypeFont, width: float) -> list[str]:
        """The text broken between words; no-break spaces hold."""
        lines = [""]
        for word in text.split(" "):
            longer = f"{lines[-1]} {word}".strip()
            if lines[-1] and self.width(longer, font) > width:
                lines.append(word)
            else:
                lines[-1] = longer
        return lines[:_MOST_LINES]

    def figures(self, figures: tuple[KeyFigure, ...]) -> None:
        """The key figures beside each other, each above its name."""
        if not figures:
            return
        width, height = (_INNER - _GAP * (len(figures) - 1)) / len(figures), _VALUE_HEIGHT
        size = int(min(self.fitted(f.text, _BOLD, _VALUE_SIZES, height, width)[0].size for f in figures))
        for number, figure in enumerate(figures):
            indent, top = number * (width + _GAP), float(_FIGURES_TOP)
            font, lines = self.fitted(figure.text, _BOLD, range(size, size + 1), height, width)
            rows = [(line, font, _ACCENT) for line in lines]
            for text, colour in ((figure.name, _INK), (figure.title, _SOFT)):
                small, names = self.fitted(text, _PLAIN, _NAME_SIZES, _NAME_HEIGHT, width)
                rows += [(line, small, colour) for line in names]
            for text, used, colour in rows:
                self.line(text, used, colour, top, indent)
                top += _leading(used)


def _leading(font: ImageFont.FreeTypeFont) -> float:
    return font.size * 1.25
