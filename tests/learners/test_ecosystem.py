"""Learners of other packages, and what they do in their own way."""

import numpy as np
import pandas as pd
import pytest
from sklearn.cross_decomposition import PLSRegression
from sklearn.naive_bayes import GaussianNB

from wrapsel import Problem, Subset, WrapperSelector, load_learner, select
from wrapsel.evaluation.fitting import Fitter
from wrapsel.search import Forward

RNG = np.random.default_rng(0)
X = pd.DataFrame(RNG.normal(size=(120, 3)), columns=["a", "b", "c"])
Y = (X["b"] > 0).to_numpy() * 1
ONE = Forward(n_features_to_select=1)
BOOSTERS = {
    "xgboost": ("XGBClassifier", {"n_estimators": 3, "n_jobs": 1}),
    "lightgbm": ("LGBMClassifier", {"n_estimators": 3, "n_jobs": 1, "verbose": -1}),
    "catboost": (
        "CatBoostClassifier",
        {
            "n_estimators": 3,
            "thread_count": 1,
            "verbose": 0,
            "allow_writing_files": False,
        },
    ),
}


class InColumns(GaussianNB):
    """Predicts in the shape that CatBoost has for several classes."""

    def predict(self, X):
        return super().predict(X)[:, np.newaxis]


@pytest.mark.parametrize("scoring", ["accuracy", "f1_macro", "balanced_accuracy"])
def test_predictions_of_one_column_count_as_flat_ones(scoring):
    # A scorer of a function, without formula, is asked, too.
    subset = Subset.full(3)
    errors = [
        Fitter(Problem(learner, X, Y, 3, scoring)).errors(subset, 0)[0]
        for learner in (InColumns(), GaussianNB())
    ]
    assert errors[0] == errors[1]


@pytest.mark.parametrize("scoring", ["mean_squared_error", "r2"])
def test_numbers_in_one_column_are_numbers(scoring):
    y = X["a"] + X["b"]
    problem = Problem(PLSRegression(1), X, y.to_frame(), 3, scoring)
    assert select(problem, ONE, honest=False).error < 1.5


@pytest.mark.parametrize("package", BOOSTERS)
@pytest.mark.parametrize("labels", ["numbers", "text", "three"])
def test_a_booster_selects(package, labels):
    module = pytest.importorskip(package, reason=f"{package} is not installed")
    name, params = BOOSTERS[package]
    y = {"numbers": Y, "text": np.array(["no", "yes"])[Y], "three": Y + (X["b"] > 1)}
    if package == "xgboost" and labels == "text":
        pytest.skip("takes codes only")
    learner = getattr(module, name)(**params)
    result = select(Problem(learner, X, y[labels], 3), ONE, honest=False)
    assert result.selected == ("b",)


@pytest.mark.parametrize("package", BOOSTERS)
def test_a_booster_is_refitted(package):
    module = pytest.importorskip(package, reason=f"{package} is not installed")
    name, params = BOOSTERS[package]
    learner = getattr(module, name)(**params)
    selector = WrapperSelector(learner, ONE, cv=3, honest=False, refit=True).fit(X, Y)
    assert selector.get_feature_names_out().tolist() == ["b"]
    assert selector.score(X, Y) > 0.9


def test_what_torch_draws_is_the_same_for_the_same_call_and_leaves_no_trace():
    torch = pytest.importorskip("torch", reason="torch is not installed")

    class Drawing:
        def fit(self, X, y):
            self.threshold = float(torch.randn(1))

        def predict(self, X):
            return (np.asarray(X)[:, 0] > self.threshold) * 1

    torch.manual_seed(5)
    expected = [torch.rand(1).item() for _ in range(2)]
    torch.manual_seed(5)
    drawn, found = [], []
    for _ in range(2):
        problem = Problem(Drawing(), X, Y, 3)
        found.append(select(problem, ONE, honest=False).path)
        drawn.append(torch.rand(1).item())
    assert found[0] == found[1]
    assert drawn == expected


def test_a_forest_without_a_seed_gives_the_same_twice():
    forest = load_learner("sklearn.ensemble.ExtraTreesClassifier", n_estimators=3)
    results = [select(Problem(forest, X, Y, 3), ONE, honest=False) for _ in range(2)]
    assert results[0].path == results[1].path
