"""Recomputes every figure of a data file from that file alone. Knows nothing of the project."""

import ast
import json
import math
from fractions import Fraction
from pathlib import Path

CALLS = {
    "ceil": math.ceil,
    "min": min,
    "max": max,
    "total": lambda **parts: sum(parts.values()),
    "smallest_divisor": lambda of, least: next(d for d in range(1, int(of) + 1) if of % d == 0 and d >= least),
    "power_of_two": lambda least: next(2**n for n in range(64) if 2**n >= least),
}


def recomputed(path):
    """Each computed figure's reference with its stated and its recomputed value."""
    figures = json.loads(Path(path).read_text("utf-8"))["figures"]
    for reference, figure in figures.items():
        inputs = {name: Fraction(figures[read]["value"]) for name, read in figure.get("inputs", {}).items()}
        if "formula" in figure:
            body = Exact(inputs).visit(ast.parse(figure["formula"], mode="eval"))
            code = compile(ast.fix_missing_locations(body), reference, "eval")
            yield reference, Fraction(figure["value"]), Fraction(eval(code, {"F": Fraction, **CALLS}))
        elif inputs:
            yield reference, Fraction(figure["value"]), *inputs.values()


class Exact(ast.NodeTransformer):
    """Puts the inputs into a formula as exact fractions."""

    def __init__(self, inputs):
        self.inputs = inputs

    def visit(self, node):
        if isinstance(node, (ast.Name, ast.Attribute)) and ast.unparse(node) in self.inputs:
            return ast.parse(f"F('{self.inputs[ast.unparse(node)]}')", mode="eval").body
        return self.generic_visit(node)
