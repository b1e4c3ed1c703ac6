"""The grammar of references: ``{lora_4x_h200.weight_bytes[GiB]:.1}``.

Every reference is valid ``python-brace-format``, so that gettext tools compare references by themselves.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from zahlwerk.problems import known_words
from zahlwerk.quantity import COUNTED, DAY, PLAIN, UNITS, Written

REFERENCE = re.compile(r"\{([a-z][a-z0-9_]*\.[a-z][a-z0-9_]*)((?:\[[A-Za-z]+\])*(?::\.[0-9]{1,2})?)\}")
_OPTION = re.compile(r"\[([A-Za-z]+)\]")

SHOWN_UNITS = {  # option of a reference, to the unit it counts in
    **{name: name for name in ("MB", "GB", "TB", "KiB", "MiB", "GiB", "TiB", "byte", "bit")},
    **{f"{prefix}Bps": f"{prefix}B/s" for prefix in ("", "M", "G", "T")},
    **{name: name for name in ("FLOP", "GFLOP", "TFLOP", "PFLOP", "FLOPS", "TFLOPS", "PFLOPS", "s", "ms", "W", "kW")},
    "seconds": "s",
    "bytes": "byte/parameter",
    "bits": "bit/parameter",
    "bytesPerToken": "byte/token",
    "kWh": "kWh",
    "percent": "%",
}
_SHOWN_AS = {unit: name for name, unit in reversed(SHOWN_UNITS.items())}
COUNTS = (PLAIN, *COUNTED, DAY)  # dimensions that are shown without a unit
SCALES = {"million": 10**6, "billion": 10**9, "trillion": 10**12}
DIRECTIONS = ("min", "max", "over", "under", "about")
FORMS = ("words", "Words", "bare", "sci")
NOUN = "noun"  # asks for the name of what is counted behind the count
NOUNS = {  # what a count can be of: the last word of its name, and one of them
    "cards": "card",
    "cores": "core",
    "days": "day",
    "domains": "domain",
    "experts": "expert",
    "heads": "head",
    "layers": "layer",
    "parameters": "parameter",
    "processors": "processor",
    "projections": "projection",
    "sequences": "sequence",
    "steps": "step",
    "tokens": "token",
}
OPTIONS = (*SHOWN_UNITS, *SCALES, *DIRECTIONS, *FORMS, NOUN)


@dataclass(frozen=True, slots=True)
class Presentation:
    """How a figure is to be shown, as its reference asks for it."""

    text: str = ""  # as written behind the name: "[GiB]:.1"
    unit: str = ""  # a key of SHOWN_UNITS, or empty
    scale: str = ""  # a key of SCALES, or empty
    direction: str = ""  # one of DIRECTIONS, or empty for the nearest value
    form: str = ""  # one of FORMS, or empty
    noun: str = ""  # NOUN, or empty
    decimals: int | None = None


@dataclass(frozen=True, slots=True)
class Reference:
    """A figure, and how it is to be shown."""

    target: str  # "lora_4x_h200.weight_bytes"
    presentation: Presentation

    def __str__(self) -> str:
        return f"{{{self.target}{self.presentation.text}}}"


def parse_reference(text: str) -> Reference:
    """Read a reference with its braces. Raises ValueError saying what is wrong."""
    match = REFERENCE.fullmatch(text)
    if match is None:
        raise ValueError(f"{text} is not a reference; write {{id.name}}, {{id.name[unit]:.1}}, or \\{{ for a brace")
    return Reference(match[1], parse_presentation(match[2]))


def parse_presentation(text: str) -> Presentation:
    """Read what stands behind the name: ``[GiB][about]:.1``. Raises ValueError saying what is wrong."""
    options, _, decimals = text.partition(":.")
    values: dict[str, str] = {}
    for option in _OPTION.findall(options):
        key = _kind(option)
        if key in values:
            raise ValueError(f"[{values[key]}] and [{option}] exclude each other")
        values[key] = option
    if "unit" in values and "scale" in values:
        raise ValueError(f"[{values['unit']}] and [{values['scale']}] exclude each other")
    return Presentation(text, decimals=int(decimals) if decimals else None, **values)


def noun_of(target: str) -> str:
    """What a figure counts, by the words of its name: a key of NOUNS, or empty."""
    words = target.partition(".")[2].split("_")
    return next((word for word in words if word in NOUNS), "")


def written_presentation(written: Written) -> Presentation:
    """The presentation that shows a quantity as it was written."""
    unit = "" if UNITS[written.unit].dimension in COUNTS and written.unit != "%" else written.unit
    form = "sci" if written.exponent is not None else ""
    return Presentation("", _SHOWN_AS.get(unit, unit), decimals=written.decimals, form=form)


def _kind(option: str) -> str:
    kinds: dict[str, Collection[str]] = {
        "unit": SHOWN_UNITS, "scale": SCALES, "direction": DIRECTIONS, "form": FORMS, "noun": (NOUN,),
    }  # fmt: skip
    for kind, options in kinds.items():
        if option in options:
            return kind
    raise ValueError(f'unknown option "[{option}]"; {known_words(option, OPTIONS, "options")}')
