"""R2W2 goes down the gradient of the radius-margin bound."""

import numpy as np
import pandas as pd
import pytest

from tests.filters.support_vectors import oracles_r2w2
from wrapsel.datasets import make_problem
from wrapsel.filters.ranker import Ranker
from wrapsel.filters.support_vectors.r2w2 import R2W2, descend
from wrapsel.filters.support_vectors.radius_margin import (
    RadiusMargin,
    sphere,
    square_radius,
)
from wrapsel.ranking import auc_fr

KERNELS = ["linear", "poly", "rbf"]


def table(seed, n_rows=10, n_columns=12, n_classes=2):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n_rows, n_columns)), np.arange(n_rows) % n_classes


def settings_of(seed):
    """Return kernel, degree, gamma and C."""
    return (
        KERNELS[seed % 3],
        1 + seed % 2 + seed % 3,
        0.05,
        [1.0, 10.0, np.inf][seed % 4 % 3],
    )


@pytest.mark.parametrize("seed", range(60))
def test_the_bound_is_that_of_loops_and_scikit_learn(seed):
    X, y = table(seed)
    *kernel, C = settings_of(seed)
    factors = np.random.default_rng(seed).uniform(0.5, 1.5, X.shape[1])

    found, _ = RadiusMargin.of(X, y, tuple(kernel), C, 1e-10)(factors)

    expected = oracles_r2w2.bound(X, y, factors, *kernel, C)
    assert found == pytest.approx(expected, rel=1e-5)


@pytest.mark.parametrize("seed", range(60))
def test_the_gradient_is_that_of_differences(seed):
    X, y = table(seed, 12, 14, 2 + seed % 2)
    *kernel, C = settings_of(seed)
    bound = RadiusMargin.of(X, y, tuple(kernel), C, 1e-12)
    factors = np.random.default_rng(seed).uniform(0.5, 1.5, X.shape[1])

    _, found = bound(factors)

    expected = oracles_r2w2.slopes(lambda at: bound(at)[0], factors)
    np.testing.assert_allclose(found, expected, atol=2e-5 * np.abs(expected).max())


def test_three_classes_add_up_their_pairs():
    X, y = table(0, 12, 14, 3)
    whole = RadiusMargin.of(X, y, ("poly", 2, 1.0), 1.0, 1e-10)(np.ones(14))
    parts = []
    for gone in range(3):
        codes = np.unique(y[y != gone], return_inverse=True)[1]
        part = RadiusMargin.of(X[y != gone], codes, ("poly", 2, 1.0), 1.0, 1e-10)
        parts.append(part(np.ones(14)))
    assert whole[0] == pytest.approx(sum(value for value, _ in parts))
    np.testing.assert_allclose(whole[1], sum(slope for _, slope in parts), rtol=1e-6)


def test_the_sphere_of_a_right_triangle_has_its_hypotenuse_across():
    corners = np.array([[0.0, 0.0], [3.0, 0.0], [0.0, 4.0]])
    assert square_radius(corners @ corners.T, sphere(3), 1e-10) == pytest.approx(6.25)


def test_the_bound_of_two_points_is_one():
    # A margin from end to end: R is half the distance, |w| the inverse of it.
    bound = RadiusMargin.of(
        np.array([[0.0], [4.0]]), np.array([0, 1]), ("linear", 1, 1), np.inf, 1e-10
    )
    assert bound(np.ones(1))[0] == pytest.approx(1.0)


@pytest.mark.parametrize("seed", range(50))
def test_descending_lowers_the_bound(seed):
    X, y = table(seed)
    *kernel, C = settings_of(seed)
    bound = RadiusMargin.of(X, y, tuple(kernel), C, 1e-8)
    before = bound(np.ones(12))[0]
    values = [bound(descend(bound, 12, n))[0] for n in (1, 5, 30)]
    assert before > values[0] >= values[1] >= values[2] > 0


def test_descending_ends_at_a_minimum_and_where_no_step_pays():
    assert descend(lambda at: (1.0, np.zeros(2)), 2, 9).tolist() == [1.0, 1.0]
    assert descend(lambda at: (1.0, np.ones(2)), 2, 9).tolist() == [1.0, 1.0]


def test_a_step_without_a_margin_is_halved():
    def bound(at):
        if at[0] < 0.95:
            raise ValueError("no margin")
        return at[0], np.ones(1)

    assert 0.95 <= descend(bound, 1, 50)[0] < 0.951


