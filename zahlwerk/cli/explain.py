"""The command explain: where a figure comes from, where it stands, and what leans on it."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from zahlwerk.cli.options import Parser, refuse_unknown_languages
from zahlwerk.cli.output import console_for

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from zahlwerk.appearances import Appearance
    from zahlwerk.derivations import Cited
    from zahlwerk.explained.figures import Explanation, Leaning, Step
    from zahlwerk.explained.owners import Owner

_LIST_AT_MOST = 12  # figures that lean on another and that no article shows


def run_explain(parser: Parser, options: argparse.Namespace, folder: Path) -> int:
    """Explain a reference, or what an id stands for."""
    from zahlwerk.explained.figures import explain_figure
    from zahlwerk.explained.owners import explain_owner
    from zahlwerk.project import load_project

    project = load_project(folder)
    language = options.language or project.settings.language or next(iter(project.editions))
    refuse_unknown_languages(parser, [language], project.editions)
    edition = project.editions[language]
    asked = _asked(options.reference)
    record: dict[str, object]
    try:
        if "." in asked:
            figure = explain_figure(project, f"{{{asked}}}", edition)
        else:
            owner = explain_owner(project, asked, edition)
    except (KeyError, ValueError) as error:
        parser.error(str(error.args[0]))
    if options.json:
        from zahlwerk.explained.record import explanation_record, owner_record

        record = explanation_record(figure, language) if "." in asked else owner_record(owner, language)
        print(json.dumps(record, ensure_ascii=False, indent=1))
    elif "." in asked:
        _print_figure(figure)
    else:
        _print_owner(owner)
    return 0


def _asked(reference: str) -> str:
    """A reference without its braces, its id and name as the facts write them."""
    bare = reference.strip().removeprefix("{").removesuffix("}")
    name, bracket, options = bare.partition("[")
    name, colon, decimals = name.partition(":")
    return f"{name.replace('-', '_').lower()}{colon}{decimals}{bracket}{options}"


def _print_figure(found: Explanation) -> None:
    from rich.text import Text

    console = console_for()
    told = found.root.told
    console.print(Text.assemble((f"{told.name}: {found.text}", "bold"), f"  {told.title}"))
    exactly = f"  exactly {told.exact}" if told.exact not in (found.text, told.shown) else ""
    console.print(Text.assemble((found.written, "dim"), f"{exactly}\n"))
    for line in _tree(found):
        console.print(line)
    _print_sources(console, found.sources)
    _print_places(console, found)
    _print_leaning(console, found.leaning)


def _tree(found: Explanation) -> Iterator[Text]:
    """The derivation, line by line; what stands in it more than once is named by a number when it stands again."""
    shared = [step.figure.reference for step in found.steps() if step.figure.reference in found.shared and step.inputs]
    numbers = {reference: f"[{number}]" for number, reference in enumerate(shared, start=1)}

    def branch(step: Step, title: str, first: str, rest: str) -> Iterator[Text]:
        yield _label(step, title, numbers, first)
        for line in () if step.again else _lines(step):
            yield _below(line, rest + ("│  " if step.inputs else "   "))
        for number, read in enumerate(step.inputs, start=1):
            turn, down = ("└─ ", "   ") if number == len(step.inputs) else ("├─ ", "│  ")
            yield from branch(read, step.told.title, rest + turn, rest + down)

    yield from branch(found.root, found.root.told.title, "", "")


def _below(line: str, guide: str) -> Text:
    from rich.text import Text

    return Text.assemble((guide, "dim"), line)


def _label(step: Step, title: str, numbers: dict[str, str], guide: str) -> Text:
    from rich.text import Text

    told, reference = step.told, step.figure.reference
    number = numbers.get(reference, "")
    other = f" ({told.title})" if told.title != title else ""
    label = Text.assemble((guide, "dim"), f"{number} " if number else "", f"{told.name}{other}: ", (told.shown, "bold"))
    label.append(f"  {reference}", "dim")
    if step.again:
        label.append(f"  see {number} above" if number else "  as above", "dim")
        return label
    if step.place:
        label.append(f"  {step.place}", "dim")
    return label


def _lines(step: Step) -> Iterator[str]:
    """What there is to say of a step below its value: its formula, or where the value is from."""
    told, figure = step.told, step.figure
    if figure.formula:
        yield from (told.formula, told.filled)
    elif figure.inputs:
        yield f"as {next(iter(figure.inputs.values()))}"
    else:
        yield from (_citation(source) for source in told.sources)
    if told.bound:
        yield told.bound
    if told.why:
        yield f"because {told.why}"
    for other in told.conflicts:
        yield f"not {other.shown}, as in {_citation(other.source)}"


def _citation(source: Cited) -> str:
    where = f", {source.where}" if source.where else ""
    return f"{source.id.removeprefix('source-')}{where}, read {source.read}"


def _print_sources(console: Console, sources: Sequence[Cited]) -> None:
    from rich.text import Text

    if sources:
        console.print("\nSources", style="bold underline")
    for source in sources:
        published = f", published {source.published}" if source.published else ""
        name = source.id.removeprefix("source-")
        console.print(Text.assemble("  ", (name, "bold"), f"  {source.publisher}: {source.title}"))
        console.print(f"    {source.kind}{published}, read {source.read}", markup=False)
        for line in (source.url, source.note):
            if line:
                console.print(f"    {line}", markup=False)


def _print_places(console: Console, found: Explanation) -> None:
    from rich.text import Text

    console.print("\nWhere it stands", style="bold underline")
    for one in found.places:
        console.print(Text.assemble("  ", (str(one.place), "bold"), f"  {one.kind}  ", (one.written, "dim")))
        for languages, text in _texts(one):
            console.print(Text.assemble((f"    {languages}  ", "dim"), text))
    if not found.places:
        console.print("  in no text, table, chart, claim or planner")
    if found.appendices:
        console.print(f"  derived in the appendix of {', '.join(found.appendices)}", markup=False)


def _texts(appearance: Appearance) -> Iterator[tuple[str, str]]:
    """What the languages show, those together that show the same."""
    groups: dict[str, list[str]] = {}
    for said in appearance.said:
        groups.setdefault(said.reason or said.text, []).append(said.language)
    yield from ((", ".join(languages), text) for text, languages in groups.items())


def _print_leaning(console: Console, leaning: Sequence[Leaning]) -> None:
    from rich.text import Text

    from zahlwerk.changes.told import places_text

    if not leaning:
        return
    console.print("\nWhat leans on it", style="bold underline")
    for one in (one for one in leaning if one.displayed):
        places = places_text(place.place for place in one.places if place.said)
        console.print(Text.assemble("  ", (one.reference, "bold"), f"  {one.text}  ", (places, "dim")))
    claims = places_text(place.place for one in leaning for place in one.places if place.kind == "claim")
    if claims:
        console.print(Text.assemble("  claims  ", (claims, "dim")))
    hidden = [one.reference for one in leaning if not one.displayed]
    if hidden:
        more = f" and {len(hidden) - _LIST_AT_MOST} more" if len(hidden) > _LIST_AT_MOST else ""
        console.print(f"  shown nowhere: {', '.join(hidden[:_LIST_AT_MOST])}{more}", markup=False)


def _print_owner(owner: Owner) -> None:
    from rich.text import Text

    console = console_for()
    console.print(Text.assemble((owner.title, "bold"), f"  {owner.kind} {owner.id}  ", (str(owner.place), "dim")))
    if owner.note:
        console.print(f"  {owner.note}", markup=False)
    for role, part in owner.parts:
        console.print(Text.assemble((f"  {role}  ", "dim"), part))
    if owner.named_by:
        console.print(Text.assemble(("  named by  ", "dim"), ", ".join(owner.named_by)))
    if owner.source:
        _print_sources(console, [owner.source])
    if owner.facts:
        console.print("\nFacts", style="bold underline")
    for fact in owner.facts:
        unused = "" if fact.used else ", not used"
        line = Text.assemble("  ", (fact.reference, "bold"), f"  {fact.name}: {fact.text}{unused}")
        console.print(line.append(f"  {fact.place or ''}  {fact.origin}", "dim"))
    _print_leaning(console, owner.leaning)
