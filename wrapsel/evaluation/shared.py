"""The fast path: one scorer a fold, shared by all subsets."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from wrapsel.errors import LearnerError
from wrapsel.evaluation.fitting import Fitter
from wrapsel.evaluation.metrics import total
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
        self._scorers: dict[int, SubsetScorer] = {}

    @classmethod
    def of(cls, problem: Problem) -> Shared | None:
        """Return the fast path of a problem, or None if its learner has none."""
        return cls(problem) if isinstance(problem.learner, SharesFits) else None

    def errors(self, masks: NDArray[np.bool_], fold: int) -> FloatArray:
        """Return the errors (n_subsets, 1) for masks (n_subsets, n_columns)."""
        try:
            return self._errors(masks, fold)[:, None]
        except Exception as cause:
            name = type(self.problem.learner).__name__
            raise LearnerError(
                f"{name} failed on fold {fold} with {len(masks)} subsets: "
                f"{type(cause).__name__}: {cause}"
            ) from cause

    def _errors(self, masks: NDArray[np.bool_], fold: int) -> FloatArray:
        scorer, metric = self._scorer(fold), self.problem.criterion
        test = self.problem.folds[fold][1]
        if metric.loss is not None:
            return total(metric.loss(self._targets[test], scorer.predict(masks)))
        X, y = take_rows(self.problem.X, test), self.problem.y[test]
        fitted = _fitted_stubs(scorer, masks, self.problem)
        return np.array([metric.gap(stub, X, y) for stub in fitted])

    @property
    def _targets(self) -> NDArray[Any]:
        # Codes, since labels may be text, which is slow to compare.
        return self.problem.codes if self.problem.is_classification else self.problem.y

    def _scorer(self, fold: int) -> SubsetScorer:
        if fold not in self._scorers:
            train, test = self.problem.folds[fold]
            X, y = self.problem.X, self._targets
            learner = Fitter(self.problem).learner(fold)
            self._scorers[fold] = learner.subset_scorer(
                take_rows(X, train), y[train], take_rows(X, test)
            )
        return self._scorers[fold]


def _fitted_stubs(
    scorer: SubsetScorer, masks: NDArray[np.bool_], problem: Problem
) -> list[Any]:
    """Return, for each mask, an estimator that gives the scorer's answers."""
    from wrapsel.evaluation.stub import METHODS, stub

    known = {m: getattr(scorer, m)(masks) for m in METHODS if hasattr(scorer, m)}
    answers = [{k: v[row] for k, v in known.items()} for row in range(len(masks))]
    if not problem.is_classification:
        return [stub(answer, None) for answer in answers]
    for answer in answers:
        answer["predict"] = problem.classes[answer["predict"]]
    return [stub(answer, problem.classes) for answer in answers]
