"""The catalogues of the first article, byte by byte: what changes when its source does, and what must not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import ROOT, Site

from zahlwerk.extraction import update_catalogues
from zahlwerk.project import load_project

SOURCE = "content/gpt-oss-120b-fine-tuning.md"
CATALOGUES = [f"locales/{language}/LC_MESSAGES/gpt-oss-120b-fine-tuning.po" for language in ("de", "fr")]
EVERY = sorted(ROOT.glob("locales/*/LC_MESSAGES/*.po"))

SERVED = "The converted model has the size of the original and is served from a single card of either kind."
SERVED_NOW = "The converted model is as large as the original and is served from a single card of either kind."
SERVED_IN = {
    "de": "Das konvertierte Modell ist so groß wie das Original und läuft auf einer einzelnen Karte, gleich "
    "welchen Typs.",
    "fr": "Le modèle converti a la taille de l'original et l'inférence se contente d'une seule carte, quel qu'en soit "
    "le type.",
}

KINDS = {  # what a line may begin with; a wrapped text has lines that begin with a quotation mark
    "#", "#.", "#:", "#,", "msgctxt", "msgid", "msgid_plural", "msgstr", "msgstr[0]", "msgstr[1]", "msgstr[2]",
}  # fmt: skip


def update(site: Site) -> list[str]:
    return update_catalogues(load_project(site.folder))


def catalogues(site: Site) -> dict[str, bytes]:
    return {
        path.relative_to(site.folder).as_posix(): path.read_bytes() for path in site.folder.glob("locales/*/*/*.po")
    }


def blocks(text: bytes) -> list[bytes]:
    return text.rstrip(b"\n").split(b"\n\n")


@pytest.mark.parametrize("path", EVERY, ids=lambda path: f"{path.parts[-3]}/{path.name}")
def test_nothing_in_a_catalogue_moves_by_itself(path: Path) -> None:
    header, *entries = path.read_bytes().decode().split("\n\n")
    assert "\r" not in header + "".join(entries)
    assert "Date" not in header
    for entry in entries:
        lines = entry.rstrip("\n").split("\n")
        kinds = [line.partition('"')[0].partition(" ")[0] or line for line in lines]
        assert set(kinds) <= KINDS
        assert kinds.count("msgid") == 1
        for place in [line[3:] for line in lines if line.startswith("#:")]:
            assert all(
                re.fullmatch(r"content/[\w-]+\.md(#[\w-]+)?|templates/[\w/-]+\.html", p) for p in place.split(" ")
            )
    assert path.read_bytes().endswith(b'"\n')


def test_an_update_makes_no_difference_and_no_more_the_second_time(site: Site) -> None:
    before = catalogues(site)
    assert update(site) == []
    assert update(site) == []
    assert catalogues(site) == before


@pytest.mark.parametrize(
    ("old", "new"),
    [("    memory: 141 GB\n", "    memory: 142 GB\n"), ("    read: 2026-10-24\n", "    read: 2026-11-29\n")],
    ids=["a memory", "a day"],
)
def test_a_changed_fact_makes_no_difference(site: Site, old: str, new: str) -> None:
    before = catalogues(site)
    site.replace("facts/facts.yaml", old, new)
    assert update(site) == []
    assert catalogues(site) == before


def test_a_paragraph_that_moves_within_its_section_changes_the_order_only(site: Site) -> None:
    moved = re.search(r"<!-- note: the quotation stays.*?\n\n", site.read(SOURCE), re.S)[0]
    below = "<!-- claim: {lora_4x_h200.weight_bytes} > 233.5 GB -->\n"
    before = catalogues(site)
    site.replace(SOURCE, moved, "")
    site.replace(SOURCE, below, f"{moved}{below}")
    assert update(site) == CATALOGUES
    after = catalogues(site)
    for name in CATALOGUES:
        entries = blocks(before[name])
        number = next(n for n, entry in enumerate(entries) if b'msgid "MXFP4 is a format for serving.' in entry)
        entries[number : number + 2] = [entries[number + 1], entries[number]]
        assert after[name] == b"\n\n".join(entries) + b"\n"
        assert sorted(blocks(after[name])) == sorted(blocks(before[name]))
    assert {name: after[name] for name in after if name not in CATALOGUES} == {
        name: before[name] for name in before if name not in CATALOGUES
    }


def test_a_rewritten_paragraph_changes_exactly_its_own_entry(site: Site) -> None:
    before = catalogues(site)
    site.replace(SOURCE, SERVED, SERVED_NOW)
    assert update(site) == CATALOGUES
    for name, after in catalogues(site).items():
        language = name.split("/")[1]
        old, new = "", ""
        if name in CATALOGUES:
            above = (
                "#. paragraph\n"
                '#. under "Back to MXFP4 for serving"\n'
                "#: content/gpt-oss-120b-fine-tuning.md#back-to-mxfp4-for-serving\n"
            )
            below = f'msgstr "{SERVED_IN[language]}"\n'
            old = f'{above}msgid "{SERVED}"\n{below}'
            new = f'{above}#, fuzzy\n#| msgid "{SERVED}"\nmsgid "{SERVED_NOW}"\n{below}'
            assert before[name].count(old.encode()) == 1
        assert after == before[name].replace(old.encode(), new.encode())
    assert update(site) == []


def test_a_paragraph_that_is_gone_is_kept_at_the_end_and_comes_back(site: Site) -> None:
    text, before = site.read(SOURCE), catalogues(site)
    claims = "<!-- claim: {merged_h200.checkpoint_cards} == 1 -->\n<!-- claim: {merged_rtx.checkpoint_cards} == 1 -->\n"
    site.replace(SOURCE, f"{claims}{SERVED}\n\n", "")
    assert update(site) == CATALOGUES
    for name in CATALOGUES:
        gone = f'#~ msgid "{SERVED}"\n#~ msgstr "{SERVED_IN[name.split("/")[1]]}"\n'.encode()
        assert catalogues(site)[name].endswith(b'"\n\n' + gone)
        assert len(blocks(catalogues(site)[name])) == len(blocks(before[name]))
    assert update(site) == []
    site.write(SOURCE, text)
    assert update(site) == CATALOGUES
    assert catalogues(site) == before


def test_carriage_returns_in_article_and_catalogues_change_nothing(site: Site) -> None:
    """Case c10: a message is the same however its lines end, in either file."""
    before = catalogues(site)
    built = {page.file: page.html for page in site.check().pages}
    site.write(SOURCE, site.read(SOURCE).replace("\n", "\r\n"))
    assert update(site) == []
    assert {page.file: page.html for page in site.check().pages} == built
    site.write(SOURCE, site.read(SOURCE).replace("\r\n", "\n"))
    for name, content in before.items():
        site.write(name, content.decode().replace("\n", "\r\n"))
    assert {page.file: page.html for page in site.check().pages} == built
    update(site)
    assert catalogues(site) == before
