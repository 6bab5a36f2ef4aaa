"""What is remembered of trees changes no answer."""

import pickle
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from learners import C45Tree
from learners.c45 import table as tables
from learners.c45.recalling.memory import Memory
from learners.c45.scorer import C45Scorer
from learners.c45.table import Table
from tests.learners.c45.test_tree import random_table, sparse_table


def subsets(rng, n_columns):
    """Return masks in batches, as searches ask for them, and any others."""
    mask, batches = np.ones(n_columns, dtype=bool), []
    for _ in range(12):
        batch = np.repeat(mask[np.newaxis], rng.integers(1, 7), axis=0)
        p = rng.choice([0.1, 0.3])
        kind = rng.integers(4)
        if kind == 0:
            batch &= rng.random(batch.shape) > p
        if kind == 1:
            batch |= rng.random(batch.shape) < p
        if kind == 2:
            batch = rng.random(batch.shape) < 0.5
        batches.append(batch)
        mask = batch[-1]
    return batches


def random_model(rng, nominal):
    options = int(rng.choice([1, 2, 5])), bool(rng.integers(2)), bool(rng.integers(2))
    return C45Tree(*options, nominal=nominal)


@pytest.mark.parametrize("most_bytes", [0, 12_000, 50_000, 2**28])
@pytest.mark.parametrize("p_missing", [0.0, 0.1])
@pytest.mark.parametrize("seed", range(24))
def test_a_memory_of_any_size_changes_nothing(seed, p_missing, most_bytes, monkeypatch):
    rng = np.random.default_rng(seed)
    monkeypatch.setattr(tables, "MANY_LEVELS", rng.choice([1, 4, 64]))
    monkeypatch.setattr(C45Scorer, "most_bytes", most_bytes)
    X, y, nominal = (sparse_table if seed % 2 else random_table)(rng, p_missing)
    model, rows = random_model(rng, nominal), rng.permutation(len(y))
    folds = [(rows[len(y) // 3 :], rows), (rows[len(y) // 2 :], rows)]
    scorer = model.subset_scorer(X, y, folds)
    for masks in subsets(rng, X.shape[1]):
        method = str(rng.choice(["predict", "predict_proba"]))
        part = range(rng.integers(2), 2)
        found = getattr(scorer, method)(masks, part)
        for mask, answer in zip(masks, found, strict=True):
            alone = model.subset_scorer(X, y, folds)
            expected = getattr(alone, method)(mask[np.newaxis], part)[0]
            np.testing.assert_array_equal(answer, expected)


def removals(rng, n_columns):
    """Return all variables, then masks that lack more and more of them at random."""
    order = rng.permutation(n_columns)
    return np.array([order >= n for n in range(n_columns // 2)])


@pytest.fixture
def sizes(monkeypatch):
    """Return how many rows and variables each tree, or part of one, is grown on."""
    grown, grow = [], Table.grow

    def counted(self, choice, parts, *others, **given):
        grown.append((sum(len(rows) for rows, _ in parts), len(choice[0].columns)))
        return grow(self, choice, parts, *others, **given)

    monkeypatch.setattr(Table, "grow", counted)
    return grown


@pytest.fixture
def wide():
    """Return 120 rows of 60 variables, 3 of them of use, and a fold."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(120, 60)), np.arange(120) % 2
    X[:, :3] += 1.5 * y[:, np.newaxis]
    rows = rng.permutation(120)
    return X, y, [(rows[40:], rows[:40])]


def test_only_what_changes_of_a_tree_is_grown(wide, sizes):
    masks = removals(np.random.default_rng(0), 60)
    scorer = C45Tree().subset_scorer(*wide)
    for mask in masks:
        scorer.predict(mask[np.newaxis])
    n_rows, _ = np.transpose(sizes)
    assert n_rows[:2].tolist() == [80, 80]  # of all variables; where a memory begins
    assert n_rows[2:].sum() < 10 * 80
    sizes.clear()
    scorer.predict(masks[2:])
    assert not sizes


def test_a_node_is_searched_by_what_others_may_ask_there(wide, sizes):
    every = np.ones(60, dtype=bool)
    siblings = ~np.eye(60, dtype=bool)
    scorer = C45Tree().subset_scorer(*wide)
    for mask in [every, *siblings, *siblings]:
        scorer.predict(mask[np.newaxis])
    assert {n_variables for _, n_variables in sizes} == {60}
    assert len(sizes) < 20


def test_additions_are_not_remembered(wide, sizes):
    masks = np.eye(60, dtype=bool)
    masks[:, 0] = True
    C45Tree().subset_scorer(*wide).predict(masks[1:])
    n_rows, n_variables = np.transpose(sizes)
    assert set(n_rows.tolist()) == {80}
    assert n_variables.tolist() == 59 * [2]


def test_a_path_of_additions_is_grown_from_its_end(wide, sizes):
    masks = removals(np.random.default_rng(0), 60)
    C45Tree().subset_scorer(*wide).predict(masks)
    once = len(sizes)
    sizes.clear()
    C45Tree().subset_scorer(*wide).predict(masks[::-1])
    assert len(sizes) == once
    n_rows, _ = np.transpose(sizes)
    assert n_rows[1:].sum() < 10 * 80


@pytest.mark.parametrize("most_bytes", [12_000, 18_000, 2**28])
def test_a_memory_stays_within_its_limit(most_bytes, wide, monkeypatch):
    forgotten, forget = [], Memory.forget

    def counted(self):
        forgotten.append(True)
        forget(self)

    monkeypatch.setattr(Memory, "forget", counted)
    monkeypatch.setattr(C45Scorer, "most_bytes", most_bytes)
    scorer = C45Tree().subset_scorer(*wide)
    n_bytes = []
    for mask in removals(np.random.default_rng(1), 60):
        scorer.predict(mask[np.newaxis])
        [recalled] = scorer._idle
        n_bytes.append(recalled._memories[0].n_bytes)
    assert max(n_bytes) <= most_bytes
    assert (len(forgotten) > 1) == (most_bytes < 2**28)


def test_masks_may_be_changed_after_they_were_asked(wide):
    masks = removals(np.random.default_rng(0), 60)
    expected = C45Tree().subset_scorer(*wide).predict(masks)
    scorer, one = C45Tree().subset_scorer(*wide), np.empty((1, 60), dtype=bool)
    for mask, answer in zip(masks, expected, strict=True):
        one[:] = mask
        np.testing.assert_array_equal(scorer.predict(one)[0], answer)


def test_a_scorer_is_pickled_without_its_memories(wide):
    masks = removals(np.random.default_rng(0), 60)
    scorer = C45Tree().subset_scorer(*wide)
    fresh, expected = pickle.dumps(scorer), scorer.predict(masks)
    used = pickle.dumps(scorer)
    assert len(used) == len(fresh)
    np.testing.assert_array_equal(pickle.loads(used).predict(masks), expected)


def test_threads_may_ask_at_once(wide):
    masks = removals(np.random.default_rng(0), 60)
    scorer = C45Tree().subset_scorer(*wide)
    expected = scorer.predict(masks)
    with ThreadPoolExecutor(4) as pool:
        parts = [masks[k : k + 3] for k in range(0, len(masks), 3)]
        found = np.concatenate([*pool.map(scorer.predict, parts)])
    np.testing.assert_array_equal(found, expected)
