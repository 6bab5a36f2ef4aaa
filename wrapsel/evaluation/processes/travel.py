"""What can reach other processes."""

from __future__ import annotations

from typing import Any

from wrapsel.errors import shortened


def check_travels(what: str, thing: Any, n_workers: int) -> None:
    """Raise if something cannot be sent to worker processes, in its own words.

    Threads, which joblib's ``parallel_config`` may set, take anything.

    Raises
    ------
    TypeError
        If it cannot be pickled.

    Examples
    --------
    >>> check_travels("scoring", open, n_workers=2)
    >>> check_travels("scoring", (i for i in "ab"), 2)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    TypeError: scoring must be something that can be pickled to reach 2 workers, ...
    """
    from joblib.externals.loky.backend.reduction import dumps
    from joblib.parallel import get_active_backend

    backend, _ = get_active_backend()
    if getattr(backend, "supports_sharedmem", False):
        return
    try:
        dumps(thing)
    except Exception as cause:
        raise TypeError(
            f"{what} must be something that can be pickled to reach {n_workers} "
            f"workers, got {shortened(thing)}: {cause}; make it of functions and "
            "classes of a module, or take n_jobs=1"
        ) from cause
