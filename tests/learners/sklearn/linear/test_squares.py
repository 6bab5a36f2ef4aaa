"""Errors by what changes from a base are those of subsets solved alone, to the bit."""

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression, Ridge
from sklearn.model_selection import KFold

from learners.sklearn.linear.fast_paths import linear_regression, ridge
from learners.sklearn.linear.rounding import rounded, settled
from learners.sklearn.linear.square_kernels import transposed_times
from tests.learners.sklearn.linear.tables import (
    KINDS,
    LEARNERS,
    check,
    folds_of,
    table,
)


def moved(rng, n_columns):
    """Return masks that each move one column into a base or out of it."""
    base = rng.random(n_columns) < rng.random()
    return base ^ np.eye(n_columns, dtype=bool)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("learner", "factory"), LEARNERS, ids=["plain", "ridge"])
def test_companions_change_no_bit(kind, learner, factory):
    for seed in range(12):
        rng = np.random.default_rng(seed)
        X, y = table(rng, kind)
        folds = folds_of(rng, X)
        masks = rng.permutation(moved(rng, X.shape[1]))
        masks = masks[masks.any(axis=1)]
        scorer, other = (factory(learner, X, y, folds) for _ in range(2))
        every = range(len(folds))
        alone = np.array([scorer.squared_errors(m[None], every)[0] for m in masks])

        found = other.squared_errors(masks, every)
        np.testing.assert_array_equal(found, alone)
        half = other.squared_errors(masks[::2], range(1, 2))
        np.testing.assert_array_equal(half, alone[::2, 1:2])


@pytest.mark.parametrize("n_base", range(9, 15))
@pytest.mark.parametrize(("learner", "factory"), LEARNERS, ids=["plain", "ridge"])
def test_companions_change_no_bit_of_about_as_many_as_rows(learner, factory, n_base):
    rng = np.random.default_rng(n_base)
    X, y = rng.normal(size=(16, 20)), rng.normal(size=16)
    folds = list(KFold(4).split(X))  # that train on 12 rows
    masks = (np.arange(20) < n_base) ^ np.eye(20, dtype=bool)
    scorer, other = (factory(learner, X, y, folds) for _ in range(2))
    alone = [other.squared_errors(mask[None], range(4))[0] for mask in masks]

    np.testing.assert_array_equal(scorer.squared_errors(masks, range(4)), alone)


@pytest.mark.parametrize("kind", KINDS)
def test_companions_change_no_bit_of_almost_perfect_fits(kind):
    for seed in range(8):
        rng = np.random.default_rng(seed)
        X, _ = table(rng, kind)
        y = X[:, 0] - 2 * X[:, 1]
        if seed % 2:
            y += 10.0 ** rng.uniform(-14, -9) * rng.normal(size=len(y))
        masks = moved(rng, X.shape[1])
        masks[:, :2] |= masks.sum(axis=1, keepdims=True) > 2
        learner, factory = LEARNERS[seed // 2 % 2]
        folds = folds_of(rng, X)
        scorer, other = (factory(learner, X, y, folds) for _ in range(2))
        every, masks = range(len(folds)), masks[masks.any(axis=1)]
        alone = np.array([scorer.squared_errors(m[None], every)[0] for m in masks])

        np.testing.assert_array_equal(other.squared_errors(masks, every), alone)


@pytest.mark.parametrize("kind", KINDS)
def test_bounds_are_far_from_what_rounding_does(kind):
    for seed in range(8):
        rng = np.random.default_rng(seed)
        X, y = table(rng, kind)
        learner, factory = LEARNERS[seed % 2]
        scorer = factory(learner, X, y, folds_of(rng, X))
        inside = rng.random(X.shape[1]) < rng.random()
        columns, others = np.flatnonzero(inside), np.flatnonzero(~inside)
        for squares in scorer._squares:
            squares._system.products.ask(columns)
            errors, bounds = squares._additions.bounded(columns, others)
            check(errors, bounds, squares, [np.sort([*columns, a]) for a in others])
            errors, bounds = squares._removals.bounded(columns, columns)
            check(errors, bounds, squares, [np.setdiff1d(columns, a) for a in columns])


@pytest.mark.parametrize("kind", KINDS)
def test_removals_one_after_the_other_lose_few_digits(kind):
    rng = np.random.default_rng(0)
    X, y = table(rng, kind)
    scorer = linear_regression(LinearRegression(), X, y, folds_of(rng, X))
    for squares in scorer._squares:
        columns = rng.permutation(X.shape[1])
        squares._system.products.ask(np.sort(columns))
        for size in range(len(columns), 1, -1):
            some = np.sort(columns[:size])
            errors, bounds = squares._removals.bounded(some, some[:3])
            check(errors, bounds, squares, [np.setdiff1d(some, a) for a in some[:3]])


@pytest.mark.parametrize(("learner", "factory"), LEARNERS, ids=["plain", "ridge"])
def test_errors_are_those_of_a_fit(learner, factory):
    for seed in range(10):
        rng = np.random.default_rng(seed)
        X, y = table(rng, "normal")
        folds = folds_of(rng, X)
        masks = moved(rng, X.shape[1])
        masks = masks[masks.any(axis=1)]
        found = factory(learner, X, y, folds).squared_errors(masks, range(len(folds)))
        for mask, errors in zip(masks, found, strict=True):
            for (train, test), error in zip(folds, errors, strict=True):
                fitted = learner.fit(X[train][:, mask], y[train])
                wrong = y[test] - fitted.predict(X[test][:, mask])
                size = np.square(y[test]).sum()
                assert error == pytest.approx(wrong @ wrong, rel=1e-9, abs=1e-13 * size)


def test_most_errors_need_no_more_digits():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(200, 60))
    y = X[:, 0] + rng.normal(size=200)
    scorer = linear_regression(LinearRegression(), X, y, folds_of(rng, X))
    columns, known = np.arange(20), 0
    for squares in scorer._squares:
        squares._system.products.ask(columns)
        for more in (
            squares._additions.bounded(columns, columns + 20),
            squares._removals.bounded(columns, columns),
        ):
            known += np.isfinite(settled(*more, 0.0)[0]).sum()

    assert known >= 0.97 * 40 * len(scorer._squares)


