"""What a search costs in the unit of the paper."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from wrapsel.evaluation import Problem
from wrapsel.evaluation.clones import cloned
from wrapsel.evaluation.table import take_columns, take_rows
from wrapsel.learner import Rows
from wrapsel.subset import Subset

FITS = 20  # trees grown to count gain ratios


def cost_of_all(problem: Problem) -> float:
    """Return the cost of one training on all rows, with all variables."""
    full = Subset.full(problem.n_variables)
    if _is_tree(problem):
        return float(_gain_ratios(problem, full, np.arange(len(problem.y))))
    return _operations(problem, [full], len(problem.y), 1)


def cost_of(problem: Problem, judged: Sequence[Subset]) -> float:
    """Return the cost of the trainings of a search, one for each fold.

    For trees it is the gain ratios, those of variables that can split a node. They are
    counted in some of the trees, each of another fold, and for the others read off by
    their numbers of variables. For naive Bayes it is the counts that fill its tables:
    the class and each variable of each row; and the cells of the tables of all
    variables, one for each level and class. So read, what needs no draw costs what the
    paper prints: rows without selection, and filters.
    """
    n_rows = [len(train) for train, _ in problem.folds]
    some = [subset for subset in judged if len(subset)]
    if not some:
        return 0.0
    if not _is_tree(problem):
        return _operations(problem, some, sum(n_rows), len(n_rows))
    some = some[:: max(1, len(some) // FITS)]
    sizes = np.array([len(subset) for subset in some], dtype=float)
    asked = np.array(
        [
            _gain_ratios(problem, subset, problem.folds[k % len(n_rows)][0])
            for k, subset in enumerate(some)
        ],
        dtype=float,
    )
    order = np.argsort(sizes, kind="stable")
    of_all = np.interp([len(subset) for subset in judged], sizes[order], asked[order])
    return float(of_all.sum()) * len(n_rows)


def _is_tree(problem: Problem) -> bool:
    return hasattr(problem.learner, "export_text")


def _operations(
    problem: Problem, judged: Sequence[Subset], n_rows: int, n_fits: int
) -> float:
    cells = len(np.unique(problem.y)) * _n_levels(problem)
    counts = sum(n_rows * (len(subset) + 1) for subset in judged)
    return float(counts + n_fits * len(judged) * cells)


def _n_levels(problem: Problem) -> int:
    """Return the levels of all variables together; -1 is a missing value."""
    codes = np.asarray(problem.X)
    return sum(len(np.unique(column[column >= 0])) for column in codes.T)


def _gain_ratios(problem: Problem, subset: Subset, rows: Rows) -> int:
    """Return the gain ratios of a tree of some rows."""
    learner = cloned(problem.learner)
    X = take_columns(problem.X, problem.columns(subset))
    learner.fit(take_rows(X, rows), problem.y[rows])
    return int(learner.n_gain_ratios_)
