"""Friedman's first regression problem."""

from __future__ import annotations

from wrapsel.datasets.made_up.limits import check_at_least, check_spread
from wrapsel.datasets.made_up.problem import MadeProblem


def make_friedman1(
    n_samples: int = 200,
    n_variables: int = 10,
    noise: float = 1.0,
    random_state: int = 0,
) -> MadeProblem:
    """Make Friedman's first regression problem [1]_, by scikit-learn.

    y is 10 sin(pi x1 x2) + 20 (x3 - 1/2)**2 + 10 x4 + 5 x5 and noise, with all
    variables uniform in [0, 1].

    Parameters
    ----------
    n_samples : int, default=200
        Number of samples, at least 1.
    n_variables : int, default=10
        Number of variables, at least 5.
    noise : float, default=1.0
        Standard deviation of the Gaussian noise on y.
    random_state : int, default=0
        Seed of all that is random.

    References
    ----------
    .. [1] J. H. Friedman, "Multivariate adaptive regression splines", Annals of
       Statistics 19, 1991, section 4.3.

    Examples
    --------
    >>> make_friedman1()
    friedman1: 200 rows, 10 variables, 5 of them relevant
    """
    check_at_least(1, n_samples=n_samples)
    check_at_least(5, n_variables=n_variables)
    check_spread(noise=noise)
    from sklearn import datasets  # takes a second, which other problems need not wait

    X, y = datasets.make_friedman1(
        n_samples, n_variables, noise=noise, random_state=random_state
    )
    return MadeProblem(X, y, (0, 1, 2, 3, 4), name="friedman1")
