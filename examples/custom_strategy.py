"""A strategy of your own
======================

Drop the least important variables, a part at a time.
"""

from dataclasses import dataclass

import numpy as np
from sklearn.tree import DecisionTreeClassifier

from wrapsel import Keep, Problem, Subset, select
from wrapsel.datasets import load
from wrapsel.protocol import evaluate, first_acceptable, rank
from wrapsel.search import RVErS


@dataclass(frozen=True)
class DropLeastImportant:
    """Drop as many of the least important variables at once as the error allows.

    Parameters
    ----------
    tolerance : float, default=0.005
        Error that a removal may add to that of all variables.
    """

    tolerance: float = 0.005

    def search(self, space, rng):
        """Drop until not even the least important variable can go."""
        [kept] = yield from evaluate([space.variables])
        accept = kept.error + self.tolerance
        while kept is not None:
            yield Keep(kept)
            importances = yield from rank(kept.subset)
            kept = yield from first_acceptable(
                self.without_least(kept.subset, importances), accept
            )

    def without_least(self, subset, importances):
        """Yield the subset less its least important half, quarter, … and variable."""
        ascending = subset.indices()[np.argsort(importances, kind="stable")]
        size = len(subset) // 2
        while size:
            yield subset - Subset.of(ascending[:size], subset.n_variables)
            size //= 2


def main():
    """Compare it with randomized variable elimination."""
    data = load("breast_cancer")
    learner = DecisionTreeClassifier(min_samples_leaf=5)
    problem = Problem(learner, data.X, data.y)
    for strategy in (DropLeastImportant(), RVErS(tolerance=0.005)):
        print(f"{type(strategy).__name__}: {select(problem, strategy)}")


if __name__ == "__main__":
    main()
