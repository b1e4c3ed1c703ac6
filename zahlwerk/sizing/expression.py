"""The body of a formula as a syntax tree: what it may hold, and what can be read off it.

One tree serves four readers: the compiler that computes, the check of dimensions, the direction of bounds,
and the text that a page shows. So the published formula is the code that ran.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Mapping
from fractions import Fraction

from zahlwerk.quantity import PLAIN, Dimension, Number

EXACT, AT_LEAST, AT_MOST, ABOUT = "", "min", "max", "about"
UNDECIDED = "undecided"  # a condition depends on a bound: only a declaration can tell
_OPPOSITE = {EXACT: EXACT, AT_LEAST: AT_MOST, AT_MOST: AT_LEAST, ABOUT: ABOUT, UNDECIDED: UNDECIDED}


def ratio(dividend: Number, divisor: Number) -> Number:
    """An exact quotient, an integer where it is one."""
    if type(dividend) is int and type(divisor) is int:
        whole, rest = divmod(dividend, divisor)
        return Fraction(dividend, divisor) if rest else whole
    quotient = Fraction(dividend) / divisor
    return quotient.numerator if quotient.denominator == 1 else quotient


def ceil(number: Number) -> int:
    """The smallest integer that is not below the number."""
    return math.ceil(number)


def floor(number: Number) -> int:
    """The largest integer that is not above the number."""
    return math.floor(number)


def remainder(of: Number, by: Number) -> Number:
    """What is left when a count is divided into whole parts."""
    return of % by


def total(**parts: Number) -> Number:
    """The sum of named parts."""
    return sum(parts.values(), start=0)


def smallest_divisor(of: Number, at_least: Number) -> Number:
    """The smallest divisor of a count that is not below ``at_least``; the count itself when none is."""
    return next((d for d in range(1, int(of) + 1) if of % d == 0 and d >= at_least), of)


def power_of_two(at_least: Number) -> int:
    """The smallest power of two that is not below the number."""
    return int(1 << max(0, math.ceil(at_least) - 1).bit_length())


HELPERS: Mapping[str, Callable[..., Number]] = {
    "ceil": ceil,
    "floor": floor,
    "remainder": remainder,
    "min": min,
    "max": max,
    "total": total,
    "smallest_divisor": smallest_divisor,
    "power_of_two": power_of_two,
}

_ALLOWED = (
    ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare, ast.IfExp, ast.Call, ast.Name, ast.Attribute, ast.Constant,
    ast.Add, ast.Sub, ast.Mult, ast.Div, ast.USub, ast.Not, ast.And, ast.Or, ast.Load, ast.keyword,
    ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq,
)  # fmt: skip


class ExpressionError(Exception):
    """A formula's body holds what it must not, or mixes dimensions."""


def checked(expression: ast.expr) -> ast.expr:
    """The expression itself. Raises ExpressionError when it holds anything a formula must not."""
    for node in ast.walk(expression):
        if not isinstance(node, _ALLOWED):
            raise ExpressionError(f"a formula must not hold {ast.unparse(node)}")
        if isinstance(node, ast.Constant) and type(node.value) is not int:
            raise ExpressionError(f"{node.value!r} is no whole number: make it a fact")
        if isinstance(node, ast.Call) and not (isinstance(node.func, ast.Name) and node.func.id in HELPERS):
            raise ExpressionError(f"a formula must not call {ast.unparse(node.func)}")
    return expression


def chain_of(node: ast.expr) -> str:
    """``card.memory`` for a name or an attribute of one, an empty string for anything else."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        owner = chain_of(node.value)
        return f"{owner}.{node.attr}" if owner else ""
    return ""


def chains(expression: ast.expr) -> tuple[str, ...]:
    """Every input the expression reads, in order of appearance, each once."""
    found: dict[str, None] = {}

    def visit(node: ast.AST) -> None:
        if isinstance(node, ast.Name | ast.Attribute):
            found.setdefault(chain_of(node))
            return
        children = [*node.args, *node.keywords] if isinstance(node, ast.Call) else ast.iter_child_nodes(node)
        for child in children:
            visit(child)

    visit(expression)
    return tuple(found)


def renamed(expression: ast.expr, names: Mapping[str, str]) -> ast.expr:
    """A copy that reads its inputs under flat names and divides exactly."""
    body: ast.expr = _Exact(names).visit(ast.parse(ast.unparse(expression), mode="eval").body)
    return body


def compiled(expression: ast.expr, inputs: tuple[str, ...]) -> Callable[..., Number]:
    """A function of the inputs, in that order, that computes the expression exactly."""
    names = {chain: f"input_{position}" for position, chain in enumerate(inputs)}
    body = renamed(expression, names)
    arguments = ast.arguments(
        posonlyargs=[], args=[ast.arg(name) for name in names.values()], kwonlyargs=[], kw_defaults=[], defaults=[]
    )
    tree = ast.fix_missing_locations(ast.Expression(ast.Lambda(arguments, body)))
    scope: dict[str, object] = {"__builtins__": {}, "ratio": ratio, **HELPERS}
    function: Callable[..., Number] = eval(compile(tree, "<formula>", "eval"), scope)  # noqa: S307 - our own checked tree
    return function


class _Exact(ast.NodeTransformer):
    """Replaces inputs by flat names and division by an exact one."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return ast.Name(self.names.get(node.id, node.id), ast.Load())

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        return ast.Name(self.names[chain_of(node)], ast.Load())

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.op, ast.Div):
            return ast.Call(ast.Name("ratio", ast.Load()), [node.left, node.right], [])
        return node


