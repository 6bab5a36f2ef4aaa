"""Boosting that ends when a part of the training rows says so."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from inspect import signature
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, MetaEstimatorMixin, is_classifier
from sklearn.model_selection import train_test_split
from sklearn.utils import get_tags
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

from wrapsel.errors import check_whole, shortened
from wrapsel.evaluation.clones import cloned
from wrapsel.evaluation.table import take_rows

_Fit = Callable[["EarlyStopping", Any, Any, Any, Any], Any]
_OWN = ("early_stopping", "validation_fraction", "n_iter_no_change")


def _inside(name: str) -> Callable[[Any], bool]:
    """Return whether the learner inside has a method or attribute."""

    def has(stopping: Any) -> bool:
        getattr(getattr(stopping, "learner_", stopping.learner), name)
        return True

    return has


class EarlyStopping(MetaEstimatorMixin, BaseEstimator):  # type: ignore[misc]  # scikit-learn is untyped
    """Keep a part of the training rows to end boosting by, in every fit anew.

    So no test row of a fold says when to stop. For XGBoost, LightGBM, CatBoost, and
    learners of scikit-learn with a `validation_fraction` of their own, such as
    `HistGradientBoostingClassifier`.

    Parameters
    ----------
    learner : estimator
        Never fitted itself, only its clones.
    fraction : float, default=0.2
        Part of the training rows, in (0, 1).
    patience : int, default=10
        Rounds without a gain after which boosting ends.
    random_state : int, optional
        Of the part; by class for a classifier, if each class has two rows.

    Attributes
    ----------
    learner_ : estimator
        The fitted one.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.ensemble import HistGradientBoostingClassifier
    >>> learner = EarlyStopping(HistGradientBoostingClassifier(), random_state=0)
    >>> learner.fit(*load_iris(return_X_y=True)).learner_.n_iter_ < 100
    True
    """

    def __init__(
        self,
        learner: Any,
        fraction: float = 0.2,
        patience: int = 10,
        random_state: int | None = None,
    ) -> None:
        self.learner = learner
        self.fraction = fraction
        self.patience = patience
        self.random_state = random_state

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> EarlyStopping:
        """Fit on one part of the rows until the other part has no more of it.

        Weights are those of all rows; of the part that stops, rows weigh the same.
        """
        self._check()
        learner = cloned(self.learner)
        fit_with: _Fit = _FITS.get(_package(learner), _fit_own)
        self.learner_ = fit_with(self, learner, X, y, sample_weight)
        return self

    def split(self, y: Any) -> list[Any]:
        """Return the rows to learn from, and those to stop by."""
        rows, counts = np.arange(len(y)), np.unique(y, return_counts=True)[1]
        of_labels = is_classifier(self.learner) and np.ndim(y) == 1
        by_class = of_labels and counts.min() > 1
        n_kept = self.fraction * len(y)
        parts: list[Any] = train_test_split(
            rows,
            test_size=self.fraction,
            random_state=self.random_state,
            stratify=y if by_class and n_kept >= len(counts) else None,
        )
        return parts

    def predict(self, X: Any) -> Any:
        """Predict as the fitted learner does."""
        return self._fitted("predict")(X)

    @available_if(_inside("predict_proba"))  # type: ignore[untyped-decorator]  # scikit-learn is untyped
    def predict_proba(self, X: Any) -> Any:
        """Predict probabilities of the classes."""
        return self._fitted("predict_proba")(X)

    @available_if(_inside("decision_function"))  # type: ignore[untyped-decorator]  # scikit-learn is untyped
    def decision_function(self, X: Any) -> Any:
        """Return the learner's decision function."""
        return self._fitted("decision_function")(X)

    @property
    def feature_importances_(self) -> Any:
        """Those of the fitted learner, where it has some."""
        return self.learner_.feature_importances_

    @property
    def classes_(self) -> Any:
        """The labels, of a classifier."""
        return self.learner_.classes_

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        if hasattr(self.learner, "__sklearn_tags__"):
            learner = get_tags(self.learner)
            tags.estimator_type = learner.estimator_type
            tags.classifier_tags = learner.classifier_tags
            tags.regressor_tags = learner.regressor_tags
            tags.input_tags = learner.input_tags
        return tags

    def _fitted(self, method: str) -> Any:
        check_is_fitted(self, "learner_")
        return getattr(self.learner_, method)

    def _check(self) -> None:
        check_whole("patience", self.patience, 1)
        if not 0 < self.fraction < 1:
            raise ValueError(f"fraction must be in (0, 1), got {self.fraction}")


def _package(learner: Any) -> str:
    """Return the package of boosting that a learner is made of, if it is known."""
    roots = [base.__module__.partition(".")[0] for base in type(learner).__mro__]
    return next((root for root in roots if root in _FITS), "")


def _parts(stopping: EarlyStopping, X: Any, y: Any, weights: Any) -> Any:
    """Return rows and targets to learn from, to stop by, and weights of the former."""
    y = np.asarray(y)
    rows, kept = stopping.split(y)
    weighing = {} if weights is None else {"sample_weight": np.asarray(weights)[rows]}
    return (take_rows(X, rows), y[rows]), (take_rows(X, kept), y[kept]), weighing


def _fit_xgboost(
    stopping: EarlyStopping, learner: Any, X: Any, y: Any, weights: Any
) -> Any:
    inside, kept, weighing = _parts(stopping, X, y, weights)
    learner.set_params(early_stopping_rounds=stopping.patience)
    return learner.fit(*inside, eval_set=[kept], verbose=False, **weighing)


def _fit_lightgbm(
    stopping: EarlyStopping, learner: Any, X: Any, y: Any, weights: Any
) -> Any:
    inside, kept, weighing = _parts(stopping, X, y, weights)
    stops = import_module("lightgbm").early_stopping(stopping.patience, verbose=False)
    given = dict(zip(("eval_X", "eval_y"), kept, strict=True))
    if "eval_X" not in signature(learner.fit).parameters:  # before version 4.7
        given = {"eval_set": [kept]}
    return learner.fit(*inside, callbacks=[stops], **given, **weighing)


def _fit_catboost(
    stopping: EarlyStopping, learner: Any, X: Any, y: Any, weights: Any
) -> Any:
    inside, kept, weighing = _parts(stopping, X, y, weights)
    stops = {"early_stopping_rounds": stopping.patience}
    return learner.fit(*inside, eval_set=kept, verbose=False, **stops, **weighing)


def _fit_own(
    stopping: EarlyStopping, learner: Any, X: Any, y: Any, weights: Any
) -> Any:
    """Fit a learner that keeps rows of its own accord."""
    values = dict(zip(_OWN, (True, stopping.fraction, stopping.patience), strict=True))
    known = learner.get_params() if hasattr(learner, "get_params") else {}
    if not known.keys() >= {*_OWN[1:]}:
        raise TypeError(
            "EarlyStopping needs a learner of XGBoost, LightGBM, CatBoost, or one with "
            f"validation_fraction and n_iter_no_change, got {shortened(learner)}"
        )
    if stopping.random_state is not None:
        values["random_state"] = stopping.random_state
    learner.set_params(**{n: v for n, v in values.items() if n in known})
    return learner.fit(X, y, **({} if weights is None else {"sample_weight": weights}))


_FITS: dict[str, _Fit] = {
    "xgboost": _fit_xgboost,
    "lightgbm": _fit_lightgbm,
    "catboost": _fit_catboost,
}
