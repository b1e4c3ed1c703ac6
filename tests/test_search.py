"""The search index: what is to be found in a page, by which heading; the same files for the same pages."""

from __future__ import annotations

import json
import shutil
import stat
from pathlib import Path

import pytest
from conftest import Site
from small import SLUG, english, write_small_site

from zahlwerk import pagefind
from zahlwerk.build import Checked, Wanted, check
from zahlwerk.problems import BuildFailed
from zahlwerk.search import FOLDER, search_files, searchable
from zahlwerk.site import OutputFile

PAGE = """<!doctype html>
<html lang="de"><head><title>Not this</title></head><body>
<header>Not this</header>
<article data-pagefind-body>
<header><h1 id="title">A <em>title</em> &amp; more</h1><p>Not this</p></header>
<div class="text">
<p>It holds <a class="figure" href="#x"><data>233,7\u00a0GB</data></a> in<br>all.</p>
<nav>Not this</nav><svg><text>Not this</text></svg>
<h2 id="second">Grows to <data>234\u202fGB</data></h2>
<table><tr><td>one</td><td>two</td></tr></table>
<p data-pagefind-ignore>Not <b>this</b></p>
</div>
</article>
<section id="how"><p>Not this</p>
<section id="how-a.b"><h3 data-pagefind-body>weights <span>on four cards</span></h3>
<dl><dt>Not this</dt><dd data-pagefind-body><strong>58,4 GB</strong></dd><dd>Not this</dd></dl></section>
</section>
</body></html>
"""
FOUND = """<!doctype html>
<html lang="de"><head><title>A title &amp; more</title></head>
<body data-pagefind-body><h1>A title &amp; more</h1>
<p>It holds 233,7 GB in</p>
<p>all.</p>
<h2 id="second">Grows to 234 GB</h2>
<p>one</p>
<p>two</p>
<h2 id="how-a.b">weights · on four cards</h2>
<p>58,4 GB</p>
</body></html>
"""


@pytest.fixture
def small(tmp_path: Path) -> Site:
    return write_small_site(tmp_path / "site")


def test_what_is_marked_is_found_below_its_heading_and_nothing_else() -> None:
    assert searchable(PAGE) == FOUND


def test_each_derivation_of_an_article_is_found_by_its_name(checked: Checked) -> None:
    (html,) = [page.html for page in checked.pages if page.file == "en/gpt-oss-120b-fine-tuning/index.html"]
    found = searchable(html)
    name = "traffic per card for both passes · BF16 LoRA on four H200 NVL"
    assert (
        f'<h2 id="how-lora_4x_h200.gather_bytes">{name}</h2>\n<p>350 GB · exactly 350,487,470,016 bytes</p>\n' in found
    )
    assert found.count("<h2 ") > 200
    assert "Formula" not in found


def test_the_same_pages_give_the_same_files() -> None:
    pages = [
        OutputFile(
            f"{tag}/{number}/index.html", PAGE.replace("all.", f"all {number}.").replace('"de"', f'"{tag}"').encode()
        )
        for tag in ("de", "en", "fr", "pt")
        for number in range(30)
    ]
    one = search_files(pages)
    assert len({file.file for file in one}) == len(one) > len(pages)
    for other in ([*reversed(pages)], pages[::2] + pages[1::2], pages):
        assert search_files(other) == one


def test_every_language_has_its_index_and_no_look_but_the_sites_own(checked: Checked) -> None:
    files = {file.file.removeprefix(FOLDER): file.content for file in search_files(checked.files)}
    assert set(json.loads(files["pagefind-entry.json"])["languages"]) == {"de", "en", "fr"}
    assert {"pagefind.js", "pagefind-worker.js", "wasm.de.pagefind"} <= set(files)
    assert [name for name in files if name.endswith(".css") or "ui" in name or "highlight" in name] == []


def test_pages_that_mark_nothing_have_no_index() -> None:
    assert search_files([OutputFile("index.html", b"<p>Words</p>")]) == []


def test_a_build_writes_the_index_and_the_next_one_changes_nothing(
    small: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    assert small.run("build") == 0
    html = small.read(f"public/en/{SLUG}/index.html")
    assert f'data-folder="/{FOLDER}"' in html
    assert 'src="/assets/search.js"' in html
    assert (small.folder / "public" / FOLDER / "pagefind.js").exists()
    capsys.readouterr()
    assert small.run("build") == 0
    assert "; 0 of " in capsys.readouterr().out


def test_an_index_that_is_no_longer_wanted_is_deleted(small: Site, capsys: pytest.CaptureFixture[str]) -> None:
    assert small.run("build") == 0
    assert small.run("build", "--no-search") == 0
    assert capsys.readouterr().out.splitlines()[1] == "the pages have no search, as asked for"
    assert not (small.folder / "public" / FOLDER).exists()
    assert "search.js" not in small.read(f"public/en/{SLUG}/index.html")


def test_a_build_without_the_program_has_no_search_and_says_so(
    small: Site, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pagefind, "find_spec", lambda name: None)
    monkeypatch.setenv("PATH", "/nowhere")
    assert small.run("build") == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "the pages have no search, since Pagefind is not installed; pip install pagefind-bin brings it"
    assert "search.js" not in small.read(f"public/en/{SLUG}/index.html")


def test_a_site_without_articles_offers_no_search(tmp_path: Path) -> None:
    site = write_small_site(tmp_path / "site", articles={}, languages={"en": english()})
    assert site.run("build") == 0
    assert "search.js" not in site.read("public/en/index.html")
    assert not (site.folder / "public" / FOLDER).exists()


def test_a_base_path_leads_to_the_index(small: Site) -> None:
    checked = check(small.folder, Wanted(base_url="https://www.example.com/docs/"))
    (html,) = [page.html for page in checked.pages if page.file == f"en/{SLUG}/index.html"]
    assert f'data-folder="/docs/{FOLDER}"' in html


def test_a_program_that_fails_is_told_as_a_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "pagefind"
    program.write_text("#!/bin/sh\necho out of memory >&2\nexit 3\n", "utf-8")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setattr(pagefind, "find_spec", lambda name: None)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    assert shutil.which("pagefind") == str(program)
    with pytest.raises(BuildFailed, match="cannot make the search index: out of memory"):
        search_files([OutputFile("a/index.html", PAGE.encode())])


def test_settings_of_other_sites_are_not_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pagefind.toml").write_text("force_language = 'fr'\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PAGEFIND_FORCE_LANGUAGE", "fr")
    names = [file.file for file in search_files([OutputFile("a/index.html", PAGE.encode())])]
    assert f"{FOLDER}wasm.de.pagefind" in names
    assert f"{FOLDER}wasm.fr.pagefind" not in names
