"""Group testing needs fewer and cheaper trainings than RVE, and not the number."""

import math
from itertools import product

import numpy as np
import pytest

from tests.search.driver import drive, perfect_learner, random_table
from tests.search.removal.oracles_group_testing import PlainGroupTesting
from wrapsel.checks import check_strategy
from wrapsel.search.removal.group_sizes import (
    Counts,
    Shares,
    Untested,
    chooser,
    group_sizes,
)
from wrapsel.search.removal.group_sizes import entropy as binary_entropy
from wrapsel.search.removal.group_testing import GroupTesting
from wrapsel.subset import Subset


def updates(n):
    return 1_897_000 * (n + 1)


def errors_of(seed, n):
    """Return random errors, or those of a perfect learner, by turns."""
    rng = np.random.default_rng(seed)
    if seed % 2:
        return random_table(seed, levels=int(rng.choice([2, 5, 50])))
    return perfect_learner(Subset.of(np.flatnonzero(rng.random(n) < 0.3), n))


@pytest.mark.parametrize("seed", range(80))
def test_tests_are_those_of_the_obvious_loop(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 14))
    share = [None, 0.05, 0.5][int(rng.integers(3))]
    weight = float(rng.choice([0.5, 1.5, 4.0]))
    tolerance = float(rng.choice([0.0, 0.002, 0.3]))
    reference = str(rng.choice(["previous", "best", "initial"]))
    error = errors_of(seed, n)
    cost = [float, lambda n: 1.0, lambda n: n**3, lambda n: 20.0 - n][seed % 4]

    run = drive(
        GroupTesting(tolerance, reference, share, weight, verify=False),
        n,
        error,
        seed=seed,
        cost=cost,
        lookahead=seed % 3,
    )

    plain = PlainGroupTesting(share, weight, tolerance, reference)
    asked, _ = plain.run(n, lambda s: error(Subset.of(s, n)), cost, seed)
    assert [frozenset(subset) for subset in run.asked] == asked


@pytest.mark.parametrize(
    ("n", "r", "calls", "cost"),
    [
        (100, 10, 57, 4.3e9),
        (100, 3, 26, 1.55e9),
        (1000, 10, 105, 4.5e10),
        (1558, 20, 195, 1.42e11),
    ],
)
def test_a_perfect_learner_costs_less_than_it_costs_rve(n, r, calls, cost):
    error = perfect_learner(Subset.of(range(r), n))
    runs = [
        drive(GroupTesting(verify=False), n, error, seed=s, cost=updates)
        for s in range(40)
    ]

    assert all(run.best == list(range(r)) for run in runs)
    mean = np.mean([len(run.asked) for run in runs])
    assert math.log2(math.comb(n, r)) < mean <= calls
    assert np.mean([run.cost(updates) for run in runs]) <= cost


@pytest.mark.parametrize(("n", "r", "calls"), [(100, 10, 52), (1000, 10, 92)])
def test_trainings_of_equal_cost_are_still_fewer(n, r, calls):
    error = perfect_learner(Subset.of(range(r), n))
    runs = [
        drive(GroupTesting(verify=False), n, error, seed=s, cost=lambda n: 1)
        for s in range(40)
    ]

    assert np.mean([len(run.asked) for run in runs]) <= calls


def test_no_answer_is_asked_for_twice():
    for seed in range(20):
        run = drive(GroupTesting(verify=False), 60, errors_of(2 * seed, 60), seed=seed)
        assert len(set(run.asked)) == len(run.asked)


@pytest.mark.parametrize("seed", range(20))
def test_exactly_one_of_two_copies_stays(seed):
    def error(subset):
        present = set(subset)
        return float(any(not {v, v + 20} & present for v in (0, 3, 5, 11)))

    best = drive(GroupTesting(verify=False), 40, error, seed=seed).best

    assert sorted(v % 20 for v in best) == [0, 3, 5, 11]


@pytest.mark.parametrize("seed", range(20))
def test_what_stays_is_needed_if_errors_never_fall(seed):
    rng = np.random.default_rng(seed)
    # Some sets of variables of which one each must stay.
    covers = [Subset.of(rng.choice(25, 4, replace=False), 25) for _ in range(8)]

    def error(subset):
        return float(any(not subset.bits & cover.bits for cover in covers))

    best = Subset.of(drive(GroupTesting(verify=False), 25, error, seed=seed).best, 25)

    assert error(best) == 0
    assert all(error(best - Subset.of([v], 25)) for v in best)


