"""How much each variable of a subset matters to the learner."""

from __future__ import annotations

from typing import Any

import numpy as np

from wrapsel.errors import LearnerError
from wrapsel.evaluation.fits.judging import judge
from wrapsel.evaluation.fits.shuffles import judge_all
from wrapsel.evaluation.fitting import Fitter
from wrapsel.evaluation.shuffling import shuffled
from wrapsel.evaluation.sources import found_sources, transformed, transformers_and_last
from wrapsel.evaluation.table import take_columns, take_rows
from wrapsel.learner import HasImportances
from wrapsel.protocol import FloatArray, RankBy
from wrapsel.subset import Subset

N_REPEATS = 5
_CELLS = 2**18  # of the shuffled tables that are predicted at once
_INSTEAD = "importances by permutation (criterion='permutation') suit any learner"


def importances(fitter: Fitter, subset: Subset, by: RankBy) -> FloatArray:
    """Return the importances of a subset, of shape (len(subset),); higher is better.

    Those of a learner are what its `importances` method gives, else its
    `feature_importances_`, else the squares of its `coef_` times the standard deviation
    of the column among the training rows, so that the unit of a column does not matter,
    summed over classes or targets. Of a pipeline, they are what its last step says,
    added up where steps make several columns of one. Those of a group of columns are
    added up, too. Of several variants, that of the lowest error on the folds is asked.

    Parameters
    ----------
    fitter : Fitter
    subset : Subset
    by : {"learner", "folds", "permutation", "coefficients"}
        As in `Rank`.

    Raises
    ------
    LearnerError
        If the learner has no importances, they are not a number for each column, or
        steps of a pipeline make one column of several.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from wrapsel.evaluation import Problem
    >>> fitter = Fitter(Problem(GaussianNB(), *load_iris(return_X_y=True)))
    >>> importances(fitter, Subset.full(4), "permutation").argsort().tolist()
    [1, 0, 2, 3]
    """
    if not subset:
        return np.empty(0)
    if by in ("learner", "coefficients"):
        return _said(fitter, subset, None, by)
    if by == "permutation":
        return permutation_importances(fitter, subset)
    folds = range(len(fitter.problem.folds))
    said = [_said(fitter, subset, fold, by) for fold in folds]
    mean: FloatArray = np.mean(said, axis=0)
    return mean


def rank_costs(fitter: Fitter, n_variables: int, by: RankBy) -> list[float]:
    """Return the learner's cost of each fit that importances take.

    That is one on all rows, or one a fold; none is needed of no variable.
    """
    n_folds = len(fitter.problem.folds)
    on_all = by in ("learner", "coefficients")
    folds = [None] if on_all else list(range(n_folds))
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
        with fitter.blamed(subset, fold), fitter.seeded(subset, fold):
            rises += _rises(fitter, subset, fold, n_repeats) * factor
    found: FloatArray = rises / (n_repeats * weights.sum())
    return _checked(fitter, subset, found, len(subset))


