"""Selection tools of others, each as its manual has it."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
from sklearn.base import BaseEstimator, clone, is_classifier
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.feature_selection import (
    RFECV,
    SequentialFeatureSelector,
    mutual_info_classif,
    mutual_info_regression,
)
from sklearn.linear_model import LassoCV, LogisticRegressionCV
from sklearn.metrics import get_scorer
from sklearn.model_selection import KFold, StratifiedKFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

Peer = Callable[[Any, np.ndarray, np.ndarray, int, np.ndarray], tuple[Any, float]]
# Levels of nominal variables count from here, so that a learner behind a tool that
# passes bare numbers still sees which ones they are.
FIRST_LEVEL = 2.0**20


class NotForThisLearnerError(Exception):
    """The tool needs something that the learner does not have."""


def numbers(X: Any) -> tuple[np.ndarray, np.ndarray]:
    """Return X as float64 without gaps, and which of its columns are nominal.

    A missing number becomes the median, a missing level one more level.
    """
    if not hasattr(X, "iloc"):
        return X, np.zeros(X.shape[1], dtype=bool)
    is_nominal = np.array([dtype == "category" for dtype in X.dtypes])
    columns = [_numbers(X.iloc[:, j], is_nominal[j]) for j in range(X.shape[1])]
    return np.column_stack(columns), is_nominal


def _numbers(column: pd.Series, is_nominal: bool) -> np.ndarray:
    if is_nominal:
        codes = column.cat.codes.to_numpy()
        return FIRST_LEVEL + np.where(codes < 0, len(column.cat.categories), codes)
    return column.fillna(column.median()).fillna(0.0).to_numpy(dtype=float)


class KindKeeper(BaseEstimator):
    """Give the learner a DataFrame again, with its nominal columns."""

    def __init__(self, learner):
        self.learner = learner

    def fit(self, X, y):
        self.is_nominal_ = X.min(axis=0) >= FIRST_LEVEL
        self.fitted_ = clone(self.learner).fit(self._frame(X), y)
        self.classes_ = getattr(self.fitted_, "classes_", None)
        return self

    def predict(self, X):
        return self.fitted_.predict(self._frame(X))

    def __sklearn_tags__(self):
        return self.learner.__sklearn_tags__()

    def _frame(self, X):
        # As strings: the learner takes what it did not see in fit as missing.
        columns = {
            f"x{j}": X[:, j].astype(int).astype(str) if nominal else X[:, j]
            for j, nominal in enumerate(self.is_nominal_)
        }
        return pd.DataFrame(columns)


def folds(learner, seed):
    kind = StratifiedKFold if is_classifier(learner) else KFold
    return kind(5, shuffle=True, random_state=seed)


def scoring(learner):
    return "accuracy" if is_classifier(learner) else "neg_mean_squared_error"


def error_of(learner, score):
    """Return the error of a mean score of `scoring`."""
    return float(1 - score if is_classifier(learner) else -score)


def told(learner, X, y, columns, seed):
    """Return the cross-validated error of a selection, what most users report."""
    X, cv = X[:, columns], folds(learner, seed)
    if not len(columns):
        X = np.zeros((len(y), 1))
        is_classes = is_classifier(learner)
        learner = DummyClassifier() if is_classes else DummyRegressor()
    scores = cross_val_score(learner, X, y, cv=cv, scoring=scoring(learner))
    return error_of(learner, scores.mean())


def k_best(learner, X, y, seed, is_nominal):
    """Take the k columns of most mutual information, k by cross-validation.

    The columns are ranked in each fold anew, as in a pipeline.
    """
    sizes = sorted({*(2 ** np.arange(int(np.log2(X.shape[1])) + 1)), X.shape[1]})
    scorer = get_scorer(scoring(learner))
    scores = []
    for train, test in folds(learner, seed).split(X, y):
        order = _by_information(learner, X[train], y[train], seed, is_nominal)
        for k in sizes:
            fitted = clone(learner).fit(X[train][:, order[:k]], y[train])
            scores.append(scorer(fitted, X[test][:, order[:k]], y[test]))
    means = np.reshape(scores, (-1, len(sizes))).mean(axis=0)
    order = _by_information(learner, X, y, seed, is_nominal)
    return order[: sizes[means.argmax()]], error_of(learner, means.max())


def _by_information(learner, X, y, seed, is_nominal):
    ask = mutual_info_classif if is_classifier(learner) else mutual_info_regression
    information = ask(X, y, discrete_features=is_nominal, random_state=seed)
    return np.argsort(-information, kind="stable")


def l1(learner, X, y, seed, is_nominal):
    """Take what a lasso, or a logistic regression with its penalty, gives weight."""
    X_wide, owners = _indicators(X, is_nominal)
    if is_classifier(learner):
        solver = "liblinear" if len(np.unique(y)) == 2 else "saga"
        model = LogisticRegressionCV(
            l1_ratios=(1.0,), solver=solver, cv=5, random_state=seed, max_iter=1000
        )
    else:
        model = LassoCV(cv=5, random_state=seed)
    weights = make_pipeline(StandardScaler(), model).fit(X_wide, y)[-1].coef_
    selected = np.unique(owners[np.atleast_2d(weights).any(axis=0)])
    return selected, told(learner, X, y, selected, seed)


def _indicators(X, is_nominal):
    """Return one column for each level but numbers as they are, and whose each is."""
    columns, owners = [], []
    for j, nominal in enumerate(is_nominal):
        levels = np.unique(X[:, j])
        own = X[:, [j]] == levels[len(levels) == 2 :] if nominal else X[:, [j]]
        columns.append(own.astype(float))
        owners += [j] * own.shape[1]
    return np.hstack(columns), np.array(owners)


def rfecv(learner, X, y, seed, is_nominal):
    """Eliminate recursively by the learner's weights, the size by cross-validation."""
    if not hasattr(clone(learner).fit(X, y), "coef_"):
        raise NotForThisLearnerError("it has no coef_")
    search = RFECV(learner, cv=folds(learner, seed), scoring=scoring(learner))
    search.fit(X, y)
    score = search.cv_results_["mean_test_score"].max()
    return np.flatnonzero(search.support_), error_of(learner, score)


def sequential(learner, X, y, seed, is_nominal):
    """Add the best column as long as it improves the score by 0.001."""
    search = SequentialFeatureSelector(
        learner,
        n_features_to_select="auto",
        tol=1e-3,
        scoring="accuracy" if is_classifier(learner) else "r2",
        cv=folds(learner, seed),
    )
    selected = np.flatnonzero(search.fit(X, y).get_support())
    return selected, told(learner, X, y, selected, seed)


def boruta(learner, X, y, seed, is_nominal):
    """Take what a forest needs more than it needs shuffled copies."""
    from boruta import BorutaPy
    from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor

    kind = RandomForestClassifier if is_classifier(learner) else RandomForestRegressor
    forest = kind(max_depth=5, n_jobs=1)
    search = BorutaPy(forest, n_estimators="auto", random_state=seed).fit(X, y)
    selected = np.flatnonzero(search.support_)
    return selected, told(learner, X, y, selected, seed)


def floating(learner, X, y, seed, is_nominal):
    """Take the best of 1 to 20 columns of mlxtend's floating forward search."""
    from mlxtend.feature_selection import SequentialFeatureSelector as Floating

    most = min(20, X.shape[1])
    search = Floating(
        learner,
        k_features=(1, most),
        floating=True,
        scoring=scoring(learner),
        cv=folds(learner, seed),
    ).fit(X, y)
    return np.array(search.k_feature_idx_), error_of(learner, search.k_score_)
