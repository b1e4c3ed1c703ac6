"""The commands build and check."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from zahlwerk.builds import Summary, Wanted, asked, summary_of
from zahlwerk.cli.options import Parser, build_day, refuse_unknown_languages
from zahlwerk.cli.output import print_problems, print_summary, told_of_waiting
from zahlwerk.cli.watching import Watch
from zahlwerk.steps import BUILDING, CHECKING
from zahlwerk.unchanged import said_before

if TYPE_CHECKING:
    from zahlwerk.writer import Replaced


def run_build(parser: Parser, options: argparse.Namespace, project: Path) -> int:
    """Check everything and write the site."""
    started = time.monotonic()
    wanted = _wanted(parser, options, project)
    if summary := _unchanged(options, project, wanted):
        return _told(summary, wanted, f"0 of {summary.files} files changed", started)
    from zahlwerk.build import build

    with _watched(BUILDING, options) as steps:
        checked, replaced = build(project, options.out, wanted, told_of_waiting(options.out), steps)
    return _told(checked.summary, wanted, _what_changed(replaced, len(checked.files)), started)


def _unchanged(options: argparse.Namespace, project: Path, wanted: Wanted) -> Summary | None:
    """What the last build came to, where this one would come to the same."""
    said = said_before(str(project), str(options.out), asked(wanted), by_content=options.verify)
    try:
        return summary_of(said) if said else None
    except (TypeError, KeyError, ValueError):
        return None


def _told(summary: Summary, wanted: Wanted, changed: str, started: float) -> int:
    if summary.warnings:
        print_problems(summary.warnings)
    _print_what_search_lacks(wanted)
    print_summary(summary, changed, time.monotonic() - started)
    return 0


def run_check(parser: Parser, options: argparse.Namespace, project: Path) -> int:
    """Everything a build does but writing."""
    from zahlwerk.build import check

    started = time.monotonic()
    wanted = _wanted(parser, options, project)
    with _watched(CHECKING, options) as steps:
        checked = check(project, wanted, steps)
    if checked.warnings:
        print_problems(checked.warnings)
    print_summary(checked.summary, "nothing written", time.monotonic() - started)
    return 0


def _what_changed(replaced: Replaced, files: int) -> str:
    removed = f", {replaced.removed} removed" if replaced.removed else ""
    return f"{replaced.changed} of {files} files changed{removed}"


@contextmanager
def _watched(names: Sequence[str], options: argparse.Namespace) -> Iterator[Watch]:
    """A watch over some steps; their times are printed where they are wanted, however the steps end."""
    watch = Watch(names)
    try:
        with watch:
            yield watch
    finally:
        if options.verbose:
            watch.print_times()


def _print_what_search_lacks(wanted: Wanted) -> None:
    from zahlwerk.pagefind import PACKAGE, is_available

    if not wanted.search:
        print("the pages have no search, as asked for")
    elif not is_available():
        print(f"the pages have no search, since Pagefind is not installed; pip install {PACKAGE} brings it")


def _wanted(parser: Parser, options: argparse.Namespace, project: Path) -> Wanted:
    if options.language:
        from zahlwerk.editions import find_languages

        refuse_unknown_languages(parser, options.language, find_languages(project / "locales"))
    if options.base_url:
        from zahlwerk.settingkinds import checked_base_url

        try:
            checked_base_url(options.base_url)
        except ValueError as error:
            parser.error(str(error))
    return Wanted(
        frozenset(options.language),
        options.base_url,
        options.strict,
        options.pseudo,
        not options.no_search,
        build_day(parser),
    )
