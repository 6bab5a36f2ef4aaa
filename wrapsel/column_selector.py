"""What the selectors share: columns by position inside, names as they came outside."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator
from sklearn.feature_selection import SelectorMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from wrapsel.evaluation.table import as_learners_take, as_pandas, check_names, is_frame
from wrapsel.words import ChecksWords


class ColumnSelector(ChecksWords, SelectorMixin, BaseEstimator):  # type: ignore[misc]  # scikit-learn is untyped
    """A selector of columns whose names may be of any kind.

    Scikit-learn's own knows names of text only: others come back as x0, x1, ..., and
    are refused where some are text.

    Attributes
    ----------
    support_ : ndarray of shape (n_features,)
        Mask of the selected columns, to be set by `fit`.

    Examples
    --------
    >>> import pandas as pd
    >>> from wrapsel import RankSelector, filters
    >>> X = pd.DataFrame({"a": [1, 2, 3, 4], 7: [1, 0, 0, 1]})
    >>> selector = RankSelector(filters.Correlation(), n_features_to_select=1)
    >>> selector.fit(X, [1, 0, 0, 1]).get_feature_names_out()
    array([7], dtype=object)
    """

    support_: NDArray[np.bool_]

    def transform(self, X: Any) -> Any:
        """Return the selected columns of X, of shape (n_samples, n_features)."""
        check_is_fitted(self)
        X = as_pandas(X)
        self._check_labels(X)
        return super().transform(as_learners_take(X))

    def get_feature_names_out(self, input_features: Any = None) -> NDArray[Any]:
        """Return the names of the selected columns, as they were given to `fit`."""
        labels: list[Any] | None = getattr(self, "_labels", None)
        names: NDArray[Any]
        if input_features is not None or labels is None:
            names = super().get_feature_names_out(input_features)
            return names
        names = np.empty(len(labels), dtype=object)
        names[:] = labels  # tuples, too, are one name each
        return names[self._get_support_mask()]

    def _take_note_of(self, X: Any, y: Any) -> None:
        """Remember the number and names of the columns that a fit is given."""
        if is_frame(X):
            check_names(X)
        validate_data(self, as_learners_take(X), y, skip_check_array=True)
        named = is_frame(X) and not hasattr(self, "feature_names_in_")
        self._labels = list(X.columns) if named else None

    def _check_columns(self, X: Any) -> None:
        """Refuse other columns than a fit was given."""
        self._check_labels(X)
        validate_data(self, as_learners_take(X), reset=False, skip_check_array=True)

    def _check_labels(self, X: Any) -> None:
        if self._labels is not None and is_frame(X) and list(X.columns) != self._labels:
            raise ValueError(
                "The feature names should match those that were passed during fit, "
                f"{self._labels[:8]}, got {list(X.columns)[:8]}"
            )

    def _get_support_mask(self) -> NDArray[np.bool_]:
        check_is_fitted(self, "support_")
        return self.support_

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.required = True
        return tags
