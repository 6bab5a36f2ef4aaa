"""The smallest subset that is not shown to be worse than the best."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from wrapsel.search.answers.redrawn import Redrawn
from wrapsel.subset import Subset

ROUNDING = 1e-12  # of means of the same errors


@dataclass(frozen=True, slots=True)
class OneStandardError:
    """The smallest subset within one standard error of the lowest error [1]_.

    The standard error is that of the difference to the subset with the lowest error,
    which is far smaller than that of an error, since both have the same folds. The
    subset must not lose more than `allowed` against all variables.

    Parameters
    ----------
    everything : Subset
        All variables; measured, too.
    allowed : float
        In the unit of the error.
    n_se : float, default=1.0
        Standard errors.

    References
    ----------
    .. [1] L. Breiman, J. Friedman, R. Olshen, C. Stone, "Classification and regression
       trees", Wadsworth, 1984, section 3.4.3.
    """

    everything: Subset
    allowed: float
    n_se: float = 1.0

    def choose(self, subsets: Iterable[Subset], redrawn: Redrawn) -> Subset:
        """Return the smallest that qualifies; ties: the lower error, then the first."""
        subsets = list(dict.fromkeys([*subsets, self.everything]))
        best = min(subsets, key=lambda s: (redrawn.mean(s), len(s), s.order()))
        limit = redrawn.mean(self.everything) + self.allowed + ROUNDING

        def qualifies(subset: Subset) -> bool:
            error = redrawn.mean(subset)
            margin = self.n_se * redrawn.standard_error(subset, best) + ROUNDING
            return error <= limit and error - redrawn.mean(best) <= margin

        small = [s for s in subsets if qualifies(s)]
        return min(small, key=lambda s: (len(s), redrawn.mean(s), s.order()))
