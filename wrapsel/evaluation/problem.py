"""What is to be solved: the data, the learner, the folds and the metric."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from wrapsel.errors import check_whole, shortened
from wrapsel.evaluation.cost import cost_of
from wrapsel.evaluation.folds import Fold, Spread, draw_folds
from wrapsel.evaluation.given.adapting import Adapt, check_adapt
from wrapsel.evaluation.given.checked_learner import check_learner
from wrapsel.evaluation.given.fit_params import as_weights, fit_params, for_rows
from wrapsel.evaluation.given.routing import routes_metadata
from wrapsel.evaluation.given.scale import check_aggregate, fold_sizes, scale_of
from wrapsel.evaluation.given.scoring import blamed, checked, criterion_of, several
from wrapsel.evaluation.given.table_and_targets import TableAndTargets
from wrapsel.evaluation.metrics.metric import Metric
from wrapsel.evaluation.table import Rows, as_table, is_misaligned
from wrapsel.evaluation.targets import as_targets
from wrapsel.protocol import FloatArray


@dataclass(frozen=True, eq=False)
class Problem(TableAndTargets):
    """A learner, its data, and how its errors are measured; checked once.

    Parameters
    ----------
    learner : estimator
        Anything with ``fit`` and ``predict``; never fitted itself, only its clones.
    X : array-like, DataFrame or sparse matrix of shape (n_samples, n_columns)
        A DataFrame keeps its names and dtypes all the way to the learner; one of polars
        or Arrow becomes one of pandas, and so do nullable columns become plain ones.
    y : array-like of shape (n_samples,) or (n_samples, n_targets), or None
        Labels or numbers; of several targets, numbers or labels 0 and 1. None is for
        learners without targets, such as those of clusters: `scoring` is a function
        ``scorer(estimator, X, y=None)`` then, which is given the test rows.
    cv : int, splitter or iterable of (train, test), default=5
        An int draws shuffled folds, stratified for classes; drawn once. None is 5.
    scoring : str, callable or Metric, or list or dict of these, optional
        "accuracy", "error_rate", "mean_absolute_error", "mean_squared_error", or any
        scikit-learn scorer by name or as a callable; by default "accuracy" for classes,
        "mean_squared_error" for numbers. A name of one label, such as "f1", means 1, or
        the larger of two others. Of several metrics (a dict gives them names) the first
        one leads: it alone decides, and stays as `scoring`; see `select`.
    aggregate : {"mean", "pooled"}, default="mean"
        Whether the folds count alike, or every test sample does; a scorer's value for
        a fold then counts for each of its samples.
    groups : array-like of shape (n_samples,), optional
        Row groups for the splitter.
    variables : dict or sequence of sequences, optional
        The columns of each variable, by name or index, where one is several columns. In
        a dict they have names, such as ``{"colour": ["red", "blue"]}`` or `by_prefix`,
        and columns that are in none are variables of their own.
    random_state : int, default=0
        Of the folds, and of the learner: ``random_state + fold`` where it has none.
    sample_weight : array-like of shape (n_samples,), optional
        What each row weighs as the learner is fitted; a pipeline's last step gets it,
        or those that ask for it where scikit-learn routes metadata.
    weigh_errors : bool, default=False
        Whether rows weigh as much in the errors, too.
    adapt : callable or dict, optional
        Parameters that follow the number of columns which the learner is shown, such as
        ``lambda n: {"max_depth": min(3, n)}``; or, as in ``{"max_features": "sqrt"}``,
        the rule of each: "sqrt", "log2", or a part in (0, 1] of the columns.
    fit_params : dict, optional
        More that `fit` is given, by name; what has a value for each row is cut to the
        training rows.

    Raises
    ------
    ValueError
        If the data, folds or metric cannot work.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.naive_bayes import GaussianNB
    >>> problem = Problem(GaussianNB(), *load_iris(return_X_y=True), cv=3)
    >>> problem.n_variables, len(problem.folds)
    (4, 3)
    """

    learner: Any
    X: Any
    y: Any
    cv: Any = 5
    scoring: Any = None
    aggregate: str = "mean"
    groups: Any = None
    variables: Any = None
    random_state: int = 0
    sample_weight: Any = None
    weigh_errors: bool = False
    fit_params: Any = None
    adapt: Adapt | None = None
    _drawn: Any = field(default=None, init=False, repr=False)
    _scorings: dict[str, Any] = field(default_factory=dict, init=False, repr=False)
    is_misaligned: bool = field(default=False, init=False, repr=False)
    is_routed: bool = field(default=False, init=False, repr=False)

    def __repr__(self) -> str:
        rows, named = len(self.y), self.criterion.name
        size = f"{rows} rows of {self.n_variables} variables"
        folds = f"{len(self.folds)} folds"
        return f"Problem({shortened(self.learner)}, {size}, {folds}, {named!r})"

    def __post_init__(self) -> None:
        check_learner(self.learner, self.y, self.is_without_y)
        check_aggregate(self.aggregate)
        check_whole("random_state", self.random_state, 0)
        self._set("is_misaligned", is_misaligned(self.X, self.y))
        self._set("X", as_table(self.X))
        self._set("y", as_targets(self.y, self.X.shape[0]))
        _ = self.names  # which raises if the variables cannot be
        self._check_fitting()
        self._check_scoring()
        if self.cv is None:
            self._set("cv", 5)
        given = self.cv
        drawn = isinstance(given, int | np.integer | Spread)
        self._set("_drawn", given if drawn else None)
        self._set("cv", self.folds)  # drawn here and now: a generator works once

    @cached_property
    def criterion(self) -> Metric:
        """The metric that was named."""
        one_each = self.is_classification and self.y.ndim == 1
        return criterion_of(self.scoring, self.classes if one_each else None)

    @property
    def metrics(self) -> tuple[str, ...]:
        """Names of the metrics, that which leads first."""
        return tuple(self._scorings) or (self.criterion.name,)

    def by_metric(self, name: str) -> Problem:
        """Return the problem with one of its `metrics` alone, on the same folds."""
        other = copy(self)
        if self._scorings:
            vars(other).pop("criterion", None)
            vars(other).pop("scale", None)
            other._set("scoring", self._scorings[name])
            other._set("_scorings", {})
        return other

    @cached_property
    def folds(self) -> list[Fold]:
        """The (training rows, test rows) of each fold."""
        return draw_folds(
            self.cv,
            self.X,
            self.y,
            self.groups,
            self.random_state,
            self.is_classification and self.y.ndim == 1,
        )

    @cached_property
    def scale(self) -> tuple[FloatArray, FloatArray]:
        """Factors for the errors of each fold and their weights, (n_folds,) each."""
        weights = self.sample_weight if self.weigh_errors else None
        sizes = fold_sizes(self.folds, weights)
        return scale_of(sizes, self.aggregate, self.criterion.loss is not None)

    def error_weights(self, rows: Rows) -> FloatArray | None:
        """Return what some rows weigh in an error; None if all weigh the same."""
        weights: FloatArray | None = self.sample_weight
        return weights[rows] if self.weigh_errors and weights is not None else None

    def fitting(self, rows: Rows | None = None) -> dict[str, Any]:
        """Return what `fit` is given beside some rows and their targets, or all."""
        if rows is None or not self._fitting:
            return self._fitting
        return for_rows(self._fitting, rows, len(self.y))

    @cached_property
    def _fitting(self) -> dict[str, Any]:
        return fit_params(self.learner, self.sample_weight, self.fit_params)

    @property
    def resolution(self) -> float:
        """What a wrong row adds to the error; 0 if that is not the same for all."""
        alike = self.criterion.of_labels and not self.weigh_errors
        return 1 / len(self.y) if alike else 0.0

    @property
    def n_drawn(self) -> int | None:
        """The number of folds that were drawn; None if they were given."""
        if self._drawn is None:
            return None
        return len(self.folds)

    def redrawn(self, draw: int) -> Problem | None:
        """Return the problem with other folds, the same ones for the same draw.

        None if the folds were given and not drawn.
        """
        if self._drawn is None:
            return None
        state = np.random.SeedSequence([self.random_state, draw]).generate_state(1)
        seed = int(state[0]) >> 2  # the folds are added to it
        return self._on_folds(self._drawn, seed)

    def on_folds(self, folds: list[Fold]) -> Problem:
        """Return the problem with given folds; its data are not checked again."""
        other = self._on_folds(folds, self.random_state)
        other._set("_drawn", None)
        return other

    def _on_folds(self, cv: Any, seed: int) -> Problem:
        other = copy(self)
        for name in ("folds", "scale", "_cost"):  # what they are cached as
            vars(other).pop(name, None)
        other._set("random_state", seed)
        other._set("cv", cv)
        other._set("cv", other.folds)
        return other

    def cost(self, n_variables: int) -> float:
        """Return the cost of one training on a fold."""
        return self._cost(n_variables)

    @cached_property
    def _cost(self) -> Callable[[int], float]:
        return cost_of(self.learner, len(self.folds[0][0]))

    def _set(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)

    def _check_fitting(self) -> None:
        self._set("sample_weight", as_weights(self.sample_weight, len(self.y)))
        if self.weigh_errors and self.sample_weight is None:
            raise ValueError("weigh_errors needs sample_weight, got none")
        self._set("is_routed", routes_metadata())
        self.fitting()
        check_adapt(self.learner, self.adapt, self.X.shape[1])

    def _check_scoring(self) -> None:
        self._set("_scorings", several(self.scoring))
        for name, one in self._scorings.items():
            with blamed(name):
                checked(one, self, self.weigh_errors)
        first = next(iter(self._scorings.values()), self.scoring)
        self._set("scoring", checked(first, self, self.weigh_errors))