@pytest.mark.parametrize("n_masks", range(1, 7))
def test_few_moves_have_the_errors_of_many(n_masks):
    rng = np.random.default_rng(n_masks)
    X, y = table(rng, "normal")
    folds, masks = folds_of(rng, X), moved(rng, X.shape[1])
    masks = masks[masks.any(axis=1)]
    scorer = ridge(Ridge(), X, y, folds)
    every = range(len(folds))
    expected = scorer.squared_errors(masks, every)[:n_masks]
    found = scorer.squared_errors(masks[:n_masks], every)
    np.testing.assert_array_equal(found, expected)


def test_what_is_certain_is_rounded_alike_within_its_bound():
    numbers = np.array([1.0, 1.0, 1.0, 0.0, 1e-9, 2.0, np.nan, 1.0, 0.1])
    bounds = np.array([0.0, 2.0**-32, 2.0**-30, 1.0, 1e-9, np.inf, 0.0, np.nan, 1e-12])
    found, is_open = settled(numbers, bounds, 0.0)

    np.testing.assert_array_equal(found[[0, 1, 8]], rounded(numbers[[0, 1, 8]]))
    assert np.isnan(found[2:8]).all()
    assert is_open.tolist() == [2, 3, 4, 6]
    found, is_open = settled(numbers, bounds, 0.1)
    assert np.flatnonzero(np.isfinite(found)).tolist() == [0, 1]
    assert is_open.tolist() == [2, 3, 4, 6, 8]


def test_rounding_in_compiled_code_is_that_of_arrays():
    rng = np.random.default_rng(0)
    numbers = rng.lognormal(sigma=20, size=2_000)
    bounds = numbers * 2.0 ** rng.uniform(-60, -28, len(numbers))
    found, is_open = settled(numbers, bounds, 0.0)
    low, high = rounded(numbers - bounds), rounded(numbers + bounds)
    expected = np.where(low == high, rounded(numbers), np.nan)

    np.testing.assert_array_equal(found, expected)
    assert is_open.tolist() == np.flatnonzero(low != high).tolist()
    assert 200 < len(is_open) < 1800


def test_rounding_is_monotone_and_keeps_31_bits():
    numbers = np.sort(np.random.default_rng(0).lognormal(sigma=20, size=10_000))
    found = rounded(numbers)

    assert (np.diff(found) >= 0).all()
    assert (np.abs(found / numbers - 1) <= 2.0**-31).all()
    assert (np.frexp(found)[0] * 2**31 % 1 == 0).all()
    np.testing.assert_array_equal(rounded(found), found)


def test_two_columns_have_the_same_product_in_the_row_of_either():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(67, 23)) + 3
    cv = KFold(5).split(X)
    [system, *_] = linear_regression(LinearRegression(), X, X[:, 0], [*cv])._systems
    products = system.products
    for some in ([3], [0, 5, 7, 8, 9, 22], np.arange(23)):
        products.ask(np.array(some))
    gram = products.gram[:, products.slots]

    np.testing.assert_array_equal(gram, gram.transpose(0, 2, 1))


@pytest.mark.parametrize("n", [0, 1, 2, 5])
def test_of_a_triangle_no_number_above_or_beyond_it_is_looked_at(n):
    rng = np.random.default_rng(n)
    whole, z = rng.normal(size=(n, n)), rng.normal(size=n)
    triangle = np.where(np.tri(n, dtype=bool), whole, np.nan)
    in_python = getattr(transposed_times, "py_func", transposed_times)  # checks places
    for times in (transposed_times, in_python):
        np.testing.assert_allclose(times(triangle, z), np.tril(whole).T @ z)
