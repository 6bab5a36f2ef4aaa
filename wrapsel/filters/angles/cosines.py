"""Cosines of powers of columns with targets, of tables by blocks or sparse."""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wrapsel.columns.arrays import FloatArray
from wrapsel.columns.blocks import ColumnBlocks, sparse_columns
from wrapsel.columns.numeric import class_codes, is_of_classes, numeric_targets

HIGHEST = 100  # no signal ends a kernel that raises to thousands of powers
Options = tuple[FloatArray, int, bool, bool]  # targets, degree, centred, standardised


@dataclass(frozen=True, slots=True, eq=False)
class Angles:
    """What is known of each column.

    Parameters
    ----------
    cosines : ndarray of shape (n_variables,)
        Largest |cosine| of a power of it and a target.
    centres, norms : ndarray of shape (n_variables,)
        Its mean, and the length of what is left without; 0 of a constant.
    """

    cosines: FloatArray
    centres: FloatArray
    norms: FloatArray

    @classmethod
    def of(
        cls,
        blocks: ColumnBlocks,
        targets: FloatArray,
        degree: int,
        is_centred: bool,
        is_standardised: bool,
    ) -> Angles:
        """Reckon them block by block, for targets from `unit`.

        Raises
        ------
        ValueError
            If a column is not of finite numbers; names it.
        """
        options = targets, degree, is_centred, is_standardised
        values = np.empty((3, blocks.shape[1]))
        for start, block in blocks:
            own = values[:, start : start + block.shape[1]]
            own[:] = _angles(block, options, _smallest(degree))
            odd = np.flatnonzero(np.isnan(own[0]))
            if len(odd):
                columns = block[:, odd].astype(np.float64)
                if not np.isfinite(columns).all():
                    blocks.refuse_infinite(start, block)
                own[:, odd] = _scaled_angles(columns, options)
        return cls(*values)


def target_rows(y: Any, n_samples: int, of_classes: bool | None = None) -> FloatArray:
    """Return numbers as one row, two classes as one of -1 and 1, and more as one each.

    Raises
    ------
    ValueError
        If y does not fit, or has only one value.

    Examples
    --------
    >>> target_rows(["b", "a", "c"], 3).tolist()
    [[-1.0, 1.0, -1.0], [1.0, -1.0, -1.0], [-1.0, -1.0, 1.0]]
    """
    if of_classes is None:
        of_classes = is_of_classes(y)
    if not of_classes:
        targets = numeric_targets(y, n_samples)
        if (targets == targets[0]).all():
            raise ValueError(f"y must have at least two values, got only {targets[0]}")
        return targets[None]
    classes, codes = class_codes(y, n_samples)
    numbers = np.arange(len(classes))[1 if len(classes) == 2 else 0 :]
    return np.where(codes == numbers[:, None], 1.0, -1.0)


def unit(targets: FloatArray, is_centred: bool) -> FloatArray:
    """Return rows of length 1, and of mean 0 if asked for."""
    rows = targets / np.abs(targets).max(axis=1, keepdims=True)  # no square overflows
    if is_centred:
        rows = rows - rows.mean(axis=1, keepdims=True)
    scaled: FloatArray = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return scaled


def check_degree(degree: int) -> None:
    """Raise a ValueError if it is no whole number from 1 to `HIGHEST`."""
    if not (isinstance(degree, Integral) and degree >= 1):
        raise ValueError(f"degree must be an integer from 1, got {degree}")
    if degree > HIGHEST:
        raise ValueError(f"degree must be at most {HIGHEST}, got {degree}")


def scales_of(columns: FloatArray) -> FloatArray:
    """Return powers of two that bring the largest value of a column to about 1."""
    exponents = np.frexp(np.abs(columns).max(axis=0))[1]
    scales: FloatArray = np.ldexp(1.0, np.clip(-exponents, -1022, 1022))
    return scales


def _angles(block: NDArray[Any], options: Options, smallest: float) -> FloatArray:
    from wrapsel.filters.angles.powers import power_cosines

    values = np.empty((3, block.shape[1]))
    power_cosines(np.ascontiguousarray(block), *options, smallest, *values)
    return values


def _scaled_angles(columns: FloatArray, options: Options) -> FloatArray:
    """Return angles of columns whose squares overflow or vanish, or that are constant.

    A power of two changes no digit; a column without an angle even so is constant.
    """
    scales = scales_of(columns)
    cosines, centres, norms = _angles(columns * scales, options, 0.0)
    norms[np.isnan(cosines)] = 0.0
    return np.array([np.nan_to_num(cosines), centres / scales, norms / scales])


def _smallest(degree: int) -> float:
    """Return a sum of squares below which that of the highest power may vanish."""
    return float(10.0 ** (-200 / degree))


def sparse_cosines(
    X: Any, targets: FloatArray, degree: int, is_centred: bool, is_standardised: bool
) -> FloatArray:
    """Return the cosines of `Angles` of a sparse matrix."""
    X = sparse_columns(X)
    options = np.ascontiguousarray(targets.T), degree, is_centred, is_standardised
    cosines = _sparse_cosines(X, X.data, options, _smallest(degree))
    odd = np.flatnonzero(np.isnan(cosines) & (np.diff(X.indptr) > 0))
    if len(odd):
        columns = X[:, odd]
        scales = scales_of(abs(columns).max(axis=0).toarray().reshape(1, -1))
        values = columns.data * np.repeat(scales, np.diff(columns.indptr))
        cosines[odd] = _sparse_cosines(columns, values, options, 0.0)
    known: FloatArray = np.nan_to_num(cosines)
    return known


def _sparse_cosines(
    X: Any, values: FloatArray, options: Options, smallest: float
) -> FloatArray:
    from wrapsel.filters.angles.powers import sparse_power_cosines

    cosines = np.empty(X.shape[1])
    sparse_power_cosines(values, X.indices, X.indptr, *options, smallest, cosines)
    return cosines
