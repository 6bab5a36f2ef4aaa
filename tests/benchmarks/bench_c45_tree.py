"""A 5-fold evaluation of one subset by C4.5 trees, against scikit-learn's trees.

Run with ``pytest tests/benchmarks/bench_c45_tree.py --benchmark-enable -s``.
"""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.model_selection import StratifiedKFold
from sklearn.tree import DecisionTreeClassifier

from learners import C45Tree
from tests.benchmarks.bench_forward import continuous

DATA = Path(__file__).parents[3] / "shared" / "data"


def shared(name):
    path = DATA / f"{name}.csv.gz"
    if not path.exists():
        pytest.skip("shared data are absent")
    rows = pd.read_csv(path)
    if "split" in rows:
        rows = rows[rows.pop("split") == "train"]
    y = pd.factorize(rows.pop("target"))[0]
    return rows.to_numpy(dtype=float), y


@pytest.mark.parametrize(
    ("name", "table", "bar"),
    [
        ("240 continuous variables", continuous, 20),
        ("internet-ad", lambda: shared("internet-ad"), 10),
        pytest.param(
            "optdigits", lambda: shared("optdigits"), 8, marks=pytest.mark.quick
        ),
    ],
    ids=["240 continuous, 10 classes", "internet-ad", "optdigits"],
)
def test_one_subset(row, name, table, bar):
    X, y = table()
    folds = list(StratifiedKFold(5).split(X, y))
    tested = np.concatenate([y[test] for _, test in folds])
    scorer = C45Tree().subset_scorer(X, y, folds)
    scorer.most_bytes = 0  # else it would remember the tree
    every = np.ones((1, X.shape[1]), dtype=bool)

    def peer():
        tree = DecisionTreeClassifier(criterion="entropy", random_state=0)
        parts = [tree.fit(X[a], y[a]).predict(X[b]) for a, b in folds]
        return np.concatenate(parts)

    row(
        f"c45, 5 folds of {name}",
        lambda: scorer.predict(every)[0],
        "DecisionTreeClassifier",
        peer,
        note=lambda labels: f"accuracy {(labels == tested).mean():.3f}",
        bar=bar,
    )
