"""The figures: every field of the facts and every quantity of every case, looked up by reference."""

from __future__ import annotations

import datetime
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field

from zahlwerk.cases import INPUTS, Case, FigureInput
from zahlwerk.facts import Facts, implicit_case
from zahlwerk.problems import BuildFailed, Problem, did_you_mean, known_words
from zahlwerk.provenance import Fact, Quote, Source
from zahlwerk.quantity import Quantity
from zahlwerk.records import Record, quantity_fields
from zahlwerk.references import Presentation, parse_presentation, written_presentation
from zahlwerk.sizing.expression import ExpressionError
from zahlwerk.sizing.formula import Evaluation, Formula, Given, Result

Value = Quantity | datetime.date | Quote


@dataclass(frozen=True, slots=True)
class Figure:
    """Something that can be shown, with all that is known about it."""

    reference: str  # "lora_4x_h200.gather_bytes"
    value: Value
    title: str  # of the case or record it belongs to
    default: Presentation  # how it is shown when a reference asks for nothing
    sources: tuple[Source, ...]  # its own; those of its inputs come through them
    bound: str = ""  # "min" or "max" where the value is a bound, "over" or "under" where a source says so
    fact: Fact | None = None  # what was stated, for a fact
    formula: Formula | None = None  # what was computed, for the rest
    inputs: Mapping[str, str] = field(default_factory=dict)  # what the formula read, to the figures read
    record_type: str = ""  # "card", "model" …, for a field of a record


@dataclass(frozen=True, slots=True)
class Figures:
    """All figures of a site."""

    known: Mapping[str, Figure]
    missing: Mapping[str, str]  # reference to the reason why there is no such figure
    _behind: dict[str, tuple[Figure, ...]] = field(default_factory=dict, init=False, repr=False, compare=False)

    def find(self, reference: str) -> Figure:
        """The figure of that name. Raises KeyError with a hint for the user."""
        if reference in self.known:
            return self.known[reference]
        if reference in self.missing:
            raise KeyError(f"{{{reference}}} cannot be computed: {self.missing[reference]}")
        owner, _, name = reference.partition(".")
        owners = {known.partition(".")[0] for known in self.known}
        if owner not in owners:
            hint = known_words(owner, owners, "ids")
            raise KeyError(f'unknown figure {{{reference}}}: there is no "{owner}"; {hint}')
        names = {known.partition(".")[2] for known in self.known if known.startswith(f"{owner}.")}
        hint = did_you_mean(name, names) or f'"{owner}" has {", ".join(sorted(names))}'
        raise KeyError(f'unknown figure {{{reference}}}: "{owner}" has no "{name}"; {hint}')

    def behind(self, reference: str) -> tuple[Figure, ...]:
        """The figure and everything it was computed from, each once, the figure first; remembered, since many ask."""
        if reference not in self._behind:
            found, waiting = {}, deque([reference])
            while waiting:
                name = waiting.popleft()
                if name not in found:
                    found[name] = self.known[name]
                    waiting.extend(self.known[name].inputs.values())
            self._behind[reference] = tuple(found.values())
        return self._behind[reference]


def evaluate(facts: Facts, formulas: Mapping[str, Formula]) -> Figures:
    """All figures that the facts give. Raises BuildFailed for broken requirements and mixed dimensions."""
    evaluator = _Evaluator(facts, formulas)
    for source in facts.sources.values():
        evaluator.add_source(source)
    for record in facts.records.values():
        evaluator.add_record(record)
    for case in evaluator.cases.values():
        evaluator.add_case(case)
    if evaluator.problems:
        raise BuildFailed(evaluator.problems)
    return Figures(evaluator.known, evaluator.missing)


