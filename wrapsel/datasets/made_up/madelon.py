"""Problems in the manner of Madelon: clusters at the corners of a cube."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wrapsel.datasets.made_up.limits import check_at_least, check_share, check_spread
from wrapsel.datasets.made_up.problem import MadeProblem


def make_madelon_like(
    n_samples: int = 2000,
    n_variables: int = 500,
    n_informative: int = 5,
    n_redundant: int = 15,
    separation: float = 2.0,
    label_noise: float = 0.01,
    random_state: int = 0,
) -> MadeProblem:
    """Make a problem in the manner of Madelon [1]_.

    Each corner of a cube in the space of the informative variables is the centre of a
    normal cluster with random covariances; half of the corners, drawn at random, are
    class 1, the others -1. The informative variables come first, then random linear
    combinations of them, then N(0, 1).

    Parameters
    ----------
    n_samples, n_variables : int, default=2000, 500
        Counts, each at least 1.
    n_informative : int, default=5
        Dimensions of the cube, 1 to 16.
    n_redundant : int, default=15
        Number of linear combinations.
    separation : float, default=2.0
        Half the side of the cube.
    label_noise : float, default=0.01
        Probability that a label is wrong.
    random_state : int, default=0
        Seed of all that is random.

    References
    ----------
    .. [1] I. Guyon, "Design of experiments of the NIPS 2003 variable selection
       benchmark", 2003.

    Examples
    --------
    >>> problem = make_madelon_like(n_informative=2, n_redundant=1)
    >>> problem.relevant, problem.redundant
    ((0, 1), ((0, 1, 2),))
    """
    check_at_least(1, n_samples=n_samples, n_informative=n_informative)
    check_at_least(0, n_redundant=n_redundant)
    check_at_least(n_informative + n_redundant, n_variables=n_variables)
    if n_informative > 16:
        raise ValueError(f"n_informative must be at most 16, got {n_informative}")
    check_spread(separation=separation)
    check_share(label_noise=label_noise)
    rng = np.random.default_rng(random_state)
    classes = _classes_of_corners(n_informative, rng)
    corners = rng.integers(len(classes), size=n_samples)
    signs = 2 * (corners[:, None] >> np.arange(n_informative) & 1) - 1
    mixing = rng.uniform(-1, 1, (len(classes), n_informative, n_informative))
    X = rng.normal(size=(n_samples, n_variables))
    spread = np.einsum("ij,ijk->ik", X[:, :n_informative], mixing[corners])
    X[:, :n_informative] = separation * signs + spread
    weights = rng.uniform(-1, 1, (n_informative, n_redundant))
    n_useful = n_informative + n_redundant
    X[:, n_informative:n_useful] = X[:, :n_informative] @ weights
    y = classes[corners] * np.where(rng.random(n_samples) < label_noise, -1, 1)
    relevant = tuple(range(n_informative))
    groups = (tuple(range(n_useful)),) * bool(n_redundant)
    return MadeProblem(X, y, relevant, groups, "madelon-like")


def _classes_of_corners(n: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """Draw as many corners of class 1 as of -1, such that every dimension matters."""
    classes = np.repeat([-1, 1], 2 ** (n - 1))
    while True:
        classes = rng.permutation(classes)
        cube = classes.reshape((2,) * n)
        if all((cube != np.flip(cube, axis)).any() for axis in range(n)):
            return classes
