"""The table of an article's figures: exact, for every spreadsheet, and with nothing in it that computes."""

from __future__ import annotations

import csv
import io
import json
import re
from fractions import Fraction
from pathlib import Path

import pytest
from small import FACTS, SLUG, article, write_small_site

from zahlwerk.build import Checked
from zahlwerk.figures import Figure, Figures
from zahlwerk.figures_csv import figures_csv
from zahlwerk.quantity import BYTE, Quantity
from zahlwerk.references import Presentation

FIRST = "data/gpt-oss-120b-fine-tuning"
COLUMNS = [
    "reference", "quantity", "numerator", "denominator", "decimal", "unit", "bound", "formula", "inputs", "sources",
    "addresses", "read",
]  # fmt: skip


def content(checked: Checked, name: str = f"data/{SLUG}.csv") -> bytes:
    return next(file.content for file in checked.files if file.file == name)


def rows(table: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(table.decode("utf-8"), newline="")))


def small_table(folder: Path, old: str = "", new: str = "", body: str = "It holds {card_a.memory}.") -> bytes:
    """The table of a small article, with something else in its facts."""
    assert old in FACTS
    articles = {SLUG: article(f"{body}\n")}
    return content(write_small_site(folder, articles=articles, facts=FACTS.replace(old, new)).check())


def test_each_figure_is_a_row_with_its_exact_value_and_sources(tmp_path: Path) -> None:
    body = "It holds {pair.pool_memory}, by the sheet of {data_sheet.read}."
    table = rows(small_table(tmp_path / "site", body=body))
    assert list(table[0]) == COLUMNS
    sheet = ["A maker: Data sheet", "https://maker.example.com/card", "2026-10-24"]
    found = {row["reference"]: list(row.values()) for row in table}
    assert found["pair.pool_memory"] == [
        "pair.pool_memory", "pool_memory", "282200000000", "1", "282200000000", "byte", "", "card.memory * cards",
        "card.memory = card_a.memory; cards = pair.cards", *sheet,
    ]  # fmt: skip
    assert found["card_a.memory"] == [
        "card_a.memory", "memory", "141100000000", "1", "141100000000", "byte", "", "", "", *sheet
    ]  # fmt: skip
    assert found["pair.cards"] == ["pair.cards", "cards", "2", "1", "2", "1", "", "", "", "", "", ""]
    assert found["data_sheet.read"] == ["data_sheet.read", "read", "", "", "2026-10-24", "date", "", "", "", *sheet]


def test_the_rows_are_those_of_the_data_file_with_the_same_values(checked: Checked) -> None:
    figures = json.loads(content(checked, f"{FIRST}.json"))["figures"]
    table = {row["reference"]: row for row in rows(content(checked, f"{FIRST}.csv"))}
    assert list(table) == list(figures)
    for reference, figure in figures.items():
        row = table[reference]
        if "value" in figure:
            assert Fraction(int(row["numerator"]), int(row["denominator"])) == Fraction(figure["value"])
            assert abs(Fraction(row["decimal"]) - Fraction(figure["value"])) <= abs(Fraction(figure["value"])) / 10**16
            assert row["unit"] == figure["unit"]
        assert row["formula"] == figure.get("formula", "")


def test_lines_end_as_rfc_4180_has_it(checked: Checked) -> None:
    table = content(checked, f"{FIRST}.csv")
    assert not table.startswith(b"\xef\xbb\xbf")
    assert table.endswith(b"\r\n")
    assert not re.search(rb"(?<!\r)\n|\r(?!\n)", table)
    assert table.count(b"\r\n") == len(rows(table)) + 1


def test_marks_and_letters_of_a_text_are_kept(tmp_path: Path) -> None:
    table = small_table(tmp_path / "site", "title: Data sheet", "title: 'Blatt \"Größen\", neu'")
    assert b'"A maker: Blatt ""Gr\xc3\xb6\xc3\x9fen"", neu"' in table
    assert rows(table)[0]["sources"] == 'A maker: Blatt "Größen", neu'


@pytest.mark.parametrize("start", ["=", "+", "-", "@"])
def test_no_text_is_a_formula_to_a_spreadsheet(start: str, tmp_path: Path) -> None:
    harmful = f'{start}HYPERLINK("https://example.com/")'
    (row,) = rows(small_table(tmp_path / "site", "publisher: A maker", f"publisher: '{harmful}'"))
    assert row["sources"] == f"'{harmful}: Data sheet"


def test_a_number_below_zero_stays_a_number() -> None:
    figure = Figure("pair.left", Quantity(Fraction(-7, 3), BYTE), "Two cards", Presentation(), ())
    (row,) = rows(figures_csv([figure], Figures({"pair.left": figure}, {})))
    assert (row["numerator"], row["denominator"], row["decimal"]) == ("-7", "3", "-2.3333333333333333")


def test_the_page_links_to_it_beside_the_data_file(checked: Checked) -> None:
    page = next(page.html for page in checked.pages if page.file == "fr/gpt-oss-120b-fine-tuning/index.html")
    assert f'<a href="/{FIRST}.json">JSON</a> · <a href="/{FIRST}.csv">CSV</a>' in page
