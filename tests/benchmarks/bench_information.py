"""Information of 2000 variables on 2000 samples, against plain loops over scikit-learn.

Run with ``pytest tests/benchmarks/bench_information.py --benchmark-enable -s``; the
loop of FCBF takes some 20 s. Times are with checking, discretising and coding.
"""

import operator

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import mutual_info_score
from sklearn.preprocessing import KBinsDiscretizer

from wrapsel.columns.discretize import equal_frequency
from wrapsel.filters.information.cfs import CFS
from wrapsel.filters.information.fcbf import FCBF
from wrapsel.filters.information.information import SymmetricUncertainty
from wrapsel.filters.information.mrmr import MRMR

BAR = 1500


def levels():
    """Return 2000 columns of 5 levels in groups of 20 near copies, and 2 classes."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 2000)
    sources = rng.integers(0, 5, (2000, 100))
    near = rng.random(sources.shape) < rng.random(100) / 2
    sources = np.where(near, sources // 2 + 2 * y[:, None], sources).clip(0, 4)
    X = np.repeat(sources, 20, axis=1)
    other = rng.random(X.shape) < rng.random(2000)
    return np.where(other, rng.integers(0, 5, X.shape), X), y


def entropy(codes):
    p = np.bincount(codes) / len(codes)
    p = p[p > 0]
    return -(p * np.log(p)).sum()


def relevance_loop(X, y):
    """Return the entropies, apart from the clock, and the uncertainties with y."""
    own, of_y = np.array([entropy(column) for column in X.T]), entropy(y)
    columns = np.ascontiguousarray(X.T)
    shared = [mutual_info_score(column, y) for column in columns]
    return own, 2 * np.array(shared) / (own + of_y)


def fcbf_loop(X, y):
    own, scores = relevance_loop(X, y)
    columns = np.ascontiguousarray(X.T)
    left, kept = np.argsort(-scores, kind="stable").tolist(), []
    while left:
        i = left.pop(0)
        kept.append(i)
        left = [
            j
            for j in left
            if 2 * mutual_info_score(columns[i], columns[j]) / (own[i] + own[j])
            < scores[j]
        ]
    return kept


def bins_and_loop(X, y):
    bins = KBinsDiscretizer(
        encode="ordinal",
        strategy="quantile",
        quantile_method="averaged_inverted_cdf",
        subsample=None,
    )
    bins.fit_transform(X)
    return relevance_loop(equal_frequency(X), y)[1]


def are_close(ours, theirs):
    return np.abs(ours - theirs).max() < 1e-10  # the loop's sums are not exact


def kept_by_fcbf(X, y):
    ranking = FCBF()(X, y)
    return ranking.order[: len(X.T) - len(ranking.redundant)].tolist()


@pytest.mark.quick
def test_symmetric_uncertainty(row):
    X, y = levels()
    row(
        "SymmetricUncertainty of 2000 x 2000, 5 levels",
        lambda: SymmetricUncertainty()(X, y).scores,
        "loop of mutual_info_score",
        lambda: relevance_loop(X, y)[1],
        same=are_close,
        rounds=9,
    )


NORMAL = np.random.default_rng(0).normal(size=(2000, 2000))
TABLES = {
    "float64": lambda X: X * 1.0,
    "by column": np.asfortranarray,
    "uint8": lambda X: X.astype(np.uint8),
    "quarters": lambda X: X / 4,
    "a tenth missing": lambda X: np.where(NORMAL > 1.28, np.nan, X),
    "continuous": lambda X: NORMAL,
}


@pytest.mark.parametrize("name", TABLES)
def test_relevance_of_other_tables(row, name):
    X, y = levels()
    table, ranker = TABLES[name](X), SymmetricUncertainty()
    row(
        f"SymmetricUncertainty of 2000 x 2000, {name}",
        lambda: ranker(table, y),
        rounds=9,
    )


@pytest.mark.quick
def test_continuous_columns(row):
    X, y = NORMAL, np.arange(2000) % 2
    row(
        "SymmetricUncertainty of 2000 x 2000 beside bins and a loop",
        lambda: SymmetricUncertainty()(X, y).scores,
        "KBinsDiscretizer, loop",
        lambda: bins_and_loop(X, y),
        same=are_close,
        rounds=9,
    )


def test_fcbf(row):
    X, y = levels()
    row(
        "FCBF of 2000 x 2000, 5 levels",
        lambda: kept_by_fcbf(X, y),
        "loop of mutual_info_score",
        lambda: fcbf_loop(X, y),
        same=operator.eq,
        note=lambda kept: f"{len(kept)} kept",
        rounds=9,
        bar=BAR,
        strict=True,
    )


def test_fcbf_against_its_package(row):
    package = pytest.importorskip("fcbf", reason="fcbf is not installed")
    X, y = levels()
    frame = pd.DataFrame(X, columns=[str(j) for j in range(2000)])
    row(
        "FCBF of 2000 x 2000 beside its package",
        lambda: kept_by_fcbf(X, y),
        "fcbf",
        lambda: package.fcbf(frame, pd.Series(y, name="y"), 0.0)[0],
        same=lambda ours, theirs: {*ours} == {*map(int, theirs)},
        rounds=9,
    )


@pytest.mark.quick
@pytest.mark.parametrize("ranker", [MRMR(20), CFS("none")], ids=repr)
def test_twenty_of_5000(row, ranker):
    X = np.random.default_rng(0).integers(0, 5, (2000, 5000))
    y = np.arange(2000) % 2
    row(f"{type(ranker).__name__} of 2000 x 5000", lambda: ranker(X, y), rounds=3)