@pytest.mark.parametrize("n", [0, 1, 2, 3, 20])
def test_all_variables_may_be_relevant_and_none(n):
    needed = drive(GroupTesting(verify=False), n, perfect_learner(Subset.full(n)))
    useless = drive(GroupTesting(verify=False), n, lambda subset: 0.5)

    assert needed.best == list(range(n))
    assert len(needed.asked) <= 1 + 2 * n
    assert useless.best == []
    none_needed = "no variable needed"
    assert needed.stopped == (None if n else none_needed)
    assert useless.stopped == none_needed


def test_one_that_must_be_relevant_is_not_tested():
    def asked(relevant, seed):
        error = perfect_learner(Subset.of([relevant], 2))
        run = drive(GroupTesting(prior_share=0.01, verify=False), 2, error, seed=seed)
        return [list(subset) for subset in run.asked]

    # The pair fails; a single one can be removed, or not: then the other one can be.
    first = np.random.default_rng(0).permutation(2).tolist()[0]
    other = 1 - first
    assert asked(other, 0) == [[0, 1], [], [other]]
    assert asked(first, 0) == [[0, 1], [], [other], [first]]


@pytest.mark.parametrize("lookahead", [1, 7, 100])
def test_tests_in_excess_change_nothing(lookahead):
    for seed in range(6):
        error = errors_of(seed, 15)
        patient = drive(GroupTesting(verify=False), 15, error, seed=seed)
        hasty = drive(
            GroupTesting(verify=False), 15, error, seed=seed, lookahead=lookahead
        )
        assert (hasty.path, hasty.asked) == (patient.path, patient.asked)


def test_failures_in_a_row_are_one_request():
    class Counting(GroupTesting):
        def search(self, space, rng):
            self_counts.append(0)
            reply, search = None, super().search(space, rng)
            while True:
                try:
                    request = search.send(reply)
                except StopIteration as stop:
                    return stop.value
                self_counts[-1] += 1
                reply = yield request

    self_counts = []
    run = drive(Counting(verify=False), 12, perfect_learner(Subset.full(12)))

    assert len(run.asked) > 12
    assert self_counts == [3]  # all variables, Keep, and all that fails


def creeping(subset):
    """Rise by 0.001 with each variable removed from twenty."""
    return 0.001 * (20 - len(subset))


def test_a_subset_to_which_the_error_crept_up_is_not_kept():
    for seed in range(5):
        run = drive(GroupTesting(verify=False), 20, creeping, seed=seed)
        assert min(len(subset) for subset in run.asked) < 17
        assert all(kept.error <= 0.002 for kept in run.path)


@pytest.mark.parametrize("reference", ["best", "initial"])
def test_an_error_creeps_up_only_against_the_previous_one(reference):
    run = drive(GroupTesting(0.0021, reference, verify=False), 20, creeping)

    assert len(run.best) == 18


def masked(subset):
    """Need variable 4; need 7 as long as 3 is there."""
    return float(4 not in subset or (3 in subset and 7 not in subset))


def test_a_last_sweep_removes_what_only_another_one_made_relevant():
    plain = [
        drive(GroupTesting(verify=False), 12, masked, seed=s).best for s in range(20)
    ]
    verified = [
        drive(GroupTesting(verify=True), 12, masked, seed=s).best for s in range(20)
    ]

    assert [4, 7] in plain
    assert verified == [[4]] * 20


@pytest.mark.parametrize("seed", range(30))
def test_after_a_last_sweep_each_variable_left_is_needed(seed):
    noise, perfect = random_table(seed), perfect_learner(Subset.of([1, 5, 6], 16))

    def error(subset):
        return perfect(subset) + noise(subset) / 10

    strategy = GroupTesting(0.01, "initial", verify=True)
    best = Subset.of(drive(strategy, 16, error, seed=seed).best, 16)

    limit = error(Subset.full(16)) + 0.01
    assert error(best) <= limit
    assert set(best) >= {1, 5, 6}
    assert all(error(best - Subset.of([v], 16)) > limit for v in best)


@pytest.mark.parametrize("members", [[], [3], [1, 2, 3, 8, 9]])
def test_a_search_begins_at_its_start(members):
    start = Subset.of(members, 10)
    # Variable 5 is missing from the start: the error is that without it.
    run = drive(
        GroupTesting(verify=False),
        10,
        lambda s: 0.5 * (3 not in s) + 0.25 * (5 not in s),
        start=start,
    )

    assert run.asked[0] == start
    assert all(subset <= start for subset in run.asked)
    assert run.best == [v for v in members if v == 3]


def test_shares_follow_from_what_was_seen():
    shares = Shares.beta(1000, relevant=2, irrelevant=18)

    weights = shares.posterior(Counts(0, (), confirmed=7, removed=53))

    # The mean of a Beta(2 + 7, 18 + 53).
    assert weights @ np.exp(shares.log_p) == pytest.approx(9 / 80, rel=1e-4)


