"""The functions of a class or module, what they do and what they refer to."""

from __future__ import annotations

import dis
import hashlib
from collections.abc import Iterator
from contextlib import suppress
from types import CodeType, FunctionType
from typing import Any

_PLAIN = (bool, int, float, complex, str, bytes, type(None))
_STORES = {"STORE_GLOBAL", "STORE_ATTR", "DELETE_GLOBAL", "DELETE_ATTR"}


def functions(thing: Any) -> list[FunctionType]:
    """Return the Python functions of a class, or of what wraps one.

    Examples
    --------
    >>> [function.__name__ for function in functions(property(closure))]
    ['closure']
    """
    if isinstance(thing, FunctionType):
        return [thing]
    if isinstance(thing, type):
        values = [value for _, value in sorted(vars(thing).items())]
        return [f for v in values if not isinstance(v, type) for f in functions(v)]
    ways = ("__func__", "fget", "fset", "fdel", "func", "py_func")
    inner = [getattr(thing, way, None) for way in ways]
    return [f for f in inner if isinstance(f, FunctionType)]


def defined(known: dict[str, Any]) -> list[FunctionType]:
    """Return the functions and methods that a namespace defines, by name.

    Examples
    --------
    >>> [f.__name__ for f in defined(globals())][:3]
    ['_constant', '_names', 'closure']
    """
    own = known.get("__name__")
    things = [known[name] for name in sorted(known) if name.isidentifier()]
    mine = [t for t in things if getattr(t, "__module__", None) == own]
    return [function for thing in mine for function in functions(thing)]


def code_of(code: CodeType) -> Iterator[bytes]:
    r"""Give all of a function's code that is no line number.

    Examples
    --------
    >>> here, below = compile("1 + a", "", "eval"), compile("\n1 + a", "", "eval")
    >>> list(code_of(here)) == list(code_of(below))
    True
    """
    yield code.co_code
    yield code.co_exceptiontable
    names = code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars
    yield repr((names, code.co_argcount, code.co_kwonlyargcount)).encode()
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from code_of(constant)
        else:
            yield _constant(constant).encode()


def _constant(value: Any) -> str:
    if isinstance(value, frozenset):  # of no lasting order
        return f"{{{', '.join(sorted(map(_constant, value)))}}}"
    if isinstance(value, tuple):
        return f"({', '.join(map(_constant, value))})"
    return repr(value)


def _names(code: CodeType) -> set[str]:
    return set(code.co_names).union(*(inner.co_names for inner in within(code)))


def within(code: CodeType) -> Iterator[CodeType]:
    """Give the code of all functions that are defined in a code.

    Examples
    --------
    >>> [code.co_name for code in within(compile("def f(): pass", "", "exec"))]
    ['f']
    """
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from within(constant)


def digest(code: CodeType) -> bytes:
    """Return a SHA-256 of a function's code.

    Examples
    --------
    >>> len(digest(closure.__code__))
    32
    """
    return hashlib.sha256(b"|".join(code_of(code))).digest()


def defaults(function: FunctionType) -> dict[str, Any]:
    """Return the defaults of a function's parameters.

    Examples
    --------
    >>> defaults(lambda a, b=1, *, c=2: a)
    {'default 0': 1, 'c': 2}
    """
    places = enumerate(function.__defaults__ or ())
    by_place = {f"default {place}": value for place, value in places}
    return by_place | (function.__kwdefaults__ or {})


def closure(function: FunctionType) -> dict[str, Any]:
    """Return what a function holds of the functions around it.

    Examples
    --------
    >>> closure((lambda a: lambda b: a + b)(3))
    {'a': 3}
    """
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    held = {}
    for name, cell in cells:
        with suppress(ValueError):  # nothing is in it yet
            held[name] = cell.cell_contents
    return held


def named_globals(function: FunctionType) -> dict[str, Any]:
    """Return what a function names of its module.

    Examples
    --------
    >>> sorted(named_globals(stored_in))
    ['defined', 'stored_by']
    """
    known, names = function.__globals__, _names(function.__code__)
    return {name: known[name] for name in names & known.keys()}


def stored_in(known: dict[str, Any]) -> set[str]:
    """Return the names that the functions of a namespace set.

    Examples
    --------
    >>> stored_in(globals())
    set()
    """
    return stored_by(defined(known))


def stored_by(functions: list[FunctionType]) -> set[str]:
    """Return the names that functions set: state, such as a count, and no constants.

    Examples
    --------
    >>> def count(self):
    ...     self.n_calls = 1
    >>> stored_by([count])
    {'n_calls'}
    """
    codes = [c for f in functions for c in (f.__code__, *within(f.__code__))]
    steps = [step for code in codes for step in dis.get_instructions(code)]
    return {step.argval for step in steps if step.opname in _STORES}


def is_plain(value: Any) -> bool:
    """Whether a value cannot change.

    Examples
    --------
    >>> is_plain((1, "a")), is_plain(([],))
    (True, False)
    """
    if isinstance(value, tuple):
        return all(map(is_plain, value))
    return isinstance(value, _PLAIN)
