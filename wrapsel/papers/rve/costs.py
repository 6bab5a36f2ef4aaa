"""What a search costs in the unit of the paper."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from wrapsel.evaluation import Problem
from wrapsel.evaluation.clones import cloned
from wrapsel.evaluation.table import take_columns
from wrapsel.subset import Subset

FITS = 20  # trees grown to count gain ratios


def cost_of_all(problem: Problem) -> float:
    """Return the cost of one training on all rows, with all variables."""
    full = Subset.full(problem.n_variables)
    if _is_tree(problem):
        return float(_gain_ratios(problem, full))
    return _operations(problem, [full], len(problem.y), 1)


def cost_of(problem: Problem, judged: Sequence[Subset]) -> float:
    """Return the cost of the trainings of a search, one for each fold.

    For trees it is the gain ratios, those of variables that can split a node. They are
    counted in some of the trees, on all rows, and for the others read off by their
    numbers of variables. For naive Bayes it is the counts that fill its tables: the
    class and each variable of each row; and the cells of these tables, one for each
    level and class. So read, the rows without selection cost what the paper prints.
    """
    n_rows = [len(train) for train, _ in problem.folds]
    some = [subset for subset in judged if len(subset)]
    if not some:
        return 0.0
    if not _is_tree(problem):
        return _operations(problem, some, sum(n_rows), len(n_rows))
    some = some[:: max(1, len(some) // FITS)]
    sizes = np.array([len(subset) for subset in some], dtype=float)
    asked = np.array([_gain_ratios(problem, subset) for subset in some], dtype=float)
    order = np.argsort(sizes, kind="stable")
    of_all = np.interp([len(subset) for subset in judged], sizes[order], asked[order])
    return float(of_all.sum()) * sum(n_rows) / len(problem.y)


def _is_tree(problem: Problem) -> bool:
    return hasattr(problem.learner, "export_text")


def _operations(
    problem: Problem, judged: Sequence[Subset], n_rows: int, n_fits: int
) -> float:
    cells = len(np.unique(problem.y)) * _levels(problem)
    sizes = np.array([len(subset) for subset in judged])
    of_tables = sum(float(cells[list(subset)].sum()) for subset in judged)
    return float(n_rows * (sizes + 1).sum() + n_fits * of_tables)


def _levels(problem: Problem) -> NDArray[np.intp]:
    """Return the number of levels of each variable; -1 is a missing value."""
    codes = np.asarray(problem.X)
    return np.array([len(np.unique(column[column >= 0])) for column in codes.T])


def _gain_ratios(problem: Problem, subset: Subset) -> int:
    """Return the gain ratios of a tree of all rows."""
    learner = cloned(problem.learner)
    learner.fit(take_columns(problem.X, problem.columns(subset)), problem.y)
    return int(learner.n_gain_ratios_)
