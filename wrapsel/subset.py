"""An immutable set of variables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

# A byte whose lower bits are set comes first.
_FIRST_BIT_FIRST = bytes(255 - int(f"{byte:08b}"[::-1], 2) for byte in range(256))
WIDE = 1024  # with more variables, a subset is remembered by what changed
_FEW = 16  # variables, which a loop is through before numpy has begun
_ENTER, _LEAVE = np.ones(_FEW, dtype=np.bool_), np.zeros(_FEW, dtype=np.bool_)
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

    Examples
    --------
    >>> subset = Subset.of([4, 0], n_variables=5)
    >>> list(subset | Subset.of([2], 5))
    [0, 2, 4]
    >>> 4 in subset, len(subset)
    (True, 2)
    """

    __slots__ = ("_bits", "_changed", "_key", "_parent", "_size", "n_variables")

    n_variables: int
    _bits: int | None
    _parent: Subset | None
    _changed: NDArray[np.intp] | tuple[int, ...]
    _key: int | bytes | None
    _size: int

    def __init__(self, bits: int, n_variables: int) -> None:
        self._bits = bits
        self.n_variables = n_variables
        self._parent = self._key = None
        self._changed = ()
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
        if self.n_variables > WIDE:
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

    def removing(self, variables: NDArray[np.intp] | tuple[int, ...]) -> Subset:
        """Return the subset without some of its variables, each named once.

        Examples
        --------
        >>> list(Subset.full(4).removing((0, 2)))
        [1, 3]
        """
        return self._with_changed(variables, -len(variables))

    def adding(self, variables: NDArray[np.intp] | tuple[int, ...]) -> Subset:
        """Return the subset with some variables that it lacks, each named once.

        Examples
        --------
        >>> list(Subset.of([1], 4).adding((0, 2)))
        [0, 1, 2]
        """
        return self._with_changed(variables, len(variables))

    @property
    def origin(self) -> Subset | None:
        """The subset that it was made from, if it is kept as what changed."""
        return self._parent

    @property
    def changed(self) -> NDArray[np.intp] | tuple[int, ...]:
        """The variables that were added to its origin, or removed from it."""
        return self._changed

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

    def changes(self, other: Subset) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
        """Return the `difference`, and for each variable whether the other has it.

        Examples
        --------
        >>> _, enters = Subset.of([0, 1], 3).changes(Subset.of([1, 2], 3))
        >>> enters.tolist()
        [False, True]
        """
        if other._parent is self:
            return _sorted(other._changed, len(other) > len(self))
        if self._parent is other:
            return _sorted(self._changed, len(other) > len(self))
        mine, others = self._line(), other._line()
        for far, subset in enumerate(mine):
            for wide, another in enumerate(others):
                if subset is another:
                    return _along(mine[: far + 1], others[: wide + 1])
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
            if self.n_variables <= 61:
                return self.bits
            wide = self.n_variables > WIDE
            key = self._key = self._digest() if wide else self.to_bytes()
        return key

    def to_bytes(self) -> bytes:
        """Return the bits, packed, variable 0 in the lowest bit of the first byte."""
        return self.bits.to_bytes((self.n_variables + 7) // 8, "little")

    def _with_changed(
        self, variables: NDArray[np.intp] | tuple[int, ...], more: int
    ) -> Subset:
        n = self.n_variables
        few = len(variables) <= _FEW
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
        changed._parent = self
        changed._changed = variables
        changed._size = len(self) + more
        return changed

    def _line(self) -> list[Subset]:
        """Return the subset and a few of those it was made from."""
        line, subset = [self], self._parent
        while subset is not None and len(line) < _NEAR:
            line.append(subset)
            subset = subset._parent
        return line

    def _made_bits(self) -> int:
        subset, line = self, []
        while subset._bits is None:
            line.append(subset)
            assert subset._parent is not None
            subset = subset._parent
        mask = subset.mask().copy()
        mask[_odd(line)] ^= True
        return Subset.from_mask(mask).bits

    def _digest(self) -> int:
        parent = self._parent
        if parent is not None and isinstance(parent._key, int):
            return parent._key ^ _mixed(self._changed, self.n_variables)
        subset, line = self, []
        while subset._key is None and subset._parent is not None:
            line.append(subset)
            subset = subset._parent
        if subset._key is None:
            subset._key = _mixed(subset.indices(), self.n_variables)
        digest = subset._key
        assert isinstance(digest, int)
        for changed in line:
            digest ^= _mixed(changed._changed, self.n_variables)
        return digest


def _sorted(
    changed: NDArray[np.intp] | tuple[int, ...], enters: bool
) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    variables = np.array(changed, dtype=np.intp)
    if len(variables) > 1:
        variables.sort()
    if len(variables) <= _FEW:
        return variables, (_ENTER if enters else _LEAVE)[: len(variables)]
    return variables, np.full(len(variables), enters)


def _along(
    mine: list[Subset], others: list[Subset]
) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """Return the changes from the first of one line to the first of another.

    Both lines end with the same subset.
    """
    steps = [(a, b, a) for a, b in pairwise(mine)]
    steps += [(b, a, a) for a, b in reversed([*pairwise(others)])]
    parts = [np.asarray(made._changed, dtype=np.intp) for _, _, made in steps]
    enters = [
        np.full(len(p), len(to) > len(at))
        for p, (at, to, _) in zip(parts, steps, strict=True)
    ]
    if not parts:
        return np.empty(0, dtype=np.intp), np.empty(0, dtype=np.bool_)
    # A variable comes and goes in turns: what counts is the last one of an odd number.
    changed = np.concatenate(parts)
    variables, firsts, counts = np.unique(
        changed, return_index=True, return_counts=True
    )
    odd = counts % 2 == 1
    return variables[odd], np.concatenate(enters)[firsts[odd]]


def _odd(line: list[Subset]) -> NDArray[np.intp]:
    """Return what changed an odd number of times, ascending."""
    if len(line) == 1:
        return np.sort(np.asarray(line[0]._changed, dtype=np.intp))
    if not line:
        return np.empty(0, dtype=np.intp)
    changed = np.concatenate([np.asarray(s._changed, dtype=np.intp) for s in line])
    variables, counts = np.unique(changed, return_counts=True)
    odd: NDArray[np.intp] = variables[counts % 2 == 1]
    return odd


def _mixed(variables: NDArray[np.intp] | tuple[int, ...], n_variables: int) -> int:
    """Return the digests of variables, combined in any order."""
    digests = _digests(n_variables)
    if isinstance(variables, tuple):
        mixed = 0
        for v in variables:
            mixed ^= int.from_bytes(digests[16 * v : 16 * v + 16], "little")
        return mixed
    table = np.frombuffer(digests, dtype=np.uint64).reshape(-1, 2)
    both = np.bitwise_xor.reduce(table[variables], axis=0)
    return int.from_bytes(both.tobytes(), "little")


@lru_cache(maxsize=4)
def _digests(n_variables: int) -> bytes:
    """Return 16 random bytes for each variable, the same ones in any process."""
    return np.random.Generator(np.random.PCG64(n_variables)).bytes(16 * n_variables)
