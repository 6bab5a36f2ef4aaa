"""What a search strategy is told, what it asks for, and what it is answered."""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from wrapsel.errors import class_for_value, shortened
from wrapsel.subset import Subset

FloatArray = NDArray[np.float64]
FAILED = 1e77  # a fold's error where the learner failed: its square is finite


@dataclass(frozen=True, slots=True)
class SearchSpace:
    """Where a strategy searches.

    Parameters
    ----------
    variables : Subset
        The variables in play.
    cost : callable
        Cost of training on n variables, in the learner's own unit.
    relevance : ndarray of shape (n_variables,), optional
        From a ranker; higher is better.
    start : Subset, optional
        Where the user wants the search to begin; a part of `variables`.
    resolution : float, default=0.0
        What a single row adds to the error if it is wrong; 0 if that is not fixed.
    noise : float, default=inf
        The relevance that the best of so many variables has by chance; what has more
        is significant.
    noise_limit : float, default=-inf
        The relevance that the best of so many variables has by chance once in 10
        times; if the best of the variables has more, not all are noise.
    n_samples : int, default=0
        Rows of the problem; 0 if not known.
    shares_fits : bool, default=False
        Whether thousands of subsets are measured in a second, since the learner shares
        work between them.
    n_required : int, default=0
        Variables that the user requires.

    Notes
    -----
    Variables that the user requires are not in `variables`: the engine adds them to
    every subset that is measured, and no strategy sees them. But they count in the
    sizes that a strategy is asked for.
    """

    variables: Subset
    cost: Callable[[int], float]
    relevance: FloatArray | None = None
    start: Subset | None = None
    resolution: float = 0.0
    noise: float = math.inf
    noise_limit: float = -math.inf
    n_samples: int = 0
    shares_fits: bool = False
    n_required: int = 0


class Evaluation(NamedTuple):  # made for each verdict: cheaper than a dataclass
    """The verdict on one subset.

    Parameters
    ----------
    subset : Subset
        The subset judged.
    error : float
        Its error, to be minimised; a lower bound if not `complete`.
    n_folds : int
        Folds a one-at-a-time run needs for this verdict.
    complete : bool, default=True
        Whether all folds were needed, so that `error` is exact.
    variant : int, default=0
        The learner's parameter setting with the smallest error.
    """

    subset: Subset
    error: float
    n_folds: int
    complete: bool = True
    variant: int = 0


Need = Literal["all", "acceptable", "first", "best"]


@dataclass(frozen=True, slots=True)
class Evaluate:
    """Ask for the errors of candidates; the reply is a list of `Evaluation`, in order.

    Parameters
    ----------
    candidates : iterable of Subset
        May be lazy and endless. More may be drawn than answered, so drawing
        must have no effect on anything else.
    accept : float, optional
        Errors above it need not be exact: such a candidate is given up as soon as
        its folds prove it, and answered with ``complete=False``.
    need : {"all", "acceptable", "first", "best"}, default="all"
        "all": every error is exact; "acceptable": those <= `accept` are; "first": as
        before, and the reply ends at the first of them; "best": the smallest one is,
        if it is <= `accept` (ties: the first).
    """

    candidates: Iterable[Subset]
    accept: float | None = None
    need: Need = "all"


@dataclass(frozen=True, slots=True)
class Measure:
    """Ask for fold errors; the reply is a float array of shape (n_candidates, n_folds).

    For races, which decide on a part of the folds. Of several variants, each candidate
    is answered with that of the smallest error over the folds asked for.

    Parameters
    ----------
    candidates : iterable of Subset
        Not endless.
    n_folds : int
        The first so many folds, at least 1; more than there are means all, and the
        reply has as many columns as there are.
    draw : int, default=0
        0 are the folds of the search; 1, 2, … those drawn anew for the first, second, …
        time. If folds cannot be drawn anew, since the user gave them, the reply is
        empty: it has no rows.
    """

    candidates: Iterable[Subset]
    n_folds: int
    draw: int = 0

    def __post_init__(self) -> None:
        if self.n_folds < 1:
            raise ValueError(f"n_folds must be at least 1, got {self.n_folds}")
        if self.draw < 0:
            raise ValueError(f"draw must be at least 0, got {self.draw}")


RankBy = Literal["learner", "folds", "permutation", "coefficients"]


@dataclass(frozen=True, slots=True)
class Rank:
    """Ask for importances; the reply is a float array of shape (len(subset),).

    Parameters
    ----------
    subset : Subset
    by : {"learner", "folds", "permutation", "coefficients"}, default="learner"
        What a learner that was fitted on all rows says; what those fitted on the
        training rows of each fold say, on average; or how much the error rises, over
        all folds, once a variable is shuffled among the test rows. "coefficients" is
        "learner", but coefficients are taken as they are, whatever the units.
    """

    subset: Subset
    by: RankBy = "learner"


