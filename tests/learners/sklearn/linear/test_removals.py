"""Bases that come from others are those made anew."""

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import KFold

from learners.sklearn.linear.fast_paths import linear_regression
from learners.sklearn.linear.removal_kernels import (
    multiply_triangle,
    take_from_reach,
    take_out,
)
from learners.sklearn.linear.removals import inverse_and_reach, symmetric_sums
from learners.sklearn.linear.squares import MANY
from tests.learners.sklearn.linear.tables import KINDS, check


def squares_of(rng, kind, n_columns):
    X = KINDS[kind](rng, rng.normal(size=(3 * n_columns, n_columns)))
    y = X[:, :5].sum(axis=1) + 10.0 ** rng.uniform(-6, 1) * rng.normal(size=len(X))
    folds = list(KFold(4).split(X))
    [squares, *_] = linear_regression(LinearRegression(), X, y, folds)._squares
    squares._system.products.ask(np.arange(n_columns))
    return squares


@pytest.mark.parametrize("place", range(5))
def test_what_is_left_is_the_inverse_of_fewer(place):
    rng = np.random.default_rng(place)
    X, test, residuals = rng.normal(size=(9, 5)), rng.normal(size=(5, 7)), np.ones(7)
    gram = X.T @ X
    kept = [*range(place), *([4] if place < 4 else []), *range(place + 1, 4)]
    inverse = np.linalg.inv(gram)
    expected = np.linalg.inv(gram[np.ix_(kept, kept)])
    room = np.full((6, 6), np.nan)
    room[:5, :5] = gram
    right = rng.normal(size=5)
    each = np.array([inverse @ right, np.square(inverse).sum(axis=1), right, right])
    reach, tested = inverse @ test, test.copy()
    inverse[np.triu_indices(5, 1)] = np.nan
    slopes, heights = np.empty((2, 5))

    factors = take_out(place, 5, inverse, room, tested, each)
    sizes = take_from_reach(place, factors, reach, residuals, slopes, heights)
    np.testing.assert_allclose(np.tril(inverse[:4, :4]), np.tril(expected))
    np.testing.assert_array_equal(room[:4, :4], gram[np.ix_(kept, kept)])
    np.testing.assert_array_equal(tested[:4], test[kept])
    np.testing.assert_array_equal(each[3, :4], right[kept])
    np.testing.assert_allclose(each[0, :4], expected @ right[kept])
    np.testing.assert_allclose(each[1, :4], np.square(expected).sum(axis=1))
    np.testing.assert_allclose(reach[:4], expected @ test[kept])
    np.testing.assert_allclose(slopes[:4], reach[:4] @ residuals)
    np.testing.assert_allclose(heights[:4], np.square(reach[:4]).sum(axis=1))
    norms = np.linalg.norm(slopes[:4]), np.linalg.norm(reach[:4])
    np.testing.assert_allclose(sizes, norms)


@pytest.mark.parametrize("n", range(6))
def test_a_triangle_tells_a_symmetric_matrix(n):
    rng = np.random.default_rng(n)
    whole, right, found = rng.normal(size=(6, 6)), rng.normal(size=n), np.empty(n)
    whole += whole.T
    multiply_triangle(np.where(np.tri(6, dtype=bool), whole, np.nan), right, found)
    np.testing.assert_allclose(found, whole[:n, :n] @ right)


@pytest.mark.parametrize("n", [1, 2, 70])
def test_a_root_gives_an_inverse_and_what_it_reaches(n):
    rng = np.random.default_rng(n)
    root, test = np.tril(rng.normal(size=(n, n))), rng.normal(size=(n, 3))
    whole, kept = root.T @ root, root.copy()

    inverse, reach = inverse_and_reach(root, test)
    np.testing.assert_allclose(inverse, np.tril(whole), atol=1e-12)
    np.testing.assert_allclose(reach, whole @ test, atol=1e-12)
    np.testing.assert_allclose(symmetric_sums(inverse), whole.sum(axis=1), atol=1e-12)
    np.testing.assert_array_equal(root, kept)
    assert inverse.flags.c_contiguous
    assert reach.flags.c_contiguous


@pytest.mark.parametrize("kind", ["normal", "one factor", "near copies", "units"])
@pytest.mark.parametrize("seed", range(4))
def test_any_way_to_a_base_ends_at_the_same_bits(kind, seed):
    rng = np.random.default_rng(seed)
    squares, other = (squares_of(np.random.default_rng(seed), kind, 40) for _ in "ab")
    columns = np.arange(40)
    while len(columns) > 5:
        few = rng.choice(columns, 5, replace=False)
        found = squares._removals.errors(columns, few)
        other._removals._forget()
        np.testing.assert_array_equal(found, other._removals.errors(columns, few))
        gone = rng.integers(0, 6)  # too many at once, too
        columns = np.sort(rng.permutation(columns)[: len(columns) - gone])


@pytest.mark.parametrize("kind", KINDS)
def test_bounds_hold_until_half_of_many_are_gone(kind):
    rng = np.random.default_rng(1)
    squares = squares_of(rng, kind, 100)
    columns = rng.permutation(100)
    for size in range(100, 5, -1):
        some, few = np.sort(columns[:size]), columns[:2]
        errors, bounds = squares._removals.bounded(some, few)
        check(errors, bounds, squares, [np.setdiff1d(some, a) for a in few])


@pytest.mark.parametrize("kind", KINDS)
def test_one_subset_of_many_columns_has_the_error_of_a_base(kind):
    for seed in range(3):
        rng = np.random.default_rng(seed)
        squares, found = squares_of(rng, kind, MANY + 20), np.full(1, np.nan)
        masks = np.arange(MANY + 20)[np.newaxis] >= rng.integers(21)
        squares._solve(masks, np.zeros(1, np.intp), found)

        np.testing.assert_array_equal(squares.errors(masks, None), found)


def test_one_subset_of_many_columns_without_errors_has_none():
    X = np.random.default_rng(0).normal(size=(3 * MANY, MANY))
    folds = list(KFold(3).split(X))
    scorer = linear_regression(LinearRegression(), X, X[:, 0] - X[:, 1], folds)
    assert scorer.squared_errors(np.ones((1, MANY), bool), range(3)).tolist() == [
        [0.0] * 3
    ]


def test_one_subset_of_more_columns_than_rows_needs_no_products_of_columns():
    X = np.random.default_rng(0).normal(size=(MANY, MANY))
    folds = list(KFold(3).split(X))
    scorer = linear_regression(LinearRegression(), X, X[:, 0], folds)
    scorer.squared_errors(np.ones((1, MANY), bool), range(3))
    assert not scorer._systems[0].products.gram.size
