"""The tables on which peers are compared, counted so that equal errors are equal."""

from __future__ import annotations

from functools import cache

from sklearn.datasets import load_breast_cancer, load_iris, load_wine
from sklearn.dummy import DummyClassifier
from sklearn.metrics import make_scorer
from sklearn.model_selection import StratifiedKFold
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

from wrapsel import Problem


def hits(y, predicted):
    """Return a whole number: means of shares would break ties by rounding."""
    return int((y == predicted).sum())


SCORING = make_scorer(hits)


class Table:
    """A data set, a learner, and fixed folds."""

    def __init__(self, load, n_variables, learner):
        X, self.y = load(return_X_y=True)
        self.X, self.learner = X[:, :n_variables], learner
        self.n = self.X.shape[1]
        folds = StratifiedKFold(5, shuffle=True, random_state=0)
        self.cv = list(folds.split(self.X, self.y))
        self.misses = cache(self._misses)

    def problem(self):
        return Problem(self.learner, self.X, self.y, cv=self.cv, aggregate="pooled")

    def _misses(self, variables):
        X, wrong = self.X[:, sorted(variables)], 0
        learner = self.learner if variables else DummyClassifier()
        for train, test in self.cv:
            predicted = learner.fit(X[train], self.y[train]).predict(X[test])
            wrong += len(test) - hits(self.y[test], predicted)
        return wrong


TABLES = {
    "iris": Table(load_iris, 4, KNeighborsClassifier(3)),
    "wine": Table(load_wine, 13, GaussianNB()),
    "breast_cancer": Table(load_breast_cancer, 10, GaussianNB()),
}
