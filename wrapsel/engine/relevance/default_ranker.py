"""The ranker of those who name none, and what it gives to chance."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from wrapsel.evaluation.problem import Problem
from wrapsel.evaluation.table import take_columns
from wrapsel.filters import AnovaF, Correlation, Ranking, SymmetricUncertainty
from wrapsel.subset import Subset

N_LEVELS = 5  # of numeric targets, where values are nominal or missing


def default_ranker(problem: Problem, among: Subset | None = None) -> Any:
    """Return a ranker that takes the table and targets of a problem, and is fast.

    It need not take variables that are not `among` these.

    Examples
    --------
    >>> from sklearn.naive_bayes import GaussianNB
    >>> default_ranker(Problem(GaussianNB(), np.eye(4), [0, 0, 1, 1], cv=2))
    AnovaF()
    """
    X = problem.X
    if among is not None and len(among) < problem.n_variables:
        X = take_columns(X, problem.columns(among))
    if not _is_plain(X):
        return _uncertainty
    return AnovaF() if problem.is_classification else Correlation()


def _uncertainty(X: Any, y: NDArray[Any]) -> Ranking:
    """Rank by symmetric uncertainty; many numbers as targets are cut into levels."""
    values = np.unique(y)
    if y.dtype.kind in "iuf" and len(values) > 2 * N_LEVELS:
        cuts = np.quantile(y, np.arange(1, N_LEVELS) / N_LEVELS)
        y = np.searchsorted(cuts, y, side="right")
    return SymmetricUncertainty()(X, y)


def _is_plain(X: Any) -> bool:
    """Say whether all is numbers, and none is missing."""
    if hasattr(X, "dtypes"):
        numeric = all(np.dtype(d).kind in "biuf" for d in X.dtypes if _is_numpy(d))
        return numeric and all(map(_is_numpy, X.dtypes)) and not X.isna().any(axis=None)
    values = X.data if hasattr(X, "tocsr") else X
    if values.dtype.kind not in "biuf":
        return False
    return bool(np.isfinite(values).all())


def _is_numpy(dtype: Any) -> bool:
    return isinstance(dtype, np.dtype)