@dataclass(frozen=True, slots=True)
class Keep:
    """Announce the new incumbent; the last one is the result. No reply.

    Parameters
    ----------
    evaluation : Evaluation
    why : str, default=""
        The stage that ends here, and why it takes this subset; shown in the result.
    """

    evaluation: Evaluation
    why: str = ""


Request = Evaluate | Measure | Rank | Keep
# Yields requests, is sent their replies, returns why it stopped (None: it is done).
Search = Generator[Request, Any, str | None]


@runtime_checkable
class SearchStrategy(Protocol):
    """A frozen value whose `search` is a generator of requests.

    If it has `wants_relevance` and that is true, the space always has a relevance.
    """

    def search(self, space: SearchSpace, rng: np.random.Generator, /) -> Search:
        """Search `space`; all randomness comes from `rng`."""


def check_strategy_value(name: str, strategy: Any) -> None:
    """Refuse what is not an instance with a method `search`."""
    wanted = f"{name} must have a method search"
    if isinstance(strategy, type) and hasattr(strategy, "search"):
        raise TypeError(f"{wanted}, got {class_for_value(strategy)}")
    if isinstance(strategy, type) or not isinstance(strategy, SearchStrategy):
        raise TypeError(
            f"{wanted}, as Forward() of wrapsel.search, got {shortened(strategy)}"
        )


Replies = list[Evaluation]


def evaluate(candidates: Iterable[Subset]) -> Generator[Request, Replies, Replies]:
    """Ask for all errors, exactly."""
    return (yield Evaluate(candidates))


def acceptable(
    candidates: Iterable[Subset], accept: float
) -> Generator[Request, Replies, Replies]:
    """Ask for the candidates with an error <= `accept`, in order."""
    verdicts = yield Evaluate(candidates, accept, "acceptable")
    return [v for v in verdicts if is_accepted(v, accept)]


def first_acceptable(
    candidates: Iterable[Subset], accept: float
) -> Generator[Request, Replies, Evaluation | None]:
    """Ask for the first candidate with an error <= `accept`, or None."""
    verdicts = yield Evaluate(candidates, accept, "first")
    found = verdicts and is_accepted(verdicts[-1], accept)
    return verdicts[-1] if found else None


def is_accepted(verdict: Evaluation, accept: float) -> bool:
    """Say whether the error is known, and small enough."""
    return verdict.complete and verdict.error <= accept


def best_of(
    candidates: Iterable[Subset], accept: float | None = None
) -> Generator[Request, Replies, Evaluation | None]:
    """Ask for the best by `precedence`, or None if all errors are above `accept`."""
    verdicts = yield Evaluate(candidates, accept, "best")
    limit = np.inf if accept is None else accept
    errors = [v.error for v in verdicts if v.complete]
    lowest = min([limit, *errors])
    tied = [v for v in verdicts if v.error == lowest and is_accepted(v, limit)]
    return min(tied, key=precedence, default=None)


def precedence(verdict: Evaluation) -> tuple[float, int, bytes]:
    """Return what sorts verdicts, the best first: the rule for ties of all strategies.

    Of equal errors the fewest variables come first, which also are the cheapest, then
    the first in the user's order: the subset with the first variable that others lack.

    Examples
    --------
    >>> tied = [Evaluation(Subset.of(s, 3), 0.5, 5) for s in ([0, 1], [1], [0])]
    >>> [list(verdict.subset) for verdict in sorted(tied, key=precedence)]
    [[0], [1], [0, 1]]
    """
    return verdict.error, len(verdict.subset), verdict.subset.order()


def measure(
    candidates: Iterable[Subset], n_folds: int, draw: int = 0
) -> Generator[Request, FloatArray, FloatArray]:
    """Ask for the errors of candidates on each of the first folds."""
    return (yield Measure(candidates, n_folds, draw))


def rank(
    subset: Subset, by: RankBy = "learner"
) -> Generator[Request, FloatArray, FloatArray]:
    """Ask for the importances of the variables of a subset, ascending by variable."""
    return (yield Rank(subset, by))


def no_signal(importances: FloatArray) -> str | None:
    """Say that importances are no order: all are 0, or equal and more than two.

    Examples
    --------
    >>> no_signal(np.zeros(3)), no_signal(np.array([0.0, 0.5, 0.5]))
    ('no signal: all importances are 0', None)
    """
    if len(importances) > 1 and not importances.any():
        return "no signal: all importances are 0"
    if len(importances) > 2 and (importances == importances[0]).all():
        return "no signal: all importances are equal"
    return None
