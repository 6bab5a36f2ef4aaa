"""Tables judged at once have the errors of tables judged one by one."""

import numpy as np
import pandas as pd
import pytest
from scipy.sparse import csc_matrix
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder
from sklearn.tree import DecisionTreeClassifier

from wrapsel.evaluation import Problem
from wrapsel.evaluation.fits.judging import judge
from wrapsel.evaluation.fits.shuffles import judge_all

RNG = np.random.default_rng(0)
X = RNG.integers(0, 4, size=(60, 3)).astype(float)
LABELS = np.array(["no", "perhaps", "yes"])[(X.sum(axis=1) // 3).astype(int).clip(0, 2)]
NUMBERS = X @ [1.0, -2.0, 0.5] + RNG.normal(size=60)
HUES = pd.DataFrame(np.array(["red", "blue", "grey", "black"])[X.astype(int)])
HUES = HUES.add_prefix("v").astype("category")


class Counting(GaussianNB):
    """Counts how often it is asked, and of how many rows."""

    def predict(self, X):
        self.asked = [*getattr(self, "asked", []), len(X)]
        return super().predict(X)


def both(learner, X, y, n_tables=7, weights=None, **options):
    """Return the errors at once and one by one, and what was fitted."""
    problem = Problem(learner, X, y, 2, **options)
    fitted = learner.fit(problem.X, problem.y)
    rows = [np.random.default_rng(i).permutation(60)[:50] for i in range(n_tables)]
    tables = [X.iloc[order] if hasattr(X, "iloc") else X[order] for order in rows]
    truth = problem.y[:50]
    alone = [judge(problem, fitted, table, truth, weights) for table in tables]
    return judge_all(problem, fitted, tables, truth, weights), alone, fitted


@pytest.mark.parametrize(
    "scoring", ["accuracy", "f1_macro", "neg_log_loss", "roc_auc_ovr", "jaccard_macro"]
)
def test_classes(scoring):
    at_once, alone, _ = both(GaussianNB(), X, LABELS, scoring=scoring)
    assert at_once == alone


@pytest.mark.parametrize("weights", [None, np.arange(1.0, 51)])
@pytest.mark.parametrize(
    "scoring", ["mean_squared_error", "r2", "neg_median_absolute_error"]
)
def test_numbers(scoring, weights):
    at_once, alone, _ = both(
        LinearRegression(), X, NUMBERS, scoring=scoring, weights=weights
    )
    assert at_once == pytest.approx(alone, rel=1e-12)  # a product of more rows


def test_two_targets():
    y = np.stack([NUMBERS, X[:, 0]], axis=1)
    at_once, alone, _ = both(
        DecisionTreeClassifier(), X, (y > 1).astype(int), scoring="accuracy"
    )
    assert at_once == alone


@pytest.mark.parametrize("kind", [csc_matrix, lambda X: HUES])
def test_other_tables(kind):
    learner = LogisticRegression()
    if kind is not csc_matrix:
        learner = make_pipeline(OneHotEncoder(handle_unknown="ignore"), learner)
    at_once, alone, _ = both(learner, kind(X), LABELS)
    assert at_once == alone


def test_all_are_asked_at_once():
    _, _, fitted = both(Counting(), X, LABELS)
    assert fitted.asked == [50] * 7 + [350]
    _, _, fitted = both(Counting(), X, LABELS, n_tables=1)
    assert fitted.asked == [50, 50]


def test_others_than_estimators_are_asked_one_by_one():
    class Plain:
        def fit(self, X, y):
            self.inner = GaussianNB().fit(X, y)
            return self

        def predict(self, X):
            assert len(X) == 50
            return self.inner.predict(X)

    at_once, alone, _ = both(Plain(), X, LABELS)
    assert at_once == alone


def test_too_few_answers_are_an_error_as_ever():
    class Short(GaussianNB):
        def predict(self, X):
            return super().predict(X)[:-1]

    problem = Problem(Short(), X, LABELS, 2)
    fitted = Short().fit(X, LABELS)
    with pytest.raises(ValueError, match="shape"):
        judge_all(problem, fitted, [X, X], LABELS)
