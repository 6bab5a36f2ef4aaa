"""Weights to preselect by are those of a tuned support vector machine."""

from itertools import product

import numpy as np
import pandas as pd
import pytest

from learners import LPSVC, LPSVR, LSSVR
from wrapsel import Problem, select
from wrapsel.engine.events import Judged
from wrapsel.filters.linear.program import LPWeights
from wrapsel.search.blocks.babd import BABD


def numbers(seed, n_rows=40, n_columns=7):
    rng = np.random.default_rng(seed)
    X = rng.random((n_rows, n_columns)) * rng.integers(1, 9, n_columns)
    noise = rng.normal(size=n_rows) * [0.01, 0.3][seed % 2]
    return X, X[:, 3] - 0.7 * X[:, 5] + noise


def scaled(X):
    return (X - X.min(axis=0)) / np.ptp(X, axis=0)


def best(learners, X, y, n_folds):
    """Return the first learner with the smallest cross-validated error."""
    order = np.random.default_rng(0).permutation(len(y))
    if y.dtype.kind != "f":
        order = order[np.argsort(y[order], kind="stable")]
    errors = []
    for learner in learners:
        lost = []
        for fold in range(n_folds):
            test = order[fold::n_folds]
            train = np.setdiff1d(order, test)
            predicted = learner.fit(X[train], y[train]).predict(X[test])
            number = y.dtype.kind == "f"
            lost += list(abs(predicted - y[test]) if number else predicted != y[test])
        errors.append(round(float(np.sum(lost)), 7))
    return learners[int(np.argmin(errors))]


@pytest.mark.parametrize("seed", range(20))
def test_weights_are_those_of_the_learner_tuned_by_hand(seed):
    X, y = numbers(seed)
    Cs, epsilons = (0.5, 10.0), (0.01, 0.2)
    learners = [LPSVR(C, epsilon) for C, epsilon in product(Cs, epsilons)]
    learner = best(learners, scaled(X), y, 5).fit(scaled(X), y)
    weights = LPWeights(Cs, epsilons)(X, y).scores
    np.testing.assert_allclose(weights, learner.importances(), atol=1e-5)


@pytest.mark.parametrize("seed", range(10))
def test_weights_of_classes_are_those_of_the_learner_tuned_by_hand(seed):
    X, y = numbers(seed, 45)
    y = np.digitize(y, np.quantile(y, [0.3, 0.6][: 1 + seed % 2]))
    learners = [LPSVC(C) for C in (0.3, 10.0)]
    learner = best(learners, scaled(X), y, 3).fit(scaled(X), y)
    weights = LPWeights((0.3, 10.0), n_folds=3)(X, y).scores
    np.testing.assert_allclose(weights, learner.importances(), atol=1e-5)


def test_irrelevant_and_constant_variables_have_no_weight_at_all():
    X, _ = numbers(0)
    X[:, 0] = 4.0
    weights = LPWeights()(X, X[:, 3] - X[:, 5]).scores
    assert np.flatnonzero(weights).tolist() == [3, 5]
    frame = pd.DataFrame(X).astype({0: "float32"})
    assert np.array_equal(LPWeights()(frame, X[:, 3] - X[:, 5]).scores, weights)


def test_at_most_as_many_weights_as_samples_are_not_zero():
    X, y = numbers(1, 12, 80)
    assert np.count_nonzero(LPWeights()(X, y).scores) <= 12


@pytest.mark.parametrize("update", [False, True])
def test_block_addition_begins_with_the_variables_that_have_weight(update):
    X, _ = numbers(2)
    y = X[:, 3] - X[:, 5]
    seen = []
    problem = Problem(LSSVR(100.0, "linear"), X, y, scoring="mean_absolute_error")
    select(
        problem,
        BABD(update, preselect=0.0),
        ranker=LPWeights(),
        on_event=seen.append,
    )
    subsets = [list(e.evaluation.subset) for e in seen if isinstance(e, Judged)]
    assert [3, 5] in subsets
    assert len(subsets) < 15


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"C": ()}, r"C must be values above 0 and finite, got \(\)"),
        ({"C": (1.0, 0.0)}, r"C must be values above 0 and finite, got \(1.0, 0.0\)"),
        ({"epsilon": (-1.0,)}, r"epsilon must be values at least 0 and finite, got"),
        ({"n_folds": 1}, "n_folds must be at least 2, got 1"),
        ({"random_state": -1}, "random_state must be an integer from 0, got -1"),
    ],
)
def test_wrong_parameters_are_refused(params, message):
    with pytest.raises(ValueError, match=message):
        LPWeights(**params)


def test_what_cannot_be_ranked_is_refused():
    X, y = numbers(3)
    with pytest.raises(ValueError, match="y must have at least two classes, got 1"):
        LPWeights()(X, y * 0)
    with pytest.raises(ValueError, match="column x0 must be of finite numbers"):
        LPWeights()(np.array([["a"], ["b"]]), np.array([1.5, 2.5]))
