"""Perceptrons on seven-of-ten: one training, and many subsets; no peer has it.

Run with ``pytest tests/benchmarks/bench_thermal_perceptron.py --benchmark-enable -s``.
"""

import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from learners import PocketPerceptron, ThermalPerceptron

# Warm enough to change weights until the end, so that no epoch ends it early.
NEVER_ENDS = {"temperature": 100.0, "lowest_temperature": 15.0}


def seven_of_ten(n_variables, p_noise=0.0, n_samples=1000):
    rng = np.random.default_rng(0)
    X = rng.integers(0, 2, (n_samples, n_variables))
    y = X[:, :10].sum(axis=1) >= 7
    return X, y ^ (rng.random(n_samples) < p_noise)


@pytest.mark.parametrize("n_variables", [100, 50, 10])
@pytest.mark.parametrize("p_noise", [0.0, 0.02, 0.1])
def test_early_end(row, n_variables, p_noise):
    X, y = seven_of_ten(n_variables, p_noise)
    learner = ThermalPerceptron(random_state=0)
    row(
        f"thermal perceptron, {n_variables} inputs, {p_noise:.0%} noise",
        lambda: learner.fit(X, y),
        note=lambda fitted: f"{fitted.n_iter_} epochs",
        rounds=15,
    )


@pytest.mark.quick
@pytest.mark.parametrize("n_variables", [100, 50, 10])
def test_no_early_end(row, n_variables):
    X, y = seven_of_ten(n_variables, p_noise=0.1)
    learner = ThermalPerceptron(random_state=0, **NEVER_ENDS)
    fitted = row(
        f"thermal perceptron, {n_variables} inputs, 1897 epochs",
        lambda: learner.fit(X, y),
    )
    assert fitted.n_iter_ == 1897


@pytest.mark.quick
@pytest.mark.parametrize("n_variables", [100, 10])
def test_pocket(row, n_variables):
    X, y = seven_of_ten(n_variables, p_noise=0.1)
    learner = PocketPerceptron(random_state=0)
    row(
        f"pocket perceptron, {n_variables} inputs",
        lambda: learner.fit(X, y),
        note=lambda fitted: f"{fitted.n_iter_} epochs",
        rounds=3,
    )


def test_many_subsets(row):
    X, y = seven_of_ten(100, p_noise=0.02)
    rows = np.arange(1000)
    folds = [(np.delete(rows, rows[f::5]), rows[f::5]) for f in range(5)]
    scorer = ThermalPerceptron(random_state=0).subset_scorer(X, y * 1, folds)
    masks = np.random.default_rng(0).random((8, 100)) < 0.5

    def run(n_threads):
        with ThreadPoolExecutor(n_threads) as pool:
            return np.concatenate([*pool.map(scorer.predict, np.split(masks, 4))])

    row(
        "thermal perceptrons of 8 subsets, 5 folds, by two threads",
        lambda: run(2),
        "one thread",
        lambda: run(1),
        same=np.array_equal,
        peer_rounds=5,
        per=8 * 5,
        clock=time.perf_counter,
    )
