"""Thermal perceptrons of many subsets: numba, torch, and Triton where a GPU is.

Run with ``pytest tests/benchmarks/bench_thermal_perceptron_devices.py
--benchmark-enable -s``.
"""

from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec

import numpy as np
import pytest

from learners.perceptron.thermal_rule import schedule
from learners.perceptron.training import fill_sums_of_subsets

torch = pytest.importorskip("torch", reason="torch is not installed")

from learners.perceptron import by_torch  # noqa: E402

FULL = schedule(100.0, 0.999, 15.0)  # too warm to end early
BRIEF = FULL[:, :5]
N_EPOCHS = FULL.shape[1]
needs_gpu = pytest.mark.skipif(
    not (torch.cuda.is_available() and find_spec("triton")),
    reason="needs a GPU that torch sees, and Triton",
)


def seven_of_ten(n_masks):
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


def report(benchmark, capsys, text, n_epochs):
    """Print what one full training takes, if all epochs take the same."""
    if benchmark.enabled:
        seconds = benchmark.stats.stats.median * N_EPOCHS / n_epochs
        with capsys.disabled():
            print(f"\n{text}: {seconds:.2f} s, were there {N_EPOCHS} epochs")


@pytest.mark.parametrize("n_threads", [1, 2])
def test_numba(benchmark, capsys, n_threads):
    fold, masks = seven_of_ten(64)

    def run():
        with ThreadPoolExecutor(n_threads) as pool:
            parts = np.split(masks, 2)
            list(pool.map(lambda part: by_numba(fold, part, FULL[:, :190]), parts))

    benchmark.pedantic(run, rounds=5, warmup_rounds=1)
    report(benchmark, capsys, f"64 models, numba, {n_threads} thread(s)", 190)


@pytest.mark.parametrize("device", ["numba", "torch"])
def test_256_models_on_the_cpu(benchmark, capsys, device):
    fold, masks = seven_of_ten(256)
    torch.set_num_threads(1)

    def run():
        if device == "numba":
            return by_numba(fold, masks, BRIEF)
        return by_torch.train_in_lock_step([fold], masks, BRIEF, "cpu")

    benchmark.pedantic(run, rounds=3, warmup_rounds=1)
    report(benchmark, capsys, f"256 models, {device}", BRIEF.shape[1])


@needs_gpu
@pytest.mark.parametrize("n_models", [64, 1024, 16384])
def test_triton(benchmark, capsys, n_models):
    fold, masks = seven_of_ten(n_models)

    def run():
        trained = by_torch.train([fold], masks, FULL, "cuda")
        torch.cuda.synchronize()
        return trained

    benchmark.pedantic(run, rounds=3, warmup_rounds=1)
    report(benchmark, capsys, f"{n_models} models, Triton", N_EPOCHS)
    [(expected, _)] = by_torch.train_in_lock_step([fold], masks[:8], BRIEF, "cpu")
    [(brief, _)] = by_torch.train([fold], masks[:8], BRIEF, "cuda")
    assert torch.equal(brief.cpu(), expected)
    if benchmark.enabled and n_models == 16384:
        assert n_models / benchmark.stats.stats.median >= 12_000
