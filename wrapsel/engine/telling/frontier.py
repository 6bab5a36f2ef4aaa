"""The smallest error found for each number of variables."""

from __future__ import annotations

from collections.abc import Iterable

from wrapsel.engine.result import SearchResult
from wrapsel.engine.telling.history import History
from wrapsel.protocol import Evaluation


def exact_verdicts(
    result: SearchResult, history: History | None = None
) -> list[Evaluation]:
    """Return the exact verdicts on the folds of the search, each subset once.

    Without a history, those on all variables and on what the search kept.
    """
    judged = [] if history is None else [each.evaluation for each in history.verdicts]
    known = [result.reference, *judged, *result.path]
    return list({v.subset: v for v in known if v.complete}.values())


def frontier(verdicts: Iterable[Evaluation]) -> tuple[Evaluation, ...]:
    """Return the verdict with the smallest error of each size, by size.

    Examples
    --------
    >>> from wrapsel import Subset
    >>> a, b = (Evaluation(Subset.of([i], 2), 0.2 - 0.1 * i, 5) for i in (0, 1))
    >>> [verdict.error for verdict in frontier([a, b])]
    [0.1]
    """
    best: dict[int, Evaluation] = {}
    for verdict in verdicts:
        size = len(verdict.subset)
        if size not in best or verdict.error < best[size].error:
            best[size] = verdict
    return tuple(best[size] for size in sorted(best))
