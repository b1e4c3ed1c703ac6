"""The colours of charts: seen against the page and beside each other, by every eye, in both schemes."""

from __future__ import annotations

import re
from itertools import combinations, pairwise
from operator import mul

import pytest
from conftest import ROOT

CSS = (ROOT / "templates/assets/site.css").read_text("utf-8")
SCHEMES = ("light", "dark")
SERIES = [f"series-{number}" for number in range(1, 5)]

# Machado, Oliveira and Fernandes 2009, severity 1.0, on linear RGB.
EYES = {
    "trichromat": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanope": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranope": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanope": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def linear(name: str, scheme: str) -> tuple[float, ...]:
    """A colour of the style sheet in linear RGB."""
    found = re.search(rf"--{name}: light-dark\((#\w{{6}}), (#\w{{6}})\)", CSS)
    assert found, f"the style sheet has no --{name} for both schemes"
    digits = found[1 + SCHEMES.index(scheme)]
    parts = [int(digits[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    return tuple(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)


def luminance(colour: tuple[float, ...]) -> float:
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), colour, strict=True))


def contrast(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    """WCAG 2, relative luminance."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def lab(colour: tuple[float, ...]) -> tuple[float, float, float]:
    """CIE L*a*b* for D65."""
    red, green, blue = (min(1.0, max(0.0, part)) for part in colour)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    x, y, z = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(one: tuple[float, ...], other: tuple[float, ...], eye: str) -> float:
    """How far apart an eye sees two colours (CIE 1976): 2.3 is just noticed."""
    seen = [lab(tuple(sum(map(mul, row, colour)) for row in EYES[eye])) for colour in (one, other)]
    return sum((a - b) ** 2 for a, b in zip(*seen, strict=True)) ** 0.5


def test_contrast_and_distance_are_measured_right() -> None:
    white, black, grey = (1.0, 1.0, 1.0), (0.0, 0.0, 0.0), (0.18, 0.18, 0.18)
    assert contrast(white, black) == pytest.approx(21)
    assert lab(grey)[0] == pytest.approx(49.5, abs=0.1)
    red, green = (0.4, 0.05, 0.05), (0.12, 0.2, 0.05)
    assert distance(red, green, "trichromat") > 2 * distance(red, green, "deuteranope")


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("name", SERIES)
def test_each_series_stands_out_from_the_page(name: str, scheme: str) -> None:
    assert contrast(linear(name, scheme), linear("paper", scheme)) >= 3


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("pair", list(pairwise(SERIES)))
def test_neighbours_stand_out_from_each_other(pair: tuple[str, str], scheme: str) -> None:
    assert contrast(*(linear(name, scheme) for name in pair)) >= 3


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("pair", list(combinations(SERIES, 2)))
def test_every_eye_tells_any_two_series_apart(pair: tuple[str, str], eye: str, scheme: str) -> None:
    assert distance(linear(pair[0], scheme), linear(pair[1], scheme), eye) >= 30


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_limit_stands_out_from_the_page(scheme: str) -> None:
    assert contrast(linear("ink", scheme), linear("paper", scheme)) >= 7


def test_each_series_has_a_pattern_or_shape_of_its_own() -> None:
    marks = (ROOT / "templates/charts/marks.html").read_text("utf-8")
    patterns = re.findall(r'<pattern id="{{ chart.id }}-(\d)"[^>]*>(.*?)</pattern>', marks)
    assert [number for number, _ in patterns] == ["2", "3", "4"]  # the first is solid
    assert len({re.sub(r"ink-\d", "", drawn) for _, drawn in patterns}) == 3
    shapes = re.search(r"macro shape.*?endmacro", marks, re.DOTALL)[0]
    assert len(set(re.findall(r"<(?:circle|rect)[^>]*>", re.sub(r'class="[^"]*"', "", shapes)))) == 4
