"""A learner of your own
=====================

Only fit and predict, and then what makes it faster.
"""

import time

import numpy as np

from wrapsel import Problem, select
from wrapsel.datasets import load
from wrapsel.search import Forward


class NearestMean:
    """Predict the class whose mean is nearest."""

    def fit(self, X, y):
        """Learn from X of shape (n_samples, n_variables) and y (n_samples,)."""
        self.classes = np.unique(y)
        self.means = np.array([X[y == c].mean(axis=0) for c in self.classes])
        return self

    def predict(self, X):
        """Predict labels of shape (n_samples,)."""
        return self.classes[squares(X, self.means).sum(axis=2).argmin(axis=1)]


class SharedNearestMean(NearestMean):
    """The same; the squares of all variables serve every subset."""

    def subset_scorer(self, X, y, folds):
        """Train on each fold; return what predicts its test rows with some variables.

        Folds are pairs (training rows, test rows).
        """
        fitted = [(self.fit(X[train], y[train]).means, test) for train, test in folds]
        return MeansOfSubsets(np.unique(y), [squares(X[t], m) for m, t in fitted])

    def cost(self, n_samples, n_variables):
        """Return the cells of X that a training reads."""
        return n_samples * n_variables


class MeansOfSubsets:
    """Predicts with many subsets, since a distance is a sum over variables."""

    def __init__(self, classes, of_folds):
        self.classes = classes
        self.of_folds = of_folds  # (n_test, n_classes, n_variables) each

    def predict(self, masks, folds):
        """Predict labels of shape (n_subsets, n_test), fold after fold."""
        weights = masks.T.astype(float)
        nearest = [(self.of_folds[fold] @ weights).argmin(axis=1) for fold in folds]
        return self.classes[np.concatenate(nearest)].T


def squares(X, means):
    """Return the squared differences, (n_samples, n_classes, n_variables)."""
    return (X[:, None] - means) ** 2


def main():
    """Run the same search with both, and compare answers and times."""
    data = load("digits")
    results = []
    for learner in (NearestMean(), SharedNearestMean()):
        problem = Problem(learner, data.X.to_numpy(), data.y)
        start = time.perf_counter()
        results.append(select(problem, Forward(n_features_to_select=10)))
        seconds = time.perf_counter() - start
        print(f"{type(learner).__name__}: {results[-1]} in {seconds:.1f} seconds")
    same = results[0].subset == results[1].subset
    print("both select the same variables:", "yes" if same else "no")


if __name__ == "__main__":
    main()
