"""What can reach other processes."""

from __future__ import annotations

from typing import Any

from wrapsel.errors import shortened
from wrapsel.evaluation.processes.workers import Workers


def check_travels(what: str, thing: Any, workers: Workers) -> None:
    """Raise if something cannot be sent to workers, in its own words.

    Threads take anything.

    Raises
    ------
    TypeError
        If it cannot be pickled.

    Examples
    --------
    >>> from wrapsel.evaluation.processes.workers import Workers
    >>> check_travels("scoring", open, Workers(2))
    >>> check_travels("scoring", (i for i in "ab"), Workers(2))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    TypeError: scoring must be something that can be pickled to reach 2 workers, ...
    """
    from joblib.externals.loky.backend.reduction import dumps

    if workers.shares_memory:
        return
    try:
        dumps(thing)
    except Exception as cause:
        raise TypeError(
            f"{what} must be something that can be pickled to reach {workers.n} "
            f"workers, got {shortened(thing)}: {cause}; make it of functions and "
            "classes of a module, or take n_jobs=1"
        ) from cause
