"""The page about the checks: a section for each, and examples that print what it says."""

from __future__ import annotations

import ast
import datetime
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import ROOT
from markdown_it import MarkdownIt
from small import SLUG, article, english, write_small_site

from zahlwerk.build import Wanted, check
from zahlwerk.checks.explanations import EDITORIAL, EXPLANATIONS
from zahlwerk.problems import BuildFailed

PAGE = (ROOT / "docs/checks.md").read_text("utf-8")
GUIDE = (ROOT / "docs/translating.md").read_text("utf-8")
FACTS = re.search(r"```yaml\n(sources:.*?)```", PAGE, re.DOTALL)[1]  # type: ignore[index]
SECTIONS = {text.partition("\n")[0]: text.partition("\n## ")[0] for text in PAGE.split("\n### ")[1:]}
NEW = (*EDITORIAL, "ignore")
TODAY = datetime.date(2026, 10, 1)
SHOWN_ELSEWHERE = {
    "charts", "corrections", "digits", "kept", "number-words", "order", "scaffold", "unused-fact", "unused-quotation",
    "unused-source",
}  # fmt: skip  # by tests of their own


def _constants(tree: ast.Module) -> dict[str, str]:
    """The texts that a module gives names to."""
    named = (node for node in tree.body if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant))
    return {node.targets[0].id: node.value.value for node in named if isinstance(node.targets[0], ast.Name)}  # type: ignore[misc]


def _codes(path: Path) -> Iterator[str]:
    """The codes that a module gives to problems, faults and findings."""
    tree = ast.parse(path.read_text("utf-8"))
    constants = _constants(tree)
    position = {"Problem": 4, "Fault": 0, "Finding": 1, "_Convention": 0}
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
        assert isinstance(call.func, ast.Name)
        if call.func.id in position:
            given = [keyword.value for keyword in call.keywords if keyword.arg == "code"]
            given += call.args[position[call.func.id] :][:1]
            for node in given:
                if isinstance(node, ast.Constant):
                    yield node.value
                elif isinstance(node, ast.Name) and node.id in constants:
                    yield constants[node.id]


CODES = {code for path in (ROOT / "zahlwerk").rglob("*.py") for code in _codes(path)} | set(EXPLANATIONS)


def test_every_check_has_a_section_and_every_section_a_check() -> None:
    assert {"sum", "digits", "slug", "ignore", "corrections", "references", "directions"} <= CODES
    assert set(SECTIONS) == CODES
    assert PAGE.count("\n### ") == len(SECTIONS)


def _blocks(section: str, language: str) -> list[str]:
    """The fenced blocks of a language."""
    tokens = MarkdownIt("commonmark").parse(section)
    return [token.content for token in tokens if token.type == "fence" and token.info == language]


@pytest.mark.parametrize("code", NEW)
def test_each_example_says_what_the_page_says(code: str, tmp_path: Path) -> None:
    (body,), (message,) = _blocks(SECTIONS[code], "markdown"), _blocks(SECTIONS[code], "")
    found = _findings(tmp_path, body, code)
    line = article(body).count("\n", 0, article(body).index(body)) + 1
    place = f"content/{SLUG}.md:{line}: "
    assert f"{place}{message.strip()}" in found
    assert all(problem.startswith((place, "facts/")) for problem in found), "nothing else is wrong with it"


@pytest.mark.parametrize("code", EDITORIAL)
def test_each_example_can_be_silenced_as_the_page_says(code: str, tmp_path: Path) -> None:
    assert f"`<!-- ignore-{code}: reason -->`" in SECTIONS[code]
    (body,) = _blocks(SECTIONS[code], "markdown")
    found = _findings(tmp_path, f"<!-- ignore-{code}: reason -->\n{body}", code)
    assert [problem for problem in found if not problem.startswith("facts/")] == []


def _findings(folder: Path, body: str, code: str) -> list[str]:
    """What is said of a small site with this article."""
    languages = {"en": english()}
    site = write_small_site(folder / "site", articles={SLUG: article(body)}, languages=languages, facts=FACTS)
    wanted = Wanted(today=TODAY if code == "future" else None, search=False)
    try:
        problems = check(site.folder, wanted).warnings
    except BuildFailed as failed:
        problems = failed.problems
    return [str(problem).replace("\u00a0", " ") for problem in problems]


@pytest.mark.parametrize("code", sorted(set(SECTIONS) - set(NEW)))
def test_every_other_section_has_an_example(code: str) -> None:
    (message,) = _blocks(SECTIONS[code], "")
    assert message.endswith(f"({code})\n")
    if code not in SHOWN_ELSEWHERE:
        assert message.strip() in GUIDE


def test_the_page_says_which_checks_can_be_silenced_and_which_not() -> None:
    for code, explanation in EXPLANATIONS.items():
        assert ("cannot be silenced" in SECTIONS[code]) != explanation.can_be_ignored, code


def test_the_page_says_how_severe_each_new_check_is() -> None:
    for code in NEW:
        assert re.match(rf"{code}\n\nAn? (warning|error)", SECTIONS[code]), code
