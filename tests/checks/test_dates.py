"""Dates: what has been read or published was so before today."""

from __future__ import annotations

import dataclasses
import datetime
from pathlib import Path

import pytest
from conftest import Site
from one_article import FIRST_LINE, SOURCE, project
from small import SLUG, article, english, write_small_site

from zahlwerk.build import Wanted, check
from zahlwerk.checks.dates import lie_in_the_past

READ = datetime.date(2026, 10, 24)  # as the facts of small sites have it


def found(folder: Path, body: str, today: datetime.date) -> list[str]:
    return [str(problem) for problem in lie_in_the_past(project(folder, body), today)]


def test_a_day_that_is_over_or_today_says_nothing(tmp_path: Path) -> None:
    assert found(tmp_path, "Read on {data_sheet.read}.", READ) == []


def test_a_source_that_was_read_tomorrow_is_told_in_the_facts_and_where_it_is_shown(tmp_path: Path) -> None:
    of_facts, of_text = found(tmp_path, "Read on {data_sheet.read}.", READ - datetime.timedelta(1))
    assert of_facts.startswith(
        "facts/facts.yaml:2: the day on which data_sheet was read, 2026-10-24, lies after today, "
    )
    assert of_text.startswith(f"{SOURCE}:{FIRST_LINE}: the day that {{data_sheet.read}} shows, 2026-10-24, lies after ")


def test_the_dates_of_the_article_are_told_in_their_lines(tmp_path: Path) -> None:
    problems = found(tmp_path, "Words.", datetime.date(2026, 1, 1))
    assert f"{SOURCE}:6: the day on which the article was published, 2026-03-04, lies after today" in "\n".join(
        problems
    )


def _site(folder: Path, front: str = "") -> Site:
    source = article("Words.\n").replace("\n---\n\n", f"\n{front}---\n\n", 1)
    return write_small_site(folder, articles={SLUG: source}, languages={"en": english()})


@pytest.mark.parametrize(
    ("front", "says"),
    [
        ("modified: 2027-05-06\n", "the day on which the article was modified, 2027-05-06,"),
        ("modified: 2027-05-06\nignore: {future: it appears with the card}\n", ""),
        ('modified: 2026-11-01\ncorrections: [{date: 2026-11-01, figure: "{data_sheet.read}", was: 2029-01-01}]\n',
         "the day that a correction says was shown, 2029-01-01,"),
    ],
)  # fmt: skip
def test_a_build_says_so_unless_the_front_matter_gives_a_reason(tmp_path: Path, front: str, says: str) -> None:
    wanted = Wanted(today=datetime.date(2026, 12, 1), search=False)
    warnings = [str(problem) for problem in check(_site(tmp_path / "site", front).folder, wanted).warnings]
    assert [says in warning and warning.endswith(" (future)") for warning in warnings] == [True] * bool(says)


def test_the_day_of_a_build_comes_from_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    site = _site(tmp_path / "site")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1767225600")  # the first day of 2026
    assert site.run("check", "--strict") == 1
    assert "2026-03-04, lies after today, 2026-01-01" in capsys.readouterr().err
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1798761600")  # the first day of 2027
    assert site.run("check", "--strict") == 0


def test_a_build_without_a_day_compares_no_dates(tmp_path: Path) -> None:
    site = _site(tmp_path / "site", "modified: 2999-01-01\n")
    assert check(site.folder, dataclasses.replace(Wanted(search=False), today=None)).warnings == ()
