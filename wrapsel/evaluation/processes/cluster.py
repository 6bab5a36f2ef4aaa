"""The connection to workers on other machines."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from socket import create_connection
from typing import Any

Call = tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]
CONNECT_SECONDS = 5.0  # in which a scheduler has to answer
SCATTERINGS = 3
WORKER_SECONDS = 30.0  # in which it has to have a worker


class Connection:
    """A client of dask, and whether it is ours to close.

    Parameters
    ----------
    client : distributed.Client
    is_ours : bool
    """

    def __init__(self, client: Any, is_ours: bool) -> None:
        self.client = client
        self._is_ours = is_ours

    @property
    def n_workers(self) -> int:
        """How many fits can be made at once; at least 1."""
        n_threads: int = sum(self.client.nthreads().values())
        return max(1, n_threads)

    def wait(self) -> None:
        """Wait until there is a worker.

        Raises
        ------
        ConnectionError
            If there is none for long.
        """
        try:
            self.client.wait_for_workers(1, timeout=WORKER_SECONDS)
        except TimeoutError as cause:
            raise ConnectionError(
                f"the dask scheduler has had no worker for {WORKER_SECONDS:g} seconds; "
                "start some by `dask worker ADDRESS`"
            ) from cause

    def close(self) -> None:
        """Leave the cluster; it goes on, and so does a client of the user."""
        if self._is_ours:
            self.client.close()


class Spread:
    """Does what a ``Parallel`` of joblib does, on a cluster of dask.

    joblib's own would run all in this process once one worker is left, which must not
    be where a learner may crash, and would send the data again with each call.

    Parameters
    ----------
    connection : Connection
    shared : object
        Lies in each worker from the beginning; others get it from these.
    """

    def __init__(self, connection: Connection, shared: Any) -> None:
        self._connection = connection
        self._shared = shared
        self._there: Any = None

    def __enter__(self) -> Spread:
        for _ in range(SCATTERINGS):
            self._connection.wait()  # all may have died
            with suppress(OSError):  # or die right now
                self._there = self._scattered()
                return self
        raise ConnectionError("the workers of the dask scheduler die, one and all")

    def _scattered(self) -> Any:
        client = self._connection.client
        return client.scatter(self._shared, broadcast=True, hash=False)

    def __exit__(self, *exception: Any) -> None:
        self._there = None  # then the workers drop it

    def __call__(self, calls: Iterable[Call]) -> Iterator[Any]:
        """Make the calls of ``joblib.delayed``, and yield their results in order."""
        if self._there is None:
            self.__enter__()
        submit = self._connection.client.submit
        made = [
            submit(function, *map(self._where, given), **named, pure=False)
            for function, given, named in calls
        ]
        try:
            for future in made:
                yield future.result()
        finally:
            self._connection.client.cancel(made)

    def _where(self, given: Any) -> Any:
        return self._there if given is self._shared else given


def connected(scheduler: str | None) -> Connection:
    """Connect to a scheduler of dask that has workers.

    Raises
    ------
    ConnectionError
        If there is none, or it has no worker.
    ModuleNotFoundError
        If dask is not installed.
    """
    try:
        import distributed
    except ImportError as cause:
        raise ModuleNotFoundError(
            "backend='dask' needs dask: pip install 'wrapsel[cluster]'"
        ) from cause
    if scheduler is None:
        try:
            return _with_workers(Connection(distributed.get_client(), is_ours=False))
        except ValueError as cause:
            raise ConnectionError(
                "backend='dask' needs scheduler=, the address of one, or a dask Client "
                "that was made before"
            ) from cause
    try:
        with _quiet():
            client = _client(distributed, scheduler)
    except (OSError, ValueError, TypeError) as cause:
        raise ConnectionError(
            f"scheduler must be the address of a dask scheduler that answers, such as "
            f"tcp://10.0.0.1:8786, got {scheduler!r}"
        ) from cause
    return _with_workers(Connection(client, is_ours=True))


def _client(distributed: Any, scheduler: str) -> Any:
    # A client that has failed to connect may hang when it is collected as garbage.
    scheme, place = distributed.comm.parse_address(scheduler)
    distributed.comm.registry.get_backend(scheme)
    if scheme in ("tcp", "tls"):
        with create_connection(
            distributed.comm.parse_host_port(place), CONNECT_SECONDS
        ):
            pass
    return distributed.Client(scheduler, timeout=CONNECT_SECONDS, set_as_default=False)


def _with_workers(connection: Connection) -> Connection:
    try:
        connection.wait()
    except ConnectionError:
        connection.close()
        raise
    return connection


@contextmanager
def _quiet() -> Iterator[None]:
    """Let the errors of a connection be told once, by the one that is raised."""
    log = logging.getLogger("distributed")
    before = log.level
    log.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        log.setLevel(before)


def register_ray() -> None:
    """Let joblib know the workers of ray.

    Raises
    ------
    ModuleNotFoundError
        If it is not installed.
    """
    try:
        from ray.util.joblib import register_ray as register
    except ImportError as cause:
        raise ModuleNotFoundError("backend='ray' needs ray: pip install ray") from cause
    register()
