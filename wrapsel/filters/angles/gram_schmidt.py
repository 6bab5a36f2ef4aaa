"""Ranking with Gram-Schmidt during the ranking, to where a random probe would be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from wrapsel.columns.arrays import FloatArray, IntArray
from wrapsel.columns.blocks import as_blocks
from wrapsel.filters.angles.cosines import check_degree, scales_of, target_rows
from wrapsel.filters.ranker import Ranking
from wrapsel.parameters import WithParameters, check_kinds

ROUNDING = 2.0**-50  # a power that varies by less, relatively, is constant


@dataclass(frozen=True, slots=True)
class StoppigliaRanker(WithParameters):
    """Rank by what a variable adds to those before it, down to a random probe [1]_.

    The feature of the largest squared cosine with the targets (eq. 7 of [2]_) comes
    next; it is projected out of the other features and of the targets, and so on.
    Features are the powers of a variable, which ranks where its first one does. Ranking
    stops when a random feature would by now have come earlier with a probability above
    `risk`. y may be numbers, or two classes, coded as -1 and 1.

    Parameters
    ----------
    degree : int, default=1
        Highest power, from 1 to 100.
    risk : float, default=0.01
        Of keeping a variable no better than a random one, in (0, 1).
    probe : {"analytic", "none"}, default="analytic"
        Whether to stop by the distribution of the squared cosine of a random feature,
        or only when samples, features or the targets are used up.
    center : bool, default=True
        Whether to take features and targets less their means, so that cosines are
        correlations, and a constant added to a variable changes nothing if ``degree``
        is 1. Without, eq. 7 is taken at its word.
    of_classes : bool, optional
        Whether y are classes; by default if they are text, bools or whole numbers.

    Raises
    ------
    ValueError
        If a parameter is out of range, X has anything but finite numbers, or y one
        value or more than two classes.

    Notes
    -----
    `order` has the variables kept first, as `kept` gives them, then the others by the
    squared cosine that is left to them, equal ones by their first. `scores` are the
    squared cosines at a variable's turn, or those left at the end; they need not fall
    along `order`. Constant variables score 0, with ``center=True``.

    In d dimensions left, the squared cosine of a random direction has the distribution
    Beta(1/2, (d - 1)/2); with P_k the chance that it beats the k-th feature, the probe
    is among the first k with probability H_k = H_{k-1} + (1 - H_{k-1}) P_k. The k-th
    feature is kept while H_k <= risk. All features are held in memory.

    References
    ----------
    .. [1] H. Stoppiglia, G. Dreyfus, R. Dubois, Y. Oussar, "Ranking a Random Feature
       for Variable and Feature Selection", JMLR 3, 2003.
    .. [2] J. R. Quevedo, A. Bahamonde, O. Luaces, "A simple and efficient method for
       variable ranking according to their usefulness for learning", Computational
       Statistics & Data Analysis 52, 2007.

    Examples
    --------
    >>> X = [[1, 1, 1], [1, 1, -1], [-1, -1, 1], [-1, 1, -1]]
    >>> y = [1.5, 0.5, -0.5, -1.5]  # x0 + x2 / 2
    >>> StoppigliaRanker(risk=0.5)(X, y).scores.round(6).tolist()
    [0.8, 0.0, 1.0]
    >>> StoppigliaRanker(risk=0.5).kept(X, y).tolist()
    [0, 2]
    """

    degree: int = 1
    risk: float = 0.01
    probe: str = "analytic"
    center: bool = True
    of_classes: bool | None = None

    def __post_init__(self) -> None:
        check_kinds(self)
        check_degree(self.degree)
        if not 0 < self.risk < 1:
            raise ValueError(f"risk must be in (0, 1), got {self.risk}")
        if self.probe not in ("analytic", "none"):
            raise ValueError(f"probe must be 'analytic' or 'none', got {self.probe!r}")

    def __call__(self, X: Any, y: Any, /) -> Ranking:
        """Rank the columns of X, of shape (n_samples, n_variables), for y."""
        return self._ranking(X, y)[0]

    def kept(self, X: Any, y: Any, /) -> IntArray:
        """Return the variables that come before the stop, the best first.

        Examples
        --------
        >>> X = [[0, 1], [1, 0], [2, 0], [3, 1], [4, 0]]
        >>> StoppigliaRanker().kept(X, [0.1, 1.0, 2.1, 3.0, 3.9]).tolist()
        [0]
        """
        return self._ranking(X, y)[1]

    def _ranking(self, X: Any, y: Any) -> tuple[Ranking, IntArray]:
        blocks = as_blocks(X)
        n_samples, n_variables = blocks.shape
        rows = target_rows(y, n_samples, self.of_classes)
        if len(rows) > 1:
            raise ValueError(
                f"y must be of numbers or two classes, got {len(rows)} classes"
            )
        columns = blocks.take(np.arange(n_variables))
        blocks.refuse_infinite(0, columns)
        features = _unit(_powers(columns, self.degree), self.center)
        first = _cosines(features, target := _unit(rows, self.center)[0])
        n_dimensions = n_samples - self.center
        picks, cosines = self._pick(features, target, first, n_dimensions)
        scores = cosines.reshape(n_variables, self.degree).max(axis=1)
        firsts = first.reshape(n_variables, self.degree).max(axis=1)
        variables, places = np.unique(np.array([*picks], int) // self.degree, True)
        kept = variables[np.argsort(places)]
        for feature, cosine in reversed(picks.items()):
            scores[feature // self.degree] = cosine  # of its first feature, at the end
        rest = np.lexsort([-firsts, -scores])
        order = np.append(kept, rest[~np.isin(rest, kept)])
        return Ranking.by_order(order, scores, n_selected=len(kept)), kept

    def _pick(
        self, features: FloatArray, target: FloatArray, first: FloatArray, n_left: int
    ) -> tuple[dict[int, float], FloatArray]:
        """Return the features kept, with their cosines then, and the cosines left."""
        from wrapsel.filters.angles.orthogonal import project_out

        picks: dict[int, float] = {}
        cosines, chance = first.copy(), 0.0
        while n_left > 0 and cosines.max() > 0:
            feature = int(cosines.argmax())
            chance += (1 - chance) * _chance_above(cosines[feature], n_left)
            if self.probe == "analytic" and chance > self.risk:
                break
            picks[feature] = float(cosines[feature])
            direction = features[feature] / np.linalg.norm(features[feature])
            project_out(direction, features, target, cosines)
            n_left -= 1
        return picks, cosines


def _chance_above(square: float, n_dimensions: int) -> float:
    """Return the probability that a random direction has a larger squared cosine."""
    from scipy.special import betainc

    if n_dimensions == 1:
        return 1.0
    return float(betainc((n_dimensions - 1) / 2, 0.5, 1.0 - square))


def _powers(columns: FloatArray, degree: int) -> FloatArray:
    """Return the powers of each column as rows, those of the first column first."""
    columns = columns * scales_of(columns)  # no power overflows
    powers = np.arange(1, degree + 1)
    features = columns.T[:, None, :] ** powers[:, None]
    spread = np.ptp(features, axis=2, keepdims=True)
    by_rounding = spread <= ROUNDING * np.abs(features).max(axis=2, keepdims=True)
    features[(by_rounding[..., 0] & (powers > 1))] = 1.0
    return features.reshape(-1, len(columns))


def _unit(rows: FloatArray, is_centred: bool) -> FloatArray:
    """Return rows of length 1, those of zeros or constants as zeros."""
    if is_centred:
        rows = rows - rows[:, :1]  # so that a constant becomes 0, and no digit is lost
        rows = rows - rows.mean(axis=1, keepdims=True)
    norms = np.linalg.norm(rows, axis=1, keepdims=True)
    unit: FloatArray = rows / np.where(norms > 0, norms, 1.0)
    return unit


def _cosines(features: FloatArray, target: FloatArray) -> FloatArray:
    from wrapsel.filters.angles.orthogonal import project_out

    cosines = np.empty(len(features))
    project_out(np.zeros(len(target)), features, target, cosines)
    return cosines
