"""What messages status tells: since when messages wait, and what changed in the sources of fuzzy ones."""

from __future__ import annotations

import datetime
import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, Site, needs_program
from repository import Repository, begin_repository, without_own_settings
from small import GERMAN, SLUG, article, english, german, write_small_site

SOURCE = f"content/{SLUG}.md"
GERMAN_ARTICLE = f"locales/de/LC_MESSAGES/{SLUG}.po"
GUIDE = (ROOT / "docs" / "translating.md").read_text("utf-8")
NOON_OF_6_MAY_2026 = "1778068800"

BODY = """\
Each card holds {card_a.memory}.

The cards draw power while they work, and fans turn.

Write to us at the [desk](https://desk.example.com/), and we answer.
"""
IN_GERMAN = {
    **GERMAN,
    "Each card holds {card_a.memory}.": "Jede Karte fasst {card_a.memory}.",
    "The cards draw power while they work, and fans turn.": "Die Karten nehmen Leistung auf, und Lüfter drehen sich.",
    "Write to us at the [desk](https://desk.example.com/), and we answer.": (
        "Schreiben Sie an unseren [Empfang](https://desk.example.com/), und wir antworten."
    ),
}

needs_git = needs_program("git")


@pytest.fixture(autouse=True)
def _a_hundred_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small site, wholly translated into German."""
    folder = tmp_path_factory.mktemp("status") / "site"
    languages = {"en": english(), "de": german(small=IN_GERMAN)}
    site = write_small_site(folder, articles={SLUG: article(BODY)}, languages=languages)
    site.run("messages")
    return folder


@pytest.fixture
def small(sound: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    """A copy of that site outside any repository, on 6 May 2026."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", NOON_OF_6_MAY_2026)
    without_own_settings(tmp_path, monkeypatch)
    return Site(Path(shutil.copytree(sound, tmp_path / "site")))


@pytest.fixture
def repository(small: Site, monkeypatch: pytest.MonkeyPatch) -> Repository:
    """The repository of the small site: all of it was committed on 10 January 2026."""
    repository = begin_repository(small.folder, monkeypatch)
    repository.commit("2026-01-10")
    return repository


def rows(site: Site, capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, Any]]:
    """What is told to programs."""
    capsys.readouterr()
    assert site.run("messages", "status", "--json", *arguments) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    found: list[dict[str, Any]] = json.loads(printed.out)
    return found


def oldest(site: Site, capsys: pytest.CaptureFixture[str]) -> tuple[str | None, str | None]:
    """Since when the German article has waited, and for which entry."""
    (row,) = [row for row in rows(site, capsys) if (row["language"], row["domain"]) == ("de", SLUG)]
    return row["oldest_change"], row["oldest_message"]


def place_of(site: Site, text: str) -> str:
    """Where the entry begins that holds a text: the line after the empty one above it."""
    above, found, _ = site.read(GERMAN_ARTICLE).partition(text)
    assert found
    return f"{GERMAN_ARTICLE}:{above.rpartition(chr(10) * 2)[0].count(chr(10)) + 3}"


def change(site: Site, old: str, new: str) -> None:
    """Change the article, and let the catalogues follow."""
    site.replace(SOURCE, old, new)
    assert site.run("messages") == 0


def untranslate(site: Site, source: str) -> None:
    translation = IN_GERMAN[source]
    site.replace(GERMAN_ARTICLE, f'msgstr "{translation}"', 'msgstr ""')


