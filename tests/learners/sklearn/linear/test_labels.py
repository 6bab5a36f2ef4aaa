"""Labels by what changes from a base are those of subsets solved alone."""

import numpy as np
import pytest

from learners.sklearn.linear.moves import moves
from tests.learners.sklearn.linear.test_fast_paths import CASES, IDS, folds_of, table

CLASSIFIERS = [case for case in CASES if case[2]]
NAMES = [name for name, case in zip(IDS, CASES, strict=True) if case[2]]


def problem(seed, n_classes):
    """Return a table, folds and masks that move a column into a base or out of it."""
    rng = np.random.default_rng(seed)
    n_columns = int(rng.integers(5, 30))
    X, y = table(rng, n_classes, 90, n_columns)
    if seed % 4 == 1:
        X[:, 1] = X[:, 0] + 1e-4 * rng.normal(size=90)
    elif seed % 4 == 2:
        X = np.round(8 * X)
    elif seed % 4 == 3:
        X[:, 2] = X[:, 0]
    base = rng.random(n_columns) < rng.random()
    masks = rng.permutation(base ^ np.eye(n_columns, dtype=bool))
    return X, y, folds_of(rng, 90), masks[masks.any(axis=1)]


@pytest.mark.parametrize(("learner", "factory", "n_classes"), CLASSIFIERS, ids=NAMES)
def test_companions_change_no_label(learner, factory, n_classes):
    for seed in range(16):
        X, y, folds, masks = problem(seed, n_classes)
        scorer, other = (factory(learner, X, y, folds) for _ in range(2))
        every = range(len(folds))
        alone = np.concatenate([other.predict(mask[None], every) for mask in masks])

        np.testing.assert_array_equal(scorer.predict(masks, every), alone)


@pytest.mark.parametrize(("learner", "factory", "n_classes"), CLASSIFIERS, ids=NAMES)
def test_bounds_are_far_from_what_rounding_does(learner, factory, n_classes):
    for seed in range(8):
        X, y, folds, masks = problem(seed, n_classes)
        scorer, moved = factory(learner, X, y, folds), moves(masks)
        for fold, labels in enumerate(scorer._labels):
            scorer._systems[fold].products.ask(moved.base)
            if (base := labels._solved(moved.base)) is None:
                continue
            with_each = labels._with_each(base, moved.added)
            without = labels._without(base, moved.removed)
            parts = zip(with_each, without, strict=True)
            weights, test, offsets, bounds = (np.concatenate(part) for part in parts)
            outputs = base.outputs + weights[:, :, None] * test[:, None]
            outputs += offsets[:, :, None]
            lost = outputs - scorer._outputs(masks[moved.places], fold)
            known = np.isfinite(bounds)

            assert (np.abs(lost).max(axis=(1, 2))[known] <= 0.01 * bounds[known]).all()


@pytest.mark.parametrize(("learner", "factory", "n_classes"), CLASSIFIERS, ids=NAMES)
def test_most_labels_need_no_subset_solved_alone(learner, factory, n_classes):
    X, y, folds, masks = problem(0, n_classes)
    scorer, moved = factory(learner, X, y, folds), moves(masks)
    for system, labels in zip(scorer._systems, scorer._labels, strict=True):
        system.products.ask(moved.base)
        _, clear = labels.codes(moved)

        assert clear.mean() > 0.9
