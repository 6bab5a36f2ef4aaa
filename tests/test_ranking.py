"""Rankings and selections are judged as the papers say."""

import csv
from itertools import combinations, permutations
from pathlib import Path

import numpy as np
import pytest

from tests import oracles_ranking as oracle
from wrapsel.ranking import (
    auc_fr,
    kendall_tau,
    p_best,
    p_worst,
    roc_fs_curve,
    selection_scores,
)

TABLES = Path(__file__).parents[2] / "shared" / "papers" / "tables"
EFR_TABLE = TABLES / "efr_table1.csv"
CONVENTIONS = ["spe", "efr"]


def random_case(seed):
    """Return an order, relevant variables and groups of one of them each."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 13))
    names = rng.permutation(n).tolist()
    n_relevant = int(rng.integers(1, n))
    relevant, others = names[:n_relevant], names[n_relevant:-1]
    groups = [[variable] for variable in relevant]
    for variable in others[: int(rng.integers(len(others) + 1))]:
        groups[rng.integers(n_relevant)].append(variable)
    redundant = [tuple(rng.permutation(g).tolist()) for g in groups if len(g) > 1]
    return rng.permutation(n).tolist(), relevant, redundant


@pytest.mark.parametrize("convention", CONVENTIONS)
@pytest.mark.parametrize("seed", range(150))
def test_the_area_is_the_part_of_pairs_in_the_right_order(seed, convention):
    order, relevant, redundant = random_case(seed)
    true, false = oracle.true_and_false(order, relevant, redundant, convention)

    found = auc_fr(order, relevant, redundant, convention)

    assert found == pytest.approx(oracle.area(true, false), abs=1e-12)
    assert p_best(order, relevant, redundant) == float(true[0] == 0)
    assert p_worst(order, relevant, redundant, convention) == (
        (true[-1] + 1) / len(order)
    )


@pytest.mark.parametrize("convention", CONVENTIONS)
@pytest.mark.parametrize("seed", range(50))
def test_the_curve_counts_what_was_met(seed, convention):
    order, relevant, redundant = random_case(seed)
    true, false = oracle.true_and_false(order, relevant, redundant, convention)

    fpr, tpr = roc_fs_curve(order, relevant, redundant, convention)

    assert len(fpr) == len(tpr) == len(order) + 1
    for i in range(len(order) + 1):
        assert fpr[i] == sum(position < i for position in false) / len(false)
        assert tpr[i] == sum(position < i for position in true) / len(true)


def test_a_reversed_ranking_without_redundancy_has_the_rest_of_the_area():
    order = np.random.default_rng(0).permutation(20)

    total = auc_fr(order, [0, 1, 2]) + auc_fr(order[::-1], [0, 1, 2])

    assert total == pytest.approx(1)


def test_one_to_one_copies_leave_16_best_of_24_rankings():
    copies = [(0, 2), (1, 3)]

    best = [auc_fr(order, [0, 1], copies) == 1 for order in permutations(range(4))]

    assert sum(best) == 16


def test_linear_combinations_leave_every_ranking_best():
    # Two irrelevant variables are added at the end: else there is nothing to confuse.
    for order in permutations(range(4)):
        assert auc_fr([*order, 4, 5], [0, 1], [(0, 1, 2, 3)], "efr") == 1


def test_of_a_group_as_many_count_as_are_relevant():
    group = [(0, 1, 2)]

    assert auc_fr([2, 0, 3, 1], [0, 1], group) == 1.0
    assert auc_fr([2, 3, 0, 1], [0, 1], group) == 0.75
    assert selection_scores([1, 2], [0, 1], group) == (1.0, 1.0, 1.0)
    assert selection_scores([0, 1, 2], [0, 1], group) == (2 / 3, 1.0, 0.8)


def test_copies_of_an_irrelevant_variable_are_false():
    for convention in CONVENTIONS:
        assert auc_fr([2, 3, 0, 1], [0], [(2, 3)], convention) == pytest.approx(1 / 3)


def test_removed_copies_at_the_end_do_no_harm():
    assert auc_fr([0, 1, 4, 5, 2, 3], [0, 1], [(0, 2), (1, 3)]) == 1
    assert auc_fr([0, 4, 5, 1, 2, 3], [0, 1], [(0, 2), (1, 3)]) == 0.75


@pytest.fixture(scope="module")
def by_chance():
    """Return the mean measures of random rankings, d = 100 and r = 10, by k."""
    rng, means = np.random.default_rng(0), {}
    for k, redundant in [(0, ()), (1, (range(20),))]:
        args = (range(10), redundant)
        rows = []
        for order in (rng.permutation(100) for _ in range(2000)):
            area = auc_fr(order, *args, "efr")
            rows.append((p_best(order, *args), p_worst(order, *args, "efr"), area))
        means[k] = np.mean(rows, axis=0)
    return means


def test_random_rankings_have_the_expected_measures(by_chance):
    # The j-th of r variables among d stands at j (d + 1) / (r + 1) in the mean.
    assert by_chance[0] == pytest.approx([0.1, 10 * 1.01 / 11, 0.5], abs=0.02)
    assert by_chance[1] == pytest.approx([0.2, 10 * 1.01 / 21, 1 - 5.5 / 21], abs=0.02)


@pytest.mark.skipif(not EFR_TABLE.exists(), reason="needs the table of the paper")
def test_the_cosine_criterion_on_nonlinear_problems_is_chance_in_the_table(by_chance):
    # "Behaves no better than random ranking": so the table shows the convention.
    rows = [
        row
        for row in csv.DictReader(EFR_TABLE.read_text().splitlines())
        if row["n"] == "50" and row["concept"] == "nonlinear" and row["lost"] == "0"
    ]
    for k in (0, 1):
        printed = [float(row["AUC"]) for row in rows if row["redundancy"] == str(k)]
        assert len(printed) == 3
        assert np.mean(printed) == pytest.approx(by_chance[k][2], abs=0.012)


@pytest.mark.parametrize("seed", range(100))
def test_selections_are_scored_as_by_the_obvious_loop(seed):
    order, relevant, redundant = random_case(seed)
    selected = order[: seed % (len(order) + 1)]

    found = selection_scores(selected, relevant, redundant)

    assert found == pytest.approx(oracle.scores(selected, relevant, redundant))


def test_nothing_selected_scores_nothing():
    assert selection_scores([], [0]) == (0.0, 0.0, 0.0)


@pytest.mark.parametrize("seed", range(60))
def test_kendalls_tau_counts_the_pairs_in_equal_order(seed):
    rng = np.random.default_rng(seed)
    a, b = (rng.permutation(2 + seed) for _ in range(2))

    pairs = [*combinations(a, 2)]
    place = np.argsort(b)
    n_equal = sum(place[first] < place[second] for first, second in pairs)

    assert kendall_tau(a, b) == pytest.approx(2 * n_equal / len(pairs) - 1)


def test_equal_and_reversed_rankings_are_the_ends_of_kendalls_tau():
    assert kendall_tau([2, 0, 1], [2, 0, 1]) == 1
    assert kendall_tau([2, 0, 1], [1, 0, 2]) == -1


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: auc_fr([0, 1, 1], [0]), "order must hold each variable"),
        (lambda: auc_fr([1, 2, 3], [1]), "order must hold each variable"),
        (lambda: auc_fr([[0, 1]], [0]), "order must hold each variable"),
        (lambda: auc_fr([0, 1], []), "at least one variable, got none"),
        (lambda: auc_fr([0, 1], [0, 1]), "irrelevant variables, got none"),
        (lambda: auc_fr([0, 1], [2]), "got 2 without 2"),
        (lambda: auc_fr([0, 1], [-1]), "a negative one"),
        (lambda: auc_fr([0, 1, 2], [0], [(0, 1), (1, 2)]), "must not overlap"),
        (lambda: auc_fr([0, 1], [0], convention="roc"), "got 'roc'"),
        (lambda: selection_scores([1, 1], [1]), "each variable once, got [1, 1]"),
        (lambda: kendall_tau([0], [0]), "got 1 and 1"),
        (lambda: kendall_tau([0, 1], [0, 1, 2]), "got 2 and 3"),
    ],
)
def test_what_cannot_be_judged_is_refused(call, said):
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        call()
    assert said in str(caught.value)
