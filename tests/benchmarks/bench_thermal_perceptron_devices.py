"""Thermal perceptrons of many subsets: numba, torch, and Triton where a GPU is.

Run with ``pytest tests/benchmarks/bench_thermal_perceptron_devices.py
--benchmark-enable -s``.
"""

import time
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from importlib.util import find_spec

import numpy as np
import pytest

from learners.perceptron.thermal_rule import schedule
from learners.perceptron.training import fill_sums_of_subsets

FULL = schedule(100.0, 0.999, 15.0)  # too warm to end early
BRIEF = FULL[:, :5]
N_EPOCHS = FULL.shape[1]


@pytest.fixture
def by_torch():
    # Not at the top: a process that has imported torch seeds it at each fit of others.
    pytest.importorskip("torch", reason="torch is not installed")
    return import_module("learners.perceptron.by_torch")


def seven_of_ten(by_torch, n_masks):
    """Return a fold of 1000 rows and 100 bits, with noise, and masks of half."""
    rng = np.random.default_rng(0)
    X = rng.integers(0, 2, (1000, 100))
    y = (X[:, :10].sum(axis=1) >= 7) ^ (rng.random(1000) < 0.1)
    codes = (128 * X - 64).astype(np.int8)
    signs = np.where(y, 1, -1)[np.newaxis]
    masks = rng.random((n_masks, 100)) < 0.5
    return by_torch.Fold.cold(codes, signs, np.uint64(0)), masks


def by_numba(fold, masks, epochs):
    rows, sums = np.arange(len(fold.codes)), np.empty((len(masks), 1, 1), np.int64)
    data = fold.codes, rows, rows[:1], masks, fold.signs, fold.seed
    fill_sums_of_subsets(*data, epochs, False, sums)


def test_numba(row, by_torch):
    fold, masks = seven_of_ten(by_torch, 64)

    def run(n_threads):
        with ThreadPoolExecutor(n_threads) as pool:
            parts = np.split(masks, 2)
            list(pool.map(lambda part: by_numba(fold, part, FULL[:, :190]), parts))

    row(
        "190 epochs of 64 thermal perceptrons by two threads",
        lambda: run(2),
        "one thread",
        lambda: run(1),
        peer_rounds=5,
        clock=time.perf_counter,
    )


def test_256_models_on_the_cpu(row, by_torch):
    fold, masks = seven_of_ten(by_torch, 256)
    by_torch.torch.set_num_threads(1)
    row(
        f"{BRIEF.shape[1]} epochs of 256 thermal perceptrons by numba",
        lambda: by_numba(fold, masks, BRIEF),
        "torch",
        lambda: by_torch.train_in_lock_step([fold], masks, BRIEF, "cpu"),
        rounds=3,
    )


@pytest.mark.parametrize("n_models", [64, 1024, 16384])
def test_triton(row, by_torch, n_models):
    torch = by_torch.torch
    if not (torch.cuda.is_available() and find_spec("triton")):
        pytest.skip("needs a GPU that torch sees, and Triton")
    fold, masks = seven_of_ten(by_torch, n_models)

    def run():
        trained = by_torch.train([fold], masks, FULL, "cuda")
        torch.cuda.synchronize()
        return trained

    row(
        f"{n_models} thermal perceptrons by Triton",
        run,
        rounds=3,
        clock=time.perf_counter,
        bar_seconds=n_models / 12_000 if n_models == 16384 else None,
        strict=True,
    )
    [(expected, _)] = by_torch.train_in_lock_step([fold], masks[:8], BRIEF, "cpu")
    [(brief, _)] = by_torch.train([fold], masks[:8], BRIEF, "cuda")
    assert torch.equal(brief.cpu(), expected)
