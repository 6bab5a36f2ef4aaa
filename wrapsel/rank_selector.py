"""A ranker behind scikit-learn's selector interface."""

from __future__ import annotations

from types import NoneType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wrapsel.column_selector import ColumnSelector
from wrapsel.evaluation.table import as_pandas, as_table
from wrapsel.filters import Ranker, Ranking
from wrapsel.parameters import check_function, check_kind

N_FEATURES = 10  # of a ranker that does not select


class RankSelector(ColumnSelector):
    """Select the variables that a ranker puts first.

    Parameters
    ----------
    ranker : Ranker
        One of `wrapsel.filters`, or any function of X and y that gives a `Ranking`.
    n_features_to_select : int, optional
        How many to select; all of them if there are fewer. By default those that the
        ranker selects, such as `FCBF` and `CFS`, else those that are not redundant, and
        10 if it says neither.
    drop_redundant : bool, default=True
        Whether variables that the ranker found redundant are left out, even if fewer
        than `n_features_to_select` remain.

    Attributes
    ----------
    ranking_ : Ranking
    support_ : ndarray of shape (n_features,)
        Mask of the selected variables.
    n_features_in_ : int
    feature_names_in_ : ndarray of shape (n_features,)
        Only if fitted on a DataFrame with text as names.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from wrapsel.filters import L1
    >>> X, y = load_iris(return_X_y=True)
    >>> RankSelector(L1(), n_features_to_select=2).fit_transform(X, y).shape
    (150, 2)
    """

    def __init__(
        self,
        ranker: Ranker,
        *,
        n_features_to_select: int | None = None,
        drop_redundant: bool = True,
    ) -> None:
        self.ranker = ranker
        self.n_features_to_select = n_features_to_select
        self.drop_redundant = drop_redundant

    def fit(self, X: Any, y: Any) -> RankSelector:
        """Rank; X of shape (n_samples, n_variables), y (n_samples,)."""
        n = self.n_features_to_select
        check_kind("n_features_to_select", n, (int, NoneType))
        if n is not None and n < 1:
            raise ValueError(f"n_features_to_select must be at least 1, got {n}")
        check_function("ranker", self.ranker)
        X = as_pandas(X)
        self._take_note_of(X, y)
        self.ranking_: Ranking = self.ranker(as_table(X), y)
        self.support_ = np.zeros(self.n_features_in_, dtype=np.bool_)
        self.support_[self._chosen(self.ranking_)] = True
        return self

    def _chosen(self, ranking: Ranking) -> NDArray[np.intp]:
        order, redundant = ranking.order, ranking.redundant
        free = order[: len(order) - len(redundant)]
        if self.n_features_to_select is not None:
            return (free if self.drop_redundant else order)[: self.n_features_to_select]
        if ranking.n_selected is None and not len(redundant):
            return order[:N_FEATURES]
        chosen = free[: ranking.n_selected]
        return chosen if self.drop_redundant else np.append(chosen, redundant)
