"""Perceptron scorers predict what a fit does, however they are asked."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from learners import PocketPerceptron, ThermalPerceptron
from tests.learners.perceptron.oracles import problem
from tests.learners.scorers import scorer_of
from wrapsel.checks import check_learner

BRIEF = {"cooling": 0.9}  # 19 epochs
BOTH = [ThermalPerceptron(cooling=0.97), PocketPerceptron(epochs=20)]


@pytest.mark.parametrize("learner", BOTH)
@pytest.mark.parametrize("n_classes", [2, 3, 5])
def test_the_scorer_predicts_what_a_fit_does_in_any_batch(learner, n_classes):
    X, y = problem(n_classes, n_classes, n_samples=60, n_variables=9)
    check_learner(learner, X, y)


@pytest.mark.parametrize("learner", BOTH)
@pytest.mark.parametrize("n_classes", [2, 4])
def test_decisions_of_the_scorer_are_those_of_a_fit(learner, n_classes):
    X, y = problem(0, n_classes, n_samples=50)
    learner.set_params(random_state=5)
    masks = np.random.default_rng(0).random((8, 6)) < 0.6
    masks[:, 0] |= ~masks.any(axis=1)

    scores = scorer_of(learner, X, y).decision_function(masks)

    for mask, score in zip(masks, scores, strict=True):
        by_hand = learner.fit(X[:, mask], y).decision_function(X[:, mask])
        np.testing.assert_array_equal(score, by_hand)


@pytest.mark.parametrize("n_classes", [3, 4])
def test_a_fold_may_lack_a_class(n_classes):
    X, y = problem(1, n_classes, n_samples=80)
    train, test = np.flatnonzero(y != 1), np.arange(80)
    scorer = ThermalPerceptron(**BRIEF, random_state=7).subset_scorer(
        X, y, [(train, test)]
    )
    every = np.ones((1, 6), dtype=bool)
    by_hand = ThermalPerceptron(**BRIEF, random_state=7).fit(X[train], y[train])

    [labels], [scores] = scorer.predict(every), scorer.decision_function(every)

    np.testing.assert_array_equal(labels, by_hand.predict(X))
    np.testing.assert_array_equal(scores.argmax(axis=1), labels)


def test_folds_are_seeded_one_after_the_other():
    X, y = problem(3, n_samples=60)
    rows = np.arange(60)
    folds = [(rows[20:], rows[:20]), (rows[:40], rows[40:])]
    scorer = ThermalPerceptron(**BRIEF, random_state=11).subset_scorer(X, y, folds)
    [both] = scorer.decision_function(np.ones((1, 6), dtype=bool))

    for fold, (train, test) in enumerate(folds):
        learner = ThermalPerceptron(**BRIEF, random_state=11 + fold)
        by_hand = learner.fit(X[train], y[train]).decision_function(X[test])
        np.testing.assert_array_equal(both[20 * fold :][:20], by_hand)


def test_threads_may_share_a_scorer():
    X, y = problem(4, n_classes=3, n_samples=90)
    scorer = scorer_of(ThermalPerceptron(**BRIEF, random_state=0), X, y)
    batches = [np.random.default_rng(i).random((4, 6)) < 0.5 for i in range(30)]
    expected = [scorer.predict(masks) for masks in batches]

    with ThreadPoolExecutor(4) as pool:
        for labels, alone in zip(
            pool.map(scorer.predict, batches), expected, strict=True
        ):
            np.testing.assert_array_equal(labels, alone)
