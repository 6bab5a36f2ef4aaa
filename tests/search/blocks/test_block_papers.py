"""Block deletion and addition select what they select in the paper."""

import runpy
from pathlib import Path

import numpy as np
import pytest

from learners import LSSVR
from wrapsel import Problem, select
from wrapsel.filters.linear.program import LPWeights

ROOT = Path(__file__).parents[3]
EXAMPLE = runpy.run_path(str(ROOT / "examples" / "block_selection_lssvr.py"))
DATA = ROOT / "../shared/data/pyrimidines.csv.gz"
GAMMAS, CS, SEARCHES = EXAMPLE["GAMMAS"], EXAMPLE["CS"], EXAMPLE["SEARCHES"]


def tuned(X, y):
    """Return the problem with the width that is best for all variables."""
    problem = Problem(LSSVR(), X, y, cv=5, scoring="mean_absolute_error")
    errors = LSSVR().tune(X, y, problem.folds, GAMMAS, CS).mean(axis=2)
    gamma = GAMMAS[errors.min(axis=1).argmin()]
    learner = LSSVR(gamma=gamma, C_grid=CS)
    return Problem(learner, X, y, cv=problem.folds, scoring="mean_absolute_error")


def scaled(X):
    width = np.ptp(X, axis=0)
    return (X - X.min(axis=0)) / np.where(width > 0, width, 1)


def found(problem, name):
    strategy, _ = SEARCHES[name]
    ranker = LPWeights() if "LP" in name else None
    return select(problem, strategy, ranker=ranker)


@pytest.fixture(scope="module")
def mackey_glass():
    X, y = EXAMPLE["mackey_glass"](500)
    noise = np.random.default_rng(0).random((500, 18))
    return tuned(scaled(np.column_stack([X, noise])), y)


@pytest.mark.parametrize("name", SEARCHES)
def test_only_lags_of_the_mackey_glass_series_are_kept(mackey_glass, name):
    result = found(mackey_glass, name)

    assert (
        list(result.subset)
        in {
            "BD": ([1, 3],),
            "BABD": ([0, 1],),
            "BABD-LP": ([1, 3],),
            "BD, updating": ([0, 1, 2, 3], [0, 1, 3]),
            "BABD, updating": ([0, 1, 2, 3],),
            "BABD-LP, updating": ([0, 1, 3],),
        }[name]
    )
    assert result.error < result.reference.error


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("name", ["BD", "BABD", "BABD-LP"])
def test_of_the_pyrimidines_few_variables_are_left(name, seed):
    if not DATA.exists():
        pytest.skip("shared/data is not there: run from a full checkout")
    rows = np.loadtxt(DATA, delimiter=",", skiprows=1)
    half = np.random.default_rng(seed).permutation(74)[:37]
    # Its errors before and after are those of the last descriptor as the target, as far
    # as can be told: with the activity as the target, five variables and more are left.
    target = 26
    X, y = np.delete(rows[half], target, axis=1), rows[half, target]

    result = found(tuned(scaled(X), y), name)

    assert 1 <= len(result.subset) <= 3
