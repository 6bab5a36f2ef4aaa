"""A selector that predicts by the learner that it was fitted with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.metrics import accuracy_score, r2_score
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

from wrapsel.column_selector import ColumnSelector
from wrapsel.errors import shortened
from wrapsel.evaluation.table import as_pandas, as_table, take_columns

if TYPE_CHECKING:
    from wrapsel.evaluation.metrics.metric import Metric


def _refitted(method: str) -> Callable[[Any], bool]:
    """Return whether a selector is asked to have a method of its learner."""

    def has(selector: Any) -> bool:
        if not selector.refit:
            raise AttributeError(f"{method} is there with refit=True")
        getattr(getattr(selector, "learner_", selector.learner), method)
        return True

    return has


class Predicting(ColumnSelector):
    """What a selector with ``refit=True`` has: the methods of its learner.

    Attributes
    ----------
    learner_ : estimator
        Fitted on the selected columns.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from wrapsel import WrapperSelector
    >>> hasattr(WrapperSelector(GaussianNB()), "predict_proba")
    False
    >>> selector = WrapperSelector(GaussianNB(), refit=True)
    >>> selector.fit(*load_iris(return_X_y=True)).predict([[5, 3, 1, 0.2]])
    array([0])
    """

    learner: Any
    learner_: Any
    refit: bool | str
    scoring: Any
    _classifies: bool

    @available_if(_refitted("predict"))  # type: ignore[untyped-decorator]  # scikit-learn is untyped
    def predict(self, X: Any, **predict_params: Any) -> Any:
        """Predict from the selected variables; only with ``refit=True``.

        Parameters
        ----------
        X : table of shape (n_samples, n_variables)
        **predict_params
            More that the learner's `predict` takes.
        """
        return self._asked("predict", X, **predict_params)

    @available_if(_refitted("predict_proba"))  # type: ignore[untyped-decorator]  # scikit-learn is untyped
    def predict_proba(self, X: Any) -> Any:
        """Predict probabilities of the classes; only with ``refit=True``."""
        return self._asked("predict_proba", X)

    @available_if(_refitted("decision_function"))  # type: ignore[untyped-decorator]  # scikit-learn is untyped
    def decision_function(self, X: Any) -> Any:
        """Return the learner's decision function; only with ``refit=True``."""
        return self._asked("decision_function", X)

    @available_if(_refitted("predict"))  # type: ignore[untyped-decorator]  # scikit-learn is untyped
    def score(self, X: Any, y: Any = None) -> float:
        """Return the score of `scoring`, larger is better; only with ``refit=True``.

        Without `scoring`, it is the accuracy for classes and R2 for numbers. Of several
        metrics, it is that of `refit`, by default the first.
        """
        check_is_fitted(self, "learner_")
        if self.scoring is None:
            usual = accuracy_score if self._classifies else r2_score
            return float(usual(y, self.predict(X)))
        criterion = self._criterion()
        if criterion.scorer is not None:
            return float(criterion.scorer(self.learner_, self._part(X), y))
        assert criterion.loss is not None  # a Problem has refused it
        losses = criterion.loss(np.asarray(y), np.asarray(self.predict(X)))
        return (criterion.best or 0.0) - float(np.mean(losses))

    @property
    def classes_(self) -> Any:
        """The labels, where a classifier was fitted."""
        return self.learner_.classes_

    def _criterion(self) -> Metric:
        from wrapsel.evaluation.given.scoring import several
        from wrapsel.evaluation.metrics.metric import metric

        named = several(self.scoring)
        if not named:
            return metric(self.scoring)
        return metric(named.get(str(self.refit), next(iter(named.values()))))

    def _check_refit(self, metrics: Sequence[str]) -> None:
        """Raise unless `refit` is True, False, or the name of a metric."""
        if isinstance(self.refit, bool | np.bool_):
            return
        if not isinstance(self.refit, str) or self.refit not in metrics:
            names = " or ".join(map(repr, metrics))
            raise ValueError(
                f"refit must be True, False or the name of a metric, {names}, "
                f"got {shortened(self.refit)}"
            )

    def _asked(self, method: str, X: Any, **params: Any) -> Any:
        check_is_fitted(self, "learner_")
        return getattr(self.learner_, method)(self._part(X), **params)

    def _part(self, X: Any) -> Any:
        """Return the columns of X that the learner was fitted on, as it was."""
        X = as_pandas(X)
        self._check_columns(X)
        table = as_table(X, min_rows=1)
        columns = np.flatnonzero(self.support_)
        none = np.zeros((table.shape[0], 1))
        return take_columns(table, columns) if len(columns) else none
