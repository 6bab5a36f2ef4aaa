"""An estimator that answers what was computed before, for scikit-learn's scorers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin

METHODS = ("predict", "predict_proba", "decision_function")


class _Stub(BaseEstimator):  # type: ignore[misc]  # scikit-learn is untyped
    """Answers each method with one array, whatever the rows."""

    def __init__(self, answers: dict[str, NDArray[Any]] | None = None) -> None:
        self.answers = answers
        for name, values in (answers or {}).items():
            setattr(self, name, _method(name, values))

    def fit(self, X: Any, y: Any) -> _Stub:
        """Learn nothing; without this method it would be no estimator."""
        return self

    def __sklearn_is_fitted__(self) -> bool:
        return True


class _Classifier(ClassifierMixin, _Stub):  # type: ignore[misc]  # as above
    pass


class _Regressor(RegressorMixin, _Stub):  # type: ignore[misc]  # as above
    pass


def _method(name: str, values: NDArray[Any]) -> Callable[[Any], NDArray[Any]]:
    def answer(X: Any) -> NDArray[Any]:
        return values

    answer.__name__ = name  # by which the scorers know what they got
    return answer


def stub(answers: dict[str, NDArray[Any]], classes: NDArray[Any] | None) -> Any:
    """Return a fitted estimator whose methods give these answers.

    Parameters
    ----------
    answers : dict
        By method name, such as "predict"; methods that are absent do not exist.
    classes : ndarray of shape (n_classes,) or None
        The labels of a classifier; None makes a regressor.

    Examples
    --------
    >>> import numpy as np
    >>> stub({"predict": np.array([1.5])}, None).predict(None)
    array([1.5])
    """
    if classes is None:
        return _Regressor(answers)
    estimator = _Classifier(answers)
    estimator.classes_ = classes
    return estimator
