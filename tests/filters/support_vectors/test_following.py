"""What follows as variables leave is what is reckoned afresh."""

import numpy as np
import pytest

from tests.filters.support_vectors import oracles_svm_rfe as oracle
from wrapsel.compiled import compiled
from wrapsel.filters.support_vectors.elimination import (
    LeastWeights,
    eliminate,
    eliminate_singly,
)
from wrapsel.filters.support_vectors.inverses import bring_in, lose, take_out
from wrapsel.filters.support_vectors.machines import (
    Machine,
    one_against_one,
    regression,
)
from wrapsel.filters.support_vectors.rows import without_scale
from wrapsel.filters.support_vectors.turns import (
    begin_all,
    follow_all,
    side_by_side,
)


@compiled
def gained(inverse, sums, row, diagonal):
    return bring_in(inverse, sums, row, diagonal, np.empty(len(row)))


@compiled
def shrunk(inverse, sums, last, place):
    take_out(inverse, sums, last, place, np.empty(last))


@compiled
def lost(inverse, sums, values, change):
    return lose(inverse, sums, values, change)


@compiled
def begun(K, flat):
    return begin_all(K, flat)


@compiled
def followed(K, flat, column, tol):
    return follow_all(K, flat, column, tol)


@pytest.mark.parametrize("seed", range(30))
def test_an_inverse_follows_samples_and_variables(seed):
    rng = np.random.default_rng(seed)
    n_rows = rng.integers(2, 30)
    X = rng.normal(size=(n_rows, 60))
    K, free = X @ X.T, []
    inverse, sums = np.empty((n_rows, n_rows)), np.empty(n_rows)
    for new in rng.permutation(n_rows):
        assert gained(inverse, sums, K[new, free], K[new, new])
        free.append(new)
    gone = rng.integers(n_rows)
    shrunk(inverse, sums, n_rows - 1, gone)
    free[gone] = free[-1]
    free.pop()
    change, n = np.empty(len(free)), len(free)
    assert lost(inverse, sums, X[free, 7], change)

    X[:, 7] = 0
    expected = np.linalg.inv((X @ X.T)[np.ix_(free, free)])
    np.testing.assert_allclose(inverse[:n, :n], expected, rtol=1e-9, atol=1e-11)
    np.testing.assert_allclose(sums[:n], expected.sum(axis=1), rtol=1e-9, atol=1e-11)


def test_what_has_no_inverse_is_left():
    inverse, sums = np.array([[0.25, 0.0], [0.0, 0.0]]), np.array([0.25, 0.0])
    assert not gained(inverse, sums, np.array([4.0]), 4.0)
    assert not lost(inverse[:1, :1], sums[:1], np.array([2.0]), np.empty(1))
    assert inverse.tolist() == [[0.25, 0.0], [0.0, 0.0]]


def bootstrap(rng, X):
    return X[rng.integers(0, len(X), len(X))]


def few_factors(rng, X):
    factors = rng.normal(size=(len(X), 4))
    return factors @ rng.normal(size=(4, X.shape[1])) + 0.3 * X


def in_pairs(rng, X):
    return np.repeat(X[:, ::2], 2, axis=1)


KINDS = {
    "plain": lambda rng, X: X,
    "bootstrap": bootstrap,
    "few factors": few_factors,
    "equal columns": in_pairs,
    "units": lambda rng, X: X * 10.0 ** rng.integers(-3, 3, X.shape[1]),
}
SHAPES = [(20, 120), (50, 30), (12, 300)]


def machines_of(rng, n_rows):
    C = 10.0 ** rng.integers(-4, 2)
    if rng.random() < 0.3:
        return regression(rng.normal(size=n_rows), C, 0.1)
    return one_against_one(np.arange(n_rows) % rng.integers(2, 4), C)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(12))
def test_all_leave_as_where_each_training_is_whole(seed, kind, shape):
    rng = np.random.default_rng([seed, *shape])
    columns = KINDS[kind](rng, rng.normal(size=shape)).T
    columns = without_scale(np.ascontiguousarray(columns), kind != "units")
    state = rng.bit_generator.state
    plain = LeastWeights(columns, machines_of(rng, shape[0]), 1e-8)
    rng.bit_generator.state = state
    found = eliminate_singly(columns, machines_of(rng, shape[0]), 1e-8)
    assert found.order.tolist() == eliminate(shape[1], 1, plain).order.tolist()


@pytest.mark.parametrize("seed", range(30))
def test_a_machine_that_follows_is_solved(seed):
    rng = np.random.default_rng(seed)
    n_rows, n_columns = rng.integers(5, 50), rng.choice([20, 100])
    columns = rng.normal(size=(n_columns, n_rows))
    machines, flat = side_by_side(machines_of(rng, n_rows), n_rows)
    K = columns.T @ columns
    follows, n_followed = False, 0
    for n_left in range(n_columns, 0, -1):
        K = columns[:n_left].T @ columns[:n_left]
        follows = follows and followed(K, flat, columns[n_left], 1e-8)
        n_followed += follows
        if not follows:
            for machine in machines:
                machine.train(K, 1e-8)
            follows = begun(K, flat)
        for machine in machines:
            assert gap(K, machine) <= 2e-8
            assert abs(machine.dual.sum()) <= 1e-12 * n_rows * machine.high.max()
            assert (machine.dual >= machine.low).all()
            assert (machine.dual <= machine.high).all()
    assert n_followed > n_columns / 4


def gap(K, machine):
    own = K[np.ix_(machine.rows, machine.rows)]
    bounds = machine.low, machine.high
    return oracle.gap(own, machine.targets, *bounds, machine.dual)


def test_few_trainings_are_whole(monkeypatch):
    asked, train = [], Machine.train

    def counted(machine, *given):
        asked.append(given)
        train(machine, *given)

    monkeypatch.setattr(Machine, "train", counted)
    X, y = oracle.table(0, n_columns=1000)
    columns = without_scale(np.ascontiguousarray(X.T), standardize=True)
    eliminate_singly(columns, one_against_one(y, 1.0), 1e-8)
    assert len(asked) < 30
