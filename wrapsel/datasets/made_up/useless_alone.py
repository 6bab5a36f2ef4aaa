"""Problems whose variables are useless one at a time."""

from __future__ import annotations

import math

import numpy as np

from wrapsel.datasets.made_up.limits import check_at_least, check_spread
from wrapsel.datasets.made_up.problem import MadeProblem


def make_xor(
    n_samples: int = 100,
    n_variables: int = 100,
    n_relevant: int = 2,
    random_state: int = 0,
) -> MadeProblem:
    """Make a class that is the sign of a product of variables [1]_.

    All variables are uniform in [-1, 1]; the relevant ones come first.

    Parameters
    ----------
    n_samples, n_variables, n_relevant : int, default=100, 100, 2
        Counts, each at least 1.
    random_state : int, default=0
        Seed of all that is random.

    References
    ----------
    .. [1] J. R. Quevedo, A. Bahamonde and O. Luaces, "A simple and efficient method for
       variable ranking according to their usefulness for learning", Computational
       Statistics and Data Analysis, 2007, eq. 15.

    Examples
    --------
    >>> problem = make_xor()
    >>> bool((problem.X[:, :2].prod(axis=1) * problem.y > 0).all())
    True
    """
    check_at_least(1, n_samples=n_samples, n_relevant=n_relevant)
    check_at_least(n_relevant, n_variables=n_variables)
    rng = np.random.default_rng(random_state)
    X = rng.uniform(-1, 1, (n_samples, n_variables))
    y = np.where(X[:, :n_relevant].prod(axis=1) > 0, 1, -1)  # eq. 15
    return MadeProblem(X, y, tuple(range(n_relevant)), name="xor")


def make_anticorrelated(
    n_samples: int = 200,
    sigma: float = 1.0,
    distance: float = 0.5,
    random_state: int = 0,
) -> MadeProblem:
    """Make two anti-correlated variables that tell the classes only together [1]_.

    Each class lies on a line of slope -1, and the classes take turns. Alone, a variable
    says next to nothing; the correlation is about ``-(1 - q) / (1 + q)`` with
    ``q = (distance / sigma)**2 / 8``.

    Parameters
    ----------
    n_samples : int, default=200
        Number of samples, at least 1.
    sigma : float, default=1.0
        Standard deviation of each variable within a class.
    distance : float, default=0.5
        Distance of the two lines. In [1]_ it is 0.4 to 0.6 times `sigma`.
    random_state : int, default=0
        Seed of all that is random.

    References
    ----------
    .. [1] J. R. Quevedo, A. Bahamonde and O. Luaces, "A simple and efficient method for
       variable ranking according to their usefulness for learning", Computational
       Statistics and Data Analysis, 2007, section 5.2.

    Examples
    --------
    >>> problem = make_anticorrelated(distance=0.5)
    >>> sorted(set((problem.X.sum(axis=1) / 2**0.5).round(6).tolist()))
    [-0.25, 0.25]
    """
    check_at_least(1, n_samples=n_samples)
    check_spread(sigma=sigma, distance=distance)
    rng = np.random.default_rng(random_state)
    y = np.where(np.arange(n_samples) % 2, 1, -1)
    along = rng.normal(0, sigma, n_samples)
    centres = y * distance / math.sqrt(8)  # of each of the two coordinates
    X = np.column_stack([centres + along, centres - along])
    return MadeProblem(X, y, (0, 1), name="anticorrelated")
