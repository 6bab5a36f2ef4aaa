"""Whether a learner that is fitted again predicts the same."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wrapsel.evaluation.fitting import Fitter
from wrapsel.evaluation.seeding import may_draw
from wrapsel.learner import SharesFits
from wrapsel.subset import Subset


def may_differ(learner: Any) -> bool:
    """Whether a fit may differ from another that was seeded alike, and it can be seen.

    Examples
    --------
    >>> from sklearn.naive_bayes import GaussianNB
    >>> may_differ(GaussianNB())
    False
    """
    plain = hasattr(learner, "predict") and not isinstance(learner, SharesFits)
    return plain and may_draw(learner)


def repeats(fitter: Fitter, subset: Subset, variant: int = 0) -> bool:
    """Say whether two fits on the first fold, seeded alike, predict alike.

    They do not if one of them fails. What threads sum up in another order counts as
    the same.

    Parameters
    ----------
    fitter : Fitter
    subset : Subset
        Not empty.
    variant : int, default=0
        Of the learner.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from wrapsel.evaluation.problem import Problem
    >>> problem = Problem(GaussianNB(), *load_iris(return_X_y=True), cv=3)
    >>> repeats(Fitter(problem), Subset.full(4))
    True
    """
    try:
        first, second = (_predicted(fitter, subset, variant) for _ in range(2))
    except Exception:
        return False
    if first.shape != second.shape:
        return False
    if first.dtype.kind in "fiub" and second.dtype.kind in "fiub":
        return bool(np.allclose(first, second, equal_nan=True))
    return bool((first == second).all())


def _predicted(fitter: Fitter, subset: Subset, variant: int) -> NDArray[Any]:
    """Return probabilities where there are some: they tell more than labels."""
    with fitter.fitted(subset, 0, variant) as (learner, X):
        if hasattr(learner, "predict_proba"):
            with suppress(Exception):
                return np.asarray(learner.predict_proba(X))
        return np.asarray(learner.predict(X))
