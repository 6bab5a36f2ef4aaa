"""Weights of rows, and other parameters of `fit`."""

import pickle

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn import config_context
from sklearn.datasets import load_diabetes, load_iris
from sklearn.dummy import DummyRegressor
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.metrics import get_scorer
from sklearn.model_selection import GroupKFold
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

from tests.fakes import Majority
from wrapsel import LearnerError, Problem, Subset, holdout_error, load_learner, select
from wrapsel.engine import honest_error
from wrapsel.evaluation import CrossValidation
from wrapsel.evaluation.fitting import Fitter
from wrapsel.evaluation.given.fit_params import for_rows
from wrapsel.evaluation.importances import permutation_importances
from wrapsel.evaluation.part import part
from wrapsel.evaluation.stores.fingerprint import problem_id
from wrapsel.search import Forward

X, Y = load_iris(return_X_y=True)
NUMBERS, TARGET = load_diabetes(return_X_y=True)
RNG = np.random.default_rng(0)
W, W_NUMBERS = RNG.integers(0, 4, 150) + 0.5, RNG.random(442)
HALF = Subset.of([0, 1], 4)


def fold_errors(problem, subset):
    block = CrossValidation(problem).measure([subset], range(len(problem.folds)))
    return block.errors[0, :, 0] / block.weights


def by_hand(learner, X, y, w, folds, weighted, scorer="accuracy", best=1.0):
    errors = []
    for train, test in folds:
        learner.fit(X[train], y[train], sample_weight=w[train])
        weigh = {"sample_weight": w[test]} if weighted else {}
        errors.append(best - get_scorer(scorer)(learner, X[test], y[test], **weigh))
    return errors


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize(
    ("scoring", "best"), [("accuracy", 1), ("f1_macro", 1), ("neg_log_loss", 0)]
)
def test_each_fold_is_fitted_and_judged_by_the_weights_of_its_rows(
    weighted, scoring, best
):
    options = {"sample_weight": W, "weigh_errors": weighted, "scoring": scoring}
    problem = Problem(GaussianNB(), X, Y, 3, **options)
    expected = by_hand(
        GaussianNB(), X[:, :2], Y, W, problem.folds, weighted, scoring, best
    )
    assert fold_errors(problem, HALF) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("aggregate", ["mean", "pooled"])
def test_weighted_numbers_are_pooled_by_weight(aggregate):
    problem = Problem(
        Ridge(), NUMBERS, TARGET, 4, aggregate=aggregate, **weighing(W_NUMBERS)
    )
    errors = by_hand(
        Ridge(),
        NUMBERS,
        TARGET,
        W_NUMBERS,
        problem.folds,
        True,
        "neg_mean_squared_error",
        0,
    )
    heavy = [W_NUMBERS[test].sum() for _, test in problem.folds]
    expected = np.average(errors, weights=heavy if aggregate == "pooled" else None)
    block = CrossValidation(problem).measure([Subset.full(10)], range(4))
    assert block.errors.sum() / block.weights.sum() == pytest.approx(expected)


def weighing(weights):
    return {"sample_weight": weights, "weigh_errors": True}


def test_whole_weights_count_as_copies_of_rows():
    w = RNG.integers(1, 4, 150)
    many, few = np.repeat(np.arange(150), w), Subset.of([2], 4)
    place = np.cumsum(w) - w
    folds = [(np.arange(0, 150, 2), np.arange(1, 150, 2))]
    wide = [
        (np.concatenate([np.arange(place[i], place[i] + w[i]) for i in part]))
        for part in folds[0]
    ]
    one = Problem(GaussianNB(), X, Y, folds, **weighing(w))
    other = Problem(GaussianNB(), X[many], Y[many], [wide])
    assert fold_errors(one, few) == pytest.approx(fold_errors(other, few))


def test_no_variable_is_the_best_constant_by_weight():
    problem = Problem(Ridge(), NUMBERS, TARGET, 3, **weighing(W_NUMBERS))
    train, test = problem.folds[1]
    constant = DummyRegressor().fit(NUMBERS[train], TARGET[train], W_NUMBERS[train])
    losses = (TARGET[test] - constant.predict(NUMBERS[test])) ** 2
    expected = losses @ W_NUMBERS[test]
    assert Fitter(problem).constant_error(1) == pytest.approx(expected)


def test_a_pipeline_hands_weights_to_its_last_step():
    pipeline = make_pipeline(StandardScaler(), LogisticRegression())
    problem = Problem(pipeline, X, Y, 3, sample_weight=W)
    named = {"logisticregression__sample_weight": W}
    same = Problem(pipeline, X, Y, 3, fit_params=named)
    without = Problem(pipeline, X, Y, 3)
    assert (fold_errors(problem, HALF) == fold_errors(same, HALF)).all()
    assert (fold_errors(problem, HALF) != fold_errors(without, HALF)).any()


