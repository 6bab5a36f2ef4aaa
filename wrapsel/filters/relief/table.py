"""Variables as the Relief family takes them: scaled, block by block."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wrapsel.columns.arrays import FloatArray, IntArray
from wrapsel.columns.numeric import numeric_table

Codes = NDArray[np.int32]
WIDTH = 512  # columns: 512 differences of up to 2^15 have an exact sum in float32
CELLS = 2**25  # numbers held at once: 256 MB


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """Numeric columns, scaled when asked for, and codes of nominal ones.

    Parameters
    ----------
    numbers : ndarray or CSC matrix of shape (n_samples, n_numeric)
        As they came; NaN if missing.
    codes : ndarray of shape (n_samples, n_nominal)
        Small integers; -1 if missing.
    numeric, nominal : ndarray of int
        Where these columns lay in X.
    low, high : ndarray of shape (n_numeric,)
        The ends of the known numbers.
    holed : ndarray of bool of shape (n_numeric,)
        Which columns miss a number.
    kept : list of ndarray
        The scaled blocks, unless they are too large to keep.
    """

    numbers: Any
    codes: Codes
    numeric: IntArray
    nominal: IntArray
    low: FloatArray
    high: FloatArray
    holed: NDArray[np.bool_]
    kept: list[FloatArray] = field(default_factory=list)

    @property
    def n_rows(self) -> int:
        """Return how many samples there are."""
        return len(self.codes)

    @property
    def n_padded(self) -> int:
        """Return how many rows a block has: zeros fill a last four."""
        return -(-self.n_rows // 4) * 4

    @property
    def n_columns(self) -> int:
        """Return how many columns there are."""
        return len(self.numeric) + len(self.nominal)

    @property
    def unit(self) -> float:
        """Return the inverse of the step of scaled numbers: their sums are exact."""
        return float(2.0 ** min(40, 52 - self.n_columns.bit_length()))

    def keep(self) -> Table:
        """Scale the blocks once for all, if that is not too much."""
        if self.n_padded * len(self.numeric) <= CELLS and not hasattr(
            self.numbers, "toarray"
        ):
            self.kept.extend([self._scaled(start) for start in self.starts])
        return self

    @property
    def starts(self) -> range:
        """Return where the blocks of numeric columns begin."""
        return range(0, len(self.numeric), WIDTH)

    def block(self, start: int) -> FloatArray:
        """Return the columns of a block from 0 to 1, missing numbers as 0."""
        return self.kept[start // WIDTH] if self.kept else self._scaled(start)

    def _scaled(self, start: int) -> FloatArray:
        from wrapsel.filters.relief.differences import scale

        numbers = self.numbers
        if not getattr(getattr(numbers, "flags", None), "c_contiguous", False):
            numbers = np.ascontiguousarray(_dense(numbers, start, start + WIDTH))
        first = 0 if numbers is not self.numbers else start
        part = slice(start, start + WIDTH)
        block = np.zeros((self.n_padded, len(self.low[part])))
        scale(numbers, first, self.low[part], self.high[part], self.unit, block)
        return block

    def columns_with_gaps(self) -> Iterator[tuple[int, FloatArray, bool]]:
        """Yield where it lay, its values (NaN if missing) and whether it is nominal."""
        for place in np.flatnonzero(self.holed).tolist():
            values = self.block(place // WIDTH * WIDTH)[: self.n_rows, place % WIDTH]
            values = values.copy()
            values[np.isnan(self.numbers[:, place])] = np.nan
            yield int(self.numeric[place]), values, False
        for place in np.flatnonzero((self.codes < 0).any(axis=0)).tolist():
            values = self.codes[:, place].astype(np.float64)
            values[values < 0] = np.nan
            yield int(self.nominal[place]), values, True


def read_table(X: Any, nominal: Sequence[int | str]) -> Table:
    """Take an array, DataFrame or sparse matrix with these nominal columns.

    Columns of a DataFrame that are of categories or hold text are nominal anyway.
    """
    if hasattr(X, "tocsc"):
        return _of_sparse(X, nominal)
    table = X if hasattr(X, "columns") else np.asarray(X)
    if len(table.shape) != 2 or 0 in table.shape:
        raise ValueError(
            f"X must be of shape (n_samples, n_variables), got {table.shape}"
        )
    chosen = _nominal_columns(table, nominal)
    others = np.setdiff1d(np.arange(table.shape[1]), chosen)
    codes = np.empty((len(table), len(chosen)), np.int32)
    for place, column in enumerate(chosen):
        codes[:, place] = _codes(_column(table, column))
    numbers = np.empty((len(table), 0))
    if len(others):
        every = len(others) == table.shape[1]
        numbers = numeric_table(table if every else _take(table, others), True)
    holed: NDArray[np.bool_] = np.asarray(np.isnan(numbers).any(axis=0))
    low, high = _ends(numbers, holed)
    return Table(numbers, codes, others, chosen, low, high, holed).keep()


def _of_sparse(X: Any, nominal: Sequence[int | str]) -> Table:
    if len(nominal):
        raise ValueError(f"nominal must be empty for a sparse X, got {list(nominal)}")
    if 0 in X.shape:
        raise ValueError(f"X must be of shape (n_samples, n_variables), got {X.shape}")
    numbers = X.tocsc().astype(np.float64)
    if not np.isfinite(numbers.data).all():
        first = np.flatnonzero(~np.isfinite(numbers.data))[0]
        column = int(np.searchsorted(numbers.indptr, first, side="right")) - 1
        raise ValueError(
            f"column x{column} must be of finite numbers, got {numbers.data[first]!r}"
        )
    every = np.arange(X.shape[1])
    ends = [_ends(_dense(numbers, s, s + WIDTH)) for s in every[::WIDTH]]
    low, high = (np.concatenate(each) for each in zip(*ends, strict=True))
    codes = np.empty((X.shape[0], 0), np.int32)
    holed = np.zeros(len(every), bool)
    return Table(numbers, codes, every, every[:0], low, high, holed)


def _dense(numbers: Any, start: int, stop: int) -> FloatArray:
    part = numbers[:, start:stop]
    dense: FloatArray = part.toarray() if hasattr(part, "toarray") else part
    return dense


def _ends(numbers: FloatArray, holed: Any = None) -> tuple[FloatArray, FloatArray]:
    """Return the least and the greatest known number of each column, 0 if none is."""
    low, high = (
        numbers.min(axis=0, initial=np.inf),
        numbers.max(axis=0, initial=-np.inf),
    )
    for column in np.flatnonzero(holed) if holed is not None else ():
        known = numbers[~np.isnan(numbers[:, column]), column]
        low[column] = known.min() if len(known) else 0.0
        high[column] = known.max() if len(known) else 0.0
    return low, high


def _nominal_columns(table: Any, nominal: Sequence[int | str]) -> IntArray:
    names = list(getattr(table, "columns", range(table.shape[1])))
    chosen = {_place(names, name, table.shape[1]) for name in nominal}
    if hasattr(table, "columns"):
        chosen |= {j for j in range(len(names)) if _is_of_names(table.iloc[:, j])}
    return np.array(sorted(chosen), dtype=np.intp)


def _place(names: list[Any], name: int | str, n_columns: int) -> int:
    if name in names:
        return names.index(name)
    if isinstance(name, int) and 0 <= name < n_columns:
        return name
    raise ValueError(f"nominal must hold columns of X, got {name!r}")


def _is_of_names(column: Any) -> bool:
    """Say whether a column of a DataFrame is of categories or holds text."""
    if column.dtype.kind != "O":
        return False
    return hasattr(column, "cat") or any(isinstance(v, str) for v in column)


def _column(table: Any, column: int) -> Sequence[Any]:
    values = table.iloc[:, column] if hasattr(table, "iloc") else table[:, column]
    return list(values)


def _take(table: Any, columns: IntArray) -> Any:
    return table.iloc[:, columns] if hasattr(table, "iloc") else table[:, columns]


def _codes(values: Sequence[Any]) -> list[int]:
    """Return a number for each value, by first appearance; -1 if missing."""
    seen: dict[Any, int] = {}
    return [-1 if _is_missing(v) else seen.setdefault(v, len(seen)) for v in values]


def _is_missing(value: Any) -> bool:
    return value is None or type(value).__name__ == "NAType" or value != value
