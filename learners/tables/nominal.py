"""Which columns are nominal, and their values as codes."""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Integral

import numpy as np

from learners.tables.codes import largest_codes

LARGEST_OWN_CODE = 4095  # integers up to it are their own codes


def is_frame(X):
    """Tell a DataFrame from an array."""
    return hasattr(X, "iloc")


@dataclass(frozen=True)
class Coding:
    """The nominal columns of X, and how their values become codes from zero.

    Parameters
    ----------
    places : ndarray of shape (n_nominal,)
        The nominal columns, ascending.
    levels : list of pandas.Index, or None
        The values of each; None if they are their own codes.
    n_levels : ndarray of shape (n_nominal,)
        One more than the largest code of each.
    declared : ndarray of shape (n_nominal,)
        Whether all levels count as known, seen or not.

    Examples
    --------
    >>> X = np.array([["a", 1.5], ["b", 2.5], ["a", None]], dtype=object)
    >>> coding = Coding.learn(X, nominal=[0])
    >>> coding.code(np.array([["b", 0.5], ["c", None]], dtype=object)).tolist()
    [[1.0, 0.5], [-1.0, nan]]
    """

    places: np.ndarray
    levels: list | None
    n_levels: np.ndarray
    declared: np.ndarray

    @classmethod
    def learn(cls, X, nominal):
        """Find the nominal columns of X of shape (n_samples, n_variables)."""
        places = nominal_places(X, nominal)
        if not is_frame(X) and X.dtype.kind in "biuf":
            cells = X if len(places) == X.shape[1] else X[:, places]
            n_levels = largest_codes(np.require(cells, np.float64, ["C", "W"])) + 1
            if (n_levels <= LARGEST_OWN_CODE + 1).all():
                none = np.zeros(len(places), dtype=np.bool_)
                return cls(places, None, n_levels.astype(np.int64), none)
        frame = _frame(X)
        declared = [declared_levels(dtype) for dtype in frame.dtypes.iloc[places]]
        levels = [
            seen_levels(frame.iloc[:, j]) if known is None else known
            for j, known in zip(places, declared, strict=True)
        ]
        n_levels = np.array([len(of_column) for of_column in levels], dtype=np.int64)
        is_declared = np.array(
            [known is not None for known in declared], dtype=np.bool_
        )
        return cls(places, levels, n_levels, is_declared)

    def code(self, X):
        """Return X with codes in its nominal columns; -1 stands for all else."""
        if not self.levels:
            return X
        X = _frame(X)
        coded = np.empty(X.shape, order="F")
        others = np.setdiff1d(np.arange(X.shape[1]), self.places)
        coded[:, others] = X.iloc[:, others].to_numpy(dtype=float, na_value=np.nan)
        levels = dict(zip(self.places.tolist(), self.levels, strict=True))
        # Going through all columns, numbered, is faster than asking for some.
        for j, column in X.set_axis(range(X.shape[1]), axis=1).items():
            if j in levels:
                coded[:, j] = codes_of(column, levels[j])
        return coded


def nominal_places(X, nominal):
    """Return the nominal columns of X, by dtype and by request."""
    if isinstance(nominal, str) and nominal == "all":
        return np.arange(X.shape[1])
    if isinstance(nominal, str) or not (nominal is None or np.iterable(nominal)):
        raise ValueError(
            f"nominal must be None, 'all' or a list of columns, got {nominal!r}"
        )
    places = {_place(X, column) for column in ([] if nominal is None else nominal)}
    if is_frame(X):
        places |= {j for j, dtype in enumerate(X.dtypes) if dtype.kind not in "iuf"}
    return np.array(sorted(places - {None}), dtype=np.intp)


def _place(X, column):
    if isinstance(column, Integral):
        if not 0 <= column < X.shape[1]:
            raise ValueError(f"nominal must be in 0..{X.shape[1] - 1}, got {column}")
        return int(column)
    if not is_frame(X):
        raise ValueError(f"nominal must be numbers unless X is a frame, got {column!r}")
    return X.columns.get_loc(column) if column in X.columns else None


def declared_levels(dtype):
    """Return the levels a dtype declares, or None."""
    import pandas as pd

    if hasattr(dtype, "categories"):
        return dtype.categories
    return pd.Index([False, True]) if dtype.kind == "b" else None


def seen_levels(column):
    """Return the values present in a column."""
    import pandas as pd

    return pd.Index(column.dropna().unique())


def codes_of(column, levels):
    """Return the place of each value among the levels, or -1."""
    values = column.array
    if getattr(values, "categories", None) is levels:
        return values.codes
    return levels.get_indexer(column)


def _frame(X):
    import pandas as pd

    return X if is_frame(X) else pd.DataFrame(X)
