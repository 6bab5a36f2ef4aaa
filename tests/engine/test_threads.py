"""A scorer that takes threads is asked by several at once, and says the same."""

import time

import numpy as np
import pytest
from sklearn.datasets import load_wine

from learners import C45Tree
from tests.fakes import Majority
from wrapsel import Problem, Subset, select
from wrapsel.engine.evaluators import Evaluators
from wrapsel.evaluation import CrossValidation, Pooled
from wrapsel.search import Forward


class Scored(Majority):
    """Predicts by a scorer that notes which threads ask at the same time."""

    def subset_scorer(self, X, y, folds):
        return Scorer(X, folds, self.takes_threads)


class Scorer:
    def __init__(self, X, folds, takes_threads):
        self.X, self.tests = X, [test for _, test in folds]
        self.takes_threads = takes_threads
        self.inside, self.most = 0, 0

    def predict(self, masks, folds):
        self.inside += 1
        self.most = max(self.most, self.inside)
        time.sleep(0.02)  # so long that a second thread is there by then
        rows = np.concatenate([self.tests[fold] for fold in folds])
        predicted = (self.X[rows] @ masks.T > 1.0).astype(int).T
        self.inside -= 1
        return predicted


def searched(takes_threads, **options):
    learner = Scored()
    learner.takes_threads = takes_threads
    X = np.random.default_rng(0).integers(0, 2, (60, 9)).astype(float)
    problem = Problem(learner, X, (X[:, 1] + X[:, 4] > 1).astype(int), 4)
    with Evaluators(problem, **options) as evaluators:
        stored = evaluators.stored
        for n_folds in (1, 4):  # the first work says what the rest is worth
            block = stored.measure(SUBSETS, range(n_folds))
        return block.errors, stored._evaluator, evaluators.plain.shared._scorer.most


SUBSETS = [Subset(bits, 9) for bits in range(1, 512, 16)]


@pytest.mark.parametrize("backend", [None, "threading"])
def test_a_scorer_that_takes_threads_is_asked_by_some_at_once(backend):
    expected, alone, most = searched(True)
    assert isinstance(alone, CrossValidation)
    assert most == 1
    errors, pool, most = searched(True, n_jobs=2, backend=backend)
    assert isinstance(pool, Pooled)
    assert np.array_equal(errors, expected)
    assert most == 2


def test_others_are_asked_by_one():
    _, evaluator, most = searched(False, n_jobs=2)
    assert isinstance(evaluator, CrossValidation)
    assert most == 1


@pytest.mark.parametrize("n_jobs", [2, 4])
def test_trees_in_threads_are_the_same(n_jobs):
    X, y = load_wine(return_X_y=True)
    problem = Problem(C45Tree(), X, y, 4)
    alone = select(problem, Forward(), honest=False)
    found = select(problem, Forward(), honest=False, n_jobs=n_jobs)
    assert (found.path, found.spending.cost) == (alone.path, alone.spending.cost)
