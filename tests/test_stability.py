"""The stability of selections is what its papers define."""

import numpy as np
import pytest

from tests import oracles_ranking as oracle
from wrapsel.ranking import jaccard, kuncheva, nogueira


def random_masks(seed, equal_size=False):
    rng = np.random.default_rng(seed)
    shape = (int(rng.integers(2, 9)), int(rng.integers(2, 12)))
    if equal_size:
        size = rng.integers(1, shape[1])
        return rng.permuted(np.tile(np.arange(shape[1]) < size, (shape[0], 1)), axis=1)
    masks = rng.random(shape) < rng.uniform(0.1, 0.9)
    masks[0, 0], masks[1, 0] = True, False
    return masks


def sets(masks):
    return [set(np.flatnonzero(mask).tolist()) for mask in masks]


@pytest.mark.parametrize("seed", range(100))
def test_stabilities_are_those_of_the_obvious_loops(seed):
    masks = random_masks(seed)

    found = nogueira(masks)

    estimate, variance = oracle.nogueira(sets(masks), masks.shape[1])
    half = 1.959963984540054 * variance**0.5
    expected = (estimate, estimate - half, estimate + half)
    assert found == pytest.approx(expected, abs=1e-10)
    assert jaccard(masks) == pytest.approx(oracle.jaccard(sets(masks)))


@pytest.mark.parametrize("seed", range(60))
def test_subsets_of_equal_size_have_the_index_of_kuncheva(seed):
    masks = random_masks(seed, equal_size=True)

    found = kuncheva(masks)

    assert found == pytest.approx(oracle.kuncheva(sets(masks), masks.shape[1]))
    assert found == pytest.approx(nogueira(masks).estimate)


def test_stabilities_of_subsets_worked_by_hand():
    # Overlaps 1, 0, 1 of size 2 in 4 variables; by chance 1.
    masks = [[1, 1, 0, 0], [0, 1, 1, 0], [0, 0, 1, 1]]

    assert kuncheva(masks) == pytest.approx(-1 / 3)
    assert jaccard(masks) == pytest.approx(2 / 9)


def test_equal_and_opposite_subsets_are_the_ends():
    same, opposite = [[1, 0], [1, 0]], [[1, 0], [0, 1]]

    assert kuncheva(same) == jaccard(same) == nogueira(same).estimate == 1
    assert kuncheva(opposite) == nogueira(opposite).estimate == -1
    assert jaccard(opposite) == 0
    assert jaccard([[0, 0], [0, 0]]) == 1


def test_the_interval_covers_the_true_stability_as_often_as_it_says():
    rng = np.random.default_rng(0)
    p = np.array([0.9] * 5 + [0.5] * 5 + [0.1] * 20)
    size = p.mean()
    true = 1 - (p * (1 - p)).mean() / (size * (1 - size))

    found = [nogueira(rng.random((100, len(p))) < p) for _ in range(1000)]

    covered = np.mean([f.lower <= true <= f.upper for f in found])
    assert covered == pytest.approx(0.95, abs=0.025)
    narrow = nogueira(random_masks(0), confidence=0.5)
    assert nogueira(random_masks(0)).upper > narrow.upper > narrow.estimate


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: kuncheva([[1, 0], [1, 1]]), "the same size, got [1, 2]"),
        (lambda: kuncheva([[1, 1], [1, 1]]), "neither empty nor full, got size 2"),
        (lambda: kuncheva([[1, 0]]), "got shape (1, 2)"),
        (lambda: jaccard([[0, 2], [1, 3]]), "True and False"),
        (lambda: nogueira([[0, 0], [0, 0]]), "all empty or all full"),
        (lambda: nogueira([[0, 1], [1, 0]], 1.0), "confidence must be in (0, 1)"),
    ],
)
def test_subsets_that_cannot_be_compared_are_refused(call, said):
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        call()
    assert said in str(caught.value)
