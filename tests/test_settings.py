"""The table [tool.zahlwerk]: what it must hold, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from zahlwerk.problems import BuildFailed
from zahlwerk.settings import Settings, checked_base_url, load_settings

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
    assert problems(tmp_path, owned.replace('"A company"', "1")) == ["pyproject.toml: owner must be a text"]


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
    assert problem == f'pyproject.toml: the base URL "{url}" is not absolute; write it as https://www.example.com/'


@pytest.mark.parametrize(
    ("url", "character"),
    [("https://müller.example/", "ü"), ("https://example.com/a b/", " "), ("https://example.com/<a>/", "<")],
)
def test_a_base_url_is_written_as_browsers_send_it(url: str, character: str) -> None:
    with pytest.raises(ValueError, match=f'the base URL "{url}" holds "{character}"; write it as browsers send it'):
        checked_base_url(url)


@pytest.mark.parametrize("key", ["site_name", "base_url", "contact"])
@pytest.mark.parametrize("value", [None, "3", "true", '["a"]'])
def test_a_setting_that_is_missing_or_no_text_is_refused(tmp_path: Path, key: str, value: str | None) -> None:
    lines = [line for line in VALID.splitlines() if not line.startswith(key)]
    lines.insert(1, f"{key} = {value}" if value else "")
    assert problems(tmp_path, "\n".join(lines)) == [f"pyproject.toml: [tool.zahlwerk] must set {key} to a text"]


def test_an_unknown_setting_is_refused_with_the_nearest_one(tmp_path: Path) -> None:
    (problem,) = problems(tmp_path, VALID.replace("[tool.zahlwerk]", '[tool.zahlwerk]\nbase_ulr = "x"'))
    assert problem == 'pyproject.toml: unknown setting "base_ulr"; did you mean "base_url"?'


def test_all_faults_come_at_once(tmp_path: Path) -> None:
    found = problems(tmp_path, "[tool.zahlwerk]\nplanned_pages = 3\nname = 1\n")
    assert len(found) == 5


@pytest.mark.parametrize("planned", ["planned_pages = 3", 'planned_pages = ["later"]', "planned_pages = {later = 1}"])
def test_planned_pages_must_be_addresses_by_slug(tmp_path: Path, planned: str) -> None:
    (problem,) = problems(tmp_path, VALID.partition("[tool.zahlwerk.planned_pages]")[0] + planned)
    assert problem == "pyproject.toml: planned_pages must give an address for each slug"


@pytest.mark.parametrize("text", ["", "[tool]\nzahlwerk = 3\n", "tool = 3\n", "[[tool.zahlwerk]]\n"])
def test_a_project_without_the_table_is_refused(tmp_path: Path, text: str) -> None:
    assert problems(tmp_path, text)


def test_a_broken_file_is_refused_with_its_line(tmp_path: Path) -> None:
    (problem,) = problems(tmp_path, "[tool.zahlwerk]\nsite_name = open\n")
    assert problem.startswith("pyproject.toml: cannot be read: ")
    assert "line 2" in problem


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
    assert problem.startswith("pyproject.toml: enquiry_url must be an address that forms are posted to; write https://")
