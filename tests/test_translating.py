"""A translator's day as docs/translating.md tells it: each rule broken once, each finding as it is printed there."""

from __future__ import annotations

import pytest
from conftest import ROOT, Site

GUIDE = (ROOT / "docs" / "translating.md").read_text("utf-8")
CATALOGUE = "locales/de/LC_MESSAGES/gpt-oss-120b-fine-tuning.po"

REFERENCE = "{gpt_oss_120b.checkpoint_bytes[about]}"
BROKEN = {  # what stands in the catalogue, and what a slip makes of it
    "a reference left out": ("werden so {lora_4x_h200.weight_bytes} an", "werden so viele Gigabyte an"),
    "a reference misspelt": ("ob mit {rtx_pro_6000_se.memory}", "ob mit {rtx_pro_6000_se.memroy}"),
    "a reference twice": ("oder mit {h200_nvl.memory}. LoRA", "oder mit {h200_nvl.memory} {h200_nvl.memory}. LoRA"),
    "a presentation changed": (f"von {REFERENCE} werden", "von {gpt_oss_120b.checkpoint_bytes} werden"),
    "a number typed": ("Aus einem Checkpoint", "Aus 1 Checkpoint"),
    "a bound typed": (f"von {REFERENCE} werden", f"von etwa {REFERENCE} werden"),
    "a link changed": ("beim Fine-Tuning](gpu-memory-for-fine-tuning)", "beim Fine-Tuning](gpu-memory)"),
    "emphasis added": ("Der Grund: Trainings", "**Der Grund**: Trainings"),
    "raw HTML": ("Der Grund: Trainings", "<b>Der Grund</b>: Trainings"),
    "template syntax": ("Der Grund: Trainings", "{{ Grund }}: Trainings"),
    "a quote lost": ('msgstr "Methode"', 'msgstr "Methode'),
}


@pytest.mark.parametrize("slip", BROKEN)
def test_each_slip_is_found_at_its_line_and_explained(slip: str, site: Site) -> None:
    sound, broken = BROKEN[slip]
    assert site.read(CATALOGUE).count(sound) == 1
    before = site.read(CATALOGUE).partition(sound)[0]
    lines = {before.rpartition("\n\n")[0].count("\n") + 3, before.count("\n") + 1}  # of the entry, and the text itself
    site.replace(CATALOGUE, sound, broken)
    places, findings = zip(*(problem.split(": ", 1) for problem in site.problems()), strict=True)
    assert any(f"| `{finding}` |" in GUIDE for finding in findings), findings
    assert set(places) <= {f"{CATALOGUE}:{line}" for line in lines}


def test_the_guide_has_a_row_for_each_slip() -> None:
    says = GUIDE.partition("## What the check says")[2].partition("## Other tools")[0]
    assert says.count("\n| ") == len(BROKEN) + 1
