"""Cross-validation: fits and predicts, or asks the learner's shared scorer."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from wrapsel.errors import LearnerError
from wrapsel.evaluation.evaluator import Block, Portion
from wrapsel.evaluation.fitting import Fitter
from wrapsel.evaluation.importances import importances, rank_costs
from wrapsel.evaluation.metrics.metric import check_error
from wrapsel.evaluation.problem import Problem
from wrapsel.evaluation.shared import Shared
from wrapsel.protocol import FloatArray, RankBy
from wrapsel.subset import WIDE, Subset, sizes_of

MANY = 4096  # moves of a base, of which one more costs next to nothing
BASE = 8  # moves at least, which a base pays for
MOST_PLACES = 2**24  # in the masks of these
Measured = tuple[FloatArray, FloatArray]  # errors and cost


class CrossValidation:
    """Measures the errors of a problem's learner, in this process.

    Parameters
    ----------
    problem : Problem
    among : Subset, optional
        The variables that subsets may be made of; by default all.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.naive_bayes import GaussianNB
    >>> problem = Problem(GaussianNB(), *load_iris(return_X_y=True), cv=3)
    >>> block = CrossValidation(problem).measure([Subset.full(4)], range(3))
    >>> block.errors[0, :, 0].tolist(), block.weights.tolist()
    ([2.0, 3.0, 1.0], [50.0, 50.0, 50.0])
    """

    def __init__(self, problem: Problem, among: Subset | None = None) -> None:
        self.problem = problem
        self.among = among
        self.factors, self.weights = problem.scale
        self._fitter = Fitter(problem)
        self.n_variants = len(self._fitter.variants)
        self.shared = Shared.of(problem, among, self._fitter)
        self._constant_errors: dict[int, float] = {}

    @cached_property
    def portion(self) -> Portion:
        """How much is best measured at once."""
        if self.shared is None:
            return Portion()
        # One at a time can reject the most; but a shared scorer's calls cost more.
        first = 1 if self.problem.n_variables > WIDE else 2
        many = min(MANY, MOST_PLACES // self.problem.n_variables)
        if not self.shared.takes_many:
            return Portion(first, 256, 256, best=256)
        # Fewer at once would each be solved alone, however slow the last one was.
        call = 1 + BASE * len(self.weights)
        return Portion(first, 256, 256, many, best=256, call=call)

    def let_ask(self, ask: Callable[[], None]) -> None:
        """Call a function in the midst of importances, which may raise to end them."""
        self._fitter.ask = ask

    def measure(self, subsets: Sequence[Subset], folds: range, /) -> Block:
        """Measure each subset on each of the folds."""
        start = time.perf_counter()
        measured = self._fit_all if self.shared is None else self._score_all
        errors, cost = measured(subsets, folds)
        weights = self.weights[folds.start : folds.stop]
        return Block(errors, weights, cost, time.perf_counter() - start)

    def importances(self, subset: Subset, by: RankBy, /) -> FloatArray:
        """Return the importances of a subset, from fits on all rows or folds."""
        return importances(self._fitter, subset, by)

    def rank_costs(self, n_variables: int, by: RankBy, /) -> list[float]:
        """Return the learner's cost of each fit that importances take."""
        return rank_costs(self._fitter, n_variables, by)

    def where(self, subset: Subset, fold: int | None, wrong: str) -> str:
        """Say what is wrong, with which variables, on which fold or all rows."""
        return self._fitter.where(subset, fold, wrong)

    def _fit_all(self, subsets: Sequence[Subset], folds: range) -> Measured:
        errors = np.empty((len(subsets), len(folds), self.n_variants))
        cost = np.empty((len(subsets), len(folds)))
        with self._fitter.preserved():
            for row, subset in enumerate(subsets):
                for column, fold in enumerate(folds):
                    errors[row, column], cost[row, column] = self._fit(subset, fold)
        return errors, cost

    def _score_all(self, subsets: Sequence[Subset], folds: range) -> Measured:
        assert self.shared is not None
        sizes = sizes_of(subsets)
        errors = self.shared.errors(subsets, folds)
        if 0 in sizes:
            errors[np.equal(sizes, 0)] = [[self._constant(f)] for f in folds]
        # Counts of mistakes are errors; whatever is no count is looked at.
        if not (self.problem.criterion.of_labels or _are_errors(errors)):
            for column, fold in enumerate(folds):
                self._check(errors[:, column], subsets, fold)
        cost = self._costs(sizes)[:, folds.start : folds.stop]
        return errors * self.factors[folds.start : folds.stop, None], cost

    def _costs(self, sizes: list[int]) -> FloatArray:
        """Return the costs of subsets on all folds, of shape (n_subsets, n_folds)."""
        firsts, of_folds = self._folds_by_rows
        cost = self._fitter.cost
        places = {size: place for place, size in enumerate(dict.fromkeys(sizes))}
        costs = np.array([[cost(size, fold) for fold in firsts] for size in places])
        rows = costs[:, of_folds]
        if len(rows) == 1:
            return np.repeat(rows, len(sizes), axis=0)
        return rows[[places[size] for size in sizes]]

    @cached_property
    def _folds_by_rows(self) -> tuple[list[int], NDArray[np.intp]]:
        """Return a fold of each number of training rows, and which all folds are."""
        n_rows = [len(train) for train, _ in self.problem.folds]
        _, firsts, of_folds = np.unique(n_rows, return_index=True, return_inverse=True)
        return firsts.tolist(), of_folds

    def _fit(self, subset: Subset, fold: int) -> tuple[FloatArray, float]:
        if subset:
            errors, cost = self._fitter.errors(subset, fold)
        else:
            errors, cost = np.full(self.n_variants, self._constant(fold)), 0.0
        if subset or not self.problem.is_without_y:
            self._check(errors[None], [subset], fold)
        return errors * self.factors[fold], cost

    def _constant(self, fold: int) -> float:
        if fold not in self._constant_errors:
            self._constant_errors[fold] = self._fitter.constant_error(fold)
        return self._constant_errors[fold]

    def _check(self, errors: FloatArray, subsets: Sequence[Subset], fold: int) -> None:
        if _are_errors(errors):
            return
        for subset, row in zip(subsets, errors, strict=True):
            for error in row:
                if wrong := check_error(error, self.problem.criterion):
                    raise LearnerError(self._fitter.where(subset, fold, wrong), subset)


def _are_errors(errors: FloatArray) -> bool:
    return bool(errors.min() >= 0 and errors.max() < np.inf)  # neither is true of NaN
