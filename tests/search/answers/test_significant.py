"""What is more relevant than chance, and when it is preferred to what was found."""

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB

from tests.search.answers.oracles_parsimony import random_errors, standard_error
from wrapsel import Problem, select
from wrapsel.protocol import SearchSpace
from wrapsel.search.answers.redrawn import Redrawn
from wrapsel.search.answers.significant import significant, unless_worse
from wrapsel.subset import Subset

SEEDS = range(100)


def plain_choice(sets, found, errors, n_se):
    for place, candidate in enumerate(sets):
        if not candidate or (place == 0 and found <= candidate != sets[1]):
            continue
        gap = errors(candidate) - errors(found)
        is_close = gap.mean() <= n_se * standard_error(gap) + 1e-12
        if is_close and 2 * len(candidate) <= 3 * len(found):
            return candidate
    return found


def _case(seed):
    rng, errors = np.random.default_rng(seed), random_errors(seed)
    sets = [frozenset(np.flatnonzero(rng.random(8) < 0.5)) for _ in range(3)]
    return sets[0], sets[1:], lambda subset: errors(subset, [1, 2, 3])


@pytest.mark.parametrize("seed", SEEDS)
def test_the_choice_is_that_of_plain_loops(seed):
    found, sets, errors = _case(seed)
    redrawn = Redrawn([1, 2, 3])
    redrawn.errors = {Subset.of(s, 8): errors(s) for s in (found, *sets)}
    chosen = unless_worse([Subset.of(s, 8) for s in sets], Subset.of(found, 8), redrawn)
    assert set(chosen) == plain_choice(sets, found, errors, 1.5)


def test_those_loops_choose_each_of_them():
    cases = [_case(seed) for seed in SEEDS]
    chosen = [plain_choice(sets, found, e, 1.5) for found, sets, e in cases]
    places = [
        [found, *sets].index(answer)
        for (found, sets, _), answer in zip(cases, chosen, strict=True)
    ]
    assert set(places) == {0, 1, 2}


def test_half_as_many_again_is_the_most():
    redrawn, same = Redrawn([1]), np.full((1, 5), 0.25)
    subsets = [Subset.of(range(9 - k, 9), 9) for k in (6, 7)]
    four = Subset.of(range(4), 9)
    redrawn.errors = dict.fromkeys([four, *subsets], same)
    six, seven = subsets
    assert unless_worse([seven, six], four, redrawn) == six
    assert unless_worse([seven], four, redrawn) == four


@pytest.mark.parametrize(
    ("noise", "limit", "expected"),
    [
        (3.0, 5.0, [[0, 1, 2], [0, 2]]),
        (4.0, 5.0, [[0, 2], [0, 2]]),  # as relevant as chance is not enough
        (7.0, 9.0, [[0], []]),
        (9.0, 9.5, [[], []]),
    ],
)
def test_what_is_beyond_chance(noise, limit, expected):
    relevance = np.array([9.0, 4.0, 6.0, 1.0])
    full = Subset.full(4)
    space = SearchSpace(full, float, relevance, noise=noise, noise_limit=limit)
    assert [list(subset) for subset in significant(space)] == expected


def test_what_is_not_to_be_searched_is_not_beyond_chance():
    relevance, some = np.array([9.0, 4.0, 6.0, 1.0]), Subset.of([1, 2], 4)
    space = SearchSpace(some, float, relevance, noise=3.0, noise_limit=5.0)
    assert [list(subset) for subset in significant(space)] == [[1, 2], [2]]


def test_only_the_strictest_adds_to_what_was_found():
    redrawn, same = Redrawn([1]), np.full((1, 5), 0.25)
    three, four = Subset.of([0, 1, 2], 9), Subset.of([0, 1, 2, 3], 9)
    redrawn.errors = dict.fromkeys((three, four), same)
    assert unless_worse([four, Subset.empty(9)], three, redrawn) == three
    assert unless_worse([four, four], three, redrawn) == four


def test_without_a_ranking_nothing_is():
    assert significant(SearchSpace(Subset.full(4), float)) == []


def test_what_is_beyond_chance_takes_the_place_of_lucky_subsets():
    answers = [_answer(seed) for seed in range(4)]
    reasons = ["unsearched" in result.stages[-1].why for result in answers]
    assert sum(reasons) >= 2
    for result, is_unsearched in zip(answers, reasons, strict=True):
        n_right = sum(variable < 10 for variable in result.subset)
        assert not is_unsearched or n_right / len(result.subset) >= 0.75


def _answer(seed):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, 200)
    X = rng.normal(size=(200, 100))
    X[:, :10] += y[:, None] * 0.9
    return select(Problem(GaussianNB(), X, y), random_state=seed, honest="redrawn")
