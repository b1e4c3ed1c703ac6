"""The order of the modules, and what each of them must not do."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.localedata import locale_identifiers
from conftest import ROOT

from zahlwerk.sizing import FORMULAS

PACKAGE = "zahlwerk"

LAYERS = (  # lowest first; a module imports only from rows above its own
    ("zahlwerk",),
    ("problems", "pagefind", "unchanged", "documents", "tomllines", "scaffold", "steps"),
    ("settingkinds", "builds"),
    ("yamlfile", "settings", "quantity", "history", "revisions", "scales", "disk", "locks", "ownfiles"),
    ("yamledit",),
    ("provenance", "references", "replacing"),
    ("fields",),
    ("records",),
    ("cases",),
    ("schema", "overrides"),
    ("slugs",),
    ("sizing.expression",),
    ("sizing.formula",),
    (
        "sizing.parameters", "sizing.storage", "sizing.adapters", "sizing.states", "sizing.activations",
        "sizing.traffic", "sizing.compute", "sizing.capacity", "sizing.power", "sizing.estimator", "sizing.serving",
    ),
    ("sizing",),
    ("sizing.situation", "sizing.plan"),
    ("facts", "configs"),
    ("figures",),
    ("presentation",),
    ("chartblocks",),
    ("charts", "markup"),
    ("texts", "questions", "corrections"),
    ("articles",),
    ("messages", "polines", "sitewords"),
    ("sitemessages",),
    ("catalogs", "readings", "glossary"),
    ("likeness", "editions"),
    ("following",),
    ("formulatext", "filled"),
    ("derivations",),
    ("project",),
    ("coverage", "grammar"),
    ("routes", "xmlfile"),
    ("planner", "planner.declared"),
    ("planner.answers", "uses"),
    ("planner.cells",),
    ("planner.parts",),
    ("planner.grid",),
    ("planner.page",),
    ("readingtime", "tables", "templates", "elements"),
    ("rendering", "figures_csv"),
    ("chartviews", "amendments", "pictures"),
    ("sitenodes",),
    ("structured",),
    ("views",),
    ("pages",),
    ("homepages",),
    ("site",),
    ("signposts", "feeds", "sitemap", "static"),
    ("writer", "search", "checks.texts", "checks.explanations"),
    ("checks.flags", "checks.passages", "checks.readback", "checks.silences"),
    ("checks.shown",),
    (
        "checks.addresses", "checks.catalogues", "checks.charts", "checks.claims", "checks.comparisons",
        "checks.conventions", "checks.corrections", "checks.counts", "checks.dates", "checks.finished",
        "checks.frame", "checks.links", "checks.planners", "checks.precision", "checks.prose", "checks.references",
        "checks.scaffolds", "checks.sums", "checks.translation", "checks.typography", "checks.units", "checks.unused",
        "checks.wording",
    ),
    ("checks.machines",),
    ("checks",),
    ("worddiff", "pseudo", "factfiles"),
    ("newfacts",),
    ("appearances",),
    ("changes", "changes.cells", "changes.pairs", "changes.lines"),
    ("changes.texts", "changes.figures", "changes.charts", "changes.claims", "changes.planners"),
    ("changes.comparison",),
    ("changes.told", "changes.record"),
    ("changes.comment",),
    ("explained", "explained.figures"),
    ("explained.owners",),
    ("explained.record",),
    ("impact", "diff"),
    ("build", "extraction", "preview", "status", "size", "sources", "newarticles"),
    ("serve", "serve.wire", "serve.paths", "serve.faults", "serve.sources"),
    ("serve.early", "serve.beside", "serve.board"),
    ("serve.worker", "serve.responses"),
    ("serve.server", "serve.builder"),
    ("serve.session",),
    ("cli.options", "cli.output"),
    ("cli.preview", "cli.status", "cli.changes", "cli.watching", "cli.environment"),
    (
        "cli.build", "cli.messages", "cli.new", "cli.size", "cli.sources", "cli.explain", "cli.impact", "cli.diff",
        "cli.serve",
    ),
    ("cli",),
)  # fmt: skip

SLOW_TO_IMPORT = ("yaml", "babel", "jinja2", "markdown_it", "polib", "rich")
NO_LANGUAGES = {"id", "hr", "br", "th", "ms"}  # an attribute and three elements of HTML, and milliseconds


def _module_of(path: Path) -> str:
    parts = path.relative_to(ROOT / PACKAGE).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__") or PACKAGE


MODULES = {_module_of(path): ast.parse(path.read_text("utf-8")) for path in sorted((ROOT / PACKAGE).rglob("*.py"))}
ROW = {module: number for number, row in enumerate(LAYERS) for module in row}


def _imported(tree: ast.AST) -> Iterator[str]:
    """Every module that is named in an import, wherever it stands, with its package."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner.removeprefix(f"{PACKAGE}.") in MODULES else str(node.module)


