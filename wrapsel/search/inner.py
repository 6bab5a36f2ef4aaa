"""Running a strategy inside another one."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Any

from wrapsel.protocol import (
    Evaluate,
    Evaluation,
    Keep,
    Measure,
    Request,
    Search,
)

# Yields requests, is sent their replies, returns what the inner search kept.
Inner = Generator[Request, Any, list[Evaluation]]


def kept_by(search: Search) -> Inner:
    """Pass everything on, and return all that was kept."""
    kept: list[Evaluation] = []
    reply: Any = None
    while (request := advance(search, reply)) is not None:
        if isinstance(request, Keep):
            kept.append(request.evaluation)
        reply = yield request
    return kept


def quietly(search: Search) -> Inner:
    """Pass everything on but `Keep`, and return all that was kept."""
    kept: list[Evaluation] = []
    reply: Any = None
    while (request := advance(search, reply)) is not None:
        if isinstance(request, Keep):
            kept.append(request.evaluation)
            reply = None
        else:
            reply = yield request
    return kept


@dataclass(slots=True)
class Fits:
    """How many fits a search needs, one subset at a time and none known before."""

    n: int = 0


def counting(search: Search, fits: Fits) -> Search:
    """Pass everything on, and count the folds that are measured."""
    reply: Any = None
    while (request := advance(search, reply)) is not None:
        reply = yield request
        if isinstance(request, Evaluate):
            fits.n += sum(verdict.n_folds for verdict in reply)
        elif isinstance(request, Measure):
            fits.n += reply.size
    return None


def advance(search: Search, reply: Any) -> Request | None:
    """Return the next request, or None at the end."""
    try:
        request: Request = search.send(reply)
    except StopIteration:
        return None
    return request


def winner(kept: Sequence[Evaluation], tolerance: float) -> Evaluation:
    """Return the smallest one within `tolerance` of the lowest error.

    Ties go to the lower error, then to the first in the user's order.

    Examples
    --------
    >>> from wrapsel.subset import Subset
    >>> two, one = Subset.of([0, 1], 3), Subset.of([2], 3)
    >>> kept = [Evaluation(two, 0.1, 5), Evaluation(one, 0.101, 5)]
    >>> len(winner(kept, 0.0).subset), len(winner(kept, 0.01).subset)
    (2, 1)
    """
    limit = min(e.error for e in kept) + tolerance
    within = [e for e in kept if e.error <= limit]
    return min(within, key=lambda e: (len(e.subset), e.error, e.subset.order()))
