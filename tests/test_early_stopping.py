"""Boosting that is ended by a part of the training rows."""

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone, is_classifier, is_regressor
from sklearn.datasets import load_breast_cancer, load_diabetes
from sklearn.ensemble import (
    GradientBoostingRegressor,
    HistGradientBoostingClassifier,
    HistGradientBoostingRegressor,
)
from sklearn.linear_model import Ridge, SGDClassifier
from threadpoolctl import threadpool_limits

from wrapsel import EarlyStopping, Problem, WrapperSelector, select
from wrapsel.search import Forward

X, Y = load_breast_cancer(return_X_y=True, as_frame=True)
X = X.iloc[:, [0, 1, 6, 7, 20, 23, 27]]
NUMBERS, TARGET = load_diabetes(return_X_y=True, as_frame=True)
HIST = HistGradientBoostingClassifier(max_iter=60, max_leaf_nodes=6)
ONE = Forward(n_features_to_select=1)
BOOSTERS = {
    "xgboost": {"n_estimators": 300, "n_jobs": 1},
    "lightgbm": {"n_estimators": 300, "n_jobs": 1, "verbose": -1},
    "catboost": {
        "n_estimators": 300,
        "thread_count": 1,
        "verbose": 0,
        "allow_writing_files": False,
    },
}
NAMES = {"xgboost": "XGB", "lightgbm": "LGBM", "catboost": "CatBoost"}


def booster(package, kind):
    module = pytest.importorskip(package, reason=f"{package} is not installed")
    return getattr(module, NAMES[package] + kind)(**BOOSTERS[package])


def rounds(learner):
    return getattr(learner, "best_iteration_", None) or learner.best_iteration


@pytest.mark.parametrize(
    "learner", [HIST, HistGradientBoostingRegressor(), GradientBoostingRegressor()]
)
def test_a_learner_with_rows_of_its_own_keeps_that_part(learner):
    data = (X, Y) if is_classifier(learner) else (NUMBERS, TARGET)
    stopping = EarlyStopping(learner, 0.3, patience=4, random_state=5).fit(*data)
    params = {"validation_fraction": 0.3, "n_iter_no_change": 4, "random_state": 5}
    if "early_stopping" in learner.get_params():
        params["early_stopping"] = True
    plain = clone(learner).set_params(**params).fit(*data)
    assert (stopping.predict(data[0]) == plain.predict(data[0])).all()
    assert learner.get_params()["n_iter_no_change"] != 4  # it is as it was


@pytest.mark.parametrize("package", BOOSTERS)
@pytest.mark.parametrize("kind", ["Classifier", "Regressor"])
def test_a_booster_ends_by_the_part_and_by_no_other_row(package, kind):
    learner = booster(package, kind)
    table, y = (X, Y) if kind == "Classifier" else (NUMBERS, TARGET)
    stopping = EarlyStopping(learner, 0.25, patience=5, random_state=1)
    fitted = stopping.fit(table, y)
    assert 0 < rounds(fitted.learner_) < 290
    inside, kept = stopping.split(np.asarray(y))
    assert len(kept) == pytest.approx(0.25 * len(y), abs=1)
    assert not set(inside) & set(kept)
    assert fitted.predict(table).shape[0] == len(y)
    weighted = stopping.fit(table, y, sample_weight=np.linspace(1, 9, len(y)))
    assert (
        weighted.predict(table) != clone(stopping).fit(table, y).predict(table)
    ).any()


@pytest.mark.parametrize("package", BOOSTERS)
def test_a_search_with_a_booster_is_the_same_twice(package):
    stopping = EarlyStopping(booster(package, "Classifier"), patience=3)
    problem = Problem(stopping, X.iloc[::2], Y[::2], 3)
    first, second = (select(problem, ONE, honest=False) for _ in range(2))
    assert first.path == second.path
    assert first.error < 0.15


def test_it_is_what_the_learner_inside_is():
    assert is_classifier(EarlyStopping(HIST))
    assert is_regressor(EarlyStopping(HistGradientBoostingRegressor()))
    fitted = EarlyStopping(HIST).fit(X, Y)
    assert fitted.classes_.tolist() == [0, 1]
    assert fitted.predict_proba(X).shape == (569, 2)
    assert not hasattr(fitted, "feature_importances_")
    assert not hasattr(EarlyStopping(HistGradientBoostingRegressor()), "predict_proba")


def test_a_selector_with_it_is_seeded_weighted_and_refitted():
    stopping = EarlyStopping(HIST, patience=3)
    selector = WrapperSelector(stopping, ONE, cv=2, honest=False, refit=True)
    few, y = X.iloc[:200, 4:], Y[:200]  # its threads are slow beside other tests
    weights = np.linspace(1, 2, len(y))
    with threadpool_limits(1):
        fits = [selector.fit(few, y, sample_weight=weights) for _ in range(2)]
        paths = [fit.result_.path for fit in fits]
    assert paths[0] == paths[1]
    assert selector.score(few, y) > 0.85


def test_a_class_of_one_row_is_no_reason_to_fail():
    y = pd.Series(np.where(np.arange(569) == 7, 2, Y))
    inside, kept = EarlyStopping(HIST, random_state=0).split(y.to_numpy())
    assert len(inside) + len(kept) == 569


@pytest.mark.parametrize(
    ("stopping", "says"),
    [
        (EarlyStopping(Ridge()), "EarlyStopping needs a learner of XGBoost, .*Ridge"),
        (EarlyStopping(HIST, fraction=1), r"fraction must be in \(0, 1\), got 1"),
        (EarlyStopping(HIST, patience=0), "patience must be at least 1, got 0"),
    ],
)
def test_what_cannot_stop_is_refused(stopping, says):
    with pytest.raises((TypeError, ValueError), match=says):
        stopping.fit(X, Y)


def test_other_learners_that_keep_rows_are_stopped_too():
    learner = SGDClassifier(random_state=0, max_iter=500)
    fitted = EarlyStopping(learner, patience=2).fit(X, Y)
    assert fitted.learner_.early_stopping
    assert fitted.decision_function(X).shape == (569,)