@needs_git
def test_nothing_is_old_when_all_is_translated(
    small: Site, repository: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    assert {(row["oldest_change"], row["oldest_message"]) for row in rows(small, capsys)} == {(None, None)}


@needs_git
def test_a_fuzzy_message_waits_since_its_source_changed(
    small: Site, repository: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    change(small, "Each card holds", "Every card holds")
    repository.commit("2026-02-03")
    assert oldest(small, capsys) == ("2026-02-03", place_of(small, "Every card holds"))


@needs_git
def test_a_missing_message_waits_since_its_source_was_taken_in(
    small: Site, repository: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    change(small, "Write to us", "Nobody has translated this.\n\nWrite to us")
    repository.commit("2026-02-03")
    assert oldest(small, capsys) == ("2026-02-03", place_of(small, "Nobody has"))


@needs_git
def test_the_oldest_of_several_is_told(small: Site, repository: Repository, capsys: pytest.CaptureFixture[str]) -> None:
    for old, new, day in (
        ("and fans turn", "and their fans turn", "2026-02-03"),
        ("Each card holds", "Every card holds", "2026-03-04"),
        ("and we answer", "and we do answer", "2026-04-05"),
    ):
        change(small, old, new)
        repository.commit(day)
    assert oldest(small, capsys) == ("2026-02-03", place_of(small, "and their fans turn"))


@needs_git
def test_work_on_the_entry_makes_it_no_younger(
    small: Site, repository: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    change(small, "Each card holds", "Every card holds")
    repository.commit("2026-02-03")
    small.replace(GERMAN_ARTICLE, "Jede Karte fasst", "Eine jede Karte fasst")
    small.replace(GERMAN_ARTICLE, "#, fuzzy", "# Fasst, oder hält?\n#, fuzzy")
    repository.commit("2026-03-04")
    small.replace(GERMAN_ARTICLE, "# Fasst, oder hält?", "# Fasst.")
    assert oldest(small, capsys) == ("2026-02-03", place_of(small, "Every card holds"))


@needs_git
def test_a_paragraph_that_only_moved_is_no_younger(
    small: Site, repository: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    change(small, "Each card holds", "Every card holds")
    repository.commit("2026-02-03")
    paragraphs = BODY.replace("Each", "Every").split("\n\n")
    small.write(SOURCE, article("\n\n".join([*paragraphs[1:], paragraphs[0]])))
    small.run("messages")
    repository.commit("2026-03-04")
    assert oldest(small, capsys) == ("2026-02-03", place_of(small, "Every card holds"))


@needs_git
def test_what_is_not_committed_waits_since_today(
    small: Site, repository: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    change(small, "Each card holds", "Every card holds")
    assert oldest(small, capsys) == ("2026-05-06", place_of(small, "Every card holds"))


@needs_git
def test_what_no_update_has_taken_in_waits_since_today(
    small: Site, repository: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    small.replace(SOURCE, "Each card holds", "Every card holds")
    assert oldest(small, capsys) == ("2026-05-06", GERMAN_ARTICLE)
    untranslate(small, "The cards draw power while they work, and fans turn.")
    repository.commit("2026-02-03")
    assert oldest(small, capsys) == ("2026-01-10", place_of(small, "and fans turn"))


@needs_git
def test_a_source_over_several_lines_is_as_young_as_its_youngest(
    small: Site, repository: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    source = "Each card holds {card_a.memory}."
    untranslate(small, source)
    small.replace(GERMAN_ARTICLE, f'msgid "{source}"', f'msgid ""\n"Each card holds "\n"{source[16:]}"')
    repository.commit("2026-02-03")
    assert oldest(small, capsys)[0] == "2026-02-03"
    small.replace(GERMAN_ARTICLE, '"Each card holds "\n"{', '"Each card "\n"holds {')
    repository.commit("2026-03-04")
    assert oldest(small, capsys)[0] == "2026-03-04"
    small.replace(GERMAN_ARTICLE, 'msgstr ""\n\n', 'msgstr ""\n" "\n\n')
    repository.commit("2026-04-05")
    assert oldest(small, capsys)[0] == "2026-03-04"


@needs_git
def test_a_message_that_came_back_waits_since_it_did(
    small: Site, repository: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    change(small, "and fans turn", "and their fans turn")
    repository.commit("2026-02-03")
    change(small, "The cards draw power while they work, and their fans turn.\n\n", "")
    repository.commit("2026-03-04")
    assert oldest(small, capsys) == (None, None)
    change(small, "Write to us", "The cards draw power while they work, and their fans turn.\n\nWrite to us")
    repository.commit("2026-04-05")
    assert oldest(small, capsys) == ("2026-04-05", place_of(small, '\nmsgid "The cards draw'))


def test_outside_a_repository_nothing_is_known(small: Site, capfd: pytest.CaptureFixture[str]) -> None:
    change(small, "Each card holds", "Every card holds")
    assert oldest(small, capfd) == (None, None)
    assert small.run("messages", "status") == 0
    assert re.search(rf"(?m)^de +{SLUG} +4 +1 +0 +0 +4 *$", capfd.readouterr().out)


@needs_git
def test_a_catalogue_that_git_does_not_follow_tells_nothing(
    small: Site, repository: Repository, capfd: pytest.CaptureFixture[str]
) -> None:
    small.write(".gitignore", f"{SLUG}.po\n")
    repository.git("rm", "--quiet", "--cached", GERMAN_ARTICLE)
    repository.commit("2026-02-03")
    change(small, "Each card holds", "Every card holds")
    assert oldest(small, capfd) == (None, None)


@needs_git
def test_nothing_is_told_while_the_oldest_may_lie_beyond_the_history(
    small: Site, repository: Repository, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for old, new, day in (
        ("and fans turn", "and their fans turn", "2026-02-03"),
        ("Each card holds", "Every card holds", "2026-03-04"),
    ):
        change(small, old, new)
        repository.commit(day)
    repository.git("clone", "--quiet", "--depth=2", small.folder.as_uri(), str(tmp_path / "shallow"))
    shallow = Site(tmp_path / "shallow")
    assert oldest(shallow, capsys) == (None, None)
    translated, times = re.subn(r"#, fuzzy\n#\| .*\n(?=msgid .*their fans)", "", shallow.read(GERMAN_ARTICLE))
    assert times == 1
    shallow.write(GERMAN_ARTICLE, translated)
    assert oldest(shallow, capsys) == ("2026-03-04", place_of(shallow, "Every card holds"))


@needs_git
def test_git_is_asked_once_for_each_catalogue_that_lacks_something(
    small: Site, repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trace = tmp_path / "trace"
    monkeypatch.setenv("GIT_TRACE", str(trace))
    small.run("messages", "status")
    assert not trace.exists()
    change(small, "Each card holds", "Every card holds")
    change(small, "and fans turn", "and their fans turn")
    small.run("messages", "status")
    assert re.findall(r"built-in: git blame .* -- (.*)", trace.read_text("utf-8")) == [GERMAN_ARTICLE]


@needs_git
def test_the_table_shows_the_day(small: Site, repository: Repository, capsys: pytest.CaptureFixture[str]) -> None:
    change(small, "Each card holds", "Every card holds")
    repository.commit("2026-02-03")
    capsys.readouterr()
    assert small.run("messages", "status", "de") == 0
    head, _, site, german_article = (line.rstrip() for line in capsys.readouterr().out.rstrip("\n").split("\n"))
    assert head.endswith("words left   oldest change")
    assert site.endswith("0")
    assert german_article.endswith("4      2026-02-03")
    assert len(german_article) == len(head)


@needs_git
def test_today_is_the_systems_unless_the_environment_names_a_day(
    small: Site, repository: Repository, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    change(small, "Each card holds", "Every card holds")
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    before = datetime.date.today()
    found = datetime.date.fromisoformat(str(oldest(small, capsys)[0]))
    assert before <= found <= datetime.date.today()
    for epoch, day in (("0", "1970-01-01"), ("86399", "1970-01-01"), ("86400", "1970-01-02")):
        monkeypatch.setenv("SOURCE_DATE_EPOCH", epoch)
        assert oldest(small, capsys)[0] == day


@pytest.mark.parametrize("epoch", ["today", "1.5", "9" * 30])
def test_a_day_that_is_none_is_told(
    small: Site, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], epoch: str
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", epoch)
    assert small.run("messages", "status") == 2
    assert f'SOURCE_DATE_EPOCH is "{epoch}"; give it as seconds since 1970' in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "languages"),
    [
        ((), ["de", "de", "en"]),
        (("de",), ["de", "de"]),
        (("en",), ["en"]),
        (("en", "de", "en"), ["de", "de", "en"]),
    ],
    ids=str,
)
def test_only_the_languages_that_are_named_are_told_of(
    small: Site, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], languages: list[str]
) -> None:
    assert [row["language"] for row in rows(small, capsys, *arguments)] == languages
    assert small.run("messages", "status", *arguments) == 0
    assert re.findall(r"(?m)^(de|en) ", capsys.readouterr().out) == languages


@pytest.mark.parametrize(
    "arguments", [("dee",), ("de", "dee"), ("dee", "--diff"), ("--diff", "dee"), ("--json", "dee")]
)
def test_a_misspelt_language_is_told(
    small: Site, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    capsys.readouterr()
    assert small.run("messages", "status", *arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert 'unknown language "dee"; did you mean "de"?' in printed.err


def test_the_change_of_a_fuzzy_message_is_told_to_programs(small: Site, capsys: pytest.CaptureFixture[str]) -> None:
    change(small, "Each card holds {card_a.memory}.", "Every card holds {card_a.power}.")
    (found,) = rows(small, capsys, "de", "--diff")
    assert found == {
        "place": place_of(small, "Every card holds"),
        "context": "",
        "old": "Each card holds {card_a.memory}.",
        "new": "Every card holds {card_a.power}.",
        "translation": "Jede Karte fasst {card_a.memory}.",
        "changes": [
            ["old", "Each"], ["new", "Every"], ["same", " card holds "],
            ["old", "{card_a.memory}"], ["new", "{card_a.power}"], ["same", "."],
        ],
    }  # fmt: skip
    assert rows(small, capsys, "en", "--diff") == []


def test_a_fuzzy_message_without_an_earlier_source_says_so(small: Site, capsys: pytest.CaptureFixture[str]) -> None:
    small.replace(GERMAN_ARTICLE, "#. title\n", "#. title\n#, fuzzy\n")
    (found,) = rows(small, capsys, "--diff")
    assert (found["old"], found["changes"], found["context"]) == (None, [], "title")
    assert printed(small, capsys) == [
        f"{place_of(small, 'Ein kleiner Artikel')}  (title)",
        "earlier source                                      source now",
        "─" * 100,
        "not known: the catalogue holds no earlier source    A small article",
        "of this entry",
        "translation: Ein kleiner Artikel",
    ]


def printed(site: Site, capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    """The lines that are printed for people."""
    capsys.readouterr()
    assert site.run("messages", "status", "--diff", *arguments) == 0
    found = capsys.readouterr()
    assert found.err == ""
    return [line.rstrip() for line in found.out.rstrip("\n").split("\n")]


def test_both_sources_stand_side_by_side_with_their_changes_marked(
    small: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    change(
        small, "Write to us at the [desk](https://desk.example.com/),", "Write to the [desk](https://new.example.com/),"
    )
    assert printed(small, capsys, "de") == [
        place_of(small, "Write to the [desk]"),
        "earlier source                                      source now",
        "─" * 100,
        "Write to [-us at-] the                              Write to the",
        "[-[desk](https://desk.example.com/)-], and we       {+[desk](https://new.example.com/)+}, and we",
        "answer.                                             answer.",
        "translation: Schreiben Sie an unseren [Empfang](https://desk.example.com/), und wir antworten.",
    ]


def test_a_translation_that_is_not_there_yet_is_said(small: Site, capsys: pytest.CaptureFixture[str]) -> None:
    change(small, "Each card holds", "Every card holds")
    small.replace(GERMAN_ARTICLE, 'msgstr "Jede Karte fasst {card_a.memory}."', 'msgstr ""')
    assert printed(small, capsys)[-1] == "translation: none yet"


def test_a_terminal_gets_colours_on_top(
    small: Site, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    change(small, "Each card holds", "Every card holds")
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    text = "\n".join(printed(small, capsys))
    assert "\x1b[31m[-Each-]\x1b[0m" in text
    assert "\x1b[32m{+Every+}\x1b[0m" in text


def test_what_is_no_longer_a_message_is_not_listed(small: Site, capsys: pytest.CaptureFixture[str]) -> None:
    change(small, "Each card holds", "Every card holds")
    change(small, "Every card holds {card_a.memory}.\n\n", "")
    assert "#, fuzzy" in small.read(GERMAN_ARTICLE)
    assert printed(small, capsys) == ["no message is fuzzy"]
    assert rows(small, capsys, "--diff") == []


FUZZY_IN_THE_GUIDE = ("The reason is that training frameworks", "The reason is that most training frameworks")


def test_the_guide_shows_a_change_as_it_is_printed(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    site.replace("content/gpt-oss-120b-fine-tuning.md", *FUZZY_IN_THE_GUIDE)
    site.run("messages")
    text = without_line("\n".join(printed(site, capsys, "de")))
    assert f"$ python build.py messages status de --diff\n{text}\n```" in without_line(GUIDE)


def without_line(text: str) -> str:
    """The text without the numbers of lines in catalogues, which move."""
    return re.sub(r"(\.po):\d+", r"\1", text)
