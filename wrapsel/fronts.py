"""Packages that import what they show once it is asked for."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def front(
    package: str, homes: Mapping[str, str]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return a package's `__getattr__` and `__dir__`.

    Parameters
    ----------
    package : str
        Its name.
    homes : dict of module to names
        Where the names lie, those of one module separated by spaces.

    Examples
    --------
    >>> get, _ = front("wrapsel", {"wrapsel.subset": "Subset"})
    >>> get("Subset").__module__
    'wrapsel.subset'
    """
    home = {name: where for where, names in homes.items() for name in names.split()}

    def get(name: str) -> Any:
        if name not in home:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found = getattr(import_module(home[name]), name)
        setattr(sys.modules[package], name, found)
        return found

    def names() -> list[str]:
        return sorted({*vars(sys.modules[package]), *home})

    return get, names
