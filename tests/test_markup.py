"""The Markdown of articles: references, comments, headings, line breaks, escapes and code."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from zahlwerk.markup import blocks, heading_slug, render, structure, translated, unwrapped

ENGLISH, GERMAN = "“”‘’", "„“‚‘"


def as_written(source: str, _context: str) -> tuple[str, str]:
    return source, ""


def html(text: str, translate: Callable[[str, str], tuple[str, str]] = as_written, quotes: str = ENGLISH) -> str:
    """The HTML of a text in which each figure is shown as its reference between ‹ and ›."""
    return render(translated(text, translate, quotes), {"figure": lambda token: f"‹{token.info[1:-1]}›"}).strip()


def ids(text: str) -> list[str]:
    return [str(token.attrs["id"]) for token in blocks(text) if token.type == "heading_open"]


def comments(text: str) -> list[str]:
    return [token.content for token in blocks(text) if token.type == "comment"]


@pytest.mark.parametrize(
    ("text", "rendered"),
    [
        ("It holds {a.b}.", "<p>It holds ‹a.b›.</p>"),
        ("{a.b[GiB]:.1} and {c.d[about]}", "<p>‹a.b[GiB]:.1› and ‹c.d[about]›</p>"),
        ("**{a.b}** of *{c.d}*", "<p><strong>‹a.b›</strong> of <em>‹c.d›</em></p>"),
        ("[all {a.b}](page)", '<p><a href="page">all ‹a.b›</a></p>'),
        ("- {a.b}\n- x", "<ul>\n<li>‹a.b›</li>\n<li>x</li>\n</ul>"),
        ("> {a.b}", "<blockquote>\n<p>‹a.b›</p>\n</blockquote>"),
    ],
)
def test_a_reference_becomes_a_figure_wherever_text_can_stand(text: str, rendered: str) -> None:
    assert html(text) == rendered


def test_a_reference_in_a_cell_becomes_a_figure() -> None:
    rendered = html("| a | b |\n|---|---|\n| {a.b} | x {c.d[GB]:.0} y |\n")
    assert "<td>‹a.b›</td>\n<td>x ‹c.d[GB]:.0› y</td>" in rendered


@pytest.mark.parametrize("value", ["2*4*8", "a|b", "# shards", "- x", "1. Januar", "[a](b)", "`c`", "a_b_c", "> q"])
@pytest.mark.parametrize(
    "text", ["{a.b}", "{a.b} first", "*x* {a.b}", "- {a.b}", "## {a.b}", "| a | b |\n|---|---|\n| {a.b} | z |"]
)
def test_a_value_never_becomes_markup(text: str, value: str) -> None:
    tokens = translated(text, as_written, ENGLISH)
    plain = render(tokens, {"figure": lambda _: "FIGURE"})
    assert render(tokens, {"figure": lambda _: value}) == plain.replace("FIGURE", value)


@pytest.mark.parametrize("code", ["`{a.b}`", "``{a.b} ` {c.d}``", "`{{ x }} {% raw %} {# n #}`"])
def test_a_code_span_stays_as_written(code: str) -> None:
    assert html(f"See {code}.") == f"<p>See <code>{code.strip('`')}</code>.</p>"
    assert structure(code).references == ()
    assert structure(code).braces == ()


@pytest.mark.parametrize("text", ["```yaml\nkey: plugins-{{ epoch }} {a.b}\n```", "    key: {a.b} <!-- note: x -->"])
def test_a_code_block_stays_as_written(text: str) -> None:
    content = text.strip("`").removeprefix("yaml").strip()
    assert content.replace("<", "&lt;").replace(">", "&gt;") in html(text)


@pytest.mark.parametrize(
    ("text", "rendered"),
    [
        (r"\{a.b\} and \{", "<p>{a.b} and {</p>"),
        (r"\*no emphasis\*", "<p>*no emphasis*</p>"),
        (r"\{{a.b}\}", "<p>{‹a.b›}</p>"),
    ],
)
def test_an_escaped_brace_is_a_brace(text: str, rendered: str) -> None:
    assert html(text) == rendered
    assert structure(text).braces == ()


def test_the_closing_brace_of_an_escaped_one_needs_no_escape() -> None:
    assert structure(r"\{a.b}").braces == ()


@pytest.mark.parametrize(
    ("text", "braces"),
    [
        ("{a.b.c}", ("{a.b.c}",)),
        ("{ a.b }", ("{ a.b }",)),
        ("{a.b:GiB .1}", ("{a.b:GiB .1}",)),
        ("{{ a.b }}", ("{{ a.b }}",)),
        ("an open { and a closed }", ("{ and a closed }",)),
        ("only { open", ("{",)),
    ],
)
def test_braces_that_are_no_reference_are_found(text: str, braces: tuple[str, ...]) -> None:
    found = structure(text)
    assert found.braces == braces
    assert found.references == ()


@pytest.mark.parametrize(
    "text",
    ["[x]({a.b})", '[x](y "{a.b}")', "![{a.b}](y)", "![x]({a.b})", "<https://example.com/{a.b}>"],
)
def test_a_reference_where_no_figure_can_stand_is_found(text: str) -> None:
    assert structure(text).hidden_references
    assert structure(text).references == ()


def test_the_structure_of_a_text_is_what_it_holds_beside_its_words() -> None:
    found = structure("Two {a.b} *and* **{c.d}**, `x`, [y](z#w), <b>bold</b>; end")
    assert found.references == ("{a.b}", "{c.d}")
    assert dict(found.links) == {"z#w": 1}
    assert dict(found.code) == {"x": 1}
    assert dict(found.emphasis) == {"em": 1, "strong": 1}
    assert found.html == ("<b>", "</b>")
    assert [run.strip() for run in found.words if run.strip(" ,")] == ["Two", "and", ", y,", "bold", "; end"]


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("Which card?", "which-card"),
        ("{a.b} on one GPU", "on-one-gpu"),
        ("Why {a.b[GB]:.0}, and how", "why-and-how"),
        ("Über Größe", "über-größe"),
        ("मेमोरी कितनी", "मेमोरी-कितनी"),
        ("See [the guide](other-page)", "see-the-guide"),
        ("*Two* `words`", "two-words"),
        ("{a.b}", "section"),
        ("U\N{COMBINING DIAERESIS}ber", "über"),
    ],
)
def test_the_id_of_a_heading_comes_from_its_words_alone(text: str, slug: str) -> None:
    assert heading_slug(text) == slug


def test_equal_headings_are_numbered() -> None:
    assert ids("## Same\n\n## Same\n\n### Same\n") == ["same", "same-1", "same-2"]


def test_an_id_can_be_given_and_is_not_shown() -> None:
    text = "## Grows to {a.b} {#grows}\n"
    assert ids(text) == ["grows"]
    assert html(text) == '<h2 id="grows">Grows to ‹a.b›</h2>'


def test_an_escaped_id_is_text() -> None:
    assert html("## C \\{#z\\}\n") == '<h2 id="c-z">C {#z}</h2>'


def test_a_heading_has_the_same_id_in_every_language() -> None:
    german = {"Same": "Gleich", "Same again": "Noch einmal"}
    rendered = html("## Same\n\n## Same\n\n## Same again\n", lambda source, _context: (german[source], ""))
    assert rendered == ('<h2 id="same">Gleich</h2>\n<h2 id="same-1">Gleich</h2>\n<h2 id="same-again">Noch einmal</h2>')


def test_a_soft_line_break_is_a_space() -> None:
    assert html("one\ntwo\n  three") == "<p>one two three</p>"
    assert unwrapped("one \n two") == "one two"


@pytest.mark.parametrize("line_end", ["  ", "   ", "      ", "\\"])
def test_a_hard_line_break_is_seen(line_end: str) -> None:
    assert structure(unwrapped(f"one{line_end}\ntwo")).hard_breaks == 1


def test_two_spaces_within_a_line_are_no_line_break() -> None:
    assert structure(unwrapped("one  two")).hard_breaks == 0


@pytest.mark.parametrize(
    ("text", "rendered"),
    [
        ("<!-- note: x -->\ntext", "<p>text</p>"),
        ("<!-- note: x\n\nstill it -->\ntext", "<p>text</p>"),
        ("text\n<!-- note: x -->\nmore", "<p>text</p>\n<p>more</p>"),
        ("<!-- note: x -->\n## Heading", '<h2 id="heading">Heading</h2>'),
        ("<!-- note: x -->\n| a |\n|---|\n| b |", "<table>"),
        ("> <!-- note: x -->\n> text", "<blockquote>\n<p>text</p>\n</blockquote>"),
    ],
)
def test_a_comment_before_a_block_is_read_and_not_shown(text: str, rendered: str) -> None:
    assert [comment[:9] for comment in comments(text)] == ["<!-- note"]
    assert rendered in html(text)
    assert "note" not in html(text)


def test_a_comment_of_several_lines_is_one() -> None:
    assert comments("<!-- note: one\ntwo\n\nthree -->\ntext") == ["<!-- note: one\ntwo\n\nthree -->"]


def test_comments_in_a_row_are_each_their_own() -> None:
    assert comments("<!-- note: a -->\n<!-- note: b -->\ntext") == ["<!-- note: a -->", "<!-- note: b -->"]


def test_text_behind_a_comment_belongs_to_it_and_is_so_refused_with_it() -> None:
    assert comments("<!-- note: x --> tail") == ["<!-- note: x --> tail"]


def test_a_comment_within_a_line_is_raw_html() -> None:
    assert structure("text <!-- note: x --> more").html == ("<!-- note: x -->",)


@pytest.mark.parametrize("text", ["```\n<!-- note: x -->\n```", "    <!-- note: x -->"])
def test_a_comment_in_code_is_code(text: str) -> None:
    assert comments(text) == []
    assert "&lt;!-- note: x --&gt;" in html(text)


@pytest.mark.parametrize("order", [("en", "de"), ("de", "en")])
def test_each_language_has_its_own_quotes_whatever_was_rendered_before(order: tuple[str, str]) -> None:
    text = "He said \"fits\" and it's 'so'."
    rendered = {language: html(text, quotes={"en": ENGLISH, "de": GERMAN}[language]) for language in order}
    assert rendered["en"] == "<p>He said “fits” and it’s ‘so’.</p>"
    assert rendered["de"] == "<p>He said „fits“ and it’s ‚so‘.</p>"


def test_quotes_in_code_and_around_a_figure() -> None:
    assert html('`x = "y"` and "{a.b}"') == "<p><code>x = &quot;y&quot;</code> and “‹a.b›”</p>"


@pytest.mark.parametrize(
    ("text", "rendered"),
    [
        ("{a.b}'s memory", "<p>‹a.b›’s memory</p>"),
        ("The {a.b}'s two cards' power", "<p>The ‹a.b›’s two cards’ power</p>"),
    ],
)
def test_an_apostrophe_behind_a_figure_is_an_apostrophe(text: str, rendered: str) -> None:
    assert html(text) == rendered


def test_only_quotes_are_made_typographic() -> None:
    assert html("(c) +- 1... -- x") == "<p>(c) +- 1... -- x</p>"


def test_a_text_without_translation_says_which_language_it_is_in() -> None:
    tokens = translated("{a.b} here\n\n- item\n", lambda source, _: (source, "en"), GERMAN)
    rendered = render(tokens, {"figure": lambda token: token.meta["lang"]})
    assert rendered == '<p lang="en">en here</p>\n<ul>\n<li><span lang="en">item</span></li>\n</ul>\n'


@pytest.mark.parametrize(("text", "plain"), [("{a.b}", False), ("## {a.b}", True), ("[{a.b}](x)", True)])
def test_a_figure_in_a_heading_or_link_is_no_link_itself(text: str, plain: bool) -> None:
    tokens = translated(text, as_written, ENGLISH)
    figures = [child for token in tokens for child in token.children or [] if child.type == "figure"]
    assert [figure.meta["plain"] for figure in figures] == [plain]


def test_a_figure_behind_a_link_is_a_link_again() -> None:
    assert html("[x](y) {a.b}") == '<p><a href="y">x</a> ‹a.b›</p>'
    tokens = translated("[x](y) {a.b}", as_written, ENGLISH)
    (figure,) = [child for token in tokens for child in token.children or [] if child.type == "figure"]
    assert figure.meta["plain"] is False


def test_a_translation_may_put_figures_in_another_order() -> None:
    rendered = html("{a.b} exceeds {c.d}", lambda _, _context: ("{c.d} wird von {a.b} übertroffen", ""))
    assert rendered == "<p>‹c.d› wird von ‹a.b› übertroffen</p>"
