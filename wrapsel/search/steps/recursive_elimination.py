"""Recursive elimination of the least important variables."""

from __future__ import annotations

import math
import sys
from collections.abc import Generator
from dataclasses import dataclass
from fractions import Fraction
from numbers import Integral
from typing import Any, Literal, get_args

import numpy as np

from wrapsel.parameters import WithParameters, check_kinds
from wrapsel.protocol import (
    Evaluation,
    FloatArray,
    Keep,
    RankBy,
    Request,
    Search,
    SearchSpace,
    best_of,
    evaluate,
    measure,
    no_signal,
    rank,
)
from wrapsel.search.moves import first_subset
from wrapsel.search.sizes import n_to_choose
from wrapsel.subset import Subset

Choose = Literal["best", "one_se"]


@dataclass(frozen=True, slots=True)
class RecursiveElimination(WithParameters):
    """Remove the least important variables, rank the rest anew, and so on [1]_.

    The path is made once, and every size on it is measured on the folds to choose one.
    Which variables leave depends on the importances alone; of equal ones, the last
    variable leaves first. Where all importances are 0, or all of more than two are
    equal, they are no order: the search ends, and says "no signal".

    Parameters
    ----------
    step : int or float, default=1
        How many variables leave at once; below 1, which part of those left, rounded
        down, but at least one: as soon as fewer than ``2 / step`` are left, they leave
        one at a time. With 0.5, the sizes from 13 on are 13, 7, 4, 2, 1.
    criterion : {"learner", "folds", "permutation", "coefficients"}, default="learner"
        What is important. "learner" asks the one fitted on all rows for its
        `importances()`, `feature_importances_`, or the squares of `coef_` times the
        standard deviation of the column, so that its unit does not matter; "folds"
        takes the mean over those fitted on the training rows of each fold.
        "permutation" takes any learner: it is the rise of the error on the test rows of
        the folds once a variable's values are shuffled among them, 5 times each.
        "coefficients" is "learner" with squared coefficients as they are, which depend
        on the units.
    n_features_to_select : int, optional
        Remove until there are exactly so many, and measure only them and the start. By
        default every size down to one variable is measured. At most the number of
        variables there are.
    choose : {"best", "one_se"}, default="best"
        Without `n_features_to_select`, take the lowest error, ties to the smaller
        subset; or the smallest subset whose error is at most one standard error above
        the lowest, the standard error over the folds of the subset with the lowest
        error [2]_.

    Notes
    -----
    The criteria of support vector machines, weights, RM and DM, are parameters of the
    learner: ``SVMClassifier(criterion="rm")`` with ``criterion="learner"`` here.

    A search space with a start is searched from there.

    A ranking costs one fit on all rows, or one a fold for "folds" and "permutation";
    the latter also predicts 5 times for each variable and fold.

    All rows had their say in the path that is then measured on these rows, so the
    errors on it are optimistic [3]_, and so may be the size chosen. For an honest error
    nest the whole selection, as with `WrapperSelector` in ``cross_validate``: there is
    one elimination for each outer fold then. scikit-learn's RFECV makes one for each
    fold only to choose a size; its float step is a part of all variables, not of those
    that are left.

    References
    ----------
    .. [1] I. Guyon, J. Weston, S. Barnhill, V. Vapnik, "Gene selection for cancer
       classification using support vector machines", Machine Learning 46, 2002.
    .. [2] L. Breiman, J. Friedman, R. Olshen, C. Stone, "Classification and regression
       trees", Wadsworth, 1984, section 3.4.3.
    .. [3] C. Ambroise, G. McLachlan, "Selection bias in gene extraction on the basis of
       microarray gene-expression data", PNAS 99, 2002.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.linear_model import RidgeClassifier
    >>> from wrapsel import Problem, select
    >>> problem = Problem(RidgeClassifier(), *load_iris(return_X_y=True))
    >>> result = select(problem, RecursiveElimination(n_features_to_select=2))
    >>> list(result.subset)
    [2, 3]
    """

    step: float = 1
    criterion: RankBy = "learner"
    n_features_to_select: int | None = None
    choose: Choose = "best"

    def __post_init__(self) -> None:
        check_kinds(self)
        step, n_features_to_select = self.step, self.n_features_to_select
        if not (0 < step < 1 or (isinstance(step, Integral) and step >= 1)):
            raise ValueError(
                f"step must be an integer from 1, or a part in (0, 1), got {step}"
            )
        _check_one_of("criterion", self.criterion, get_args(RankBy))
        _check_one_of("choose", self.choose, get_args(Choose))
        if n_features_to_select is not None and n_features_to_select < 1:
            raise ValueError(
                f"n_features_to_select must be at least 1, got {n_features_to_select}"
            )
        if n_features_to_select is not None and self.choose != "best":
            raise ValueError(
                f"choose must be 'best' when n_features_to_select fixes the size, "
                f"got {self.choose!r}"
            )

    def search(self, space: SearchSpace, rng: np.random.Generator, /) -> Search:
        """Remove down to the size asked for, or to one variable, and choose."""
        subset, least = first_subset(space), max(1 - space.n_required, 0)
        if self.n_features_to_select is not None:
            least = n_to_choose(
                space, self.n_features_to_select, "n_features_to_select"
            )
        [kept] = yield from evaluate([subset])
        yield Keep(kept)
        if self.n_features_to_select is not None:
            return (yield from self._to_size(subset, least))
        if self.choose == "best":
            return (yield from self._best(kept, least))
        return (yield from self._one_standard_error(kept, least))

    def _to_size(self, subset: Subset, n_features_to_select: int) -> Search:
        start, why = subset, None
        while len(subset) > n_features_to_select and why is None:
            subset, why = yield from self._smaller(subset, n_features_to_select)
        if subset != start:
            [kept] = yield from evaluate([subset])
            yield Keep(kept)
        return why

    def _best(self, best: Evaluation, least: int) -> Search:
        subset = best.subset
        while len(subset) > least:
            subset, why = yield from self._smaller(subset, least)
            if why is not None:
                return why
            # Of equal errors the last one has the fewest variables.
            found = yield from best_of([subset], best.error)
            if found is not None:
                best = found
                yield Keep(best)
        return None

    def _one_standard_error(self, first: Evaluation, least: int) -> Search:
        path, best, why = [first], first, None
        while len(path[-1].subset) > least:
            subset, why = yield from self._smaller(path[-1].subset, least)
            if why is not None:
                break
            path += yield from evaluate([subset])
            if path[-1].error <= best.error:
                best = path[-1]
                yield Keep(best)
        errors = yield from measure([best.subset], sys.maxsize)
        limit = best.error + _standard_error(errors[0])
        chosen = [kept for kept in path if kept.error <= limit][-1]
        if chosen is not best:
            yield Keep(chosen)
        return why

    def _smaller(
        self, subset: Subset, least: int
    ) -> Generator[Request, Any, tuple[Subset, str | None]]:
        """Return the subset without its least important variables, or why it stays."""
        importances = yield from rank(subset, self.criterion)
        if np.shape(importances) != (len(subset),):  # nothing might go, for ever
            got = np.shape(importances)
            raise ValueError(f"importances must be {len(subset)}, got {got}")
        if why := no_signal(importances):
            return subset, why
        variables = subset.indices()
        n_out = min(self._n_out(len(subset)), len(subset) - least)
        out = variables[np.lexsort([-variables, importances])[:n_out]]
        return subset - Subset.of(out.tolist(), subset.n_variables), None

    def _n_out(self, n: int) -> int:
        if self.step >= 1:
            return int(self.step)
        # As a decimal: 0.29 of 100 are 29, not the 28.999... of binary fractions.
        return max(1, math.floor(Fraction(str(float(self.step))) * n))


def _standard_error(errors: FloatArray) -> float:
    """Return the standard error of the mean of fold errors; 0 of a single fold."""
    if len(errors) < 2:
        return 0.0
    return float(errors.std(ddof=1)) / math.sqrt(len(errors))


def _check_one_of(name: str, value: str, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        listed = ", ".join(map(repr, allowed))
        raise ValueError(f"{name} must be one of {listed}, got {value!r}")
