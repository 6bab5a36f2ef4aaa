"""ROGER ranks by the weights of the fittest hypothesis of an evolution."""

import numpy as np
import pandas as pd
import pytest

from tests.filters.evolved.oracles_roger import evolved_weights, twice_wins
from wrapsel.filters.evolved import wilcoxon as kernels
from wrapsel.filters.evolved.roger import ROGER
from wrapsel.filters.ranker import Ranker

QUICK = ROGER(n_evaluations=600, mu=5, lam=20)


def sphere(seed, n_rows=80, n_columns=12):
    """Return classes by the distance of the first two from the middle."""
    X = np.random.default_rng(seed).random((n_rows, n_columns))
    distances = ((X[:, :2] - 0.5) ** 2).sum(axis=1)
    return X, distances < np.median(distances)


@pytest.mark.parametrize("count", [kernels.by_sorting, kernels.by_pairs])
@pytest.mark.parametrize("seed", range(60))
def test_the_kernel_counts_as_loops_do(seed, count):
    rng = np.random.default_rng(seed)
    d, n_positive, n_negative = rng.integers(1, 10, 3)
    draw = rng.integers if seed % 2 else rng.uniform  # whole numbers tie
    positive = draw(0, 4, (d, n_positive)).astype(float)
    negative = draw(0, 4, (d, n_negative)).astype(float)
    weights, centres = draw(-2, 3, (2, 4, d)).astype(float)

    found = []
    for w, c in zip(weights, centres, strict=True):
        above, below = np.empty(n_positive), np.empty(n_negative)
        kernels.set_distances(positive, w, c, above)
        kernels.set_distances(negative, w, c, below)
        found.append(count(above, below))

    assert found == twice_wins(positive, negative, weights, centres)
    assert found == kernels.wins(positive, negative, weights, centres).tolist()


def test_the_kernel_sorts_where_pairs_are_many():
    rng = np.random.default_rng(0)
    positive, negative = rng.integers(0, 9, (2, 3, 300)).astype(float)
    weights, centres = rng.integers(0, 9, (2, 2, 3)).astype(float)
    assert kernels.MOST_PAIRS < 300 * 300
    expected = twice_wins(positive, negative, weights, centres)
    assert kernels.wins(positive, negative, weights, centres).tolist() == expected


@pytest.mark.parametrize("seed", range(60))
def test_scores_are_those_of_an_evolution_gene_by_gene(seed):
    rng = np.random.default_rng(seed)
    X, codes = rng.normal(size=(16, 1 + seed % 4)), np.arange(16) % 2
    settings = {"n_evaluations": 75, "mu": 4, "lam": 10 + seed % 3}
    settings["p_crossover"] = [0.0, 0.6, 1.0][seed % 3]
    settings["first_step"] = [0.1, 0.03, 2.0, 0.5][seed // 3 % 4]

    found = ROGER(**settings, random_state=seed)(X, codes).scores

    np.testing.assert_allclose(
        found, evolved_weights(X, codes, **settings, seed=seed), rtol=1e-9
    )


def test_the_first_parents_alone_may_be_all():
    X, y = sphere(0)
    found = ROGER(n_evaluations=20)(X, y).scores
    assert found.max() < 1
    assert len(set(found)) == 12


@pytest.mark.parametrize("seed", range(10))
def test_variables_of_a_sphere_come_first(seed):
    ranking = ROGER(n_evaluations=10_000, random_state=seed)(*sphere(seed))
    assert set(ranking.order[:2].tolist()) == {0, 1}
    assert isinstance(ROGER(), Ranker)


@pytest.mark.parametrize("seed", range(20))
def test_unit_origin_and_names_of_classes_do_not_matter(seed):
    rng = np.random.default_rng(seed)
    X, y = rng.integers(0, 50, (30, 5)).astype(float), rng.integers(0, 2, 30)
    expected = QUICK(X, y).scores
    changed = QUICK(X * [1, 4, 0.5, 1, 8] + [0, 3, -1, 7, 0], np.array(["b", "a"])[y])
    assert changed.scores.tolist() == expected.tolist()


def test_a_seed_says_all():
    X, y = sphere(0)
    assert QUICK(X, y).scores.tolist() == QUICK(X, y).scores.tolist()
    other = ROGER(n_evaluations=600, mu=5, lam=20, random_state=1)
    assert QUICK(X, y).scores.tolist() != other(X, y).scores.tolist()


def test_constant_columns_score_zero_and_change_nothing_else():
    X, y = sphere(0, n_columns=4)
    wide = np.insert(X, [0, 2], 7.0, axis=1)
    scores = QUICK(wide, y).scores
    assert scores[[0, 3]].tolist() == [0.0, 0.0]
    assert np.delete(scores, [0, 3]).tolist() == QUICK(X, y).scores.tolist()
    assert QUICK(np.ones((4, 2)), [0, 1, 0, 1]).order.tolist() == [0, 1]


def test_a_frame_and_one_variable_will_do():
    X, y = sphere(0, n_columns=1)
    assert QUICK(pd.DataFrame(X, columns=["x"]), y).order.tolist() == [0]


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("mu", 0, "an integer from 1"),
        ("lam", 1.5, "an integer"),
        ("n_evaluations", 19, "an integer from mu = 20"),
        ("p_crossover", 1.1, r"in \[0, 1\]"),
        ("random_state", -1, "an integer from 0"),
        ("first_step", 0, "a finite number above 0"),
        ("first_step", np.inf, "a finite number above 0"),
        ("first_step", np.nan, "a finite number above 0"),
    ],
)
def test_bad_parameters_are_refused(name, value, allowed):
    with pytest.raises(ValueError, match=f"{name} must be {allowed}, got {value}"):
        ROGER(**{name: value})


@pytest.mark.parametrize(
    ("X", "y", "message"),
    [
        ([[1], [2], [3]], [0, 1, 2], "y must have two classes, got 3"),
        ([[1], [2]], [1, 1], "at least two classes"),
        ([[1], [2]], [0.5, 1], "y must be of classes"),
        ([[1], [np.nan]], [0, 1], "column x0 must be of finite numbers"),
        ([[1], ["red"]], [0, 1], "column x0 must be of finite numbers, got 'red'"),
        ([[1], [2]], [0, 1, 0], r"y must be of shape \(2,\)"),
    ],
)
def test_bad_tables_are_refused(X, y, message):
    with pytest.raises(ValueError, match=message):
        ROGER()(X, y)
