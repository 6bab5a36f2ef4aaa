"""The best of many subsets."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, islice

from wrapsel.protocol import Evaluation, Keep, Search, best_of
from wrapsel.search.acceptance import improvement
from wrapsel.subset import Subset

# Verdicts held at once, at most.
_CHUNK = 4096


def keep_best(candidates: Iterable[Subset]) -> Search:
    """Keep the first of the smallest errors, and on the way the best so far.

    Examples
    --------
    >>> search = keep_best(Subset(bits, 9) for bits in range(1, 9))
    >>> len(list(next(search).candidates))
    1
    """
    remaining, size = iter(candidates), 1
    best: Evaluation | None = None
    # A chunk that grows finds something to keep soon, and is never long.
    for candidate in remaining:
        chunk = chain([candidate], islice(remaining, size - 1))
        accept = None if best is None else improvement(best.error, 0.0)
        found = yield from best_of(chunk, accept)
        if found is not None:
            best = found
            yield Keep(best)
        size = min(2 * size, _CHUNK)
    return None
