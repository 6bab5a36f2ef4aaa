"""What reaches each worker once, however many tasks need it."""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from typing import Any
from uuid import uuid4

import numpy as np
from numpy.typing import NDArray

KEPT = 2  # in a worker: more would hold the data of searches that have ended

Bytes = NDArray[np.uint8]


class Sent:
    """A thing that is pickled once here, and unpickled once in each worker.

    Its arrays travel beside the pickle, so that joblib puts them into memory that the
    workers share; the pickle is then small, and known by its name from the second time.

    Parameters
    ----------
    thing : object
    name : str, optional
        By which workers know it.

    Examples
    --------
    >>> sent = Sent({"X": np.arange(3.0)})
    >>> there, again = (pickle.loads(pickle.dumps(sent)) for _ in range(2))
    >>> there.thing["X"].tolist(), there.thing is again.thing
    ([0.0, 1.0, 2.0], True)
    """

    def __init__(self, thing: Any, name: str | None = None) -> None:
        self.thing = thing
        self._name = name or uuid4().hex

    def __reduce__(self) -> tuple[Callable[..., Sent], tuple[Any, ...]]:
        return _received, (self._name, *self._packed)

    @cached_property
    def _packed(self) -> tuple[Bytes, ...]:
        from joblib.externals.loky.backend.reduction import get_loky_pickler

        file, buffers = io.BytesIO(), list[pickle.PickleBuffer]()
        # It takes functions and classes of a script, too.
        pickler = get_loky_pickler()._loky_pickler_cls
        pickler(file, protocol=5, buffer_callback=buffers.append).dump(self.thing)
        parts: Sequence[Any] = [file.getvalue(), *(b.raw() for b in buffers)]
        return tuple(np.asarray(memoryview(part)) for part in parts)


def _received(name: str, *parts: Bytes) -> Sent:
    known = _kept()
    if name not in known:
        head, *buffers = parts
        sent = Sent(pickle.loads(head.data, buffers=buffers), name)
        while len(known) >= KEPT:
            del known[next(iter(known))]
        known[name] = sent
    return known[name]


@lru_cache(maxsize=1)
def _kept() -> dict[str, Sent]:
    return {}
