"""The Mann-Whitney ranker: how well a variable alone sorts the classes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from wrapsel.columns.arrays import FloatArray, IntArray
from wrapsel.columns.blocks import as_blocks
from wrapsel.columns.numeric import class_codes
from wrapsel.filters.ranker import Ranking
from wrapsel.parameters import WithParameters, check_kinds


@dataclass(frozen=True, slots=True)
class MannWhitney(WithParameters):
    """Rank by the area under the ROC curve of the variable alone, or of its negative.

    The score is max(a, 1 - a), in [0.5, 1], of a = P(x of one class > x of the other),
    ties half (section 2.1 of [1]_). y are classes; with more than two, each is told
    from the rest, and the largest or the mean of their scores counts.

    Parameters
    ----------
    average : {"max", "mean"}, default="max"
        What counts of more than two classes.

    Raises
    ------
    ValueError
        If a parameter is unknown, X has anything but finite numbers, or y are not of
        classes.

    Notes
    -----
    A constant variable scores 0.5. Any increasing function of a variable has the same
    score, exactly. X may be a `ColumnBlocks`, or sparse, and is then read by blocks.

    References
    ----------
    .. [1] K. Jong, J. Mary, A. Cornuejols, E. Marchiori, M. Sebag, "Ensemble Feature
       Ranking", ECML-PKDD 2004.

    Examples
    --------
    >>> X = [[1, 9, 0], [2, 8, 0], [2, 6, 0], [3, 7, 0]]
    >>> MannWhitney()(X, ["a", "a", "b", "b"]).scores.tolist()
    [0.875, 1.0, 0.5]
    """

    average: str = "max"

    def __post_init__(self) -> None:
        check_kinds(self)
        if self.average not in ("max", "mean"):
            raise ValueError(f"average must be 'max' or 'mean', got {self.average!r}")

    def __call__(self, X: Any, y: Any, /) -> Ranking:
        """Rank the columns of X, of shape (n_samples, n_variables), for y."""
        from wrapsel.filters.classes.sums import twice_rank_sums

        blocks = as_blocks(X)
        classes, codes = class_codes(y, blocks.shape[0])
        sizes, scores = np.bincount(codes), np.empty(blocks.shape[1])
        for start, block in blocks:
            sums = np.zeros((block.shape[1], len(classes)), dtype=np.int64)
            twice_rank_sums(block, codes, sums)
            if (sums < 0).any():
                blocks.refuse_infinite(start, block)
            areas = _areas(sums, sizes)
            best = areas.max(axis=1) if self.average == "max" else areas.mean(axis=1)
            scores[start : start + block.shape[1]] = best
        return Ranking.by_scores(scores)


def _areas(sums: IntArray, sizes: IntArray) -> FloatArray:
    """Return max(a, 1 - a), of shape (n_variables, n_classes)."""
    # Whole numbers to the last step: equal areas are equal floats.
    pairs = 2 * sizes * (sizes.sum() - sizes)
    wins = sums - sizes * (sizes + 1)
    areas: FloatArray = np.maximum(wins, pairs - wins) / pairs
    return areas
