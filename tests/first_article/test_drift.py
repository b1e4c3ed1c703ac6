"""A figure that drifts between languages is caught, whichever way it drifts."""

from __future__ import annotations

import dataclasses

import pytest
from conftest import Site

from zahlwerk.build import Checked
from zahlwerk.checks import check_pages
from zahlwerk.checks.readback import read_page
from zahlwerk.views import Page

SLUG = "gpt-oss-120b-fine-tuning"
CATALOGUE = f"locales/de/LC_MESSAGES/{SLUG}.po"
ARTICLE = f"content/{SLUG}.md"


def page_of(checked: Checked, language: str) -> Page:
    return next(page for page in checked.pages if page.slug == SLUG and page.language == language)


def findings(checked: Checked, page: Page, old: str, new: str) -> list[str]:
    """What the checks say of the site when a text of one finished page is another."""
    assert old in page.html
    changed = dataclasses.replace(page, html=page.html.replace(old, new, 1))
    pages = [changed if other is page else other for other in checked.pages]
    return [str(problem) for problem in check_pages(checked.project, pages, {file.file for file in checked.files})]


def test_a_finished_page_as_it_is_has_no_finding(checked: Checked) -> None:
    assert check_pages(checked.project, checked.pages, {file.file for file in checked.files}) == []


def test_one_changed_digit_of_one_german_figure_is_caught(checked: Checked) -> None:
    (found,) = findings(checked, page_of(checked, "de"), ">233,7\u00a0GB</data>", ">233,8\u00a0GB</data>")
    assert f"de/{SLUG}/index.html:" in found
    assert 'lora_4x_h200.weight_bytes is shown as "233,8\u00a0GB", but its exact value gives "233,7\u00a0GB"' in found


def test_an_english_decimal_point_in_a_german_figure_is_caught(checked: Checked) -> None:
    (found,) = findings(checked, page_of(checked, "de"), ">233,7\u00a0GB</data>", ">233.7\u00a0GB</data>")
    assert "233.7" in found


def test_a_changed_exact_value_is_caught(checked: Checked) -> None:
    (found,) = findings(checked, page_of(checked, "en"), 'value="350487470016"', 'value="350487470017"')
    assert "350487470017" in found


def test_a_figure_that_one_page_lost_is_caught(checked: Checked) -> None:
    element = '<data data-ref="full_adam32.state_bytes" data-show="" value="1869266506752">1.869\u00a0GB</data>'
    (found,) = findings(checked, page_of(checked, "de"), element, "1.869 GB")
    assert "{full_adam32.state_bytes} is shown" in found


def test_a_broken_anchor_in_a_finished_page_is_caught(checked: Checked) -> None:
    (found,) = findings(checked, page_of(checked, "de"), 'href="#how-unsloth_qlora.memory"', 'href="#how-nothing"')
    assert 'the link "#how-nothing" leads to no heading' in found


def test_two_references_that_swap_their_precision_are_caught(site: Site) -> None:
    gibibytes, gigabytes = "{lora_4x_h200.weight_bytes[GiB]:.1}", "{lora_4x_h200.weight_bytes}"
    text = site.read(CATALOGUE)
    source, _, translation = next(
        entry.partition("\nmsgstr ") for entry in text.split("\n\n") if gibibytes in entry and gigabytes in entry
    )
    changed = translation.replace(gibibytes, "{lora_4x_h200.weight_bytes[GiB]:.0}")
    site.replace(CATALOGUE, f"{source}\nmsgstr {translation}", f"{source}\nmsgstr {changed}")
    problems = site.problems()
    assert any("{lora_4x_h200.weight_bytes[GiB]:.0} does not stand in the source" in found for found in problems)
    assert any("{lora_4x_h200.weight_bytes[GiB]:.1} is missing" in found for found in problems)
    assert all(found.startswith(f"{CATALOGUE}:") for found in problems)


def test_a_reference_dropped_from_a_translation_is_caught(site: Site) -> None:
    text = site.read(CATALOGUE)
    lines = text.split("\n")
    index = next(i for i, line in enumerate(lines) if line.startswith("msgstr") and "{full_adam32.state_bytes}" in line)
    lines[index] = lines[index].replace("{full_adam32.state_bytes}", "")
    site.write(CATALOGUE, "\n".join(lines))
    problems = site.problems()
    assert any("{full_adam32.state_bytes} is missing" in found for found in problems)


def test_a_changed_fact_changes_the_same_figures_in_every_language_and_no_catalogue(
    site: Site, checked: Checked, capsys: pytest.CaptureFixture[str]
) -> None:
    facts = site.read("facts/facts.yaml")
    card = facts[facts.index("\n  h200_nvl:") : facts.index("\n  rtx_pro_6000_se:")]
    site.replace("facts/facts.yaml", card, card.replace("600 W", "700 W"))
    after = {page.file: read_page(page) for page in site.check().pages}
    changed: dict[str, set[str]] = {}
    for before in map(read_page, checked.pages):
        pairs = zip(before.figures, after[before.page.file].figures, strict=True)
        moved = {old.reference for old, new in pairs if old.value != new.value}
        changed.setdefault(before.page.language, set()).update(moved)
    assert changed["de"] == changed["en"]
    assert {"h200_8x.wall_power", "lora_4x_h200.wall_power", "lora_4x_h200.card_power"} <= changed["de"]
    assert "lora_4x_h200_450w.wall_power" not in changed["de"]
    assert site.run("messages") == 0
    assert "every catalogue is up to date" in capsys.readouterr().out
