"""What an evaluator measures: the errors of (subset, fold) pairs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from wrapsel.protocol import FloatArray, RankBy
from wrapsel.subset import Subset, packed


@dataclass(frozen=True, slots=True)
class Block:
    """The results of some subsets on some consecutive folds.

    Parameters
    ----------
    errors : ndarray of shape (n_subsets, n_folds, n_variants)
        At least 0 where the metric has an optimum. A subset's error is their sum over
        all folds, divided by the sum of the weights.
    weights : ndarray of shape (n_folds,)
        What the errors of each fold are to be divided by.
    cost : ndarray of shape (n_subsets, n_folds)
        Learner cost of each fit, in the learner's own unit.
    seconds : float
        Wall-clock time of the whole block.
    """

    errors: FloatArray
    weights: FloatArray
    cost: FloatArray
    seconds: float


class Portion(NamedTuple):
    """How much an evaluator is best asked for at once; it changes speed alone.

    Parameters
    ----------
    first : int, default=1
        Candidates at first, where the first acceptable one ends the request.
    most : int, default=1
        Candidates at most.
    pairs : int, default=1
        (subset, fold) pairs in one call, rather than one fold after the other.
    moves : int, default=0
        Candidates at most in one call, on all folds, if they differ in one variable
        from the same subset; by default as others.
    best : int, default=1
        Candidates at first, where the best one so far bounds the others.
    call : int, default=1
        Pairs in one call, though they take longer than a store should wait.
    """

    first: int = 1
    most: int = 1
    pairs: int = 1
    moves: int = 0
    best: int = 1
    call: int = 1


class Evaluator(Protocol):
    """Measures; `CrossValidation`, `Pooled` and `Stored` are evaluators, and nest."""

    @property
    def portion(self) -> Portion:
        """How much it is best asked for at the moment."""

    @property
    def weights(self) -> FloatArray:
        """Weights of all folds, of shape (n_folds,)."""

    @property
    def n_variants(self) -> int:
        """Number of parameter settings each fold is measured with."""

    def measure(self, subsets: Sequence[Subset], folds: range, /) -> Block:
        """Measure each subset on each of the folds."""

    def importances(self, subset: Subset, by: RankBy, /) -> FloatArray:
        """Return the importances of a subset, of shape (len(subset),)."""

    def rank_costs(self, n_variables: int, by: RankBy, /) -> list[float]:
        """Return the learner's cost of each fit that importances take."""


def masks_of(subsets: Sequence[Subset]) -> NDArray[np.bool_]:
    """Return the masks of subsets, of shape (n_subsets, n_variables).

    Examples
    --------
    >>> masks_of([Subset.of([1], 3), Subset.full(3)]).astype(int)
    array([[0, 1, 0],
           [1, 1, 1]])
    >>> base = Subset.of([3, 4], 2000)
    >>> masks = masks_of([base.adding((1,)), base.removing((3, 4))])
    >>> masks[:, :5].astype(int), masks.sum(axis=1)
    (array([[0, 1, 0, 1, 1],
           [0, 0, 0, 0, 0]]), array([3, 0]))
    """
    n_variables, origin = subsets[0].n_variables, subsets[0].origin
    if origin is not None and all([s.origin is origin for s in subsets]):
        return _changed(origin, [s.changed for s in subsets])
    bits = np.unpackbits(packed(subsets), axis=1, count=n_variables, bitorder="little")
    return bits.view(np.bool_)


def _changed(
    origin: Subset, changes: list[NDArray[np.intp] | tuple[int, ...]]
) -> NDArray[np.bool_]:
    """Return the masks of subsets that were made from the same one."""
    masks = np.repeat(origin.mask()[np.newaxis], len(changes), axis=0)
    sizes = [*map(len, changes)]
    variables = np.fromiter(chain.from_iterable(changes), np.intp, sum(sizes))
    masks[np.repeat(np.arange(len(changes)), sizes), variables] ^= True
    return masks
