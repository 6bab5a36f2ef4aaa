"""The invariants of learners."""

from __future__ import annotations

from typing import Any

import numpy as np

from wrapsel.checks.require import require
from wrapsel.evaluation import Problem
from wrapsel.evaluation.fitting import Fitter
from wrapsel.evaluation.table import take_columns, take_rows
from wrapsel.evaluation.targets import is_classification
from wrapsel.learner import HasCost, SharesFits
from wrapsel.subset import Subset


def check_learner(learner: Any, X: Any, y: Any, n_seeds: int = 3) -> None:
    """Check a learner against invariants I2 and I3.

    The same rows give the same predictions; a cost is above 0; a subset scorer predicts
    what fitting on the columns does, whatever else is in the batch.

    Parameters
    ----------
    learner : estimator
    X : array-like or DataFrame of shape (n_samples, n_columns)
        Two thirds of the rows are trained on.
    y : ndarray of shape (n_samples,)
        Class codes 0, 1, … or numbers.
    n_seeds : int, default=3
        Number of random splits.

    Raises
    ------
    AssertionError
        With what does not hold.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.naive_bayes import GaussianNB
    >>> check_learner(GaussianNB(), *load_iris(return_X_y=True))
    """
    of_classes = is_classification(learner, np.asarray(y))
    metric = "accuracy" if of_classes else "mean_squared_error"
    for seed in range(n_seeds):
        rows = np.random.default_rng(seed).permutation(len(y))
        part = len(y) // 3
        folds = [(rows[part:], rows[:part]), (rows[:-part], rows[-part:])]
        fitter = Fitter(
            Problem(learner, X, y, cv=folds, scoring=metric, random_state=seed)
        )
        _check_repeats(fitter)
        if isinstance(learner, SharesFits):
            _check_scorer(fitter, seed)
    if isinstance(learner, HasCost):
        costs = [learner.cost(100, n) for n in (1, 10, 100)]
        require(0 < costs[0] <= costs[1] <= costs[2], f"cost must grow, got {costs}")


def _check_repeats(fitter: Fitter) -> None:
    full = Subset.full(fitter.problem.n_variables)
    first, again = fitter.errors(full, 0)[0], fitter.errors(full, 0)[0]
    require(np.array_equal(first, again), "the same fit must give the same error")


def _check_scorer(fitter: Fitter, seed: int) -> None:
    problem = fitter.problem
    scorer = fitter.learner(0).subset_scorer(problem.X, problem.y, problem.folds)
    masks = np.random.default_rng(seed).random((20, problem.n_variables)) < 0.5
    masks[:, 0] |= ~masks.any(axis=1)
    ends = np.cumsum([len(test) for _, test in problem.folds])
    both = np.split(scorer.predict(masks, range(len(ends))), ends[:-1], axis=1)
    for fold, batch in enumerate(both):
        one = range(fold, fold + 1)
        alone = [scorer.predict(mask[None], one)[0] for mask in masks[::-1]][::-1]
        require(np.array_equal(batch, alone), "a batch must not change its members")
        for mask, row in zip(masks, batch, strict=True):
            _check_as_fitted(fitter, fold, np.flatnonzero(mask), row)


def _check_as_fitted(fitter: Fitter, fold: int, columns: Any, row: Any) -> None:
    problem = fitter.problem
    train, test = problem.folds[fold]
    X = take_columns(problem.X, columns)
    fitted = fitter.learner(fold)
    fitted.fit(take_rows(X, train), problem.y[train])
    plain = np.asarray(fitted.predict(take_rows(X, test)))
    require(np.array_equal(row, plain), "a scorer must predict as a fit does")
