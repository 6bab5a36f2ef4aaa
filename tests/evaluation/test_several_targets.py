"""Several targets: numbers, or labels 0 and 1."""

import numpy as np
import pandas as pd
import pytest
from sklearn.cluster import KMeans
from sklearn.datasets import make_multilabel_classification
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LinearRegression, Ridge
from sklearn.model_selection import cross_val_score
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

from wrapsel import (
    Problem,
    Subset,
    WrapperSelector,
    holdout_error,
    select,
    substitutes,
)
from wrapsel.engine import honest_error
from wrapsel.evaluation import CrossValidation
from wrapsel.evaluation.data_problems import data_problems
from wrapsel.evaluation.fitting import Fitter
from wrapsel.filters import Correlation
from wrapsel.search import Backward, Forward

RNG = np.random.default_rng(0)
X = RNG.normal(size=(120, 6))
Y = np.column_stack([X[:, 1] - X[:, 3], 2 * X[:, 4]]) + 0.1 * RNG.normal(size=(120, 2))
LABELS = np.column_stack([X[:, 0] > 0, X[:, 2] > 0, X[:, 0] + X[:, 2] > 0]).astype(int)


def error(problem, subset):
    block = CrossValidation(problem).measure([subset], range(len(problem.folds)))
    return block.errors.sum() / block.weights.sum()


@pytest.mark.parametrize(
    ("scoring", "best"),
    [
        ("neg_mean_squared_error", 0),
        ("neg_mean_absolute_error", 0),
        ("r2", 1),
        ("neg_median_absolute_error", 0),
    ],
)
def test_errors_of_several_numbers_are_those_of_scikit_learn(scoring, best):
    problem = Problem(Ridge(), X, Y, scoring=scoring)
    expected = cross_val_score(
        Ridge(), X[:, [1, 4]], Y, cv=problem.folds, scoring=scoring
    )
    found = error(problem, Subset.of([1, 4], 6))
    assert found == pytest.approx(best - expected.mean())


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.UndefinedMetricWarning")
@pytest.mark.parametrize("scoring", ["accuracy", "f1_macro", "f1_samples", "roc_auc"])
def test_errors_of_several_labels_are_those_of_scikit_learn(scoring):
    learner = RandomForestClassifier(5, random_state=3)
    problem = Problem(learner, X, LABELS, scoring=scoring)
    table = X[:, [0, 5]]
    expected = cross_val_score(
        learner, table, LABELS, cv=problem.folds, scoring=scoring
    )
    found = error(problem, Subset.of([0, 5], 6))
    assert found == pytest.approx(1 - expected.mean())


def test_a_search_finds_the_variables_of_all_targets():
    assert select(Problem(LinearRegression(), X, Y)).selected == ("x1", "x3", "x4")
    forward = Forward(n_features_to_select=2)
    trees = Problem(DecisionTreeClassifier(max_depth=4), X, LABELS)
    assert select(trees, forward).selected == ("x0", "x2")
    assert select(trees, forward, n_jobs=2).path == select(trees, forward).path


@pytest.mark.parametrize("how", ["redrawn", "nested"])
def test_the_error_is_honest_as_ever(how):
    problem = Problem(Ridge(), X, Y)
    assert 0 < honest_error(problem, Backward(), how=how).error < 0.1


def test_a_selector_takes_several_targets_and_scores_them():
    frame = pd.DataFrame(Y, columns=["a", "b"])
    selector = WrapperSelector(Ridge(), refit=True).fit(X, frame)
    assert selector.get_support(indices=True).tolist() == [1, 3, 4]
    assert selector.predict(X).shape == (120, 2)
    assert selector.score(X, frame) > 0.95


def test_no_variable_rankers_and_other_rows_suit_several_targets():
    problem = Problem(Ridge(), X[::2], Y[::2])
    assert Fitter(problem).constant_error(0) > 0
    found = select(problem, Forward(), ranker=Correlation(), n_preselect=3)
    assert found.selected == ("x1", "x3", "x4")
    assert holdout_error(problem, found.subset, X[1::2], Y[1::2]) < 0.1
    assert substitutes(problem, found.subset).error < 0.1


def test_a_column_that_is_one_of_the_targets_is_told():
    table = np.column_stack([X, LABELS[:, 1]])
    problem = Problem(DecisionTreeClassifier(), table, LABELS)
    assert data_problems(problem) == ["columns that are the target itself: 'x6'"]


def test_neighbours_of_several_labels_are_fitted_in_the_ordinary_way():
    table, labels = make_multilabel_classification(80, 5, n_classes=3, random_state=0)
    problem = Problem(KNeighborsClassifier(), table, labels, 4)
    expected = cross_val_score(KNeighborsClassifier(), table, labels, cv=problem.folds)
    assert error(problem, Subset.full(5)) == pytest.approx(1 - expected.mean())


@pytest.mark.parametrize(
    ("learner", "y", "scoring", "says"),
    [
        (KMeans(3), None, None, r"without y, scoring must be a function scorer\("),
        (Ridge(), Y[:50], None, r"shape \(120,\) or \(120, n_targets\), got \(50, 2\)"),
        (Ridge(), Y[:, :, None], None, r"got \(120, 2, 1\)"),
        (Ridge(), Y[:, :0], None, r"got \(120, 0\)"),
        (Ridge(), np.where(Y > 2, np.nan, Y), None, "missing or infinite values, got"),
        (Ridge(), [["a", 1.0]] * 120, None, "of several targets must be numbers"),
        (
            RandomForestClassifier(),
            LABELS,
            "f1",
            "several labels a row, got 'f1', which is of one; try 'f1_macro'",
        ),
        (Ridge(), Y, "accuracy", "scoring must suit numbers"),
    ],
)
def test_what_are_no_targets_is_refused(learner, y, scoring, says):
    with pytest.raises(ValueError, match=says):
        Problem(learner, X, y, scoring=scoring)
