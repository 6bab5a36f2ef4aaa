"""The errors of one selection on folds that are not those of its search."""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

import numpy as np

from wrapsel.engine.stack import stacked
from wrapsel.evaluation.problem import Problem
from wrapsel.evaluation.threads import one_blas_thread
from wrapsel.protocol import Evaluation, FloatArray


@dataclass(frozen=True, slots=True)
class FoldErrors:
    """The errors of one subset on the folds of problems that differ in these alone.

    Parameters
    ----------
    problems : tuple of Problem
    errors : ndarray of shape (n_problems, n_folds)
    weights : ndarray of shape (n_problems, n_folds)
    """

    problems: tuple[Problem, ...]
    errors: FloatArray
    weights: FloatArray

    @property
    def mean(self) -> float:
        """The error, averaged over the problems."""
        return float((self.errors.sum(axis=1) / self.weights.sum(axis=1)).mean())

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
        if self.errors.size < 2:
            return counted or math.inf
        train, test = np.mean([self._sizes(p) for p in self.problems], axis=(0, 1))
        share = 1 / self.errors.size + test / train  # eq. 10
        variance = (self.errors / self.weights).var(ddof=1)
        return max(math.sqrt(share * variance), counted)

    @staticmethod
    def _sizes(problem: Problem) -> list[tuple[int, int]]:
        return [(len(train), len(test)) for train, test in problem.folds]

    def _of_counts(self) -> float:
        """Return what binomial counts vary by; 0 if errors are not counted."""
        problem = self.problems[0]
        if not problem.criterion.of_labels:
            return 0.0
        n_rows = len(np.unique(np.concatenate([test for _, test in problem.folds])))
        # Without a mistake on these rows, there still is one in more of them.
        share = (self.mean * n_rows + 0.5) / (n_rows + 1)
        return math.sqrt(share * (1 - share) / n_rows)


def fold_errors(
    problems: Sequence[Problem], chosen: Evaluation, store: Any, workers: int | None
) -> FoldErrors:
    """Measure a subset on all folds of some problems, with the variant it was given."""
    blocks = []
    with ExitStack() as stack:
        stack.enter_context(one_blas_thread())
        for problem in problems:
            stored = stacked(stack, problem, store, workers)
            every = range(len(stored.weights))
            blocks.append(stored.measure([chosen.subset], every))
    errors = [block.errors[0, :, chosen.variant] for block in blocks]
    weights = [block.weights for block in blocks]
    return FoldErrors(tuple(problems), np.array(errors), np.array(weights))
