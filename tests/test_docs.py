"""The documents say what is so."""

from __future__ import annotations

import re
import shlex

import pytest
from conftest import ROOT, Site

from zahlwerk import sizing
from zahlwerk.build import Checked
from zahlwerk.cli import main

README = (ROOT / "README.md").read_text("utf-8")
EDITING = (ROOT / "docs" / "editing.md").read_text("utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
ARTICLE = "content/gpt-oss-120b-fine-tuning.md"
FACTS = "facts/facts.yaml"


def test_the_readme_shows_problems_as_they_are(site: Site) -> None:
    site.replace(ARTICLE, "We found no published step time", "We found 3 published step times")
    facts = site.read(FACTS)
    site.write(FACTS, facts.replace("source: h200_page", "source: h200_pge", 1))
    problems = site.problems()
    assert len(problems) == 2
    for problem in problems:
        assert f"\n{problem}\n" in README


def test_the_readme_shows_a_false_claim_as_it_is(site: Site) -> None:
    site.replace(FACTS, "    memory: 141 GB", "    memory: 150 GB")
    (problem,) = [problem for problem in site.problems() if "claim {lora_2x_h200.memory_left} < 30 GB is" in problem]
    assert f"\n{problem}\n" in README


def test_the_readme_counts_pages_and_figures(checked: Checked) -> None:
    figures = sum(len(article.references) for article in checked.project.articles)
    languages = ", ".join(sorted(checked.project.editions))
    assert f"{len(checked.pages)} pages, {figures} figures shown, in {languages}; " in README


def test_the_readme_shows_what_size_prints(capsys: pytest.CaptureFixture[str]) -> None:
    command = "size --model gpt-oss-120b --method bf16-lora --card h200-nvl --cards 4"
    assert main(command.split(), ROOT) == 0
    printed = "\n".join(line.rstrip() for line in capsys.readouterr().out.split("\n")).strip("\n")
    assert f"$ python build.py {command}\n{printed}\n```" in README


def test_the_readme_shows_the_status_of_the_catalogues(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["messages", "status"], ROOT) == 0
    printed = "\n".join(line.rstrip() for line in capsys.readouterr().out.split("\n")).strip("\n")
    assert f"$ python build.py messages status\n{printed}\n```" in README


SPACES = str.maketrans("\u00a0\u202f\u2009", "   ")
SHOWN = r"```\n\$ python build\.py ((?:explain|impact) [^\n]*)\n(.*?)```"


@pytest.mark.parametrize(("command", "block"), re.findall(SHOWN, EDITING, re.DOTALL))
def test_the_editors_page_shows_what_commands_print(
    command: str, block: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each line of it, in whatever line of the facts and formulas that is today."""
    assert main(shlex.split(command), ROOT) == 0
    printed = {_lineless(line) for line in capsys.readouterr().out.translate(SPACES).splitlines()}
    lines = [_lineless(line) for line in block.splitlines()]
    assert len(lines) > 20
    assert [line for line in lines if line not in printed] == []


def _lineless(line: str) -> str:
    return re.sub(r"(?<=\.md:)\d+(?:, \d+)*|(?<=\.py:)\d+|(?<=\.yaml:)\d+", "…", line.rstrip())


@pytest.mark.parametrize(
    "document", ["README.md", "CONTRIBUTING.md", "docs/architecture.md", "docs/checks.md", "docs/editing.md"]
)
def test_every_file_that_a_document_names_is_there(document: str) -> None:
    text = (ROOT / document).read_text("utf-8")
    named = re.findall(r"\]\(([\w./-]+)\)", text) + re.findall(r"`((?:zahlwerk|tests|facts|docs)/[\w./-]+)`", text)
    assert named
    for name in named:
        assert (ROOT / name).exists() or (ROOT / document).parent.joinpath(name).exists(), name


def test_the_formula_of_the_readme_is_the_engines() -> None:
    assert f"# {sizing.FORMULAS['gather_bytes'].text}" in README


def test_the_table_of_references_shows_what_is_shown(checked: Checked) -> None:
    from zahlwerk.presentation import shown
    from zahlwerk.references import parse_reference

    rows = re.findall(r"\| `(\{[^`]+\})` \| (.+) \|", CONTRIBUTING)
    assert len(rows) == 8
    edition = checked.project.editions["en"]
    for written, text in rows:
        reference = parse_reference(written)
        figure = checked.project.figures.find(reference.target)
        assert edition.figure(shown(figure, reference.presentation)).replace("\u00a0", " ") == text
