"""Numbers in bins: of the same width, of as many samples, or as classes differ."""

from __future__ import annotations

from typing import Any

from wrapsel.columns.levels import Codes, Levels
from wrapsel.columns.numeric import class_codes


def equal_width(X: Any, n_bins: int = 5) -> Codes:
    """Cut the range of each column in parts of the same width.

    Parameters
    ----------
    X : array, DataFrame or nested list of shape (n_samples, n_variables)
        Of text, bools or categories: nominal columns, whose levels are kept.
    n_bins : int, default=5
        From 2 to 255. A column of at most so many distinct values keeps them.

    Returns
    -------
    codes : ndarray of shape (n_samples, n_variables)
        Of the narrowest unsigned integers, column by column. Missing values have the
        highest code of their column, alone. A value at an edge is in the upper bin.

    Raises
    ------
    ValueError
        If X is no table, has an infinite value, or `n_bins` is out of range.

    Examples
    --------
    >>> equal_width([[0.0], [1.0], [5.0], [10.0]], n_bins=2).T.tolist()
    [[0, 0, 1, 1]]
    """
    return Levels.of(X, "equal_width", n_bins).codes.T


def equal_frequency(X: Any, n_bins: int = 5) -> Codes:
    """Cut each column in parts of nearly as many samples.

    The cuts lie between distinct values, where they are nearest to a k-th n_bins-th of
    the samples; of two as near, the upper. So fewer bins may result.

    Parameters
    ----------
    X, n_bins
        As of `equal_width`.

    Returns
    -------
    codes : ndarray of shape (n_samples, n_variables)
        As of `equal_width`.

    Raises
    ------
    ValueError
        As `equal_width`.

    Examples
    --------
    >>> equal_frequency([[0.0], [1.0], [5.0], [10.0]], n_bins=2).T.tolist()
    [[0, 0, 1, 1]]
    """
    return Levels.of(X, "equal_frequency", n_bins).codes.T


def mdl(X: Any, y: Any) -> Codes:
    """Cut each column where that shortens the description of the classes [1]_.

    Parameters
    ----------
    X
        As of `equal_width`.
    y : array of shape (n_samples,)
        Classes.

    Returns
    -------
    codes : ndarray of shape (n_samples, n_variables)
        As of `equal_width`; a column without a cut that pays is of zeros.

    Raises
    ------
    ValueError
        As `equal_width`, or if y is not of classes.

    References
    ----------
    .. [1] U. M. Fayyad, K. B. Irani, "Multi-interval discretization of
       continuous-valued attributes for classification learning", IJCAI, 1993, eq. 9.

    Examples
    --------
    >>> X, y = [[1.0, 4], [2, 7], [3, 5], [4, 6], [5, 8], [6, 3]], [0, 0, 0, 1, 1, 1]
    >>> mdl(X, y).T.tolist()
    [[0, 0, 0, 1, 1, 1], [0, 0, 0, 0, 0, 0]]
    """
    _, codes = class_codes(y, len(X))
    return Levels.of(X, "mdl", classes=codes).codes.T
