"""The fast path: one scorer a fold, shared by all subsets."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wrapsel.errors import LearnerError
from wrapsel.evaluation.fitting import Fitter
from wrapsel.evaluation.metrics import totals
from wrapsel.evaluation.problem import Problem
from wrapsel.evaluation.table import take_rows
from wrapsel.learner import SharesFits, SubsetScorer
from wrapsel.protocol import FloatArray


class Shared:
    """Errors of many subsets at once, by the learner's `SubsetScorer`.

    Parameters
    ----------
    problem : Problem
        Its learner has a ``subset_scorer``.
    """

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        sizes = [len(test) for _, test in problem.folds]
        self._ends = np.cumsum([0, *sizes]).tolist()

    @classmethod
    def of(cls, problem: Problem) -> Shared | None:
        """Return the fast path of a problem, or None if its learner has none."""
        return cls(problem) if isinstance(problem.learner, SharesFits) else None

    def errors(self, masks: NDArray[np.bool_], folds: range) -> FloatArray:
        """Return the errors (n_subsets, n_folds) for masks (n_subsets, n_columns)."""
        try:
            return self._errors(masks, folds)
        except Exception as cause:
            name = type(self.problem.learner).__name__
            raise LearnerError(
                f"{name} failed on folds {list(folds)} with {len(masks)} subsets: "
                f"{type(cause).__name__}: {cause}"
            ) from cause

    def _errors(self, masks: NDArray[np.bool_], folds: range) -> FloatArray:
        metric = self.problem.criterion
        if metric.loss is None:
            parts = [self._gaps(masks, fold) for fold in folds]
            return np.array(parts).T
        first = self._ends[folds.start]
        y = self._y_test[first : self._ends[folds.stop]]
        losses = metric.loss(y, self._scorer.predict(masks, folds))
        return totals(losses, [self._ends[fold] - first for fold in folds])

    def _gaps(self, masks: NDArray[np.bool_], fold: int) -> list[float]:
        """Return the errors by a scorer, which needs an estimator for each subset."""
        test = self.problem.folds[fold][1]
        X, y = take_rows(self.problem.X, test), self.problem.y[test]
        fitted = self._stubs(masks, range(fold, fold + 1))
        return [self.problem.criterion.gap(stub, X, y) for stub in fitted]

    def _stubs(self, masks: NDArray[np.bool_], folds: range) -> list[Any]:
        """Return, for each mask, an estimator that gives the scorer's answers."""
        from wrapsel.evaluation.stub import METHODS, stub

        scorer, problem = self._scorer, self.problem
        can = [method for method in METHODS if hasattr(scorer, method)]
        known = {method: getattr(scorer, method)(masks, folds) for method in can}
        answers = [{k: v[row] for k, v in known.items()} for row in range(len(masks))]
        if not problem.is_classification:
            return [stub(answer, None) for answer in answers]
        for answer in answers:
            answer["predict"] = problem.classes[answer["predict"]]
        return [stub(answer, problem.classes) for answer in answers]

    @cached_property
    def _targets(self) -> NDArray[Any]:
        # Codes, since labels may be text, which is slow to compare.
        return self.problem.codes if self.problem.is_classification else self.problem.y

    @cached_property
    def _y_test(self) -> NDArray[Any]:
        tests = [test for _, test in self.problem.folds]
        return self._targets[np.concatenate(tests)]

    @cached_property
    def _scorer(self) -> SubsetScorer:
        problem = self.problem
        learner = Fitter(problem).learner(0)  # which is seeded as the first fold
        scorer: SubsetScorer = learner.subset_scorer(
            problem.X, self._targets, problem.folds
        )
        return scorer
