"""What a search pays for, each fold of a subset once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from wrapsel.engine.budget import Spending
from wrapsel.evaluation.stores.fold_counts import FoldCounts
from wrapsel.evaluation.stores.stored import Stored
from wrapsel.protocol import Evaluation, Rank
from wrapsel.subset import Subset, keys_of, sizes_of


class Paid(NamedTuple):
    """Verdicts, and what each has cost up to each fold.

    Parameters
    ----------
    verdicts : sequence of Evaluation
    costs : sequence of list of float
        One list a verdict, as long as there are folds; nobody changes it.

    Examples
    --------
    >>> both = [Evaluation(Subset.of([i], 2), 0.5, 1) for i in (0, 1)]
    >>> paid = Paid(both, [[3.0], [3.0]])
    >>> [list(one.verdicts[0].subset) for one in paid.each()]
    [[0], [1]]
    """

    verdicts: Sequence[Evaluation]
    costs: Sequence[list[float]]

    def first(self, n: int) -> Paid:
        """Return the first verdicts."""
        return Paid(self.verdicts[:n], self.costs[:n])

    def each(self) -> list[Paid]:
        """Return the verdicts one by one."""
        pairs = zip(self.verdicts, self.costs, strict=True)
        return [Paid([verdict], [cost]) for verdict, cost in pairs]


class Bill:
    """Charges verdicts and importances as they are told to the strategy.

    Attributes
    ----------
    spending : Spending
        What was charged so far.

    Examples
    --------
    >>> Bill().was_paid(7)
    False
    """

    def __init__(self) -> None:
        self.spending = Spending()
        self._paid = FoldCounts()
        self._paid_redrawn: dict[int, FoldCounts] = {}  # of each draw
        self._paid_ranks: set[Rank] = set()

    def was_paid(self, key: int | bytes) -> bool:
        """Whether a fold of the subset of a key was charged."""
        counts = self._paid, *self._paid_redrawn.values()
        return any(paid.get([key]) != [0] for paid in counts)

    def charge(self, paid: Paid, found: FoldCounts) -> None:
        """Charge verdicts, of whose folds the store had `found` some, without fits."""
        self.spending.proposals += len(paid.verdicts)
        self.spending.evaluations += self._charge_folds(paid, self._paid, found)

    def charge_redrawn(self, draw: int, paid: Paid, found: FoldCounts) -> None:
        """Charge the folds of a draw, which are no evaluations."""
        before = self._paid_redrawn.setdefault(draw, FoldCounts())
        self._charge_folds(paid, before, found)

    def charge_rank(self, request: Rank, stored: Stored) -> None:
        """Charge the fits that importances take."""
        if request in self._paid_ranks:
            return
        self._paid_ranks.add(request)
        costs = stored.rank_costs(len(request.subset), request.by)
        self.spending.cost += sum(costs)
        if (request.subset, request.by) not in stored.found_importances:
            self.spending.fits += len(costs)

    def _charge_folds(self, paid: Paid, before: FoldCounts, found: FoldCounts) -> int:
        """Charge folds that were not paid before; return how many subsets are new."""
        subsets = [verdict.subset for verdict in paid.verdicts]
        keys, n_folds = keys_of(subsets), [verdict.n_folds for verdict in paid.verdicts]
        paid_now = dict(zip(keys, n_folds, strict=True))
        if len(paid_now) < len(keys):  # the second is paid by the first
            return sum([self._charge_folds(one, before, found) for one in paid.each()])
        already, known = before.get(keys), found.get(keys)
        if any(already) or any(known):
            return self._charge_rest(paid, keys, already, known, before, found)
        before.set(paid_now)
        self._charge_all(subsets, n_folds, paid.costs)
        return len(subsets)

    def _charge_all(
        self, subsets: list[Subset], n_folds: list[int], costs: Sequence[list[float]]
    ) -> None:
        """Charge all folds of different subsets."""
        cost = self.spending.cost
        for up_to, n in zip(costs, n_folds, strict=True):
            cost += up_to[n - 1]  # one by one, as any other sum has other last bits
        self.spending.cost = cost
        self.spending.fits += sum(n_folds)
        # No fit is needed to predict from nothing.
        if 0 in (sizes := sizes_of(subsets)):
            self.spending.fits -= n_folds[sizes.index(0)]

    def _charge_rest(
        self,
        paid: Paid,
        keys: list[int | bytes],
        already: list[int],
        known: list[int],
        before: FoldCounts,
        found: FoldCounts,
    ) -> int:
        """Charge what is not paid `already`, where a store had `known` some folds.

        Of what is paid wholly, it does not matter any more that a store had it.
        """
        more, n_new, cost, fits = {}, 0, self.spending.cost, 0
        earlier = zip(keys, *paid, already, known, strict=True)
        for key, verdict, costs, paid_folds, known_folds in earlier:
            if (n_folds := verdict.n_folds) > paid_folds:
                more[key] = n_folds
                n_new += not paid_folds
                cost += costs[n_folds - 1] - (
                    costs[paid_folds - 1] if paid_folds else 0
                )
                # No fit is needed to predict from nothing.
                if verdict.subset:
                    fits += max(0, n_folds - max(paid_folds, known_folds))
        before.set(more)
        n_folds_of = (verdict.n_folds for verdict in paid.verdicts)
        found.forget(zip(keys, map(max, already, n_folds_of), strict=True))
        self.spending.cost, self.spending.fits = cost, self.spending.fits + fits
        return n_new
