"""SPE-ranker: correlation of powers, without redundant variables."""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Integral
from typing import Any

import numpy as np

from wrapsel.columns.arrays import FloatArray, IntArray
from wrapsel.columns.blocks import ColumnBlocks, as_blocks
from wrapsel.filters.angles.cosines import Angles, check_degree, target_rows, unit
from wrapsel.filters.ranker import Ranking
from wrapsel.parameters import WithParameters, check_kinds

ROUNDING = 1e-12  # of scores, relatively
AT_ONCE = 16  # directions, at most, that are tried before it is known if they count


@dataclass(frozen=True, slots=True)
class SPERanker(WithParameters):
    """Rank by squared correlation of powers, and remove what better ones explain [1]_.

    The score is max r(x^p, y)^2 over the powers p from 1 to `degree` (eq. 10). Down the
    ranking, each variable's part that is orthogonal to those before becomes a direction
    (Gram-Schmidt); a variable whose rest after it is shorter than a threshold, half of
    about the mean (eq. 14), is redundant and leaves at once. y may be numbers; two
    classes, coded as -1 and 1; or more, where the largest score over the classes
    counts, each told from the rest.

    Parameters
    ----------
    degree : int, default=2
        Highest power, from 1 to 100.
    xi : float, default=2/3
        Directions to stop at, as a part of n_samples, in (0, 1]: in a space nearly full
        all variables look redundant.
    remove_redundant : bool, default=True
        Whether to look for redundant ones at all.
    standardize : bool, default=False
        Whether to take powers of x less its mean, so that a constant added to x changes
        no score. The paper takes those of x, which are nearly the same far from 0.
    n_features_to_select : int, optional
        If given, only the first so many by score may be redundant, and the others do
        not count in the threshold, but follow by score; much quicker and smaller for
        very many.
    of_classes : bool, optional
        Whether y are classes; by default if they are text, bools or whole numbers.

    Raises
    ------
    ValueError
        If a parameter is out of range, X has anything but finite numbers, or y one
        value.

    Notes
    -----
    Algorithm 1 of [1]_. Ties go to the smaller variable. Constant variables score 0,
    come last of those that are not redundant, and never are. Redundancy is that of x
    itself, never of its powers. X may be a `ColumnBlocks`, read about once for 16
    directions, or sparse.

    References
    ----------
    .. [1] J. R. Quevedo, A. Bahamonde, O. Luaces, "A simple and efficient method for
       variable ranking according to their usefulness for learning", Computational
       Statistics & Data Analysis 52, 2007.

    Examples
    --------
    >>> X = [[1, 2, 0], [2, 4, 1], [3, 6, 1], [4, 8, 0]]
    >>> ranking = SPERanker(degree=1)(X, [1.5, 2.0, 3.0, 3.5])
    >>> ranking.scores.round(2).tolist(), ranking.order.tolist()
    ([0.98, 0.98, 0.0], [0, 2, 1])
    >>> ranking.redundant.tolist()
    [1]
    """

    degree: int = 2
    xi: float = 2 / 3
    remove_redundant: bool = True
    standardize: bool = False
    n_features_to_select: int | None = None
    of_classes: bool | None = None

    def __post_init__(self) -> None:
        check_kinds(self)
        check_degree(self.degree)
        if not 0 < self.xi <= 1:
            raise ValueError(f"xi must be in (0, 1], got {self.xi}")
        n = self.n_features_to_select
        if n is not None and not (isinstance(n, Integral) and n >= 1):
            raise ValueError(
                f"n_features_to_select must be None or an integer from 1, got {n}"
            )

    def __call__(self, X: Any, y: Any, /) -> Ranking:
        """Rank the columns of X, of shape (n_samples, n_variables), for y."""
        blocks = as_blocks(X)
        targets = unit(target_rows(y, blocks.shape[0], self.of_classes), True)
        angles = Angles.of(blocks, targets, self.degree, True, self.standardize)
        scores = angles.cosines**2
        order = np.lexsort([_places(scores), angles.norms == 0])
        if not self.remove_redundant:
            return Ranking.by_order(order, scores)
        candidates = order[: np.count_nonzero(angles.norms)][
            : self.n_features_to_select
        ]
        redundant = self._redundant(blocks, angles, candidates)
        kept = order[~np.isin(order, redundant)]
        # Constants come last of those kept, and are of no use.
        n_selected = np.count_nonzero(angles.norms) - len(redundant)
        return Ranking.by_order(
            np.append(kept, redundant), scores, redundant.tolist(), int(n_selected)
        )

    def _redundant(
        self, blocks: ColumnBlocks, angles: Angles, candidates: IntArray
    ) -> IntArray:
        """Return the redundant ones among candidates, the best of which come first."""
        if self.n_features_to_select is None or len(candidates) == len(angles.norms):
            return _redundant(blocks, angles.centres, angles.norms, candidates, self.xi)
        taken = np.sort(candidates)
        found = _redundant(
            as_blocks(blocks.take(taken)),
            angles.centres[taken],
            angles.norms[taken],
            np.searchsorted(taken, candidates),
            self.xi,
        )
        return taken[found]


def _places(scores: FloatArray) -> IntArray:
    """Return the place of each score from the highest on; those equal share one.

    Copies of a column have scores that differ by rounding, as columns of a block are
    summed in lanes.
    """
    order = np.argsort(-scores, kind="stable")
    falls = -np.diff(scores[order]) > ROUNDING * scores[order[:-1]] + ROUNDING**1.25
    places = np.empty(len(scores), dtype=np.intp)
    places[order] = np.concatenate([[0], np.cumsum(falls)])
    return places


def _redundant(
    blocks: ColumnBlocks,
    centres: FloatArray,
    norms: FloatArray,
    left: IntArray,
    xi: float,
) -> IntArray:
    """Walk down the variables left, some at once, but only to the first that leaves.

    So the columns are read once for many directions, and those reckoned in vain change
    nothing: a direction depends on the variables before it that are not redundant.
    """
    from wrapsel.filters.angles import orthogonal as kernels

    n_samples, n_variables = blocks.shape
    n_most, n_directions, n_removed, width = int(np.ceil(n_samples * xi)), 0, 0, 1
    states = np.where(norms > 0, kernels.LEFT, kernels.CONSTANT).astype(np.int8)
    explained, removed = np.zeros(n_variables), np.empty(n_variables, dtype=np.intp)
    Q = np.zeros((n_most, -(-n_samples // 4) * 4))  # rows in fours, the last of zeros
    products = np.empty((min(AT_ONCE, n_most), n_variables))
    while n_directions < n_most:
        left = left[states[left] == kernels.LEFT]
        picks = left[: min(width, n_most - n_directions)]
        if len(picks) == 0:
            break
        columns = ((blocks.take(picks) - centres[picks]) / norms[picks]).T.copy()
        n_tried = kernels.orthonormalise(columns, Q, n_directions)
        new = Q[n_directions : n_directions + n_tried]
        _project(blocks, new, centres, norms, products)
        n_taken, n_removed = kernels.mark_redundant(
            products, picks[:n_tried], explained, states, removed, n_removed
        )
        if n_tried == 0:
            states[picks[0]] = kernels.TAKEN  # it has no direction of its own
        n_directions += n_taken
        width = min(2 * max(n_taken, 1), AT_ONCE)
    return removed[:n_removed]


def _project(
    blocks: ColumnBlocks,
    Q: FloatArray,
    centres: FloatArray,
    norms: FloatArray,
    products: FloatArray,
) -> None:
    from wrapsel.filters.angles.powers import project

    for start, block in blocks:
        project(block, Q, start, centres, norms, products)
