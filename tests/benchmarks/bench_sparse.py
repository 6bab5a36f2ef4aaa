"""Searches of a wide sparse table: time and memory; no peer.

``python -m tests.benchmarks.bench_sparse`` searches 20,000 x 200,000 counts, of which
one in a thousand is not 0, and 10 variables that differ between classes, with a fast
path (multinomial naive Bayes) and without one (a linear learner, fitted 5 epochs). Bar:
60 s.
"""

import argparse
import resource
import time
import warnings

import numpy as np
import pytest
from scipy.sparse import csr_matrix
from sklearn.linear_model import SGDClassifier
from sklearn.naive_bayes import MultinomialNB

from wrapsel import Budget, Problem, select
from wrapsel.search import GroupTesting, RVErS

LEARNERS = (MultinomialNB(), SGDClassifier(random_state=0, max_iter=5, tol=None))
STRATEGIES = {"rvers": RVErS(), "group-testing": GroupTesting()}
DENSITY, N_RELEVANT = 1e-3, 10


def counts(n_rows, n_variables):
    """Return counts, classes, and the variables that differ between these."""
    rng = np.random.default_rng(0)
    y, shape = np.arange(n_rows) % 2, (n_rows, n_variables)
    places = rng.choice(n_variables, N_RELEVANT, replace=False)
    n = int(DENSITY * n_rows * n_variables)
    rows, columns = rng.integers(0, n_rows, n), rng.integers(0, n_variables, n)
    noise = csr_matrix((rng.integers(1, 4, n).astype(float), (rows, columns)), shape)
    n = N_RELEVANT * n_rows // 6  # a third of the rows of one class, each
    rows, columns = rng.choice(np.flatnonzero(y), n), rng.choice(places, n)
    return noise + csr_matrix((np.ones(n), (rows, columns)), shape), y, places


def told(result, places):
    """Return what was found, and the memory of this process."""
    found = len({*places.tolist()} & {*result.subset})
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return (
        f"{found} of {N_RELEVANT} among {len(result.subset)}, {memory:.0f} MB, "
        f"stopped by {result.stopped_by}"
    )


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("learner", "strategy"),
    [(learner, GroupTesting()) for learner in LEARNERS] + [(LEARNERS[0], RVErS())],
    ids=lambda it: type(it).__name__,
)
def test_a_wide_search(row, learner, strategy):
    X, y, places = counts(20_000, 200_000 if row.benchmark.enabled else 2_000)
    row(
        f"{type(strategy).__name__}, {type(learner).__name__}, 20,000 x 200,000",
        lambda: select(Problem(learner, X, y), strategy),
        note=lambda result: told(result, places),
        rounds=1,
        warm_up=lambda: select(Problem(learner, X[:, :500], y), strategy),
        bar_seconds=60.0,
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rows", type=int, default=20_000)
    parser.add_argument("--variables", type=int, default=200_000)
    parser.add_argument("--strategies", nargs="+", choices=STRATEGIES)
    parser.add_argument("--seconds", type=float, default=150)
    asked = parser.parse_args()
    warnings.simplefilter("ignore")
    X, y, places = counts(asked.rows, asked.variables)
    for learner in LEARNERS:
        fast = isinstance(learner, MultinomialNB)
        for name in asked.strategies or (STRATEGIES if fast else ["group-testing"]):
            start, budget = time.process_time(), Budget(seconds=asked.seconds)
            result = select(Problem(learner, X, y), STRATEGIES[name], budget=budget)
            seconds = time.process_time() - start
            said = told(result, places)
            print(f"{type(learner).__name__}, {name}: {seconds:.1f} s, {said}")


if __name__ == "__main__":
    main()
