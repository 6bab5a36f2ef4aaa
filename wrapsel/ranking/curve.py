"""Rankings judged by where the relevant variables are."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from wrapsel.ranking.walk import Convention, Groups, Walk

FloatArray = NDArray[np.float64]


def roc_fs_curve(
    order: ArrayLike,
    relevant: Iterable[int],
    redundant: Groups = (),
    convention: Convention = "spe",
) -> tuple[FloatArray, FloatArray]:
    """Walk a ranking from the top and count what is met, false and true.

    Parameters
    ----------
    order : array-like of shape (n_variables,)
        All variables, the best first.
    relevant : iterable of int
        The relevant variables, at least one and not all.
    redundant : iterable of iterables of int, default=()
        Groups of variables that stand for each other, the relevant ones included.
        Once as many of a group were met as it has relevant variables, the others add
        nothing.
    convention : {"spe", "efr"}, default="spe"
        What such others are: false ("spe" [1]_), or neither false nor true ("efr"
        [2]_). "efr" also takes all groups and relevant variables together as one group.

    Returns
    -------
    fpr, tpr : ndarrays of shape (n_variables + 1,)
        The parts of the false and of the relevant variables among the first 0, 1, ...

    References
    ----------
    .. [1] J. R. Quevedo, A. Bahamonde and O. Luaces, "A simple and efficient method for
       variable ranking according to their usefulness for learning", Computational
       Statistics and Data Analysis, 2007, section 4.1.
    .. [2] K. Jong et al., "Ensemble feature ranking", PKDD 2004, section 4.4.

    Examples
    --------
    >>> fpr, tpr = roc_fs_curve([0, 2, 3, 1], relevant=[0, 1])
    >>> fpr.tolist(), tpr.tolist()
    ([0.0, 0.0, 0.5, 1.0, 1.0], [0.0, 0.5, 0.5, 0.5, 1.0])
    """
    walk = Walk.along(order, relevant, redundant, convention)
    if not walk.is_false.any():
        raise ValueError("there must be irrelevant variables, got none")
    parts = [np.append(0, np.cumsum(met)) for met in (walk.is_false, walk.is_true)]
    false, true = (part / part[-1] for part in parts)
    return false, true


def auc_fr(
    order: ArrayLike,
    relevant: Iterable[int],
    redundant: Groups = (),
    convention: Convention = "spe",
) -> float:
    """Return the area under the curve of `roc_fs_curve`: 1 is best, 0.5 is chance.

    Chance is 0.5 without redundant variables only; with them it is more.

    Parameters
    ----------
    order, relevant, redundant, convention
        As in `roc_fs_curve`.

    Examples
    --------
    Variable 2 is a copy of 0, and 3 is irrelevant.

    >>> auc_fr([2, 1, 0, 3], relevant=[0, 1], redundant=[(0, 2)])
    1.0
    >>> auc_fr([2, 0, 1, 3], relevant=[0, 1], redundant=[(0, 2)])
    0.75
    >>> auc_fr([2, 0, 1, 3], relevant=[0, 1], redundant=[(0, 2)], convention="efr")
    1.0
    """
    fpr, tpr = roc_fs_curve(order, relevant, redundant, convention)
    return float(np.trapezoid(tpr, fpr))


def p_best(order: ArrayLike, relevant: Iterable[int], redundant: Groups = ()) -> float:
    """Return 1 if the first variable is relevant or stands for one, else 0.

    Its mean over many rankings is the p_b of ensemble feature ranking.

    Parameters
    ----------
    order, relevant, redundant
        As in `roc_fs_curve`.

    Examples
    --------
    >>> p_best([2, 0, 1], relevant=[0], redundant=[(0, 2)])
    1.0
    """
    return float(Walk.along(order, relevant, redundant, "spe").is_true[0])


def p_worst(
    order: ArrayLike,
    relevant: Iterable[int],
    redundant: Groups = (),
    convention: Convention = "spe",
) -> float:
    """Return at which part of the ranking nothing relevant is left to be met.

    It is the p_w of ensemble feature ranking: the worst rank of a relevant variable,
    divided by the number of variables. Lower is better.

    Parameters
    ----------
    order, relevant, redundant, convention
        As in `roc_fs_curve`.

    Examples
    --------
    >>> p_worst([0, 3, 1, 2], relevant=[0, 1])
    0.75
    """
    is_true = Walk.along(order, relevant, redundant, convention).is_true
    return float(np.flatnonzero(is_true)[-1] + 1) / len(is_true)
