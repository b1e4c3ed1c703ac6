"""The catalogues as GNU gettext sees them: ``msgfmt --check`` accepts them, and compares references by itself."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from conftest import ROOT, needs_program

pytestmark = needs_program("msgfmt")

GERMAN = ROOT / "locales/de/LC_MESSAGES/gpt-oss-120b-fine-tuning.po"
REFERENCE = "{lora_4x_h200.weight_bytes[GiB]:.1}"
SENTENCE = f"belegen die BF16-Gewichte {{lora_4x_h200.weight_bytes}} oder {REFERENCE}."


def msgfmt(path: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["msgfmt", "--check", "--output-file=/dev/null", str(path)],
        capture_output=True, text=True, check=False, env={"LC_ALL": "C", "PATH": "/usr/local/bin:/usr/bin:/bin"},
    )  # fmt: skip


CATALOGUES = [
    *sorted(ROOT.glob("locales/*/LC_MESSAGES/*.po")),
    *sorted(ROOT.glob("tests/sites/*/locales/*/LC_MESSAGES/*.po")),
]


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_gettext_accepts_each_catalogue(path: Path) -> None:
    done = msgfmt(path)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "changed",
    [
        SENTENCE.replace(f" oder {REFERENCE}", ""),
        SENTENCE.replace("bytes[", "byte["),
        SENTENCE.replace("_h200.weight_bytes[", "_h20.weight_bytes["),
        SENTENCE.replace(":.1", ":.2"),
        SENTENCE.replace("[GiB]", "[GB]"),
        SENTENCE.replace("[GiB]", "[GiB][about]"),
        SENTENCE.replace("[GiB]:.1", ""),
    ],
    ids=["dropped", "renamed", "of another case", "other decimals", "another unit", "another word", "as it is written"],
)
def test_gettext_reports_a_reference_that_is_not_the_sources(tmp_path: Path, changed: str) -> None:
    text = GERMAN.read_text("utf-8")
    assert text.count(SENTENCE) == 1
    path = tmp_path / "changed.po"
    path.write_text(text.replace(SENTENCE, changed), "utf-8")

    done = msgfmt(path)

    assert done.returncode == 1
    assert "a format specification for argument 'lora_4x_h20" in done.stderr
