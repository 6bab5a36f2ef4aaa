"""Folds of a million subsets, counted in little memory."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

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
        recent, found = self._recent, [0] * len(keys)
        if recent and not recent.keys().isdisjoint(keys):
            found = [recent.get(key, 0) for key in keys]
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
        low = _low_words(keys)
        found = np.zeros(len(keys), dtype=np.int32)
        for part in self._parts:
            start = part[0].searchsorted(low)
            last = len(part[0]) - 1
            places = np.flatnonzero(part[0][np.minimum(start, last)] == low)
            if len(places):
                high = _high_words([keys[i] for i in places.tolist()])
                folds = _folds_in(part, low[places], high)
                found[places] = np.maximum(found[places], folds)
        counts: list[int] = found.tolist()
        return counts

    def _pack(self) -> None:
        n_folds = np.array([*self._recent.values()], dtype=np.int32)
        keys = [*self._recent]
        part: Part = _low_words(keys), _high_words(keys), n_folds
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


def _folds_in(part: Part, low: Words, high: Words) -> NDArray[np.int32]:
    """Return the folds of digests in a part, 0 of those that are not there."""
    lows, highs, folds = part
    found = np.zeros(len(low), dtype=np.int32)
    start, end = lows.searchsorted(low), lows.searchsorted(low, "right")
    for more in range(int((end - start).max())):  # nearly always one
        place = np.minimum(start + more, end - 1)
        same = (start + more < end) & (highs[place] == high)
        np.maximum(found, folds[place], out=found, where=same)
    return found


def _low_words(keys: Sequence[int | bytes]) -> Words:
    """Return the lower halves of the digests of keys, which dictionaries know."""
    if isinstance(keys[0], int):
        return _words_of_bits(keys)[:, 0].astype(np.uint64)
    return np.fromiter(map(hash, keys), np.int64, len(keys)).view(np.uint64)


def _high_words(keys: Sequence[int | bytes]) -> Words:
    """Return the upper halves; of bits in bytes, another of Python's own digests."""
    if isinstance(keys[0], int):
        return _words_of_bits(keys)[:, 1].astype(np.uint64)
    more = [hash(key + b"1") for key in keys]  # type: ignore[operator]  # no int is one
    return np.array(more, dtype=np.int64).view(np.uint64)


def _words_of_bits(keys: Sequence[int | bytes]) -> Words:
    joined = [key.to_bytes(16, "little") for key in keys if isinstance(key, int)]
    return np.frombuffer(b"".join(joined), dtype="<u8").reshape(-1, 2)
