"""One BLAS thread, so that a result does not depend on the machine or the workers."""

from __future__ import annotations

from typing import Any


def one_blas_thread() -> Any:
    """Return a context in which BLAS uses one thread."""
    from threadpoolctl import threadpool_limits

    return threadpool_limits(limits=1, user_api="blas")
