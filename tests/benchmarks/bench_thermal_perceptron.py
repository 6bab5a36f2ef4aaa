"""Perceptrons on seven-of-ten: one training, and many subsets; no peer has it.

Run with ``pytest tests/benchmarks/bench_thermal_perceptron.py --benchmark-enable -s``.
"""

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


def report(benchmark, capsys, text, n_trainings=1):
    if benchmark.enabled:
        with capsys.disabled():
            each = 1000 * benchmark.stats.stats.median / n_trainings
            print(f"\n{text}: {each:.2f} ms a training")


@pytest.mark.parametrize("n_variables", [100, 50, 10])
@pytest.mark.parametrize("p_noise", [0.0, 0.02, 0.1])
def test_early_end(benchmark, capsys, n_variables, p_noise):
    X, y = seven_of_ten(n_variables, p_noise)
    learner = ThermalPerceptron(random_state=0)
    benchmark.pedantic(learner.fit, (X, y), rounds=15, warmup_rounds=1)
    text = f"{n_variables} inputs, {p_noise:.0%} noise, {learner.n_iter_} epochs"
    report(benchmark, capsys, text)


@pytest.mark.parametrize("n_variables", [100, 50, 10])
def test_no_early_end(benchmark, capsys, n_variables):
    X, y = seven_of_ten(n_variables, p_noise=0.1)
    learner = ThermalPerceptron(random_state=0, **NEVER_ENDS)
    benchmark.pedantic(learner.fit, (X, y), rounds=5, warmup_rounds=1)
    assert learner.n_iter_ == 1897
    report(benchmark, capsys, f"{n_variables} inputs, hot, {learner.n_iter_} epochs")


@pytest.mark.parametrize("n_variables", [100, 10])
def test_pocket(benchmark, capsys, n_variables):
    X, y = seven_of_ten(n_variables, p_noise=0.1)
    learner = PocketPerceptron(random_state=0)
    benchmark.pedantic(learner.fit, (X, y), rounds=3, warmup_rounds=1)
    report(benchmark, capsys, f"{n_variables} inputs, pocket, {learner.n_iter_} epochs")


@pytest.mark.parametrize("n_threads", [1, 2])
def test_many_subsets(benchmark, capsys, n_threads):
    X, y = seven_of_ten(100, p_noise=0.02)
    rows = np.arange(1000)
    folds = [(np.delete(rows, rows[f::5]), rows[f::5]) for f in range(5)]
    scorer = ThermalPerceptron(random_state=0).subset_scorer(X, y * 1, folds)
    masks = np.random.default_rng(0).random((8, 100)) < 0.5

    def run():
        with ThreadPoolExecutor(n_threads) as pool:
            list(pool.map(scorer.predict, np.split(masks, 4)))

    benchmark.pedantic(run, rounds=5, warmup_rounds=1)
    report(benchmark, capsys, f"subsets of 100, {n_threads} thread(s)", 8 * 5)
