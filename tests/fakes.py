"""Evaluators and learners that need no learning."""

import numpy as np
from sklearn.naive_bayes import GaussianNB

from wrapsel.evaluation import Block, Portion
from wrapsel.protocol import Evaluate, Keep, evaluate
from wrapsel.subset import Subset


class TableEvaluator:
    """Gives the fold errors that stand in a table, and counts how often."""

    def __init__(self, table, weights):
        self.table = table  # subset -> (n_folds, n_variants)
        self.weights = np.asarray(weights, dtype=float)
        self.n_variants = next(iter(table.values())).shape[1]
        self.measured = {}
        self.portion = Portion()

    @classmethod
    def random(cls, rng, n_variables, n_folds, n_variants=1):
        table = {
            Subset(bits, n_variables): rng.integers(0, 5, (n_folds, n_variants)) * 1.0
            for bits in range(2**n_variables)
        }
        return cls(table, rng.integers(5, 8, n_folds))

    def measure(self, subsets, folds):
        part = slice(folds.start, folds.stop)
        for subset in subsets:
            for fold in folds:
                pair = (subset, fold)
                self.measured[pair] = self.measured.get(pair, 0) + 1
        errors = np.array([self.table[subset][part] for subset in subsets])
        cost = np.array([[float(len(s))] * len(folds) for s in subsets])
        return Block(errors, self.weights[part], cost, 1e-6)

    def importances(self, subset, by="learner"):
        return np.arange(len(subset), dtype=float)


def random_request(rng, n_variables, n_candidates=12):
    """Ask for random subsets, repeated ones too, in a random manner."""
    bits = rng.integers(0, 2**n_variables, n_candidates).tolist()
    candidates = [Subset(b, n_variables) for b in bits]
    need = str(rng.choice(["all", "acceptable", "first", "best"]))
    accept = None if need in ("all", "best") and rng.random() < 0.5 else rng.random()
    return Evaluate(candidates, accept, need)


class Majority:
    """A learner with only fit and predict: the majority of each value of column 0."""

    def fit(self, X, y):
        X, self.labels = np.asarray(X), np.unique(y)
        self.rule = {}
        for value in np.unique(X[:, 0]):
            counts = [(y[X[:, 0] == value] == label).sum() for label in self.labels]
            self.rule[value] = self.labels[int(np.argmax(counts))]
        return self

    def predict(self, X):
        return np.array([self.rule.get(v, self.labels[0]) for v in np.asarray(X)[:, 0]])


class OrdinaryNB(GaussianNB):
    """Is fitted for each subset and fold: the fast path is for its parent alone."""


class KeepsAll:
    """Keeps the variables in play, in the order of their relevance."""

    def search(self, space, rng):
        self.relevance = space.relevance
        [kept] = yield from evaluate([space.variables])
        yield Keep(kept)