def dimension_of(node: ast.expr, inputs: Mapping[str, Dimension]) -> Dimension:
    """The dimension of the expression's value. Raises ExpressionError where unlike things are added or compared."""
    match node:
        case ast.Constant():
            return PLAIN
        case ast.Name() | ast.Attribute():
            return inputs[chain_of(node)]
        case ast.UnaryOp(operand=operand):
            return dimension_of(operand, inputs)
        case ast.BinOp(left=left, op=op, right=right):
            if isinstance(op, ast.Mult):
                return dimension_of(left, inputs) * dimension_of(right, inputs)
            if isinstance(op, ast.Div):
                return dimension_of(left, inputs) / dimension_of(right, inputs)
            return _same(node, [left, right], inputs)
        case ast.IfExp(test=test, body=body, orelse=orelse):
            dimension_of(test, inputs)
            return _same(node, [body, orelse], inputs)
        case ast.Compare(left=left, comparators=comparators):
            _same(node, [left, *comparators], inputs)
            return PLAIN
        case ast.BoolOp(values=values):
            for value in values:
                dimension_of(value, inputs)
            return PLAIN
        case ast.Call():
            return _same(node, _arguments(node), inputs)
    raise ExpressionError(f"{ast.unparse(node)} has no dimension")


def _same(node: ast.expr, operands: list[ast.expr], inputs: Mapping[str, Dimension]) -> Dimension:
    """The dimension that all operands share; a literal zero is nothing of anything, so it goes with all."""
    found = [dimension_of(o, inputs) for o in operands if not (isinstance(o, ast.Constant) and o.value == 0)]
    for other in found[1:]:
        if other != found[0]:
            message = f"{ast.unparse(node)} puts {_named(found[0])} together with {_named(other)}"
            raise ExpressionError(message)
    return found[0] if found else PLAIN


def _named(dimension: Dimension) -> str:
    return "a plain number" if dimension == PLAIN else str(dimension)


def _arguments(node: ast.Call) -> list[ast.expr]:
    return [*node.args, *(keyword.value for keyword in node.keywords)]


def direction_of(node: ast.expr, inputs: Mapping[str, str]) -> str:
    """Whether the value is exact, a lower bound, an upper bound, an estimate or undecided, given that of the inputs.

    Factors and divisors are taken as non-negative, as every quantity of the engine is.
    """
    match node:
        case ast.Name() | ast.Attribute():
            return inputs[chain_of(node)]
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return _OPPOSITE[direction_of(operand, inputs)]
        case ast.BinOp(left=left, op=op, right=right):
            second = direction_of(right, inputs)
            if isinstance(op, ast.Sub | ast.Div):
                second = _OPPOSITE[second]
            return _joined([direction_of(left, inputs), second])
        case ast.IfExp(test=test, body=body, orelse=orelse):
            if any(inputs[chain] for chain in chains(test)):
                return UNDECIDED
            return _joined([direction_of(body, inputs), direction_of(orelse, inputs)])
        case ast.Call(func=ast.Name(id="remainder" | "smallest_divisor")):
            return ABOUT if any(inputs[chain] for chain in chains(node)) else EXACT
        case ast.Call():
            return _joined([direction_of(argument, inputs) for argument in _arguments(node)])
    return EXACT


def _joined(directions: list[str]) -> str:
    bounded = {direction for direction in directions if direction}
    if UNDECIDED in bounded:
        return UNDECIDED
    return EXACT if not bounded else bounded.pop() if len(bounded) == 1 else ABOUT


_SIGNS = {
    ast.Add: ("+", 1), ast.Sub: ("−", 1), ast.Mult: ("×", 2), ast.Div: ("÷", 2),
    ast.Lt: ("<", 0), ast.LtE: ("≤", 0), ast.Gt: (">", 0), ast.GtE: ("≥", 0), ast.Eq: ("=", 0), ast.NotEq: ("≠", 0),
}  # fmt: skip


def text_of(
    node: ast.expr,
    value: Callable[[str], str],
    phrase: Callable[[str, list[str]], str],
    holds: Callable[[ast.expr], bool],
) -> str:
    """The expression as a reader sees it.

    ``value`` shows an input, ``phrase`` a helper with its arguments, and ``holds`` tells whether a condition is
    met, since only the branch that was taken is shown.
    """

    def show(node: ast.expr, strength: int) -> str:
        match node:
            case ast.Constant():
                return str(node.value)
            case ast.Name() | ast.Attribute():
                return value(chain_of(node))
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return f"−{show(operand, 3)}"
            case ast.BinOp(left=left, op=op, right=right):
                sign, own = _SIGNS[type(op)]
                stronger = own + 1 if isinstance(op, ast.Sub | ast.Div) else own
                text = f"{show(left, own)} {sign} {show(right, stronger)}"
                return f"({text})" if own < strength else text
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return show(body if holds(test) else orelse, strength)
            case ast.Call(func=ast.Name(id="total")):
                text = " + ".join(show(argument, 1) for argument in _arguments(node))
                return f"({text})" if strength > 1 else text
            case ast.Call(func=ast.Name(id=name)):
                text = phrase(name, [show(argument, 3) for argument in _arguments(node)])
                return f"({text})" if strength > 0 else text
        raise ExpressionError(f"{ast.unparse(node)} cannot be shown")

    return show(node, 0)
