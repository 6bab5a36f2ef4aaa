"""An immutable set of variables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, repeat

import numpy as np
from numpy.typing import NDArray

from wrapsel.bits.changes import FEW, Changes, Variables, odd, of_one_step, of_steps
from wrapsel.bits.keys import digest, digest_of_move, digests_of_moves, packed_moves

# A byte whose lower bits are set comes first.
_FIRST_BIT_FIRST = bytes(255 - int(f"{byte:08b}"[::-1], 2) for byte in range(256))
_FEWEST = 61  # variables, whose bits hash well as they are
WIDE = 1024  # with more variables, a subset is remembered by what changed
_NEAR = 8  # links that are followed to tell two subsets apart


class Subset:
    """Some of `n_variables` variables, kept as the bits of one integer.

    Of many variables one that was made from another, by `adding` or `removing`, is kept
    as what is different, and its bits are made when they are asked for.

    Parameters
    ----------
    bits : int
        Bit i is set if variable i is in the subset.
    n_variables : int
        Number of variables there are, in the subset or not.

    Attributes
    ----------
    origin : Subset or None
        The subset that it was made from, if it is kept as what changed.
    changed : ndarray or tuple of int
        The variables that were added to its origin, or removed from it.

    Examples
    --------
    >>> subset = Subset.of([4, 0], n_variables=5)
    >>> list(subset | Subset.of([2], 5))
    [0, 2, 4]
    >>> 4 in subset, len(subset)
    (True, 2)
    """

    __slots__ = ("_bits", "_key", "_size", "changed", "n_variables", "origin")

    n_variables: int
    origin: Subset | None
    changed: Variables
    _bits: int | None  # None where there is an origin, or a key of packed bits
    _key: int | bytes | None
    _size: int

    def __init__(self, bits: int, n_variables: int) -> None:
        self._bits = bits
        self.n_variables = n_variables
        self.origin = self._key = None
        self.changed = ()
        self._size = -1

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

    @property
    def bits(self) -> int:
        """The bits; bit i is set if variable i is in the subset."""
        if self._bits is None:
            self._bits = self._made_bits()
        return self._bits

    def __iter__(self) -> Iterator[int]:
        return iter(self.indices().tolist())

    def __len__(self) -> int:
        if self._size < 0:
            self._size = self.bits.bit_count()
        return self._size

    def __contains__(self, variable: int) -> bool:
        return variable >= 0 and bool(self.bits >> variable & 1)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Subset):
            return NotImplemented
        if self.n_variables != other.n_variables:
            return False
        if self._bits is None or other._bits is None:
            return self.key == other.key
        return self._bits == other._bits

    def __hash__(self) -> int:
        return hash(self.key)

    def __or__(self, other: Subset) -> Subset:
        return Subset(self.bits | other.bits, self.n_variables)

    def __and__(self, other: Subset) -> Subset:
        return Subset(self.bits & other.bits, self.n_variables)

    def __sub__(self, other: Subset) -> Subset:
        return Subset(self.bits & ~other.bits, self.n_variables)

    def __le__(self, other: Subset) -> bool:
        return not self.bits & ~other.bits

    def __repr__(self) -> str:
        return f"Subset(bits={self.bits}, n_variables={self.n_variables})"

    def __reduce__(self) -> tuple[type[Subset], tuple[int, int]]:
        return Subset, (self.bits, self.n_variables)

    def removing(self, variables: Variables) -> Subset:
        """Return the subset without some of its variables, each named once.

        Examples
        --------
        >>> list(Subset.full(4).removing((0, 2)))
        [1, 3]
        """
        return self._with_changed(variables, -len(variables))

    def adding(self, variables: Variables) -> Subset:
        """Return the subset with some variables that it lacks, each named once.

        Examples
        --------
        >>> list(Subset.of([1], 4).adding((0, 2)))
        [0, 1, 2]
        """
        return self._with_changed(variables, len(variables))

    def removing_each(self, variables: NDArray[np.intp]) -> list[Subset]:
        """Return the subset without each of its variables that are named, alone.

        As `removing` would, one after the other, in a tenth of the time.

        Examples
        --------
        >>> [list(s) for s in Subset.full(3).removing_each(np.array([0, 2]))]
        [[1, 2], [0, 1]]
        """
        return self._with_each(variables, -1)

    def adding_each(self, variables: NDArray[np.intp]) -> list[Subset]:
        """Return the subset with each of some variables that it lacks, alone.

        As `adding` would, one after the other, in a tenth of the time.

        Examples
        --------
        >>> [list(s) for s in Subset.of([1], 3).adding_each(np.array([0, 2]))]
        [[0, 1], [1, 2]]
        """
        return self._with_each(variables, 1)

    def difference(self, other: Subset) -> NDArray[np.intp]:
        """Return the variables that are in one of two subsets, but not in both.

        Of two that were made from each other or from a third one, it takes time by what
        changed; else by the number of variables.

        Examples
        --------
        >>> Subset.of([0, 1], 3).difference(Subset.of([1, 2], 3)).tolist()
        [0, 2]
        """
        return self.changes(other)[0]

    def distance(self, other: Subset) -> int:
        """Return how many variables are in one of two subsets, but not in both.

        Examples
        --------
        >>> Subset.of([0, 1], 3).distance(Subset.of([1, 2], 3))
        2
        """
        if self.n_variables <= WIDE:
            return (self.bits ^ other.bits).bit_count()
        return len(self.difference(other))

    def changes(self, other: Subset) -> Changes:
        """Return the `difference`, and for each variable whether the other has it.

        Examples
        --------
        >>> _, enters = Subset.of([0, 1], 3).changes(Subset.of([1, 2], 3))
        >>> enters.tolist()
        [False, True]
        """
        if other.origin is self:
            return of_one_step(other.changed, len(other) > len(self))
        if self.origin is other:
            return of_one_step(self.changed, len(other) > len(self))
        mine, others = self._line(), other._line()
        for far, subset in enumerate(mine):
            for wide, another in enumerate(others):
                if subset is another:
                    return _changes_along(mine[: far + 1], others[: wide + 1])
        variables = Subset(self.bits ^ other.bits, self.n_variables).indices()
        return variables, other.mask()[variables]

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
        """What dictionaries find fast, in place of the bits; of many, a digest.

        Python hashes an integer modulo 2 ** 61 - 1, so that of the subsets which add
        one variable to the same, each 61st would have the same hash. A digest has 128
        bits, and changes with a subset.
        """
        key = self._key
        if key is None:
            if self.n_variables <= _FEWEST:
                return self.bits
            wide = self.n_variables > WIDE
            key = self._key = self._digest() if wide else self.to_bytes()
        return key

    def to_bytes(self) -> bytes:
        """Return the bits, packed, variable 0 in the lowest bit of the first byte."""
        if self._bits is None and self.origin is None:
            return self._packed_key()
        return self.bits.to_bytes((self.n_variables + 7) // 8, "little")

    def _with_changed(self, variables: Variables, more: int) -> Subset:
        n = self.n_variables
        few = len(variables) <= FEW
        if few and not isinstance(variables, tuple):
            variables = tuple(variables.tolist())  # which takes less memory
        if n <= WIDE:
            if len(variables) == 1:
                return Subset(self.bits ^ 1 << int(variables[0]), n)
            if few:
                return Subset(self.bits ^ sum([1 << int(v) for v in variables]), n)
            return Subset(self.bits ^ Subset.of(variables, n).bits, n)
        changed = Subset.__new__(Subset)
        changed.n_variables = n
        changed._bits = changed._key = None
        changed.origin = self
        changed.changed = variables
        changed._size = len(self) + more
        return changed

    def _with_each(self, variables: NDArray[np.intp], more: int) -> list[Subset]:
        n, size = self.n_variables, len(self) + more
        origin = self if n > WIDE else None
        keys, all_bits = self._moved(variables)
        made = [*map(Subset.__new__, repeat(Subset, len(keys)))]
        changes: Iterable[tuple[int, ...]] = repeat((), len(keys))
        if origin is not None:
            changes = zip(variables.tolist(), strict=True)
        fields = zip(made, keys, all_bits, changes, strict=True)
        for subset, key, bits, changed in fields:
            subset.n_variables, subset._size = n, size
            subset.origin, subset.changed = origin, changed
            subset._bits, subset._key = bits, key
        return made

    def _moved(
        self, variables: NDArray[np.intp]
    ) -> tuple[Sequence[int | bytes], Iterable[int | None]]:
        """Return the keys of single moves, and their bits if these are the keys."""
        key, n = self.key, self.n_variables
        if isinstance(key, int):
            bits: list[int] = (key ^ np.left_shift(1, variables)).tolist()
            return bits, bits
        if n > WIDE:
            keys = digests_of_moves(key, variables, n)
        else:
            keys = packed_moves(key, variables)
        return keys, repeat(None, len(keys))

    def _line(self) -> list[Subset]:
        """Return the subset and a few of those it was made from."""
        line, subset = [self], self.origin
        while subset is not None and len(line) < _NEAR:
            line.append(subset)
            subset = subset.origin
        return line

    def _made_bits(self) -> int:
        subset, line = self, []
        while subset._bits is None and subset.origin is not None:
            line.append(subset)
            subset = subset.origin
        if subset._bits is None:
            return int.from_bytes(subset._packed_key(), "little")
        mask = subset.mask().copy()
        mask[odd([made.changed for made in line])] ^= True
        return Subset.from_mask(mask).bits

    def _packed_key(self) -> bytes:
        assert isinstance(self._key, bytes)
        return self._key

    def _digest(self) -> bytes:
        subset, line = self, []
        while subset._key is None and subset.origin is not None:
            line.append(subset)
            subset = subset.origin
        if subset._key is None:
            subset._key = digest(subset.indices(), self.n_variables)
        key = subset._key
        assert isinstance(key, bytes)
        for made in line:
            key = digest_of_move(key, made.changed, self.n_variables)
        return key


def keys_of(subsets: Sequence[Subset]) -> list[int | bytes]:
    """Return the keys of some subsets.

    Examples
    --------
    >>> keys_of([Subset.of([0], 3), Subset.of([1, 2], 3)])
    [1, 6]
    """
    return [subset._key or subset.key for subset in subsets]


def sizes_of(subsets: Sequence[Subset]) -> list[int]:
    """Return the numbers of variables of some subsets.

    Examples
    --------
    >>> sizes_of([Subset.of([0], 3), Subset.of([1, 2], 3)])
    [1, 2]
    """
    return [s._size if s._size >= 0 else len(s) for s in subsets]


def packed(subsets: Sequence[Subset]) -> NDArray[np.uint8]:
    """Return the bits of some subsets, of shape (n_subsets, n_bytes).

    Examples
    --------
    >>> packed([Subset.of([0], 9), Subset.of([1, 8], 9)])
    array([[1, 0],
           [2, 1]], dtype=uint8)
    """
    n = subsets[0].n_variables
    rows: Iterable[bytes] = map(Subset.to_bytes, subsets)
    if _FEWEST < n <= WIDE:
        rows = [s._key or s.key for s in subsets]  # type: ignore[misc]  # no int is one
    joined = np.frombuffer(b"".join(rows), dtype=np.uint8)
    return joined.reshape(len(subsets), -1)


def _changes_along(mine: list[Subset], others: list[Subset]) -> Changes:
    """Return the changes from the first of one line to the first of another.

    Both lines end with the same subset.
    """
    steps = [(made.changed, len(start) > len(made)) for made, start in pairwise(mine)]
    back = reversed([*pairwise(others)])
    steps += [(made.changed, len(made) > len(start)) for made, start in back]
    return of_steps(steps)
