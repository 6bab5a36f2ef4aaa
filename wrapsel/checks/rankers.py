"""What every ranker must hold."""

from __future__ import annotations

import pickle
from collections.abc import Collection
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wrapsel.checks.require import require
from wrapsel.filters.ranker import Ranker, Ranking

PROMISES = "column order", "shift", "scale"


def check_ranker(
    ranker: Ranker,
    *,
    regression: bool = False,
    promises: Collection[str] = PROMISES,
    n_seeds: int = 3,
) -> None:
    """Check a ranker on made-up tables of whole numbers, one column constant.

    It orders all variables by scores that are never NaN, alike each time, and alike
    from a list; it leaves its input and itself as they were, pickles, takes a single
    variable, and refuses a y that does not fit.

    Parameters
    ----------
    ranker : Ranker
    regression : bool, default=False
        Give it numbers as y, in place of two classes.
    promises : collection of {"column order", "shift", "scale"}, default=all of them
        What its scores do not depend on: the order of the columns, a constant added to
        one, a positive factor of one.
    n_seeds : int, default=3
        Number of tables.

    Raises
    ------
    AssertionError
        With what does not hold.
    ValueError
        If a promise is unknown.

    Examples
    --------
    >>> from wrapsel.filters import AnovaF
    >>> check_ranker(AnovaF())
    """
    for promise in promises:
        if promise not in PROMISES:
            raise ValueError(f"promises must be of {PROMISES}, got {promise!r}")
    before = repr(ranker)
    for seed in range(n_seeds):
        X, y = _table(seed, regression)
        found = _check_ranking(ranker, X, y)
        _check_repeated(ranker, X, y, found)
        for promise in promises:
            _check_promise(ranker, X, y, found, promise, seed)
        _check_ranking(ranker, X[:, :1], y)
        _check_refused(ranker, X, y)
    require(repr(ranker) == before, "ranking must not change the ranker")
    require(repr(pickle.loads(pickle.dumps(ranker))) == before, "rankers must pickle")


def _table(seed: int, regression: bool) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return 40 rows of 6 columns from 0, one constant; y follows the first two."""
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 17, (40, 6)).astype(np.float64)
    X[:, 5] = 3.0
    y = 2 * X[:, 0] - X[:, 1] + rng.normal(size=40)
    return X, y if regression else (y > np.median(y)).astype(np.int64)


def _check_ranking(ranker: Ranker, X: NDArray[Any], y: NDArray[Any]) -> Ranking:
    given = X.copy(), y.copy()
    found = ranker(X, y)
    same = np.array_equal(X, given[0]) and np.array_equal(y, given[1])
    require(same, "a ranker must leave X and y as they were")
    n_variables = X.shape[1]
    require(found.scores.shape == (n_variables,), "each variable must have a score")
    require(not np.isnan(found.scores).any(), "scores must never be NaN")
    all_of_them = sorted(found.order.tolist()) == list(range(n_variables))
    require(all_of_them, "the order must hold each variable once")
    last = found.order[n_variables - len(found.redundant) :]
    require(last.tolist() == found.redundant.tolist(), "redundant ones must come last")
    if found.n_selected is not None:
        most = n_variables - len(found.redundant)
        require(0 <= found.n_selected <= most, "none that it selects may be redundant")
    return found


def _check_repeated(
    ranker: Ranker, X: NDArray[Any], y: NDArray[Any], found: Ranking
) -> None:
    for table in (X, X.tolist(), np.asfortranarray(X)):
        again = ranker(table, y)
        same = _is_close(again.scores, found.scores)
        same = same and again.order.tolist() == found.order.tolist()
        require(same, "the same table must be ranked the same, in any form")


def _check_promise(
    ranker: Ranker,
    X: NDArray[Any],
    y: NDArray[Any],
    found: Ranking,
    promise: str,
    seed: int,
) -> None:
    rng = np.random.default_rng([seed, 1])
    columns = np.arange(X.shape[1])
    if promise == "column order":
        columns = rng.permutation(columns)
        X = X[:, columns]
    elif promise == "shift":
        X = X + 2.0 ** rng.integers(0, 5, X.shape[1])
    else:
        X = X * 2.0 ** rng.integers(-4, 5, X.shape[1])
    other = ranker(X, y)
    scores = np.empty(len(columns))
    scores[columns] = other.scores
    require(_is_close(scores, found.scores), f"{promise} must change no score")
    redundant = set(columns[other.redundant].tolist())
    same = redundant == set(found.redundant.tolist())
    require(same, f"{promise} must change nothing that is redundant")


def _check_refused(ranker: Ranker, X: NDArray[Any], y: NDArray[Any]) -> None:
    for targets, fault in ((y[1:], "of another length"), (y[:, None], "of columns")):
        try:
            ranker(X, targets)
        except ValueError:
            continue
        raise AssertionError(f"a y {fault} must raise ValueError")


def _is_close(some: NDArray[Any], others: NDArray[Any]) -> bool:
    return np.allclose(some, others, rtol=1e-7, atol=1e-9)
