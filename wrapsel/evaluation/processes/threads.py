"""One BLAS thread, so that a result does not depend on the machine or the workers."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from threading import Lock
from typing import Any


def one_blas_thread() -> Any:
    """Return a context in which BLAS uses one thread, whatever other threads do.

    Examples
    --------
    >>> with one_blas_thread(), one_blas_thread():
    ...     pass
    """
    return _limit()


class _Limit:
    """The first thread to come sets the limit, the last one to leave lifts it."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._n_inside = 0
        self._n_modules = 0  # new libraries come with new modules only
        self._set: list[Any] = []

    def __enter__(self) -> None:
        with self._lock:
            self._n_inside += 1
            if not self._set or self._n_modules != len(sys.modules):
                self._n_modules = len(sys.modules)
                limits = _controller(self._n_modules).limit(limits=1, user_api="blas")
                self._set.append(limits)

    def __exit__(self, *exception: object) -> None:
        with self._lock:
            self._n_inside -= 1
            while not self._n_inside and self._set:
                self._set.pop().restore_original_limits()


@lru_cache(maxsize=1)
def _limit() -> _Limit:
    return _Limit()


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
    """Find the libraries, which is slow."""
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()
