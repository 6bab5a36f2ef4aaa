"""One BLAS thread, so that a result does not depend on the machine or the workers."""

from __future__ import annotations

import sys
from functools import lru_cache
from typing import Any


def one_blas_thread() -> Any:
    """Return a context in which BLAS uses one thread."""
    return _controller(len(sys.modules)).limit(limits=1, user_api="blas")


@lru_cache(maxsize=1)
def _controller(n_modules: int) -> Any:
    """Find the libraries; slow, and new ones come with new modules only."""
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()