@pytest.mark.parametrize(
    ("source", "ranker", "least"),
    [
        ("spe-polynomial?n_relevant=5&degree=1", R2W2("linear"), 0.99),
        ("spe-polynomial?n_relevant=5&degree=2", R2W2(), 0.65),
        ("weston-nonlinear?n_variables=52", R2W2(), 0.99),
        ("weston-linear?n_variables=202", R2W2("linear"), 0.9),
    ],
)
def test_relevant_variables_mostly_come_first(source, ranker, least):
    areas = []
    for seed in range(15):
        problem = make_problem(f"{source}&random_state={seed}")
        order = ranker(problem.X, problem.y).order
        areas.append(auc_fr(order, problem.relevant))
    assert np.median(areas) > least
    assert isinstance(ranker, Ranker)


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("seed", range(10))
def test_unit_origin_and_names_of_classes_do_not_matter(seed, kernel):
    X, y = table(seed, 20, 6)
    ranker = R2W2(kernel, max_iter=20)
    expected = ranker(X, y).scores
    moved = ranker(
        X * [1, 4, 0.5, 1, 8, 2] + [0, 3, -1, 7, 0, 5], np.array(["b", "a"])[y]
    )
    np.testing.assert_allclose(moved.scores, expected, rtol=1e-4)


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("seed", range(10))
def test_the_order_of_columns_does_not_matter(seed, kernel):
    X, y = table(seed, 20, 6)
    ranker = R2W2(kernel, max_iter=20)
    mixed = np.random.default_rng(seed).permutation(6)
    np.testing.assert_allclose(
        ranker(X[:, mixed], y).scores, ranker(X, y).scores[mixed], rtol=1e-4
    )


def test_constant_columns_score_zero():
    X, y = table(0, 20, 4)
    wide = np.insert(X, [0, 2], 7.0, axis=1)
    scores = R2W2()(wide, y).scores
    assert scores[[0, 3]].tolist() == [0.0, 0.0]
    np.testing.assert_allclose(np.delete(scores, [0, 3]), R2W2()(X, y).scores)
    assert R2W2()(np.ones((4, 2)), [0, 1, 0, 1]).order.tolist() == [0, 1]


def test_without_standardisation_the_score_is_of_the_unit():
    rng = np.random.default_rng(0)
    y = np.arange(30) % 2
    X = y[:, None] + 0.3 * rng.normal(size=(30, 2))
    alike = R2W2("linear")(X * [1, 10], y).scores
    apart = R2W2("linear", standardize=False)(X * [1, 10], y).scores
    np.testing.assert_allclose(R2W2("linear")(X, y).scores, alike, rtol=1e-4)
    assert apart[0] > 2 * apart[1]


def test_a_frame_and_one_variable_will_do():
    X, y = table(0, 10, 1)
    assert R2W2()(pd.DataFrame(X, columns=["x"]), y).order.tolist() == [0]


def test_a_hard_margin_needs_separable_classes():
    X, y = [[0.0], [1.0], [2.0], [3.0]], [0, 1, 0, 1]
    with pytest.raises(ValueError, match="tol must be reachable"):
        R2W2("linear", C=np.inf)(X, y)
    assert R2W2("linear", C=1e3)(X, y).scores[0] > 0


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("kernel", "sigmoid", "kernel must be one of linear, poly, rbf, got 'sigmoid'"),
        ("C", 0, "C must be above 0, got 0"),
        ("degree", 0, "degree must be an integer from 1, got 0"),
        ("gamma", -1, "gamma must be above 0 and finite, got -1"),
        ("max_iter", 0, "max_iter must be an integer from 1, got 0"),
        ("tol", np.inf, "tol must be above 0 and finite, got inf"),
    ],
)
def test_bad_parameters_are_refused(name, value, message):
    with pytest.raises(ValueError, match=message):
        R2W2(**{name: value})


@pytest.mark.parametrize(
    ("X", "y", "message"),
    [
        ([[1], [2]], [1, 1], "at least two classes"),
        ([[1], [2]], [0.5, 1], "y must be of classes"),
        ([[1], [np.nan]], [0, 1], "column x0 must be of finite numbers"),
        ([[1], [2]], [0, 1, 0], r"y must be of shape \(2,\)"),
    ],
)
def test_bad_tables_are_refused(X, y, message):
    with pytest.raises(ValueError, match=message):
        R2W2()(X, y)
