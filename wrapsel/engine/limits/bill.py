"""What a search pays for, each fold of a subset once."""

from __future__ import annotations

from wrapsel.engine.budget import Spending
from wrapsel.evaluation.stores.fold_counts import FoldCounts
from wrapsel.evaluation.stores.stored import Stored
from wrapsel.protocol import Evaluation, Rank

Paid = tuple[Evaluation, list[float]]  # a verdict, and its cost up to each fold


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

    def charge(self, paid: list[Paid], found: FoldCounts) -> None:
        """Charge verdicts, of whose folds the store had `found` some, without fits."""
        self.spending.proposals += len(paid)
        self.spending.evaluations += self._charge_folds(paid, self._paid, found)

    def charge_redrawn(self, draw: int, paid: list[Paid], found: FoldCounts) -> None:
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

    def _charge_folds(
        self, paid: list[Paid], before: FoldCounts, found: FoldCounts
    ) -> int:
        """Charge folds that were not paid before; return how many subsets are new.

        Of what is paid wholly, it does not matter any more that a store had it.
        """
        keys = [verdict.subset.key for verdict, _ in paid]
        if len(set(keys)) < len(keys):  # the second is paid by the first
            return sum([self._charge_folds([one], before, found) for one in paid])
        already = before.get(keys)
        more, n_new, cost, fits = {}, 0, self.spending.cost, 0
        earlier = zip(keys, paid, already, found.get(keys), strict=True)
        for key, (verdict, costs), paid_folds, known in earlier:
            if (n_folds := verdict.n_folds) > paid_folds:
                more[key] = n_folds
                n_new += not paid_folds
                cost += costs[n_folds - 1] - (
                    costs[paid_folds - 1] if paid_folds else 0
                )
                # No fit is needed to predict from nothing.
                if verdict.subset:
                    fits += max(0, n_folds - max(paid_folds, known))
        before.set(more)
        n_folds_of = (verdict.n_folds for verdict, _ in paid)
        found.forget(zip(keys, map(max, already, n_folds_of), strict=True))
        self.spending.cost, self.spending.fits = cost, self.spending.fits + fits
        return n_new
