"""How much each variable of a subset matters to the learner."""

from __future__ import annotations

from typing import Any

import numpy as np

from wrapsel.errors import LearnerError
from wrapsel.evaluation.fitting import Fitter
from wrapsel.evaluation.table import Rows, is_frame, take_columns, take_rows
from wrapsel.learner import HasImportances
from wrapsel.protocol import FloatArray, RankBy
from wrapsel.subset import Subset

N_REPEATS = 5
_INSTEAD = "importances by permutation (criterion='permutation') suit any learner"


def importances(fitter: Fitter, subset: Subset, by: RankBy) -> FloatArray:
    """Return the importances of a subset, of shape (len(subset),); higher is better.

    Those of a learner are what its `importances` method gives, else its
    `feature_importances_`, else the squares of its `coef_`, summed over classes or
    targets; of a pipeline, what its last step says. Those of a group of columns are
    added up. Of several variants, the one of the smallest error on the folds is asked.

    Parameters
    ----------
    fitter : Fitter
    subset : Subset
    by : {"learner", "folds", "permutation"}
        As in `Rank`.

    Raises
    ------
    LearnerError
        If the learner has no importances, or they are not a number for each column.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from wrapsel.evaluation import Problem
    >>> fitter = Fitter(Problem(GaussianNB(), *load_iris(return_X_y=True)))
    >>> importances(fitter, Subset.full(4), "permutation").argsort().tolist()
    [1, 0, 2, 3]
    """
    if not subset.bits:
        return np.empty(0)
    if by == "learner":
        return _said(fitter, subset, None)
    if by == "permutation":
        return permutation_importances(fitter, subset)
    folds = range(len(fitter.problem.folds))
    said = [_said(fitter, subset, fold) for fold in folds]
    mean: FloatArray = np.mean(said, axis=0)
    return mean


def rank_costs(fitter: Fitter, n_variables: int, by: RankBy) -> list[float]:
    """Return the learner's cost of each fit that importances take.

    That is one on all rows, or one a fold; none is needed of no variable.
    """
    n_folds = len(fitter.problem.folds)
    folds = [None] if by == "learner" else list(range(n_folds))
    return [fitter.cost(n_variables, fold) for fold in folds if n_variables]


def permutation_importances(
    fitter: Fitter, subset: Subset, n_repeats: int = N_REPEATS
) -> FloatArray:
    """Return how much the error rises once a variable's test values are shuffled [1]_.

    The learner is fitted once a fold, and the columns of a group move together. A
    shuffle depends on the problem's seed, the fold and the variable alone, so that
    subsets compare alike.

    Parameters
    ----------
    fitter : Fitter
    subset : Subset
    n_repeats : int, default=5
        Shuffles of a variable on each fold, of whose rises the mean is taken.

    References
    ----------
    .. [1] L. Breiman, "Random forests", Machine Learning 45, 2001, section 10; here
       on the test rows of folds, and for any learner.
    """
    factors, weights = fitter.problem.scale
    rises = np.zeros(len(subset))
    for fold, factor in enumerate(factors):
        with fitter.blamed(subset, fold):
            rises += _rises(fitter, subset, fold, n_repeats) * factor
    found: FloatArray = rises / (n_repeats * weights.sum())
    return _checked(fitter, subset, found, len(subset))


def _rises(fitter: Fitter, subset: Subset, fold: int, n_repeats: int) -> FloatArray:
    """Return the rises of a fold's error, summed over the repeats."""
    problem = fitter.problem
    fitted, (_, test) = _fitted(fitter, subset, fold), problem.folds[fold]
    X, y = take_rows(_columns(fitter, subset), test), problem.y[test]
    error = fitter.judge(fitted, X, y)
    rises, end = np.zeros(len(subset)), 0
    for i, variable in enumerate(subset):
        fitter.ask()
        start, end = end, end + len(problem.column_groups[variable])
        rng = np.random.default_rng([problem.seed, fold, variable])
        for _ in range(n_repeats):
            shuffled = _shuffled(X, range(start, end), rng.permutation(len(test)))
            rises[i] += fitter.judge(fitted, shuffled, y) - error
    return rises


