"""The weights of a linear programming support vector machine, to preselect by."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wrapsel.columns.arrays import FloatArray, IntArray
from wrapsel.columns.numeric import numeric_table, standardised
from wrapsel.filters.linear.weights import NUMERICALLY_ZERO, Targets, model_weights
from wrapsel.filters.ranker import Ranking
from wrapsel.parameters import WithParameters, check_kinds

Model = tuple[float, float]  # C and epsilon


@dataclass(frozen=True, slots=True)
class LPWeights(WithParameters):
    """Rank by the sizes of the weights of one tuned, sparse linear model [1]_.

    Parameters
    ----------
    C : sequence of float, default=(10.0, 10000.0)
        What a unit of error costs, against a unit of weight; of these the one is taken
        with the smallest cross-validated error.
    epsilon : sequence of float, default=(0.01, 0.2)
        Errors below it cost nothing, in the unit of y; chosen with C; not of classes.
    n_folds : int, default=5
        Folds of the cross-validation; ties go to the first C, then to the first
        epsilon.
    random_state : int, default=0
        Seed of the folds, in which classes are spread evenly.

    Raises
    ------
    ValueError
        If X holds text, missing or infinite values, or y only one value.
    RuntimeError
        If the solver finds no optimum.

    Notes
    -----
    Minimises the sum of |w| plus the costs, by a linear program: of numbers with the
    error outside a tube, of classes with the hinge loss, each told from the rest, where
    a variable's score is its largest |w|. A y of text, bools or whole numbers is of
    classes. Variables are scaled to [0, 1] first. Scores below 1e-8 of the largest are
    0, as is that of a constant variable: at most as many are not 0 as there are
    samples. The error is the mean absolute one, of classes the error rate.

    References
    ----------
    .. [1] T. Nagatani, S. Ozawa and S. Abe, "Fast variable selection by block addition
       and block deletion", Journal of Intelligent Learning Systems and Applications
       2, 2010, section 4.

    Examples
    --------
    >>> X = [[0, 1, 5], [1, 0, 5], [2, 0, 5], [3, 1, 5], [4, 0, 5], [5, 1, 5]]
    >>> y = [1.5, 3.5, 5.5, 7.5, 9.5, 11.5]  # rises by 2 * 5 over the range of x0
    >>> LPWeights(epsilon=[0.0], n_folds=3)(X, y).scores.round(6).tolist()
    [10.0, 0.0, 0.0]
    """

    C: Sequence[float] = (10.0, 10000.0)
    epsilon: Sequence[float] = (0.01, 0.2)
    n_folds: int = 5
    random_state: int = 0

    def __post_init__(self) -> None:
        check_kinds(self)
        if not (self.C and all(0 < C < np.inf for C in self.C)):
            raise ValueError(f"C must be values above 0 and finite, got {self.C}")
        if not (self.epsilon and all(0 <= e < np.inf for e in self.epsilon)):
            raise ValueError(
                f"epsilon must be values at least 0 and finite, got {self.epsilon}"
            )
        if self.n_folds < 2:
            raise ValueError(f"n_folds must be at least 2, got {self.n_folds}")
        if self.random_state < 0:
            raise ValueError(
                f"random_state must be an integer from 0, got {self.random_state}"
            )

    def __call__(self, X: Any, y: Any, /) -> Ranking:
        """Rank the columns of X, of shape (n_samples, n_variables), for y."""
        X = _scaled(standardised(numeric_table(X)))
        targets, every = Targets.of(y, len(X)), np.arange(len(X))
        # Targets are standardised; weights grow with them, and epsilon has their unit.
        unit = 1.0 if targets.n_classes else float(np.std(np.asarray(y, np.float64)))
        widths = [0.0] if targets.n_classes else [e / unit for e in self.epsilon]
        models = list(product(self.C, widths))
        if len(models) > 1:
            errors = self._errors(X, targets, models)
            models = [models[int(np.argmin(errors))]]
        weights, _ = _fit(X, targets, every, *models[0])
        sizes: FloatArray = np.abs(weights).max(axis=0)
        sizes[sizes <= NUMERICALLY_ZERO * sizes.max()] = 0.0
        return Ranking.by_scores(sizes * unit)

    def _errors(
        self, X: FloatArray, targets: Targets, models: Sequence[Model]
    ) -> FloatArray:
        """Return the cross-validated errors (n_models,)."""
        folds = list(_folds(targets, self.n_folds, self.random_state))
        errors = np.zeros(len(models))
        for (i, model), (train, test) in product(enumerate(models), folds):
            weights, intercepts = _fit(X, targets, train, *model)
            outputs = X[test] @ weights.T + intercepts
            errors[i] += _losses(targets, test, outputs).sum()
        return errors / len(X)


def _fit(
    X: FloatArray, targets: Targets, rows: IntArray, C: float, epsilon: float
) -> tuple[FloatArray, FloatArray]:
    """Return weights (n_outputs, n_variables) and intercepts (n_outputs,)."""
    X = X[rows]
    weights, intercepts = [], []
    for y, lower, upper in targets.tubes(rows, epsilon):
        w = model_weights(X, y, lower, upper, C)
        left = y - X @ w
        # The costs fall until as many ends of tubes lie below the intercept as above.
        intercepts.append(np.median(np.concatenate([left - upper, left - lower])))
        weights.append(w)
    return np.array(weights), np.array(intercepts)


def _losses(targets: Targets, rows: IntArray, outputs: FloatArray) -> NDArray[Any]:
    """Return absolute gaps, or which classes are wrong."""
    values = targets.values[rows]
    if not targets.n_classes:
        gaps: FloatArray = np.abs(values - outputs[:, 0])
        return gaps
    if targets.n_classes == 2:
        outputs = np.column_stack([np.zeros(len(rows)), outputs])
    wrong: NDArray[np.bool_] = values != outputs.argmax(axis=1)
    return wrong


def _folds(
    targets: Targets, n_folds: int, seed: int
) -> Iterator[tuple[IntArray, IntArray]]:
    """Yield training and test rows; those of a class are dealt out one by one."""
    order = np.random.default_rng(seed).permutation(len(targets.values))
    if targets.n_classes:
        order = order[np.argsort(targets.values[order], kind="stable")]
    n_folds = min(n_folds, len(order))
    for fold in range(n_folds):
        test = np.zeros(len(order), dtype=np.bool_)
        test[order[fold::n_folds]] = True
        yield np.flatnonzero(~test), np.flatnonzero(test)


def _scaled(X: FloatArray) -> FloatArray:
    low = X.min(axis=0)
    width = X.max(axis=0) - low
    scaled: FloatArray = (X - low) / np.where(width > 0, width, 1.0)
    return scaled
