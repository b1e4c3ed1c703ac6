"""Pseudo-languages, their pages: the same figures, a direction of their own, and nothing for search engines."""

from __future__ import annotations

import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import polib
import pytest
import yaml
from conftest import ROOT, Site
from small import BODY, GERMAN, SLUG, Language, article, english, german, html_of, write_small_site

from zahlwerk.build import Checked, Wanted, check

ARTICLE = "gpt-oss-120b-fine-tuning"
REAL, PSEUDO = ("de", "en", "fr"), ("en-XA", "en-XB")
ROBOTS = '<meta name="robots" content="noindex">'
OVERRIDE = "\u202e"

NO_TRANSLATOR_S = {  # patterns of words without accents that are right like this
    "GPU server guides": "the site's name, a setting",
    "sales@example.com": "an address",
    "JSON": "the name of a file format, beside the sentence that says so",
    "CSV": "likewise",
    "and": "joins what a chart says aloud, by CLDR's lists",
    "XA": "the mark of the pseudo-language, behind its name",
    r"[0-9]{1,2} [A-Z][a-z]+ [0-9]{4}": "a date, whose months are CLDR's",
    r"[0-9.]+e-?[0-9]+": "a number in scientific form",
}


class _Page(HTMLParser):
    """What the test reads of a page by itself: figures, attributes of the root, links of the head and of the switch."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.figures: Counter[tuple[str, str, str]] = Counter()
        self.root: dict[str, str | None] = {}
        self.alternates: list[str | None] = []
        self.switch: list[str | None] = []
        self.in_contents = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.in_contents = self.in_contents or found.get("class") == "contents"
        if tag == "html":
            self.root = found
        elif tag == "data" and not self.in_contents:
            self.figures[str(found["data-ref"]), str(found["data-show"]), str(found["value"])] += 1
        elif found.get("rel") == "alternate" and "hreflang" in found:
            self.alternates.append(found["hreflang"])
        elif "hreflang" in found:
            self.switch.append(found["hreflang"])

    def handle_endtag(self, tag: str) -> None:
        self.in_contents = self.in_contents and tag != "nav"


class _Words(HTMLParser):
    """The words of a page that say they are in one language, with what they stand in."""

    def __init__(self, html: str, language: str) -> None:
        super().__init__()
        self.language = language
        self.open: list[tuple[str, str]] = []  # tags, and the language within
        self.found: list[tuple[str, str]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        language = given.get("lang") or (self.open[-1][1] if self.open else "")
        if tag not in ("meta", "link", "br", "hr", "img"):
            self.open.append((tag, language))
        told = [given[name] for name in ("aria-label", "title", "alt", "placeholder") if name in given]
        if (given.get("name") or given.get("property")) in ("description", "og:title", "og:description"):
            told.append(given["content"])
        self.found += [(tag, text) for text in told if text and language == self.language]

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        tag, language = self.open[-1] if self.open else ("", "")
        if language == self.language and not {"code", "script", "style", "time"} & {name for name, _ in self.open}:
            self.found.append((tag, data))


def untranslated(html: str, language: str) -> list[str]:
    """The texts of a page in an accented language that hold a word without an accent, apart from names and units."""
    names = yaml.safe_load((ROOT / "facts/names.yaml").read_text("utf-8"))["names"]
    catalogue = polib.pofile(str(ROOT / "locales/en/LC_MESSAGES/site.po"))
    units = [e.msgstr for e in catalogue if (e.msgctxt or "").startswith(("unit.", "scale."))]
    kept = {*names, *(unit.replace("{figure}", "").strip() for unit in units)}
    patterns = [*NO_TRANSLATOR_S, *(re.escape(text) for text in sorted(kept, key=lambda text: -len(text)))]
    free = re.compile(rf"(?<!\w)(?:{'|'.join(patterns)})(?!\w)")
    return [f"{tag}: {text}" for tag, text in _Words(html, language).found if re.search("[A-Za-z]", free.sub("", text))]


@pytest.fixture(scope="module")
def built() -> Checked:
    """This very project with its pseudo-languages, every check passed."""
    return check(ROOT, Wanted(strict=True, pseudo=True))


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Site:
    return write_small_site(tmp_path_factory.mktemp("pseudo") / "site")


@pytest.fixture(scope="module")
def small_built(small: Site) -> Checked:
    return check(small.folder, Wanted(strict=True, pseudo=True))


def page(checked: Checked, tag: str, slug: str = ARTICLE) -> _Page:
    return _Page(html_of(checked, f"{tag}/{slug}/index.html"))


def tags(checked: Checked) -> set[str]:
    return {page.file.partition("/")[0] for page in checked.pages if page.language}


def test_each_figure_has_the_same_exact_value_in_all_languages(built: Checked) -> None:
    source = (ROOT / f"content/{ARTICLE}.md").read_text("utf-8")
    written = set(re.findall(r"\{([a-z0-9_]+\.[a-z0-9_]+)[^{} ]*\}", re.sub(r"<!--.*?-->", "", source, flags=re.S)))
    drawn = "".join(re.findall(r"(?m)^```chart\n(?:.*\n)*?```$", source))
    written |= set(re.findall(r"(?m)^ +[a-z]+: ([a-z0-9_]+\.[a-z0-9_]+)", drawn))
    shown = {tag: page(built, tag).figures for tag in (*REAL, *PSEUDO)}
    assert len(shown["en"]) > 100
    assert all(figures == shown["en"] for figures in shown.values())
    dates_and_quotations = {name for name in written if name.endswith((".read", ".published", "_training", "_node"))}
    assert written - dates_and_quotations == {reference for reference, _, _ in shown["en-XB"]}


@pytest.mark.parametrize(("tag", "direction"), [("en", "ltr"), ("en-XA", "ltr"), ("en-XB", "rtl")])
def test_a_page_names_its_language_and_direction(built: Checked, tag: str, direction: str) -> None:
    assert page(built, tag).root == {"lang": tag, "dir": direction}
    assert f'<meta property="og:locale" content="{tag.replace("-", "_")}' in html_of(
        built, f"{tag}/{ARTICLE}/index.html"
    )


@pytest.mark.parametrize("slug", [ARTICLE, ""], ids=["article", "start page"])
@pytest.mark.parametrize("tag", [*REAL, *PSEUDO])
def test_search_engines_find_only_what_is_for_readers(built: Checked, tag: str, slug: str) -> None:
    html = html_of(built, f"{tag}/{slug}/index.html" if slug else f"{tag}/index.html")
    default = () if slug else ("x-default",)
    assert (ROBOTS in html) == (tag in PSEUDO)
    assert _Page(html).alternates == [*REAL, *default]
    assert _Page(html).switch == [*REAL, *PSEUDO]


def test_the_choice_of_languages_offers_pseudo_languages_to_people_alone(built: Checked) -> None:
    html = html_of(built, "index.html")
    assert ROBOTS not in html
    assert _Page(html).switch == [*PSEUDO]  # links, and no alternates
    assert '<meta name="description" content="GPU server guides: Deutsch, English, Français">' in html


def test_messages_stand_in_brackets_and_parts_of_sentences_do_not(built: Checked) -> None:
    html = html_of(built, f"en-XA/{ARTICLE}/index.html")
    body = html.partition('<div class="text">')[2].partition('<section class="how"')[0]
    body = re.sub(r'<section class="planner".*?</section>', "", body, flags=re.DOTALL)  # whose parts are put together
    paragraphs = re.findall("<p>(.*?)</p>", body)
    assert len(paragraphs) > 20
    assert [text for text in paragraphs if not re.fullmatch("⟦[^⟦⟧]+⟧", text)] == []
    assert ">åƀööûûť 65\u00a0GB</data>" in html
    assert ">ƒööûûŕ</data>" in html
    assert "<dt>⟦Ṽåľûûéé⟧</dt>" in html
    assert ">ľîîšťééď ṁééṁööŕýý ṗééŕ çåååŕď <span" in html


@pytest.mark.parametrize("slug", [ARTICLE, ""], ids=["article", "start page"])
def test_every_word_that_readers_see_comes_from_a_catalogue(built: Checked, slug: str) -> None:
    html = html_of(built, f"en-XA/{slug}/index.html" if slug else "en-XA/index.html")
    assert sorted(set(untranslated(html, "en-XA"))) == []


def test_a_word_that_comes_from_no_catalogue_is_seen(built: Checked) -> None:
    html = html_of(built, f"en-XA/{ARTICLE}/index.html")
    footer = '<footer class="site">'
    assert footer in html
    for planted in ("<p>Typed here</p>", '<p title="Typed here"></p>', "<p>⟦Ĥåļƒ⟧ Typed here</p>"):
        assert len(untranslated(html.replace(footer, footer + planted), "en-XA")) == 1
    quoted = '<p><q lang="en">Typed there</q> <code>typed</code></p>'
    assert untranslated(html.replace(footer, footer + quoted), "en-XA") == []


def test_emphasis_at_the_edges_of_a_message_is_emphasis(tmp_path: Path) -> None:
    body = "**Bold** text\n\nText in *slanted*\n\n_Both_ and **more**\n"
    site = write_small_site(tmp_path / "site", articles={SLUG: article(body)}, languages={"en": english()})
    html = html_of(check(site.folder, Wanted(pseudo=True)), f"en-XA/{SLUG}/index.html")
    assert "<p>⟦<strong>Ɓöööľď</strong> ťéééẍť⟧</p>" in html
    assert "<em>šľååñťéééď</em>⟧</p>" in html
    assert "<p>⟦<em>Ɓööťĥ</em> ååñď <strong>ṁööŕééé</strong>⟧</p>" in html


def test_units_numbers_and_quotation_marks_are_those_of_the_language(small_built: Checked) -> None:
    for tag in ("en", *PSEUDO):
        html = html_of(small_built, f"{tag}/{SLUG}/index.html")
        assert ">141.1\u00a0GB</data>" in html
        assert "4 March 2026" in html


def test_a_pseudo_language_has_the_name_of_its_language_with_a_mark(small_built: Checked) -> None:
    html = html_of(small_built, f"en/{SLUG}/index.html")
    assert 'lang="en-XA">⟦Ééñĝľîîîšĥ⟧ XA</a>' in html
    assert f'lang="en-XB">⟦\u200f{OVERRIDE}English\u202c\u200f⟧ XB</a>' in html


def test_without_the_option_nothing_is_another(tmp_path: Path) -> None:
    site = write_small_site(tmp_path / "site")
    assert site.run("messages", "update") == 0
    sources = site.tree("locales")
    assert site.run("build", "--out", str(site.folder / "before")) == 0
    assert site.run("build", "--pseudo") == 0
    assert {name.partition("/")[0] for name in site.tree()} >= set(PSEUDO)
    assert site.tree()[f"data/{SLUG}.json"] == site.tree("before")[f"data/{SLUG}.json"]
    assert site.run("messages", "update") == 0
    assert site.tree("locales") == sources
    assert site.run("build") == 0
    assert site.tree() == site.tree("before")


def test_a_check_holds_for_pseudo_languages_and_writes_nothing(small: Site, capsys: pytest.CaptureFixture[str]) -> None:
    assert small.run("check", "--pseudo") == 0
    assert "9 pages, 3 figures shown, in de, en, en_XA, en_XB; nothing written" in capsys.readouterr().out
    assert not (small.folder / "public").exists()


def test_a_finding_is_told_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    site = write_small_site(tmp_path / "site", articles={SLUG: article("It has two cards and {card_a.memroy}.\n")})
    assert site.run("check", "--pseudo") == 1
    assert "\n2 problems, " in capsys.readouterr().err


@pytest.mark.parametrize("broken", [False, True], ids=["sound", "unreadable"])
def test_a_language_of_that_name_on_disk_is_refused(
    tmp_path: Path, broken: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    languages = {"en": english(), "en_XA": Language("en", "en_GB", "By hand")}
    site = write_small_site(tmp_path / "site", languages=languages)
    assert site.run("check") == 0
    if broken:
        site.replace("facts/facts.yaml", "141.1 GB", "141.1 GX")
    assert site.run("check", "--pseudo") == 1
    said = '"en_XA" is the pseudo-language that is made of "en", and cannot be one of its own'
    assert f"locales/en_XA: {said}; rename the folder, or build without --pseudo" in capsys.readouterr().err


def test_a_chosen_language_brings_its_pseudo_languages(small: Site) -> None:
    assert tags(check(small.folder, Wanted(frozenset(["en"]), pseudo=True))) == {"en", *PSEUDO}
    assert tags(check(small.folder, Wanted(frozenset(["de"]), pseudo=True))) == {"de"}


def test_every_language_that_an_article_is_written_in_has_them(tmp_path: Path) -> None:
    articles = {SLUG: article(BODY), "zweiter": article("Worte.\n", language="de", title="Ein anderer")}
    site = write_small_site(
        tmp_path / "site", articles=articles, languages={"en": english(), "de": german(small=GERMAN)}
    )
    checked = check(site.folder, Wanted(pseudo=True))
    assert tags(checked) == {"de", "en", "de-XA", "de-XB", *PSEUDO}
    assert "<p>⟦Ŵööŕťéé.⟧</p>" in html_of(checked, "de-XA/zweiter/index.html")
    assert "<p>⟦Ĵééďéé Ķååŕťéé" in html_of(checked, f"de-XA/{SLUG}/index.html")  # from the translation
    assert "en-XA/zweiter/index.html" not in {page.file for page in checked.pages}


def test_what_a_language_has_not_translated_is_not_translated_in_its_pseudo_language(tmp_path: Path) -> None:
    articles = {SLUG: article(f"{BODY}\nNobody knows.\n"), "zweiter": article("Worte.\n", language="de")}
    site = write_small_site(
        tmp_path / "site", articles=articles, languages={"en": english(), "de": german(small=GERMAN)}
    )
    html = html_of(check(site.folder, Wanted(pseudo=True)), f"de-XA/{SLUG}/index.html")
    assert '<p lang="en">Nobody knows.</p>' in html


def test_a_language_with_a_region_keeps_it(tmp_path: Path) -> None:
    site = write_small_site(
        tmp_path / "site",
        articles={SLUG: article(BODY, language="en_GB")},
        languages={"en_GB": Language("en", "en_GB", "English")},
    )
    checked = check(site.folder, Wanted(pseudo=True))
    assert tags(checked) == {"en-GB", "en-GB-x-xa", "en-GB-x-xb"}
    assert page(checked, "en-GB-x-xb", SLUG).root == {"lang": "en-GB-x-xb", "dir": "rtl"}
