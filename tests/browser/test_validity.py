"""The Nu checker, which the living standard of HTML is written beside, finds nothing in pages.

Style sheets are not given to it: what it knows of CSS is years behind browsers, such as ``@property``.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from browser.serving import ARTICLE, ROOT, SPOKEN, TAGS, Served

CHECKER = Path(os.environ.get("VNU_JAR") or ROOT / ".venv/node/node_modules/vnu-jar/build/dist/vnu.jar")


def _findings(files: Sequence[Path]) -> list[str]:
    if not shutil.which("java") or not CHECKER.exists():
        pytest.skip("java or the Nu checker is not installed; make test brings the checker where there is npm")
    assert files
    command = ["java", "-Xss2m", "-jar", str(CHECKER), "--format", "json", "--also-check-svg"]
    done = subprocess.run([*command, *map(str, files)], capture_output=True, text=True, check=False)
    return [
        f"{message['url']}:{message.get('lastLine')}: {message['message']}"
        for message in json.loads(done.stderr)["messages"]
    ]


def test_pages_are_valid_and_one_that_is_not_is_found(site: Served, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.html"
    wrong.write_text('<!doctype html><html lang="en"><title>Wrong</title><p id="a"><p id="a">', "utf-8")
    pages = ["index.html", "en-XB/index.html", f"{SPOKEN[0]}/{ARTICLE}/index.html"]
    findings = _findings([*(site.folder / name for name in pages), wrong])
    assert any("Duplicate ID" in finding for finding in findings)
    assert [finding for finding in findings if wrong.name not in finding] == []


@pytest.mark.soak
@pytest.mark.parametrize("tag", ["", *TAGS])
def test_every_page_is_valid(site: Served, tag: str) -> None:
    assert _findings([site.folder / page for page in site.pages(tag)]) == []
