"""An ensemble ranks by the majority of its members."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
import pytest

from tests.filters.evolved.oracles_roger import majority_order, shared_places
from wrapsel.filters import ensemble
from wrapsel.filters.ensemble import Ensemble, majorities, places_of
from wrapsel.filters.evolved.roger import ROGER
from wrapsel.filters.ranker import Ranker, Ranking

X = np.arange(24.0).reshape(8, 3)
Y = np.array(["a", "b"] * 4)


@dataclass(frozen=True, slots=True)
class Drawn:
    """Ranks by draws of its seed."""

    n_levels: int = 4
    n_redundant: int = 0
    random_state: int = 0

    def __call__(self, X, y, /):
        rng = np.random.default_rng(self.random_state)
        scores = rng.integers(0, self.n_levels, X.shape[1])
        return Ranking.by_scores(
            scores, rng.permutation(X.shape[1])[: self.n_redundant]
        )


@dataclass(frozen=True, slots=True)
class ByMeans:
    """Ranks by the means of the rows it sees."""

    def __call__(self, X, y, /):
        return Ranking.by_scores(np.asarray(X, dtype=float).mean(axis=0))


def members_of(ranker, n, random_state, n_variables):
    """Return the members' places, drawn with the seeds that an ensemble gives."""
    found = []
    for sequence in np.random.SeedSequence(random_state).spawn(n):
        seed = int(np.random.default_rng(sequence).integers(2**31))
        member = Drawn(ranker.n_levels, ranker.n_redundant, seed)
        ranking = member(np.zeros((2, n_variables)), None)
        n_free = n_variables - ranker.n_redundant
        order, scores = ranking.order.tolist(), ranking.scores.tolist()
        found.append(shared_places(order, scores, n_free))
    return found


@pytest.mark.parametrize("seed", range(80))
def test_the_order_is_that_of_counted_majorities(monkeypatch, seed):
    rng = np.random.default_rng(seed)
    n, n_variables = int(rng.integers(1, 9)), int(rng.integers(1, 12))
    ranker = Drawn(int(rng.integers(1, 30)), int(rng.integers(0, n_variables + 1)))
    monkeypatch.setattr(ensemble, "BLOCK", int(rng.integers(1, 40)))

    found = Ensemble(ranker, n=n, random_state=seed)(np.zeros((8, n_variables)), Y)

    order, scores = majority_order(members_of(ranker, n, seed, n_variables))
    assert found.order.tolist() == order
    assert found.scores.tolist() == scores


@pytest.mark.parametrize("seed", range(50))
def test_mean_ranks_are_the_members_means(seed):
    ranker = Drawn(6)
    found = Ensemble(ranker, n=4, aggregate="mean_rank", random_state=seed)(
        np.zeros((8, 7)), Y
    )
    means = np.mean(members_of(ranker, 4, seed, 7), axis=0)
    assert found.scores.tolist() == (6 - means).tolist()
    assert found.order.tolist() == np.argsort(means, kind="stable").tolist()


def test_a_circle_of_majorities_shares_and_the_mean_place_decides():
    # 0 before 1, 1 before 2, 2 before 0, two times of three each.
    circle = np.array([[0, 1, 2], [2, 0, 1], [1, 2, 0]])
    assert majorities(circle).tolist() == [1.0, 1.0, 1.0]


def test_many_neighbours_of_equal_score_do_not_outvote_one_that_counts():
    # The last is the best of one member; of the others, all are equal.
    scores = np.zeros((3, 5))
    scores[0, 4] = 1.0
    places = np.array([places_of(Ranking.by_scores(row)) for row in scores])
    assert majorities(places).tolist() == [1.5, 1.5, 1.5, 1.5, 4.0]


def test_redundant_variables_keep_the_order_of_their_removal():
    assert places_of(Ranking.by_scores([0, 0, 0], [2, 0])).tolist() == [2, 0, 1]
    assert places_of(Ranking.by_scores([0, 0], [1, 0])).tolist() == [1, 0]


def test_equal_infinite_scores_share_their_place():
    assert places_of(Ranking.by_scores([np.inf, 1, np.inf])).tolist() == [0.5, 2, 0.5]


def test_one_member_on_all_rows_is_the_ranker_itself():
    whole = Ensemble(ByMeans(), n=1, resample="subsample", fraction=1.0)
    assert whole(X, Y).order.tolist() == ByMeans()(X, Y).order.tolist() == [2, 1, 0]


