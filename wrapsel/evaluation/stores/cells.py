"""Errors and costs as the cells of a stored row."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

import numpy as np

from wrapsel.evaluation.stores.stored import Prefix
from wrapsel.protocol import FloatArray


def packed(values: FloatArray) -> bytes:
    """Return a cell of some values.

    Examples
    --------
    >>> len(packed(np.zeros((3, 2))))
    48
    """
    return np.ascontiguousarray(values, dtype=np.float64).tobytes()


def prefixes_of(rows: list[Any]) -> Iterator[tuple[bytes, Prefix]]:
    """Yield what verified rows of key, n_folds, errors and cost say, by key.

    Examples
    --------
    >>> row = b"key", 3, packed(np.zeros((3, 2))), packed(np.ones(3))
    >>> [(key, prefix)] = prefixes_of([row])
    >>> key, prefix.errors.shape, prefix.cost.tolist()
    (b'key', (3, 2), [1.0, 1.0, 1.0])
    """
    for (n_folds, _), alike in groupby(sorted(rows, key=_size), _size):
        keys, _, errors, cost = zip(*alike, strict=True)
        cells = np.frombuffer(b"".join(errors)).reshape(len(keys), n_folds, -1)
        costs = np.frombuffer(b"".join(cost)).reshape(len(keys), n_folds)
        yield from zip(keys, map(Prefix, cells, costs), strict=True)


def _size(row: Any) -> tuple[int, int]:
    return row[1], len(row[2])
