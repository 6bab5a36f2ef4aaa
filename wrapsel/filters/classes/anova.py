"""Rankers by how much classes differ: the F statistic, and chi-squared of counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wrapsel.columns.arrays import FloatArray, IntArray
from wrapsel.columns.blocks import ColumnBlocks, as_blocks, sparse_columns
from wrapsel.columns.numeric import class_codes
from wrapsel.filters.angles.cosines import scales_of
from wrapsel.filters.ranker import Ranking
from wrapsel.parameters import WithParameters


@dataclass(frozen=True, slots=True)
class AnovaF(WithParameters):
    """Rank by the F statistic: the variance between classes over that within [1]_.

    The score is (SSB / (k - 1)) / (SSW / (n - k)), of n samples of k classes, as of
    scikit-learn's ``f_classif``, to rounding. y are classes.

    Raises
    ------
    ValueError
        If X has anything but finite numbers, y are not of classes, or there are not
        more samples than classes.

    Notes
    -----
    A constant variable scores 0, one that is constant in each class only infinity. For
    numbers y, `Correlation` gives the order of the F statistic of a linear regression.
    X may be a `ColumnBlocks`, or sparse, and is then read by blocks.

    References
    ----------
    .. [1] R. A. Fisher, "Statistical Methods for Research Workers", 1925, chapter 7.

    Examples
    --------
    >>> X = [[0, 1, 4], [2, 1, 4], [4, 3, 4], [6, 3, 4]]
    >>> AnovaF()(X, ["a", "a", "b", "b"]).scores.tolist()
    [8.0, inf, 0.0]
    """

    def __call__(self, X: Any, y: Any, /) -> Ranking:
        """Rank the columns of X, of shape (n_samples, n_variables), for y."""
        blocks = as_blocks(X)
        n = blocks.shape[0]
        classes, codes = class_codes(y, n)
        if n <= len(classes):
            raise ValueError(
                f"X must have more rows than the {len(classes)} classes, got {n}"
            )
        rows = np.argsort(codes, kind="stable")
        ends = np.append(0, np.cumsum(np.bincount(codes)))
        between, within = _squares(blocks, rows, ends)
        scores = np.zeros(len(between))
        with np.errstate(divide="ignore"):
            np.divide(
                between / (len(classes) - 1),
                within / (n - len(classes)),
                out=scores,
                where=between + within > 0,
            )
        return Ranking.by_scores(scores)


@dataclass(frozen=True, slots=True)
class ChiSquare(WithParameters):
    """Rank counts by how far their sums in the classes are from proportional [1]_.

    The score is the sum over the classes of (observed - expected)^2 / expected, where
    observed is a class's sum of the variable, and expected its share of the samples
    times the whole sum: scikit-learn's ``chi2``. y are classes.

    Raises
    ------
    ValueError
        If X has anything but finite numbers from 0, or y are not of classes.

    Notes
    -----
    A variable of zeros scores 0. Counts are meant, or flags: the score grows with the
    unit of a variable, and a constant added lowers it. X may be a `ColumnBlocks`, or a
    sparse matrix, which stays so.

    References
    ----------
    .. [1] H. Liu, R. Setiono, "Chi2: Feature Selection and Discretization of Numeric
       Attributes", ICTAI 1995.

    Examples
    --------
    >>> X = [[4, 1, 0], [0, 1, 0], [0, 1, 0], [0, 1, 0]]
    >>> ChiSquare()(X, ["a", "a", "b", "b"]).scores.tolist()
    [4.0, 0.0, 0.0]
    """

    def __call__(self, X: Any, y: Any, /) -> Ranking:
        """Rank the columns of X, of shape (n_samples, n_variables), for y."""
        if hasattr(X, "tocsc"):
            columns = sparse_columns(X)
            _refuse_negative(columns.data, lambda k: _column_of(columns.indptr, k))
            codes = class_codes(y, columns.shape[0])[1]
            observed = _indicators(codes) @ columns
        else:
            blocks = as_blocks(X)
            codes = class_codes(y, blocks.shape[0])[1]
            observed = _class_sums(blocks, _indicators(codes))
        shares = np.bincount(codes) / len(codes)
        expected = shares[:, None] * observed.sum(axis=0)
        positive = np.where(expected > 0, expected, 1.0)
        return Ranking.by_scores(((observed - expected) ** 2 / positive).sum(axis=0))


def _squares(blocks: ColumnBlocks, rows: IntArray, ends: IntArray) -> FloatArray:
    """Return sums of squares between and within classes, (2, n_variables).

    Of columns whose squares overflow or vanish they are those at another scale.
    """
    squares = np.empty((2, blocks.shape[1]))
    for start, block in blocks:
        own = squares[:, start : start + block.shape[1]]
        own[:] = _block_squares(block, rows, ends)
        odd = np.flatnonzero(np.isnan(own[0]))
        if len(odd):
            columns = block[:, odd].astype(np.float64)
            if not np.isfinite(columns).all():
                blocks.refuse_infinite(start, block)
            scaled = _block_squares(columns * scales_of(columns), rows, ends)
            own[:, odd] = np.nan_to_num(scaled)  # of a constant
    return squares


def _block_squares(block: NDArray[Any], rows: IntArray, ends: IntArray) -> FloatArray:
    from wrapsel.filters.classes.sums import class_squares

    squares = np.empty((2, block.shape[1]))
    class_squares(np.ascontiguousarray(block), rows, ends, *squares)
    return squares


def _indicators(codes: IntArray) -> FloatArray:
    """Return which sample is of which class, (n_classes, n_samples)."""
    return np.eye(codes.max() + 1)[:, codes]


def _class_sums(blocks: ColumnBlocks, indicators: FloatArray) -> FloatArray:
    sums = np.empty((len(indicators), blocks.shape[1]))
    for start, block in blocks:
        blocks.refuse_infinite(start, block)
        width = block.shape[1]
        _refuse_negative(
            block.ravel(), lambda k, s=start, w=width: blocks.shown(s + k % w)
        )
        sums[:, start : start + width] = indicators @ block
    return sums


def _column_of(ends: IntArray, place: int) -> str:
    return f"x{int(np.searchsorted(ends, place, side='right')) - 1}"


def _refuse_negative(values: NDArray[Any], name: Any) -> None:
    wrong = np.flatnonzero(values < 0)
    if len(wrong):
        raise ValueError(
            f"column {name(int(wrong[0]))} must be of numbers from 0, got "
            f"{values[wrong[0]].item()}"
        )
