"""ROGER: weights of an evolved hypothesis that puts one class before the other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from numbers import Integral
from typing import Any

import numpy as np

from wrapsel.columns.arrays import FloatArray, IntArray
from wrapsel.columns.numeric import class_codes, numeric_table
from wrapsel.filters.ranker import Ranking
from wrapsel.parameters import WithParameters, check_kinds


@dataclass(frozen=True, slots=True)
class ROGER(WithParameters):
    """Rank by the weights of an evolved distance that tells two classes apart [1]_.

    A hypothesis is a centre c and weights w; it orders the samples by their distance
    sum w_i |x_i - c_i|. Its fitness is the Wilcoxon statistic, the part of pairs of
    the two classes that it orders rightly. The score of a variable is |w_i| of the
    fittest.

    Parameters
    ----------
    n_evaluations : int, default=50_000
        Most hypotheses evaluated, at least `mu`.
    mu, lam : int, default=20 and 200
        Number of parents, and of children of each generation; the fittest of both are
        the next parents.
    p_crossover : float, default=0.6
        Probability that a child has two parents, each gene of either.
    random_state : int, default=0
        Seed of all that is random.
    first_step : float, default=0.1
        Standard deviation of the first mutations, above 0, in parts of a variable's
        range. A smaller one keeps centres where they were drawn, within the range: it
        suits classes that lie around a point, a larger one those that a plane parts.

    Raises
    ------
    ValueError
        If a parameter is out of range, X has anything but finite numbers, or y not two
        classes.

    Notes
    -----
    Variables are scaled to [0, 1], where [1]_ draws them. A constant one is left out of
    the search and scores 0. A gene mutates by a normal step, whose standard deviation
    is a gene too: it starts at `first_step` and changes by log-normal factors [2]_.
    Neither centres nor weights are bounded, though section 5.3 of [1]_ has both in
    [0, 1]: reflected there, they rank about as well. Which class is the farther does
    not matter. Of the first steps, on which [1]_ is silent,
    0.03 comes nearest to its table 2, but ranks variables of linear classes worse than
    0.1. At fitness 1 the search ends: going on would change nothing, since no child
    that is as fit goes before its parent.

    One run says little where variables outnumber samples: combine many of different
    seeds by `Ensemble`.

    References
    ----------
    .. [1] K. Jong, J. Mary, A. Cornuejols, E. Marchiori, M. Sebag, "Ensemble feature
       ranking", PKDD 2004, sections 2.4 and 5.1.
    .. [2] H.-G. Beyer, H.-P. Schwefel, "Evolution strategies: a comprehensive
       introduction", Natural Computing 1, 2002.

    Examples
    --------
    Classes differ in how far the first variable is from 3.

    >>> X = [[1, 0], [3, 1], [4, 0], [6, 1], [2, 1], [5, 0]]
    >>> ROGER()(X, ["out", "in", "in", "out", "in", "out"]).order.tolist()
    [0, 1]
    """

    n_evaluations: int = 50_000
    mu: int = 20
    lam: int = 200
    p_crossover: float = 0.6
    random_state: int = 0
    first_step: float = 0.1

    def __post_init__(self) -> None:
        check_kinds(self)
        for name in ("mu", "lam"):
            value = getattr(self, name)
            if not (isinstance(value, Integral) and int(value) >= 1):
                raise ValueError(f"{name} must be an integer from 1, got {value}")
        n = self.n_evaluations
        if not (isinstance(n, Integral) and int(n) >= int(self.mu)):
            raise ValueError(
                f"n_evaluations must be an integer from mu = {self.mu}, got {n}"
            )
        if not 0 <= self.p_crossover <= 1:
            raise ValueError(f"p_crossover must be in [0, 1], got {self.p_crossover}")
        if not (isinstance(self.random_state, Integral) and self.random_state >= 0):
            raise ValueError(
                f"random_state must be an integer from 0, got {self.random_state}"
            )
        if not 0 < self.first_step < inf:
            raise ValueError(
                f"first_step must be a finite number above 0, got {self.first_step}"
            )

    def __call__(self, X: Any, y: Any, /) -> Ranking:
        """Rank the columns of X, of shape (n_samples, n_variables), for y."""
        X = numeric_table(X)
        classes, codes = class_codes(y, len(X))
        if len(classes) != 2:
            raise ValueError(f"y must have two classes, got {len(classes)}")
        low, width = X.min(axis=0), np.ptp(X, axis=0)
        varies = np.flatnonzero(width > 0)
        scores = np.zeros(X.shape[1])
        if len(varies):
            unit = (X[:, varies] - low[varies]) / width[varies]
            best = _evolve(_fitness(unit, codes), 2 * len(varies), self)
            scores[varies] = np.abs(best[: len(varies)])
        return Ranking.by_scores(scores)


def _fitness(X: FloatArray, codes: IntArray) -> Callable[[FloatArray], FloatArray]:
    """Return a function from genes, weights before centres, to fitness in [0.5, 1]."""
    from wrapsel.filters.evolved.wilcoxon import wins

    positive = np.ascontiguousarray(X[codes == 1].T)
    negative = np.ascontiguousarray(X[codes == 0].T)
    n_counts = 2 * positive.shape[1] * negative.shape[1]

    def fitness(genes: FloatArray) -> FloatArray:
        weights, centres = np.split(genes, 2, axis=1)
        counts = wins(
            positive,
            negative,
            np.ascontiguousarray(weights),
            np.ascontiguousarray(centres),
        )
        parts: FloatArray = np.maximum(counts, n_counts - counts) / n_counts
        return parts

    return fitness


def _evolve(
    fitness: Callable[[FloatArray], FloatArray], n_genes: int, settings: ROGER
) -> FloatArray:
    """Return the genes of the fittest, the first of equals."""
    rng = np.random.default_rng(settings.random_state)
    genes = rng.random((settings.mu, n_genes))
    steps = np.full_like(genes, settings.first_step)
    values, n_left = fitness(genes), settings.n_evaluations - settings.mu
    while n_left > 0 and values.max() < 1:
        n_children = min(settings.lam, n_left)
        n_left -= n_children
        parents = _parents(n_genes, n_children, settings, rng)
        born = _mutated(genes[parents], steps[parents], rng)
        genes, steps = (
            np.concatenate([genes, born[0]]),
            np.concatenate([steps, born[1]]),
        )
        values = np.concatenate([values, fitness(born[0])])
        # A child no better than a parent comes behind it.
        fittest = np.argsort(-values, kind="stable")[: settings.mu]
        genes, steps, values = genes[fittest], steps[fittest], values[fittest]
    best: FloatArray = genes[values.argmax()]
    return best


def _parents(
    n_genes: int, n_children: int, settings: ROGER, rng: np.random.Generator
) -> tuple[IntArray, IntArray]:
    """Return an index of the genes of the children among those of the parents."""
    first, second = rng.integers(settings.mu, size=(2, n_children, 1))
    crosses = rng.random((n_children, 1)) < settings.p_crossover
    from_second = crosses & (rng.random((n_children, n_genes)) < 0.5)
    return np.where(from_second, second, first), np.arange(n_genes)


def _mutated(
    genes: FloatArray, steps: FloatArray, rng: np.random.Generator
) -> tuple[FloatArray, FloatArray]:
    """Mutate the steps, and then the genes by them."""
    n_children, n_genes = genes.shape
    common = rng.standard_normal((n_children, 1)) / np.sqrt(2 * n_genes)
    own = rng.standard_normal(genes.shape) / np.sqrt(2 * np.sqrt(n_genes))
    steps = steps * np.exp(common + own)
    return genes + steps * rng.standard_normal(genes.shape), steps
