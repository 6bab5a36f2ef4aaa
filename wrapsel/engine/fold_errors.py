"""The errors of one selection on folds that are not those of its search."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from wrapsel.engine.evaluators import Evaluators
from wrapsel.evaluation.problem import Problem
from wrapsel.evaluation.table import take_columns
from wrapsel.protocol import Evaluation, FloatArray
from wrapsel.subset import Subset

HONEST_DRAWS = range(1001, 1006)  # of folds that no strategy asks for


def on_honest_draws(problem: Problem) -> Problem:
    """Return the problem with the folds of all `HONEST_DRAWS`.

    If its folds were given, there are no others: it is the problem itself.

    Examples
    --------
    >>> from sklearn.naive_bayes import GaussianNB
    >>> problem = Problem(GaussianNB(), np.eye(4), [0, 0, 1, 1], cv=2)
    >>> len(on_honest_draws(problem).folds)
    10
    """
    draws = [p for d in HONEST_DRAWS if (p := problem.redrawn(d)) is not None]
    folds = [fold for draw in draws for fold in draw.folds]
    return problem.on_folds(folds) if draws else problem


@dataclass(frozen=True, slots=True)
class FoldErrors:
    """The errors of one subset on the folds of a problem.

    Parameters
    ----------
    problem : Problem
    errors : ndarray of shape (n_folds,)
    weights : ndarray of shape (n_folds,)
        What the errors are to be divided by.
    """

    problem: Problem
    errors: FloatArray
    weights: FloatArray

    @property
    def mean(self) -> float:
        """The error over all folds."""
        return float(self.errors.sum() / self.weights.sum())

    @property
    def standard_error(self) -> float:
        """The standard error of the mean.

        It allows for what the training sets of folds have in common [1]_. Where errors
        are counted, it is at least that of a share in so many rows; unknown, and
        infinite, where neither tells.

        References
        ----------
        .. [1] C. Nadeau and Y. Bengio, "Inference for the generalization error",
           Machine Learning 52, 2003, section 3, eq. 10.
        """
        counted = self._of_counts()
        if len(self.errors) < 2:
            return counted or math.inf
        sizes = [(len(train), len(test)) for train, test in self.problem.folds]
        n_train, n_test = np.mean(sizes, axis=0)
        share = 1 / len(sizes) + n_test / n_train  # eq. 10
        variance = (self.errors / self.weights).var(ddof=1)
        return max(math.sqrt(share * variance), counted)

    def _of_counts(self) -> float:
        """Return what binomial counts vary by; 0 if errors are not counted."""
        if not self.problem.criterion.of_labels:
            return 0.0
        tests = [test for _, test in self.problem.folds]
        n_rows = len(np.unique(np.concatenate(tests)))
        # Without a mistake on these rows, there still is one in more of them.
        share = (self.mean * n_rows + 0.5) / (n_rows + 1)
        return math.sqrt(share * (1 - share) / n_rows)


def fold_errors(
    problem: Problem,
    chosen: Evaluation,
    **measuring: Any,
) -> FoldErrors:
    """Measure a subset on all folds of a problem, with the variant it was given.

    Parameters
    ----------
    problem : Problem
    chosen : Evaluation
    **measuring
        As of `Evaluators`: store, workers, and the limit of a fit.
    """
    few, subset = _narrowed(problem, chosen.subset)
    with Evaluators(few, **measuring) as evaluators:
        stored = evaluators.stored
        block = stored.measure([subset], range(len(stored.weights)))
    return FoldErrors(problem, block.errors[0, :, chosen.variant], block.weights)


def _narrowed(problem: Problem, subset: Subset) -> tuple[Problem, Subset]:
    """Return the problem with the columns of a subset alone, and all of these.

    A scorer would be prepared for all columns, and asked for a few.
    """
    if not subset:
        return problem, subset
    X = take_columns(problem.X, problem.columns(subset))
    return replace(problem, X=X, variables=None), Subset.full(X.shape[1])
