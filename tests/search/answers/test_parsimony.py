"""What is chosen from the path of a search, on folds that it has not seen."""

import numpy as np
import pytest
from sklearn.datasets import load_wine
from sklearn.naive_bayes import GaussianNB

from tests.search.answers.oracles_parsimony import (
    clean_up,
    one_standard_error,
    random_errors,
    standard_error,
)
from tests.search.driver import drive
from wrapsel import Problem, select
from wrapsel.evaluation import CrossValidation
from wrapsel.protocol import SearchSpace
from wrapsel.search import Forward, Parsimony, RVErS
from wrapsel.search.answers.clean_up import CleanUp
from wrapsel.search.answers.one_standard_error import OneStandardError
from wrapsel.search.answers.parsimony import _is_chance
from wrapsel.search.answers.redrawn import Redrawn
from wrapsel.subset import Subset

SEEDS = range(100)


def answered(search, errors):
    """Return what a part of a search returns, told the errors of a table."""
    reply = None
    while True:
        try:
            request = search.send(reply)
        except StopIteration as end:
            return end.value
        rows = [errors(set(s), [request.draw])[0] for s in request.candidates]
        reply = np.array(rows)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_standard_error_is_the_corrected_one(seed):
    rng = np.random.default_rng(seed)
    redrawn, (a, b) = Redrawn([1, 2]), (Subset.of([0], 3), Subset.of([1], 3))
    redrawn.errors = {a: rng.random((2, 4)), b: rng.random((2, 4))}
    expected = standard_error(redrawn.errors[a] - redrawn.errors[b])
    assert redrawn.standard_error(a, b) == pytest.approx(expected)


def test_a_single_fold_has_no_standard_error():
    redrawn, (a, b) = Redrawn([0]), (Subset.of([0], 3), Subset.of([1], 3))
    redrawn.errors = {a: np.array([[0.5]]), b: np.array([[0.25]])}
    assert redrawn.standard_error(a, b) == 0.0


def test_what_was_measured_is_not_asked_for_again():
    redrawn, subset = Redrawn([1, 2]), Subset.of([0], 3)
    requests = list(_requests(redrawn.measure([subset, subset])))
    assert [list(request.candidates) for request in requests] == [[subset]] * 2
    assert list(_requests(redrawn.measure([subset]))) == []
    assert redrawn.n_fits == 4


def _requests(search):
    reply = None
    while True:
        try:
            request = search.send(reply)
        except StopIteration:
            return
        yield request
        reply = np.zeros((len(list(request.candidates)), 2))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("n_se", [0.0, 1.0])
def test_the_rule_is_that_of_plain_loops(seed, n_se):
    rng, errors = np.random.default_rng(seed), random_errors(seed)
    sets = [frozenset(np.flatnonzero(rng.random(8) < 0.6)) for _ in range(12)]
    everything = frozenset(range(8))
    redrawn = Redrawn([1, 2, 3])
    subsets = {Subset.of(s, 8): s for s in [*sets, everything]}
    answered(redrawn.measure(subsets), errors)

    rule = OneStandardError(Subset.full(8), 0.004, n_se)
    chosen = rule.choose([Subset.of(s, 8) for s in sets], redrawn)

    expected = one_standard_error(
        list(subsets.values()), lambda s: errors(s, [1, 2, 3]), everything, 0.004, n_se
    )
    assert set(chosen) == expected


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("prefers_relevant", [True, False])
def test_the_clean_up_is_that_of_plain_loops(seed, prefers_relevant):
    errors, relevance = random_errors(seed), np.random.default_rng(seed).random(40)
    n = 40 if seed < 10 else 12
    space = SearchSpace(Subset.full(n), float, relevance[:n], shares_fits=True)
    redrawn = Redrawn([1, 2, 3])
    answered(redrawn.measure([Subset.full(n)]), errors)

    cleaning = CleanUp(space, redrawn, prefers_relevant=prefers_relevant)
    passed = answered(cleaning.descend(Subset.full(n)), errors)

    expected = clean_up(
        set(range(n)),
        lambda s: errors(s, [1, 2, 3]),
        1.0,
        relevance if prefers_relevant else None,
    )
    assert [set(subset) for subset in passed] == expected


def test_slow_learners_lose_halves_and_are_not_tried_without_each_variable():
    n, asked = 64, []

    def errors(subset, draws):
        asked.append(subset)
        return np.full((len(draws), 5), 0.1 + (0.5 if not {40, 41} <= subset else 0.0))

    relevance = np.zeros(n)
    relevance[[40, 41]] = 1.0
    space, redrawn = SearchSpace(Subset.full(n), float, relevance), Redrawn([1])
    answered(redrawn.measure([Subset.full(n)]), errors)
    passed = answered(CleanUp(space, redrawn).descend(Subset.full(n)), errors)

    assert [len(subset) for subset in passed] == [64, 32, 16, 8, 4, 2]
    assert len(asked) == 8  # both are tried at last


def test_the_clean_up_ends_where_its_fits_are_spent():
    def errors(subset, draws):
        return np.full((len(draws), 5), 0.1)

    space, redrawn = SearchSpace(Subset.full(30), float, shares_fits=True), Redrawn([1])
    answered(redrawn.measure([Subset.full(30)]), errors)
    passed = answered(
        CleanUp(space, redrawn, max_fits=200).descend(Subset.full(30)), errors
    )
    assert 1 < len(passed) < 5
    assert redrawn.n_fits < 200 + 5 * 32


