"""Where code lies, and the files that a module of one's own is made of."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from importlib.machinery import PathFinder
from importlib.metadata import PackageNotFoundError, packages_distributions, version
from importlib.util import find_spec, resolve_name
from pathlib import Path
from types import ModuleType
from typing import Any

_PACKAGE = Path(__file__).parents[2]  # this one, beside which its learners lie
_OURS = (_PACKAGE, _PACKAGE.with_name("learners"))
_INSTALLED = {"site-packages", "dist-packages"}
# The scores of scikit-learn's metrics are defined by their names.
_DEFINED = "sklearn.metrics"


def is_known_by_name(thing: Any) -> bool:
    """Whether the name of a class or function says which code it is.

    Examples
    --------
    >>> from sklearn.metrics import f1_score
    >>> from sklearn.naive_bayes import GaussianNB
    >>> is_known_by_name(f1_score), is_known_by_name(GaussianNB)
    (True, False)
    """
    name = str(thing.__module__)
    return f"{name}.".startswith(f"{_DEFINED}.") or _is_ours(_file(name))


def own_module(thing: Any) -> ModuleType | str | None:
    """Return the module whose file holds a class or function of one's own.

    None if no file does that can be imported; of what is installed, its version.

    Examples
    --------
    >>> from sklearn import __version__
    >>> from sklearn.naive_bayes import GaussianNB
    >>> own_module(GaussianNB) == f"sklearn {__version__}"
    True
    """
    name = str(thing.__module__)
    module = sys.modules.get(name)
    if name == "__main__" or module is None:
        return None
    if _is_standard(name):
        # What `exec` defines in no module calls itself a built-in, too.
        return "" if getattr(module, thing.__qualname__, None) is thing else None
    file = _file(name)
    if _is_installed(file) and (told := _version(name)):
        return told
    return None if file is None else module


def sources(name: str) -> Iterator[tuple[str, bytes]]:
    """Yield the contents of a module's file, and of those that it imports, by name.

    What is installed is told by its version, without a name, and what is ours or
    Python's is left out.

    Examples
    --------
    >>> list(sources("json")), [part[:5] for _, part in sources("numpy.linalg")]
    ([], [b'numpy'])
    """
    left, seen = [name], set[str]()
    while left:
        name = left.pop()
        top = name.partition(".")[0]
        if name in seen or _is_standard(name) or _is_ours(_file(top)):
            continue
        if _is_installed(_file(top)) and (told := _version(top)):
            if top not in seen:
                yield "", told.encode()
            seen |= {top, name}
            continue
        seen.add(name)
        left += [name.rpartition(".")[0]] if "." in name else []
        if file := _file(name):
            source = file.read_bytes()
            yield name, source
            is_package = file.name.startswith("__init__.")
            package = name if is_package else name.rpartition(".")[0]
            left += _imported(source, package)


@lru_cache(maxsize=256)
def _imported(source: bytes, package: str) -> list[str]:
    """Return the names of what a file may import, anywhere in it; sorted."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):  # compiled, perhaps
        return []
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = _absolute("." * node.level + (node.module or ""), package)
            names |= {base, *(f"{base}.{alias.name}" for alias in node.names)}
    return sorted(names)


def _absolute(name: str, package: str) -> str:
    try:
        return resolve_name(name, package)
    except ImportError:  # beyond the top
        return ""


def _file(name: str) -> Path | None:
    """Return the file of a module, loaded or not; None if there is none."""
    module = sys.modules.get(name)
    file = _found(name) if module is None else getattr(module, "__file__", None)
    path = None if file is None else Path(file)
    return path if path is not None and path.is_file() else None


def _found(name: str) -> str | None:
    """Return where a module lies, without importing the packages above it."""
    top, *parts = name.split(".")
    with suppress(ImportError, ValueError, AttributeError):
        spec = find_spec(top)
        for part in parts:
            if spec is None or spec.submodule_search_locations is None:
                return None
            path = spec.submodule_search_locations
            spec = PathFinder.find_spec(f"{spec.name}.{part}", path)
        return None if spec is None else spec.origin
    return None


def _is_ours(file: Path | None) -> bool:
    return file is not None and any(file.is_relative_to(place) for place in _OURS)


def _is_installed(file: Path | None) -> bool:
    return file is not None and not _INSTALLED.isdisjoint(file.parts)


def _is_standard(name: str) -> bool:
    return name.partition(".")[0] in sys.stdlib_module_names


def _version(name: str) -> str | None:
    """Return the name and version of the package of a module, if it has one."""
    top = name.partition(".")[0]
    told = getattr(sys.modules.get(top), "__version__", None) or _distributed(top)
    return None if told is None else f"{top} {told}"


@lru_cache(maxsize=256)
def _distributed(top: str) -> str | None:
    try:
        return version(top)
    except PackageNotFoundError:
        found = packages_distributions().get(top)
        return version(found[0]) if found else None
