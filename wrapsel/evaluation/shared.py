"""The fast path: one scorer a fold, shared by all subsets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wrapsel.errors import LearnerError, cut
from wrapsel.evaluation.evaluator import masks_of
from wrapsel.evaluation.fitting import Fitter
from wrapsel.evaluation.metrics.metric import Metric, squared, totals
from wrapsel.evaluation.predictions import check_codes
from wrapsel.evaluation.problem import Problem
from wrapsel.evaluation.table import Rows, take_columns, take_rows
from wrapsel.learner import SharesFits, SubsetScorer, scorer_factories
from wrapsel.protocol import FloatArray
from wrapsel.subset import Subset


class Shared:
    """Errors of many subsets at once, by the learner's `SubsetScorer`.

    Parameters
    ----------
    fitter : Fitter
        Of a problem, whose learner has a ``subset_scorer`` unless a scorer is given.
    scorer : SubsetScorer, optional
        Of a plug-in, for the problem's data and folds.
    among : Subset, optional
        The variables that subsets may be made of, whose columns alone are shown to a
        scorer; by default all.
    """

    def __init__(
        self,
        fitter: Fitter,
        scorer: SubsetScorer | None = None,
        among: Subset | None = None,
    ) -> None:
        self.problem = problem = fitter.problem
        self._fitter = fitter
        self._plugged = scorer
        self._among = among
        self._n_variants = len(fitter.variants)
        sizes = [len(test) for _, test in problem.folds]
        self._ends = np.cumsum([0, *sizes]).tolist()

    @classmethod
    def of(
        cls,
        problem: Problem,
        among: Subset | None = None,
        fitter: Fitter | None = None,
    ) -> Shared | None:
        """Return the fast path of a problem, or None if there is none.

        A learner's own goes first. That of a plug-in is prepared here and now, since
        only it knows whether it suits the learner's parameters and the data.

        Raises
        ------
        LearnerError
            If a plug-in cannot be imported, or fails.
        """
        if problem.fitting() or problem.adapt or problem.y.ndim != 1:
            return None  # a scorer knows one target, and parameters alone
        fitter = fitter or Fitter(problem)
        if isinstance(problem.learner, SharesFits):
            return cls(fitter, among=among)
        asks = _asks_methods(problem.criterion)
        scorer = _plugged(fitter, among) if asks else None
        return None if scorer is None else cls(fitter, scorer, among)

    @property
    def takes_threads(self) -> bool:
        """Whether several threads may ask at once, and that is faster."""
        return self._n_variants == 1 and getattr(self._scorer, "takes_threads", False)

    def errors(self, subsets: Sequence[Subset], folds: range) -> FloatArray:
        """Return errors of shape (n_subsets, n_folds, n_variants)."""
        try:
            if self._tells_changes and subsets[0].origin is not None:
                return self._changed_errors(subsets, folds)
            masks = self.problem.column_masks(masks_of(subsets))
            if self._among is not None:
                masks = masks[:, _columns(self.problem, self._among)]
            return self._errors(masks, folds)
        except (Exception, SystemExit) as cause:
            name = type(self.problem.learner).__name__
            raise LearnerError(
                f"{name} failed on folds {list(folds)} with {len(subsets)} subsets: "
                f"{type(cause).__name__}: {cut(str(cause))}"
            ) from cause

    @cached_property
    def _tells_changes(self) -> bool:
        """Whether a scorer can be told the columns by what changes from a subset."""
        plain = self.problem.variables is None and self._among is None
        losses = self.problem.criterion.loss is not None and self._n_variants == 1
        return plain and losses and hasattr(self._scorer, "predict_subsets")

    def _changed_errors(self, subsets: Sequence[Subset], folds: range) -> FloatArray:
        predicted = self._scorer.predict_subsets(subsets, folds)  # type: ignore[attr-defined]  # it has
        if self.problem.is_classification:
            asked = predicted if all(subsets) else predicted[[*map(bool, subsets)]]
            check_codes(asked, len(self.problem.classes))
        return self._losses(predicted, folds)[:, :, np.newaxis]

    def _losses(self, predicted: NDArray[Any], folds: range) -> FloatArray:
        """Return the losses of shape (n_subsets, n_folds)."""
        loss = self.problem.criterion.loss
        assert loss is not None
        first = self._ends[folds.start]
        y = self._y_test[first : self._ends[folds.stop]]
        return totals(loss(y, predicted), [self._ends[fold] - first for fold in folds])

    def _errors(self, masks: NDArray[np.bool_], folds: range) -> FloatArray:
        if self.problem.criterion.loss is None:
            scored = [self._scored(scorer, masks, folds) for scorer in self._scorers]
            return np.stack(scored, axis=2)
        if self.sums_squares:
            sums = self._scorer.squared_errors(masks, folds)  # type: ignore[attr-defined]  # it has
            return np.asarray(sums)[:, :, np.newaxis]
        answers = list(self._all(masks, folds))
        for predicted in answers:
            self._check(predicted, masks)
        return np.stack([self._losses(each, folds) for each in answers], axis=2)

    @cached_property
    def takes_many(self) -> bool:
        """Whether one move more of the same base costs a scorer next to nothing."""
        if self.sums_squares or not self.problem.criterion.of_labels:
            return self.sums_squares
        return bool(getattr(self._plugged, "takes_many", False))

    @cached_property
    def sums_squares(self) -> bool:
        """Whether a scorer sums squared errors itself."""
        alone = self._n_variants == 1 and not self.problem.is_classification
        asked = self.problem.criterion.loss is squared
        return alone and asked and hasattr(self._scorer, "squared_errors")

    def _check(self, predicted: NDArray[Any], masks: NDArray[np.bool_]) -> None:
        if not self.problem.is_classification:
            return
        # Of no variable a scorer may say anything.
        asked = predicted if masks.any(axis=1).all() else predicted[masks.any(axis=1)]
        check_codes(asked, len(self.problem.classes))

    def _all(self, masks: NDArray[np.bool_], folds: range) -> Iterable[NDArray[Any]]:
        """Return the predictions of each variant."""
        if self._n_variants > 1 and hasattr(self._scorer, "predict_variants"):
            predicted: NDArray[Any] = self._scorer.predict_variants(masks, folds)
            return predicted
        return [scorer.predict(masks, folds) for scorer in self._scorers]

    def _scored(
        self, scorer: SubsetScorer, masks: NDArray[np.bool_], folds: range
    ) -> FloatArray:
        """Return errors (n_subsets, n_folds) without a loss."""
        score = self.problem.criterion.vectorised
        method = score and score.suits(self._classes) and score.method(scorer)
        if not (score and method):
            return np.transpose([self._gaps(scorer, masks, fold) for fold in folds])
        answers = np.asarray(getattr(scorer, method)(masks, folds))
        errors = np.empty((len(masks), len(folds)))
        for column, fold in enumerate(folds):
            ends = self._ends[fold], self._ends[fold + 1]
            part = slice(*(end - self._ends[folds.start] for end in ends))
            y = self._y_test[slice(*ends)]
            errors[:, column] = score.errors(y, answers[:, part], self._classes)
            open_ = np.isnan(errors[:, column]) & masks.any(axis=1)
            if open_.any():
                errors[open_, column] = self._gaps(scorer, masks[open_], fold)
        return errors

    def _gaps(
        self, scorer: SubsetScorer, masks: NDArray[np.bool_], fold: int
    ) -> list[float]:
        """Return the errors by a scorer, which needs an estimator for each subset."""
        test = self.problem.folds[fold][1]
        X, y = take_rows(self.problem.X, test), self.problem.y[test]
        fitted = self._stubs(scorer, masks, range(fold, fold + 1))
        return [self.problem.criterion.gap(stub, X, y) for stub in fitted]

    def _stubs(
        self, scorer: SubsetScorer, masks: NDArray[np.bool_], folds: range
    ) -> list[Any]:
        """Return, for each mask, an estimator that gives the scorer's answers."""
        from wrapsel.evaluation.metrics.stub import METHODS, stub

        problem = self.problem
        can = [method for method in METHODS if hasattr(scorer, method)]
        known = {method: getattr(scorer, method)(masks, folds) for method in can}
        answers = [{k: v[row] for k, v in known.items()} for row in range(len(masks))]
        if not problem.is_classification:
            return [stub(answer, None) for answer in answers]
        for answer in answers:
            check_codes(answer["predict"], len(problem.classes))
            answer["predict"] = problem.classes[answer["predict"]]
        return [stub(answer, problem.classes) for answer in answers]

    @property
    def _classes(self) -> NDArray[Any] | None:
        return self.problem.classes if self.problem.is_classification else None

    @cached_property
    def _y_test(self) -> NDArray[Any]:
        tests = [test for _, test in self.problem.folds]
        return _targets(self.problem)[np.concatenate(tests)]

    @cached_property
    def _scorer(self) -> SubsetScorer:
        return self._made(0) if self._plugged is None else self._plugged

    @cached_property
    def _scorers(self) -> list[SubsetScorer]:
        """One for each variant."""
        others = [self._made(variant) for variant in range(1, self._n_variants)]
        return [self._scorer, *others]

    def _made(self, variant: int) -> SubsetScorer:
        problem = self.problem
        # It is seeded as the first fold.
        learner = self._fitter.learner(0, variant)
        scorer: SubsetScorer = learner.subset_scorer(
            _table(problem, self._among), _targets(problem), problem.folds
        )
        return scorer


