"""An immutable set of variables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

# A byte whose lower bits are set comes first.
_FIRST_BIT_FIRST = bytes(255 - int(f"{byte:08b}"[::-1], 2) for byte in range(256))


@dataclass(frozen=True, slots=True)
class Subset:
    """Some of `n_variables` variables, kept as the bits of one integer.

    Parameters
    ----------
    bits : int
        Bit i is set if variable i is in the subset.
    n_variables : int
        Number of variables there are, in the subset or not.

    Examples
    --------
    >>> subset = Subset.of([4, 0], n_variables=5)
    >>> list(subset | Subset.of([2], 5))
    [0, 2, 4]
    >>> 4 in subset, len(subset)
    (True, 2)
    """

    bits: int
    n_variables: int

    @classmethod
    def of(cls, variables: Iterable[int], n_variables: int) -> Subset:
        """Make the subset that holds these variables."""
        indices = np.fromiter(variables, dtype=np.int64)
        outside = indices[(indices < 0) | (indices >= n_variables)]
        if outside.size:
            raise ValueError(
                f"variables must be in 0..{n_variables - 1}, got {outside[0]}"
            )
        mask = np.zeros(n_variables, dtype=np.bool_)
        mask[indices] = True
        return cls.from_mask(mask)

    @classmethod
    def from_mask(cls, mask: NDArray[np.bool_]) -> Subset:
        """Make the subset of the true places of a mask of shape (n_variables,)."""
        packed = np.packbits(mask, bitorder="little")
        return cls(int.from_bytes(packed.tobytes(), "little"), len(mask))

    @classmethod
    def full(cls, n_variables: int) -> Subset:
        """Make the subset of all variables."""
        return cls((1 << n_variables) - 1, n_variables)

    @classmethod
    def empty(cls, n_variables: int) -> Subset:
        """Make the subset of no variable."""
        return cls(0, n_variables)

    def __iter__(self) -> Iterator[int]:
        return iter(self.indices().tolist())

    def __len__(self) -> int:
        return self.bits.bit_count()

    def __contains__(self, variable: int) -> bool:
        return variable >= 0 and bool(self.bits >> variable & 1)

    def __or__(self, other: Subset) -> Subset:
        return Subset(self.bits | other.bits, self.n_variables)

    def __and__(self, other: Subset) -> Subset:
        return Subset(self.bits & other.bits, self.n_variables)

    def __sub__(self, other: Subset) -> Subset:
        return Subset(self.bits & ~other.bits, self.n_variables)

    def __le__(self, other: Subset) -> bool:
        return not self.bits & ~other.bits

    def mask(self) -> NDArray[np.bool_]:
        """Return the membership of each variable, of shape (n_variables,)."""
        packed = np.frombuffer(self.to_bytes(), dtype=np.uint8)
        bits = np.unpackbits(packed, count=self.n_variables, bitorder="little")
        return bits.view(np.bool_)

    def indices(self) -> NDArray[np.intp]:
        """Return the variables in ascending order, of shape (len(self),)."""
        # Not by shifting the integer, which is quadratic in its length.
        return np.flatnonzero(self.mask())

    def order(self) -> bytes:
        """Return a key that sorts subsets of one size lexicographically.

        Examples
        --------
        >>> pairs = [Subset.of(pair, 9) for pair in ([1, 2], [0, 8], [0, 3])]
        >>> [list(subset) for subset in sorted(pairs, key=Subset.order)]
        [[0, 3], [0, 8], [1, 2]]
        """
        return self.to_bytes().translate(_FIRST_BIT_FIRST)

    @property
    def key(self) -> int | bytes:
        """The bits as what dictionaries find fast.

        Python hashes an integer modulo 2 ** 61 - 1, so that of the subsets which add
        one variable to the same, each 61st would have the same hash.
        """
        return self.bits if self.n_variables <= 61 else self.to_bytes()

    def to_bytes(self) -> bytes:
        """Return the bits, packed, variable 0 in the lowest bit of the first byte."""
        return self.bits.to_bytes((self.n_variables + 7) // 8, "little")
