"""The data file stands for itself: a reader that knows only the file comes to the same figures."""

from __future__ import annotations

import ast
import json
from fractions import Fraction
from pathlib import Path

import recompute

from zahlwerk.build import Checked

FILE = "data/gpt-oss-120b-fine-tuning.json"


def data(checked: Checked) -> bytes:
    return next(file.content for file in checked.files if file.file == FILE)


def test_every_figure_can_be_recomputed_from_the_file_alone(checked: Checked, tmp_path: Path) -> None:
    (tmp_path / "data.json").write_bytes(data(checked))
    results = list(recompute.recomputed(tmp_path / "data.json"))
    computed = [figure for figure in json.loads(data(checked))["figures"].values() if figure.get("inputs")]
    assert len(results) == len(computed) > 100
    assert [(reference, stated) for reference, stated, own in results if stated != own] == []


def test_the_reader_notices_a_wrong_value(checked: Checked, tmp_path: Path) -> None:
    document = json.loads(data(checked))
    document["figures"]["lora_4x_h200.gather_bytes"]["value"] = "350487470017/1"
    (tmp_path / "data.json").write_text(json.dumps(document), "utf-8")
    wrong = {reference for reference, stated, own in recompute.recomputed(tmp_path / "data.json") if stated != own}
    assert "lora_4x_h200.gather_bytes" in wrong


def test_the_reader_imports_nothing_of_the_project_and_is_short() -> None:
    source = Path(recompute.__file__).read_text("utf-8")
    imported = {
        name.name for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Import) for name in node.names
    }
    imported |= {node.module or "" for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)}
    assert imported == {"ast", "json", "math", "fractions", "pathlib"}
    assert len(source.splitlines()) <= 48


def test_every_shown_figure_has_its_value_unit_sources_and_texts(checked: Checked) -> None:
    document = json.loads(data(checked))
    (article,) = checked.project.articles
    for reference in article.references:
        target = reference.strip("{}").partition("[")[0].partition(":")[0]
        figure = document["figures"][target]
        assert {"de", "en", "fr"} == set(next(iter(figure["shown"].values())))
        if "value" in figure:
            assert Fraction(figure["value"]) is not None
            assert figure["unit"]
        assert figure.get("sources") or figure.get("inputs") or figure.get("why")


def test_every_source_that_is_named_is_described(checked: Checked) -> None:
    document = json.loads(data(checked))
    named = {name for figure in document["figures"].values() for name in figure.get("sources", [])}
    assert named
    assert named <= set(document["sources"])
    for source in document["sources"].values():
        assert source["title"]
        assert source["publisher"]
        assert source["kind"] in {"primary", "copy", "measured", "own"}
        assert source["read"]
