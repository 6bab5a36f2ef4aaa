"""Forward selection of 20 variables by naive Bayes, against scikit-learn's.

Run with ``pytest tests/benchmarks/bench_forward.py --benchmark-enable -s``; the peer
takes some minutes.
"""

import operator

import numpy as np
import pytest
from sklearn.feature_selection import SequentialFeatureSelector
from sklearn.model_selection import StratifiedKFold
from sklearn.naive_bayes import CategoricalNB, GaussianNB

from learners import NaiveBayes
from wrapsel import Problem, select
from wrapsel.search import Forward

N_FEATURES = 20
CV = StratifiedKFold(5)


def continuous():
    """Return 2000 rows of 240 variables, 72 of them of use, in 10 classes."""
    rng = np.random.default_rng(0)
    y = rng.permutation(np.repeat(np.arange(10), 200))
    shift = rng.normal(size=(10, 240)) * 0.6 * (rng.random(240) < 0.3)
    return rng.normal(size=(2000, 240)) + shift[y], y


def binary():
    """Return 3186 rows of 180 binary variables, 54 of them of use, in 3 classes."""
    rng = np.random.default_rng(0)
    y = rng.permutation(np.arange(3186) % 3)
    p = 0.5 + 0.3 * (rng.random((3, 180)) - 0.5) * (rng.random(180) < 0.3)
    return (rng.random((3186, 180)) < p[y]).astype(int), y


def ours(X, y, learner):
    result = select(
        Problem(learner, X, y, cv=CV), Forward(n_features_to_select=N_FEATURES)
    )
    return list(result.subset)


def peer(X, y, learner):
    selector = SequentialFeatureSelector(
        learner, n_features_to_select=N_FEATURES, cv=CV
    )
    return np.flatnonzero(selector.fit(X, y).get_support()).tolist()


@pytest.mark.parametrize(
    ("table", "learner", "other", "bar"),
    [
        (continuous, NaiveBayes(), GaussianNB(), 900),
        (binary, NaiveBayes(nominal="all"), CategoricalNB(), 1800),
    ],
    ids=["240 continuous, 10 classes", "180 binary, 3 classes"],
)
def test_forward_selection(row, table, learner, other, bar):
    X, y = table()
    row(
        f"Forward to {N_FEATURES} of {X.shape[1]}, naive Bayes, {table.__name__}",
        lambda: ours(X, y, learner),
        f"SequentialFeatureSelector({type(other).__name__})",
        lambda: peer(X, y, other),
        same=operator.eq,
        rounds=9,
        bar=bar,
    )
