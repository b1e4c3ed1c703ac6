"""Comparisons: "twice", "half" and "seven times" follow from the figures that stand beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import permutations

from zahlwerk.checks.passages import Finding, Passage, ShownArticle, ShownFigure, any_of, step
from zahlwerk.checks.texts import alternatives
from zahlwerk.editions import SITE, Edition
from zahlwerk.figures import Figures
from zahlwerk.presentation import SPELLED
from zahlwerk.quantity import PLAIN, Quantity
from zahlwerk.texts import Claim

CODE = "comparison"
FACTORS = "typed factor"  # context of the words by which a language says how many times
TIMES = "times"  # what makes a factor of the number before it
WORDS_OF = {"1/4": Fraction(1, 4), "1/3": Fraction(1, 3), "1/2": Fraction(1, 2), "2": Fraction(2), "3": Fraction(3),
            "4": Fraction(4)}  # fmt: skip
_NEAR, _HEDGED = Fraction(5, 100), Fraction(10, 100)  # how far off a factor may be, and one that is "about" right


@dataclass(frozen=True, slots=True)
class _Factor:
    """A factor that is stated in words."""

    words: str
    value: Fraction
    at: int  # where it begins in the words of the passage
    figure: ShownFigure | None = None  # that states it, where no word does


def follow_from_operands(shown: ShownArticle) -> Iterator[Finding]:
    """Each factor that is stated in words is that of two figures of its paragraph as they are shown, or of a claim.

    A factor that a figure states is its own proof where no two figures of its sentence can be compared.
    """
    words = _FactorWords.of(shown.edition)
    for passage in shown.passages:
        for factor in words.find(passage):
            yield from _unproven(factor, passage, words, shown.figures)
        yield from _wrong_ratios(passage)


def _unproven(factor: _Factor, passage: Passage, words: _FactorWords, figures: Figures) -> Iterator[Finding]:
    tolerance = _HEDGED if words.hedged.search(passage.words[: factor.at]) else _NEAR
    ratios = [*_shown_ratios(passage.figures, factor.figure), *_claimed_ratios(passage.item.text.claims, figures)]
    if any(abs(ratio - factor.value) <= tolerance * factor.value for ratio in ratios):
        return
    beside = _sentence(passage, factor.at)
    pairs = list(permutations([figure for figure in beside if figure is not factor.figure], 2))
    comparable = [(one, other) for one, other in pairs if one.dimension == other.dimension and one.value > other.value]
    if factor.figure and not comparable:
        return
    about = (*sorted(figure.target for figure in beside), str(factor.value))
    if comparable:
        one, other = min(comparable, key=lambda pair: abs(_larger(*pair) - max(factor.value, 1 / factor.value)))
        ratio = float(_larger(one, other))
        message = f'"{factor.words}" does not follow from {one.text} and {other.text}: that is {ratio:.3g}'
        hint = "correct the words, or show the figures that are meant"
    else:
        message = f'"{factor.words}" has nothing to follow from'
        hint = "show both figures in the paragraph, or claim them before the block"
    yield Finding(passage.item, CODE, about, message, hint, "error")


def _sentence(passage: Passage, at: int) -> list[ShownFigure]:
    """The figures of the sentence that a place of the passage lies in."""
    number = passage.sentence_at(at)
    return [figure for figure in passage.figures if figure.sentence == number]


def _shown_ratios(figures: Sequence[ShownFigure], but: ShownFigure | None) -> Iterator[Fraction]:
    """What readers get who divide the figures that they see."""
    for one, other in permutations(figures, 2):
        if one.dimension == other.dimension and one.target != other.target and other.value and but not in (one, other):
            yield one.value / other.value


def _claimed_ratios(claims: Sequence[Claim], figures: Figures) -> Iterator[Fraction]:
    """The same of what the claims before the block compare, and numbers that they state."""
    for claim in claims:
        left = figures.known.get(claim.left)
        right = claim.right if isinstance(claim.right, Quantity) else figures.known.get(claim.right)
        one, other = left.value if left else None, right if isinstance(right, Quantity) or not right else right.value
        if isinstance(one, Quantity) and isinstance(other, Quantity) and one.dimension == other.dimension:
            if one.value and other.value:
                yield from (Fraction(one.value) / other.value, Fraction(other.value) / one.value)
            if claim.operator == "==" and one.dimension == PLAIN and isinstance(claim.right, Quantity):
                yield Fraction(other.value)


def _larger(one: ShownFigure, other: ShownFigure) -> Fraction:
    return one.value / other.value if other.value else Fraction(0)


def _wrong_ratios(passage: Passage) -> Iterator[Finding]:
    """Figures that are exactly the ratio of two others beside them, and are not as all three are shown."""
    ratios = [figure for figure in passage.figures if figure.dimension == PLAIN]
    rounded = [figure for figure in passage.figures if figure.quantity.value and figure.value]
    if not ratios or all(figure.is_exact for figure in rounded):
        return
    for one, other in permutations(rounded, 2):
        if one.dimension != other.dimension or one.target == other.target:
            continue
        exact, seen = Fraction(one.quantity.value) / other.quantity.value, one.value / other.value
        for ratio in ratios:
            if ratio.quantity.value == exact and 2 * abs(ratio.value - seen) > step(ratio.number):
                about = (ratio.target, one.target, other.target)
                message = f"{ratio.text} does not follow from {one.text} and {other.text} as they are shown"
                yield Finding(passage.item, CODE, about, message, "show them with more decimals", "error")


@dataclass(frozen=True, slots=True)
class _FactorWords:
    """How a language states factors."""

    typed: re.Pattern[str]  # a word or phrase for a factor, as a whole or as a number of times
    known: dict[str, Fraction]  # what each word for a factor or a number stands for
    times: re.Pattern[str]  # what makes a factor of the figure before it
    hedged: re.Pattern[str]  # what says that a factor is not exact

    @staticmethod
    def of(edition: Edition) -> _FactorWords:
        """The words of an edition."""
        listed = tuple(edition.translation(SITE, FACTORS, name) or "" for name in (TIMES, *WORDS_OF))
        numbers = tuple(
            (word, number)
            for number in SPELLED
            for word in {*alternatives(edition, "typed number", str(number)), edition.spelled(number)}
        )
        return _factor_words(listed, numbers, tuple(alternatives(edition, "typed bound", "about")))

    def find(self, passage: Passage) -> Iterator[_Factor]:
        """The factors that a passage states."""
        for match in self.typed.finditer(passage.words):
            yield _Factor(match[0], self.known[(match["whole"] or match["number"]).lower()], match.start())
        for figure in passage.figures:
            behind = self.times.match(passage.words, figure.at + 1)
            if behind and figure.dimension == PLAIN and not figure.number.unit and figure.value > 0:
                yield _Factor(f"{figure.text}{behind[0]}", figure.value, figure.at, figure)


@lru_cache(maxsize=100)
def _factor_words(
    listed: tuple[str, ...], numbers: tuple[tuple[str, int], ...], hedges: tuple[str, ...]
) -> _FactorWords:
    times, *lists = (tuple(word.strip() for word in words.split("|") if word.strip()) for words in listed)
    whole = {word.lower(): value for words, value in zip(lists, WORDS_OF.values(), strict=True) for word in words}
    whole |= {word.lower(): Fraction(number) for word, number in numbers if word.endswith(times)}
    plain = {word.lower(): Fraction(number) for word, number in numbers if not word.endswith(times)}
    several = rf"(?P<number>{any_of(plain)})[\s-]*{any_of(times)}"
    return _FactorWords(
        re.compile(rf"(?<![\w-])(?:(?P<whole>{any_of(whole)})|{several})(?![\w-])", re.IGNORECASE),
        plain | whole,
        re.compile(rf"[\s-]*{any_of(times)}(?!\w)", re.IGNORECASE),
        re.compile(rf"(?<!\w){any_of(hedges)}\s+(?:\w+\s+)?$", re.IGNORECASE),
    )
