"""A base that grows by variables has the errors of subsets solved alone, to the bit."""

import numpy as np
import pytest

from learners.sklearn.linear.adding.additions import SHARE
from learners.sklearn.linear.adding.bases import STEPS, solved
from learners.sklearn.linear.rounding import rounded
from learners.sklearn.linear.squares import SquaredErrors
from tests.learners.sklearn.linear.tables import (
    KINDS,
    LEARNERS,
    check,
    folds_of,
    problem,
)


def course(rng, n_columns):
    """Yield bases that mostly grow, by one column or several, and shrink sometimes."""
    base = np.zeros(n_columns, bool)
    while base.sum() < n_columns - 2:
        yield base.copy()
        step = rng.choice([1, 1, 1, 2, STEPS + 1])
        base[rng.choice(np.flatnonzero(~base), min(step, (~base).sum() - 1))] = True
        if rng.random() < 0.2:
            base[rng.choice(np.flatnonzero(base))] = False


def candidates(rng, base):
    """Return all columns that a base lacks, or some."""
    others = np.flatnonzero(~base)
    if rng.random() < 0.7:
        return others
    return np.sort(rng.choice(others, min(3, len(others)), replace=False))


@pytest.mark.parametrize("kind", KINDS)
def test_bounds_are_far_from_what_rounding_does(kind):
    for seed in range(3):
        rng, n_columns, _, made = problem(kind, seed)
        bases = list(course(rng, n_columns))
        for squares in made()._squares:
            for base in bases:
                columns, added = np.flatnonzero(base), candidates(rng, base)
                squares._system.products.ask(columns)
                found = squares._additions.bounded(columns, added)
                check(*found, squares, [np.sort([*columns, a]) for a in added])


@pytest.mark.parametrize("kind", KINDS)
def test_a_way_to_a_base_changes_no_bit(kind):
    for seed in range(3):
        rng, n_columns, every, made = problem(kind, seed)
        scorer, other = made(), made()
        for base in course(rng, n_columns):
            masks = base ^ np.eye(n_columns, dtype=bool)[candidates(rng, base)]
            alone = [other.squared_errors(m[None], every)[0] for m in masks]
            np.testing.assert_array_equal(scorer.squared_errors(masks, every), alone)


@pytest.mark.parametrize("kind", KINDS)
def test_exact_errors_are_those_of_subsets_solved_alone(kind):
    _, n_columns, _, made = problem(kind, 0)
    n_compared = 0
    for squares in made()._squares:
        additions = squares._additions
        for n in range(1, 5):
            columns, added = np.arange(n), np.arange(n, n_columns)
            squares._system.products.ask(columns)
            _, bounds = additions.bounded(columns, added)
            added = added[np.isfinite(bounds)]
            found = additions._exact(added)
            for error, one in zip(found, added, strict=True):
                if not np.isnan(error):
                    alone = squares._exact(np.append(columns, one))
                    assert rounded(error) == rounded(alone)
                    assert error == pytest.approx(alone, rel=1e-13)
                    n_compared += 1
    assert n_compared


def test_what_is_next_to_nothing_is_left_to_subsets_solved_alone():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(40, 4))
    learner, factory = LEARNERS[0]
    y = X[:, 0] - X[:, 1] + 1e-9 * X[:, 3]
    [squares, *_] = factory(learner, X, y, folds_of(rng, X))._squares
    columns = np.arange(1)
    squares._system.products.ask(columns)
    squares._additions.bounded(columns, np.arange(1, 4))

    unknown = np.isnan(squares._additions._exact(np.arange(1, 4)))
    assert unknown.tolist() == [True, False, False]


def test_a_base_grows_without_being_solved_anew(monkeypatch):
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(60, 20)), rng.normal(size=60)
    learner, factory = LEARNERS[0]
    scorer, begun, alone = factory(learner, X, y, folds_of(rng, X)), [], []
    monkeypatch.setattr(
        "learners.sklearn.linear.adding.additions.solved",
        lambda *given: begun.append(given[4]) or solved(*given),
    )
    monkeypatch.setattr(
        SquaredErrors, "_solve", lambda squares, masks, *_: alone.append(masks)
    )
    for n in range(10):
        masks = (np.arange(20) < n) ^ np.eye(20, dtype=bool)[n:]
        scorer.squared_errors(masks, range(1))
    assert [len(columns) for columns in begun] == [0]
    assert not alone


@pytest.mark.parametrize("n_added", [2, 3, 19])
def test_few_candidates_need_no_sums_of_all_columns(n_added):
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(60, 20)), rng.normal(size=60)
    learner, factory = LEARNERS[0]
    [squares, *_] = factory(learner, X, y, folds_of(rng, X))._squares
    columns, added = np.arange(1), np.arange(1, 1 + n_added)
    squares._system.products.ask(columns)
    squares._additions.bounded(columns, added)

    expected = added if n_added * SHARE < 20 else np.arange(1, 20)
    assert squares._additions._base.others.tolist() == expected.tolist()
