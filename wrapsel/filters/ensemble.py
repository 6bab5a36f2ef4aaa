"""Ensemble feature ranking: many rankings made one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wrapsel.columns.arrays import FloatArray, IntArray
from wrapsel.columns.numeric import is_of_classes
from wrapsel.errors import shortened
from wrapsel.filters.ranker import Ranker, Ranking
from wrapsel.parameters import WithParameters, check_kinds

AGGREGATES = ("pairwise", "mean_rank")
RESAMPLES = ("auto", "bootstrap", "subsample", None)
BLOCK = 1 << 20  # pairs compared at once


@dataclass(frozen=True, slots=True)
class Ensemble(WithParameters):
    """Rank by the majority of many rankings of one ranker [1]_.

    The rankings differ by the seed of the ranker, by the rows it sees, or both.

    Parameters
    ----------
    ranker : Ranker
        Any; its own `random_state`, if it has one, does not matter.
    n : int, default=15
        Number of rankings.
    aggregate : {"pairwise", "mean_rank"}, default="pairwise"
        A score is the number of variables that are behind this one in most rankings (as
        often behind as before: half), or the number behind it, the mean over rankings.
    resample : {"auto", "bootstrap", "subsample", None}, default="auto"
        The rows of each ranking: as many, drawn with replacement; a `fraction`, without
        replacement; or (None) all. "auto" is None if the ranker has a `random_state`,
        else "bootstrap". Rows of each class are drawn alike; whole numbers of which
        most occur once are no classes.
    fraction : float, default=0.5
        Part of the rows of a "subsample", in (0, 1].
    random_state : int, default=0
        Seed of all that is random.
    n_jobs : int, default=1
        Number of rankings made at once, -1 for all processors; changes no result.

    Raises
    ------
    ValueError
        If a parameter is out of range, or the ranker refuses X or y.

    Notes
    -----
    Neighbours of equal score in a ranking share their places, so that they count as
    half before each other, but those removed as redundant keep theirs. Where a
    majority ties, the better mean place comes first, then the smaller variable.

    Time grows with n n_variables^2 for "pairwise", memory with n n_variables: pairs are
    counted block by block.

    References
    ----------
    .. [1] K. Jong, J. Mary, A. Cornuejols, E. Marchiori, M. Sebag, "Ensemble feature
       ranking", PKDD 2004, section 3.

    Examples
    --------
    >>> from wrapsel.filters.evolved.roger import ROGER
    >>> X = [[1, 0], [3, 1], [4, 0], [6, 1], [2, 1], [5, 0]]
    >>> found = Ensemble(ROGER(), n=5)(X, ["out", "in", "in", "out", "in", "out"])
    >>> found.order.tolist(), found.scores.tolist()
    ([0, 1], [1.0, 0.0])
    """

    ranker: Ranker
    n: int = 15
    aggregate: str = "pairwise"
    resample: str | None = "auto"
    fraction: float = 0.5
    random_state: int = 0
    n_jobs: int = 1

    def __post_init__(self) -> None:
        check_kinds(self)
        if not callable(self.ranker):
            raise ValueError(f"ranker must be callable, got {shortened(self.ranker)}")
        _check_integer("n", self.n, 1)
        _check_integer("random_state", self.random_state, 0)
        _check_choice("aggregate", self.aggregate, AGGREGATES)
        _check_choice("resample", self.resample, RESAMPLES)
        if self.resample is None and not _is_seeded(self.ranker):
            raise ValueError(
                "resample must be 'bootstrap' or 'subsample' for a ranker without "
                "random_state, got None"
            )
        if not 0 < self.fraction <= 1:
            raise ValueError(f"fraction must be in (0, 1], got {self.fraction}")
        if self.n_jobs != -1:
            _check_integer("n_jobs", self.n_jobs, 1)

    def __call__(self, X: Any, y: Any, /) -> Ranking:
        """Rank the columns of X, of shape (n_samples, n_variables), for y."""
        from joblib import Parallel, delayed

        members = self._members(_checked_targets(X, y))
        rankings = Parallel(n_jobs=self.n_jobs)(
            delayed(_rank)(ranker, X, y, rows) for ranker, rows in members
        )
        places = np.array([places_of(ranking) for ranking in rankings])
        behind = places.shape[1] - 1 - places.mean(axis=0)
        scores = majorities(places) if self.aggregate == "pairwise" else behind
        # The last key is the first to count.
        order = np.lexsort([-behind, -scores])
        return Ranking.by_order(order, scores)

    def _members(self, y: NDArray[Any]) -> Iterator[tuple[Ranker, IntArray | None]]:
        """Yield each ranking's ranker and rows; no rows are all rows."""
        is_seeded, way = _is_seeded(self.ranker), self.resample
        if way == "auto":
            way = None if is_seeded else "bootstrap"
        for sequence in np.random.SeedSequence(self.random_state).spawn(self.n):
            rng = np.random.default_rng(sequence)
            seed, ranker = int(rng.integers(2**31)), self.ranker
            if is_seeded:
                ranker = _seeded(ranker, seed)
            yield ranker, _drawn_rows(y, way, self.fraction, rng) if way else None


