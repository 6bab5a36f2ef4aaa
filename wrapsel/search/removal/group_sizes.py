"""Which variables to test together next, from what the tests so far say."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wrapsel.protocol import FloatArray

# Points of the grid over the share of relevant variables, even in its log-odds.
_N_POINTS = 64
# Sizes grow by one up to twice this, and then by one in so many.
_FINENESS = 16
# Gains this close, relatively, differ by rounding only: they are ties.
_ROUNDING = 1e-9
_TINY = np.finfo(np.float64).tiny


class Counts(NamedTuple):
    """What is known of the variables, by their number.

    Parameters
    ----------
    untested : int
        Variables of which nothing is known.
    failed : sequence of int
        Sizes, at least 2, of the groups that are known to hold a relevant variable.
    confirmed : int
        Variables known to be relevant.
    removed : int
        Variables known to be irrelevant.
    """

    untested: int
    failed: Sequence[int] | NDArray[np.intp]
    confirmed: int
    removed: int

    @property
    def left(self) -> int:
        """Return the number of variables not removed."""
        return self.untested + int(np.sum(self.failed)) + self.confirmed


class Choice(NamedTuple):
    """Test `size` variables of a failed group of size `group`; 0: of the untested."""

    group: int
    size: int


class Options(NamedTuple):
    """The tests of some of the untested variables, or of some of a failed group.

    Parameters
    ----------
    group : int
        As in `Choice`.
    sizes : ndarray of shape (n_sizes,)
        Ascending.
    removable, bits : ndarray of shape (n_sizes, n_points)
        The chances that so many hold no relevant variable, for each share, and the bits
        that this tells.
    """

    group: int
    sizes: NDArray[np.int64]
    removable: FloatArray
    bits: FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class Shares:
    """A grid over the share p of relevant variables, with a Beta prior.

    Parameters
    ----------
    log_p, log_q, log_prior : ndarray of shape (n_points,)
        The logarithms of p, of 1 - p, and of the prior, up to a constant.
    """

    log_p: FloatArray
    log_q: FloatArray
    log_prior: FloatArray
    _logs: _Rows = field(init=False, repr=False)
    _bits: _Rows = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_logs", _Rows(lambda n: np.log(self._culprit(n))))
        object.__setattr__(self, "_bits", _Rows(self._bits_of_failed))

    @classmethod
    def beta(cls, n_variables: int, relevant: float, irrelevant: float) -> Shares:
        """Make the prior Beta(relevant, irrelevant), on a grid for so many variables.

        Examples
        --------
        >>> shares = Shares.beta(100, relevant=1.5, irrelevant=15)
        >>> weights = shares.posterior(Counts(100, (), 0, 0))
        >>> round(float(weights @ np.exp(shares.log_p)), 3)
        0.091
        """
        widest = np.log(100.0 * (n_variables + 1))
        log_odds = np.linspace(-widest, widest, _N_POINTS)
        log_p, log_q = -np.logaddexp(0, -log_odds), -np.logaddexp(0, log_odds)
        # In log-odds, the density of a Beta gains a factor p (1 - p).
        return cls(log_p, log_q, relevant * log_p + irrelevant * log_q)

    def posterior(self, counts: Counts) -> FloatArray:
        """Return the weights of the shares, of shape (n_points,), with sum 1."""
        log = self.log_prior + counts.removed * self.log_q
        log += counts.confirmed * self.log_p
        log += self._logs.of(counts.failed).sum(axis=0)
        weights: FloatArray = np.exp(log - log.max())
        weights /= weights.sum()
        return weights

    def unknown_bits(self, counts: Counts) -> FloatArray:
        """Return how many bits are unknown, for each share, of shape (n_points,)."""
        one = entropy(np.exp(self.log_p))
        failed = self._bits.of(counts.failed).sum(axis=0)
        bits: FloatArray = counts.untested * one + failed
        return bits

    def options(self, group: int, sizes: NDArray[np.int64]) -> Options:
        """Return the tests of so many variables of a group."""
        removable = np.exp(sizes[:, None] * self.log_q)
        if group:  # Given that it holds a relevant one, the rest must hold it.
            removable *= self._culprit(group - sizes) / self._culprit(np.array([group]))
        return Options(group, sizes, removable, entropy(removable))

    def _bits_of_failed(self, sizes: NDArray[np.intp]) -> FloatArray:
        culprit = self._culprit(sizes)
        one = entropy(np.exp(self.log_p))
        each = (sizes[:, None] * one - entropy(culprit)) / culprit
        return np.maximum(each, 0.0)

    def _culprit(self, sizes: NDArray[np.int64]) -> FloatArray:
        """Return the chances that so many variables hold a relevant one."""
        return -np.expm1(sizes[:, None] * self.log_q)


class _Rows:
    """Rows that each depend on a size alone, made when first needed."""

    def __init__(self, make: Callable[[NDArray[np.intp]], FloatArray]) -> None:
        self._make = make
        self._rows = make(np.empty(0, np.intp))
        self._places = np.full(1, -1, np.intp)  # of the row of each size

    def of(self, sizes: Sequence[int] | NDArray[np.intp]) -> FloatArray:
        """Return the rows of so many sizes, one below the other."""
        sizes = np.asarray(sizes, np.intp)
        more = sizes.max(initial=0) + 1 - len(self._places)
        if more > 0:
            self._places = np.append(self._places, np.full(2 * more, -1, np.intp))
        places = self._places[sizes]
        if places.min(initial=0) < 0:
            new = np.unique(sizes[places < 0])
            self._places[new] = np.arange(len(new)) + len(self._rows)
            self._rows = np.concatenate([self._rows, self._make(new)])
            places = self._places[sizes]
        rows: FloatArray = self._rows[places]
        return rows


def entropy(p: FloatArray) -> FloatArray:
    """Return the bits that an event of probability p tells.

    Examples
    --------
    >>> entropy(np.array([0.0, 0.5, 1.0])).tolist()
    [0.0, 1.0, 0.0]
    """
    q = 1 - p
    return p * -np.log2(np.maximum(p, _TINY)) + q * -np.log2(np.maximum(q, _TINY))


def chooser(shares: Shares, cost: Callable[[int], float]) -> Callable[[Counts], Choice]:
    """Return a function that chooses the next test: the one that gains most.

    With n variables left, a test of k that can be removed with probability P gains ::

        cost(n) entropy(P) + slope H k P - cost(n - k)

    where the first two terms are averaged over the shares. A bit saves a training. A
    variable removed makes each training to come cheaper, one for each of the H unknown
    bits, by the mean slope of the cost from n down to the fewest that may stay. Ties go
    to untested variables, then to the largest group, then to the fewest variables.

    Examples
    --------
    >>> choose = chooser(Shares.beta(100, 1.5, 15), cost=lambda n: n)
    >>> choose(Counts(untested=100, failed=(), confirmed=0, removed=0))
    Choice(group=0, size=12)
    """
    price = cache(_checked(cost))
    parts = cache(lambda group: shares.options(group, group_sizes(group - 1)))
    untested = Untested(shares)

    def choose(counts: Counts) -> Choice:
        groups = np.unique(np.asarray(counts.failed, np.intp))[::-1].tolist()
        options = [parts(group) for group in groups]
        if counts.untested:
            options.insert(0, untested.options(counts.untested))
        gains = _gains(options, counts, shares, price)
        close = gains.max() - _ROUNDING * np.abs(gains).max()
        place = int(np.argmax(gains >= close))
        for option in options:
            if place < len(option.sizes):
                break
            place -= len(option.sizes)
        return Choice(option.group, int(option.sizes[place]))

    return choose


class Untested:
    """The tests of at most so many untested variables."""

    def __init__(self, shares: Shares) -> None:
        self._shares = shares
        self._known = shares.options(0, group_sizes(1))

    def options(self, most: int) -> Options:
        """Return them; all but the largest size are the same for any number."""
        if self._known.sizes[-1] < most:
            self._known = self._shares.options(0, group_sizes(2 * most))
        n_below = int(np.searchsorted(self._known.sizes, most))
        largest = self._shares.options(0, np.array([most]))
        pairs = zip(self._known[1:], largest[1:], strict=True)
        return Options(0, *(np.concatenate([k[:n_below], new]) for k, new in pairs))


def _gains(
    options: list[Options],
    counts: Counts,
    shares: Shares,
    price: Callable[[int], float],
) -> FloatArray:
    weights = shares.posterior(counts)
    n, fewest = counts.left, counts.confirmed + len(counts.failed)
    bit = price(n) * weights
    slope = max(0.0, (price(n) - price(fewest)) / (n - fewest))
    removal = slope * shares.unknown_bits(counts) * weights
    _, *columns = zip(*options, strict=True)
    sizes, removable, bits = map(np.concatenate, columns)
    # No matrix products: their rounding depends on the threads of BLAS.
    gains: FloatArray = (bits * bit).sum(axis=1)
    gains += sizes * (removable * removal).sum(axis=1)
    gains -= np.array([price(n - size) for size in sizes.tolist()])
    return gains


def group_sizes(most: int) -> NDArray[np.int64]:
    """Return sizes up to `most`, all of the small ones."""
    sizes = [1]
    while sizes[-1] < most:
        sizes.append(min(most, sizes[-1] + max(1, sizes[-1] // _FINENESS)))
    return np.array(sizes)


def _checked(cost: Callable[[int], float]) -> Callable[[int], float]:
    def checked(n: int) -> float:
        # Without variables nothing is trained; yet that is no reason to try it early.
        price = float(cost(max(n, 1)))
        if not 0 <= price < math.inf:
            raise ValueError(
                f"cost must be finite and at least 0, got {price} for n = {n}"
            )
        return price

    return checked
