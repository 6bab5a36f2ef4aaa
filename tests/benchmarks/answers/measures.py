"""How good an answer is: against the truth, on fresh rows, and as it was told."""

from collections.abc import Collection, Sequence
from typing import Any

import numpy as np
from sklearn.base import clone, is_classifier
from sklearn.dummy import DummyClassifier, DummyRegressor

from tests.benchmarks.answers.problems import Rows, Truth


def f1(selected: Collection[int], truth: Truth) -> float:
    """Return the harmonic mean of precision and recall; 1 for a rightly empty answer.

    A column counts as any of its group, but only as often as the group has relevant
    columns: one more copy is one wrong column more.
    """
    chosen = set(selected)
    if not chosen and not truth.relevant:
        return 1.0
    grouped = frozenset().union(*truth.groups)
    hits = len(chosen & (truth.relevant - grouped))
    hits += sum(
        min(len(chosen & group), len(truth.relevant & group)) for group in truth.groups
    )
    return 2 * hits / (len(chosen) + len(truth.relevant))


def losses(learner: Any, rows: Rows, columns: Sequence[int]) -> np.ndarray:
    """Return the loss of each fresh row, (n_fresh,), after training on all others.

    The loss is 0 or 1 for classes, the squared error for numbers; without columns it is
    that of the best constant.
    """
    if not len(columns):
        return constant_losses(is_classifier(learner), rows)
    fitted = clone(learner).fit(take(rows.X, columns), rows.y)
    predicted = fitted.predict(take(rows.X_fresh, columns))
    return row_losses(is_classifier(learner), predicted, rows.y_fresh)


def constant_losses(is_classes: bool, rows: Rows) -> np.ndarray:
    dummy = DummyClassifier() if is_classes else DummyRegressor()
    dummy.fit(np.zeros((len(rows.y), 1)), rows.y)
    predicted = dummy.predict(np.zeros((len(rows.y_fresh), 1)))
    return row_losses(is_classes, predicted, rows.y_fresh)


def row_losses(is_classes: bool, predicted: Any, y: Any) -> np.ndarray:
    if is_classes:
        return (np.asarray(predicted) != y).astype(float)
    return (np.asarray(predicted, dtype=float).ravel() - y) ** 2


def take(X: Any, columns: Sequence[int]) -> Any:
    columns = list(columns)
    return X.iloc[:, columns] if hasattr(X, "iloc") else X[:, columns]


def unit(is_classes: bool, rows: Rows) -> float:
    """Return what errors are divided by: for numbers the variance of the fresh ones."""
    return 1.0 if is_classes else float(np.var(rows.y_fresh))


def se_of_classes(told: float, fresh: float, n_train: int, n_fresh: int) -> float:
    """Return the standard error of told - fresh, both being shares of rows.

    Without a single mistake, or with nothing else, the share is taken to be one
    training row from there, so that it is never 0.
    """
    pooled = (n_train * told + n_fresh * fresh) / (n_train + n_fresh)
    pooled = min(max(pooled, 1 / n_train), 1 - 1 / n_train)
    return float(np.sqrt(pooled * (1 - pooled) * (1 / n_train + 1 / n_fresh)))


def se_of_numbers(squared_errors: np.ndarray, n_train: int) -> float:
    """Return the standard error of told - fresh, both being mean squared errors."""
    spread = np.std(squared_errors)
    return float(spread * np.sqrt(1 / n_train + 1 / len(squared_errors)))


def measured(
    learner: Any, rows: Rows, selected: Sequence[int], told: float
) -> dict[str, Any]:
    """Return the figures of one answer; errors of numbers in parts of the variance."""
    is_classes = is_classifier(learner)
    scale = unit(is_classes, rows)
    own = losses(learner, rows, selected) / scale
    told, n_train = told / scale, len(rows.y)
    if is_classes:
        se = se_of_classes(told, own.mean(), n_train, len(own))
    else:
        se = se_of_numbers(own, n_train)
    return {
        "n_selected": len(selected),
        "f1": None if rows.truth is None else f1(selected, rows.truth),
        "fresh": float(own.mean()),
        "told": float(told),
        "se": se,
        "selected": [int(column) for column in selected],
    }


def bounds(learner: Any, rows: Rows) -> dict[str, Any]:
    """Return the fresh errors of all columns, of the true ones, and of a constant."""
    scale = unit(is_classifier(learner), rows)

    def error(columns):
        return float(losses(learner, rows, columns).mean() / scale)

    return {
        "n": rows.n_variables,
        "fresh_all": error(range(rows.n_variables)),
        "fresh_true": None
        if rows.truth is None
        else error(sorted(rows.truth.relevant)),
        "fresh_constant": error([]),
    }
