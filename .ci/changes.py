"""Which small ways there are to change code, but for those that no test can tell."""

from __future__ import annotations

import ast
from collections import defaultdict
from contextlib import suppress

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

IDLE_OPTIONS = {"strict", "frozen", "slots"}
IDLE_DECORATORS = "dataclass", "compiled", "overload", "cache", "staticmethod"
# Off by one, or what undoes instead: what survives most is a kind of its own.
NEAR = {"Lt_LtE", "LtE_Lt", "Gt_GtE", "GtE_Gt", "Add_Sub", "Sub_Add"}
NEAR |= {"Mul_Div", "Div_Mul", "FloorDiv_Div", "Div_FloorDiv"}
IDENTITY = {"Is", "IsNot"}


def changes(code, number, rng):
    """Yield so many changed codes, each kind of change as often as the others."""
    kinds, old = _kinds(code), _bare(code)
    rng.shuffle(kinds)
    for kind in kinds:
        rng.shuffle(kind)
    while number and any(kinds):
        kinds.append(kind := kinds.pop(0))
        new = mutate_code(code, *kind.pop()) if kind else None
        with suppress(SyntaxError):
            if new and _bare(new) != old:
                number -= 1
                yield new


def _kinds(code):
    """Return, for each kind, the operators and how many places they leave out."""
    nodes, found = list(ast_nodes(get_ast(code))), defaultdict(list)
    for name in filter(_kind, sorted(operator_names())):
        operator = get_operator(name)()
        n_places = sum(len(list(operator.mutation_positions(node))) for node in nodes)
        found[_kind(name)] += [(operator, n_before) for n_before in range(n_places)]
    return list(found.values())


def _kind(operator):
    name, _, change = operator.partition("/")[2].partition("_")
    ends = set(change.split("_"))
    if name.startswith("Variable") or (ends & IDENTITY and ends != IDENTITY):
        return None  # equal values are often the same thing
    return name + " near" * (change in NEAR)


def _bare(code):
    return ast.dump(_Bare().visit(ast.parse(code)))


class _Bare(ast.NodeTransformer):
    """Takes from code what no test can tell."""

    def visit_FunctionDef(self, node):
        node.decorator_list = [
            decorator
            for decorator in node.decorator_list
            if not ast.unparse(decorator).startswith(IDLE_DECORATORS)
        ]
        node.returns = None
        return self.generic_visit(node)

    def visit_ClassDef(self, node):
        if any(ast.unparse(base).startswith("Protocol") for base in node.bases):
            return None
        return self.visit_FunctionDef(node)

    def visit_If(self, node):
        is_for_types = "TYPE_CHECKING" in ast.unparse(node.test)
        return None if is_for_types else self.generic_visit(node)

    def visit_arg(self, node):
        return ast.arg(node.arg)

    def visit_AnnAssign(self, node):
        node.annotation = ast.Constant(None)
        return self.generic_visit(node)

    def visit_keyword(self, node):
        return None if node.arg in IDLE_OPTIONS else self.generic_visit(node)
