"""What a ranker says of variables, beside what it says of shuffled targets."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from wrapsel.engine.relevance.scores import Ranker, relevance
from wrapsel.evaluation.problem import Problem
from wrapsel.protocol import FloatArray
from wrapsel.subset import Subset

N_SHUFFLES = 39  # of the targets: one table of noise in 40 is above the largest
FEW_SHUFFLES = 9  # of those of large tables
MANY_VALUES = 80_000_000  # that are read in all before there are fewer
LEAST_PRESELECTED = 20


@dataclass(frozen=True)
class AgainstChance:
    """Relevance, and what it is where targets are shuffled.

    Parameters
    ----------
    scores : ndarray of shape (n_variables,)
    by_chance : ndarray of shape (n_shuffles, n_variables)
    """

    scores: FloatArray
    by_chance: FloatArray

    @property
    def largest(self) -> FloatArray:
        """The largest by chance, of shape (n_shuffles,)."""
        return np.asarray(self.by_chance.max(axis=1))

    def n_standing_out(self, among: Subset) -> int:
        """Return how many of the most relevant variables stand out from chance.

        Among so many as the first k, n are as relevant with shuffled targets in the
        mean, give or take the root of n + 1; k counts if k - n is more of that than a
        shuffle beside the others reaches anywhere, in the way of higher criticism [1]_.
        The largest such k is taken, at least 20, or all.

        Raises
        ------
        ValueError
            If the ranker gives an order alone, which says the same of noise.

        References
        ----------
        .. [1] D. Donoho and J. Jin, "Higher criticism thresholding: optimal feature
           selection when useful features are rare and weak", PNAS 105, 2008.

        Examples
        --------
        >>> rng = np.random.default_rng(0)
        >>> chance = rng.normal(size=(9, 200))
        >>> scores = np.append(rng.normal(size=160), rng.normal(3, size=40))
        >>> AgainstChance(scores, chance).n_standing_out(Subset.full(200))
        97
        """
        places = among.indices()
        scores = np.sort(self.scores[places])[::-1]
        by_chance = np.sort(self.by_chance[:, places], axis=1)
        if len(np.unique(scores)) > 1 and (by_chance == scores[::-1]).all():
            raise ValueError(
                "n_preselect='auto' needs a ranker of scores, not of an order alone"
            )
        unlikely = _unlikely(scores, by_chance)
        noise = (
            _unlikely(row[::-1], np.delete(by_chance, place, axis=0)).max()
            for place, row in enumerate(by_chance)
        )
        n_more = np.flatnonzero(unlikely > max(noise)).max(initial=-1) + 1
        return min(len(scores), max(int(n_more), LEAST_PRESELECTED))


def _unlikely(scores: FloatArray, by_chance: FloatArray) -> FloatArray:
    """Return how unlikely the first k by chance are, for k from 1; `scores` fall."""
    n = len(scores)
    as_good = np.mean([n - np.searchsorted(row, scores) for row in by_chance], axis=0)
    return np.asarray((np.arange(1, n + 1) - as_good) / np.sqrt(as_good + 1))


def against_chance(
    problem: Problem, ranker: Ranker, among: Subset | None = None
) -> AgainstChance:
    """Ask a ranker for the relevance of variables, and of shuffled targets.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.feature_selection import f_classif
    >>> from sklearn.naive_bayes import GaussianNB
    >>> problem = Problem(GaussianNB(), *load_iris(return_X_y=True))
    >>> found = against_chance(problem, f_classif)
    >>> bool(found.scores.min() > found.largest.max())
    True
    """
    scores = relevance(problem, ranker, among=among)
    rng = np.random.default_rng(problem.random_state)
    targets = [rng.permutation(problem.y) for _ in range(_n_shuffles(problem))]
    by_chance = [relevance(problem, ranker, y, among) for y in targets]
    return AgainstChance(scores, np.array(by_chance))


def _n_shuffles(problem: Problem) -> int:
    """Return how often relevance can be asked of chance, by the size of the table."""
    affordable = MANY_VALUES // (len(problem.y) * problem.n_variables)
    return min(max(affordable, FEW_SHUFFLES), N_SHUFFLES)
