"""What is done when nothing is said."""

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

from wrapsel import Problem, load_learner, select
from wrapsel.engine.relevance.default_ranker import default_ranker
from wrapsel.engine.relevance.scores import relevance
from wrapsel.filters import AnovaF, Correlation, SymmetricUncertainty
from wrapsel.search import Auto


def shifted(seed, n, n_variables, n_relevant, shift=1.0):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, n)
    X = rng.normal(size=(n, n_variables))
    X[:, :n_relevant] += shift * y[:, None]
    return X, y


def f1(subset, n_relevant):
    hits = sum(variable < n_relevant for variable in subset)
    return 2 * hits / (len(subset) + n_relevant)


def test_wide_tables_are_searched_among_the_significant_variables():
    X, y = shifted(0, 200, 3000, 10)
    result = select(Problem(GaussianNB(), X, y), honest=False)
    assert f1(result.subset, 10) > 0.8
    assert "among" in result.stages[0].why
    assert "significant of 3000 variables" in result.stages[0].why


def test_wide_noise_is_searched_among_the_most_relevant():
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(60, 400)), np.repeat([0, 1], 30)
    problem = Problem(GaussianNB(), X, y)
    stages = select(problem, Auto(n_draws=1), honest=False).stages
    n = stages[0].why.split("among ")[1]
    assert n.startswith(("the 100 most relevant", "2 significant", "3 significant"))


@pytest.mark.parametrize("seed", range(3))
def test_variables_that_matter_only_together_are_found(seed):
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 2, (400, 12)).astype(float)
    y = (X[:, 3] != X[:, 7]).astype(int)
    problem = Problem(KNeighborsClassifier(3), X, y)
    result = select(problem, random_state=seed, honest=False)
    assert list(result.subset) == [3, 7]


@pytest.mark.parametrize("seed", range(5))
def test_noise_is_answered_by_no_variable(seed):
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(150, 40)), rng.permutation(np.arange(150) % 2)
    result = select(Problem(GaussianNB(), X, y, random_state=seed), random_state=seed)
    assert not result.subset
    assert not result.beats_constant
    assert result.honest.correction == 0
    assert 0.44 < result.honest.error < 0.6


def test_few_variables_that_matter_only_together_are_found_by_trying_each():
    rng = np.random.default_rng(0)
    X = rng.integers(0, 2, (300, 14))
    y = (X[:, :4].sum(axis=1) == 2).astype(int)
    result = select(Problem(load_learner("c45"), X, y), honest=False)
    assert set(range(4)) <= set(result.subset)
    assert any(stage.why.startswith("Backward") for stage in result.stages)


def test_numbers_are_predicted_too():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(120, 40))
    y = X[:, :4].sum(axis=1) + 0.5 * rng.normal(size=120)
    problem = Problem(Ridge(), X, y, scoring="mean_squared_error")
    assert f1(select(problem, honest=False).subset, 4) > 0.85


def test_without_shared_fits_group_testing_searches_alone_and_the_cost_is_bounded():
    X, y = shifted(0, 150, 30, 3, 1.5)
    problem = Problem(DecisionTreeClassifier(max_depth=3), X, y)
    result = select(problem, honest=False)
    names = [stage.why.partition(",")[0] for stage in result.stages]
    assert names[0] == "GroupTesting"
    assert "RVErS" not in names
    assert result.spending.fits < 6000


def test_a_shuffled_target_tells_what_is_significant():
    X, y = shifted(0, 300, 50, 5)
    space = _space(Problem(GaussianNB(), X, y))
    assert set(np.flatnonzero(space.relevance > space.noise)) >= set(range(5))
    assert (space.relevance[5:] > space.noise).mean() < 0.1
    assert _space(Problem(GaussianNB(), X, y)).noise == space.noise


def _space(problem):
    from wrapsel.engine.space import search_space

    return search_space(problem, Auto(), None, None, (), None)


def test_the_default_ranker_takes_what_the_learner_takes():
    X, y = shifted(0, 60, 4, 2)
    assert default_ranker(Problem(GaussianNB(), X, y)) == AnovaF()
    numbers = Problem(Ridge(), X, X[:, 0], scoring="mean_squared_error")
    assert default_ranker(numbers) == Correlation()
    frame = pd.DataFrame(X, columns=list("pqrs")).assign(c=np.where(y, "a", "b"))
    frame.iloc[0, 0] = np.nan
    problem = Problem(load_learner("naive-bayes"), frame, y)
    expected = SymmetricUncertainty()(frame, y).scores
    assert relevance(problem, default_ranker(problem)) == pytest.approx(expected)
    assert "c" in select(problem, honest=False).selected


def test_numeric_targets_of_nominal_tables_are_cut_into_levels():
    rng = np.random.default_rng(0)
    colour = rng.choice(["red", "green", "blue"], 200)
    frame = pd.DataFrame({"colour": colour, "x": rng.normal(size=200)})
    y = (colour == "red") + 0.1 * rng.normal(size=200)

    class Group:
        def fit(self, X, y):
            self.means = pd.Series(y).groupby(list(np.asarray(X)[:, 0])).mean()

        def predict(self, X):
            keys = np.asarray(X)[:, 0]
            return np.array([self.means.get(k, self.means.mean()) for k in keys])

    problem = Problem(Group(), frame, y, scoring="mean_squared_error")
    scores = relevance(problem, default_ranker(problem))
    assert scores[0] > 3 * scores[1]


@pytest.mark.parametrize("n_required", [1, 2, 5, 12, 13])
def test_several_variables_may_be_required(n_required):
    X, y = shifted(0, 120, 13, 3, 2.0)
    required = list(range(12, 12 - n_required, -1))
    found = select(Problem(GaussianNB(), X, y), required=required, honest=False)
    assert set(required) <= set(found.subset)


def test_required_variables_stay_and_forbidden_ones_never_come():
    X, y = shifted(0, 100, 300, 5)
    problem = Problem(GaussianNB(), X, y)
    result = select(problem, required=[250], forbidden=[0], honest=False)
    assert 250 in result.subset
    assert 0 not in result.subset


def test_a_table_that_only_the_learner_takes_is_searched_without_a_ranking(monkeypatch):
    def refuse(X, y):
        raise TypeError("no such table")

    monkeypatch.setattr("wrapsel.engine.space.default_ranker", lambda _: refuse)
    X, y = shifted(0, 100, 6, 2, 3.0)
    result = select(Problem(GaussianNB(), X, y), honest=False)
    assert 0 < len(result.subset) < 6
    assert "among all 6 variables" in result.stages[0].why
