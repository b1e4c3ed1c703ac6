"""What a translator sees: each message in both languages with its figures, whatever state it is in."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pytest
from conftest import ROOT, Site
from small import BODY, GERMAN, SLUG, article, english, german, write_small_site

from zahlwerk.markup import pieces
from zahlwerk.preview import PreviewedArticle, PreviewedMessage, preview, render_preview
from zahlwerk.project import load_project

FIRST = "gpt-oss-120b-fine-tuning"
GERMAN_CATALOGUE = f"locales/de/LC_MESSAGES/{SLUG}.po"
BODY_TEXT = BODY.strip()
GERMAN_TEXT = GERMAN[BODY_TEXT]


@pytest.fixture
def small(tmp_path: Path) -> Site:
    return write_small_site(tmp_path / "site")


def previewed(site: Site) -> PreviewedArticle:
    (found,) = preview(load_project(site.folder), "de")
    return found


def body_of(found: PreviewedArticle) -> PreviewedMessage:
    """The message of the small article's one paragraph."""
    return next(message for message in found.messages if message.kind == "paragraph")


def plain(text: object) -> str:
    return str(text).replace("\u00a0", " ").replace("\u202f", " ")


class _Page(HTMLParser):
    """The elements of a page with their attributes, and its text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data

    def all(self, attribute: str) -> list[str]:
        return [value for _, attrs in self.elements if (value := attrs.get(attribute))]


def page_of(site: Site, language: str = "de") -> _Page:
    project = load_project(site.folder)
    return _Page(render_preview(project, preview(project, language)))


def printed(site: Site, capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert site.run("messages", "preview", *arguments) == 0
    return plain(capsys.readouterr().out)


@pytest.mark.parametrize(("language", "weights"), [("de", "233,7 GB"), ("fr", "233,7 Go")])
def test_each_language_shows_the_published_figures_in_its_own_way(
    language: str, weights: str, capsys: pytest.CaptureFixture[str]
) -> None:
    out = printed(Site(ROOT), capsys, language)
    entry = out.partition("The reason is that")[2].partition("\n\n")[0]
    source, translation = entry.split("\n")[:2]
    assert "becomes 233.7 GB of weights" in source
    assert weights in translation
    assert re.match(rf"  {language}  ", translation)
    assert "{" not in entry


def test_an_article_is_shown_in_its_order_with_kinds_headings_and_notes() -> None:
    (found,) = preview(load_project(ROOT), "de", FIRST)
    assert [message.kind for message in found.messages[:3]] == ["title", "description", "paragraph"]
    assert found.messages[2].notes == ('"master copy": the optimiser\'s copy of the weights in higher precision.',)
    assert found.messages[2].headings == ()
    lines = [message.place.line for message in found.messages]
    assert lines == sorted(lines)
    heading = next(message for message in found.messages if message.kind == "heading")
    assert (plain(heading.source), heading.headings) == ("Why the checkpoint grows to 234 GB for training", ())
    below = found.messages[found.messages.index(heading) + 1]
    assert [plain(text) for text in below.headings] == [plain(heading.source)]
    assert found.counts == {"translated": 130, "fuzzy": 0, "missing": 0}


def test_the_command_names_the_entry_and_shows_both_texts(small: Site, capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(small, capsys, "de")
    line = small.read(GERMAN_CATALOGUE).partition("#. paragraph")[0].count("\n") + 1
    assert re.search(rf"(?m)^{GERMAN_CATALOGUE}:({line}|{line + 3})  paragraph, translated$", out)
    assert "  en     Each card holds 141.1 GB, and two cards hold 282 GB.\n" in out
    assert "  de     Jede Karte fasst 141,1 GB, und zwei Karten fassen 282 GB.\n" in out
    assert out.endswith("\n3 translated, 0 fuzzy, 0 missing; no findings\n")
    assert "\x1b" not in out


def test_figures_are_bold_in_a_terminal(small: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    from rich.console import Console

    seen = io.StringIO()
    console = Console(file=seen, force_terminal=True, color_system="standard", soft_wrap=True, highlight=False)
    monkeypatch.setattr("zahlwerk.cli.preview.console_for", lambda: console)
    assert small.run("messages", "preview", "de") == 0
    assert "fasst \x1b[1m141,1\u00a0GB\x1b[0m, und \x1b[1mzwei\x1b[0m Karten" in seen.getvalue()


def test_a_fuzzy_message_shows_the_source_it_was_translated_from(
    small: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    assert small.run("messages") == 0  # notes where each message stands
    small.replace(f"content/{SLUG}.md", "cards hold", "cards together hold")
    assert small.run("messages") == 0
    capsys.readouterr()
    message = body_of(previewed(small))
    assert message.state == "fuzzy"
    assert plain(message.source) == "Each card holds 141.1 GB, and two cards together hold 282 GB."
    assert plain(message.previous) == "Each card holds 141.1 GB, and two cards hold 282 GB."
    assert plain(message.translation) == "Jede Karte fasst 141,1 GB, und zwei Karten fassen 282 GB."
    assert "  was    Each card holds 141.1 GB, and two cards hold 282 GB.\n" in printed(small, capsys, "de")
    page = page_of(small)
    assert "before: Each card holds 141.1 GB, and two cards hold 282 GB." in plain(page.text)


def test_a_blank_message_is_missing_and_says_so(small: Site, capsys: pytest.CaptureFixture[str]) -> None:
    small.replace(GERMAN_CATALOGUE, f'msgstr "{GERMAN_TEXT}"', 'msgstr ""')
    message = body_of(previewed(small))
    assert (message.state, message.translation) == ("missing", None)
    assert any("will be shown in its own language" in finding.message for finding in message.findings)
    out = printed(small, capsys, "de")
    assert "paragraph, missing\n  en     Each card holds 141.1 GB" in out
    assert "2 translated, 0 fuzzy, 1 missing; 1 finding\n" in out
    assert "There is no translation yet" in page_of(small).text


def test_a_message_without_an_entry_is_missing_too(small: Site, capsys: pytest.CaptureFixture[str]) -> None:
    small.write(f"content/{SLUG}.md", article(f"{BODY}\nA new sentence.\n"))
    out = printed(small, capsys, "de")
    assert f"{GERMAN_CATALOGUE}  paragraph, missing\n  en     A new sentence.\n" in out
    assert "run python build.py messages update" in out
    assert "no entry yet" in page_of(small).text


WRONG = {  # what is written for {card_a.memory}, with what is shown and what is found
    "misspelt": ("{card_a.memroy}", "{card_a.memroy}", 'did you mean "{card_a.memory}"?'),
    "of nothing": ("{card_x.memory}", "{card_x.memory}", "{card_x.memory} does not stand in the source"),
    "an option that is none": ("{card_a.memory[GBytes]}", "{card_a.memory[GBytes]}", "does not stand in the source"),
    "not presentable": ("{card_a.memory[kW]:.1}", "{card_a.memory[kW]:.1}", "does not stand in the source"),
    "a date in a unit": ("{data_sheet.read[GB]}", "{data_sheet.read[GB]}", "does not stand in the source"),
    "no reference": ("{card a}", "{card a}", "{card a} is not a reference"),
    "another figure": ("{pair.pool_memory}", "282 GB", "{card_a.memory} is missing"),
    "left out": ("viel", "viel", "{card_a.memory} is missing"),
}


@pytest.mark.parametrize(("written", "shown", "finding"), WRONG.values(), ids=WRONG)
def test_a_wrong_reference_is_shown_as_it_is_with_its_finding(
    small: Site, capsys: pytest.CaptureFixture[str], written: str, shown: str, finding: str
) -> None:
    small.replace(GERMAN_CATALOGUE, "fasst {card_a.memory}", f"fasst {written}")
    text = f"Jede Karte fasst {shown}, und zwei Karten fassen 282 GB."
    entry = printed(small, capsys, "de").partition("paragraph, translated")[2]
    assert text in entry
    assert "  problem: " in entry
    assert finding in entry
    page = plain(page_of(small).text)
    assert text in page
    assert finding in page


def test_findings_are_those_of_the_check(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    catalogue = f"locales/de/LC_MESSAGES/{FIRST}.po"
    site.replace(catalogue, "Der Grund: Trainings", "Der **Grund**: 1 Trainings")
    site.run("messages", "check", "de")
    checked = re.findall(rf"(?m)^{catalogue}:(\d+): (.*)$", capsys.readouterr().err)
    assert len(checked) == 2
    out = printed(site, capsys, "de")
    for line, says in checked:
        entry = out.partition(f"{catalogue}:{line}  ")[2].partition("\n\n")[0]
        assert f"\n  problem: {says}" in entry


LIVE = {
    "a script": "<script>alert()</script>",
    "an event": "<b onclick='alert()'>fett</b>",
    "a picture": "![Bild](https://elsewhere.example/bild.png)",
    "a link that runs": "[hier](javascript:alert)",
    "an address": "<https://elsewhere.example/>",
    "a link within the site": "[hier](no-such-page)",
    "an end of the element": "</span></p></div>",
    "a reference in a target": "[hier](x{card_a.memory})",
    "template code": "{{ articles }}",
}


@pytest.mark.parametrize("live", LIVE.values(), ids=LIVE)
def test_nothing_on_the_page_runs_or_leads_away(small: Site, live: str) -> None:
    sound = [tag for tag, _ in page_of(small).elements if tag not in ("span", "li", "ul", "b", "p", "a")]
    small.replace(GERMAN_CATALOGUE, "Jede Karte", f"{live} Jede Karte")
    page = page_of(small)
    assert [tag for tag, _ in page.elements if tag not in ("span", "li", "ul", "b", "p", "a")] == sound
    assert page.all("onclick") == page.all("src") == []
    ids = page.all("id")
    assert all(target.startswith("#") and target[1:] in ids for target in page.all("href"))
    assert "Jede Karte" in page.text


def test_raw_html_is_shown_as_it_was_written(small: Site) -> None:
    small.replace(GERMAN_CATALOGUE, "Jede Karte", "<b>Jede</b> Karte")
    assert "<b>Jede</b> Karte fasst 141,1 GB" in plain(page_of(small).text)


def test_figures_of_the_page_show_their_references(small: Site) -> None:
    page = page_of(small)
    titles = [attrs.get("data-reference") for tag, attrs in page.elements if attrs.get("class") == "figure"]
    assert titles == ["{card_a.memory}", "{pair.cards[words]}", "{pair.pool_memory}"] * 2
    values = [attrs["value"] for tag, attrs in page.elements if tag == "data"]
    assert values == ["141100000000", "2", "282200000000"] * 2


def test_texts_of_the_page_are_rendered_as_the_site_does(tmp_path: Path) -> None:
    source = 'The "*second*" card.'
    texts = {**GERMAN, source: 'Die "*zweite*" Karte.'}
    site = write_small_site(
        tmp_path / "site",
        articles={SLUG: article(f"{BODY}\n{source}\n")},
        languages={"en": english(), "de": german(small=texts)},
    )
    page = render_preview(load_project(site.folder), preview(load_project(site.folder), "de"))
    assert '<span lang="en" dir="ltr">The “<em>second</em>” card.</span>' in page
    assert '<span lang="de" dir="ltr">Die „<em>zweite</em>“ Karte.</span>' in page


def test_the_page_needs_nothing_beside_itself(small: Site, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "preview.html"
    assert small.run("messages", "preview", "de", SLUG, "--page", str(file)) == 0
    assert capsys.readouterr().out == f"wrote {file}: 3 translated, 0 fuzzy, 0 missing; no findings\n"
    page = _Page(file.read_text("utf-8"))
    assert page.all("src") == []
    assert [tag for tag, _ in page.elements if tag in ("link", "script", "img", "iframe")] == []
    assert all(target.startswith("#") for target in page.all("href"))
    assert len(set(page.all("id"))) == len(page.all("id")) == 3


def test_a_preview_changes_nothing(small: Site) -> None:
    before = small.tree("."), small.run("messages", "preview", "de")
    assert (small.tree("."), 0) == before


def test_several_articles_are_shown_one_after_the_other(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    languages = {"en": english(), "de": german(first=GERMAN, second=GERMAN)}
    articles = {"first": article(BODY), "second": article(BODY), "third": article(BODY)}
    site = write_small_site(tmp_path / "site", articles=articles, languages=languages)
    both, one = printed(site, capsys, "de"), printed(site, capsys, "de", "second")
    assert re.findall(r"/(\w+)\.po:\d+  title", both) == ["first", "second"]
    assert re.findall(r"/(\w+)\.po:\d+  title", one) == ["second"]
    assert site.run("messages", "preview", "de", "third") == 2
    assert "de has no catalogue of third; run python build.py messages update" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((), "the following arguments are required: LANGUAGE"),
        (("dee",), 'unknown language "dee"; did you mean "de"?'),
        (("klingon",), 'unknown language "klingon"; known languages: de, en'),
        (("de", "smal"), 'unknown article "smal"; did you mean "small"?'),
        (("en",), "en is the language that every article is written in: there is nothing to translate"),
        (("en", "small"), "en is the language that small is written in: there is nothing to translate"),
        (("de", "--pages"), 'preview knows no "--pages"; did you mean "--page"?'),
        (("de", "--page", "small.po"), "small.po is no name of a page; end it with .html"),
        (("de", "--page", "nowhere/preview.html"), "nowhere/preview.html cannot be written"),
    ],
)
def test_a_misuse_of_preview_is_told(
    arguments: tuple[str, ...], says: str, small: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    assert small.run("messages", "preview", *arguments) == 2
    assert says in capsys.readouterr().err


def damage_catalogue(site: Site) -> None:
    site.replace(GERMAN_CATALOGUE, 'msgstr "Ein kleiner', "msgstr Ein kleiner")


def damage_facts(site: Site) -> None:
    site.replace("facts/facts.yaml", "memory: 141.1 GB", "memory: 141.1 GBB")


def damage_template(site: Site) -> None:
    site.write("templates/workbench/preview.html", "{{ nobody }}")


def lose_template(site: Site) -> None:
    (site.folder / "templates/workbench/preview.html").unlink()


@pytest.mark.parametrize("damage", [damage_catalogue, damage_facts, damage_template, lose_template])
def test_what_cannot_be_read_is_a_problem(
    damage: Callable[[Site], None], small: Site, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    damage(small)
    assert small.run("messages", "preview", "de", "--page", str(tmp_path / "preview.html")) == 1
    errors = capsys.readouterr().err
    assert re.search(r"(?m)^(locales|facts|templates)/", errors)
    assert "fault of Zahlwerk" not in errors
    assert not (tmp_path / "preview.html").exists()


def test_control_characters_do_not_reach_the_terminal(small: Site, capsys: pytest.CaptureFixture[str]) -> None:
    small.replace(GERMAN_CATALOGUE, "Jede Karte", "\x1b[31mJede Karte")
    assert r"\x1b[31mJede Karte" in printed(small, capsys, "de")


@pytest.mark.parametrize(
    ("text", "references"),
    [
        ("{a.b} and {c.d[GB]:.1}", ["{a.b}", "{c.d[GB]:.1}"]),
        ("`{a.b}` is code, {a.b} is not", ["{a.b}"]),
        (r"\{a.b} is none, **[{a.b}](page)** is one", ["{a.b}"]),
        ("[link]({a.b}) and ![{a.b}](picture)", []),
        ("", []),
    ],
)
def test_a_text_is_cut_only_where_a_figure_will_stand(text: str, references: list[str]) -> None:
    found = list(pieces(text))
    assert [piece for piece, is_reference in found if is_reference] == references
    assert "".join(piece for piece, _ in found) == text


def test_the_guide_shows_what_preview_prints(capsys: pytest.CaptureFixture[str]) -> None:
    guide = (ROOT / "docs" / "translating.md").read_text("utf-8")
    block = guide.partition("$ python build.py messages preview de\n")[2].partition("\n```")[0]
    excerpts = [part.strip("\n") for part in block.split("…\n") if part.strip()]
    assert len(excerpts) == 2

    def without_lines(text: str) -> str:
        return re.sub(r"\.po:\d+", ".po", plain(text))

    out = without_lines(printed(Site(ROOT), capsys, "de"))
    for excerpt in excerpts:
        assert f"\n{without_lines(excerpt)}\n" in out
