"""Folds of a million subsets, counted in little memory."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

RECENT = 2**16  # subsets in a dictionary; the others lie in sorted arrays
Words = NDArray[np.uint64]
Part = tuple[Words, Words, NDArray[np.int32]]


class FoldCounts:
    """How many folds of each subset there are, by the keys of the subsets.

    A dictionary of a million subsets takes 200 MB. Here the older ones are 20 bytes
    each: their digests, sorted, and the folds.

    Examples
    --------
    >>> known = FoldCounts()
    >>> known.set({7: 3, 9: 1})
    >>> known.get([7, 8, 9])
    [3, 0, 1]
    """

    def __init__(self) -> None:
        self._recent: dict[int | bytes, int] = {}
        self._parts: list[Part] = []  # from large to small

    def get(self, keys: Sequence[int | bytes]) -> list[int]:
        """Return the numbers of folds of some subsets."""
        if not (self._recent or self._parts):
            return [0] * len(keys)
        found = [self._recent.get(key, 0) for key in keys]
        if self._parts and 0 in found:
            places = [i for i, n_folds in enumerate(found) if not n_folds]
            older = self._older([keys[i] for i in places])
            for place, n_folds in zip(places, older, strict=True):
                found[place] = n_folds
        return found

    def set(self, n_folds: Mapping[int | bytes, int]) -> None:
        """Remember that there are more folds of some subsets, by their keys."""
        self._recent.update(n_folds)
        if len(self._recent) >= RECENT:
            self._pack()

    def forget(self, n_folds: Iterable[tuple[int | bytes, int]]) -> None:
        """Forget the recent ones of these subsets that have no more than these folds.

        Examples
        --------
        >>> known = FoldCounts()
        >>> known.set({7: 3, 9: 2})
        >>> known.forget([(7, 2), (8, 2), (9, 2)])
        >>> known.get([7, 8, 9])
        [3, 0, 0]
        """
        recent = self._recent
        if recent:
            for key, most in n_folds:
                if recent.get(key, most + 1) <= most:
                    del recent[key]

    def _older(self, keys: Sequence[int | bytes]) -> list[int]:
        low, high = _words(keys)
        found = np.zeros(len(keys), dtype=np.int32)
        for lows, highs, folds in self._parts:
            start, end = lows.searchsorted(low), lows.searchsorted(low, "right")
            for more in range(int((end - start).max())):  # nearly always one
                place = np.minimum(start + more, end - 1)
                same = (start + more < end) & (highs[place] == high)
                np.maximum(found, folds[place], out=found, where=same)
        counts: list[int] = found.tolist()
        return counts

    def _pack(self) -> None:
        n_folds = np.array([*self._recent.values()], dtype=np.int32)
        low, high = _words([*self._recent])
        part: Part = low, high, n_folds
        self._recent = {}
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


def _words(keys: Sequence[int | bytes]) -> tuple[Words, Words]:
    """Return the lower and the upper halves of the digests of keys."""
    digests = b"".join([_digest(key) for key in keys])
    words = np.frombuffer(digests, dtype="<u8").reshape(-1, 2)
    return words[:, 0].astype(np.uint64), words[:, 1].astype(np.uint64)


def _digest(key: int | bytes) -> bytes:
    if isinstance(key, bytes):
        return blake2b(key, digest_size=16).digest()
    return key.to_bytes(16, "little")
