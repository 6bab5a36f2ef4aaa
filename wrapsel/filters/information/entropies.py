"""Exact entropies of coded columns, alone and in pairs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wrapsel.columns.arrays import FloatArray, IntArray
from wrapsel.columns.levels import Codes, Cutting, Levels
from wrapsel.columns.numeric import class_codes, is_of_classes, numeric_targets

UNIT = 2.0**-32  # of the whole numbers, in bits times samples


@dataclass(frozen=True, slots=True, eq=False)
class Information:
    """What variables tell of a target, in units of 2^-32 bits, times n_samples.

    Parameters
    ----------
    shared : ndarray of shape (n_variables,)
        Mutual information with the target; 0 exactly where rounding explains it.
    own : ndarray of shape (n_variables,)
        Entropies of the variables.
    of_y : int
        Entropy of the target.
    n_samples : int
    """

    shared: NDArray[np.int64]
    own: NDArray[np.int64]
    of_y: int
    n_samples: int

    @property
    def bits(self) -> FloatArray:
        """Return the mutual information in bits."""
        return np.asarray(self.shared * (UNIT / self.n_samples), dtype=np.float64)

    @property
    def gain_ratio(self) -> FloatArray:
        """Return the shared by the own; 0 where that is 0."""
        return ratio(self.shared, self.own)

    @property
    def uncertainty(self) -> FloatArray:
        """Return twice the shared, by both entropies together."""
        return ratio(2 * self.shared, self.own + self.of_y)


@dataclass(frozen=True, slots=True, eq=False)
class Entropies:
    """Entropies of the variables and, last, of the target; all sums are exact.

    Parameters
    ----------
    own : ndarray of shape (n_variables + 1,)
        In units of 2^-32 bits, times the number of samples.
    levels : Levels
        The variables and the target.
    starts, counts : ndarray
        The counts of the levels of column j begin at ``starts[j]``.
    places, words : ndarray
        The samples of each level of column j, as bits, begin at ``places[j]``; -1 if it
        has too many levels.
    plogp : ndarray of shape (n_samples + 1,)
    """

    own: NDArray[np.int64]
    levels: Levels
    starts: IntArray
    counts: NDArray[np.int64]
    places: IntArray
    words: NDArray[np.uint64]
    plogp: NDArray[np.int64]

    @classmethod
    def of(
        cls, X: Any, y: Any, discretize: str, n_bins: int, numbers: bool = False
    ) -> Entropies:
        """Code X and y; y may be of numbers if `numbers`."""
        from wrapsel.columns import cuts
        from wrapsel.filters.information import counts as kernels

        if is_sparse(X):
            raise ValueError(
                "X must be dense, got a sparse one, which MutualInformation takes"
            )
        target = target_codes(y, len(X), discretize, n_bins, numbers)
        levels = _with(Levels.of(X, discretize, n_bins, target), target)
        codes, n_levels = levels.codes, levels.n_levels
        starts = np.cumsum(n_levels) - n_levels
        n_words = n_levels * kernels.words_of(codes.shape[1])
        n_words[n_levels > kernels.MOST_BITS] = 0
        places = np.where(n_words > 0, np.cumsum(n_words) - n_words, -1)
        counts = np.empty(n_levels.sum(), dtype=np.int64)
        words = _from_a_cache_line(n_words.sum())
        kernels.count_and_pack(codes, n_levels, starts, places, counts, words)
        plogp = cuts.plogp(codes.shape[1])
        own = plogp[-1] - np.add.reduceat(plogp[counts], starts)
        return cls(own, levels, starts, counts, places, words, plogp)

    @property
    def n_samples(self) -> int:
        """Return how many samples there are."""
        return len(self.plogp) - 1

    def shared(self, i: int, others: IntArray) -> NDArray[np.int64]:
        """Return the mutual information of column i and each other, in units of own."""
        from wrapsel.filters.information import counts as kernels

        sums = np.empty(len(others), dtype=np.int64)
        kernels.joint_sums(
            i,
            others,
            self.levels.codes,
            self.levels.n_levels,
            self.starts,
            self.counts,
            self.places,
            self.words,
            self.plogp,
            sums,
        )
        n_levels = self.levels.n_levels
        joint = self.plogp[-1] - sums
        return without_rounding(
            self.own[others] + self.own[i] - joint,
            n_levels[others],
            int(n_levels[i]),
            self.n_samples,
        )

    def uncertainty(self, i: int, others: IntArray) -> FloatArray:
        """Return the symmetric uncertainty of column i and each other."""
        return ratio(2 * self.shared(i, others), self.own[others] + self.own[i])

    def of_target(self) -> Information:
        """Return what the variables tell of the target."""
        last = len(self.own) - 1
        shared = self.shared(last, np.arange(last))
        return Information(shared, self.own[:last], int(self.own[last]), self.n_samples)


def _from_a_cache_line(n_words: int) -> NDArray[np.uint64]:
    words = np.empty(n_words + 8, dtype=np.uint64)
    start = -words.ctypes.data // 8 % 8
    return words[start : start + n_words]


def information(
    X: Any, y: Any, discretize: str, n_bins: int, numbers: bool = False
) -> Information:
    """Return what the columns of X, which may be sparse, tell of y."""
    if is_sparse(X):
        return _of_sparse(X, y, discretize, n_bins, numbers)
    return Entropies.of(X, y, discretize, n_bins, numbers).of_target()


def ratio(above: NDArray[Any], below: NDArray[Any] | float) -> FloatArray:
    """Divide, 0 by 0 being 0."""
    quotient: FloatArray = above / np.where(below == 0, 1, below)
    return quotient


def without_rounding(
    shared: NDArray[np.int64], n_levels: IntArray, n_others: int, n_samples: int
) -> NDArray[np.int64]:
    """Set to 0 what is no more than half a unit for each term of its sum."""
    n_terms = np.minimum(n_levels * n_others, n_samples) + n_levels + n_others + 1
    cleared: NDArray[np.int64] = np.where(2 * shared <= n_terms, 0, shared)
    return cleared


def is_sparse(X: Any) -> bool:
    """Say whether X is a sparse array or matrix of scipy."""
    return hasattr(X, "tocsc")


def target_codes(
    y: Any, n_samples: int, discretize: str, n_bins: int, numbers: bool
) -> IntArray:
    """Return y's classes as codes, or its bins if it is of numbers and may be."""
    if not numbers or is_of_classes(y):
        return class_codes(y, n_samples)[1]
    targets = numeric_targets(y, n_samples)
    if discretize == "mdl":
        raise ValueError("discretize='mdl' needs a y of classes, got numbers")
    if (targets == targets[0]).all():
        raise ValueError(f"y must have at least two values, got only {targets[0]}")
    codes = Levels.of(targets[:, None], discretize, n_bins).codes[0]
    return np.asarray(codes, dtype=np.intp)