def test_a_pipeline_routes_weights_where_scikit_learn_is_told_to():
    with config_context(enable_metadata_routing=True):
        last = LogisticRegression().set_fit_request(sample_weight=True)
        first = StandardScaler().set_fit_request(sample_weight=True)
        problem = Problem(make_pipeline(first, last), X, Y, 3, sample_weight=W)
        measured = CrossValidation(problem)
        here = fold_errors(problem, HALF)
        pipeline = Fitter(problem).fit_all(HALF)
    there = pickle.loads(pickle.dumps(measured)).measure([HALF], range(3))
    assert (there.errors[0, :, 0] / there.weights == here).all()
    both = {f"{name}__sample_weight": W for name, _ in pipeline.steps}
    plain = make_pipeline(StandardScaler(), LogisticRegression())
    expected = Problem(plain, X, Y, 3, fit_params=both)
    assert (fold_errors(expected, HALF) == here).all()
    coefficients = Fitter(expected).fit_all(HALF)[1].coef_
    assert (coefficients == pipeline[1].coef_).all()


def test_a_search_by_weights_is_the_same_for_workers_and_on_parts():
    problem = Problem(DecisionTreeClassifier(), X, Y, 3, **weighing(W))
    one = select(problem, Forward(n_features_to_select=2))
    two = select(problem, Forward(n_features_to_select=2), n_jobs=2)
    assert one.path == two.path
    inner = part(problem, np.arange(0, 150, 2))
    assert inner.sample_weight.tolist() == W[::2].tolist()
    assert honest_error(problem, Forward(), how="nested").n_outer >= 5


def test_importances_are_of_weighted_fits():
    problem = Problem(GaussianNB(), X, Y, 3, **weighing(W))
    found = permutation_importances(Fitter(problem), Subset.full(4))
    plain = permutation_importances(
        Fitter(Problem(GaussianNB(), X, Y, 3)), Subset.full(4)
    )
    assert found.tolist() != plain.tolist()
    assert found.argmax() in (2, 3)


@pytest.mark.parametrize("enable_metadata_routing", [False, True])
def test_any_parameter_reaches_a_step_of_a_pipeline(enable_metadata_routing):
    class Asks(GaussianNB):
        def fit(self, X, y, base=None):
            assert (np.asarray(base) == X[:, 0]).all()
            return super().fit(X, y)

    with config_context(enable_metadata_routing=enable_metadata_routing):
        last = Asks()
        if enable_metadata_routing:
            last.set_fit_request(base=True)
        name = "base" if enable_metadata_routing else "asks__base"
        given = {"fit_params": {name: X[:, 0]}}
        problem = Problem(make_pipeline(last), X, Y, 3, **given)
        measured = fold_errors(problem, HALF)
        plain = Problem(GaussianNB(), X, Y, 3)
        assert measured.tolist() == fold_errors(plain, HALF).tolist()
        with pytest.raises(LearnerError):
            fold_errors(Problem(make_pipeline(last), X, Y, 3), HALF)


def test_parameters_with_a_value_for_each_row_are_cut():
    class Asks(Majority):
        def fit(self, X, y, base=None, names=(), table=None, kind="a"):
            got = [len(v) for v in (base, names, table.toarray())]
            assert got == [len(y)] * 3, got
            assert kind == "a" * 150
            assert (np.asarray(base) == X[:, 0]).all()
            return super().fit(X, y)

    given = {
        "base": pd.Series(X[:, 0]),
        "names": ["n"] * 150,
        "table": sparse.csr_array(X),
        "kind": "a" * 150,
    }
    problem = Problem(Asks(), X, Y, 3, fit_params=given)
    assert len(fold_errors(problem, HALF)) == 3
    assert len(part(problem, np.arange(45, 55)).fit_params["names"]) == 10


@pytest.mark.parametrize("n_values", [2, 5])
@pytest.mark.parametrize("kind", [np.array, list, tuple])
def test_a_parameter_of_as_many_values_as_no_rows_is_whole(n_values, kind):
    given = {"w": kind(range(n_values))}
    assert for_rows(given, np.array([0]), 3)["w"] is given["w"]


class Open(Majority):
    """Takes whatever it is given, and has steps of another kind."""

    steps = 3

    def fit(self, X, y, **options):
        self.options = options
        return super().fit(X, y)


