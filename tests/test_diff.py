"""What differs from a revision of git is what the pages of both show; what cannot be compared is said plainly."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from conftest import Site
from foretold import fingerprint, shown_figures
from markdown_it import MarkdownIt
from repository import Repository, begin_repository, without_own_settings
from small import FACTS, GERMAN, SLUG, article, english, german, write_small_site

from zahlwerk.cli import main

FILE, CONTENT, CATALOGUE = "facts/facts.yaml", f"content/{SLUG}.md", f"locales/de/LC_MESSAGES/{SLUG}.po"
FIRST = "Each card holds {card_a.memory}, and {pair.cards[words]} cards hold {pair.pool_memory}."
SECOND = "Each card draws {card_a.power} from the server."
BODY = f"<!-- claim: {{pair.pool_memory}} < 300 GB -->\n{FIRST}\n\n## Power\n\n{SECOND}\n"
WORDS = {**GERMAN, "Power": "Leistung", SECOND: "Jede Karte nimmt {card_a.power} vom Server auf."}


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    """A small site, committed."""
    languages = {"en": english(), "de": german(small=WORDS)}
    site = write_small_site(tmp_path / "small", articles={SLUG: article(BODY)}, languages=languages)
    begin_repository(site.folder, monkeypatch, "--initial-branch=main").commit("2026-05-01")
    return site


def document_of(site: Site, capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    """The document that the command prints."""
    capsys.readouterr()
    assert site.run("diff", *arguments, "--json") == 0
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document


def changed_texts(document: dict[str, Any]) -> list[tuple[str, dict[str, str]]]:
    """What happened to each text, and how it stands in each language."""
    return [
        (change["change"], {said["language"]: said["state"] for said in change["languages"]})
        for change in document["texts"]
    ]


def test_what_is_told_of_figures_is_what_the_pages_of_both_show(
    small: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    before = shown_figures(small.check())
    small.replace(FILE, "memory: 141.1 GB", "memory: 142.2 GB")
    after = shown_figures(small.check())
    document = document_of(small, capsys)
    told = {
        (one["reference"], one["language"]): (one["before"], one["after"])
        for change in document["figures"]
        if change["displayed"]
        for one in change["shown"]
    }
    assert told == {key: (before[key], after[key]) for key in before if before[key] != after[key]}
    assert ("{pair.pool_memory}", "de") in told
    assert changed_texts(document) == [("figures", {"de": "translated", "en": "source"})]
    exact = {change["figure"]: (change["before"]["value"], change["after"]["value"]) for change in document["figures"]}
    assert exact["pair.pool_memory"] == ("282200000000", "284400000000")


def test_a_source_that_changed_without_its_translation_is_named(
    small: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    small.replace(CONTENT, "from the server", "from the whole server")
    document = document_of(small, capsys)
    assert changed_texts(document) == [("rewritten", {"de": "stale", "en": "source"})]
    (text,) = document["texts"]
    assert [run[0] for run in text["languages"][0]["changes"]] == ["old", "new"]
    told = {said["language"]: said for said in text["languages"]}
    assert told["de"]["before"] == "Jede Karte nimmt 600\xa0W vom Server auf."
    assert told["de"]["after"] == told["en"]["after"] == "Each card draws 600\xa0W from the whole server."
    assert [run for run in told["en"]["changes"] if run[0] == "new"] == [["new", " whole"]]
    small.run("messages", "update")
    assert changed_texts(document_of(small, capsys)) == [("rewritten", {"de": "stale", "en": "source"})]
    assert small.run("diff") == 0
    printed = capsys.readouterr().out
    assert f"  {CONTENT}:14  de  its translation is of the earlier text, so the text itself is shown\n" in printed


def test_a_translation_that_was_left_as_it_is_is_told_apart_from_a_stale_one(
    small: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in (CONTENT, CATALOGUE):
        small.replace(name, "from the server", "from the whole server")
    assert changed_texts(document_of(small, capsys)) == [("rewritten", {"de": "kept", "en": "source"})]
    small.replace(CATALOGUE, "vom Server", "vom ganzen Server")
    assert changed_texts(document_of(small, capsys)) == [("rewritten", {"de": "translated", "en": "source"})]


def test_texts_that_are_new_gone_or_only_translated_otherwise_are_told_apart(
    small: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    small.replace(CATALOGUE, "nimmt", "zieht")
    small.replace(CONTENT, FIRST, "A wholly unlike remark, of some length, about nothing in particular.")
    document = document_of(small, capsys)
    assert changed_texts(document) == [
        ("added", {"de": "untranslated", "en": "source"}),
        ("translation", {"de": "translated"}),
        ("removed", {"de": "gone", "en": "gone"}),
    ]
    assert [(claim["change"], claim["claim"]) for claim in document["claims"]] == []


def test_a_text_that_moved_is_no_change(small: Site, capsys: pytest.CaptureFixture[str]) -> None:
    small.replace(CONTENT, f"## Power\n\n{SECOND}\n", "")
    small.replace(CONTENT, "<!-- claim", f"## Power\n\n{SECOND}\n\n<!-- claim")
    assert document_of(small, capsys)["texts"] == []


def test_a_line_above_facts_and_quotations_is_no_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    quoted = FACTS.replace("    read: ", "    quotes: {slow: {text: It is slow., where: page one}}\n    read: ", 1)
    body = f"{BODY}\nThe maker says: {{data_sheet.slow}}\n"
    site = write_small_site(
        tmp_path / "quoted", facts=quoted, articles={SLUG: article(body)}, languages={"en": english()}
    )
    begin_repository(site.folder, monkeypatch, "--initial-branch=main").commit("2026-05-01")
    site.write(FILE, f"# A remark.\n{site.read(FILE)}")
    assert site.run("diff") == 0
    assert capsys.readouterr().out.startswith("nothing that is compared differs from HEAD (")


def test_claims_counts_and_articles_are_compared(small: Site, capsys: pytest.CaptureFixture[str]) -> None:
    small.replace(FILE, "cards: 2}", "cards: 3}")
    small.replace(CONTENT, "## Power", "<!-- claim: {card_a.power} == 600 W -->\n## Power")
    small.write("content/other.md", article("Nothing but words stands here.\n", title="Another article"))
    document = document_of(small, capsys)
    assert {claim["claim"]: claim["change"] for claim in document["claims"]} == {
        "{pair.pool_memory} < 300 GB": "turns false",
        "{card_a.power} == 600 W": "added",
    }
    assert document["articles"] == [{"before": None, "after": "other", "languages": {"before": [], "after": ["en"]}}]
    small.replace(FILE, "cards: 3}", "cards: 1}")
    assert {(one["language"], one["form"]["after"], one["read"]) for one in document_of(small, capsys)["counts"]} == {
        ("de", "one, in words", False), ("en", "one, in words", False),
    }  # fmt: skip


def test_an_article_that_was_renamed_is_the_same(small: Site, capsys: pytest.CaptureFixture[str]) -> None:
    text = small.read(CONTENT).replace("kind: article\n", f"kind: article\nmoved_from: [{SLUG}]\n")
    small.write("content/large.md", text)
    (small.folder / CONTENT).unlink()
    (small.folder / CATALOGUE).rename(small.folder / CATALOGUE.replace(f"{SLUG}.po", "large.po"))
    document = document_of(small, capsys)
    assert [(one["before"], one["after"]) for one in document["articles"]] == [(SLUG, "large")]
    assert document["texts"] == []


def test_nothing_is_written(small: Site, capsys: pytest.CaptureFixture[str]) -> None:
    small.replace(FILE, "memory: 141.1 GB", "memory: 142.2 GB")
    before = fingerprint(small.folder)
    for arguments in ([], ["HEAD", "--json"], ["main", "--markdown"], ["nowhere"]):
        small.run("diff", *arguments)
    assert fingerprint(small.folder) == before


def test_no_difference_is_told_in_a_line(small: Site, capsys: pytest.CaptureFixture[str]) -> None:
    assert small.run("diff", "main") == 0
    assert capsys.readouterr().out.startswith("nothing that is compared differs from main (")


def test_a_project_below_the_root_of_its_repository_is_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    site = write_small_site(tmp_path / "whole" / "site")
    (tmp_path / "whole" / FILE).parent.mkdir()
    (tmp_path / "whole" / FILE).write_text("not: [these", "utf-8")
    begin_repository(tmp_path / "whole", monkeypatch).commit("2026-05-01")
    site.replace(FILE, "memory: 141.1 GB", "memory: 142.2 GB")
    changed = {change["figure"] for change in document_of(site, capsys)["figures"]}
    assert {"card_a.memory", "pair.pool_memory"} <= changed


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("mian", 'unknown revision "mian"; did you mean "main"?'),
        ("0123abcd", 'unknown revision "0123abcd"; give a branch, a tag or a commit of this repository'),
        ("HEAD~7", 'unknown revision "HEAD~7"; give a branch, a tag or a commit of this repository'),
        ("", 'unknown revision ""'),
        ("HEAD:content", 'unknown revision "HEAD:content"'),
    ],
)
def test_an_unknown_revision_is_a_misuse(
    small: Site, capsys: pytest.CaptureFixture[str], given: str, said: str
) -> None:
    assert small.run("diff", given) == 2
    printed = capsys.readouterr()
    assert said in printed.err
    assert (printed.out, "Traceback" in printed.err) == ("", False)


def test_a_folder_without_a_repository_is_said_to_be_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    site = write_small_site(tmp_path / "small")
    without_own_settings(site.folder, monkeypatch)
    assert site.run("diff") == 2
    assert "is in no git repository" in capsys.readouterr().err
    Repository(site.folder).git("init", "--quiet")
    assert site.run("diff") == 2
    assert "the repository has no commit yet" in capsys.readouterr().err
    monkeypatch.setenv("PATH", str(tmp_path))
    assert site.run("diff") == 2
    assert "git cannot be run" in capsys.readouterr().err


def test_a_clone_that_holds_a_part_of_the_history_is_said_to(
    small: Site, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    small.replace(FILE, "memory: 141.1 GB", "memory: 142.2 GB")
    Repository(small.folder).commit("2026-05-02")
    Repository(tmp_path).git("clone", "--quiet", "--depth=1", f"file://{small.folder}", "clone")
    assert Site(tmp_path / "clone").run("diff", "HEAD~1") == 2
    assert "git fetch --unshallow" in capsys.readouterr().err


def test_facts_of_then_that_cannot_be_read_now_are_named_with_their_revision(
    small: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    small.replace(FILE, "    power: 600 W\n", "    watts: 600 W\n")
    Repository(small.folder).commit("2026-05-02")
    small.replace(FILE, "    watts: 600 W\n", "    power: 600 W\n")
    assert small.run("diff") == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert 'HEAD:facts/facts.yaml:16: unknown field of the card card_a: "watts"' in printed.err
    assert "the project of HEAD (" in printed.err
    assert "cannot be read by this version of Zahlwerk, so nothing was compared" in printed.err
    assert small.run("diff", "HEAD~1") == 0


def test_a_project_that_is_unsound_now_is_told_as_ever(small: Site, capsys: pytest.CaptureFixture[str]) -> None:
    small.replace(FILE, "    power: 600 W\n", "    watts: 600 W\n")
    assert small.run("diff") == 1
    assert capsys.readouterr().err.startswith("facts/facts.yaml:11: the card card_a lacks power")


def test_settings_and_templates_of_then_need_not_be_readable(small: Site, capsys: pytest.CaptureFixture[str]) -> None:
    settings = small.read("pyproject.toml")
    small.write("pyproject.toml", f"{settings}\ncolour = 'blue'\n")
    small.write("templates/page.html", "{% if %}")
    Repository(small.folder).commit("2026-05-02")
    small.write("pyproject.toml", settings)
    (small.folder / "templates/page.html").unlink()
    small.replace(FILE, "memory: 141.1 GB", "memory: 142.2 GB")
    assert "card_a.memory" in {change["figure"] for change in document_of(small, capsys)["figures"]}


def test_a_comment_can_be_pasted(small: Site, capsys: pytest.CaptureFixture[str]) -> None:
    small.replace(FILE, "memory: 141.1 GB", "memory: 160 GB")
    small.replace(CONTENT, "from the server", "from the *whole* server | rack")
    capsys.readouterr()
    assert small.run("diff", "main", "--markdown") == 0
    text = capsys.readouterr().out
    html = MarkdownIt("commonmark", {"html": True}).enable("table").render(text)
    assert text.startswith("### What changes since main (")
    assert "<td>de</td>\n<td>141,1\xa0GB</td>\n<td>160\xa0GB</td>" in html
    assert "<strong>turns false: 320,000,000,000 against 300,000,000,000 byte</strong>" in html
    assert "<del>141.1\xa0GB</del><ins>160\xa0GB</ins>" in html
    assert "*whole*" in html
    assert "<em>" not in html
    assert html.count("<details>") == html.count("</details>") > 0
    assert f"{CONTENT}:14: de: its translation is of the earlier text" in html
    assert small.run("diff", "--markdown", "--json") == 2


def test_a_long_comment_is_cut(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    site = write_small_site(
        tmp_path / "small", articles={SLUG: article("Nothing here.\n")}, languages={"en": english()}
    )
    begin_repository(site.folder, monkeypatch).commit("2026-05-01")
    site.write(CONTENT, article("\n\n".join(f"Remark {chr(97 + n % 26) * (n + 1)}." for n in range(300))))
    capsys.readouterr()
    assert site.run("diff", "--markdown") == 0
    text = capsys.readouterr().out
    assert "and 261 more" in text
    assert len(text) < 20_000


def test_this_very_project_is_compared_with_what_it_was_before_a_fact_changed(
    site: Site, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    begin_repository(site.folder, monkeypatch).commit("2026-05-01")
    site.replace(FILE, "measured_rate:\n      value: 185 GB/s", "measured_rate:\n      value: 200 GB/s")
    foretold = json.loads(_printed(["impact", "nvlink4.measured_rate=185 GB/s", "--json"], site, capsys))
    document = document_of(site, capsys)
    turned = [
        {**change, "shown": [{**one, "before": one["after"], "after": one["before"]} for one in change["shown"]]}
        for change in foretold["figures"]
    ]
    assert [(c["figure"], c["shown"]) for c in document["figures"]] == [(c["figure"], c["shown"]) for c in turned]
    assert document["stays"]["figures in all"] == foretold["stays"]["figures in all"]


def _printed(arguments: list[str], site: Site, capsys: pytest.CaptureFixture[str]) -> str:
    capsys.readouterr()
    assert main(arguments, site.folder) == 0
    return capsys.readouterr().out


def test_sources_of_the_small_site_hold_what_these_tests_replace() -> None:
    assert "memory: 141.1 GB" in FACTS
    assert "cards: 2}" in FACTS
