"""Rankers by the angle between a variable and the targets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from wrapsel.columns.arrays import FloatArray
from wrapsel.columns.blocks import ColumnBlocks, as_blocks
from wrapsel.filters.angles.cosines import (
    Angles,
    check_degree,
    sparse_cosines,
    target_rows,
    unit,
)
from wrapsel.filters.ranker import Ranking
from wrapsel.parameters import WithParameters, check_kinds


@dataclass(frozen=True, slots=True)
class Correlation(WithParameters):
    """Rank by the largest correlation of a power of the variable with the targets.

    The score is max |r(x^p, y)| over the powers p
    from 1 to `degree`, in [0, 1] (eq. 10 of [1]_ without the square). y may be numbers;
    two classes, coded as -1 and 1; or more, where the largest over the classes counts,
    each told from the rest.

    Parameters
    ----------
    degree : int, default=1
        Highest power, from 1 to 100.
    standardize : bool, default=False
        Whether to take powers of x less its mean, so that a constant added to x changes
        no score. Without, x and its powers are nearly the same far from 0. No matter
        with ``degree=1``.
    of_classes : bool, optional
        Whether y are classes; by default if they are text, bools or whole numbers.

    Raises
    ------
    ValueError
        If a parameter is out of range, X has anything but finite numbers, or y one
        value.

    Notes
    -----
    A constant variable scores 0, and so does a power that varies by rounding alone. X
    may be a `ColumnBlocks`, or a sparse matrix, which stays so. A column's score does
    not depend on the others, nor on how the table lies in memory.

    References
    ----------
    .. [1] J. R. Quevedo, A. Bahamonde, O. Luaces, "A simple and efficient method for
       variable ranking according to their usefulness for learning", Computational
       Statistics & Data Analysis 52, 2007.

    Examples
    --------
    >>> X = [[-1, 2, 5], [0, 1, 5], [1, 2, 5]]
    >>> Correlation()(X, [1.5, 0.5, 1.5]).scores.round(6).tolist()
    [0.0, 1.0, 0.0]
    >>> Correlation(degree=2)(X, [1.5, 0.5, 1.5]).scores.round(6).tolist()
    [1.0, 1.0, 0.0]
    """

    degree: int = 1
    standardize: bool = False
    of_classes: bool | None = None

    def __post_init__(self) -> None:
        check_kinds(self)
        check_degree(self.degree)

    def __call__(self, X: Any, y: Any, /) -> Ranking:
        """Rank the columns of X, of shape (n_samples, n_variables), for y."""
        if hasattr(X, "tocsc"):
            targets = unit(target_rows(y, X.shape[0], self.of_classes), True)
            scores = sparse_cosines(X, targets, self.degree, True, self.standardize)
            return Ranking.by_scores(scores)
        blocks = as_blocks(X)
        targets = unit(target_rows(y, blocks.shape[0], self.of_classes), True)
        angles = Angles.of(blocks, targets, self.degree, True, self.standardize)
        return Ranking.by_scores(angles.cosines)


@dataclass(frozen=True, slots=True)
class Cosine(WithParameters):
    """Rank by the cosine between the variable and the targets, as they are [1]_.

    The score is |x·y| / (|x| |y|), in [0, 1], the root of eq. 7 of [2]_; a variable of
    zeros scores 0. y may be numbers; two classes, coded as -1 and 1; or more, where
    the largest over the classes counts, each told from the rest.

    Parameters
    ----------
    of_classes : bool, optional
        Whether y are classes; by default if they are text, bools or whole numbers.
    signed : bool, default=False
        Whether the score is x·y / (|x| |y|), in [-1, 1], as [1]_ has it: variables that
        fall with the number, or with the second of two classes, come last.

    Raises
    ------
    ValueError
        If X has anything but finite numbers, or y are zeros or one class, or of more
        than two if signed.

    Notes
    -----
    Nothing is centred: a constant added to a variable changes its score, as
    `Correlation`'s it does not. X may be a `ColumnBlocks`, or a sparse matrix, which
    stays so.

    References
    ----------
    .. [1] K. Jong, J. Mary, A. Cornuejols, E. Marchiori, M. Sebag, "Ensemble Feature
       Ranking", ECML-PKDD 2004, section 2.2.
    .. [2] J. R. Quevedo, A. Bahamonde, O. Luaces, "A simple and efficient method for
       variable ranking according to their usefulness for learning", Computational
       Statistics & Data Analysis 52, 2007.

    Examples
    --------
    >>> X = [[3, 1, 1], [0, 1, 1], [0, 1, -1], [0, 1, -1]]
    >>> Cosine()(X, ["a", "a", "b", "b"]).scores.round(6).tolist()
    [0.5, 0.0, 1.0]
    >>> Cosine(signed=True)(X, ["a", "a", "b", "b"]).scores.round(6).tolist()
    [-0.5, 0.0, -1.0]
    """

    of_classes: bool | None = None
    signed: bool = False

    def __post_init__(self) -> None:
        check_kinds(self)

    def __call__(self, X: Any, y: Any, /) -> Ranking:
        """Rank the columns of X, of shape (n_samples, n_variables), for y."""
        blocks = None if hasattr(X, "tocsc") else as_blocks(X)
        n_samples = X.shape[0] if blocks is None else blocks.shape[0]
        targets = unit(target_rows(y, n_samples, self.of_classes), False)
        if self.signed and len(targets) > 1:
            raise ValueError(f"y must be of two classes if signed, got {len(targets)}")
        if blocks is None:
            scores = sparse_cosines(X, targets, 1, False, False)
        else:
            scores = Angles.of(blocks, targets, 1, False, False).cosines
        if self.signed:
            scores = scores * _signs(blocks or as_blocks(X), targets[0])
        return Ranking.by_scores(scores)


def _signs(blocks: ColumnBlocks, target: FloatArray) -> FloatArray:
    """Return the signs of the products of all columns with a target."""
    signs = []
    for _, block in blocks:
        largest = np.abs(block).max(axis=0)  # no product overflows
        signs.append(np.sign(target @ (block / np.where(largest > 0, largest, 1.0))))
    return np.concatenate(signs)
