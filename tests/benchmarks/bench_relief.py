"""ReliefF and Relief_k with 30 neighbours, against fast-select and skrebate.

Run with ``pytest tests/benchmarks/bench_relief.py --benchmark-enable -s``. skrebate
runs once on each table, for half a minute or so each.
"""

import numpy as np
import pytest

from wrapsel.filters.relief.relief_f import ReliefF
from wrapsel.filters.relief.relief_k import ReliefK

K = 30
BARS = {
    (500, 5000): {"skrebate": 600, "fast-select": 2.0},
    (2000, 500): {"skrebate": 250, "fast-select": 2.8},
}


def table(n_rows, n_columns):
    """Return numbers of which the first 20 differ between two classes."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, n_rows)
    X = rng.normal(size=(n_rows, n_columns))
    X[:, :20] += 0.5 * y[:, None]
    return X, y


def of_fast_select(X, y):
    fast = pytest.importorskip(
        "fast_select.ReliefF", reason="fast-select is not installed"
    )
    ranker = fast.ReliefF(
        n_neighbors=K, n_features_to_select=1, backend="cpu", n_jobs=1
    )
    ranker.fit(X[:99], y[:99])  # compiles
    return lambda: ranker.fit(X, y).feature_importances_


def of_skrebate(X, y):
    slow = pytest.importorskip("skrebate.relieff", reason="skrebate is not installed")
    ranker = slow.ReliefF(n_neighbors=K, n_features_to_select=1, n_jobs=1)
    return lambda: ranker.fit(X.copy(), y).feature_importances_


# The scores of the first are of single precision.
PEERS = {"fast-select": (of_fast_select, 1e-6, 7), "skrebate": (of_skrebate, 1e-9, 1)}


@pytest.mark.parametrize("shape", BARS, ids=str)
@pytest.mark.parametrize("peer", PEERS)
def test_relief_f(row, shape, peer):
    X, y = table(*shape)
    make, most_off, peer_rounds = PEERS[peer]
    row(
        f"ReliefF on {shape[0]} x {shape[1]} beside {peer}",
        lambda: ReliefF(k=K)(X, y).scores,
        peer,
        make(X, y),
        same=lambda ours, theirs: np.abs(ours - theirs).max() < most_off,
        rounds=7,
        peer_rounds=peer_rounds,
        bar=BARS[shape][peer],
        strict=True,
    )


@pytest.mark.quick
@pytest.mark.parametrize("shape", BARS, ids=str)
def test_relief_k(row, shape):
    X, y = table(*shape)
    row(f"ReliefK on {shape[0]} x {shape[1]}", lambda: ReliefK(k=K)(X, y), rounds=7)
