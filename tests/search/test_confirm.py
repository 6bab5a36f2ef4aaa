"""The choice among what a search has kept, on folds that it has not seen."""

import math

import numpy as np
import pytest
from sklearn.datasets import load_wine
from sklearn.naive_bayes import GaussianNB

from tests.search.driver import drive
from wrapsel import Problem, select
from wrapsel.evaluation import CrossValidation
from wrapsel.search import RVErS
from wrapsel.subset import Subset


def by_size(table):
    """Return errors (draws, folds) of subsets by their sizes."""
    return lambda subset, draw: np.asarray(table[len(subset)], dtype=float)


def no_error(subset):
    return 0.0


@pytest.mark.parametrize(
    ("table", "n_selected"),
    [
        # One standard error of (0, 0.1), corrected: 0.05 * sqrt(2 * (1 / 4 + 1)).
        ({4: [0.2, 0.2], 3: [0.0, 0.0], 2: [0.1, 0.1], 1: [0.3, 0.3]}, 2),
        ({4: [0.2, 0.2], 3: [0.1, 0.3], 2: [0.1, 0.2], 1: [0.2, 0.3]}, 2),
        ({4: [0.2, 0.2], 3: [0.1, 0.3], 2: [0.2, 0.3], 1: [0.2, 0.3]}, 3),
        ({4: [0.2, 0.2], 3: [0.3, 0.3], 2: [0.3, 0.3], 1: [0.3, 0.3]}, 4),
        ({4: [0.2, 0.2], 3: [0.2, 0.2], 2: [0.2, 0.2], 1: [0.2, 0.2]}, 1),
    ],
)
def test_the_smallest_that_is_shown_to_be_as_good_is_taken(table, n_selected):
    run = drive(
        RVErS(confirm=2),
        4,
        no_error,
        redrawn=by_size(table),
        fold_errors=lambda s: [0, 0],
    )
    assert {len(e.subset) for e in run.path} >= {4, 1}
    assert len(run.best) == n_selected


def test_without_other_folds_the_last_one_is_taken():
    assert len(drive(RVErS(), 9, no_error).best) == 1


@pytest.mark.parametrize("n_rows", [178, 600])
@pytest.mark.parametrize("seed", range(5))
def test_a_search_confirms_on_folds_of_its_own(seed, n_rows):
    X, y = load_wine(return_X_y=True)
    rng = np.random.default_rng(seed)
    rows = rng.integers(0, len(y), n_rows)
    X = X[rows] + rng.normal(size=(n_rows, 13)) * X.std(axis=0)
    problem = Problem(GaussianNB(), X, y[rows], seed=seed)
    path = select(problem, RVErS(confirm=0), seed=seed).path
    result = select(problem, RVErS(confirm=3), seed=seed)

    chosen = _by_hand(problem, path, n_draws=3)

    assert result.subset == chosen.subset
    assert result.path[: len(path)] == path


def _by_hand(problem, path, n_draws):
    """Choose from the path with plain loops."""
    errors = {}
    for kept in path:
        rows = []
        for draw in range(1, n_draws + 1):
            block = CrossValidation(problem.redrawn(draw)).measure(
                [kept.subset], range(5)
            )
            rows.append(block.errors[0, :, 0] / block.weights)
        errors[kept] = np.array(rows)
    losses = {kept: errors[kept] - errors[path[0]] for kept in path}
    for kept in sorted(path[1:], key=lambda e: len(e.subset)):
        variance = np.var(losses[kept].ravel(), ddof=1)
        share = 1 / (5 * n_draws) + (1 / 5) / (4 / 5)
        error = math.sqrt(share * variance) if len(problem.y) >= 500 else 0.0
        if losses[kept].mean() + error <= max(0.002, 1 / len(problem.y)):
            return kept
    return min(path, key=lambda e: (losses[e].mean(), len(e.subset)))


def test_what_is_confirmed_is_charged_and_kept_in_the_store(tmp_path):
    problem = Problem(GaussianNB(), *load_wine(return_X_y=True))
    bare = select(problem, RVErS(confirm=0))
    first = select(problem, RVErS(), store=tmp_path / "store.db")
    again = select(problem, RVErS(), store=tmp_path / "store.db")
    assert first.spending.evaluations == bare.spending.evaluations
    assert first.spending.fits >= bare.spending.fits + 50
    assert first.spending.cost > bare.spending.cost
    assert (again.path, again.spending.fits) == (first.path, 0)


def test_folds_that_were_given_are_not_drawn_anew():
    X, y = load_wine(return_X_y=True)
    rows = np.arange(len(y))
    problem = Problem(GaussianNB(), X, y, cv=[(rows[::2], rows[1::2])])
    assert problem.redrawn(1) is None
    assert select(problem, RVErS()).path == select(problem, RVErS(confirm=0)).path


def test_draws_differ_from_the_search_and_from_each_other():
    problem = Problem(GaussianNB(), *load_wine(return_X_y=True))
    tests = [p.folds[0][1].tolist() for p in (problem, *map(problem.redrawn, (1, 2)))]
    assert len({tuple(rows) for rows in tests}) == 3
    assert problem.redrawn(1).folds[0][1].tolist() == tests[1]


def test_a_bias_and_a_certificate_end_with_variables_that_are_all_needed():
    relevant = Subset.of([1, 5, 8], 20)

    def error(subset):
        return float(bool(relevant.bits & ~subset.bits))

    for params in ({"bias": 1.0}, {"certificate": True}, {"k": 1, "certificate": True}):
        for seed in range(50):
            run = drive(RVErS(**params), 20, error, seed=seed)
            if "certificate" in params:
                assert run.best == [1, 5, 8]
            assert set(run.best) >= {1, 5, 8}


def test_a_certificate_tries_each_of_the_last_variables_once():
    run = drive(RVErS(k=1, certificate=True), 6, lambda s: float(len(s) < 6))
    assert sorted(map(list, run.asked[1:])) == sorted(
        [v for v in range(6) if v != left] for left in range(6)
    )