def _columns(problem: Problem, among: Subset) -> Rows:
    return np.sort(problem.columns(among))


def _table(problem: Problem, among: Subset | None) -> Any:
    """Return the columns in play: others may be what no scorer takes."""
    if among is None:
        return problem.X
    return take_columns(problem.X, _columns(problem, among))


def _targets(problem: Problem) -> NDArray[Any]:
    # Codes, since labels may be text, which is slow to compare.
    return problem.codes if problem.is_classification else problem.y


def _asks_methods(metric: Metric) -> bool:
    """Whether a metric needs no more than predictions; a callable may need anything."""
    return metric.loss is not None or hasattr(metric.scorer, "_score_func")


def _plugged(fitter: Fitter, among: Subset | None) -> SubsetScorer | None:
    """Return the first scorer that plug-ins have for a problem of one variant."""
    if len(fitter.variants) > 1:
        return None
    problem = fitter.problem
    for path, factory in scorer_factories(problem.learner).items():
        learner = fitter.learner(0)
        try:
            X = _table(problem, among)
            scorer = factory(learner, X, _targets(problem), problem.folds)
        except (Exception, SystemExit) as cause:
            raise LearnerError(
                f"scorer of {path!r} failed: {type(cause).__name__}: {cause}"
            ) from cause
        if scorer is not None:
            return scorer
    return None
