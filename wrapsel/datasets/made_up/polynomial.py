"""Classes by the sign of a polynomial, with redundant variables and noise."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from wrapsel.datasets.made_up.limits import check_at_least, check_share, check_spread
from wrapsel.datasets.made_up.problem import MadeProblem

FloatArray = NDArray[np.float64]


def make_spe_polynomial(
    n_samples: int = 100,
    n_variables: int = 100,
    n_relevant: int = 10,
    degree: int = 2,
    redundancy: int = 0,
    noise: float = 0.0,
    offset: float = 1.0,
    random_state: int = 0,
) -> MadeProblem:
    """Make the polynomial problems of SPE-ranker [1]_.

    The relevant variables come first, then their copies; all are uniform in [-1, 1]. A
    copy is a relevant variable times a factor in [-2, -1] or [1, 2].

    Parameters
    ----------
    n_samples, n_variables, n_relevant : int, default=100, 100, 10
        Counts, each at least 1.
    degree : int, default=2
        Degree of the polynomial; 1 is linear.
    redundancy : int, default=0
        Copies of each relevant variable, in the place of irrelevant ones.
    noise : float, default=0.0
        Variance of the Gaussian noise on all inputs, added last, and the part of the
        labels that is wrong, in [0, 1].
    offset : float, default=1.0
        The constants of the polynomial's factors (b_j; [1]_ does not say how large they
        are) are uniform in [-offset, offset]. The larger they are, the more the class
        follows single variables.
    random_state : int, default=0
        Seed of all that is random.

    References
    ----------
    .. [1] J. R. Quevedo, A. Bahamonde and O. Luaces, "A simple and efficient method for
       variable ranking according to their usefulness for learning", Computational
       Statistics and Data Analysis, 2007, section 4.2.

    Examples
    --------
    >>> problem = make_spe_polynomial(n_relevant=2, redundancy=1)
    >>> problem.relevant, problem.redundant
    ((0, 1), ((0, 2), (1, 3)))
    """
    check_at_least(1, n_samples=n_samples, n_variables=n_variables, degree=degree)
    check_at_least(0, redundancy=redundancy)
    _check_fits(n_relevant, n_variables, 1 + redundancy)
    check_share(noise=noise)
    if not 0 <= offset < math.inf:
        raise ValueError(f"offset must be at least 0 and finite, got {offset}")
    rng = np.random.default_rng(random_state)
    X = rng.uniform(-1, 1, (n_samples, n_variables))
    slopes = _away_from_zero(rng, (n_relevant, degree))
    offsets = rng.uniform(-offset, offset, degree)
    values = (X[:, :n_relevant] @ slopes + offsets).prod(axis=1)  # eq. 12
    y = np.where(values > np.median(values), 1, -1)  # eq. 13
    for copy in range(1, redundancy + 1):
        factors = _away_from_zero(rng, (n_relevant,))
        here = slice(copy * n_relevant, (copy + 1) * n_relevant)
        X[:, here] = X[:, :n_relevant] * factors
    X += rng.normal(0, math.sqrt(noise), X.shape)
    wrong = rng.choice(n_samples, round(noise * n_samples), replace=False)
    y[wrong] *= -1
    relevant = tuple(range(n_relevant))
    copies = [
        tuple(range(i, (1 + redundancy) * n_relevant, n_relevant)) for i in relevant
    ]
    return MadeProblem(
        X, y, relevant, tuple(copies) * bool(redundancy), "spe-polynomial"
    )


def make_jong_linear(
    n_samples: int = 100,
    n_variables: int = 100,
    n_relevant: int = 10,
    redundant: bool = False,
    label_noise: float = 0.0,
    input_noise: float = 0.0,
    random_state: int = 0,
) -> MadeProblem:
    """Make the linear problems of ensemble feature ranking [1]_.

    The class is 1 if the relevant variables, uniform in [0, 1], have a sum above half
    their number, else -1. They come first, then the redundant ones.

    Parameters
    ----------
    n_samples, n_variables, n_relevant : int, default=100, 100, 10
        Counts, each at least 1.
    redundant : bool, default=False
        Whether as many random linear combinations of the relevant variables (weights
        uniform in [-1, 1]; [1]_ does not say) take the place of irrelevant ones.
    label_noise : float, default=0.0
        Probability that a label is wrong.
    input_noise : float, default=0.0
        Variance of the Gaussian noise on all inputs, added last.
    random_state : int, default=0
        Seed of all that is random.

    References
    ----------
    .. [1] K. Jong, J. Mary, A. Cornuejols, E. Marchiori and M. Sebag, "Ensemble feature
       ranking", PKDD 2004, section 4.

    Examples
    --------
    >>> problem = make_jong_linear(n_relevant=3)
    >>> (problem.X[:3, :3].sum(axis=1) > 1.5).tolist(), problem.y[:3].tolist()
    ([False, True, False], [-1, 1, -1])
    """
    shape = (n_samples, n_variables, n_relevant)
    rng, X = _jong_inputs(*shape, random_state)
    is_one = X[:, :n_relevant].sum(axis=1) > n_relevant / 2  # eq. 1.1
    return _jong_problem(
        X, is_one, n_relevant, redundant, label_noise, input_noise, rng, "jong-linear"
    )


def make_jong_nonlinear(
    n_samples: int = 100,
    n_variables: int = 100,
    n_relevant: int = 10,
    redundant: bool = False,
    label_noise: float = 0.0,
    input_noise: float = 0.0,
    random_state: int = 0,
) -> MadeProblem:
    """Make the non-linear problems of ensemble feature ranking.

    As `make_jong_linear`, but the class is 1 if the squared distance of the relevant
    variables from 1/2 is below a twelfth of their number.

    Parameters
    ----------
    n_samples, n_variables, n_relevant, redundant, label_noise, input_noise
    random_state
        As in `make_jong_linear`.

    Examples
    --------
    >>> problem = make_jong_nonlinear(n_relevant=2)
    >>> distances = ((problem.X[:5, :2] - 0.5) ** 2).sum(axis=1)
    >>> (distances < 2 / 12).tolist(), problem.y[:5].tolist()
    ([True, True, True, True, False], [1, 1, 1, 1, -1])
    """
    shape = (n_samples, n_variables, n_relevant)
    rng, X = _jong_inputs(*shape, random_state)
    distances = ((X[:, :n_relevant] - 0.5) ** 2).sum(axis=1)
    is_one = distances < n_relevant / 12  # eq. 1.2
    name = "jong-nonlinear"
    return _jong_problem(
        X, is_one, n_relevant, redundant, label_noise, input_noise, rng, name
    )


def _jong_inputs(
    n_samples: int, n_variables: int, n_relevant: int, random_state: int
) -> tuple[np.random.Generator, FloatArray]:
    check_at_least(1, n_samples=n_samples, n_variables=n_variables)
    _check_fits(n_relevant, n_variables, 1)
    rng = np.random.default_rng(random_state)
    return rng, rng.uniform(0, 1, (n_samples, n_variables))


def _jong_problem(
    X: FloatArray,
    is_one: NDArray[np.bool_],
    n_relevant: int,
    redundant: bool,
    label_noise: float,
    input_noise: float,
    rng: np.random.Generator,
    name: str,
) -> MadeProblem:
    check_share(label_noise=label_noise)
    check_spread(input_noise=input_noise)
    group: tuple[tuple[int, ...], ...] = ()
    if redundant:
        _check_fits(n_relevant, X.shape[1], 2)
        weights = rng.uniform(-1, 1, (n_relevant, n_relevant))
        X[:, n_relevant : 2 * n_relevant] = X[:, :n_relevant] @ weights
        group = (tuple(range(2 * n_relevant)),)
    is_wrong = rng.random(len(X)) < label_noise
    X += rng.normal(0, math.sqrt(input_noise), X.shape)
    y = np.where(is_one != is_wrong, 1, -1)
    return MadeProblem(X, y, tuple(range(n_relevant)), group, name)


def _check_fits(n_relevant: int, n_variables: int, n_each: int) -> None:
    check_at_least(1, n_relevant=n_relevant)
    if n_relevant * n_each > n_variables:
        copies = " with their copies" * (n_each > 1)
        raise ValueError(
            f"the relevant variables{copies} must be at most "
            f"n_variables = {n_variables}, got {n_relevant * n_each}"
        )


def _away_from_zero(rng: np.random.Generator, shape: tuple[int, ...]) -> FloatArray:
    """Draw from [-2, -1] and [1, 2]: no variable may hardly matter."""
    return np.asarray(rng.uniform(1, 2, shape) * rng.choice([-1.0, 1.0], shape))
