"""One BLAS thread, so that a result does not depend on the machine or the workers."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any


def one_blas_thread() -> Any:
    """Return a context in which BLAS uses one thread."""
    return _controller(len(sys.modules)).limit(limits=1, user_api="blas")


@contextmanager
def one_thread() -> Iterator[None]:
    """Let a worker among others use one thread, also where a learner wants more.

    Of the ``n_jobs`` that a learner hands to joblib nothing is left: as many workers
    times as many threads would be slower than either.
    """
    from joblib import parallel_config

    with one_blas_thread(), parallel_config("sequential"):
        yield


@lru_cache(maxsize=1)
def _controller(n_modules: int) -> Any:
    """Find the libraries; slow, and new ones come with new modules only."""
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()
