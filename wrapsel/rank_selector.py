"""A ranker behind scikit-learn's selector interface."""

from __future__ import annotations

from typing import Any

import numpy as np

from wrapsel.column_selector import ColumnSelector
from wrapsel.evaluation.table import as_table
from wrapsel.filters import Ranker, Ranking


class RankSelector(ColumnSelector):
    """Select the variables that a ranker puts first.

    Parameters
    ----------
    ranker : Ranker
        One of `wrapsel.filters`, or any function of X and y that gives a `Ranking`.
    n_features : int, default=10
        How many to select; all of them if there are fewer.
    drop_redundant : bool, default=True
        Whether variables that the ranker found redundant are left out, even if fewer
        than `n_features` remain.

    Attributes
    ----------
    ranking_ : Ranking
    support_ : ndarray of shape (n_features_in_,)
        Mask of the selected variables.
    n_features_in_ : int
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Only if fitted on a DataFrame with text as names.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from wrapsel.filters import L1
    >>> X, y = load_iris(return_X_y=True)
    >>> RankSelector(L1(), n_features=2).fit_transform(X, y).shape
    (150, 2)
    """

    def __init__(
        self, ranker: Ranker, *, n_features: int = 10, drop_redundant: bool = True
    ) -> None:
        self.ranker = ranker
        self.n_features = n_features
        self.drop_redundant = drop_redundant

    def fit(self, X: Any, y: Any) -> RankSelector:
        """Rank; X of shape (n_samples, n_variables), y (n_samples,)."""
        if self.n_features < 1:
            raise ValueError(f"n_features must be at least 1, got {self.n_features}")
        self._take_note_of(X, y)
        self.ranking_: Ranking = self.ranker(as_table(X), y)
        order = self.ranking_.order
        if self.drop_redundant:
            order = order[: len(order) - len(self.ranking_.redundant)]
        self.support_ = np.zeros(self.n_features_in_, dtype=np.bool_)
        self.support_[order[: self.n_features]] = True
        return self
