"""Two workers against one, as the ratio of their times."""

import operator
import os
import time
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from learners import C45Tree
from tests.fakes import Majority
from wrapsel import Budget, Problem, select
from wrapsel.search import Forward, Genetic

DATA = Path(__file__).parents[3] / "shared" / "data" / "internet-ad.csv.gz"


class Slow(Majority):
    """Takes its time and no processor, so that other work does not count."""

    def __init__(self, seconds):
        self.seconds = seconds

    def fit(self, X, y):
        time.sleep(self.seconds)
        return super().fit(X, y)


def slow(seconds):
    X = np.random.default_rng(0).integers(0, 2, (60, 60))
    return Problem(Slow(seconds), X, X[:, 3])


def internet_ad():
    if not DATA.exists():
        pytest.skip("shared data are absent")
    frame = pd.read_csv(DATA, low_memory=False)
    X = frame.iloc[:, :-1].apply(pd.to_numeric, errors="coerce").to_numpy(float)
    return Problem(C45Tree(), X, frame.iloc[:, -1].astype(str).to_numpy())


CASES = {
    "a fit of 50 ms": (lambda: slow(0.05), Forward(n_features_to_select=3), 1.7),
    "a fit of 1 ms": (lambda: slow(0.001), Forward(n_features_to_select=8), 0.95),
    "c45 on internet-ad": (internet_ad, Genetic(population=40, generations=24), 1.6),
}


@pytest.mark.filterwarnings("ignore::wrapsel.errors.DataWarning")
@pytest.mark.parametrize(("make", "search", "wanted"), CASES.values(), ids=list(CASES))
def test_two_workers_against_one(request, row, make, search, wanted):
    problem = make()
    options = {} if row.benchmark.enabled else {"budget": Budget(evaluations=20)}

    def path(n_jobs):
        return select(problem, search, honest=False, n_jobs=n_jobs, **options).path

    row(
        f"two workers, {request.node.callspec.id}",
        lambda: path(2),
        "one worker",
        lambda: path(1),
        same=operator.eq,
        note=lambda path: f"load {os.getloadavg()[0]:.1f}",
        rounds=3,
        peer_rounds=3,
        warm_up=lambda: None,
        clock=time.perf_counter,
        bar=wanted,
    )
