"""The lines of a PO file, looked at before polib reads them: what it would skip or mend is lost without a word."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from zahlwerk.problems import Place, Problem

_KEYWORD = r"msgctxt|msgid_plural|msgid|msgstr(?:\[\d\])?|"
_STRING = r'\s*"(?:[^"\\]|\\[nrt\\"])*"'
_ENTRY_LINE = re.compile(rf"({_KEYWORD}){_STRING}\s*")
_PREVIOUS_LINE = re.compile(rf"#~?\|\s*(?:msgctxt|msgid_plural|msgid|){_STRING}\s*")
_ANY_KEYWORD = re.compile(_KEYWORD)
_OBSOLETE = re.compile(r"#~(?!\|)\s*(?=\S)")
_FALSE_LINE_ENDS = re.compile("[\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_BEGIN = ("msgctxt", "msgid")
_NEXT = {  # which keyword may follow which
    "": _BEGIN,
    "msgctxt": ("msgid",),
    "msgid": ("msgstr", "msgid_plural"),
    "msgid_plural": ("msgstr[0]",),
    "msgstr": _BEGIN,
}
FORM = "each entry is msgctxt (if any), msgid, msgstr"
_NO_MSGSTR = "write one, empty if there is no translation"

# Babel takes the earlier source of an entry for a comment, and polib passes over that of an obsolete one
_PREVIOUS_OF_BABEL = re.compile(rf"(?m)^# \| (?=(?:msgctxt|msgid_plural|msgid){_STRING}$)|(?<=\"\n)# \| (?={_STRING}$)")
_PREVIOUS_OF_OBSOLETE = re.compile(r"(?m)^#~\|")
_CLOSE_COMMENT = re.compile(r"(?m)^#(?=[^\s.:,|~])")


def readable(text: str) -> str:
    """The text of a PO file as polib reads all of it: earlier sources and comments as GNU gettext writes them."""
    text = _PREVIOUS_OF_OBSOLETE.sub("#|", text)
    return _CLOSE_COMMENT.sub("# ", _PREVIOUS_OF_BABEL.sub("#| ", text))


@dataclass(frozen=True, slots=True)
class _Line:
    """One line that is not blank."""

    place: Place
    keyword: str  # that begins it; empty for a string that goes on, and for a comment
    is_comment: bool
    is_obsolete: bool
    is_empty: bool  # a string without characters
    fault: str = ""
    hint: str = ""


_NOTHING = _Line(Place(""), "", is_comment=False, is_obsolete=False, is_empty=False)


def line_problems(file: str, text: str) -> Iterator[Problem]:
    """What is wrong with the form of a PO file: lines of another kind, entries without a part, lost comments."""
    lines = [_line(Place(file, n), line) for n, line in enumerate(text.split("\n"), start=1) if line.strip()]
    yield from (Problem(line.place, line.fault, line.hint) for line in lines if line.fault)
    yield from _order_problems(lines)
    yield from _header_problems([line for line in lines if not line.is_comment])


def _line(place: Place, text: str) -> _Line:
    obsolete = _OBSOLETE.match(text)
    text = text[obsolete.end() :] if obsolete else text
    keyword = _ANY_KEYWORD.match(text)[0]  # type: ignore[index]  # it always matches
    fault, hint = "", ""
    if _FALSE_LINE_ENDS.search(text):
        fault, hint = "holds a character that some programs take for the end of a line", "replace it"
    elif not _is_sound(text):
        fault, hint = "this line is no part of a PO file", "check its quotes and escapes"
    return _Line(place, keyword, text.startswith("#"), bool(obsolete), text.rstrip().endswith(' ""'), fault, hint)


def _is_sound(text: str) -> bool:
    if text.startswith(("#|", "#~")):
        return bool(_PREVIOUS_LINE.fullmatch(text))
    return text.startswith("#") or bool(_ENTRY_LINE.fullmatch(text))


def _order_problems(lines: Sequence[_Line]) -> Iterator[Problem]:
    """Keywords out of order, entries without msgstr, and comments that belong to no entry."""
    last: _Line | None = None  # with a keyword
    comment: _Line | None = None  # the first since the last line of an entry
    for line in lines:
        if line.is_comment:
            comment = comment or line
            continue
        begins = line.keyword in _BEGIN and (last is None or _is_complete(last))
        if line.keyword and not _follows(line, last):
            yield _misplaced(line, last)
        elif last and not begins and line.is_obsolete != last.is_obsolete:
            yield Problem(line.place, f"{line.keyword or 'this line'} is out of order", FORM)
        elif last and not begins and comment:
            yield Problem(comment.place, "this comment stands inside an entry", "move it above the entry")
        last, comment = line if line.keyword else last, None
    if last and not _is_complete(last):
        yield Problem(last.place, f"{last.keyword} has no msgstr", _NO_MSGSTR)
    elif last and comment:
        yield Problem(comment.place, "this comment stands above no entry", "move it above the one it is about")


def _is_complete(line: _Line) -> bool:
    return line.keyword.startswith("msgstr")


def _follows(line: _Line, last: _Line | None) -> bool:
    """Whether a line's keyword may come after another."""
    before = last.keyword if last else ""
    if form := re.fullmatch(r"msgstr\[(\d)\]", before):
        return line.keyword in (*_BEGIN, f"msgstr[{int(form[1]) + 1}]")
    return line.keyword in _NEXT[before]


def _misplaced(line: _Line, last: _Line | None) -> Problem:
    if last and last.keyword in ("msgid", "msgid_plural") and not line.keyword.startswith("msgstr"):
        return Problem(last.place, f"{last.keyword} has no msgstr", _NO_MSGSTR)
    return Problem(line.place, f"{line.keyword} is out of order", FORM)


def _header_problems(lines: Sequence[_Line]) -> Iterator[Problem]:
    """Entries with an empty msgid beside the header: polib would take the last of them for it."""
    found = False
    for before, line, after in zip([_NOTHING, *lines], lines, [*lines[1:], _NOTHING], strict=False):
        if line.keyword == "msgid" and line.is_empty and after.keyword and not line.is_obsolete:
            if found or before.keyword == "msgctxt":
                yield Problem(line.place, "this entry has an empty msgid, as only the header may", "delete it")
            found = True
