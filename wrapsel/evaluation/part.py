"""A problem on a part of its rows, with other rows to judge by."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from wrapsel.evaluation.folds import Fold, Spread
from wrapsel.evaluation.given.fit_params import for_rows
from wrapsel.evaluation.problem import Problem
from wrapsel.evaluation.table import take_rows

OUTER_DRAW = 2001  # of the folds around a search; no search draws so many

Rows = NDArray[np.intp]


def part(problem: Problem, rows: Rows) -> Problem:
    """Return the problem on some of its rows.

    Folds that were drawn are drawn there, as many; a class of fewer rows than folds is
    spread over them. Only a scorer, which may need each class in each fold, gets fewer
    folds then. Folds that were given are those folds without the other rows.

    Parameters
    ----------
    problem : Problem
    rows : ndarray of int
        Distinct rows.

    Raises
    ------
    ValueError
        If the folds were given, and none has training and test rows among these.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.naive_bayes import GaussianNB
    >>> problem = Problem(GaussianNB(), *load_iris(return_X_y=True))
    >>> half = part(problem, np.arange(0, 150, 2))
    >>> half.X.shape, len(half.folds)
    ((75, 4), 5)
    """
    groups = None if problem.groups is None else np.asarray(problem.groups)[rows]
    weights = problem.sample_weight
    return replace(
        problem,
        X=take_rows(problem.X, rows),
        y=problem.y[rows],
        groups=groups,
        sample_weight=None if weights is None else weights[rows],
        fit_params=for_rows(dict(problem.fit_params or {}), rows, len(problem.y)),
        cv=(_within if problem.n_drawn is None else _spread)(problem, rows),
    )


def outer_folds(problem: Problem, n_outer: int, n_repeats: int = 1) -> list[Fold]:
    """Return folds of all rows, in whose training rows there are folds again.

    They are drawn as those of the problem are, `n_repeats` times. Where those were
    given, these are the first of them, once, and no group has rows on both sides.

    Raises
    ------
    ValueError
        If there are none.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.naive_bayes import GaussianNB
    >>> problem = Problem(GaussianNB(), *load_iris(return_X_y=True))
    >>> [len(test) for _, test in outer_folds(problem, 3)]
    [50, 50, 50]
    """
    if not 2 <= n_outer <= len(problem.y):
        raise ValueError(
            f"n_outer must be in 2..{len(problem.y)} (the rows), got {n_outer}"
        )
    if n_repeats < 1:
        raise ValueError(f"n_repeats must be at least 1, got {n_repeats}")
    if problem.n_drawn is not None:
        outer = replace(problem, cv=Spread(n_outer))
        draws = range(OUTER_DRAW, OUTER_DRAW + n_repeats)
        return [fold for d in draws if (p := outer.redrawn(d)) for fold in p.folds]
    folds = [_apart(problem, fold) for fold in problem.folds]
    folds = [fold for fold in folds if _within(problem, fold[0])][:n_outer]
    if not folds:
        raise ValueError(
            "cv must give two folds or more, of which one tests what another trains on"
        )
    return folds


def _apart(problem: Problem, fold: Fold) -> Fold:
    """Return a fold without the training rows of groups that are tested."""
    train, test = fold
    if problem.groups is None:
        return fold
    groups = np.asarray(problem.groups)
    return train[~np.isin(groups[train], groups[test])], test


def _within(problem: Problem, rows: Rows) -> list[Fold]:
    """Return the given folds as far as they are among some rows."""
    place = np.full(len(problem.y), -1, dtype=np.intp)
    place[rows] = np.arange(len(rows))
    pairs = [(place[train], place[test]) for train, test in problem.folds]
    inside = [(train[train >= 0], test[test >= 0]) for train, test in pairs]
    return [fold for fold in inside if len(fold[0]) and len(fold[1])]


def _spread(problem: Problem, rows: Rows) -> Spread:
    n_folds = problem.n_drawn
    assert n_folds is not None
    of_labels = problem.is_classification and problem.y.ndim == 1
    if of_labels and problem.criterion.loss is None:
        smallest = np.unique(problem.y[rows], return_counts=True)[1].min()
        n_folds = min(n_folds, max(2, int(smallest)))
    return Spread(n_folds)
