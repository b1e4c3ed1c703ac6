"""How counts stood when the sentences around them were last read, for each language.

A sentence is written around a count: "two cards are", "one card is". When a fact turns several into one, or a count
becomes too large to be spelled out, the words around it have to be read again in every language. What they were read
with is kept in ``locales/<language>/counts.yaml``, which no change of a fact touches.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from zahlwerk.problems import BuildFailed, Place, Problem
from zahlwerk.yamlfile import Mapping as YamlMapping
from zahlwerk.yamlfile import Scalar, read_yaml

COUNTS_FILE = "counts.yaml"
_HEAD = """\
# The form in which each count stood when the sentences around it were last read in this language.
# Written by: python build.py messages
"""


def read_counts(path: Path, file: str) -> Mapping[str, str]:
    """The recorded form of each count by its reference; none where there is no file.

    Raises BuildFailed for anything but a table of texts.
    """
    if not path.exists():
        return {}
    document = read_yaml(path, file)
    table = document.entries.get("counts")
    if not isinstance(table, YamlMapping) or len(document.entries) > 1:
        hint = "delete it and run python build.py messages update"
        raise BuildFailed([Problem(Place(file, 1), "must hold nothing but a table of counts", hint)])
    forms, problems = {}, []
    for reference, form in table.entries.items():
        if isinstance(form, Scalar):
            forms[f"{{{reference}}}"] = form.text
        else:
            problems.append(Problem(form.place, f"the form of {reference} must be a text"))
    if problems:
        raise BuildFailed(problems)
    return forms


def written_counts(counts: Mapping[str, str]) -> str:
    """The counts as the text of a file, by their references."""
    lines = "".join(f"  {reference[1:-1]}: {counts[reference]}\n" for reference in sorted(counts))
    return f"{_HEAD}counts:\n{lines}" if counts else f"{_HEAD}counts: {{}}\n"