@pytest.mark.parametrize("seed", range(5))
def test_the_last_choice_is_made_on_draws_that_nothing_else_has_seen(seed):
    X, y = load_wine(return_X_y=True)
    rng = np.random.default_rng(seed)
    X = np.hstack([X, rng.normal(size=(len(y), 10))])
    problem = Problem(GaussianNB(), X + rng.normal(size=X.shape) * X.std(axis=0), y)

    strategy = Parsimony(RVErS(), n_draws=2)
    result = select(problem, strategy, random_state=seed, honest=False)

    def errors(subset, draws):
        blocks = [_errors(problem.redrawn(d), Subset.of(subset, 23)) for d in draws]
        return np.array(blocks)

    stages = [set(stage.evaluation.subset) for stage in result.stages]
    start, by_relevance, by_error, chosen, *_ = stages
    passed = clean_up(start, lambda s: errors(s, [1, 2]), 0.5)
    assert passed[-1] == by_error
    everything = set(range(23))
    for subset in (by_relevance, by_error):
        gap = errors(subset, [1, 2]) - errors(start, [1, 2])
        assert gap.mean() <= 0.5 * standard_error(gap) + 1e-12
    known = [everything, start, by_relevance, by_error, chosen]
    best = min(known, key=lambda s: errors(s, [3, 4]).mean())
    gap = errors(chosen, [3, 4]) - errors(best, [3, 4])
    assert gap.mean() <= 0.5 * standard_error(gap) + 1e-12
    loss = errors(chosen, [3, 4]).mean() - errors(everything, [3, 4]).mean()
    assert loss <= 1 / len(y) + 1e-12


def _errors(problem, subset):
    block = CrossValidation(problem).measure([subset], range(5))
    return block.errors[0, :, 0] / block.weights


def test_given_folds_are_all_there_is():
    X, y = load_wine(return_X_y=True)
    rows = np.arange(len(y))
    problem = Problem(GaussianNB(), X, y, cv=[(rows[::2], rows[1::2])])
    assert problem.redrawn(1) is None
    result = select(problem, Parsimony())
    assert 0 < len(result.subset) < 13
    assert result.error <= result.reference.error + 0.01


def test_draws_differ_from_the_search_and_from_each_other():
    problem = Problem(GaussianNB(), *load_wine(return_X_y=True))
    tests = [p.folds[0][1].tolist() for p in (problem, *map(problem.redrawn, (1, 2)))]
    assert len({tuple(rows) for rows in tests}) == 3
    assert problem.redrawn(1).folds[0][1].tolist() == tests[1]


def test_what_is_measured_on_draws_is_charged_and_kept_in_the_store(tmp_path):
    problem = Problem(GaussianNB(), *load_wine(return_X_y=True))
    bare = select(problem, RVErS())
    first = select(problem, Parsimony(), store=tmp_path / "store.db")
    again = select(problem, Parsimony(), store=tmp_path / "store.db")
    assert first.spending.fits >= bare.spending.fits + 50
    assert first.spending.cost > bare.spending.cost
    assert (again.path, again.spending.fits) == (first.path, 0)


def test_noise_is_answered_by_no_variable():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(300, 10)), np.repeat([0, 1], [200, 100])
    assert not select(Problem(GaussianNB(), X, y), Parsimony(Forward())).subset


@pytest.mark.parametrize(
    ("relevance", "of_chosen", "of_all", "is_chance"),
    [
        (1.0, 0.42, 0.50, True),
        (1.0, 0.41, 0.50, False),  # above 2.146 standard errors
        (1.0, 0.42, 0.43, True),
        (1.0, 0.42, 0.41, False),  # all, which nobody chose, are above 2
        (2.1, 0.49, 0.50, False),  # a variable is relevant beyond chance
    ],
)
def test_the_best_of_so_many_subsets_may_be_chance(
    relevance, of_chosen, of_all, is_chance
):
    # Of 5 variables there are 10 pairs, and the root of 2 log 10 is 2.146.
    spread = np.array([[-1.0, 1.0, -1.0, 1.0]])
    scale = 0.04 / np.sqrt((1 / 4 + 1 / 3) * spread.var(ddof=1))  # standard error: 0.04
    redrawn = Redrawn([1])
    chosen, everything = Subset.of([0, 2], 5), Subset.full(5)
    redrawn.errors[Subset.empty(5)] = np.full((1, 4), 0.5)
    redrawn.errors[chosen] = of_chosen + scale * spread
    redrawn.errors[everything] = of_all + scale * spread
    space = SearchSpace(
        everything, len, np.array([relevance, 0, 0, 0, 0]), noise_limit=2.0
    )
    assert _is_chance(space, chosen, redrawn) == is_chance


@pytest.mark.parametrize(
    ("params", "words"),
    [
        ({"n_draws": 0}, "n_draws must be at least 1, got 0"),
        ({"n_se": -1.0}, "n_se must be at least 0 and finite, got -1.0"),
        ({"tolerance": float("nan")}, "tolerance"),
    ],
)
def test_parameters_are_checked_at_once(params, words):
    with pytest.raises(ValueError, match=words):
        Parsimony(**params)


def test_a_class_in_place_of_a_strategy_is_refused():
    with pytest.raises(TypeError, match="strategy must have a method search"):
        Parsimony(RVErS)


def test_rvers_keeps_what_it_accepted_last():
    run = drive(RVErS(tolerance=0.1), 9, lambda s: 0.05 * (9 - len(s)))
    assert len(run.best) == 1
    assert run.path[-1].error == pytest.approx(0.4)


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
