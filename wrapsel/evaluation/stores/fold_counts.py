"""Folds of a million subsets, counted in little memory."""

from __future__ import annotations

from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

RECENT = 2**16  # subsets in a dictionary; the others lie in sorted arrays
Part = tuple[NDArray[np.uint64], NDArray[np.uint64], NDArray[np.int32]]
_HALF = 2**64 - 1


class FoldCounts:
    """How many folds of each subset there are, by the keys of the subsets.

    A dictionary of a million subsets takes 200 MB. Here the older ones are 20 bytes
    each: their digests, sorted, and the folds.

    Examples
    --------
    >>> known = FoldCounts()
    >>> known.set(7, 3)
    >>> known.get(7), known.get(8)
    (3, 0)
    """

    def __init__(self) -> None:
        self._recent: dict[int | bytes, int] = {}
        self._parts: list[Part] = []  # from large to small

    def get(self, key: int | bytes) -> int:
        """Return the number of folds of a subset."""
        n_folds = self._recent.get(key)
        if n_folds is None:
            return self._found(key) if self._parts else 0
        return n_folds

    def set(self, key: int | bytes, n_folds: int) -> None:
        """Remember that there are more folds of a subset."""
        self._recent[key] = n_folds
        if len(self._recent) >= RECENT:
            self._pack()

    def _found(self, key: int | bytes) -> int:
        digest = _digest(key)
        low, high = np.uint64(digest & _HALF), np.uint64(digest >> 64)
        found = 0
        for lows, highs, folds in self._parts:
            same = slice(lows.searchsorted(low), lows.searchsorted(low, "right"))
            found = max(found, *folds[same][highs[same] == high].tolist(), 0)
        return found

    def _pack(self) -> None:
        digests = [_digest(key) for key in self._recent]
        words = np.array([(d & _HALF, d >> 64) for d in digests], dtype=np.uint64)
        n_folds = np.array([*self._recent.values()], dtype=np.int32)
        self._recent = {}
        part: Part = words[:, 0], words[:, 1], n_folds
        # Parts are at least halved, so that there are few of them.
        while self._parts and len(self._parts[-1][0]) <= 2 * len(part[0]):
            last = self._parts.pop()
            part = (
                np.concatenate([last[0], part[0]]),
                np.concatenate([last[1], part[1]]),
                np.concatenate([last[2], part[2]]),
            )
        order = np.argsort(part[0], kind="stable")
        self._parts.append((part[0][order], part[1][order], part[2][order]))


def _digest(key: int | bytes) -> int:
    if isinstance(key, bytes):
        return int.from_bytes(blake2b(key, digest_size=16).digest(), "little")
    return key
