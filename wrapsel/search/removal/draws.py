"""Variables drawn at random, to be removed together."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from wrapsel.protocol import FloatArray
from wrapsel.subset import Subset


def random_removals(
    subset: Subset, k: int, rng: np.random.Generator
) -> Iterator[Subset]:
    """Yield, without end, the subset less k variables drawn without replacement.

    Examples
    --------
    >>> from itertools import islice
    >>> draws = random_removals(Subset.full(9), 2, np.random.default_rng(0))
    >>> [len(draw) for draw in islice(draws, 3)]
    [7, 7, 7]
    """
    variables, members = subset.indices(), subset.mask()
    while True:
        remaining = members.copy()
        remaining[rng.choice(variables, k, replace=False, shuffle=False)] = False
        yield Subset.from_mask(remaining)


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
    variables, members, failures = subset.indices(), subset.mask(), failures.copy()
    while True:
        weights = (1.0 + failures[variables]) ** -bias
        drawn = rng.choice(variables, k, replace=False, p=weights / weights.sum())
        failures[drawn] += 1
        remaining = members.copy()
        remaining[drawn] = False
        yield Subset.from_mask(remaining)


def each_once(subset: Subset, rng: np.random.Generator) -> Iterator[Subset]:
    """Yield the subset less each of its variables, in a random order.

    Examples
    --------
    >>> left = each_once(Subset.full(3), np.random.default_rng(0))
    >>> sorted(map(list, left))
    [[0, 1], [0, 2], [1, 2]]
    """
    for variable in rng.permutation(subset.indices()):
        yield subset - Subset.of([variable], subset.n_variables)
