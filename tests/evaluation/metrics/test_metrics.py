"""Metrics are errors, at least 0 and to be minimised."""

import math

import numpy as np
import pytest
from sklearn.metrics import (
    cohen_kappa_score,
    f1_score,
    fbeta_score,
    get_scorer,
    get_scorer_names,
    hamming_loss,
    make_scorer,
    mean_pinball_loss,
    mean_squared_error,
    mutual_info_score,
)
from sklearn.naive_bayes import GaussianNB

from wrapsel import Problem, Subset
from wrapsel.evaluation.fitting import Fitter
from wrapsel.evaluation.metrics.metric import (
    Metric,
    absolute,
    check_error,
    metric,
    metric_names,
    squared,
    total,
    totals,
    zero_one,
)


@pytest.mark.parametrize("name", metric_names())
def test_every_listed_metric_is_found_by_its_name(name):
    found = metric(name)

    assert found.name == name
    assert (found.loss is None) != (found.scorer is None)


@pytest.mark.parametrize("name", ["f1_macro", "r2", "neg_max_error", "rand_score"])
def test_the_best_value_is_the_score_of_a_perfect_prediction(name):
    y, scorer = np.tile([0, 1], 10), get_scorer(name)
    assert metric(name).best == scorer._sign * scorer._score_func(y, y)


def test_a_measure_without_an_upper_bound_has_no_best_value():
    assert metric("mutual_info_score").best is None
    assert metric("positive_likelihood_ratio").best is None
    assert metric(make_scorer(mean_squared_error)).best is None  # not turned round


@pytest.mark.parametrize(
    ("scorer", "name", "best", "score"),
    [
        (make_scorer(f1_score), "f1_score", 1.0, 0.75),
        (make_scorer(f1_score, average="macro"), "f1_score", 1.0, 0.75),
        (get_scorer("r2"), "r2_score", 1.0, 0.75),
        (
            make_scorer(mean_squared_error, greater_is_better=False),
            "mean_squared_error",
            0.0,
            0.25,
        ),
    ],
)
def test_a_made_scorer_has_the_best_value_of_its_measure(scorer, name, best, score):
    found = metric(scorer)

    assert (found.name, found.best, found.scorer) == (name, best, scorer)
    assert found.score(0.25) == score
    assert (found.vectorised is not None) == (name == "r2_score")


@pytest.mark.parametrize(
    ("name", "constant"),
    [
        ("accuracy", "most_frequent"),
        ("mean_squared_error", "mean"),
        ("neg_mean_absolute_error", "median"),
        ("neg_median_absolute_error", "median"),
        ("roc_auc", "prior"),
    ],
)
def test_a_metric_knows_the_best_constant(name, constant):
    assert metric(name).constant == constant


def test_an_unknown_name_suggests_the_nearest():
    with pytest.raises(ValueError, match="did you mean 'roc_auc'"):
        metric("roc_acu")


def test_something_that_is_no_metric_is_refused():
    with pytest.raises(ValueError, match="a scorer or a Metric, got 3"):
        metric(3)
    with pytest.raises(ValueError, match="a scorer or a Metric: one at a time, got"):
        metric(["r2", "f1"])


@pytest.mark.parametrize(
    ("name", "error", "score"),
    [
        ("accuracy", 0.25, 0.75),
        ("error_rate", 0.25, 0.25),
        ("mean_absolute_error", 0.25, 0.25),
        ("mean_squared_error", 0.25, 0.25),
        ("neg_mean_absolute_error", 0.25, -0.25),
        ("neg_mean_squared_error", 0.25, -0.25),
        ("neg_log_loss", 2, -2),
    ],
)
def test_an_error_is_given_back_in_the_direction_of_the_name(name, error, score):
    assert metric(name).score(error) == score


def test_of_a_metric_of_ones_own_1_is_the_best_and_the_prior_the_constant():
    mine = Metric("mine", scorer=len)
    assert (mine.best, mine.constant, mine.score(0.25)) == (1.0, "prior", 0.75)
    assert repr(mine).endswith("loss=None, constant='prior')")


@pytest.mark.parametrize("functions", [{"scorer": 5}, {"scorer": len, "loss": 5}])
def test_what_is_no_function_of_a_metric_is_named(functions):
    with pytest.raises(TypeError, match="a function as scorer or loss, got 5"):
        Metric("mine", 1.0, **functions)


