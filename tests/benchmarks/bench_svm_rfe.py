"""Eliminating 7,128 of 7,129 variables one by one, against scikit-learn's RFE.

Run with ``pytest tests/benchmarks/bench_svm_rfe.py --benchmark-enable -s``.
"""

import numpy as np
from sklearn.feature_selection import RFE
from sklearn.svm import SVC

from wrapsel.filters.support_vectors.svm_rfe import SVMRFE

BAR = 0.4  # seconds


def expressions():
    """Return a table of the shape of Golub's leukaemia data; 50 columns shifted."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(72, 7129)), np.arange(72) % 2
    X[:, :50] += 0.8 * y[:, None]
    return X, y


def in_rfe(X, y):
    svc = SVC(kernel="linear", tol=1e-8)
    return np.argsort(RFE(svc, n_features_to_select=1).fit(X, y).ranking_)


def test_svm_rfe(row):
    X, y = expressions()
    ranker = SVMRFE(standardize=False)
    row(
        "SVMRFE of 72 x 7129, all ranks",
        lambda: ranker(X, y).order,
        "RFE(SVC)",
        lambda: in_rfe(X, y),
        same=np.array_equal,
        bar_seconds=BAR,
        strict=True,
    )