def _own(tree: ast.AST) -> set[str]:
    names = {name for name in _imported(tree) if name.partition(".")[0] == PACKAGE}
    return {name.removeprefix(f"{PACKAGE}.") for name in names}


def _foreign(tree: ast.AST) -> set[str]:
    return {name.partition(".")[0] for name in _imported(tree)} - {PACKAGE}


def test_every_module_has_one_row() -> None:
    rows = [module for row in LAYERS for module in row]
    assert sorted(rows) == sorted(MODULES)


@pytest.mark.parametrize("module", MODULES)
def test_a_module_imports_only_from_lower_rows(module: str) -> None:
    imported = _own(MODULES[module])
    assert {name for name in imported if ROW.get(name, len(LAYERS)) >= ROW.get(module, 0)} == set()


@pytest.mark.parametrize("module", [name for name in MODULES if name.partition(".")[0] == "sizing"])
def test_the_engine_knows_nothing_of_files_languages_and_pages(module: str) -> None:
    assert not _foreign(MODULES[module]) & set(SLOW_TO_IMPORT)


def _prints(tree: ast.AST) -> bool:
    calls = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return any(isinstance(function, ast.Name) and function.id == "print" for function in calls)


def test_only_the_commands_print() -> None:
    printing = {module for module, tree in MODULES.items() if _prints(tree) or "rich" in _foreign(tree)}
    assert {module.partition(".")[0] for module in printing} <= {"cli"}


def _docstrings(tree: ast.AST) -> set[int]:
    """The nodes of docstrings."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
    bodies = [node.body for node in ast.walk(tree) if isinstance(node, documented) and ast.get_docstring(node)]
    return {id(body[0].value) for body in bodies if isinstance(body[0], ast.Expr)}


def _texts(tree: ast.AST) -> list[ast.Constant]:
    exempt = _docstrings(tree)
    constants = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in exempt]
    return [node for node in constants if isinstance(node.value, str)]


@pytest.mark.parametrize("module", MODULES)
def test_no_language_stands_in_the_code(module: str) -> None:
    known = {name.replace("_", mark) for name in locale_identifiers() for mark in "_-"} - NO_LANGUAGES
    assert [(node.lineno, node.value) for node in _texts(MODULES[module]) if node.value in known] == []


def _undocumented(body: list[ast.stmt], owner: str = "") -> Iterator[str]:
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            if not ast.get_docstring(node):
                yield f"{owner}{node.name}"
            if isinstance(node, ast.ClassDef):
                yield from _undocumented(node.body, f"{node.name}.")


@pytest.mark.parametrize("module", MODULES)
def test_what_is_public_says_what_it_is(module: str) -> None:
    assert ast.get_docstring(MODULES[module])
    assert list(_undocumented(MODULES[module].body)) == []


@pytest.mark.parametrize("name", FORMULAS)
def test_every_formula_says_what_it_means(name: str) -> None:
    assert FORMULAS[name].doc.endswith((".", ")"))


def test_the_commands_start_without_what_is_slow_to_import(tmp_path: Path) -> None:
    code = f"import sys, zahlwerk.cli; print(*(name for name in {SLOW_TO_IMPORT!r} if name in sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, check=True)
    assert done.stdout.strip() == ""
