"""Errors of a subset that the papers' tables were not made by."""

import numpy as np
import pandas as pd
import pytest
from sklearn.naive_bayes import GaussianNB

from wrapsel import Problem, Subset, select
from wrapsel.columns.discretize import mdl
from wrapsel.filters import GainRatio
from wrapsel.papers import Extent, experiment
from wrapsel.papers.rve.bins import coded
from wrapsel.papers.rve.repeated import Repeated
from wrapsel.protocol import Keep, Measure, SearchSpace
from wrapsel.search import Backward, FilterPath, Forward, RVErS


@pytest.fixture
def problem():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(100, 9))
    y = (X[:, 0] + X[:, 1] + rng.normal(size=100) > 0).astype(int)
    return Problem(GaussianNB(), X, y)


@pytest.mark.parametrize(
    "strategy", [RVErS(), Forward(), Backward(), FilterPath()], ids=repr
)
def test_with_one_draw_a_search_goes_as_it_does_without(problem, strategy):
    ranker = GainRatio() if strategy == FilterPath() else None
    given = {"ranker": ranker, "honest": False}
    # Folds of the same size: the mean of their errors is that over all rows.
    once = select(problem, Repeated(strategy, 5, most=1), **given)
    plain = select(problem, strategy, **given)

    assert [e.subset for e in once.path] == [e.subset for e in plain.path]
    assert [e.error for e in once.path] == pytest.approx([e.error for e in plain.path])


def test_errors_are_means_over_draws_that_are_the_same_for_all_subsets(problem):
    searched = select(problem, Repeated(Forward(2), 5, sure=0.0), honest=False)

    best = searched.best
    draws = [problem, *(problem.redrawn(draw) for draw in range(1, 5))]
    alone = [
        select(drawn, Repeated(RVErS(k=1), 5, most=1), start=best.subset, honest=False)
        for drawn in draws
    ]
    assert best.error == pytest.approx(np.mean([a.path[0].error for a in alone]))


def asked(*answers):
    """Return what is asked for, answer by answer."""
    search = Repeated(RVErS(), 5).search(
        SearchSpace(Subset.full(4), float), np.random.default_rng(0)
    )
    requests = [next(search)]
    for folds in answers:
        requests.append(search.send(np.array([folds])))
    return requests


def test_no_folds_are_drawn_anew_once_the_error_is_sure():
    first, then = asked([0.1, 0.11, 0.1, 0.09, 0.1])
    assert (first.draw, len(first.candidates)) == (0, 1)
    assert isinstance(then, Keep)
    assert then.evaluation.error == pytest.approx(0.1)


def test_an_unsure_error_is_drawn_anew_until_it_is_sure():
    spread, same = [0.0, 0.4, 0.0, 0.4, 0.2], [0.2] * 5
    *drawn, end = asked(spread, spread, same, same, same)
    assert [request.draw for request in drawn] == [0, 1, 2, 3, 4]
    assert all(isinstance(request, Measure) for request in drawn)
    assert end.evaluation.error == pytest.approx(0.2)


def test_numbers_are_cut_by_the_training_rows_alone():
    rng = np.random.default_rng(1)
    X = pd.DataFrame({"a": rng.normal(size=200), "b": rng.integers(0, 9, 200)})
    X["c"] = pd.Categorical(rng.choice(["x", "y"], 200))
    X.loc[::7, "a"] = np.nan
    y = (X["a"] > 0.5) | (X["b"] > 7)
    train, test = X[:150], X[150:]

    codes, others = coded(train, y[:150].to_numpy(), test)
    same, _ = coded(train, y[:150].to_numpy(), test.assign(a=9.0, b=-5))

    known = train["a"].notna().to_numpy()
    expected = mdl(train.loc[known, ["a"]], y[:150][known])[:, 0]
    assert codes[known, 0].tolist() == expected.tolist()
    assert codes[known, 0].max() > 0
    assert set(codes[~known, 0]) == {-1}
    assert codes.tolist() == same.tolist()
    assert set(others[test["a"] > 3, 0]) <= {codes[:, 0].max()}


@pytest.mark.parametrize("known", [0, 3])
def test_numbers_that_only_one_class_has_are_not_cut(known):
    X = pd.DataFrame({"a": [1.0, 2.0, 3.0, 4.0]})
    X.loc[known:, "a"] = np.nan
    codes, _ = coded(X, np.array(["x", "x", "x", "y"]), X)
    assert codes[:, 0].tolist() == [0] * known + [-1] * (4 - known)


def test_rows_without_numbers_are_not_put_in_bins():
    tasks = experiment("rve-estimates").tasks(Extent(repetitions=1))
    in_bins = {
        (t.arguments["name"], t.arguments["learner"])
        for t in tasks
        if t.arguments.get("numbers") == "bins"
    }
    assert {learner for _, learner in in_bins} == {"Bayes"}
    assert {name for name, _ in in_bins} == {
        "internet-ad",
        "mfeat-pix",
        "optdigits",
        "sick-euthyroid",
    }
