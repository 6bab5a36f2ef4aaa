"""Rankers by sparse linear weights find what matters, whatever its unit."""

import numpy as np
import pandas as pd
import pytest

from learners import LPSVC, LPSVR
from wrapsel.filters.linear.weights import L1, BaggedLinear
from wrapsel.filters.ranker import Ranker

BOTH = [L1(), BaggedLinear(n=8)]


def numbers(seed, n_rows=60, n_columns=9):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n_rows, n_columns))
    return X, X[:, 3] - 0.7 * X[:, 5] + 0.2 * rng.normal(size=n_rows)


def standardised(values):
    return (values - values.mean(axis=0)) / values.std(axis=0)


@pytest.mark.parametrize("ranker", BOTH, ids=repr)
@pytest.mark.parametrize("seed", range(20))
def test_relevant_variables_come_first(seed, ranker):
    X, y = numbers(seed, 150)
    assert set(ranker(X, y).order[:2]) == {3, 5}
    assert set(ranker(X, y > 0).order[:2]) == {3, 5}
    assert isinstance(ranker, Ranker)


@pytest.mark.parametrize("seed", range(50))
def test_l1_scores_numbers_as_the_learner_weighs_them(seed):
    X, y = numbers(seed, 12 + seed)
    learner = LPSVR(C=1 / np.sqrt(len(y)), epsilon=0.1)
    learner.fit(standardised(X), standardised(y))
    scores = L1(epsilon=0.1)(X, y).scores
    np.testing.assert_allclose(scores, learner.importances(), atol=1e-6)


@pytest.mark.parametrize("seed", range(50))
def test_l1_scores_classes_as_the_learner_weighs_them(seed):
    X, y = numbers(seed, 30 + seed)
    n_classes = 2 + seed % 3
    labels = np.digitize(y, np.quantile(y, np.arange(1, n_classes) / n_classes))
    C = 1.0 if seed % 2 else 2.5
    learner = LPSVC(C / np.sqrt(len(y))).fit(standardised(X), labels)
    scores = L1(C)(X, np.array(list("abcd"))[labels]).scores
    np.testing.assert_allclose(scores, learner.importances(), atol=1e-6)


@pytest.mark.parametrize("seed", range(10))
def test_bagged_scores_are_votes_and_parts_of_weights(seed):
    X, y = numbers(seed)
    ranking = BaggedLinear(n=1, fraction=1.0)(X, y)
    sizes = L1()(X, y).scores
    expected = (sizes > 1e-8 * sizes.max()) + sizes / sizes.sum()
    np.testing.assert_allclose(ranking.scores, expected, atol=1e-9)


@pytest.mark.parametrize("seed", range(10))
def test_models_get_their_part_of_each_class(seed):
    from wrapsel.filters.linear.weights import Targets

    labels = np.random.default_rng(seed).permutation([0] * 20 + [1] * 10 + [2])
    rng = np.random.default_rng(seed)
    rows = Targets.of(labels, 31).draw(0.5, rng)
    assert np.bincount(labels[rows]).tolist() == [10, 5, 1]
    assert np.array_equal(rows, np.unique(rows))
    rows = Targets.of(labels + 0.5 * (labels == 1), 31).draw(0.05, rng)
    assert len(rows) == 2


def test_votes_decide_before_sizes():
    X, y = numbers(0)
    n, scores = 8, BaggedLinear(n=8)(X, y).scores
    assert ((scores >= 0) & (scores <= n + 1)).all()
    assert scores[3] > n
    assert scores[5] > n
    fractions = scores - np.floor(scores)
    assert fractions.sum() == pytest.approx(1)  # each model's parts add up to 1


def test_the_seed_decides_the_draws():
    X, y = numbers(1)
    first, again = BaggedLinear(n=4)(X, y), BaggedLinear(n=4)(X, y)
    other = BaggedLinear(n=4, random_state=1)(X, y)
    assert np.array_equal(first.scores, again.scores)
    assert not np.array_equal(first.scores, other.scores)


@pytest.mark.parametrize("ranker", BOTH, ids=repr)
@pytest.mark.parametrize("seed", range(10))
def test_the_units_of_variables_and_numbers_do_not_matter(seed, ranker):
    X, y = numbers(seed)
    units = 10.0 ** np.random.default_rng(seed).integers(-150, 150, X.shape[1])
    scaled = ranker(X * units + 3 * units, 1e6 * y - 1e7).scores
    np.testing.assert_allclose(scaled, ranker(X, y).scores, atol=1e-5)