def _rises(fitter: Fitter, subset: Subset, fold: int, n_repeats: int) -> FloatArray:
    """Return the rises of a fold's error, summed over the repeats."""
    problem = fitter.problem
    fitted, (_, test) = _fitted(fitter, subset, fold), problem.folds[fold]
    X, y = take_rows(_columns(fitter, subset), test), problem.y[test]
    weights = problem.error_weights(test)
    error = judge(problem, fitted, X, y, weights)
    groups = _places(fitter, subset)
    at_once = max(1, int(_CELLS // max(1, n_repeats * np.prod(X.shape))))
    rises = np.zeros(len(subset))
    members = list(enumerate(subset))
    for start in range(0, len(members), at_once):
        fitter.ask()
        some, tables = members[start : start + at_once], []
        for i, variable in some:
            rng = np.random.default_rng([problem.random_state, fold, variable])
            orders = [rng.permutation(len(test)) for _ in range(n_repeats)]
            tables += [shuffled(X, groups[i], order) for order in orders]
        errors = judge_all(problem, fitted, tables, y, weights)
        for j, (i, _) in enumerate(some):
            for risen in errors[j * n_repeats : (j + 1) * n_repeats]:
                rises[i] += risen - error
    return rises


def _places(fitter: Fitter, subset: Subset) -> list[range]:
    """Return where the columns of each variable are in the table of a subset."""
    sizes = [len(fitter.problem.column_groups[variable]) for variable in subset]
    ends = np.cumsum(sizes).tolist()
    return [range(end - size, end) for size, end in zip(sizes, ends, strict=True)]


def _said(fitter: Fitter, subset: Subset, fold: int | None, by: RankBy) -> FloatArray:
    """Return what the learner says that was fitted on a fold, or on all rows."""
    with fitter.blamed(subset, fold), fitter.seeded(subset, fold):
        fitted = _fitted(fitter, subset, fold)
        steps, last = transformers_and_last(fitted)
    if not _has_importances(last):
        raise LearnerError(
            f"{fitted!r} has no importances, coef_ or feature_importances_; {_INSTEAD}"
        )
    X = _columns(fitter, subset)
    X = X if fold is None else take_rows(X, fitter.problem.folds[fold][0])
    with fitter.blamed(subset, fold):
        values = _of_last(last, steps, X, is_scaled=by != "coefficients")
        of = found_sources(steps, X, len(values))
    if of is None:
        raise LearnerError(
            f"{type(fitted).__name__} has importances of what its steps make of the "
            f"columns, not of these; {_INSTEAD}"
        )
    values = _checked(fitter, subset, values, len(of))
    columns = np.bincount(of, values, minlength=X.shape[1]).astype(np.float64)
    sizes = [len(fitter.problem.column_groups[variable]) for variable in subset]
    summed: FloatArray = np.add.reduceat(columns, np.cumsum([0, *sizes[:-1]]))
    return summed


def _has_importances(last: Any) -> bool:
    said = ("feature_importances_", "coef_")
    return isinstance(last, HasImportances) or any(hasattr(last, name) for name in said)


def _of_last(last: Any, steps: list[Any], X: Any, is_scaled: bool) -> FloatArray:
    """Return the importances of the columns that the steps make of X."""
    if isinstance(last, HasImportances):
        return np.asarray(last.importances(), dtype=np.float64)
    if hasattr(last, "feature_importances_"):
        return np.asarray(last.feature_importances_, dtype=np.float64)
    coef = last.coef_  # sparse where a support vector machine was given that
    coef = coef.toarray() if hasattr(coef, "toarray") else coef
    coef = np.atleast_2d(np.asarray(coef, dtype=np.float64))
    if is_scaled:
        spreads = _spreads(transformed(steps, X))
        coef = coef * spreads if len(spreads) == coef.shape[1] else coef
    squares: FloatArray = np.square(coef).sum(axis=0)
    return squares


def _spreads(X: Any) -> FloatArray:
    """Return the standard deviation of each column."""
    if hasattr(X, "tocsc"):
        from sklearn.utils.sparsefuncs import mean_variance_axis

        X = X.tocsc().astype(np.float64)
        return np.sqrt(np.asarray(mean_variance_axis(X, axis=0)[1], dtype=np.float64))
    spreads: FloatArray = np.asarray(X, dtype=np.float64).std(axis=0)
    return spreads


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
    train = fitter.problem.folds[fold][0]
    with fitter.seeded(subset, fold):
        X = take_rows(_columns(fitter, subset), train)
        learner = fitter.learner(fold, variant, X.shape[1])
        problem = fitter.problem
        learner.fit(X, problem.y[train], **problem.fitting(train))
    return learner


def _columns(fitter: Fitter, subset: Subset) -> Any:
    return take_columns(fitter.problem.X, fitter.problem.columns(subset))
