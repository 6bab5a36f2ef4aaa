"""Columns as codes of few levels: nominal ones as they are, numbers in bins."""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wrapsel.filters.columns import numeric_table
from wrapsel.filters.ranker import FloatArray, IntArray

Codes = NDArray[np.unsignedinteger[Any]]
METHODS = ("equal_frequency", "equal_width", "mdl", "none")
CHUNK = 64  # columns at once: they stay in the cache


def check_discretization(discretize: str, n_bins: int) -> None:
    """Raise ValueError unless these are a method and a number of bins."""
    if discretize not in METHODS:
        allowed = ", ".join(METHODS)
        raise ValueError(f"discretize must be one of {allowed}, got {discretize!r}")
    if not (isinstance(n_bins, Integral) and 2 <= n_bins <= 255):
        raise ValueError(f"n_bins must be an integer from 2 to 255, got {n_bins}")


@dataclass(frozen=True, slots=True, eq=False)
class Levels:
    """The columns of a table, as codes from zero.

    Parameters
    ----------
    codes : ndarray of shape (n_variables, n_samples)
    n_levels : ndarray of shape (n_variables,)
        One more than the largest code of each column; not every code need occur.

    Examples
    --------
    >>> Levels.of([["a", 3.5], ["b", 0.5], [None, 1.5]]).codes.tolist()
    [[0, 1, 2], [2, 0, 1]]
    """

    codes: Codes
    n_levels: IntArray

    @classmethod
    def of(
        cls,
        X: Any,
        discretize: str = "equal_frequency",
        n_bins: int = 5,
        classes: IntArray | None = None,
    ) -> Levels:
        """Code X of shape (n_samples, n_variables); "mdl" needs codes of classes."""
        check_discretization(discretize, n_bins)
        if getattr(getattr(X, "dtype", None), "kind", "") == "b":
            X, discretize = np.asarray(X).view(np.uint8), "none"
        numbers, places, nominal = _split(X)
        cutting = Cutting.of(discretize, n_bins, len(numbers), classes)
        levels = cutting.levels(numbers)
        if not nominal:
            return levels
        rows = dict(
            zip(places, zip(levels.codes, levels.n_levels, strict=True), strict=True)
        )
        rows |= {j: _nominal(column) for j, column in nominal.items()}
        codes, n_levels = zip(*(rows[j] for j in range(len(rows))), strict=True)
        return cls(np.array(codes), np.array(n_levels, dtype=np.intp))


@dataclass(frozen=True, slots=True, eq=False)
class Cutting:
    """How to find the cuts of a numeric column: what `find_cuts` takes besides it."""

    classes: IntArray
    n_of_class: IntArray
    method: int
    n_bins: int
    plogp: NDArray[np.int64]

    @classmethod
    def of(
        cls, discretize: str, n_bins: int, n_samples: int, classes: IntArray | None
    ) -> Cutting:
        """Make the one of a method; classes matter only to "mdl"."""
        from wrapsel.filters import _kernels_discretize as kernels

        method = kernels.METHODS.index(discretize)
        if method != kernels.MDL or classes is None:
            classes = np.zeros(n_samples, dtype=np.intp)
        if method == kernels.NONE:
            n_bins = n_samples + 1  # so every distinct value is a level
        counts = np.bincount(classes)
        return cls(classes, counts, method, n_bins, kernels.plogp(n_samples))

    def levels(self, table: NDArray[Any]) -> Levels:
        """Code a numeric table of shape (n_samples, n_variables)."""
        from wrapsel.filters import _kernels_discretize as kernels

        n_samples, n_variables = table.shape
        codes: Codes = np.empty((n_variables, n_samples), dtype=np.uint8)
        n_levels = np.zeros(n_variables, dtype=np.intp)
        chunk = np.empty((CHUNK, n_samples))
        few = 0 if self.method == kernels.MDL else min(self.n_bins, kernels.FEW)
        for start in range(0, n_variables, CHUNK):
            part = slice(start, start + CHUNK)
            columns = chunk[: len(n_levels[part])]
            kernels.transpose(table[:, part], columns)
            kernels.code_few(columns, few, codes[part], n_levels[part])
            for j in start + np.flatnonzero(n_levels[part] == 0):
                row, n_levels[j] = self._coded(columns[j - start])
                codes = codes.astype(
                    np.promote_types(codes.dtype, row.dtype), copy=False
                )
                codes[j] = row
        return Levels(codes, n_levels)

    def _coded(self, column: FloatArray) -> tuple[Codes, int]:
        from wrapsel.filters import _kernels_discretize as kernels

        if self.method == kernels.MDL:
            order = np.argsort(column)
            ordered, classes = column[order], self.classes[order]
        else:
            ordered, classes = np.sort(column), self.classes
        n_known = len(column) - np.count_nonzero(np.isnan(column))
        cuts = kernels.find_cuts(
            ordered[:n_known],
            classes[:n_known],
            np.zeros(len(self.n_of_class), dtype=np.intp),
            self.method,
            self.n_bins,
            self.plogp,
        )
        codes = np.empty(len(column), np.min_scalar_type(len(cuts) + 1))
        return codes, kernels.code(column, cuts, codes)