def places_of(ranking: Ranking) -> FloatArray:
    """Return each variable's place, 0 the best; equal scores share the mean.

    Examples
    --------
    >>> places_of(Ranking.by_scores([0.1, 0.7, 0.7, 0.9])).tolist()
    [3.0, 1.5, 1.5, 0.0]
    """
    order, scores = ranking.order, ranking.scores
    n_free = len(order) - len(ranking.redundant)
    is_new = np.ones(len(order), dtype=np.bool_)
    free = scores[order[:n_free]]
    is_new[1:n_free] = free[1:] != free[:-1]
    run = np.cumsum(is_new) - 1
    means = np.bincount(run, np.arange(len(order))) / np.bincount(run)
    places = np.empty(len(order))
    places[order] = means[run]
    return places


def majorities(places: FloatArray) -> FloatArray:
    """Return how many variables each is before in most rankings; a tie counts half.

    Parameters
    ----------
    places : ndarray of shape (n_rankings, n_variables)

    Examples
    --------
    >>> majorities(np.array([[0, 1, 2], [0, 2, 1], [1, 0, 2]])).tolist()
    [2.0, 1.0, 0.0]
    """
    n_variables = places.shape[1]
    # Whole numbers, and half as large, are quicker to compare.
    whole = np.asarray(2 * places, dtype=np.int32)
    scores = np.empty(n_variables)
    size = max(1, BLOCK // n_variables)
    for start in range(0, n_variables, size):
        lead = np.zeros((len(whole[0, start : start + size]), n_variables), np.int32)
        for row in whole:
            own = row[start : start + size, None]
            lead += own < row
            lead -= own > row
        # Of itself, a variable is as often before as behind.
        scores[start : start + size] = (np.sign(lead).sum(axis=1) + n_variables - 1) / 2
    return scores


def _rank(ranker: Ranker, X: Any, y: Any, rows: IntArray | None) -> Ranking:
    if rows is None:
        return ranker(X, y)
    return ranker(_rows_of(X, rows), np.asarray(y)[rows])


def _rows_of(X: Any, rows: IntArray) -> Any:
    if hasattr(X, "iloc"):
        return X.iloc[rows]
    return X[rows] if hasattr(X, "shape") else [X[row] for row in rows]


def _drawn_rows(
    y: NDArray[Any], way: str, fraction: float, rng: np.random.Generator
) -> IntArray:
    """Return rows in ascending order, of each class alike."""
    drawn = []
    for rows in _strata(y):
        if way == "bootstrap":
            drawn.append(rng.choice(rows, len(rows)))
        else:
            n_drawn = max(1, round(fraction * len(rows)))
            drawn.append(rng.choice(rows, n_drawn, replace=False))
    return np.sort(np.concatenate(drawn))


def _strata(y: NDArray[Any]) -> list[IntArray]:
    """Return the rows of each class, or all together if y is of numbers."""
    if is_of_classes(y):
        classes, codes = np.unique(y, return_inverse=True)
        if 2 * len(classes) <= len(y) or y.dtype.kind not in "iuf":
            return [np.flatnonzero(codes == code) for code in range(len(classes))]
    return [np.arange(len(y))]


def _checked_targets(X: Any, y: Any) -> NDArray[Any]:
    """Return y if rows can be drawn by it; the ranker checks the rest."""
    targets, n_samples = (
        np.asarray(y),
        len(X) if not hasattr(X, "shape") else X.shape[0],
    )
    if targets.shape != (n_samples,):
        raise ValueError(f"y must be of shape ({n_samples},), got {targets.shape}")
    if any(value is None or value != value for value in targets.tolist()):
        raise ValueError("y must have no missing values")
    return targets


def _is_seeded(ranker: Ranker) -> bool:
    return is_dataclass(ranker) and "random_state" in {f.name for f in fields(ranker)}


def _seeded(ranker: Any, seed: int) -> Ranker:
    changed: Ranker = replace(ranker, random_state=seed)
    return changed


def _check_integer(name: str, value: Any, least: int) -> None:
    if not (isinstance(value, Integral) and int(value) >= least):
        raise ValueError(f"{name} must be an integer from {least}, got {value}")


def _check_choice(name: str, value: Any, choices: tuple[Any, ...]) -> None:
    if value not in choices:
        named = ", ".join(map(repr, choices))
        raise ValueError(f"{name} must be one of {named}, got {value!r}")
