"""How rankers compile their kernels."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba

Kernel = TypeVar("Kernel", bound=Callable[..., Any])
SOURCES = sorted(Path(__file__).parent.glob("_*.py"))
STAMP = hashlib.sha256(b"".join(path.read_bytes() for path in SOURCES)).hexdigest()


def compiled(function: Kernel) -> Kernel:
    """Compile without changing the type that a checker sees."""
    return compiled_with(error_model="numpy")(function)


def compiled_with(**options: Any) -> Callable[[Kernel], Kernel]:
    """Compile a kernel, once for as long as no source here changes.

    numba asks only whether the file of a function has changed, not those of what it
    calls: after an update of the package, some kernels would go on with old code.
    """

    def compile_one(function: Kernel) -> Kernel:
        fast: Any = numba.njit(cache=True, nogil=True, **options)
        kernel = fast(function)
        if hasattr(kernel, "_cache"):  # not where numba is switched off
            kernel._cache._cache_file._source_stamp = STAMP
        jitted: Kernel = kernel
        return jitted

    return compile_one
