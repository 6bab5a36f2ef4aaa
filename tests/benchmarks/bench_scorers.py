"""Forward selection by scikit-learn's named scorers, against scikit-learn's selector.

10 of 100 variables, 500 rows, 5 folds. Run with
``pytest tests/benchmarks/bench_scorers.py --benchmark-enable -s``; the peer takes some
ten seconds for each metric. Its means of fold scores are rounded, so that subsets whose
errors tie, such as by a macro F1, may be told apart by chance.
"""

import operator

import pytest
from sklearn.linear_model import Ridge
from sklearn.model_selection import KFold, StratifiedKFold
from sklearn.naive_bayes import GaussianNB

from tests.benchmarks.bench_sklearn_hooks import numbers, ours, peer, targets
from wrapsel import Problem
from wrapsel.evaluation import CrossValidation

BAR = 50
MOST_TIMES_SQUARED_ERROR = 2
N_ROUNDS = 7


def two_classes():
    """Return normal variables, a third of which differ between two classes."""
    X, y = numbers()
    return X, (y > 0).astype(int)


WORK = [
    (Ridge(), targets, "r2"),
    (GaussianNB(), two_classes, "roc_auc"),
    (GaussianNB(), two_classes, "f1_macro"),
    (GaussianNB(), two_classes, "neg_log_loss"),
]


@pytest.mark.parametrize(("learner", "table", "metric"), WORK, ids=[w[2] for w in WORK])
def test_forward_selection(row, learner, table, metric):
    X, y = table()
    cv = (KFold if table is targets else StratifiedKFold)(5)
    if CrossValidation(Problem(learner, X, y, cv=cv, scoring=metric)).shared is None:
        pytest.skip(f"no plug-in has a scorer for {type(learner).__name__}")
    given = X, y, learner, metric, cv
    row(
        f"Forward to 10 of 100, {type(learner).__name__} by {metric}",
        lambda: ours(*given),
        "SequentialFeatureSelector",
        lambda: peer(*given),
        same=operator.eq,
        rounds=N_ROUNDS,
        bar=BAR,
        strict=True,
    )


@pytest.mark.quick
def test_r2_takes_no_longer_than_squared_errors(row):
    (X, y), cv = targets(), KFold(5)
    row(
        "Forward to 10 of 100, Ridge, r2 beside squared errors",
        lambda: ours(X, y, Ridge(), "r2", cv),
        "squared errors",
        lambda: ours(X, y, Ridge(), "neg_mean_squared_error", cv),
        rounds=N_ROUNDS,
        peer_rounds=N_ROUNDS,
        bar=1 / MOST_TIMES_SQUARED_ERROR,
        strict=True,
    )
