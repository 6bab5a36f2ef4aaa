"""Errors without learning."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from wrapsel.evaluation import Block, Portion
from wrapsel.protocol import FloatArray, RankBy
from wrapsel.subset import Subset


class RandomErrors:
    """An evaluator whose fold errors are drawn from (random_state, subset, fold) alone.

    Parameters
    ----------
    n_folds : int, default=5
    random_state : int, default=0

    Examples
    --------
    >>> block = RandomErrors(n_folds=3).measure([Subset.of([0], 2)], range(3))
    >>> block.errors.shape
    (1, 3, 1)
    """

    n_variants = 1
    portion = Portion()

    def __init__(self, n_folds: int = 5, random_state: int = 0) -> None:
        self.random_state = random_state
        self.weights = np.full(n_folds, 10.0)
        self.n_measured = 0

    def measure(self, subsets: Sequence[Subset], folds: range, /) -> Block:
        """Return a random error for each subset and fold, always the same one."""
        self.n_measured += len(subsets) * len(folds)
        errors = [[[self._error(s, fold)] for fold in folds] for s in subsets]
        cost = [[float(len(s))] * len(folds) for s in subsets]
        weights = self.weights[folds.start : folds.stop]
        return Block(np.array(errors), weights, np.array(cost), 1e-6)

    def importances(self, subset: Subset, by: RankBy = "learner", /) -> FloatArray:
        """Return random importances, always the same ones; some, not all, are equal."""
        n, rng = (
            len(subset),
            np.random.default_rng([self.random_state, subset.bits, *by.encode()]),
        )
        importances = rng.integers(0, 2 * n + 1, n) / 2
        importances[rng.integers(n)] += 0.25
        return importances

    def rank_costs(self, n_variables: int, by: RankBy, /) -> list[float]:
        """Return a fit on all rows, or one a fold, of the cost of a fold's."""
        n_fits = 1 if by in ("learner", "coefficients") else len(self.weights)
        return [float(n_variables)] * n_fits if n_variables else []

    def _error(self, subset: Subset, fold: int) -> float:
        rng = np.random.default_rng([self.random_state, subset.bits, fold])
        return float(rng.integers(0, 10))
