"""The words of the site that stand in no template: of planners, charts, comparisons and verdicts, with their notes."""

from __future__ import annotations

PLAIN_UNITS = (
    "flop/parameter/token",
    "flop/token",
    "GB/s in both directions",
)  # written in facts, never asked for by a reference
FIGURE = ("{figure}",)
PHRASES = {  # helpers of formulas, with what their phrases must hold
    "ceil": ("{first}",),
    "floor": ("{first}",),
    "remainder": ("{first}", "{second}"),
    "min": ("{first}", "{second}"),
    "max": ("{first}", "{second}"),
    "smallest_divisor": ("{first}", "{second}"),
    "power_of_two": ("{first}",),
}
FACTORS = {  # how much larger or smaller something is, and what is said of it to translators
    "times": "how many times, behind a number, such as times or -fold",
    "1/4": "that something is a quarter of something else",
    "1/3": "that something is a third of something else",
    "1/2": "that something is half as much",
    "2": "that something is twice as much",
    "3": "that something is three times as much, but for three times itself",
    "4": "that something is four times as much, but for four times itself",
}
SAID = {  # what a text has to say of its figures in some places, and what is said of it to translators
    "rounding": "that figures are rounded; beginnings of words are enough",
    "per direction": "that a rate is that of one direction",
    "both directions": "that a rate is the sum of both directions",
    "listed memory": "that memory is what the maker lists; beginnings of words are enough",
    "visible memory": "that memory is what programs or the driver see; beginnings of words are enough",
    "binary or decimal": "that units are powers of two or of ten; beginnings of words are enough",
    "range": "a range, with … in place of each figure, such as between … and …",
}
VERDICTS = {  # what the size command says of a configuration, with what each must hold
    "fits": ("{left}",),
    "fits on paper": ("{need}", "{short}"),
    "does not fit": ("{short}",),
    "fewest cards": ("{cards}",),
    "no number of cards": (),
}
PLANNER = {  # what a planner says beside that, with what each must hold
    "{method}: {cards} × {card}, {tokens} per micro-batch. {serve}.": (
        "{method}",
        "{cards}",
        "{card}",
        "{tokens}",
        "{serve}",
    ),
    "The host memory of our build, {memory}, holds what is offloaded.": ("{memory}",),
    "The host memory of our build, {memory}, holds what is offloaded by the paper’s count, but not by DeepSpeed’s own "
    "estimate.": ("{memory}",),
    "The host memory of our build, {memory}, does not hold what is offloaded; {short} are missing.": (
        "{memory}",
        "{short}",
    ),
    "No build here has this number of these cards; its host memory must hold what is offloaded.": (),
    "Served from {cards}; the cards chosen are enough.": ("{cards}",),
    "Served from {cards}, more than chosen.": ("{cards}",),
    "No number of these cards serves it.": (),
    "This method trains no adapter; choose another way of serving.": (),
}
SIZE_WORDS = ("Memory per card", "Host memory", "Traffic", "Compute", "Power", "not known", "not published", "Cards")