@pytest.mark.parametrize("aggregate", ["pairwise", "mean_rank"])
@pytest.mark.parametrize("resample", ["auto", "bootstrap"])
def test_jobs_change_nothing(aggregate, resample):
    rng = np.random.default_rng(0)
    X, y = rng.random((30, 6)), rng.integers(0, 2, 30)
    ranker = ROGER(n_evaluations=200, mu=5, lam=20)
    alone = Ensemble(ranker, 6, aggregate, resample)(X, y)
    together = Ensemble(ranker, 6, aggregate, resample, n_jobs=2)(X, y)
    assert alone.order.tolist() == together.order.tolist()
    assert alone.scores.tolist() == together.scores.tolist()


def test_the_seed_of_the_ensemble_counts_and_not_that_of_the_ranker():
    table = np.zeros((8, 30))
    first = Ensemble(Drawn(99, random_state=1))(table, Y).order.tolist()
    assert first == Ensemble(Drawn(99, random_state=2))(table, Y).order.tolist()
    assert first != Ensemble(Drawn(99), random_state=1)(table, Y).order.tolist()


def rows_seen(y, **settings):
    """Return the rows of each member."""
    seen = []

    def ranker(X, y):
        seen.append(X[:, 0].astype(int).tolist())
        return Ranking.by_scores(np.zeros(X.shape[1]))

    rows = np.arange(len(y), dtype=float)
    Ensemble(ranker, **settings)(np.column_stack([rows, rows]), y)
    return seen


def test_a_bootstrap_draws_each_class_alike():
    y = np.array(["a"] * 3 + ["b"] * 9)
    seen = rows_seen(y, n=30)
    assert len(seen) == 30
    for rows in seen:
        assert rows == sorted(rows)
        assert sum(row < 3 for row in rows) == 3
        assert len(rows) == 12
    assert any(len(set(rows)) < 12 for rows in seen)


def test_a_subsample_has_no_row_twice_and_a_fraction_of_each_class():
    y = np.array([0] * 4 + [1] * 10 + [2])
    for rows in rows_seen(y, n=30, resample="subsample", fraction=0.5):
        counts = np.bincount(y[rows])
        assert len(set(rows)) == len(rows)
        assert counts.tolist() == [2, 5, 1]


@pytest.mark.parametrize("y", [np.arange(12) / 7, np.arange(12)])
def test_numbers_are_drawn_together(y):
    seen = rows_seen(y, n=20)
    assert all(len(rows) == 12 for rows in seen)
    assert all(len(set(rows)) < 12 for rows in seen)


def test_a_seeded_ranker_sees_all_rows_unless_told():
    @dataclass(frozen=True)
    class Counts:
        random_state: int = 0

        def __call__(self, X, y, /):
            return Ranking.by_scores(X.sum(axis=0) if len(set(X[:, 0])) == 8 else -X[0])

    assert Ensemble(Counts(), n=9)(X, Y).order.tolist() == [2, 1, 0]
    drawn = Ensemble(Counts(), n=9, resample="bootstrap")(X, Y)
    assert drawn.order.tolist() == [0, 1, 2]


@pytest.mark.parametrize("table", [X, X.tolist(), pd.DataFrame(X)], ids=type)
def test_arrays_lists_and_frames_will_do(table):
    assert Ensemble(ByMeans())(table, Y.tolist()).order.tolist() == [2, 1, 0]


def test_ensembles_nest():
    nested = Ensemble(Ensemble(Drawn(), n=2), n=3)
    assert isinstance(nested, Ranker)
    assert sorted(nested(X, Y).order.tolist()) == [0, 1, 2]


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("ranker", 3, "ranker must be callable, got 3"),
        ("n", 0, "n must be an integer from 1, got 0"),
        ("aggregate", "median", "'pairwise', 'mean_rank', got 'median'"),
        ("resample", "jackknife", "resample must be one of .* got 'jackknife'"),
        ("resample", None, "for a ranker without random_state, got None"),
        ("fraction", 0, r"fraction must be in \(0, 1\], got 0"),
        ("random_state", -1, "random_state must be an integer from 0, got -1"),
        ("n_jobs", 0, "n_jobs must be an integer from 1, got 0"),
    ],
)
def test_bad_parameters_are_refused(name, value, message):
    with pytest.raises(ValueError, match=message):
        Ensemble(**{"ranker": ByMeans(), name: value})


@pytest.mark.parametrize(
    ("y", "message"),
    [
        (["a", "b"], r"y must be of shape \(8,\), got \(2,\)"),
        ([None, *Y[1:]], "y must have no missing values"),
    ],
)
def test_targets_that_do_not_fit_are_refused(y, message):
    with pytest.raises(ValueError, match=message):
        Ensemble(ByMeans())(X, y)
