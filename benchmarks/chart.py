"""A chart of seconds by number of articles, both on logarithmic scales, as an SVG."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape

_WIDTH, _HEIGHT = 760, 460
_LEFT, _RIGHT, _TOP, _BOTTOM = 60, 190, 20, 50  # room around the drawing; on the right for names
_APART = 15  # between two names
_OURS, _OTHERS = "#0b5cad", "#6b6b6b"


@dataclass(frozen=True, slots=True)
class Line:
    """A generator in one case."""

    name: str
    points: tuple[tuple[int, float], ...]  # articles and seconds
    ours: bool


def drawn(lines: Iterable[Line]) -> str:
    """The chart as an SVG; without any line, an empty one."""
    shown = list(lines)
    return "\n".join([*_head(), *_body(shown), "</svg>"]) + "\n"


def _head() -> Iterator[str]:
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img"'
    yield ' font-family="sans-serif" font-size="12">'
    yield "<title>Seconds of a build by number of articles, logarithmic</title>"
    yield f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#fff"/>'


def _body(lines: Sequence[Line]) -> Iterator[str]:
    if not lines:
        return
    sizes = sorted({size for line in lines for size, _ in line.points})
    seconds = [math.log10(seconds) for line in lines for _, seconds in line.points]
    low, high = math.floor(min(seconds)), math.ceil(max(seconds))
    across = _Scale(math.log10(sizes[0]), math.log10(sizes[-1]), _LEFT, _WIDTH - _RIGHT)
    up = _Scale(low, high, _HEIGHT - _BOTTOM, _TOP)
    for power in range(low, high + 1):
        y = up.at(10**power)
        yield f'<path d="M{_LEFT} {y:.1f}H{_WIDTH - _RIGHT}" stroke="#ddd"/>'
        yield f'<text x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{10**power:g} s</text>'
    for size in sizes:
        middle = f'x="{across.at(size):.1f}" y="{_HEIGHT - _BOTTOM + 20}" text-anchor="middle"'
        yield f"<text {middle}>{size:,}</text>"
    yield f'<text x="{_LEFT}" y="{_HEIGHT - 10}">articles, each in two languages</text>'
    names = _spread([up.at(line.points[-1][1]) for line in lines])
    for line, y in zip(lines, names, strict=True):
        yield from _line(line, across, up, y)


def _line(line: Line, across: _Scale, up: _Scale, name_at: float) -> Iterator[str]:
    colour = _OURS if line.ours else _OTHERS
    points = [(across.at(size), up.at(seconds)) for size, seconds in line.points]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    yield f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{2.5 if line.ours else 1.5}"/>'
    for x, y in points:
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>'
    end = _WIDTH - _RIGHT + 12
    yield f'<path d="M{points[-1][0]:.1f} {points[-1][1]:.1f}L{end - 3} {name_at:.1f}" stroke="{colour}" opacity=".4"/>'
    yield f'<text x="{end}" y="{name_at + 4:.1f}" fill="{colour}">{escape(line.name)}</text>'


@dataclass(frozen=True, slots=True)
class _Scale:
    """A logarithmic scale between two places."""

    low: float  # powers of ten at its ends
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        """Where a value stands; at the start of a scale that has but one."""
        share = (math.log10(value) - self.low) / ((self.high - self.low) or 1)
        return self.start + share * (self.end - self.start)


def _spread(wanted: Sequence[float]) -> list[float]:
    """Places near those that are wanted, far enough apart for names; those at the bottom keep theirs."""
    places = list(wanted)
    last = math.inf
    for index in sorted(range(len(places)), key=lambda index: -places[index]):
        places[index] = last = min(places[index], last - _APART)
    return places
