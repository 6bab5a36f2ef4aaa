"""Columns as codes of few levels: nominal ones as they are, numbers in bins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wrapsel.columns.arrays import FloatArray, IntArray
from wrapsel.columns.numeric import numeric_table

Codes = NDArray[np.unsignedinteger[Any]]
METHODS = ("equal_frequency", "equal_width", "mdl", "none")
CELLS = 2**17  # of floats at once: they stay in the cache


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
        numbers, given, places, nominal = _split(X)
        cutting = Cutting.of(discretize, n_bins, len(numbers), classes)
        levels = cutting.levels(numbers, given)
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
        from wrapsel.columns import cuts as kernels

        method = kernels.METHODS.index(discretize)
        if method != kernels.MDL or classes is None:
            classes = np.zeros(n_samples, dtype=np.intp)
        if method == kernels.NONE:
            n_bins = n_samples + 1  # so every distinct value is a level
        counts = np.bincount(classes)
        return cls(classes, counts, method, n_bins, kernels.plogp(n_samples))

    def levels(self, table: NDArray[Any], given: Any) -> Levels:
        """Code a numeric table of shape (n_samples, n_variables); raise by `given`."""
        from wrapsel.columns.values import rank

        codes, seen = _steps(table)
        n_levels = np.empty(len(codes), dtype=np.intp)
        rank(codes, seen, self._n_known(len(table)), n_levels)
        others = np.flatnonzero(n_levels == 0)
        if len(others) and table.dtype.kind == "f":
            table = numeric_table(given, allow_missing=True)
        for part in _parts(len(others), len(table)):
            columns = np.array(table[:, others[part]].T, dtype=np.float64, order="C")
            coded, n_levels[others[part]] = self._coded(columns)
            codes = codes.astype(np.promote_types(codes.dtype, coded.dtype), copy=False)
            codes[others[part]] = coded
        return Levels(codes, n_levels)

    def _n_known(self, n_samples: int) -> int:
        """Return how many distinct numbers are levels as they are."""
        from wrapsel.columns import cuts as kernels

        return 0 if self.method == kernels.MDL else min(self.n_bins, n_samples)

    def _coded(self, columns: FloatArray) -> tuple[Codes, IntArray]:
        from wrapsel.columns import cuts as kernels

        few = min(self._n_known(columns.shape[1]), kernels.FEW)
        codes: Codes = np.empty(columns.shape, dtype=np.uint8)
        n_levels = np.empty(len(columns), dtype=np.intp)
        kernels.code_few(columns, few, codes, n_levels)
        if n_levels.all():
            return codes, n_levels
        if self.method in (kernels.MDL, kernels.NONE):
            codes = codes.astype(np.min_scalar_type(columns.shape[1]))
        kernels.code_sorted(
            columns,
            *self._ordered(columns),
            len(self.n_of_class),
            self.method,
            self.n_bins,
            self.plogp,
            codes,
            n_levels,
        )
        dtype = np.min_scalar_type(n_levels.max() - 1)
        return codes.astype(dtype, copy=False), n_levels

    def _ordered(self, columns: FloatArray) -> tuple[FloatArray, IntArray]:
        """Return the numbers, ascending, and their classes."""
        from wrapsel.columns import cuts as kernels

        if self.method != kernels.MDL:
            return np.sort(columns, axis=1), np.zeros(columns.shape, dtype=np.intp)
        order = np.argsort(columns, axis=1)
        return np.take_along_axis(columns, order, axis=1), self.classes[order]


def _parts(n_variables: int, n_samples: int) -> Iterator[slice]:
    """Cut columns in parts that stay in the cache."""
    size = min(64, max(8, CELLS // n_samples))
    for start in range(0, n_variables, size):
        yield slice(start, start + size)


def _steps(table: NDArray[Any]) -> tuple[NDArray[np.uint8], NDArray[np.uint64]]:
    """Return the columns in steps, and which ones each has, as bits."""
    from wrapsel.columns import values as kernels

    n_samples, n_variables = table.shape
    width = -(-n_samples // kernels.ROWS) * kernels.ROWS
    steps = np.empty((n_variables, width), dtype=np.uint8)
    seen = np.zeros(n_variables, dtype=np.uint64)
    dtype = np.int64 if np.can_cast(table.dtype, np.int64) else np.float64
    if table.flags.f_contiguous or n_variables < kernels.ROWS:
        for part in _parts(n_variables, n_samples):
            columns = np.asarray(table.T[part], dtype=dtype, order="C")
            kernels.narrow_columns(columns, steps[part], seen[part])
        return steps[:, :n_samples], seen
    words = steps.view(np.uint64)
    block = np.zeros((kernels.ROWS, -(-n_variables // 8) * 8), dtype=np.uint8)
    for start in range(0, n_samples, kernels.ROWS):
        stop = start + kernels.ROWS
        rows = np.asarray(table[start:stop], dtype=dtype, order="C")
        kernels.narrow_rows(rows, block, words[:, start // 8 : stop // 8], seen)
        if (seen >> kernels.STRANGE).all():
            break
    return steps[:, :n_samples], seen


def _split(X: Any) -> tuple[NDArray[Any], Any, list[int], dict[int, Any]]:
    """Return the numeric columns, as what they came, their places, and the nominal.

    Arrays of numbers are as they are, not checked for infinite values.
    """
    if hasattr(X, "columns"):
        return _split_frame(X)
    table = X if hasattr(X, "tocsc") else np.asarray(X)
    if table.dtype.kind in "fiu" or table.ndim != 2 or 0 in table.shape:
        table = _numbers(X, table)
        return table, table, list(range(table.shape[1])), {}
    cells = np.array(X, dtype=object)
    nominal = {j: cells[:, j].copy() for j in range(cells.shape[1])}
    nominal = {j: column for j, column in nominal.items() if _has_text(column)}
    cells[:, list(nominal)] = 0  # so that errors name the places of the others
    places = [j for j in range(cells.shape[1]) if j not in nominal]
    table = numeric_table(cells, allow_missing=True)[:, places]
    return table, table, places, nominal


def _split_frame(X: Any) -> tuple[NDArray[Any], Any, list[int], dict[int, Any]]:
    is_nominal = [
        dtype.kind == "b"
        or (dtype.kind == "O" and (dtype.name != "object" or _has_text(X.iloc[:, j])))
        for j, dtype in enumerate(X.dtypes)
    ]
    nominal = {j: X.iloc[:, j] for j in np.flatnonzero(is_nominal).tolist()}
    places = np.flatnonzero(~np.array(is_nominal, dtype=np.bool_)).tolist()
    if len(X) and nominal and not places:
        return np.empty((len(X), 0)), X, places, nominal
    given = X.iloc[:, places] if nominal else X
    return _numbers(given, given.to_numpy()), given, places, nominal


def _numbers(X: Any, table: NDArray[Any]) -> NDArray[Any]:
    """Return the array of X if it is a table of numbers, else make one or raise."""
    if table.dtype.kind in "fiu" and table.ndim == 2 and table.size:
        return table
    return numeric_table(X, allow_missing=True)


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
