"""What tells subsets apart: their packed bits or, of many variables, digests."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

_SIZE = 16  # bytes of a digest


def packed_moves(packed: bytes, variables: NDArray[np.intp]) -> list[bytes]:
    """Return packed bits with each of some variables changed, one at a time.

    Examples
    --------
    >>> packed_moves(bytes([5, 0]), np.array([0, 9])) == [bytes([4, 0]), bytes([5, 2])]
    True
    """
    rows = np.empty((len(variables), len(packed)), dtype=np.uint8)
    rows[:] = np.frombuffer(packed, dtype=np.uint8)
    bits = np.left_shift(1, variables & 7).astype(np.uint8)
    rows[np.arange(len(rows)), variables >> 3] ^= bits
    return _as_bytes(rows)


def digest(variables: NDArray[np.intp] | tuple[int, ...], n_variables: int) -> bytes:
    """Return the digest of a subset, given its variables in any order.

    Examples
    --------
    >>> digest((2, 5), 9) == digest(np.array([5, 2]), 9), len(digest((2,), 9))
    (True, 16)
    """
    return digest_of_move(bytes(_SIZE), variables, n_variables)


def digest_of_move(
    start: bytes, variables: NDArray[np.intp] | tuple[int, ...], n_variables: int
) -> bytes:
    """Return a digest with some variables changed, each named once.

    Examples
    --------
    >>> digest_of_move(digest((2, 5), 9), (5,), 9) == digest((2,), 9)
    True
    """
    digests = _digests(n_variables)
    if isinstance(variables, tuple):
        mixed = int.from_bytes(start, "little")
        for v in variables:
            mixed ^= int.from_bytes(digests[_SIZE * v : _SIZE * (v + 1)], "little")
        return mixed.to_bytes(_SIZE, "little")
    every = np.concatenate([_words(start), _words(digests)[variables]])
    both: NDArray[np.uint64] = np.bitwise_xor.reduce(every, axis=0)
    return both.tobytes()


def digests_of_moves(
    start: bytes, variables: NDArray[np.intp], n_variables: int
) -> list[bytes]:
    """Return a digest with each of some variables changed, one at a time.

    Examples
    --------
    >>> digests_of_moves(digest((2,), 9), np.array([5]), 9) == [digest((2, 5), 9)]
    True
    """
    return _as_bytes(_words(_digests(n_variables))[variables] ^ _words(start))


def _as_bytes(rows: NDArray[np.uint8] | NDArray[np.uint64]) -> list[bytes]:
    """Return the rows of a whole array."""
    size = rows.shape[1] * rows.itemsize
    found: list[bytes] = rows.view(f"V{size}")[:, 0].tolist()
    return found


def _words(digests: bytes) -> NDArray[np.uint64]:
    return np.frombuffer(digests, dtype=np.uint64).reshape(-1, 2)


@lru_cache(maxsize=4)
def _digests(n_variables: int) -> bytes:
    """Return 16 random bytes for each variable, the same ones in any process."""
    return np.random.Generator(np.random.PCG64(n_variables)).bytes(_SIZE * n_variables)
