"""Which of scikit-learn's scores are computed for many subsets at once, and of what."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wrapsel.evaluation.metrics.scores_of_labels import OF_LABELS, OF_TWO_LABELS, count
from wrapsel.evaluation.metrics.scores_of_numbers import OF_NUMBERS
from wrapsel.evaluation.metrics.scores_of_probabilities import (
    average_precision,
    brier,
    log_loss,
    roc_auc,
)
from wrapsel.protocol import FloatArray

_METHODS = {
    "scores": ("decision_function", "predict_proba"),  # the first there is
    "probabilities": ("predict_proba",),
}


class Vectorised(NamedTuple):
    """A score of scikit-learn, as errors of the predictions of many subsets.

    Both ways of measuring use it, so that the same predictions have the same error, to
    the bit. Where scikit-learn would warn or refuse, an error is NaN here, and its
    scorer is to be asked.

    Parameters
    ----------
    of : {"numbers", "labels", "scores", "probabilities"}
        What it needs of a learner.
    formula : callable
        Of what is true and answered by each subset, or of the counts of labels.
    two : bool, default=False
        Whether it suits two classes only.
    positive : bool, default=False
        Whether the label 1 has to be one of two, and is what is to be found.
    """

    of: str
    formula: Callable[..., FloatArray]
    two: bool = False
    positive: bool = False

    def suits(self, classes: NDArray[Any] | None) -> bool:
        """Whether it suits these classes, or numbers if there are none."""
        if classes is None or self.of == "numbers":
            return classes is None and self.of == "numbers"
        if not _are_labels(classes) or (self.two and len(classes) != 2):
            return False
        if not self.positive:
            return True
        # Scores rise towards the second class, and are not turned.
        found = classes.tolist() if self.of == "labels" else classes[1:].tolist()
        return 1 in found

    def method(self, learner: Any) -> str | None:
        """Return the method of a learner or its scorer that it needs, if there."""
        methods = _METHODS.get(self.of, ("predict",))
        return next((name for name in methods if hasattr(learner, name)), None)

    def errors(
        self, y: NDArray[Any], answers: NDArray[Any], classes: NDArray[Any] | None
    ) -> FloatArray:
        """Return errors (n_subsets,), NaN where the scorer is to be asked.

        Parameters
        ----------
        y : ndarray of shape (n_test,)
            Numbers, or codes of the classes.
        answers : ndarray of shape (n_subsets, n_test) or (n_subsets, n_test, n_classes)
            Of the method that it needs; of predictions, codes.
        classes : ndarray of shape (n_classes,) or None

        Examples
        --------
        >>> y, predicted = np.array([0, 1, 1]), np.array([[0, 1, 1], [0, 0, 1]])
        >>> f1 = vectorised("f1_macro")
        >>> f1.errors(y, predicted, np.array(["no", "yes"])).round(4).tolist()
        [0.0, 0.3333]
        """
        with np.errstate(all="ignore"):
            errors = self._errors(y, answers, classes)
        if errors is None:
            return np.full(len(answers), np.nan)
        errors[np.isinf(errors)] = np.nan
        return errors

    def _errors(
        self, y: NDArray[Any], answers: NDArray[Any], classes: NDArray[Any] | None
    ) -> FloatArray | None:
        if classes is None:
            return self._of_numbers(y, answers)
        y = y.astype(np.intp)
        if self.of == "labels":
            return self._of_labels(y, answers, classes)
        if self.of == "scores":
            return self._of_scores(y, answers)
        doubles = answers.dtype == np.float64
        if not doubles or answers.shape[1:] != (len(y), len(classes)):
            return None
        return self.formula(y, np.ascontiguousarray(answers))

    def _of_scores(
        self, y: NDArray[np.intp], answers: NDArray[Any]
    ) -> FloatArray | None:
        if answers.shape[1:] == (len(y), 2):  # probabilities
            answers = answers[:, :, 1]
        if answers.shape[1:] != y.shape:
            return None
        return self.formula(y, np.ascontiguousarray(answers, dtype=np.float64))

    def _of_numbers(self, y: NDArray[Any], answers: NDArray[Any]) -> FloatArray | None:
        # scikit-learn computes in single precision what is given so.
        doubles = np.float64 in (y.dtype, answers.dtype)
        if not doubles or answers.shape[1:] != y.shape:
            return None
        answers = np.ascontiguousarray(answers, dtype=np.float64)
        errors = self.formula(y.astype(np.float64), answers)
        # A median has a value even so.
        return np.where(np.isfinite(answers).all(axis=1), errors, np.nan)

    def _of_labels(
        self, y: NDArray[np.intp], answers: NDArray[Any], classes: NDArray[Any]
    ) -> FloatArray | None:
        n_classes = len(classes)
        if answers.shape[1:] != y.shape:
            return None
        known = np.logical_and(answers >= 0, answers < n_classes).all(axis=1)
        if answers.dtype.kind == "f":
            known &= (answers == np.rint(answers)).all(axis=1)
        codes = np.where(np.expand_dims(known, 1), answers, 0).astype(np.intp)
        if self.positive:
            one = classes.tolist().index(1)
            y, codes = np.equal(y, one).astype(np.intp), (codes == one).astype(np.intp)
        return np.where(known, self.formula(count(y, codes, n_classes)), np.nan)


def vectorised(name: str) -> Vectorised | None:
    """Return how a scorer of scikit-learn is computed at once, None if it is not."""
    return _ALL.get(name)


def error_of_fit(
    score: Vectorised,
    fitted: Any,
    X: Any,
    y: NDArray[Any],
    classes: NDArray[Any] | None,
) -> float:
    """Return the error of a fitted learner on some rows, NaN if a scorer must say it.

    Examples
    --------
    >>> from sklearn.linear_model import LinearRegression
    >>> X, y = np.array([[0.0], [1], [2]]), np.array([0.0, 1, 2])
    >>> fitted = LinearRegression().fit(X, y)
    >>> round(error_of_fit(vectorised("r2"), fitted, X, y, None), 6)
    0.0
    """
    method = score.method(fitted)
    if method is None or not score.suits(classes):
        return np.nan
    truth = y if classes is None else codes_of(y, classes)
    answers = _answers(fitted, method, X, classes)
    if truth is None or answers is None:
        return np.nan
    return float(score.errors(truth, answers[np.newaxis], classes)[0])


def _answers(
    fitted: Any, method: str, X: Any, classes: NDArray[Any] | None
) -> NDArray[Any] | None:
    if classes is None:
        return _flat(fitted.predict(X))
    if method == "predict":
        return codes_of(_flat(fitted.predict(X)), classes)
    # One that saw fewer classes has fewer columns.
    if not np.array_equal(getattr(fitted, "classes_", classes), classes):
        return None
    return np.asarray(getattr(fitted, method)(X))


def _flat(predicted: Any) -> NDArray[Any]:
    """Return predictions as (n_test,); of some learners they have one column."""
    values = np.asarray(predicted)
    return values[:, 0] if values.shape[1:] == (1,) else values


def codes_of(labels: NDArray[Any], classes: NDArray[Any]) -> NDArray[np.intp] | None:
    """Return the index of each label in the sorted classes; None if one is not there.

    Examples
    --------
    >>> codes_of(np.array([4, 2]), np.array([2, 4])).tolist()
    [1, 0]
    """
    if (labels.dtype.kind == "U") != (classes.dtype.kind == "U"):
        return None
    codes = np.searchsorted(classes, labels)
    codes = np.minimum(codes, len(classes) - 1)
    return codes if np.array_equal(classes[codes], labels) else None


def _are_labels(classes: NDArray[Any]) -> bool:
    """Whether scikit-learn takes them for labels, and not for numbers."""
    if classes.dtype.kind == "f":
        return bool((classes == np.rint(classes)).all())
    return classes.dtype.kind in "biuU"


_ALL = {
    **{name: Vectorised("numbers", formula) for name, formula in OF_NUMBERS.items()},
    **{name: Vectorised("labels", formula) for name, formula in OF_LABELS.items()},
    **{
        name: Vectorised("labels", formula, two=True, positive=True)
        for name, formula in OF_TWO_LABELS.items()
    },
    "average_precision": Vectorised(
        "scores", average_precision, two=True, positive=True
    ),
    "neg_brier_score": Vectorised("probabilities", brier, two=True, positive=True),
    "neg_log_loss": Vectorised("probabilities", log_loss),
    "roc_auc": Vectorised("scores", roc_auc, two=True),
}