@pytest.mark.parametrize(
    ("loss", "one", "several"),
    [
        (zero_one, [0, 1, 1], [0, 1, 1]),
        (absolute, [0, 2, 1], [0, 1.5, 0.5]),
        (squared, [0, 4, 1], [0, 2.5, 0.5]),
    ],
)
def test_a_loss_of_several_targets_is_their_mean_or_whether_one_is_wrong(
    loss, one, several
):
    y, predicted = (
        np.array([[1, 2], [3, 4], [5, 6]]),
        np.array([[1, 2], [5, 5], [5, 7]]),
    )
    assert loss(y, predicted).tolist() == several
    y[2], predicted[2] = 0, 1
    assert loss(y[:, 0], predicted[:, 0]).tolist() == one


@pytest.mark.parametrize("name", get_scorer_names())
def test_a_scorer_of_scikit_learn_is_the_metric_of_its_name(name):
    found, named = metric(get_scorer(name)), metric(name)
    if (
        name.endswith(("mean_absolute_error", "mean_squared_error"))
        or name == "accuracy"
    ):
        assert found.best == named.best
    else:
        assert (found.best, found.constant) == (named.best, named.constant)
        assert found.vectorised is named.vectorised


def test_a_score_above_its_best_value_by_rounding_is_perfect():
    best = 1.0 + 1e-12
    assert Metric("mine", 1.0, lambda *a: best).gap(None, None, None) == 0
    assert Metric("mine", 1.0, lambda *a: 1.1).gap(None, None, None) < 0
    assert Metric("mine", None, lambda *a: 1e-12).gap(None, None, None) == -1e-12


@pytest.mark.parametrize(
    ("error", "says"),
    [(math.nan, "NaN"), (math.inf, "not finite"), (-math.inf, "not finite")],
)
@pytest.mark.parametrize("best", [1.0, None])
def test_only_finite_errors_are_errors(error, says, best):
    assert says in check_error(error, Metric("mine", best))


def test_an_error_below_0_needs_a_metric_without_best_value():
    assert "above its best value 1.0" in check_error(-0.5, Metric("mine", 1.0))
    assert check_error(-0.5, Metric("mine", None)) is None
    assert check_error(0.0, Metric("mine", 1.0)) is None


@pytest.mark.parametrize("dtype", [bool, int, float, np.float32])
def test_totals_are_float_sums_by_fold(dtype):
    losses = np.array([[1, 0, 1], [0, 0, 0]], dtype=dtype)

    assert totals(losses, [0]).tolist() == [[2.0], [0.0]]
    assert totals(losses, [0, 2]).tolist() == [[1.0, 1.0], [0.0, 0.0]]
    assert [total(row) for row in losses] == [2.0, 0.0]


@pytest.mark.parametrize(
    ("scorer", "best"),
    [
        (make_scorer(f1_score), 1.0),
        (make_scorer(f1_score, average="macro"), 1.0),
        (make_scorer(fbeta_score, beta=2, average="macro"), 1.0),
        (make_scorer(cohen_kappa_score), 1.0),
        (make_scorer(hamming_loss, greater_is_better=False), 0.0),
        (make_scorer(mean_pinball_loss, greater_is_better=False), 0.0),
        (make_scorer(mutual_info_score), None),
        (make_scorer(hamming_loss), None),  # a mistake of its maker
        (make_scorer(lambda y, p: 3.0), None),
    ],
    ids=str,
)
def test_the_optimum_of_a_made_scorer_is_that_of_its_function(scorer, best):
    assert metric(scorer).best == best


def test_an_error_by_a_made_scorer_is_a_distance_from_its_optimum():
    y = np.arange(60) % 2
    X = np.column_stack([y + np.sin(np.arange(60)), np.ones(60)])
    for scorer in (make_scorer(f1_score), make_scorer(fbeta_score, beta=2)):
        fitter = Fitter(Problem(GaussianNB(), X, y, 3, scorer))
        assert 0 < fitter.errors(Subset.full(2), 0)[0] < 1


def test_a_fold_may_have_more_mistakes_than_a_small_integer_counts():
    assert totals(np.ones((1, 70_000), dtype=bool), [0, 100]).tolist() == [
        [100.0, 69_900.0]
    ]
    for n in (2**15 - 1, 2**15):
        assert totals(np.ones((1, n), dtype=bool), [0]).item() == n