@pytest.mark.parametrize("ranker", BOTH, ids=repr)
def test_constant_columns_score_nothing_and_one_column_may_be_all(ranker):
    X, y = numbers(2)
    X[:, 0], X[:, 1] = 0.1, 7.0
    for target in (y, y > 0):
        scores = ranker(X, target).scores
        assert scores[0] == scores[1] == 0
        alone = ranker(X[:, [3]], target)
        assert alone.scores[0] > 0
        assert not ranker(np.ones((60, 2)), target).scores.any()


@pytest.mark.parametrize("ranker", BOTH, ids=repr)
@pytest.mark.parametrize(("n_rows", "n_columns"), [(22, 628), (150, 700)])
def test_wide_tables_are_ranked(ranker, n_rows, n_columns):
    X, y = numbers(3, n_rows, n_columns)
    ranking = ranker(X, y)
    assert sorted(ranking.order) == list(range(n_columns))
    # A model has at most as many weights as rows.
    assert 2 <= (ranking.scores > 0).sum() <= n_rows * getattr(ranker, "n", 1)
    assert n_rows < 150 or set(ranking.order[:2]) == {3, 5}


def test_frames_and_lists_rank_as_arrays_do():
    X, y = numbers(4)
    X = X.round(1)
    expected = L1()(X, y).scores
    assert np.array_equal(L1()(pd.DataFrame(X), pd.Series(y)).scores, expected)
    assert np.array_equal(L1()(X.tolist(), y.tolist()).scores, expected)
    assert np.array_equal(L1()(X.astype(object), y).scores, expected)


@pytest.mark.parametrize("ranker", BOTH, ids=repr)
def test_what_is_no_number_is_named(ranker):
    X, y = numbers(5)
    frame = pd.DataFrame(X, columns=list("abcdefghi"))
    with pytest.raises(ValueError, match=r"column 'd' must be .* got '1\.5'"):
        ranker(frame.assign(d="1.5"), y)
    with pytest.raises(ValueError, match=r"column 'b' must be .* got 'red'"):
        ranker(frame.assign(b=pd.Categorical(["red"] * 60)), y)
    with pytest.raises(ValueError, match=r"column 'e' must be .* got NaN"):
        ranker(frame.assign(e=frame["e"].where(frame.index != 7)), y)
    with pytest.raises(ValueError, match=r"column x2 must be .* got inf"):
        ranker(np.where(np.arange(9) == 2, np.inf, X), y)
    with pytest.raises(TypeError, match=r"column 'a' .* a string or a real number"):
        ranker(frame.assign(a=[{}] * 60), y)


@pytest.mark.parametrize("ranker", BOTH, ids=repr)
@pytest.mark.parametrize(
    ("y", "message"),
    [
        ([1] * 60, "y must have at least two classes, got 1"),
        (["a"] * 59 + [None], "y must have no missing"),
        ([0.5] * 59 + [np.nan], "y must have no missing"),
        ([0.5] * 59 + [np.inf], "y must be of finite numbers, got inf"),
        ([0, 1], r"y must be of shape \(60,\), got \(2,\)"),
        (np.zeros((60, 2)), r"y must be of shape \(60,\), got \(60, 2\)"),
    ],
)
def test_wrong_targets_say_why(ranker, y, message):
    with pytest.raises(ValueError, match=message):
        ranker(numbers(0)[0], y)


@pytest.mark.parametrize("shape", [(3,), (0, 2), (3, 0)])
def test_an_x_without_rows_and_columns_is_refused(shape):
    with pytest.raises(ValueError, match="X must be of shape"):
        L1()(np.zeros(shape), [0, 1, 0])


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"C": 0}, "C must be above 0 and finite, got 0"),
        ({"C": np.inf}, "C must be above 0 and finite, got inf"),
        ({"epsilon": -1}, "epsilon must be at least 0 and finite, got -1"),
        ({"n": 0}, "n must be an integer from 1, got 0"),
        ({"n": 2.5}, "n must be an integer, got 2.5"),
        ({"fraction": 0}, r"fraction must be in \(0, 1\], got 0"),
        ({"fraction": 1.1}, r"fraction must be in \(0, 1\], got 1.1"),
        ({"random_state": -1}, "random_state must be an integer from 0, got -1"),
    ],
)
def test_wrong_parameters_say_what_is_allowed(params, message):
    with pytest.raises(ValueError, match=message):
        BaggedLinear(**params)
    if params.keys() <= {"C", "epsilon"}:
        with pytest.raises(ValueError, match=message):
            L1(**params)
