"""The best of all that was measured, by size and by price."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter

from wrapsel.protocol import Evaluation
from wrapsel.subset import Subset, sizes_of

_ERROR = itemgetter(Evaluation._fields.index("error"))


class Measured:
    """The verdicts that no other beats both in error and in size, or in price.

    Parameters
    ----------
    price : callable, optional
        Of a subset.

    Examples
    --------
    >>> measured = Measured()
    >>> found = [([0], 0.3), ([1], 0.2), ([0, 1], 0.25), ([0, 2], 0.1)]
    >>> measured.see([Evaluation(Subset.of(s, 3), error, 5) for s, error in found])
    >>> [list(verdict.subset) for verdict in measured.best()]
    [[1], [0, 2]]
    """

    def __init__(self, price: Callable[[Subset], float] | None = None) -> None:
        self._price = price
        self._by_size, self._by_price = _Front(), _Front()

    def see(
        self, verdicts: Sequence[Evaluation], best: Iterable[Evaluation] | None = None
    ) -> None:
        """Take note of those of some verdicts that are exact.

        `best` is what `first_of_sizes` returns of them, if that is known.
        """
        for verdict in first_of_sizes(verdicts) if best is None else best:
            self._by_size.see(len(verdict.subset), verdict)
        if self._price is not None:
            for verdict in verdicts:
                if verdict.complete:
                    self._by_price.see(self._price(verdict.subset), verdict)

    def best(self) -> tuple[Evaluation, ...]:
        """Return them, each once, the smallest first."""
        both = [*self._by_size.verdicts, *self._by_price.verdicts]
        return tuple({verdict.subset.key: verdict for verdict in both}.values())


def first_of_sizes(verdicts: Iterable[Evaluation]) -> Iterable[Evaluation]:
    """Return the exact verdict with the smallest error of each size, the first of ties.

    Examples
    --------
    >>> verdicts = [Evaluation(Subset.of([i], 3), 0.5 - 0.1 * i, 5) for i in range(3)]
    >>> [list(verdict.subset) for verdict in first_of_sizes(verdicts)]
    [[2]]
    """
    exact = [verdict for verdict in verdicts if verdict.complete]
    sizes = sizes_of([verdict.subset for verdict in exact])
    if len(set(sizes)) == 1:
        return [min(exact, key=_ERROR)]
    first: dict[int, Evaluation] = {}
    for size, verdict in zip(sizes, exact, strict=True):
        if size not in first or verdict.error < first[size].error:
            first[size] = verdict
    return first.values()


class _Front:
    """Verdicts by a measure, each with a smaller error than those before it."""

    def __init__(self) -> None:
        self.values: list[float] = []
        self.verdicts: list[Evaluation] = []

    def see(self, value: float, verdict: Evaluation) -> None:
        place = bisect_right(self.values, value)
        if place and self.verdicts[place - 1].error <= verdict.error:
            return
        start = bisect_left(self.values, value)
        end = start
        while end < len(self.values) and self.verdicts[end].error >= verdict.error:
            end += 1
        self.values[start:end] = [value]
        self.verdicts[start:end] = [verdict]


def front(
    verdicts: Iterable[Evaluation], measure: Callable[[Evaluation], float]
) -> list[Evaluation]:
    """Return the verdicts that no other beats in error and in a measure, by that.

    Examples
    --------
    >>> pair = [Evaluation(Subset.full(n), 0.5 / n, 5) for n in (2, 1)]
    >>> [verdict.error for verdict in front(pair, lambda v: len(v.subset))]
    [0.5, 0.25]
    """
    found = _Front()
    for verdict in verdicts:
        found.see(measure(verdict), verdict)
    return found.verdicts
