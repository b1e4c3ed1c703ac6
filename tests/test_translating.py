"""A translator's day as docs/translating.md tells it: each rule broken once, each finding as it is printed there."""

from __future__ import annotations

import pytest
from conftest import ROOT, Site

GUIDE = (ROOT / "docs" / "translating.md").read_text("utf-8")
CATALOGUE = "locales/de/LC_MESSAGES/gpt-oss-120b-fine-tuning.po"
SITE_CATALOGUE = "locales/de/LC_MESSAGES/site.po"

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
    "a mark left open": ("Der Grund: Trainings-Frameworks", "Der Grund: **Trainings-Frameworks"),
    "another word than agreed": ("passen. Nach Abzug der Gather-Puffer", "passen. Nach Abzug der Sammelspeicher"),
    "marks of another language": ('Kanälen \\"analysis\\" und', "Kanälen “analysis“ und"),
    "a space that breaks": ("Karten liefern wir dafür", "Karten liefern wir z. B. dafür"),
    "words left out": ("Das konvertierte Modell ist so groß wie das Original und läuft auf einer einzelnen Karte, "
                       "gleich welchen Typs.", "Es läuft auf einer Karte."),
    "the source left": ('msgstr "Frei auf H200 NVL"', 'msgstr "Left on H200 NVL"'),
    "an invisible character": ("Der Grund: Trainings", "Der \x02Grund: Trainings"),
    "a quote lost": ('msgstr "Methode"', 'msgstr "Methode'),
}  # fmt: skip
BROKEN_AROUND_ARTICLES = {
    "other digits": ('msgstr "Abschnitt 3"', 'msgstr "Abschnitt 4"'),
    "a placeholder made up": ("den Nennspeicher; je Karte bleiben {left}", "den {memory}; je Karte bleiben {left}"),
    "straight marks": ('msgstr "Inhalt"', 'msgstr "\\"Inhalt\\""'),
}
SLIPS = {
    **{slip: (CATALOGUE, *texts) for slip, texts in BROKEN.items()},
    **{slip: (SITE_CATALOGUE, *texts) for slip, texts in BROKEN_AROUND_ARTICLES.items()},
}


@pytest.mark.parametrize("slip", SLIPS)
def test_each_slip_is_found_at_its_line_and_explained(slip: str, site: Site) -> None:
    catalogue, sound, broken = SLIPS[slip]
    assert site.read(catalogue).count(sound) == 1
    before = site.read(catalogue).partition(sound)[0]
    lines = {before.rpartition("\n\n")[0].count("\n") + 3, before.count("\n") + 1}  # of the entry, and the text itself
    site.replace(catalogue, sound, broken)
    places, findings = zip(*(problem.split(": ", 1) for problem in site.problems()), strict=True)
    assert any(f"| `{finding}` |" in GUIDE for finding in findings), findings
    assert set(places) <= {f"{catalogue}:{line}" for line in lines}


def test_the_guide_has_a_row_for_each_slip() -> None:
    says = GUIDE.partition("## What the check says")[2].partition("## Other tools")[0]
    assert says.count("\n| ") == len(SLIPS) + 1
