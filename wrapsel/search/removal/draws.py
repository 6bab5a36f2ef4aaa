"""Variables drawn at random, to be removed together."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from wrapsel.protocol import FloatArray
from wrapsel.search.removal.members import Members
from wrapsel.subset import Subset


def random_removals(
    subset: Subset, k: int, rng: np.random.Generator, members: Members | None = None
) -> Iterator[Subset]:
    """Yield, without end, the subset less k variables drawn without replacement.

    `members`, if there are, are the variables of the subset.

    Examples
    --------
    >>> from itertools import islice
    >>> draws = random_removals(Subset.full(9), 2, np.random.default_rng(0))
    >>> [len(draw) for draw in islice(draws, 3)]
    [7, 7, 7]
    """
    members = Members(subset) if members is None else members
    n_members = len(subset)
    while True:
        if k == 1:  # the same draw, sooner
            yield subset.removing((members.at(int(rng.integers(n_members))),))
            continue
        places = rng.choice(n_members, k, replace=False, shuffle=False)
        yield subset.removing(members.at_all(places))


def biased_removals(
    subset: Subset,
    k: int,
    rng: np.random.Generator,
    failures: FloatArray,
    bias: float,
) -> Iterator[Subset]:
    """Yield removals that avoid what was in failed ones.

    A variable that was in f of them is drawn with a weight of ``(1 + f) ** -bias``, and
    all that is yielded is taken to fail.

    Parameters
    ----------
    subset : Subset
    k : int
    rng : Generator
    failures : ndarray of shape (n_variables,)
        Failed removals so far, of each variable.
    bias : float
        Above 0.

    Examples
    --------
    >>> from itertools import islice
    >>> failures = np.array([9.0, 0.0, 0.0])
    >>> rng = np.random.default_rng(0)
    >>> draws = biased_removals(Subset.full(3), 1, rng, failures, bias=9.0)
    >>> [list(draw) for draw in islice(draws, 2)]
    [[0, 1], [0, 2]]
    """
    variables, failures = subset.indices(), failures.copy()
    while True:
        weights = (1.0 + failures[variables]) ** -bias
        drawn = rng.choice(variables, k, replace=False, p=weights / weights.sum())
        failures[drawn] += 1
        yield subset.removing(drawn)


def each_once(subset: Subset, rng: np.random.Generator) -> Iterator[Subset]:
    """Yield the subset less each of its variables, in a random order.

    Examples
    --------
    >>> left = each_once(Subset.full(3), np.random.default_rng(0))
    >>> sorted(map(list, left))
    [[0, 1], [0, 2], [1, 2]]
    """
    for variable in rng.permutation(subset.indices()).tolist():
        yield subset.removing((variable,))
