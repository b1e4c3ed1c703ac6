"""A translator's day as docs/translating.md tells it: each rule broken once, each finding as it is printed there."""

from __future__ import annotations

import pytest
from conftest import ROOT, Site

from zahlwerk.checks.explanations import EXPLANATIONS

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
    "a number in words": ("Aus einem Checkpoint", "Aus drei Checkpoints"),
    "code changed": ("mit `Mxfp4Config(dequantize=True)` auf", "mit `Mxfp4Config(dequantise=True)` auf"),
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
    "a flag misspelt": ("#, python-brace-format\nmsgid \"The reason is", "#, ignore-lenght\nmsgid \"The reason is"),
    "no slug": ('msgid "gpt-oss-120b-fine-tuning"\nmsgstr ""', 'msgid "gpt-oss-120b-fine-tuning"\nmsgstr "über-uns"'),
    "a quote lost": ('msgstr "Methode"', 'msgstr "Methode'),
}  # fmt: skip
BROKEN_AROUND_ARTICLES = {
    "other digits": ('msgstr "Abschnitt 3"', 'msgstr "Abschnitt 4"'),
    "a placeholder made up": ("den Nennspeicher; je Karte bleiben {left}", "den {memory}; je Karte bleiben {left}"),
    "a plural form left blank": ('msgstr[1] "{number} Zahlen"', 'msgstr[1] ""'),
    "another header": ('"Language: de\\n"', '"Language: at\\n"'),
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
    entry = before.rpartition("\n\n")[0].count("\n") + 3 if "\n\n" in before else 1
    lines = {entry, before.count("\n") + 1}  # of the entry, and the text itself
    site.replace(catalogue, sound, broken)
    places, findings = zip(*(problem.split(": ", 1) for problem in site.problems()), strict=True)
    assert any(f"| `{finding}` |" in GUIDE for finding in findings), findings
    assert set(places) <= {f"{catalogue}:{line}" for line in lines}


def test_the_guide_has_a_row_for_each_slip() -> None:
    says = GUIDE.partition("## What the check says")[2].partition("## Other tools")[0]
    assert says.count("\n| ") == len(SLIPS) + 1


def test_the_guide_names_every_check_and_which_cannot_be_ignored() -> None:
    cannot = GUIDE.partition("cannot be ignored:")[2].partition("## ")[0]
    for code, explanation in EXPLANATIONS.items():
        assert f"({code})" in GUIDE or f"`{code}`" in GUIDE, code
        assert (f"`{code}`" in cannot) != explanation.can_be_ignored, code


def test_the_job_that_reads_translations_runs_the_check() -> None:
    assert "- run: make messages\n" in (ROOT / ".github/workflows/translations.yml").read_text("utf-8")
    assert "build.py messages check\n" in (ROOT / "Makefile").read_text("utf-8")


def test_the_check_fails_for_errors_only_and_explains_each_kind_once(
    site: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    site.replace(CATALOGUE, *BROKEN["another word than agreed"])
    assert site.run("messages", "check", "de") == 0
    assert "glossary\n  The translators of your language have agreed" in capsys.readouterr().err
    site.replace(CATALOGUE, *BROKEN["a link changed"])
    assert site.run("messages", "check", "de") == 1
    printed = capsys.readouterr().err
    assert printed.count("\nlinks\n  The address in round brackets") == 1
    assert "add the flag ignore-links to its entry" in printed
    assert site.run("messages", "check", "fr") == 0
    assert capsys.readouterr().out == "every translation is sound\n"


@pytest.mark.parametrize("form", ["flag", "comment"])
def test_a_finding_that_is_none_can_be_ignored_by_flag_or_comment(form: str, site: Site) -> None:
    site.replace(CATALOGUE, *BROKEN["a link changed"])
    assert len(site.problems()) > 1
    sound, broken = BROKEN["a link changed"]
    entry = next(part for part in site.read(CATALOGUE).split("\n\n") if broken in part)
    mark = "#, ignore-links\n" if form == "flag" else "# ignore-links: the page has moved\n"
    site.replace(CATALOGUE, entry, mark + entry if form == "comment" else entry.replace("msgid ", f"{mark}msgid ", 1))
    assert not any("(links)" in problem for problem in site.problems())
    site.replace(CATALOGUE, broken, sound)
    assert [problem.partition(": ")[2] for problem in site.problems()] == [
        "ignore-links is not needed: there is no such finding; delete it (flags)"
    ]


def test_what_would_break_a_figure_cannot_be_ignored(site: Site) -> None:
    site.replace(CATALOGUE, *BROKEN["a reference left out"])
    site.replace(
        CATALOGUE, '#, python-brace-format\nmsgid "The reason is', '#, ignore-references\nmsgid "The reason is'
    )
    found = [problem.partition(": ")[2] for problem in site.problems()]
    assert (
        "{lora_4x_h200.weight_bytes} is missing; the source has it; put it where the figure belongs (references)"
        in found
    )
    assert "what ignore-references names cannot be ignored; a figure or the page would break (flags)" in found


def test_a_check_of_what_cannot_be_read_calls_nothing_sound(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    site.replace("facts/facts.yaml", "source: h200_page", "source: h200_pge")
    assert site.run("messages", "check") == 1
    printed = capsys.readouterr()
    assert 'unknown source "h200_pge"' in printed.err
    assert "translations cannot be checked whole" in printed.err
    assert printed.out == ""
