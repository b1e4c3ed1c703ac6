"""What commands take from the environment: two variables, and nothing else of that name."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from zahlwerk.cli.options import Parser
from zahlwerk.problems import did_you_mean
from zahlwerk.settingkinds import checked_base_url

_PREFIX = "ZAHLWERK_"


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable that is read."""

    instead_of: str  # as docs/settings.md names it
    meaning: str


BASE_URL, OUT = f"{_PREFIX}BASE_URL", f"{_PREFIX}OUT"
VARIABLES: Mapping[str, Variable] = MappingProxyType(
    {
        BASE_URL: Variable("`base_url`", "where what is built here will be published; as `--base-url`"),
        OUT: Variable("the folder `public`", "where the site is written to; as `--out`"),
    }
)


def follow_environment(parser: Parser, options: argparse.Namespace) -> None:
    """Give options that the command has, and that were not given, the value of their variable.

    Leaves with exit code 2 for a value that cannot be used; names variables of a like name that nothing reads.
    """
    for name in sorted(os.environ):
        if name.startswith(_PREFIX) and name not in VARIABLES:
            rest = (one.removeprefix(_PREFIX) for one in VARIABLES)  # what all have in common says nothing
            near = did_you_mean(name.removeprefix(_PREFIX), rest).replace('"', f'"{_PREFIX}', 1)
            hint = near or f"{BASE_URL} and {OUT} are"
            print(f"notice: {name} is not read; {hint}", file=sys.stderr)
    url = os.environ.get(BASE_URL, "")
    if url and getattr(options, "base_url", None) == "":
        try:
            options.base_url = checked_base_url(url)
        except ValueError as error:
            parser.error(f"{BASE_URL}: {error}")
    if getattr(options, "out", "") is None:
        options.out = out_of_environment()


def out_of_environment() -> Path | None:
    """The folder to write to that the environment names; None without one."""
    folder = os.environ.get(OUT, "")
    return Path(folder) if folder else None
