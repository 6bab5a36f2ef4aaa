"""Fitting the problem's learner on one subset, the plain way."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

import numpy as np

from wrapsel.errors import LearnerError, cut
from wrapsel.evaluation.clones import cloned, open_seeds
from wrapsel.evaluation.cost import cost_of
from wrapsel.evaluation.fits.constant import constant_learner, constant_prediction
from wrapsel.evaluation.fits.judging import judge
from wrapsel.evaluation.given.adapting import adapted
from wrapsel.evaluation.given.hints import hint
from wrapsel.evaluation.given.routing import routing
from wrapsel.evaluation.metrics.metric import total
from wrapsel.evaluation.problem import Problem
from wrapsel.evaluation.seeding import may_draw, preserved, seeded
from wrapsel.evaluation.table import Rows, take_columns, take_rows
from wrapsel.protocol import FloatArray
from wrapsel.subset import Subset

_MOST_COSTS = 10_000  # remembered


class Fitter:
    """Makes seeded clones of a problem's learner and measures them.

    Parameters
    ----------
    problem : Problem

    Attributes
    ----------
    ask : callable
        Called in the midst of importances, which take long; may raise to end them.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.naive_bayes import GaussianNB
    >>> fitter = Fitter(Problem(GaussianNB(), *load_iris(return_X_y=True), cv=3))
    >>> fitter.errors(Subset.full(4), fold=2)
    (array([1.]), 4.0)
    """

    ask: Callable[[], None] = staticmethod(lambda: None)

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.variants = tuple(getattr(problem.learner, "variants", ({},)))
        self._seeds = open_seeds(problem.learner, problem.random_state)
        self._may_draw = may_draw(problem.learner)
        self._costs: dict[tuple[int, int], float] = {}
        self._cost_of: dict[int, Callable[[int], float]] = {}  # by the training rows
        self._best: dict[Subset, int] = {}  # variants

    def __getstate__(self) -> dict[str, Any]:  # workers are not asked
        kept = {name: value for name, value in vars(self).items() if name != "ask"}
        return kept | {"_cost_of": {}}

    def learner(self, fold: int, variant: int = 0, n_columns: int = 0) -> Any:
        """Return an unfitted clone, seeded for a fold, and adapted to its columns."""
        learner = cloned(self.problem.learner)
        params = {name: seed + fold for name, seed in self._seeds.items()}
        params |= self.variants[variant]
        if self.problem.adapt is not None:
            params |= adapted(self.problem.adapt, n_columns)
        return learner.set_params(**params) if params else learner

    def errors(self, subset: Subset, fold: int) -> tuple[FloatArray, float]:
        """Return the errors (n_variants,) of a subset on a fold, and the cost."""
        columns = self.problem.columns(subset)
        with self.blamed(subset, fold):
            errors = [
                self._error(subset, fold, variant, columns)
                for variant in range(len(self.variants))
            ]
        return np.array(errors), self.cost(len(subset), fold)

    @contextmanager
    def fitted(
        self, subset: Subset, fold: int, variant: int = 0, columns: Rows | None = None
    ) -> Iterator[tuple[Any, Any]]:
        """Yield a learner fitted on a fold, and the test rows, while it is seeded."""
        if columns is None:
            columns = self.problem.columns(subset)
        X, y = take_columns(self.problem.X, columns), self.problem.y
        train, test = self.problem.folds[fold]
        with self.seeded(subset, fold):
            # A copy may hold a generator's state.
            learner = self.learner(fold, variant, len(columns))
            self._fit(learner, take_rows(X, train), y[train], train)
            yield learner, take_rows(X, test)

    def best_variant(self, subset: Subset) -> int:
        """Return the variant with the smallest error of a subset on all folds."""
        if len(self.variants) == 1 or not subset:
            return 0
        factors, _ = self.problem.scale
        errors = [
            self.errors(subset, f)[0] * factor for f, factor in enumerate(factors)
        ]
        return int(np.sum(errors, axis=0).argmin())

    def constant_error(self, fold: int) -> float:
        """Return the error of the best constant prediction on a fold.

        Without y there is none: the error is infinite, so that none is never chosen.
        """
        if self.problem.is_without_y:
            return math.inf
        train, test = self.problem.folds[fold]
        y, metric = self.problem.y, self.problem.criterion
        weights = self.problem.error_weights(test)
        if metric.loss is not None and weights is None and y.ndim == 1:
            return total(
                metric.loss(y[test], constant_prediction(metric.constant, y[train]))
            )
        X = np.zeros((len(y), 1))
        nothing = Subset.empty(self.problem.n_variables)
        with self.blamed(nothing, fold), self.seeded(nothing, fold):
            weighing = self.problem.error_weights(train)
            learner = constant_learner(self.problem).fit(X[train], y[train], weighing)
            return judge(self.problem, learner, X[test], y[test], weights)

    def fit_all(self, subset: Subset, variant: int = 0) -> Any:
        """Return the learner fitted on all rows; the constant one on no variable."""
        X, y = self.problem.X, self.problem.y
        if not subset:
            weighing = self.problem.error_weights(np.arange(len(y)))
            return constant_learner(self.problem).fit(
                np.zeros((len(y), 1)), y, weighing
            )
        with self.seeded(subset, None):
            X = take_columns(X, self.problem.columns(subset))
            learner = self.learner(0, variant, X.shape[1])
            self._fit(learner, X, y[:])
        return learner  # not what `fit` returns: that of a plain learner may be None

    def seeded(self, subset: Subset, fold: int | None) -> AbstractContextManager[None]:
        """Seed the global generators for a subset on a fold, or on all rows."""
        if not self._may_draw:
            return nullcontext()
        return seeded(
            self.problem.random_state, 0 if fold is None else fold + 1, subset.bits
        )

    def preserved(self) -> AbstractContextManager[None]:
        """Restore the global generators once for all that is seeded inside."""
        return preserved() if self._may_draw else nullcontext()

    def cost(self, n_variables: int, fold: int | None) -> float:
        """Return the learner's cost of one fit on a fold; nothing on no variable.

        Without a fold, on all rows.
        """
        problem = self.problem
        n_rows = len(problem.y) if fold is None else len(problem.folds[fold][0])
        key = (n_variables, n_rows)
        known = self._costs.get(key)
        if known is None:
            if n_rows not in self._cost_of:
                self._cost_of[n_rows] = cost_of(problem.learner, n_rows)
            if len(self._costs) >= _MOST_COSTS:
                self._costs.clear()
            known = self._cost_of[n_rows](n_variables) if n_variables else 0.0
            self._costs[key] = known
        return known

    def where(self, subset: Subset, fold: int | None, wrong: str) -> str:
        """Say what is wrong, with which variables, on which fold or all rows."""
        names = [str(self.problem.names[i]) for i in list(subset)[:10]]
        more = f" and {len(subset) - 10} more" if len(subset) > 10 else ""
        name = type(self.problem.learner).__name__
        listed = f"{', '.join(names)}{more}" or "no variable"
        rows = "all rows" if fold is None else f"fold {fold}"
        text = f"{name} failed on {rows} with {listed}: {wrong}"
        return " ".join(text.split())

    @contextmanager
    def blamed(self, subset: Subset, fold: int | None) -> Iterator[None]:
        """Raise a LearnerError from whatever the learner raises here."""
        try:
            yield
        except (Exception, SystemExit) as cause:  # a learner does not end the process
            advice = hint(cause, self.problem.X)
            says = f"{type(cause).__name__}: {cut(str(cause))}{advice}"
            raise LearnerError(self.where(subset, fold, says), subset) from cause

    def _fit(self, learner: Any, X: Any, y: Any, rows: Rows | None = None) -> None:
        """Fit a learner, where its metadata are routed as in the first process."""
        with routing(self.problem.is_routed):
            learner.fit(X, y, **self.problem.fitting(rows))

    def _error(self, subset: Subset, fold: int, variant: int, columns: Rows) -> float:
        _, test = self.problem.folds[fold]
        with self.fitted(subset, fold, variant, columns) as (learner, X):
            weights = self.problem.error_weights(test)
            return judge(self.problem, learner, X, self.problem.y[test], weights)
