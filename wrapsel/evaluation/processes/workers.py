"""How many workers measure, of which kind, and where."""

from __future__ import annotations

import sys
from concurrent.futures import BrokenExecutor, CancelledError
from typing import Any, Literal, get_args

from wrapsel.errors import check_whole, shortened
from wrapsel.evaluation.processes.cluster import (
    Connection,
    Spread,
    connected,
    register_ray,
)

Backend = Literal["loky", "threading", "dask", "ray"]
CLUSTERS = ("dask", "ray")  # whose workers may be on other machines
SMALL_BYTES = 10_000  # above which what is sent lies in memory that workers share


class Workers:
    """The workers of a search; in a context, they are there.

    Parameters
    ----------
    n_jobs : int or None, default=1
        As joblib's; a cluster says itself how many workers it has.
    backend : {"loky", "threading", "dask", "ray"}, optional
        By default processes, or what joblib's ``parallel_config`` says.
    scheduler : str, optional
        Address of the scheduler of dask, such as ``tcp://10.0.0.1:8786``; by default
        the scheduler of the ``Client`` that was made last.

    Raises
    ------
    ValueError, TypeError
        If there is no such backend, or no number of workers.

    Examples
    --------
    >>> with Workers(2, "threading") as workers:
    ...     workers.n, workers.shares_memory
    (2, True)
    """

    def __init__(
        self,
        n_jobs: int | None = 1,
        backend: Backend | None = None,
        scheduler: str | None = None,
    ) -> None:
        check_workers(n_jobs, backend, scheduler)
        self._n_jobs = n_jobs
        self.backend = backend
        self._scheduler = scheduler
        self._connection: Connection | None = None

    def __enter__(self) -> Workers:
        if self.backend == "dask":
            self._connection = connected(self._scheduler)
        if self.backend == "ray":
            register_ray()
        return self

    def __exit__(self, *exception: Any) -> None:
        if self._connection is not None:
            self._connection.close()

    @property
    def n(self) -> int:
        """How many there are now."""
        from joblib import effective_n_jobs, parallel_config

        if self._connection is not None:
            return self._connection.n_workers
        if self.backend is None:
            return int(effective_n_jobs(self._n_jobs))
        with parallel_config(self.backend):
            return int(effective_n_jobs(self._n_jobs))

    @property
    def are_here(self) -> bool:
        """Whether this process is the only one."""
        return self._connection is None and self.n == 1

    @property
    def shares_memory(self) -> bool:
        """Whether nothing has to be pickled to reach them."""
        from joblib.parallel import get_active_backend

        if self.backend is not None:
            return self.backend == "threading"
        active, _ = get_active_backend()
        return bool(getattr(active, "supports_sharedmem", False))

    def parallel(self, shared: Any, return_as: str = "list") -> Any:
        """Return a joblib ``Parallel``, or what does its work on a cluster.

        Parameters
        ----------
        shared : object
            Travels to each worker once; an argument of the calls.
        return_as : {"list", "generator"}
            On a cluster it is always a generator.
        """
        from joblib import Parallel, parallel_config

        if self._connection is not None:
            return Spread(self._connection, shared)
        options: dict[str, Any] = {"max_nbytes": SMALL_BYTES, "return_as": return_as}
        if self.backend is None:
            return Parallel(self.n, **options)
        with parallel_config(self.backend):
            return Parallel(self.n, **options)


def broken() -> tuple[type[BaseException], ...]:
    """Return what is raised where a worker has died.

    Examples
    --------
    >>> BrokenExecutor in broken()
    True
    """
    dask: Any = sys.modules.get("distributed")
    if dask is None:  # then it has raised nothing
        return (BrokenExecutor,)
    return BrokenExecutor, dask.scheduler.KilledWorker, CancelledError


def check_workers(n_jobs: Any, backend: Any, scheduler: Any) -> None:
    """Refuse what is no number of workers, or no kind of them.

    Examples
    --------
    >>> check_workers(1, "dsk", None)
    Traceback (most recent call last):
    ValueError: backend must be None, 'loky', 'threading', 'dask' or 'ray', got 'dsk'
    """
    if n_jobs is not None:
        check_whole("n_jobs", n_jobs, -(2**31))
    if n_jobs == 0:
        raise ValueError("n_jobs must not be 0; 1 is this process alone, -1 all cores")
    if backend is not None and backend not in get_args(Backend):
        *first, last = map(repr, get_args(Backend))
        raise ValueError(
            f"backend must be None, {', '.join(first)} or {last}, "
            f"got {shortened(backend)}"
        )
    if scheduler is None:
        return
    if backend != "dask":
        raise ValueError(f"scheduler needs backend='dask', got backend={backend!r}")
    if not isinstance(scheduler, str):
        raise TypeError(f"scheduler must be an address, got {shortened(scheduler)}")
