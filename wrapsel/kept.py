"""Where what is compiled is kept: for as long as its sources, if it can be."""

from __future__ import annotations

import ast
import hashlib
import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any

from numba.core.caching import FunctionCache

from wrapsel.errors import CacheWarning

_WARNING = Lock()  # let go by none: one warning in the life of a process


def keep(kernel: Any, path: Path) -> None:
    """Have numba keep what is compiled of a kernel, whose function the file holds."""
    try:
        kernel._cache = _Kept(kernel.py_func)  # type: ignore[no-untyped-call]  # numba is untyped
    except RuntimeError:  # neither numba's folders nor that of the file can be written
        _warn_once(
            "no folder can be written to keep what is compiled: each process compiles "
            "anew; let NUMBA_CACHE_DIR name one"
        )
        return
    module = kernel.py_func.__module__
    kernel._cache._cache_file._source_stamp = _stamp(module, path)


class _Kept(FunctionCache):
    """numba's files of a kernel, without which it is compiled all the same."""

    def load_overload(self, *asked: Any) -> Any:
        with self._warning():
            try:
                return super().load_overload(*asked)  # type: ignore[no-untyped-call]  # numba is untyped
            except OSError:
                raise
            except Exception:  # pickle raises anything where a file is damaged
                self._forget()
                return None

    def save_overload(self, *made: Any) -> None:
        with self._warning():
            try:
                super().save_overload(*made)  # type: ignore[no-untyped-call]  # numba is untyped
            except OSError:
                # It may list a file that could not be renewed, of an old source.
                with suppress(OSError):
                    self._forget()
                raise

    def _forget(self) -> None:
        os.unlink(self._cache_file._index_path)

    @contextmanager
    def _warning(self) -> Iterator[None]:
        try:
            yield
        except OSError as cause:
            _warn_once(
                f"{self.cache_path} cannot keep what is compiled "
                f"({cause.strerror or cause}): each process compiles anew; let "
                "NUMBA_CACHE_DIR name another folder"
            )


def _warn_once(text: str) -> None:
    if _WARNING.acquire(blocking=False):
        warnings.warn(text, CacheWarning, stacklevel=3)


@cache
def _stamp(module: str, path: Path) -> str:
    root, package = _package(module, path)
    files = {path.resolve()}
    waiting = list(files)
    while waiting:
        found = set(_imported(waiting.pop(), root, package)) - files
        files |= found
        waiting += found
    contents = (file.read_bytes() for file in sorted(files))
    return hashlib.sha256(b"".join(contents)).hexdigest()


def _package(module: str, path: Path) -> tuple[Path, str]:
    """Return the folder that a module's package lies in, and the package's name."""
    folder = path.resolve().parent
    levels = module.count(".") + (path.name == "__init__.py")
    for _ in range(levels):
        folder = folder.parent
    return folder, module.partition(".")[0]


@cache
def _imported(file: Path, root: Path, package: str) -> tuple[Path, ...]:
    """Return the files of a package that one of its files imports."""
    tree = ast.parse(file.read_bytes())
    named = (name for node in ast.walk(tree) for name in _names(node, file, root))
    paths = [root / Path(*name.split(".")) for name in named if _is_in(name, package)]
    choices = [c for p in paths for c in (p.with_suffix(".py"), p / "__init__.py")]
    return tuple(choice for choice in choices if choice.is_file())


def _names(node: ast.AST, file: Path, root: Path) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        here = file.parent.relative_to(root).parts if node.level else ()
        parents = here[: len(here) - node.level + 1]
        start = ".".join([*parents, *filter(None, [node.module])])
        yield start
        yield from (f"{start}.{alias.name}" for alias in node.names)


def _is_in(name: str, package: str) -> bool:
    return name.partition(".")[0] == package
