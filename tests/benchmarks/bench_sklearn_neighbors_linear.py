"""Forward selection by neighbours and linear models, against scikit-learn's.

Run with ``pytest tests/benchmarks/bench_sklearn_neighbors_linear.py
--benchmark-enable -s``, with one thread for BLAS; the peer takes a minute.
"""

import time

import numpy as np
import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.feature_selection import SequentialFeatureSelector
from sklearn.linear_model import LinearRegression, Ridge, RidgeClassifier
from sklearn.model_selection import KFold, StratifiedKFold
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor

from learners.sklearn_linear import (
    discriminant_analysis,
    linear_regression,
    ridge,
    ridge_classifier,
)
from learners.sklearn_neighbors import k_neighbors_classifier, k_neighbors_regressor

N_FEATURES, BAR = 10, 50


def table(is_classification):
    """Return 500 rows of 100 variables, 20 of them of use, and 3 classes or targets."""
    rng = np.random.default_rng(0)
    X, weights = rng.normal(size=(500, 100)), rng.normal(size=20)
    y = X[:, :20] @ weights + rng.normal(size=500)
    return X, np.digitize(y, np.quantile(y, [1 / 3, 2 / 3])) if is_classification else y


def forward(scorer, X, y, folds, score):
    """Return the variables chosen one by one, each the first with the best score."""
    mask, y_test = np.zeros(X.shape[1], bool), [y[test] for _, test in folds]
    ends = np.cumsum([len(part) for part in y_test])[:-1]
    for _ in range(N_FEATURES):
        left = np.flatnonzero(~mask)
        masks = np.tile(mask, (len(left), 1))
        masks[np.arange(len(left)), left] = True
        scores = score(np.concatenate(y_test), scorer.predict(masks, range(len(folds))))
        # Means of scores, as the peer's: those of errors would round to other ties.
        of_folds = [part.mean(axis=1) for part in np.split(scores, ends, axis=1)]
        mask[left[np.mean(of_folds, axis=0).argmax()]] = True
    return np.flatnonzero(mask).tolist()


@pytest.mark.parametrize(
    ("learner", "factory"),
    [
        (KNeighborsClassifier(), k_neighbors_classifier),
        (KNeighborsRegressor(), k_neighbors_regressor),
        (Ridge(), ridge),
        (LinearRegression(), linear_regression),
        (RidgeClassifier(), ridge_classifier),
        (LinearDiscriminantAnalysis(), discriminant_analysis),
    ],
    ids=lambda value: type(value).__name__,
)
def test_forward_selection(benchmark, capsys, learner, factory):
    is_classification = hasattr(learner, "predict_proba") or "Class" in str(learner)
    X, y = table(is_classification)
    cv = StratifiedKFold(5) if is_classification else KFold(5)
    score = np.equal if is_classification else lambda a, b: -np.square(a - b)
    folds, seconds = list(cv.split(X, y)), []

    def run():
        start = time.process_time()
        found = forward(factory(learner, X, y, folds), X, y, folds, score)
        seconds.append(time.process_time() - start)
        return found

    run()  # compiles
    seconds.clear()
    found = benchmark.pedantic(run, rounds=5)
    if not benchmark.enabled:
        return
    start = time.process_time()
    expected = peer(X, y, learner, cv, is_classification)
    peer_seconds = time.process_time() - start
    ratio = peer_seconds / np.median(seconds)
    with capsys.disabled():
        print(
            f"\n{learner}: ours {np.median(seconds):.3f} s, peer {peer_seconds:.1f} s "
            f"CPU, ratio {ratio:.0f} (bar {BAR}); same subset: {found == expected}"
        )
    assert found == expected


def peer(X, y, learner, cv, is_classification):
    scoring = "accuracy" if is_classification else "neg_mean_squared_error"
    selector = SequentialFeatureSelector(
        learner, n_features_to_select=N_FEATURES, cv=cv, scoring=scoring
    )
    return np.flatnonzero(selector.fit(X, y).get_support()).tolist()