def _split(X: Any) -> tuple[NDArray[Any], list[int], dict[int, Any]]:
    """Return the numeric columns as a table, their places, and the nominal ones."""
    if hasattr(X, "columns"):
        return _split_frame(X)
    if isinstance(X, np.ndarray) and X.dtype.kind in "iu" and X.ndim == 2 and X.size:
        return X, list(range(X.shape[1])), {}  # no copy: whole numbers are finite
    table = np.asarray(X)
    if table.dtype.kind in "fiu" or table.ndim != 2 or 0 in table.shape:
        return numeric_table(X, allow_missing=True), list(range(table.shape[-1])), {}
    cells = np.array(X, dtype=object)
    nominal = {j: cells[:, j].copy() for j in range(cells.shape[1])}
    nominal = {j: column for j, column in nominal.items() if _has_text(column)}
    cells[:, list(nominal)] = 0  # so that errors name the places of the others
    places = [j for j in range(cells.shape[1]) if j not in nominal]
    return numeric_table(cells, allow_missing=True)[:, places], places, nominal


def _split_frame(X: Any) -> tuple[NDArray[Any], list[int], dict[int, Any]]:
    is_nominal = [
        dtype.kind == "b"
        or (dtype.kind == "O" and (dtype.name != "object" or _has_text(X.iloc[:, j])))
        for j, dtype in enumerate(X.dtypes)
    ]
    nominal = {j: X.iloc[:, j] for j in np.flatnonzero(is_nominal).tolist()}
    places = np.flatnonzero(~np.array(is_nominal, dtype=np.bool_)).tolist()
    if len(X) and nominal and not places:
        return np.empty((len(X), 0)), places, nominal
    return numeric_table(X.iloc[:, places], allow_missing=True), places, nominal


def _has_text(column: Any) -> bool:
    return any(isinstance(value, str | bytes | bool) for value in column)


def _nominal(column: Any) -> tuple[Codes, int]:
    """Return levels, numbered as they come; missing ones share the last."""
    if hasattr(column, "factorize"):
        codes, values = column.factorize()
        n_levels = len(values)
    else:
        seen: dict[Any, int] = {}
        known = [value is not None and value == value for value in column]
        codes = np.full(len(column), -1)
        codes[known] = [seen.setdefault(v, len(seen)) for v in column[known]]
        n_levels = len(seen)
    if (codes < 0).any():
        codes = np.where(codes < 0, n_levels, codes)
        n_levels += 1
    return codes.astype(np.min_scalar_type(max(n_levels - 1, 0))), n_levels
