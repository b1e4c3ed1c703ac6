"""Which translation follows which text when an article changes: by section, likeness and position, never by guess."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from small import article

from zahlwerk.articles import read_article
from zahlwerk.catalogs import Catalogue, Entry, new_catalogue, written
from zahlwerk.following import updated
from zahlwerk.messages import Message, article_messages

HOLDS, HOLDS_8 = (
    "The server holds four cards and as many supplies.",
    "The server holds eight cards and as many supplies.",
)
DRAWS, DRAWS_3 = "Each card draws power from two cables.", "Each card draws power from three cables."
COOLS = "Fans at the front keep all of it cool."
ORDER = "Ask us for a quotation, and we answer within a day."


def messages(body: str, front: str = "") -> list[Message]:
    """The messages of an article with this body, and with this title and description if any."""
    text = article(body)
    if front:
        title, description = front.split("\n")
        text = text.replace("A small article", title).replace("What the cards hold.", description)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "a.md"
        path.write_text(text, "utf-8")
        return article_messages(read_article(path, "content/a.md"))


def said(source: str) -> str:
    """The translation that stands for a source in these tests."""
    return f"‹{source}›"


def translated(found: list[Message]) -> Catalogue:
    """A catalogue in which every message is translated."""
    empty = new_catalogue("locales/de/LC_MESSAGES/a.po", "de", "nplurals=2; plural=(n != 1);")
    entries = tuple(Entry(*message.key, said(message.source)) for message in found)
    return updated(dataclasses.replace(empty, entries=entries), found)


def changes(before: str, after: str, front: str = "") -> tuple[dict[str, str], list[str]]:
    """What an update does: new texts with the source whose translation they follow, if any; and what is obsolete."""
    start, new = translated(messages(before)), messages(after, front)
    found = updated(start, new)
    assert written(updated(found, new)) == written(found)
    known, follows = {entry.key for entry in start.entries}, {}
    for entry in found.entries:
        if entry.key in known:
            assert (entry.translation, entry.fuzzy) == (said(entry.source), False)
        else:
            assert entry.translation == (said(entry.previous) if entry.fuzzy else "")
            follows[entry.source] = entry.previous
    return follows, [entry.source for entry in found.entries if entry.obsolete]


def paragraphs(*texts: str) -> str:
    return "".join(f"{text}\n\n" for text in texts)


def sections(first: str, second: str, headings: tuple[str, str] = ("Power supply", "Ordering")) -> str:
    return f"## {headings[0]}\n\n{first}\n\n## {headings[1]}\n\n{second}\n"


def table(*cells: str) -> str:
    return f"| Name | Kind |\n|---|---|\n| {' | '.join(cells)} |\n"


MUCH = ("The card has much memory and draws power.", "The board has much memory and draws power.")
MORE = ("The card has more memory and draws power.", "The board has more memory and draws power.")
FOLLOWED = {
    "reworded": (HOLDS, HOLDS_8, {HOLDS_8: HOLDS}),
    "reworded and moved": (
        paragraphs(HOLDS, DRAWS, COOLS), paragraphs(DRAWS, COOLS, HOLDS_8), {HOLDS_8: HOLDS},
    ),
    "two beside one another": (
        paragraphs(HOLDS, DRAWS), paragraphs(HOLDS_8, DRAWS_3), {HOLDS_8: HOLDS, DRAWS_3: DRAWS},
    ),
    "two alike beside one another": (
        paragraphs(*MUCH), paragraphs(*MORE), dict(zip(MORE, MUCH, strict=True)),
    ),
    "two swapped and reworded": (
        paragraphs(HOLDS, DRAWS), paragraphs(DRAWS_3, HOLDS_8), {DRAWS_3: DRAWS, HOLDS_8: HOLDS},
    ),
    "two alike swapped and reworded": (
        paragraphs(*MUCH), paragraphs(*reversed(MORE)), dict(zip(MORE, MUCH, strict=True)),
    ),
    "one reworded below a new one": (
        paragraphs(HOLDS), paragraphs(ORDER, HOLDS_8), {ORDER: "", HOLDS_8: HOLDS},
    ),
    "much reworded in its place": (
        paragraphs(COOLS, DRAWS, ORDER),
        paragraphs(COOLS, "Power for each card comes from two cables.", ORDER),
        {"Power for each card comes from two cables.": DRAWS},
    ),
    "a paragraph that is split": (
        f"{HOLDS} {DRAWS}", paragraphs(HOLDS, DRAWS), {HOLDS: f"{HOLDS} {DRAWS}", DRAWS: ""},
    ),
    "a heading and the text below it": (
        sections(HOLDS, ORDER), sections(HOLDS_8, ORDER, ("Power supplies", "Ordering")),
        {"Power supplies": "Power supply", HOLDS_8: HOLDS},
    ),
    "headings of two levels and the text below them": (
        f"## Power supply\n\n### Each card\n\n{HOLDS}\n", f"## Power supplies\n\n### Every card\n\n{HOLDS_8}\n",
        {"Power supplies": "Power supply", "Every card": "Each card", HOLDS_8: HOLDS},
    ),
    "equal headings that change alike": (
        sections(HOLDS, DRAWS, ("Each card",) * 2), sections(HOLDS_8, DRAWS_3, ("Every card",) * 2),
        {"Every card": "Each card", HOLDS_8: HOLDS, DRAWS_3: DRAWS},
    ),
    "a heading that keeps its id": (
        sections(HOLDS, ORDER, ("Power supply {#power}", "Ordering")),
        sections(HOLDS_8, ORDER, ("Power supplies {#power}", "Ordering")),
        {"Power supplies": "Power supply", HOLDS_8: HOLDS},
    ),
    "a heading that is given an id": (
        sections(HOLDS, ORDER), sections(HOLDS_8, ORDER, ("Power supply {#power}", "Ordering")), {HOLDS_8: HOLDS},
    ),
    "a text under a heading that stays": (
        sections(HOLDS, DRAWS), sections(HOLDS_8, DRAWS_3), {HOLDS_8: HOLDS, DRAWS_3: DRAWS},
    ),
    "sections that change places": (
        sections(HOLDS, DRAWS), sections(DRAWS_3, HOLDS_8, ("Ordering", "Power supply")),
        {DRAWS_3: DRAWS, HOLDS_8: HOLDS},
    ),
    "a cell": (table("Cards", "Server"), table("Card count", "Server"), {"Card count": "Cards"}),
    "a text of two sections that changes in one": (
        sections(HOLDS, HOLDS), sections(HOLDS, HOLDS_8), {HOLDS_8: HOLDS},
    ),
    "a text of two sections that changes in both": (
        sections(HOLDS, HOLDS), sections(HOLDS_8, HOLDS.replace("four", "six")),
        {HOLDS_8: HOLDS, HOLDS.replace("four", "six"): HOLDS},
    ),
    "code": (
        "```text translate\nfirst line\nsecond line\n```\n", "```text translate\nfirst line\nanother line\n```\n",
        {"first line\nanother line": "first line\nsecond line"},
    ),
}  # fmt: skip


@pytest.mark.parametrize(("before", "after", "follows"), FOLLOWED.values(), ids=FOLLOWED)
def test_a_changed_text_keeps_its_own_translation_as_a_guess(before: str, after: str, follows: dict[str, str]) -> None:
    assert changes(before, after) == (follows, [])


NOT_FOLLOWED = {
    "alike, but in another section": (
        sections(HOLDS, ORDER), sections("See the data sheet.", f"{ORDER}\n\n{HOLDS_8}"),
        ["See the data sheet.", HOLDS_8], [HOLDS],
    ),
    "alike, but below another heading in its place": (
        sections(HOLDS, ORDER), sections(HOLDS_8, ORDER, ("What it costs", "Ordering")),
        ["What it costs", HOLDS_8], ["Power supply", HOLDS],
    ),
    "alike, but in a new section": (
        paragraphs(HOLDS, DRAWS), f"{HOLDS}\n\n## Cables\n\n{DRAWS_3}\n", ["Cables", DRAWS_3], [DRAWS],
    ),
    "a new text in the place of another": (paragraphs(HOLDS, COOLS), paragraphs(ORDER, COOLS), [ORDER], [HOLDS]),
    "a short word for another": (table("Yes", "Server"), table("No", "Server"), ["No"], ["Yes"]),
    "short words that share letters": (table("Memory", "Price"), table("Power", "Cost"), ["Power", "Cost"],
        ["Memory", "Price"]),
    "a text beside one that stands": (HOLDS, paragraphs(HOLDS, HOLDS_8), [HOLDS_8], []),
}  # fmt: skip


@pytest.mark.parametrize(("before", "after", "blank", "obsolete"), NOT_FOLLOWED.values(), ids=NOT_FOLLOWED)
def test_what_is_not_the_same_text_begins_blank(before: str, after: str, blank: list[str], obsolete: list[str]) -> None:
    assert changes(before, after) == (dict.fromkeys(blank, ""), obsolete)


def test_a_section_whose_other_text_stands_is_the_same_under_another_heading() -> None:
    after = sections(f"{HOLDS_8}\n\n{COOLS}", ORDER, ("What it needs", "Ordering"))
    follows, obsolete = changes(sections(f"{HOLDS}\n\n{COOLS}", ORDER), after)
    assert follows == {"What it needs": "", HOLDS_8: HOLDS}
    assert obsolete == ["Power supply"]


def test_cells_that_change_places_change_nothing_else() -> None:
    assert changes(table("Yes", "No"), table("No", "Yes")) == ({}, [])


def test_title_and_description_follow_where_they_are_alike() -> None:
    follows, obsolete = changes(HOLDS, HOLDS, "A very small article\nAll that it costs, and whom to ask.")
    assert follows == {"A very small article": "A small article", "All that it costs, and whom to ask.": ""}
    assert obsolete == ["What the cards hold."]


def test_a_title_never_follows_a_text_of_the_body() -> None:
    follows, _ = changes(paragraphs(HOLDS, DRAWS), DRAWS, f"{HOLDS_8}\nWhat the cards hold.")
    assert follows == {HOLDS_8: ""}


def test_a_guess_whose_source_changes_again_keeps_the_first_source() -> None:
    once = updated(translated(messages(HOLDS)), messages(HOLDS_8))
    entry = updated(once, messages(HOLDS.replace("four", "six"))).entries[-2]
    assert (entry.translation, entry.fuzzy, entry.previous) == (said(HOLDS), True, HOLDS)


def test_a_guess_that_a_translator_has_finished_begins_anew() -> None:
    once = updated(translated(messages(HOLDS)), messages(HOLDS_8))
    finished = tuple(
        dataclasses.replace(entry, fuzzy=False, translation="Acht.", previous="") for entry in once.entries
    )
    entry = updated(dataclasses.replace(once, entries=finished), messages(HOLDS.replace("four", "six"))).entries[-2]
    assert (entry.translation, entry.fuzzy, entry.previous) == ("Acht.", True, HOLDS_8)


def test_a_comment_without_a_translation_follows_its_text() -> None:
    start = translated(messages(HOLDS))
    blank = tuple(dataclasses.replace(entry, translation="", comment="ask Ada") for entry in start.entries)
    commented = dataclasses.replace(start, entries=blank)
    entry = updated(commented, messages(HOLDS_8)).entries[-2]
    assert (entry.source, entry.comment, entry.fuzzy, entry.previous) == (HOLDS_8, "ask Ada", False, "")
    gone = updated(commented, messages(ORDER)).entries[-1]
    assert (gone.source, gone.comment, gone.obsolete) == (HOLDS, "ask Ada", True)


def without_place(*titles: str) -> list[Message]:
    return [Message("title", title) for title in titles] + [Message("name", "BF16 LoRA on four cards")]


def test_texts_that_stand_nowhere_are_held_together_by_their_context() -> None:
    """Such as the titles of cases in site.po."""
    start = translated(without_place("BF16 LoRA on four H200", "Full fine-tuning on eight H200"))
    new = without_place("BF16 LoRA on four cards of another kind", "Full fine-tuning on eight H200")
    entry = updated(start, new).entries[0]
    assert (entry.translation, entry.fuzzy, entry.previous) == (
        said("BF16 LoRA on four H200"), True, "BF16 LoRA on four H200",
    )  # fmt: skip


def test_a_text_with_a_place_never_follows_one_without() -> None:
    new = [Message("title", "BF16 LoRA on four H200 NVL", places=("templates/a.html",))]
    entry, *_ = updated(translated([Message("title", "BF16 LoRA on four H200")]), new).entries
    assert entry.translation == ""


def test_a_text_that_comes_back_is_not_taken_for_a_changed_one() -> None:
    start = translated(messages(HOLDS))
    without = updated(start, messages(ORDER))
    assert written(updated(without, messages(HOLDS))) == written(start)