def _with(levels: Levels, target: IntArray) -> Levels:
    n_classes = int(target.max()) + 1
    codes: Codes = np.vstack(
        [levels.codes, target.astype(np.min_scalar_type(n_classes - 1))]
    )
    return Levels(codes, np.append(levels.n_levels, n_classes))


def _of_sparse(
    X: Any, y: Any, discretize: str, n_bins: int, numbers: bool
) -> Information:
    from wrapsel.filters.information import counts as kernels

    table, (n_samples, n_variables) = _columns(X), X.shape
    target = target_codes(y, n_samples, discretize, n_bins, numbers)
    cutting = Cutting.of(discretize, n_bins, n_samples, target)
    counts = np.bincount(target)
    own, joint = np.empty((2, n_variables), dtype=np.int64)
    n_levels = np.empty(n_variables, dtype=np.intp)
    kernels.sparse_sums(
        table.data.astype(np.float64),
        table.indices,
        table.indptr,
        target,
        counts,
        len(cutting.n_of_class) > 1,
        cutting.method,
        cutting.n_bins,
        cutting.plogp,
        own,
        joint,
        n_levels,
    )
    whole, of_y = cutting.plogp[-1], cutting.plogp[counts].sum()
    shared = without_rounding(
        whole - own - of_y + joint, n_levels, len(counts), n_samples
    )
    return Information(shared, whole - own, int(whole - of_y), n_samples)


def _columns(X: Any) -> Any:
    """Return a copy in columns, each place once, all finite or missing."""
    if X.ndim != 2 or 0 in X.shape:
        raise ValueError(f"X must be of shape (n_samples, n_variables), got {X.shape}")
    table = X.tocsc(copy=True)
    table.sum_duplicates()
    if np.isinf(table.data).any():
        place = np.flatnonzero(np.isinf(table.data))[0]
        column = np.searchsorted(table.indptr, place, side="right") - 1
        value = table.data[place]
        raise ValueError(f"column x{column} must be of finite numbers, got {value}")
    return table