def test_what_takes_anything_is_given_all_of_it():
    problem = Problem(Open(), X, Y, 3, sample_weight=W, fit_params={"more": 1})
    options = Fitter(problem).fit_all(HALF).options
    assert options.pop("sample_weight").tolist() == W.tolist()
    assert options == {"more": 1}


def test_stores_know_what_was_given_to_fit():
    ids = [
        problem_id(Problem(GaussianNB(), X, Y, 3, **options))
        for options in (
            {},
            {"sample_weight": W},
            {"sample_weight": pd.Series(W)},
            weighing(W),
            {"sample_weight": W + 1},
            {"fit_params": {"sample_weight": W}},
        )
    ]
    assert ids[1] == ids[2] == ids[5]
    assert len(set(ids)) == 4


@pytest.mark.parametrize(
    ("learner", "options", "says"),
    [
        (KNeighborsClassifier(), {"sample_weight": W}, "a learner whose fit takes it"),
        (load_learner("naive-bayes"), {"sample_weight": W}, "whose fit takes it"),
        (
            make_pipeline(StandardScaler(), KNeighborsClassifier()),
            {"sample_weight": W},
            "a learner whose fit takes it, got KNeighborsClassifier",
        ),
        (GaussianNB(), {"sample_weight": W[:9]}, r"shape \(150,\), got \(9,\)"),
        (GaussianNB(), {"sample_weight": -W}, "at least 0 .* got -"),
        (
            GaussianNB(),
            {"sample_weight": np.where(np.isin(np.arange(150), [3, 9]), -0.5, W)},
            r"at least 0 .* got -0\.5 in row 3$",
        ),
        (GaussianNB(), {"sample_weight": W * np.nan}, "finite"),
        (GaussianNB(), {"sample_weight": W * 0}, "not zero everywhere"),
        (GaussianNB(), {"sample_weight": ["a"] * 150}, "must be numbers"),
        (GaussianNB(), {"sample_weight": [{}] * 150}, "must be numbers"),
        (GaussianNB(), {"weigh_errors": True}, "needs sample_weight"),
        (
            GaussianNB(),
            {"sample_weight": W, "fit_params": {"sample_weight": W}},
            "beside sample_weight",
        ),
        (GaussianNB(), {"fit_params": [W]}, "fit_params must be a dict"),
        (GaussianNB(), {"fit_params": {1: W}}, "fit_params must be a dict of names"),
        (
            GaussianNB(),
            {**weighing(W), "scoring": "adjusted_rand_score"},
            "a metric that takes weights",
        ),
    ],
)
def test_what_cannot_weigh_is_refused_at_once(learner, options, says):
    with pytest.raises((TypeError, ValueError), match=says):
        Problem(learner, X, Y, 3, **options)


def test_a_fold_whose_test_rows_weigh_nothing_is_refused():
    weights = np.ones(150)
    weights[:50] = 0
    folds = [(np.arange(50, 150), np.arange(50)), (np.arange(100), np.arange(100, 150))]
    with pytest.raises(ValueError, match=r"0 for all test rows .* in fold 0"):
        fold_errors(Problem(GaussianNB(), X, Y, folds, **weighing(weights)), HALF)


def test_other_rows_may_weigh_too():
    problem = Problem(GaussianNB(), X[::2], Y[::2], sample_weight=W[::2])
    X_test, y_test = X[1::2], Y[1::2]
    fitted = GaussianNB().fit(X[::2, :2], Y[::2], W[::2])
    wrong = fitted.predict(X_test[:, :2]) != y_test
    found = holdout_error(problem, HALF, X_test, y_test, sample_weight=W[1::2])
    assert found == pytest.approx(np.average(wrong, weights=W[1::2]))
    assert holdout_error(problem, HALF, X_test, y_test) == pytest.approx(wrong.mean())


def test_weights_and_groups_go_together():
    groups = np.arange(150) % 7
    options = {"groups": groups, "sample_weight": W}
    problem = Problem(GaussianNB(), X, Y, GroupKFold(3), **options)
    expected = by_hand(GaussianNB(), X[:, :2], Y, W, problem.folds, False)
    assert fold_errors(problem, HALF) == pytest.approx(expected)


def test_a_fit_parameter_that_the_learner_does_not_take_is_refused():
    with pytest.raises(TypeError, match=r"GaussianNB has no .*'wieght'|wieght"):
        Problem(GaussianNB(), X, Y, 3, fit_params={"wieght": 1})
    with pytest.raises(
        TypeError, match=r"GaussianNB named 'zz'; there are: sample_w\w+$"
    ):
        Problem(GaussianNB(), X, Y, 3, fit_params={"zz": 1})
