"""The table [tool.zahlwerk]: what it must hold, and what is refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import ROOT, Site

from zahlwerk.documents import DOCUMENTS
from zahlwerk.problems import BuildFailed
from zahlwerk.settingkinds import checked_base_url
from zahlwerk.settings import Settings, declared_settings, load_settings

VALID = """\
[tool.zahlwerk]
site_name = "Guides"
base_url = "https://www.example.com/guides"
contact = "editors@example.com"

[tool.zahlwerk.planned_pages]
later = "/en/later/"
"""


def load(folder: Path, text: str) -> Settings:
    (folder / "pyproject.toml").write_text(text, "utf-8")
    return load_settings(folder)


def problems(folder: Path, text: str) -> list[str]:
    with pytest.raises(BuildFailed) as failed:
        load(folder, text)
    return [str(problem) for problem in failed.value.problems]


def test_the_settings_are_read(tmp_path: Path) -> None:
    found = load(tmp_path, VALID)
    assert found == Settings(
        "Guides", "https://www.example.com/guides/", "editors@example.com", {"later": "/en/later/"}
    )


def test_the_owner_publishes_and_without_one_the_site_does(tmp_path: Path) -> None:
    owned = VALID.replace("contact = ", 'owner = "A company"\ncontact = ')
    assert load(tmp_path, owned).publisher == "A company"
    assert load(tmp_path, VALID).publisher == "Guides"
    assert problems(tmp_path, owned.replace('"A company"', "1")) == [
        "pyproject.toml:4: owner must be a text; put it in quotation marks"
    ]


def test_planned_pages_may_be_left_out(tmp_path: Path) -> None:
    assert load(tmp_path, VALID.partition("[tool.zahlwerk.planned_pages]")[0]).planned_pages == {}


@pytest.mark.parametrize(
    ("url", "base_path"),
    [
        ("https://www.example.com", "/"),
        ("https://www.example.com/", "/"),
        ("https://www.example.com/a/b", "/a/b/"),
        ("http://localhost:8000/a/", "/a/"),
    ],
)
def test_the_base_url_ends_with_a_slash_and_gives_the_base_path(url: str, base_path: str) -> None:
    checked = checked_base_url(url)
    assert checked == url.rstrip("/") + "/"
    assert Settings("", checked, "").base_path == base_path


@pytest.mark.parametrize(
    "url",
    [
        "", "www.example.com", "/guides/", "//www.example.com/", "ftp://example.com/", "https://", "https:///guides/",
        "https://example.com/?a=b", "https://example.com/#a",
    ],
)  # fmt: skip
def test_a_base_url_that_is_not_absolute_is_refused(tmp_path: Path, url: str) -> None:
    (problem,) = problems(tmp_path, VALID.replace("https://www.example.com/guides", url))
    assert problem == f'pyproject.toml:3: the base URL "{url}" is not absolute; write it as https://www.example.com/'


@pytest.mark.parametrize(
    ("url", "character"),
    [("https://müller.example/", "ü"), ("https://example.com/a b/", " "), ("https://example.com/<a>/", "<")],
)
def test_a_base_url_is_written_as_browsers_send_it(url: str, character: str) -> None:
    with pytest.raises(ValueError, match=f'the base URL "{url}" holds "{character}"; write it as browsers send it'):
        checked_base_url(url)


@pytest.mark.parametrize("key", ["site_name", "base_url", "contact"])
@pytest.mark.parametrize("value", ["3", "true", '["a"]', "[\n  1,\n]"])
def test_a_setting_that_is_no_text_is_refused_in_its_line(tmp_path: Path, key: str, value: str) -> None:
    lines = [line for line in VALID.splitlines() if not line.startswith(key)]
    lines.insert(2, f"# A comment.\n{key} = {value}")
    message = f"pyproject.toml:4: {key} must be a text; put it in quotation marks"
    assert problems(tmp_path, "\n".join(lines)) == [message]


@pytest.mark.parametrize("key", ["site_name", "base_url", "contact"])
def test_a_setting_that_must_be_there_is_missed_at_the_head_of_its_table(tmp_path: Path, key: str) -> None:
    lines = [line for line in VALID.splitlines() if not line.startswith(key)]
    (problem,) = problems(tmp_path, "# A comment.\n\n" + "\n".join(lines))
    assert problem.startswith(f"pyproject.toml:3: [tool.zahlwerk] must set {key}; it is ")


def test_an_unknown_setting_is_refused_with_the_nearest_one(tmp_path: Path) -> None:
    (problem,) = problems(tmp_path, VALID.replace("[tool.zahlwerk]", '[tool.zahlwerk]\nbase_ulr = "x"'))
    assert problem == 'pyproject.toml:2: unknown setting "base_ulr"; did you mean "base_url"?'


def test_all_faults_come_at_once(tmp_path: Path) -> None:
    found = problems(tmp_path, "[tool.zahlwerk]\nplanned_pages = 3\nname = 1\n")
    assert len(found) == 5


@pytest.mark.parametrize("planned", ["planned_pages = 3", 'planned_pages = ["later"]', "planned_pages = {later = 1}"])
def test_planned_pages_must_be_addresses_by_slug(tmp_path: Path, planned: str) -> None:
    (problem,) = problems(tmp_path, VALID.partition("[tool.zahlwerk.planned_pages]")[0] + planned)
    assert problem.startswith("pyproject.toml:6: planned_pages must give an address for each slug")


@pytest.mark.parametrize("text", ["", "[tool]\nzahlwerk = 3\n", "tool = 3\n", "[[tool.zahlwerk]]\n"])
def test_a_project_without_the_table_is_refused(tmp_path: Path, text: str) -> None:
    assert problems(tmp_path, text)


def test_a_broken_file_is_refused_with_its_line(tmp_path: Path) -> None:
    (problem,) = problems(tmp_path, "[tool.zahlwerk]\nsite_name = open\n")
    assert problem == "pyproject.toml:2: cannot be read: Invalid value in column 13"


def test_a_file_in_another_encoding_is_refused(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_bytes(b"# K\xf6ln\n")
    with pytest.raises(BuildFailed, match=r"pyproject\.toml: cannot be read"):
        load_settings(tmp_path)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BuildFailed, match=r"pyproject\.toml: cannot be read: No such file"):
        load_settings(tmp_path)


@pytest.mark.parametrize("url", ["", "/enquiry", "/enquiry?from=guides", "https://www.example.com/enquiry"])
def test_enquiries_may_be_posted_to_an_address_or_a_path(tmp_path: Path, url: str) -> None:
    assert load(tmp_path, VALID.replace("\n\n", f'\nenquiry_url = "{url}"\n\n')).enquiry_url == url


@pytest.mark.parametrize(
    "url",
    ['"enquiry"', '"mailto:a@example.com"', '"//example.com/"', '"https://"', '"https://[x/"', '"/enquiry#form"', "3"],
)
def test_an_enquiry_url_that_nothing_can_be_posted_to_is_refused(tmp_path: Path, url: str) -> None:
    (problem,) = problems(tmp_path, VALID.replace("\n\n", f"\nenquiry_url = {url}\n\n"))
    assert problem.startswith(
        "pyproject.toml:5: enquiry_url must be an address that forms are posted to; write https://"
    )


TABLE = (ROOT / "docs" / "settings.md").read_text("utf-8")


def rows(head: str) -> list[tuple[str, ...]]:
    """The rows of the table of docs/settings.md that has this head, without backticks."""
    lines = TABLE.split(f"| {head} |", 1)[1].split("\n\n")[0].splitlines()[2:]
    return [tuple(cell.strip().strip("`") for cell in line.strip("|").split("|")) for line in lines]


def test_the_documented_settings_are_the_declared_ones() -> None:
    declared = [(one.name, one.kind, one.without or "must be set", one.meaning) for one in declared_settings()]
    assert rows("setting") == declared
    assert len(declared) == 10


def test_what_the_documentation_says_of_settings_left_out_is_so(tmp_path: Path) -> None:
    said = {name: without for name, _, without, _ in rows("setting")}
    found = load(tmp_path, VALID.partition("[tool.zahlwerk.planned_pages]")[0])
    assert str(found.threshold) == said["threshold"]
    assert (found.publisher, said["owner"]) == (found.site_name, "the site's name")
    assert [found.planned_pages, found.kept] == [{}, {}]
    assert {said["planned_pages"], said["kept"]} == {"none"}


def test_the_documented_budgets_are_the_declared_ones() -> None:
    budgets = [(name, str(one.budget or "none"), one.meaning) for name, one in DOCUMENTS.items()]
    assert rows("document") == budgets
    assert budgets[0][:2] == ("price", "30")
    assert {"documentation": "180", "paper": "none"}.items() <= {name: days for name, days, _ in budgets}.items()


def with_budgets(*lines: str) -> str:
    return VALID + "\n[tool.zahlwerk.source_budgets]\n" + "\n".join(lines)


def test_budgets_are_set_for_single_sorts_of_documents(tmp_path: Path) -> None:
    found = load(tmp_path, with_budgets("price = 7", 'documentation = "none"', "paper = 1000")).source_budgets
    assert (found["price"], found["documentation"], found["paper"], found["product"]) == (7, None, 1000, 365)


@pytest.mark.parametrize("days", ["0", "-1", "true", "1.5", '"never"', "[1]"])
def test_a_budget_is_a_number_of_days_or_none(tmp_path: Path, days: str) -> None:
    (problem,) = problems(tmp_path, with_budgets("# A comment.", f"price = {days}"))
    assert problem == (
        'pyproject.toml:11: source_budgets.price must be a whole number of days from 1 on; or "none" for what never '
        "goes stale"
    )


def test_a_budget_for_an_unknown_sort_is_refused_with_the_nearest_one(tmp_path: Path) -> None:
    (problem,) = problems(tmp_path, with_budgets("prices = 30"))
    assert problem == 'pyproject.toml:10: source_budgets knows no sort of document "prices"; did you mean "price"?'


def test_what_is_kept_gives_its_reason(tmp_path: Path) -> None:
    kept = '\n[tool.zahlwerk.kept]\n"card.bandwidth" = '
    assert load(tmp_path, f'{VALID}{kept}"for later"').kept == {"card.bandwidth": "for later"}
    (problem,) = problems(tmp_path, f'{VALID}{kept}""')
    assert problem.startswith("pyproject.toml:10: kept must give a reason for each name")


def test_keys_are_found_in_an_inline_table(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(
        '# One.\ntool = {zahlwerk = {wrong = 1, contact = "a", site_name = "b"}}\n'
    )
    with pytest.raises(BuildFailed) as failed:
        load_settings(tmp_path)
    assert {problem.place.line for problem in failed.value.problems} == {2}


def test_the_documentation_shows_a_problem_as_it_is(site: Site) -> None:
    site.replace("pyproject.toml", "\n# What nothing uses", "treshold = 80\n\n# What nothing uses")
    (problem,) = site.problems()
    line = re.compile(r"(?<=pyproject\.toml:)\d+")  # it moves with whatever stands above
    assert line.search(problem)
    assert line.sub("", f"\n{problem}\n") in line.sub("", TABLE)
