"""Compiled kernels, one file a learner."""

import hashlib
from functools import partial
from pathlib import Path

import numba

SOURCES = sorted(Path(__file__).parent.glob("*.py"))
STAMP = hashlib.sha256(b"".join(path.read_bytes() for path in SOURCES)).hexdigest()


def compiled(function=None, /, **options):
    """Compile a kernel, once for as long as no source here changes.

    numba asks only whether the file of a function has changed, not those of what it
    calls: after an update of the package, some kernels would go on with old code.
    """
    if function is None:
        return partial(compiled, **options)
    kernel = numba.njit(cache=True, nogil=True, **options)(function)
    if hasattr(kernel, "_cache"):  # not where numba is switched off
        kernel._cache._cache_file._source_stamp = STAMP
    return kernel
