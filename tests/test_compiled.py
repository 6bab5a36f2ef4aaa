"""How it is compiled, and for whom."""

import ast
import gc
from contextlib import suppress
from itertools import chain
from pathlib import Path

import numba
import pytest

from wrapsel.compiled import compile_seconds, compiled

ROOT = Path(__file__).parents[1]
FOLDERS = ("wrapsel", "learners", "tests")


@pytest.mark.parametrize("fails", [False, True])
def test_garbage_is_collected_as_before_once_it_is_compiled(fails):
    before, seen = gc.get_threshold(), []

    def note():
        seen.append(gc.get_threshold())

    with compile_seconds(note), compile_seconds(note):  # as of a search in a search
        with suppress(numba.TypingError):
            compiled(lambda x: x + 1)("a" if not fails else object())
        note()
    assert seen[0][0] == seen[1][0] > before[0]
    assert seen[-1] == before


def test_nothing_is_compiled_for_c_to_call():
    kernel = compiled(eval("lambda number: number + 1"))  # of no file, so not kept
    assert kernel(1) == 2
    [library] = [made.library for made in kernel.overloads.values()]
    functions = [function.name for function in library.get_defined_functions()]
    assert any("cpython" in name for name in functions)
    assert not any(name.startswith("cfunc.") for name in functions)


def kernels_of(tree):
    """Return the functions of a module that are compiled, and how."""
    named = {}
    for node in tree.body:
        for mark in getattr(node, "decorator_list", []):
            mark = ast.unparse(mark).partition("(")[0]
            if mark in ("compiled", "inner"):
                named[node.name] = mark
    return named


def asked_by_python(module, tree, kernels):
    """Return the (module, name) pairs that code which is not compiled names."""
    names = {name: {(module, name)} for name in kernels}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                place = node.module, alias.name
                names.setdefault(alias.asname or alias.name, set()).add(place)
    compiled_here = [node for node in tree.body if getattr(node, "name", "") in kernels]
    left = [node for node in tree.body if node not in compiled_here]
    asked = set()
    for node in chain.from_iterable(map(ast.walk, left)):
        if isinstance(node, ast.Name):
            asked |= names.get(node.id, set())
        elif isinstance(node, ast.Attribute):
            owners = names.get(ast.unparse(node.value), set())
            asked |= {(".".join(owner), node.attr) for owner in owners}
    return asked


def test_what_python_calls_and_nothing_else_is_compiled_for_it():
    # What is compiled for kernels alone crashes where Python calls it.
    asked, kept = set(), {"compiled": set(), "inner": set()}
    for path in chain.from_iterable((ROOT / d).rglob("*.py") for d in FOLDERS):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        tree = ast.parse(path.read_text())
        kernels = kernels_of(tree)
        asked |= asked_by_python(module, tree, kernels)
        for name, how in kernels.items():
            kept[how].add((module, name))
    assert len(kept["inner"]) > 100
    assert not kept["inner"] & asked
    assert not kept["compiled"] - asked
