"""Forward selection with scikit-learn's learners, against scikit-learn's selector.

10 of 100 variables, 500 rows, 5 folds. Run with
``pytest tests/benchmarks/bench_sklearn_hooks.py --benchmark-enable -s``; the peer takes
some seconds for each learner. Its means of fold scores are rounded, so subsets of equal
error tie by chance; the tables and parameters here are such that none does.
"""

import operator

import numpy as np
import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.feature_selection import SequentialFeatureSelector
from sklearn.linear_model import LinearRegression, Ridge, RidgeClassifier
from sklearn.model_selection import KFold, StratifiedKFold
from sklearn.naive_bayes import BernoulliNB, CategoricalNB, GaussianNB
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor

from wrapsel import Problem, select
from wrapsel.evaluation import CrossValidation
from wrapsel.search import Forward, RVErS

N_ROWS, N_COLUMNS, N_FEATURES = 500, 100, 10
BAR = 50


def numbers():
    """Return normal variables, a third of which differ between three classes."""
    rng = np.random.default_rng(0)
    y = rng.permutation(np.arange(N_ROWS) % 3)
    shift = rng.normal(size=(3, N_COLUMNS)) * 0.6 * (rng.random(N_COLUMNS) < 0.3)
    return rng.normal(size=(N_ROWS, N_COLUMNS)) + shift[y], y


def levels():
    """Return those variables in five levels, all of which every fold has."""
    X, y = numbers()
    return np.digitize(X, [-1, -0.3, 0.3, 1]), y


def targets():
    """Return those variables, and a number that a third of them make up."""
    rng = np.random.default_rng(1)
    X, _ = numbers()
    weights = rng.normal(size=N_COLUMNS) * (rng.random(N_COLUMNS) < 0.3)
    return X, X @ weights + rng.normal(size=N_ROWS)


def thirds():
    """Return those variables, and which third of these numbers theirs is in."""
    X, y = targets()
    return X, np.digitize(y, np.quantile(y, [1 / 3, 2 / 3]))


ACCURACY, ERROR = "accuracy", "neg_mean_squared_error"
LEARNERS = [
    (GaussianNB(), numbers, ACCURACY),
    (CategoricalNB(), levels, ACCURACY),
    (BernoulliNB(binarize=0.2), numbers, ACCURACY),
    (KNeighborsClassifier(), thirds, ACCURACY),
    (KNeighborsRegressor(), targets, ERROR),
    (LinearDiscriminantAnalysis(), numbers, ACCURACY),
    (RidgeClassifier(), numbers, ACCURACY),
    (Ridge(), targets, ERROR),
    (LinearRegression(), targets, ERROR),
]


def ours(X, y, learner, metric, cv, n_features=N_FEATURES):
    problem = Problem(learner, X, y, cv=cv, scoring=metric)
    return list(select(problem, Forward(n_features_to_select=n_features)).subset)


def peer(X, y, learner, metric, cv, n_features=N_FEATURES):
    selector = SequentialFeatureSelector(
        learner, n_features_to_select=n_features, scoring=metric, cv=cv
    )
    return np.flatnonzero(selector.fit(X, y).get_support()).tolist()


@pytest.fixture(params=LEARNERS, ids=lambda work: type(work[0]).__name__)
def work(request):
    """Return a table, a learner, its metric, and folds."""
    learner, table, metric = request.param
    X, y = table()
    cv = (StratifiedKFold if metric == ACCURACY else KFold)(5)
    problem = Problem(learner, X, y, cv=cv, scoring=metric)
    if CrossValidation(problem).shared is None:
        pytest.skip(f"no plug-in has a scorer for {type(learner).__name__}")
    return X, y, learner, metric, cv


@pytest.mark.parametrize(
    ("n_columns", "n_features", "bars"),
    [
        (N_COLUMNS, N_FEATURES, {"bar": BAR, "strict": True}),
        pytest.param(40, 2, {}, marks=pytest.mark.quick),
    ],
    ids=["10 of 100", "2 of 40"],
)
def test_forward_selection(row, work, n_columns, n_features, bars):
    X, *rest = work
    given = (X[:, -n_columns:], *rest, n_features)
    row(
        f"Forward to {n_features} of {n_columns}, {type(work[2]).__name__}",
        lambda: ours(*given),
        "SequentialFeatureSelector",
        lambda: peer(*given),
        same=operator.eq,
        rounds=9,
        **bars,
    )


class ByFits(KNeighborsClassifier):
    """The same learner, for which no plug-in has a scorer."""


def test_rvers_of_nearest_neighbours(row):
    """From call to call, few variables leave, and what is known of distances stays."""
    n_columns = 2 * N_COLUMNS if row.benchmark.enabled else 20
    rng = np.random.default_rng(0)
    X = rng.normal(size=(N_ROWS, n_columns))
    y = (X[:, :5].sum(axis=1) + 0.5 * rng.normal(size=N_ROWS) > 0).astype(int)

    def search(learner):
        problem = Problem(learner, X, y, cv=StratifiedKFold(5), scoring=ACCURACY)
        assert (CrossValidation(problem).shared is None) == isinstance(learner, ByFits)
        return list(select(problem, RVErS(), random_state=0, honest=False).subset)

    row(
        f"RVErS of {N_ROWS} x {n_columns}, KNeighborsClassifier",
        lambda: search(KNeighborsClassifier()),
        "the same by fits",
        lambda: search(ByFits()),
        same=operator.eq,
        rounds=5,
    )
