"""New articles: begun where their address is free."""

from __future__ import annotations

import dataclasses
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path

from zahlwerk.articles import RESERVED_SLUGS, Article, read_article
from zahlwerk.checks.addresses import addresses_are_unique, earlier_addresses_are_free
from zahlwerk.disk import composed, listed, refusals_told
from zahlwerk.problems import Problem
from zahlwerk.project import Project, Texts, Unreadable
from zahlwerk.replacing import replace_text
from zahlwerk.settings import FILE, TABLE
from zahlwerk.slugs import FORM, RESERVED, SLUG, proposed_slug
from zahlwerk.tomllines import line_of


def begin_article(project: Project | Unreadable, folder: Path, slug: str, text: str) -> list[str]:
    """Write a new article, and take it out of the planned pages; the names of the files that were written.

    Raises ValueError for a slug that is none or that is taken, with another where there is one.
    """
    texts = project.texts
    if why := _why_not(slug, folder):
        raise ValueError(why)
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / f"{slug}.md"
        path.write_text(text, "utf-8", newline="\n")
        article = read_article(path, f"content/{slug}.md")
    if problems := _clashes(texts, article):
        raise ValueError(f'the slug "{slug}" is in use, see {problems[0].place}; choose another')
    target = folder / "content" / f"{slug}.md"
    target.parent.mkdir(exist_ok=True)
    with refusals_told(article.file), target.open("x", encoding="utf-8", newline="\n") as file:  # never over another
        try:
            file.write(text)
            file.flush()
        except OSError:
            target.unlink()
            raise
    return [article.file, *_planned_no_longer(folder, slug)]


def _why_not(slug: str, folder: Path) -> str:
    """Why no article can be called so; empty where one can."""
    proposal = proposed_slug(slug)
    if not SLUG.fullmatch(slug):
        instead = f'write "{proposal}"' if proposal else FORM
        return f'"{slug}" is no slug, which has lower-case letters, digits and single hyphens; {instead}'
    if slug in RESERVED | RESERVED_SLUGS:
        return f'"{slug}" is a name of the site\'s own; write "{slug}-guide", or another slug'
    for path in listed(folder / "content", "**/*.md"):
        if composed(path.stem).casefold() == slug:
            return f"{path.relative_to(folder).as_posix()} is there already; choose another slug"
    return ""


def _clashes(texts: Texts, article: Article) -> list[Problem]:
    """What the checks of addresses say when the article is among the others, and did not say before."""

    def found(among: Texts) -> Iterator[Problem]:
        yield from addresses_are_unique(among)
        yield from earlier_addresses_are_free(among)

    articles = tuple(sorted((*texts.articles, article), key=lambda one: one.slug))
    before = set(found(texts))
    return [one for one in found(dataclasses.replace(texts, articles=articles)) if one not in before]


def _planned_no_longer(folder: Path, slug: str) -> list[str]:
    """Take the line of a page out of the planned ones, where it has a line of its own; what was written."""
    path = folder / FILE
    try:
        text = path.read_bytes().decode("utf-8")
        planned = dict(tomllib.loads(text)["tool"]["zahlwerk"].get("planned_pages", {}))
        line = line_of(text, *TABLE, "planned_pages", slug)
        lines = text.splitlines(keepends=True)
        shorter = "".join([*lines[: line - 1], *lines[line:]]) if line else text
        left = tomllib.loads(shorter)["tool"]["zahlwerk"].get("planned_pages", {})
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return []
    if slug not in planned or left != {key: value for key, value in planned.items() if key != slug}:
        return []
    replace_text(path, shorter)
    return [FILE]
