"""Subsets that are kept as what changed are an invisible saving."""

from dataclasses import replace

import numpy as np
import pytest

from learners import NaiveBayes
from wrapsel import Budget, Problem, SqliteStore, select
from wrapsel import subset as subsets
from wrapsel.search import RVE, Backward, Forward, GroupTesting, RVErS

STRATEGIES = [
    RVErS(),
    RVErS(bias=1.0, certificate=True),
    RVErS(k=1),
    RVE(n_relevant=8),
    GroupTesting(),
    Forward(),
    Backward(n_features_to_select=64),
]


def found(problem, strategy, **options):
    result = select(problem, strategy, honest=False, **options)
    path = [(list(kept.subset), *kept[1:]) for kept in result.path]
    return path, replace(result.spending, seconds=0.0)


@pytest.mark.parametrize("strategy", STRATEGIES, ids=lambda s: type(s).__name__)
def test_a_search_of_wide_subsets_is_that_of_narrow_ones(
    strategy, monkeypatch, tmp_path
):
    rng = np.random.default_rng(0)
    y = np.arange(60) % 2
    X = rng.normal(size=(60, 70))
    X[:, :5] += y[:, None]
    problem = Problem(NaiveBayes(), X, y, cv=3)
    budget = Budget(evaluations=150)
    forbidden = dict(forbidden=[3]) if isinstance(strategy, GroupTesting) else {}
    expected = found(problem, strategy, budget=budget, **forbidden)

    monkeypatch.setattr(subsets, "WIDE", 20)

    assert found(problem, strategy, budget=budget, **forbidden) == expected
    with SqliteStore(tmp_path / "results.db") as store:
        stored = found(problem, strategy, budget=budget, store=store, **forbidden)
        again = found(problem, strategy, budget=budget, store=store, **forbidden)
    assert stored == expected
    assert again[0] == expected[0]