def test_a_group_of_one_that_failed_is_a_relevant_one():
    shares = Shares.beta(100, 1.5, 15)

    alone = shares.posterior(Counts(3, (1, 1), 0, 4))

    assert alone == pytest.approx(shares.posterior(Counts(3, (), 2, 4)))


def test_unknown_bits_are_the_entropy_of_all_that_may_be():
    shares = Shares.beta(50, 1, 1)
    bits = shares.unknown_bits(Counts(2, (3, 2), 1, 5))

    for i in (5, 20, 40, 60):
        p, total = math.exp(shares.log_p[i]), 0.0
        for size, nothing_known in [(1, True), (1, True), (3, False), (2, False)]:
            chances = [
                math.prod(p if relevant else 1 - p for relevant in pattern)
                for pattern in product([0, 1], repeat=size)
                if nothing_known or any(pattern)
            ]
            norm = sum(chances)
            total -= sum(c / norm * math.log2(c / norm) for c in chances)
        assert bits[i] == pytest.approx(total, rel=1e-9)


def test_costlier_variables_make_larger_groups_worth_while():
    def first(cost):
        return chooser(Shares.beta(400, 10, 390), cost)(Counts(400, (), 0, 0)).size

    # An even chance with equal costs; 1 in e if only the variables removed count.
    assert (1 - 1 / 40) ** first(lambda n: 1) == pytest.approx(0.5, abs=0.05)
    assert (1 - 1 / 40) ** first(lambda n: n) == pytest.approx(1 / math.e, abs=0.05)


@pytest.mark.parametrize("bad", [-1.0, math.nan, math.inf])
def test_a_cost_that_is_none_is_refused(bad):
    with pytest.raises(ValueError, match=rf"at least 0, got {bad} for n = 7"):
        drive(
            GroupTesting(verify=False),
            9,
            lambda s: 0.5,
            cost=lambda n: bad if n == 7 else float(n),
        )


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"tolerance": -0.1}, "tolerance must be at least 0, got -0.1"),
        ({"reference": "last"}, "reference must be one of .*, got 'last'"),
        ({"prior_share": 0.0}, r"prior_share must be in \(0, 1\), got 0.0"),
        ({"prior_share": 1.0}, r"prior_share must be in \(0, 1\), got 1.0"),
        ({"prior_weight": 0.0}, "prior_weight must be above 0 and finite, got 0.0"),
        ({"prior_weight": math.inf}, "must be above 0 and finite, got inf"),
    ],
)
def test_wrong_parameters_are_refused(params, message):
    with pytest.raises(ValueError, match=message):
        GroupTesting(**params)


@pytest.mark.parametrize(
    "params",
    [
        {},
        {"verify": True},
        {"tolerance": 0.1, "reference": "best", "verify": True},
        {"reference": "initial", "prior_share": 0.5, "prior_weight": 10.0},
    ],
    ids=repr,
)
def test_it_holds_the_invariants(params):
    check_strategy(GroupTesting(**params))


@pytest.mark.parametrize("seed", range(5))
def test_rows_that_are_remembered_give_the_bits_of_those_made_anew(seed):
    rng = np.random.default_rng(seed)
    shares = Shares.beta(5000, 1.5, 80)
    for _ in range(20):
        failed = rng.integers(2, 40, int(rng.integers(0, 60)))
        counts = Counts(int(rng.integers(0, 99)), failed, 3, int(rng.integers(0, 99)))
        culprit = -np.expm1(failed[:, None] * shares.log_q)
        log = shares.log_prior + counts.removed * shares.log_q
        log += counts.confirmed * shares.log_p
        log += np.log(culprit).sum(axis=0)
        weights = np.exp(log - log.max())
        one = binary_entropy(np.exp(shares.log_p))
        each = (failed[:, None] * one - binary_entropy(culprit)) / culprit
        bits = counts.untested * one + np.maximum(each, 0.0).sum(axis=0)

        assert shares.posterior(counts).tolist() == (weights / weights.sum()).tolist()
        assert shares.unknown_bits(counts).tolist() == bits.tolist()


@pytest.mark.parametrize("most", [1, 2, 31, 33, 500, 4999])
def test_the_tests_of_untested_variables_are_those_made_anew(most):
    shares = Shares.beta(5000, 1.5, 80)
    kept = Untested(shares)
    for n in (most, 5000, most):
        expected = shares.options(0, group_sizes(n))
        for mine, plain in zip(kept.options(n), expected, strict=True):
            assert np.array_equal(mine, plain)