def _shuffled(X: Any, places: range, order: Rows) -> Any:
    """Return X with some columns' rows in another order."""
    if hasattr(X, "tocsc"):
        return _shuffled_sparse(X.tocsc(copy=True), places, order)
    shuffled = X.copy()
    if is_frame(X):
        for place in places:  # one by one, so that each keeps its dtype
            shuffled.isetitem(place, X.iloc[order, place].array)
    else:
        columns = slice(places.start, places.stop)
        shuffled[:, columns] = X[order, columns]
    return shuffled


def _shuffled_sparse(X: Any, places: range, order: Rows) -> Any:
    part = slice(X.indptr[places.start], X.indptr[places.stop])
    X.indices[part] = np.argsort(order)[X.indices[part]]
    X.has_sorted_indices = False
    X.sort_indices()
    return X


def _said(fitter: Fitter, subset: Subset, fold: int | None) -> FloatArray:
    """Return what the learner says that was fitted on a fold, or on all rows."""
    with fitter.blamed(subset, fold):
        fitted = _fitted(fitter, subset, fold)
        values = _of_columns(fitted)
    if values is None:
        raise LearnerError(
            f"{fitted!r} has no importances, coef_ or feature_importances_; {_INSTEAD}"
        )
    columns = fitter.problem.columns(subset)
    if _changes_columns(fitted):
        raise LearnerError(
            f"{type(fitted).__name__} has importances of what its steps make of the "
            f"columns, not of these; {_INSTEAD}"
        )
    values = _checked(fitter, subset, values, len(columns))
    sizes = [len(fitter.problem.column_groups[variable]) for variable in subset]
    summed: FloatArray = np.add.reduceat(values, np.cumsum([0, *sizes[:-1]]))
    return summed


def _of_columns(fitted: Any) -> FloatArray | None:
    if isinstance(fitted, HasImportances):
        return np.asarray(fitted.importances(), dtype=np.float64)
    if hasattr(fitted, "feature_importances_"):
        return np.asarray(fitted.feature_importances_, dtype=np.float64)
    if hasattr(fitted, "coef_"):
        coef = fitted.coef_  # sparse where a support vector machine was given that
        coef = coef.toarray() if hasattr(coef, "toarray") else coef
        coef = np.atleast_2d(np.asarray(coef, dtype=np.float64))
        squares: FloatArray = np.square(coef).sum(axis=0)
        return squares
    return _of_columns(fitted.steps[-1][1]) if hasattr(fitted, "steps") else None


def _changes_columns(fitted: Any) -> bool:
    """Whether the steps of a pipeline say that others than its columns come out."""
    if len(getattr(fitted, "steps", ())) < 2:
        return False
    try:
        names = list(fitted[:-1].get_feature_names_out())
    except AttributeError:  # a step cannot say: then the number of columns must do
        return False
    unnamed = [f"x{place}" for place in range(len(names))]
    return names != list(getattr(fitted, "feature_names_in_", unnamed))


def _checked(
    fitter: Fitter, subset: Subset, values: FloatArray, n_columns: int
) -> FloatArray:
    if values.shape == (n_columns,) and np.isfinite(values).all():
        return values
    got = f"shape {values.shape}" if values.shape != (n_columns,) else "NaN or infinity"
    wrong = f"importances must be {n_columns} finite numbers, got {got}; {_INSTEAD}"
    raise LearnerError(fitter.where(subset, None, wrong))


def _fitted(fitter: Fitter, subset: Subset, fold: int | None) -> Any:
    variant = fitter.best_variant(subset)
    if fold is None:
        return fitter.fit_all(subset, variant)
    fitter.ask()
    train, learner = fitter.problem.folds[fold][0], fitter.learner(fold, variant)
    learner.fit(take_rows(_columns(fitter, subset), train), fitter.problem.y[train])
    return learner


def _columns(fitter: Fitter, subset: Subset) -> Any:
    return take_columns(fitter.problem.X, fitter.problem.columns(subset))
