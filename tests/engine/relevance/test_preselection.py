"""How many variables are preselected where no number is given."""

import numpy as np
import pytest
from sklearn.cluster import KMeans
from sklearn.feature_selection import f_classif
from sklearn.linear_model import LinearRegression
from sklearn.naive_bayes import GaussianNB

from tests.fakes import KeepsAll
from wrapsel import Problem, honest_error, select
from wrapsel.engine.relevance.chance import AgainstChance, against_chance
from wrapsel.filters import Ranking
from wrapsel.search import Forward
from wrapsel.subset import Subset


def shifted(seed, n_rows, n, n_relevant, gap=1.5):
    rng = np.random.default_rng(seed)
    y = np.arange(n_rows) % 2
    X = rng.normal(size=(n_rows, n))
    X[:, :n_relevant] += gap * y[:, np.newaxis]
    return X, y


def plainly_unlikely(scores, by_chance):
    """Count one by one, for each number of variables, those that chance would bring."""
    counts = [np.mean([sum(e >= s for e in row) for row in by_chance]) for s in scores]
    return [(k - n) / (n + 1) ** 0.5 for k, n in enumerate(counts, start=1)]


def plain_number(scores, by_chance, least=20):
    shuffles = [sorted(row, reverse=True) for row in by_chance]
    noise = max(
        max(plainly_unlikely(row, shuffles[:i] + shuffles[i + 1 :]))
        for i, row in enumerate(shuffles)
    )
    unlikely = plainly_unlikely(sorted(scores, reverse=True), by_chance)
    number = max([k for k, u in enumerate(unlikely, start=1) if u > noise], default=0)
    return min(len(scores), max(number, least))


@pytest.mark.parametrize("seed", range(40))
def test_the_number_is_that_of_the_plain_loop(seed):
    rng = np.random.default_rng(seed)
    n, n_shuffles = int(rng.integers(2, 80)), int(rng.integers(2, 5))
    values = rng.integers(0, 30, (n_shuffles, n)) / 10
    scores = values[0][::-1] + rng.integers(0, 3, n)
    forbidden = rng.random(n) < 0.2
    among = Subset.from_mask(~forbidden | (np.arange(n) == 0))
    scores[~among.mask()] = -np.inf
    expected = plain_number(scores[among.mask()], values[:, among.mask()])
    assert AgainstChance(scores, values).n_standing_out(among) == expected


@pytest.mark.parametrize("seed", range(5))
def test_what_is_relevant_is_among_the_preselected(seed):
    X, y = shifted(seed, 200, 3000, 60)
    problem = Problem(GaussianNB(), X, y)
    kept = select(problem, KeepsAll(), n_preselect="auto").subset
    assert set(kept) >= set(range(60))
    assert len(kept) < 600
    named = select(problem, KeepsAll(), ranker=f_classif, n_preselect="auto").subset
    assert kept == named


@pytest.mark.parametrize("seed", range(5))
def test_of_noise_few_are_left(seed):
    X, y = shifted(seed, 100, 2000, 0)
    found = against_chance(Problem(GaussianNB(), X, y), f_classif)
    assert found.n_standing_out(Subset.full(2000)) < 200


def test_of_few_variables_all_stay():
    X, y = shifted(0, 40, 12, 2)
    kept = select(Problem(GaussianNB(), X, y), KeepsAll(), n_preselect="auto").subset
    assert len(kept) == 12


def test_the_forbidden_are_not_counted_and_the_required_stay():
    X, y = shifted(1, 200, 500, 40)
    problem = Problem(GaussianNB(), X, y)
    given = {"required": [499], "forbidden": list(range(5))}
    kept = set(select(problem, KeepsAll(), n_preselect="auto", **given).subset)
    assert kept >= {499, *range(5, 40)}
    assert not kept & set(range(5))


def test_numbers_as_targets():
    X, _ = shifted(2, 200, 400, 0)
    y = X[:, :30] @ np.ones(30)
    kept = select(Problem(LinearRegression(), X, y), KeepsAll(), n_preselect="auto")
    assert len(set(kept.subset) & set(range(30))) > 20


def test_nested_estimates_rank_the_rows_of_each_outer_fold_alone():
    X, y = shifted(3, 60, 40, 3)
    shown = []

    def ranker(X, y):
        shown.append(set(X[:, 0]))
        return f_classif(X, y)

    problem = Problem(GaussianNB(), X, y)
    told = honest_error(
        problem, Forward(), ranker=ranker, n_preselect="auto", how="nested"
    )
    assert told.method == "nested"
    sizes = {len(rows) for rows in shown}
    assert sizes == {60, 48}
    outer = [rows for rows in shown if len(rows) == 48]
    assert len({frozenset(rows) for rows in outer}) >= 5


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"n_preselect": "all"}, "n_preselect must be a whole number or 'auto', got"),
        ({"n_preselect": 1.5}, "n_preselect must be a whole number"),
        (
            {
                "n_preselect": "auto",
                "ranker": lambda X, y: Ranking.by_order(np.arange(30), range(30)),
            },
            "a ranker of scores, not of an order alone",
        ),
    ],
)
def test_what_gives_no_number_is_refused(given, message):
    X, y = shifted(0, 40, 30, 2)
    with pytest.raises((TypeError, ValueError), match=message):
        select(Problem(GaussianNB(), X, y), Forward(), **given)


def test_without_targets_nothing_is_preselected():
    X, _ = shifted(0, 40, 30, 2)
    problem = Problem(KMeans(2), X, None, scoring=lambda e, X, y=None: 0.0)
    with pytest.raises(ValueError, match="n_preselect needs a ranker"):
        select(problem, Forward(), n_preselect="auto")