class _Evaluator:
    def __init__(self, facts: Facts, formulas: Mapping[str, Formula]) -> None:
        self.formulas = formulas
        self.cases = {record.id: implicit_case(record) for record in facts.records.values()} | dict(facts.cases)
        self.evaluations: dict[str, Evaluation] = {}
        self.known: dict[str, Figure] = {}
        self.missing: dict[str, str] = {}
        self.problems: list[Problem] = []
        self.open: list[str] = []

    def add_source(self, source: Source) -> None:
        def add(name: str, value: Value) -> None:
            reference = f"{source.id}.{name}"
            self.known[reference] = Figure(reference, value, source.title, Presentation(), (source,))

        add("read", source.read)
        if source.published:
            add("published", source.published)
        for name, quote in source.quotes.items():
            add(name, quote)

    def add_record(self, record: Record) -> None:
        for name in quantity_fields(type(record)):
            fact = getattr(record, name)
            if fact is None:
                self.missing[f"{record.id}.{name}"] = f"the facts do not state {name} of {record.id}"
            else:
                self.known[fact.reference] = _stated(fact, record.name, type(record).__name__.lower())

    def add_case(self, case: Case) -> None:
        for name, given in case.inputs.items():
            reference = f"{case.id}.{name}"
            if isinstance(given, Fact) and given.reference == reference:
                self.known.setdefault(reference, _stated(given, case.title))
            elif isinstance(given, Fact):
                self.known[reference] = _taken(reference, name, _stated(given, ""), case)
            elif target := self._resolved(given):
                self.known[reference] = _taken(reference, name, target, case)
        for name in self.formulas:
            if f"{case.id}.{name}" not in self.known:
                self._add_result(case, name)

    def _add_result(self, case: Case, name: str) -> None:
        reference = f"{case.id}.{name}"
        try:
            result = self._evaluation(case).result(name)
        except ExpressionError as error:
            self.missing[reference] = str(error)
            self.problems.append(Problem(self.formulas[name].place, str(error), f"see {case.place}"))
            return
        if isinstance(result, Result):
            default = parse_presentation(result.formula.show)
            self.known[reference] = Figure(
                reference, result.quantity, case.title, default, (), result.bound, None, result.formula, result.inputs
            )
            return
        self.missing[reference] = f"{result.reason} for {case.id}"
        if result.broken:
            values = ", ".join(f"{chain} = {given.quantity.value}" for chain, given in result.values)
            self.problems.append(Problem(case.place, f"{case.id}: {result.reason}", f"here {values}"))

    def _evaluation(self, case: Case) -> Evaluation:
        if case.id not in self.evaluations:
            given: dict[str, Record | Given] = dict(case.roles)
            for name, value in case.inputs.items():
                if isinstance(value, Fact):
                    given[name] = Given(value.written.quantity, value.reference, value.bound)
                elif (figure := self._resolved(value)) and (quantity := self._fitting(name, figure, value)):
                    given[name] = Given(quantity, figure.reference, figure.bound)
            self.evaluations[case.id] = Evaluation(case.id, self.formulas, given)
        return self.evaluations[case.id]

    def _fitting(self, name: str, figure: Figure, given: FigureInput) -> Quantity | None:
        """The value of a figure that serves as an input, if it is of the input's dimension."""
        due = INPUTS[name].dimension if name in INPUTS else self.formulas[name].dimension
        if isinstance(figure.value, Quantity) and figure.value.dimension == due:
            if name not in INPUTS or INPUTS[name].contains(figure.value.value):
                return figure.value
            message = f"{name} is out of range: {{{given.reference}}} is {figure.value.value}"
            self.problems.append(Problem(given.place, message))
            return None
        found = f"in {figure.value.dimension}" if isinstance(figure.value, Quantity) else "no quantity"
        message = f"{name} must be in {due}, but {{{given.reference}}} is {found}"
        self.problems.append(Problem(given.place, message))
        return None

    def _resolved(self, given: FigureInput) -> Figure | None:
        """The figure an input names, computed now where that was not yet done."""
        reference = given.reference
        owner, _, name = reference.partition(".")
        if reference in self.open:
            self.problems.append(Problem(given.place, f"{{{reference}}} is computed from itself"))
            return None
        before = len(self.problems)
        if reference not in self.known and owner in self.cases:
            self.open.append(reference)
            if name in self.formulas:
                self._add_result(self.cases[owner], name)
            else:
                self.add_case(self.cases[owner])
            self.open.pop()
        if reference not in self.known and len(self.problems) == before:
            try:
                Figures(self.known, self.missing).find(reference)
            except KeyError as error:
                self.problems.append(Problem(given.place, error.args[0]))
        return self.known.get(reference)


def _stated(fact: Fact, title: str, record_type: str = "") -> Figure:
    sources = (fact.source,) if fact.source else ()
    default = written_presentation(fact.written)
    return Figure(
        fact.reference, fact.written.quantity, title, default, sources, fact.bound, fact, record_type=record_type
    )


def _taken(reference: str, name: str, target: Figure, case: Case) -> Figure:
    """The figure of a case's input that stands elsewhere; its sources come through that one."""
    inputs = {name: target.reference}
    return Figure(reference, target.value, case.title, target.default, (), target.bound, target.fact, None, inputs)
