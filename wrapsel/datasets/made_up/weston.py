"""The two problems of Weston et al.: few relevant variables among wide noise."""

from __future__ import annotations

import numpy as np

from wrapsel.datasets.made_up.limits import check_at_least
from wrapsel.datasets.made_up.problem import MadeProblem

_NOISE = 20.0


def make_weston_linear(
    n_samples: int = 100, n_variables: int = 202, random_state: int = 0
) -> MadeProblem:
    """Make the linear problem of Weston et al. [1]_.

    Classes are -1 and 1, equally likely. In 70 % of the samples x1, x2 and x3 are y
    times N(1, 1), N(2, 1) and N(3, 1) and the next three N(0, 1); in the others it is
    x4, x5 and x6 that depend on y, in the same way. All further ones are N(0, 20). The
    second parameter is taken as the standard deviation; [1]_ does not say.

    Parameters
    ----------
    n_samples : int, default=100
        Number of samples, at least 1.
    n_variables : int, default=202
        Number of variables, at least 6.
    random_state : int, default=0
        Seed of all that is random.

    References
    ----------
    .. [1] J. Weston et al., "Feature selection for SVMs", NIPS 13, 2001, section 5.

    Examples
    --------
    >>> make_weston_linear()
    weston-linear: 100 rows, 202 variables, 6 of them relevant
    """
    check_at_least(1, n_samples=n_samples)
    check_at_least(6, n_variables=n_variables)
    rng = np.random.default_rng(random_state)
    y = rng.choice([-1, 1], n_samples)
    X = rng.normal(0, _NOISE, (n_samples, n_variables))
    X[:, :6] = rng.normal(0, 1, (n_samples, 6))
    is_first = rng.random(n_samples) < 0.7
    telling = y[:, None] * (X[:, :6] + [1, 2, 3, 1, 2, 3])
    is_telling = np.repeat(np.column_stack([is_first, ~is_first]), 3, axis=1)
    X[:, :6] = np.where(is_telling, telling, X[:, :6])
    return MadeProblem(X, y, tuple(range(6)), name="weston-linear")


def make_weston_nonlinear(
    n_samples: int = 100, n_variables: int = 52, random_state: int = 0
) -> MadeProblem:
    """Make the non-linear problem of Weston et al. [1]_.

    Classes are -1 and 1, equally likely. The first two variables have a standard
    deviation of 1 around (-3/4, -3) or (3/4, 3) in class -1, around (3, -3) or (-3, 3)
    in class 1, each as likely; the others are N(0, 20).

    Parameters
    ----------
    n_samples : int, default=100
        Number of samples, at least 1.
    n_variables : int, default=52
        Number of variables, at least 2.
    random_state : int, default=0
        Seed of all that is random.

    References
    ----------
    .. [1] J. Weston et al., "Feature selection for SVMs", NIPS 13, 2001, section 5.

    Examples
    --------
    >>> make_weston_nonlinear()
    weston-nonlinear: 100 rows, 52 variables, 2 of them relevant
    """
    check_at_least(1, n_samples=n_samples)
    check_at_least(2, n_variables=n_variables)
    rng = np.random.default_rng(random_state)
    y = rng.choice([-1, 1], n_samples)
    X = rng.normal(0, _NOISE, (n_samples, n_variables))
    side = rng.choice([-1, 1], n_samples)[:, None]
    centres = np.where(y[:, None] == -1, [0.75, 3.0], [3.0, -3.0])
    X[:, :2] = rng.normal(side * centres, 1)
    return MadeProblem(X, y, (0, 1), name="weston-nonlinear")
