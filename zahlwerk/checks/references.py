"""References: each one is known, and can be shown as it asks to be."""

from __future__ import annotations

from collections.abc import Iterator

from zahlwerk.checks.texts import source_texts
from zahlwerk.presentation import shown
from zahlwerk.problems import Problem
from zahlwerk.project import Project
from zahlwerk.references import parse_reference


def known_and_presentable(project: Project) -> Iterator[Problem]:
    """Each reference of a source text names a figure and a presentation that suits it."""
    for item in source_texts(project.texts):
        for written in dict.fromkeys(item.structure.references):
            try:
                reference = parse_reference(written)
                shown(project.figures.find(reference.target), reference.presentation)
            except KeyError as error:
                yield Problem(item.place, str(error.args[0]), code="references")
            except ValueError as error:
                yield Problem(item.place, f"{written}: {error}", code="references")
