"""Problems of Boolean and other nominal variables."""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray

from wrapsel.datasets.made_up.limits import check_at_least, check_share
from wrapsel.datasets.made_up.problem import MadeProblem

IntArray = NDArray[np.int64]

# Top, upper left, upper right, middle, lower left, lower right, bottom.
_SEGMENTS = (
    (1, 1, 1, 0, 1, 1, 1),
    (0, 0, 1, 0, 0, 1, 0),
    (1, 0, 1, 1, 1, 0, 1),
    (1, 0, 1, 1, 0, 1, 1),
    (0, 1, 1, 1, 0, 1, 0),
    (1, 1, 0, 1, 0, 1, 1),
    (1, 1, 0, 1, 1, 1, 1),
    (1, 0, 1, 0, 0, 1, 0),
    (1, 1, 1, 1, 1, 1, 1),
    (1, 1, 1, 1, 0, 1, 1),
)
_N_VALUES = (3, 3, 2, 3, 4, 2)
_MONKS = {1: (0, 1, 4), 2: (0, 1, 2, 3, 4, 5), 3: (1, 3, 4)}
# The values that decide: two of three, since they tell the third, else the one tested.
_MONKS_LOCAL = {1: (0, 1, 3, 4, 11), 2: (0, 3, 6, 8, 11, 15), 3: (5, 8, 13, 14)}
_MONKS_GROUPS = {1: ((0, 1, 2), (3, 4, 5)), 2: ((6, 7), (15, 16)), 3: ()}


def make_seven_of_ten(
    n_samples: int = 1000,
    n_variables: int = 100,
    p_one: float = 0.5,
    random_state: int = 0,
) -> MadeProblem:
    """Make a class that is 1 if at least seven of ten Boolean variables are [1]_.

    The ten are drawn at random. "At least", since [1]_ calls the problem linearly
    separable, which "exactly" is not.

    Parameters
    ----------
    n_samples : int, default=1000
        Number of samples, at least 1.
    n_variables : int, default=100
        Number of variables, at least 10.
    p_one : float, default=0.5
        Probability of a 1 in each variable. The 466 different values of the ten among
        1000 samples that [1]_ reports need about 0.67; 0.5 gives 638.
    random_state : int, default=0
        Seed of all that is random.

    References
    ----------
    .. [1] D. J. Stracuzzi and P. E. Utgoff, "Randomized variable elimination", JMLR 5,
       2004, section 5.2.

    Examples
    --------
    >>> problem = make_seven_of_ten()
    >>> ones = problem.X[:, list(problem.relevant)].sum(axis=1)
    >>> ones[:3].tolist(), problem.y[:3].tolist()
    ([5, 7, 6], [0, 1, 0])
    """
    check_at_least(1, n_samples=n_samples)
    check_at_least(10, n_variables=n_variables)
    check_share(p_one=p_one)
    rng = np.random.default_rng(random_state)
    relevant = np.sort(rng.choice(n_variables, 10, replace=False))
    X = (rng.random((n_samples, n_variables)) < p_one).astype(np.int64)
    y = (X[:, relevant].sum(axis=1) >= 7).astype(np.int64)
    name = "seven-of-ten"
    return MadeProblem(X, y, tuple(relevant.tolist()), name=name, nominal=True)


def make_led(
    n_samples: int = 2000,
    n_variables: int = 24,
    noise: float = 0.1,
    label_noise: float = 0.0,
    random_state: int = 0,
) -> MadeProblem:
    """Make the digits of a seven-segment display with faults [1]_.

    Seven variables are the segments (top, upper left, upper right, middle, lower left,
    lower right, bottom), all further ones fair coins; the class is the digit.

    Parameters
    ----------
    n_samples : int, default=2000
        Number of samples, at least 1.
    n_variables : int, default=24
        Number of variables, at least 7; [2]_ takes 150.
    noise : float, default=0.1
        Probability that a segment is inverted. With 0.1, the best possible classifier
        errs in 26 % of the cases. [2]_ speaks of 10 % wrong labels, but its errors of
        26 to 27 % are those of this noise.
    label_noise : float, default=0.0
        Probability that the class is replaced by another digit.
    random_state : int, default=0
        Seed of all that is random.

    References
    ----------
    .. [1] L. Breiman et al., "Classification and regression trees", Wadsworth, 1984,
       section 2.6.
    .. [2] D. J. Stracuzzi and P. E. Utgoff, "Randomized variable elimination", JMLR 5,
       2004, section 7.2.

    Examples
    --------
    >>> problem = make_led(noise=0.0)
    >>> int(problem.y[0]), problem.X[0, :7].tolist()
    (8, [1, 1, 1, 1, 1, 1, 1])
    """
    check_at_least(1, n_samples=n_samples)
    check_at_least(7, n_variables=n_variables)
    check_share(noise=noise, label_noise=label_noise)
    rng = np.random.default_rng(random_state)
    y = rng.integers(10, size=n_samples)
    X = rng.integers(2, size=(n_samples, n_variables))
    X[:, :7] = np.array(_SEGMENTS)[y] ^ (rng.random((n_samples, 7)) < noise)
    is_wrong = rng.random(n_samples) < label_noise
    y = np.where(is_wrong, (y + rng.integers(1, 10, n_samples)) % 10, y)
    return MadeProblem(X, y, tuple(range(7)), name=f"led{n_variables}", nominal=True)


