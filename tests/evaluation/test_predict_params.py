"""What `predict` takes beside rows: a scorer's business, or the caller's."""

import numpy as np
import pytest
from sklearn import config_context
from sklearn.linear_model import BayesianRidge, Ridge
from sklearn.model_selection import cross_val_score, cross_validate
from sklearn.pipeline import make_pipeline

from wrapsel import LearnerError, Problem, WrapperSelector, select
from wrapsel.search import Forward

X = np.random.default_rng(0).normal(size=(40, 4))
Y = X[:, 0] - X[:, 1] + np.random.default_rng(1).normal(size=40)
SEARCH = Forward(n_features_to_select=2)
STD = {"return_std": True}


class Shifted(Ridge):
    """Predicts what is told, if more is said."""

    def predict(self, X, shift=0.0):
        return super().predict(X) + shift


def surprise(estimator, X, y):
    """Score numbers by the likelihood that the spread which `predict` returns gives."""
    mean, std = estimator.predict(X, return_std=True)
    std = np.maximum(std, 0.1)  # a constant says that there is none
    return -np.mean(np.log(std) + ((y - mean) / std) ** 2 / 2)


def error_when_shifted(estimator, X, y):
    return -np.mean((y + 1 - estimator.predict(X, shift=1.0)) ** 2)


@pytest.mark.parametrize(
    ("learner", "scoring"),
    [(BayesianRidge(), surprise), (Shifted(), error_when_shifted)],
    ids=["spread", "shift"],
)
def test_a_scorer_hands_predict_what_it_takes(learner, scoring):
    problem = Problem(learner, X, Y, 3, scoring=scoring)
    result = select(problem, SEARCH, honest=False)
    assert result.selected == ("x0", "x1")
    expected = cross_val_score(learner, X[:, :2], Y, cv=problem.cv, scoring=scoring)
    assert result.error == pytest.approx(-expected.mean())


@pytest.mark.parametrize("enable_metadata_routing", [False, True])
def test_as_a_parameter_of_fit_it_is_refused_and_says_what_to_do(
    enable_metadata_routing,
):
    said = "'return_std', a parameter of the predict of BayesianRidge.*scoring function"
    with config_context(enable_metadata_routing=enable_metadata_routing):
        learner = BayesianRidge()
        if enable_metadata_routing:
            learner.set_predict_request(return_std=True)
        with pytest.raises(TypeError, match=said):
            Problem(learner, X, Y, 3, fit_params=STD)
        with pytest.raises(TypeError, match=said):
            WrapperSelector(learner).fit(X, Y, **STD)


def test_routed_it_is_refused_as_scikit_learn_itself_refuses_it():
    with config_context(enable_metadata_routing=True):
        learner = make_pipeline(BayesianRidge().set_predict_request(return_std=True))
        problem = Problem(learner, X, Y, 3, fit_params=STD)
        with pytest.raises(LearnerError, match="return_std'}, which are not routed"):
            select(problem, SEARCH)
        with pytest.raises(TypeError, match="return_std'}, which are not routed"):
            cross_validate(learner, X, Y, params=STD)


@pytest.mark.parametrize("door", [Problem, WrapperSelector])
def test_no_door_takes_parameters_of_predict_and_each_says_where_they_go(door):
    with pytest.raises(TypeError, match=r"'predict_params'; did you mean .*scoring"):
        door(BayesianRidge(), predict_params=STD)


def test_a_refitted_selector_hands_them_on():
    selector = WrapperSelector(BayesianRidge(), SEARCH, cv=3, refit=True).fit(X, Y)
    mean, std = selector.predict(X, return_std=True)
    expected = BayesianRidge().fit(X[:, :2], Y).predict(X[:, :2], return_std=True)
    np.testing.assert_allclose((mean, std), expected)
    with pytest.raises(TypeError, match="unexpected keyword argument 'zz'"):
        selector.predict(X, zz=1)
