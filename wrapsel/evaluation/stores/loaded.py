"""The files that code lies in, and what was loaded but is in them no more."""

from __future__ import annotations

import ast
import sys
import warnings
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from types import ModuleType
from typing import Any

from wrapsel.evaluation.stores.functions import (
    defined,
    digest,
    is_plain,
    stored_in,
    within,
)
from wrapsel.evaluation.stores.modules import sources


def files(name: str) -> Iterator[bytes]:
    """Give the files that a module is made of, and what was loaded but is not there.

    Examples
    --------
    >>> list(files("json"))
    []
    """
    for own, source in sources(name):
        yield source
        if own in sys.modules:
            yield from _unlike_file(sys.modules[own], source)


def _unlike_file(module: ModuleType, source: bytes) -> Iterator[bytes]:
    """Give the functions and constants of a module that its file has in another way."""
    known, (codes, constants) = vars(module), _in_file(source)
    for function in defined(known):
        if function.__code__.co_filename == module.__file__:
            yield from {digest(function.__code__)} - codes
    state = stored_in(known)
    for name, value in sorted(constants.items()):
        loaded = known.get(name, value)
        if name not in state and is_plain(loaded) and loaded != value:
            yield f"{name} = {loaded!r}".encode()


@lru_cache(maxsize=256)
def _in_file(source: bytes) -> tuple[set[bytes], dict[str, Any]]:
    """Return the digests of all functions of a file, and the constants it sets once."""
    try:
        with warnings.catch_warnings(action="ignore"):
            tree = ast.parse(source)
            whole = compile(source, "", "exec", dont_inherit=True)
    except (SyntaxError, ValueError):  # compiled, perhaps
        return set(), {}
    return {digest(code) for code in within(whole)}, _literals(tree)


def _literals(tree: ast.Module) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            with suppress(ValueError, TypeError):  # no literal
                value = ast.literal_eval(node.value)
                found |= {t.id: value for t in targets if isinstance(t, ast.Name)}
    return found