def make_monks(
    problem: int = 1,
    n_samples: int = 432,
    local: bool = False,
    noise: float = 0.0,
    random_state: int = 0,
) -> MadeProblem:
    """Make one of the three monk's problems [1]_.

    There are six variables with 3, 3, 2, 3, 4 and 2 values, counted from 1. The class
    is 1, else 0, if

    1. a1 = a2, or a5 = 1;
    2. exactly two of the six are 1;
    3. a5 = 3 and a4 = 1, or a5 is not 4 and a2 is not 3.

    Parameters
    ----------
    problem : {1, 2, 3}, default=1
        Which problem.
    n_samples : int, default=432
        Number of samples: all 432 cases in order, or fewer, drawn without repetition.
        The published training sets have 124, 169 and 122.
    local : bool, default=False
        Whether each value becomes a Boolean variable of its own, 17 in all. Of two
        that are complements, one is relevant and the other redundant.
    noise : float, default=0.0
        Part of the labels that is wrong; the published third training set has 0.05.
    random_state : int, default=0
        Seed of all that is random.

    References
    ----------
    .. [1] S. B. Thrun et al., "The MONK's problems", Carnegie Mellon University,
       CMU-CS-91-197, 1991.

    Examples
    --------
    >>> make_monks(2).X[-1].tolist(), make_monks(2, local=True).X[-1].tolist()
    ([3, 3, 2, 3, 4, 2], [0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 1])
    >>> make_monks(2, local=True).relevant
    (0, 3, 6, 8, 11, 15)
    """
    if problem not in _MONKS:
        raise ValueError(f"problem must be 1, 2 or 3, got {problem}")
    check_at_least(1, n_samples=n_samples)
    if n_samples > 432:
        raise ValueError(f"n_samples must be at most 432, got {n_samples}")
    check_share(noise=noise)
    rng = np.random.default_rng(random_state)
    rows = np.sort(rng.choice(432, n_samples, replace=False))
    cases = np.array(list(product(*(range(1, n + 1) for n in _N_VALUES))))[rows]
    y = _monks_class(problem, cases)
    y[rng.choice(n_samples, round(noise * n_samples), replace=False)] ^= 1
    name, values = f"monks-{problem}", list(enumerate(_N_VALUES))
    if not local:
        names = tuple(f"a{i + 1}" for i, _ in values)
        return MadeProblem(cases, y, _MONKS[problem], (), name, True, names)
    pairs = [(i, value) for i, n in values for value in range(1, n + 1)]
    X = np.column_stack([cases[:, i] == value for i, value in pairs]).astype(np.int64)
    names = tuple(f"a{i + 1}={value}" for i, value in pairs)
    relevant, groups = _MONKS_LOCAL[problem], _MONKS_GROUPS[problem]
    return MadeProblem(X, y, relevant, groups, f"{name}-local", True, names)


def _monks_class(problem: int, cases: IntArray) -> IntArray:
    a1, a2, _, a4, a5, _ = cases.T
    if problem == 1:
        is_one = (a1 == a2) | (a5 == 1)
    elif problem == 2:
        is_one = (cases == 1).sum(axis=1) == 2
    else:
        is_one = (a5 == 3) & (a4 == 1) | (a5 != 4) & (a2 != 3)
    return np.asarray(is_one, dtype=np.int64)
